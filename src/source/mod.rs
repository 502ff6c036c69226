//! The files of a book. In: a path to a folder or to one file. Out: the texts that belong to the
//! book, decoded, and what its book.toml says of them.

pub mod data;
mod decode;
mod files;
pub mod manifest;

use std::path::{Path, PathBuf};

use anyhow::Context;

pub use crate::text::{
    MAX_COUNT, MAX_FILE, MAX_TEXT, MAX_TEXTS, Refusal, Source, SourceId, SourceRoot, Sources, Span,
    relative_path,
};
pub use decode::read_text;
pub use files::BookFiles;

use crate::diagnostic::Findings;

/// Reads what lies at `path`: a folder with a book.toml or with Markdown files, or one file.
pub fn read_book(path: &Path, findings: &mut Findings) -> anyhow::Result<(Sources, BookFiles)> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let meta = std::fs::metadata(path).with_context(|| cannot_read(path))?;
    if meta.is_dir() { read_folder(path, findings) } else { read_single_file(path, findings) }
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
    let real = real_folder(path)?;
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
    let real = real_folder(path)?;
    let mut sources = open_sources(real.parent().unwrap_or(&real))?;
    let files = files::read_book_files(path, &real, &mut sources, findings)?;
    Ok((sources, files))
}

fn read_single_file(path: &Path, findings: &mut Findings) -> anyhow::Result<(Sources, BookFiles)> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let mut sources = open_sources(parent.unwrap_or(Path::new(".")))?;
    let file = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let chapters = read_text(&mut sources, &file, None, findings).into_iter().collect();
    let name = path.file_stem().map_or("book".into(), |stem| stem.to_string_lossy()).into_owned();
    Ok((sources, BookFiles { single: true, name, chapters, ..BookFiles::default() }))
}

fn real_folder(path: &Path) -> anyhow::Result<PathBuf> {
    path.canonicalize().with_context(|| cannot_read(path))
}

fn open_sources(folder: &Path) -> anyhow::Result<Sources> {
    Sources::new(folder).with_context(|| cannot_read(folder))
}

fn cannot_read(path: &Path) -> String {
    format!("cannot read `{}`", path.display())
}
