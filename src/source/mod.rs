//! The files of a book. In: a path to a folder or to one file. Out: the texts that belong to the
//! book, decoded, and what its book.toml says of them.

mod column_names;
pub mod data;
mod deck_file;
mod decode;
mod files;
pub(crate) mod keys;
mod stream;
pub mod manifest;
pub mod schema;
mod version;

use std::path::{Path, PathBuf};

use anyhow::Context;

pub use crate::text::{
    MAX_COUNT, MAX_FILE, MAX_TEXT, MAX_TEXTS, Refusal, Source, SourceId, SourceRoot, Sources, Span,
    is_absolute, relative_path,
};
pub use column_names::{column_uses, is_same_column};
pub use deck_file::{deck_of_data, is_data_file, read_deck_file};
pub use decode::read_text;
pub use files::BookFiles;
pub use stream::is_stream;
use stream::stream_name;
pub use version::BookVersion;

use self::manifest::DeckFields;
use crate::diagnostic::{Diagnostic, Findings, code, short_quote};
use crate::text::file_names::plain_name;
use crate::text::shown_path;

/// Reads what lies at `path`: a folder with a book.toml or with Markdown files, or one file.
pub fn read_book(path: &Path, findings: &mut Findings) -> anyhow::Result<(Sources, BookFiles)> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let (sources, files) = if is_stream(path) {
        read_stream(path, findings)?
    } else if path.is_dir() {
        read_folder(path, findings)?
    } else if is_data_file(path) {
        read_deck_file(path, DeckFields::default(), findings)?
    } else {
        read_single_file(path, findings)?
    };
    findings.0.extend(renamed_outputs(&files.name));
    Ok((sources, files))
}

/// Names that become those of folders of outputs are told if they cannot be.
fn renamed_outputs(name: &str) -> Option<Diagnostic> {
    let plain = plain_name(name);
    (plain != name).then(|| {
        let message = format!("`{}` cannot name a folder on every system", short_quote(name));
        let finding = Diagnostic::global(code::FILE_NAME, message);
        finding.hint(format!("its outputs go to `{}`", short_quote(&plain)))
    })
}

/// Reads the book in the folder `path` beside the texts of `sources`, under `reading` whatever its
/// book.toml says. From then on `sources` reads below the folder that holds it; the root from
/// before is given to go back to.
pub fn read_book_beside(
    path: &Path,
    reading: &str,
    sources: &mut Sources,
    findings: &mut Findings,
) -> anyhow::Result<(SourceRoot, BookFiles)> {
    let real = real_path(path)?;
    let root = real.parent().unwrap_or(&real);
    let before = sources.enter_root(root).with_context(|| cannot_read(root))?;
    match files::read_book_files(path, &real, sources, findings) {
        Ok(mut files) => {
            reading.clone_into(&mut files.manifest.options.reading);
            Ok((before, files))
        }
        Err(error) => {
            sources.restore_root(before);
            Err(error)
        }
    }
}

/// The root is the folder that holds the book's folder, so that books beside it can be used.
fn read_folder(path: &Path, findings: &mut Findings) -> anyhow::Result<(Sources, BookFiles)> {
    let real = real_path(path)?;
    let mut sources = open_sources(real.parent().unwrap_or(&real))?;
    let files = files::read_book_files(path, &real, &mut sources, findings)?;
    Ok((sources, files))
}

/// A link that a person names is followed; its own name is that of the book.
fn read_single_file(path: &Path, findings: &mut Findings) -> anyhow::Result<(Sources, BookFiles)> {
    let file = if path.is_symlink() { &real_path(path)? } else { path };
    let parent = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut sources = open_sources(parent.unwrap_or(Path::new(".")))?;
    let file = sources.name_path("", file.file_name().unwrap_or_default());
    let chapter = read_text(&mut sources, &file, None, findings);
    let name = path.file_stem().map_or("book".into(), |stem| stem.to_string_lossy()).into_owned();
    Ok((sources, BookFiles::single(name, chapter)))
}

/// A text from a pipe. Its links and pictures are looked for in the working folder.
fn read_stream(path: &Path, findings: &mut Findings) -> anyhow::Result<(Sources, BookFiles)> {
    let mut sources = open_sources(Path::new("."))?;
    let name = stream_name(path);
    let bytes = stream::read_bytes(path).with_context(|| cannot_read(path))?;
    let chapter = decode::add_read_text(&mut sources, &name, bytes, findings);
    Ok((sources, BookFiles::single(name, chapter)))
}

fn real_path(path: &Path) -> anyhow::Result<PathBuf> {
    path.canonicalize().with_context(|| cannot_read(path))
}

fn open_sources(folder: &Path) -> anyhow::Result<Sources> {
    Sources::new(folder).with_context(|| cannot_read(folder))
}

fn cannot_read(path: &Path) -> String {
    format!("cannot read `{}`", shown_path(path))
}
