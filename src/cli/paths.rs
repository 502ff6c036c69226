//! Paths of the command line: books, and the book of a scenario.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::args::ReadArgs;
use super::place::PlacePath;
use base::source::{has_texts, is_book, is_silent, is_stream, name_of, root_of};
use base::text::file_names::plain_name;
use base::text::shown_path;

/// Checks that a path exists.
pub fn require_path(path: &Path) -> Result<()> {
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

/// Default folder of books.
const USUAL: &str = "content";

/// Returns the books to work on: those at the named path, or else those of `content`, or else the working
/// folder if it has a book or texts.
pub fn named_books(named: Option<&Path>, read: &ReadArgs) -> Result<Vec<PathBuf>> {
    let place = named.map(PlacePath::of);
    let path = match &place {
        Some(place) => &place.path,
        None => usual_path(Path::new("."))?,
    };
    require_path(path)?;
    require_root(path, read)?;
    Ok(book_paths(path))
}

fn usual_path(here: &Path) -> Result<&'static Path> {
    if here.join(USUAL).is_dir() {
        return Ok(Path::new(USUAL));
    }
    if is_book(here) || has_texts(here) {
        return Ok(Path::new("."));
    }
    bail!(
        "there is nothing to build here: no folder `{USUAL}`, no book.toml and no Markdown file; \
         name a file or a folder: rulepress build PATH"
    )
}

/// Checks that a path is below the root that is asked for.
pub fn require_root(path: &Path, read: &ReadArgs) -> Result<()> {
    let Some(root) = read.root.as_deref() else { return Ok(()) };
    let here = Path::new(".");
    let real = if is_stream(path) { here.canonicalize()? } else { path.canonicalize()? };
    root_of(&real, Some(root)).map(drop)
}

/// Returns the books at `path`: the folder itself if it has texts, and every folder in it that has a
/// book.toml.
pub fn book_paths(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() || is_book(path) {
        return vec![path.to_path_buf()];
    }
    let books = books_below(path);
    // A folder with texts of its own is a book besides those in it.
    let own = Some(path.to_path_buf()).filter(|_| books.is_empty() || has_texts(path));
    own.into_iter().chain(books).collect()
}

/// Returns the books below a folder; folders of tools are skipped.
fn books_below(folder: &Path) -> Vec<PathBuf> {
    let entries = walkdir::WalkDir::new(folder).min_depth(2).max_depth(3).sort_by_file_name();
    let entries =
        entries.into_iter().filter_entry(|entry| !is_silent(&entry.file_name().to_string_lossy()));
    entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name() == "book.toml")
        .filter_map(|entry| entry.path().parent().map(Path::to_path_buf))
        .filter(|folder| is_book(folder))
        .collect()
}

/// Checks that no two books write to the same folder, on any system.
pub fn require_own_outputs(books: &[PathBuf], output: &Path) -> Result<()> {
    let mut folders: BTreeMap<String, &PathBuf> = BTreeMap::new();
    for book in books {
        let name = plain_name(&name_of(book, None));
        let Some(other) = folders.insert(name.to_lowercase(), book) else { continue };
        let (other, book) = (shown_path(other), shown_path(book));
        let folder = shown_path(&output.join(name));
        bail!(
            "two books would be written to `{folder}`: `{other}` and `{book}`; \
             give one of the folders another name, or build each with an -o of its own"
        );
    }
    Ok(())
}

/// Returns the book of a scenario: the named one, the one around it, or `content/<folder>` beside
/// `examples/`.
pub fn book_of_scenario(scenario: &Path, named: Option<&Path>) -> Result<PathBuf> {
    require_path(scenario)?;
    if let Some(book) = named {
        return Ok(book.to_path_buf());
    }
    let folder = scenario.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize()?;
    let book = possible_books(&folder).into_iter().find(|book| is_book(book));
    book.with_context(|| {
        format!("no book belongs to `{}`; name it with --book", shown_path(scenario))
    })
}

/// Returns the path relative to the working folder, if it is below that.
pub fn path_from_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(|here| here.canonicalize());
    let short = here.ok().and_then(|here| path.strip_prefix(here).ok().map(Path::to_path_buf));
    match short {
        Some(short) if short.as_os_str().is_empty() => PathBuf::from("."),
        Some(short) => short,
        None => path.to_path_buf(),
    }
}

/// Returns the folders that may be the book of a folder of scenarios: the folder around it, the one above
/// that, a folder of its name beside `examples/`, and such a folder in a neighbour of `examples/`.
fn possible_books(folder: &Path) -> Vec<PathBuf> {
    let above = folder.parent().unwrap_or(folder);
    let top = above.parent().unwrap_or(above);
    let name = folder.file_name().unwrap_or_default();
    let mut books = vec![above.to_path_buf(), top.join("content").join(name), top.join(name)];
    let entries = std::fs::read_dir(top).into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> =
        entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    books.extend(folders.into_iter().map(|beside| beside.join(name)));
    books.push(top.to_path_buf());
    books
}
