//! Files of a book. In: a path to a folder or to one file. Out: the decoded texts of the book, and the
//! contents of its book.toml.

pub mod balance;
pub mod companion;
mod column_names;
pub mod data;
mod deck_file;
pub mod deck_style;
pub mod token_fields;
mod decode;
mod files;
pub mod keys;
mod folder;
mod kinds;
mod language;
mod names;
mod near_names;
mod pages;
mod root;
mod stream;
pub mod template_files;
pub mod manifest;
pub mod map_drawing;
pub mod schema;
mod version;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

pub use crate::text::{
    MAX_COUNT, MAX_FILE, MAX_TEXT, MAX_TEXTS, Refusal, Source, SourceId, SourceRoot, Sources, Span,
    is_absolute, path_below, relative_path, rest_below,
};
pub use column_names::{column_uses, is_same_column};
pub use column_names::{columns_of_deck, file_of_art, is_picture_name};
pub use deck_file::{deck_of_data, is_data_file, read_deck_file};
pub use decode::read_text;
pub use files::BookFiles;
pub use folder::{MOST_ENTRIES, has_texts, is_silent};
pub use names::name_of;
pub use pages::{PagePaths, decode_percent};
pub use root::{is_book, root_of};
pub use stream::is_stream;
pub use version::BookVersion;

use self::manifest::DeckFields;
use crate::diagnostic::Findings;
use crate::text::shown_path;

/// Options for reading a path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Folder that everything is read below, if not the usual one.
    pub root: Option<PathBuf>,
    /// Language of texts that do not name theirs; the one to read in a folder with several.
    pub language: Option<String>,
}

/// Reads a book from `path`: a folder with a book.toml or with Markdown files, or one file.
pub fn read_book(
    path: &Path,
    options: &ReadOptions,
    findings: &mut Findings,
) -> anyhow::Result<(Sources, BookFiles)> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    let (sources, files) = if is_stream(path) {
        read_stream(path, options, findings)?
    } else if path.is_dir() {
        read_folder(path, options, findings)?
    } else if is_data_file(path) {
        read_deck_file(path, DeckFields::default(), findings)?
    } else {
        read_single_file(path, options, findings)?
    };
    findings.0.extend(names::renamed_outputs(&files.name));
    Ok((sources, files))
}

/// Reads the book in the folder `path` beside the texts of `sources`, under `reading` whatever its book.toml
/// says. From then on, `sources` reads below the root of that book. Returns the previous root, to be
/// restored.
pub fn read_book_beside(
    path: &Path,
    reading: &str,
    sources: &mut Sources,
    findings: &mut Findings,
) -> anyhow::Result<(SourceRoot, BookFiles)> {
    let real = real_path(path)?;
    if !real.is_dir() {
        bail!(cannot_read(path));
    }
    let root = root_of(&real, None)?;
    let before = sources.enter_root(&root).with_context(|| cannot_read(&root))?;
    match files::read_book_files(path, &real, &ReadOptions::default(), sources, findings) {
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

fn read_folder(
    path: &Path,
    options: &ReadOptions,
    findings: &mut Findings,
) -> anyhow::Result<(Sources, BookFiles)> {
    let real = real_path(path)?;
    let mut sources = open_sources(&root_of(&real, options.root.as_deref())?)?;
    let files = files::read_book_files(path, &real, options, &mut sources, findings)?;
    Ok((sources, files))
}

/// Reads a single file. A symbolic link is followed, but the book has the name of the link.
fn read_single_file(
    path: &Path,
    options: &ReadOptions,
    findings: &mut Findings,
) -> anyhow::Result<(Sources, BookFiles)> {
    let real = real_path(path)?;
    let mut sources = open_sources(&root_of(&real, options.root.as_deref())?)?;
    let given = if path.is_symlink() { &real } else { path };
    let holder = real.parent().unwrap_or(&real);
    let folder = show_folder(&mut sources, holder, given.parent().unwrap_or(Path::new("")));
    let file = sources.name_path(&folder, real.file_name().unwrap_or_default());
    let chapter = read_text(&mut sources, &file, None, findings);
    near_names::report_without_book(&folder, &sources, findings);
    let language = options.language.clone().or_else(|| language::language_of_file(&real));
    let name = name_of(path, None);
    Ok((sources, BookFiles { language, folder, ..BookFiles::single(name, chapter) }))
}

/// Reads a text from a pipe. Its links and pictures are searched in the working folder.
fn read_stream(
    path: &Path,
    options: &ReadOptions,
    findings: &mut Findings,
) -> anyhow::Result<(Sources, BookFiles)> {
    let here = real_path(Path::new("."))?;
    let mut sources = open_sources(&root_of(&here, options.root.as_deref())?)?;
    let folder = show_folder(&mut sources, &here, Path::new("."));
    let name = name_of(path, None);
    let bytes = stream::read_bytes(path).with_context(|| cannot_read(path))?;
    let file = path_below(&folder, &name);
    let chapter = decode::add_read_text(&mut sources, &file, bytes, findings);
    let language = options.language.clone();
    Ok((sources, BookFiles { language, folder, ..BookFiles::single(name, chapter) }))
}

/// Returns the path below the root of the folder `real`, which findings show as `given`.
fn show_folder(sources: &mut Sources, real: &Path, given: &Path) -> String {
    let folder = sources.folder_path(real).unwrap_or_default();
    sources.show_folder_as(&folder, given);
    folder
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
