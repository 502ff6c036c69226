//! What the paths of a command line mean: books, and the book of a scenario.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::source::is_stream;
use crate::text::shown_path;

/// A path that does not exist is wrong use.
pub(super) fn require_path(path: &Path) -> Result<()> {
    if is_stream(path) {
        return Ok(());
    }
    let name = shown_path(path);
    match std::fs::metadata(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => bail!("`{name}` does not exist"),
        Err(error) => Err(error).with_context(|| format!("cannot read `{name}`")),
    }
}

/// The books at `path`: the folder itself, or every folder in it that holds a book.toml.
pub(super) fn book_paths(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() || is_book(path) {
        return vec![path.to_path_buf()];
    }
    let books = books_below(path);
    if books.is_empty() { vec![path.to_path_buf()] } else { books }
}

/// Whether a folder holds a book.toml.
pub(super) fn is_book(folder: &Path) -> bool {
    folder.join("book.toml").is_file()
}

fn books_below(folder: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder).min_depth(2).max_depth(3).sort_by_file_name();
    entries
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name() == "book.toml")
        .filter_map(|entry| entry.path().parent().map(Path::to_path_buf))
        .collect()
}

/// The book that a scenario belongs to: the one that is named, the one it lies in, or
/// `content/<folder>` beside `examples/`.
pub(super) fn book_of_scenario(scenario: &Path, named: Option<&Path>) -> Result<PathBuf> {
    require_path(scenario)?;
    match named {
        Some(book) => Ok(book.to_path_buf()),
        None => book_around(scenario),
    }
}

fn book_around(scenario: &Path) -> Result<PathBuf> {
    let book = book_of_folder(&folder_of_scenario(scenario)?);
    book.with_context(|| {
        format!("no book belongs to `{}`; name it with --book", shown_path(scenario))
    })
}

fn folder_of_scenario(scenario: &Path) -> Result<PathBuf> {
    let folder = scenario.parent().filter(|folder| !folder.as_os_str().is_empty());
    Ok(folder.unwrap_or(Path::new(".")).canonicalize()?)
}

fn book_of_folder(folder: &Path) -> Option<PathBuf> {
    possible_books(folder).into_iter().find(|book| is_book(book))
}

/// Where the book of a folder of scenarios may lie: the folder that holds it, the one above that, a
/// folder of its name beside `examples/`, or in one that lies beside that.
fn possible_books(folder: &Path) -> Vec<PathBuf> {
    let above = folder.parent().unwrap_or(folder);
    let top = above.parent().unwrap_or(above);
    let name = folder.file_name().unwrap_or_default();
    let mut books = vec![above.to_path_buf(), top.join("content").join(name), top.join(name)];
    books.extend(folders_in(top).into_iter().map(|beside| beside.join(name)));
    books.push(top.to_path_buf());
    books
}

/// The folders in a folder, by name.
fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}
