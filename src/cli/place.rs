//! `PATH#anchor`: one place of a book, for a command to work on.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};

use crate::pipeline::PrintableBook;
use base::diagnostic::{Diagnostic, Severity};
use base::source::Span;
use base::text::shown_path;

/// A path, and a place in it.
#[derive(Debug, Clone)]
pub struct PlacePath {
    /// The file or folder.
    pub path: PathBuf,
    /// The anchor behind `#`, if there is one.
    pub anchor: Option<String>,
}

impl PlacePath {
    /// Reads `book#draw`; a path that exists with its `#` is taken whole.
    pub fn of(written: &Path) -> Self {
        let whole = Self { path: book_folder(written), anchor: None };
        if written.exists() {
            return whole;
        }
        let parts = written.to_str().and_then(|text| text.rsplit_once('#'));
        let named = parts.filter(|(path, anchor)| !anchor.is_empty() && Path::new(path).exists());
        named.map_or(whole, |(path, anchor)| Self {
            path: book_folder(Path::new(path)),
            anchor: Some(anchor.to_owned()),
        })
    }

    /// Checks that there is no anchor, for a command that works on a whole book.
    pub fn require_whole(&self, command: &str) -> Result<()> {
        match &self.anchor {
            None => Ok(()),
            Some(anchor) => bail!("`{command}` works on a whole book; leave `#{anchor}` out"),
        }
    }

    /// Keeps only the place that a command line names, if it names one.
    pub fn keep_named(named: Option<&Path>, printable: &mut PrintableBook) -> Result<()> {
        named.map_or(Ok(()), |named| Self::of(named).keep_in(printable))
    }

    /// Keeps only the place, if there is one, and only its findings.
    ///
    /// # Errors
    /// When the book has no such place.
    pub fn keep_in(&self, printable: &mut PrintableBook) -> Result<()> {
        let Some(anchor) = &self.anchor else { return Ok(()) };
        let kept = printable.book.keep_place(anchor).map_err(|unknown| {
            let near = unknown.near.map(|near| format!("; did you mean `#{near}`?"));
            let book = shown_path(&self.path);
            anyhow!("`{book}` has no place `#{anchor}`{}", near.unwrap_or_default())
        })?;
        printable.findings.0.retain(|finding| is_about(finding, &kept));
        Ok(())
    }
}

/// Returns the folder of a book, for the path of its book.toml; other paths stay as they are.
fn book_folder(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if path.ends_with("book.toml") && path.is_file() => {
            let is_here = folder.as_os_str().is_empty();
            if is_here { PathBuf::from(".") } else { folder.to_path_buf() }
        }
        Some(_) | None => path.to_path_buf(),
    }
}

/// True if a finding is about a place, or is an error without a place.
fn is_about(finding: &Diagnostic, place: &[Span]) -> bool {
    match finding.span {
        Some(span) => place.iter().any(|part| {
            part.source == span.source && part.start <= span.start && span.start <= part.end
        }),
        None => finding.code.severity == Severity::Error,
    }
}
