//! Files of an edition of a book, for `--changed-since`, `--marked-since` and `diff`. In: the path of the
//! present book, and a folder or a revision. Out: the folder of that edition; the files of a git revision are
//! written to a temporary folder.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use super::args::ReadArgs;
use super::console::{print_error, print_findings};
use super::executor::play_book;
use super::repository::Repository;
use super::write::write_scratch;
use crate::edition::release::ReadRelease;
use crate::pipeline::PlayedBook;
use base::diagnostic::{Findings, Severity, code};
use base::source::{ReadOptions, has_texts, is_book};
use base::text::shown_path;
use example::game::BookLocation;
use press::book::Book;

/// Folder of an edition; a temporary one is deleted when this is dropped.
#[derive(Debug)]
pub struct EditionFolder {
    pub path: PathBuf,
    _scratch: Option<TempDir>,
}

/// Returns the book at `path` as it was at `since`.
pub fn earlier_book(path: &Path, since: &str) -> Result<Book> {
    let folder = find_edition(path, since)?.with_context(|| missing_edition(path, since))?;
    Ok(play_book(&BookLocation::of(&folder.path))?.join().book)
}

/// Returns an edition as it was played, or `Err` after its errors are printed.
pub fn read_edition(path: &Path, name: &str, read: &ReadArgs) -> Result<Result<PlayedBook, ()>> {
    let options = ReadOptions { root: None, ..read.options() };
    let played = play_book(&BookLocation { options, ..BookLocation::of(path) })?;
    let errors = played.findings.0.iter();
    let errors = errors.filter(|finding| finding.code.severity == Severity::Error);
    let errors: Vec<_> = errors.cloned().collect();
    let unread = [code::BOOK_FILE, code::UNREADABLE];
    if errors.iter().any(|finding| unread.contains(&finding.code)) {
        print_findings(&Findings(errors), &played.sources);
        print_error(format_args!("error: the edition `{name}` cannot be read\n"));
        return Ok(Err(()));
    }
    if let (None, Some(first)) = (&played.rules, errors.first()) {
        print_error(format_args!(
            "warning: the rules of the edition `{name}` cannot be read, so examples are not compared: {}\n",
            first.message
        ));
    }
    Ok(Ok(played))
}

/// Message that a book did not exist in an edition.
pub fn missing_edition(path: &Path, asked: &str) -> String {
    format!("`{}` did not exist at `{asked}`", shown_path(path))
}

/// Checks that a name is that of a folder, a release or a commit.
pub fn require_edition(path: &Path, asked: &str) -> Result<()> {
    if is_release(asked) {
        return ReadRelease::open(read_release(asked)?)
            .map(drop)
            .with_context(|| no_release(asked));
    }
    if Path::new(asked).is_dir() {
        return require_book(&book_in_folder(path, Path::new(asked)));
    }
    if cfg!(target_family = "wasm") {
        return Ok(());
    }
    require_no_file(asked)?;
    Repository::of(path, asked)?.require_revision()
}

fn require_book(folder: &Path) -> Result<()> {
    if is_book(folder) || has_texts(folder) {
        return Ok(());
    }
    bail!(
        "`{}` holds no book of that name: no book.toml and no text; name the folder of the book",
        shown_path(folder)
    )
}

fn require_no_file(asked: &str) -> Result<()> {
    if Path::new(asked).exists() {
        bail!(
            "`{asked}` is a file; name the folder of a book, the archive of a release, or a revision of git"
        );
    }
    Ok(())
}

/// Returns the edition of the book at `path` in a folder or a revision; `None` if there is no such book in
/// it.
pub fn find_edition(path: &Path, asked: &str) -> Result<Option<EditionFolder>> {
    let folder = Path::new(asked);
    if is_release(asked) {
        return unpack_release(asked).with_context(|| no_release(asked)).map(Some);
    }
    if folder.is_dir() {
        let path = book_in_folder(path, folder);
        require_book(&path)?;
        return Ok(Some(EditionFolder { path, _scratch: None }));
    }
    if cfg!(target_family = "wasm") {
        bail!("`{asked}` is not a folder: only folders can be compared here");
    }
    require_no_file(asked)?;
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let found = Repository::of(path, asked)?.check_out(scratch.path())?;
    Ok(found.map(|path| EditionFolder { path, _scratch: Some(scratch) }))
}

/// Returns the commit that last changed one of the `accepted` files of the book at `path`; `None` if the book
/// is in no repository or the files were never committed.
pub fn accepting_commit(path: &Path, accepted: &[PathBuf]) -> Option<String> {
    Repository::of(path, "HEAD").ok()?.last_change(accepted)
}

/// True if a name can be that of a release archive.
fn is_release(asked: &str) -> bool {
    let path = Path::new(asked);
    path.is_file() && path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

fn no_release(asked: &str) -> String {
    format!("`{asked}` cannot be compared with")
}

fn read_release(asked: &str) -> Result<Vec<u8>> {
    std::fs::read(asked).with_context(|| format!("cannot read `{asked}`"))
}

/// Writes the book of a release, with all files that it reads, to a temporary folder.
fn unpack_release(asked: &str) -> Result<EditionFolder> {
    let mut release = ReadRelease::open(read_release(asked)?)?;
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    for (name, bytes) in release.sources()? {
        if !stays_below(&name) {
            bail!("`{name}` in it leads out of its folder");
        }
        write_scratch(scratch.path(), &name, &bytes)?;
    }
    // A book in a repository may read files below the top of that repository.
    write_scratch(scratch.path(), ".git/HEAD", b"")?;
    let folder = release.folder();
    if !folder.is_empty() && !stays_below(folder) {
        bail!("`{folder}` in it leads out of its folder");
    }
    let path = scratch.path().join(folder);
    Ok(EditionFolder { path, _scratch: Some(scratch) })
}

/// Returns the name of a released book's folder; `None` if `asked` is no release.
pub fn released_name(asked: &str) -> Option<OsString> {
    let release =
        ReadRelease::open(std::fs::read(asked).ok().filter(|_| is_release(asked))?).ok()?;
    Some(Path::new(release.folder()).file_name()?.to_owned())
}

/// Returns the name of a book's folder or file on disk.
pub fn real_name(path: &Path) -> Option<OsString> {
    Some(path.canonicalize().ok()?.file_name()?.to_owned())
}

/// Returns the book in `folder` that has the name of the book at `path`: a folder in it or in its `content`,
/// or else `folder` itself.
fn book_in_folder(path: &Path, folder: &Path) -> PathBuf {
    let name = real_name(path);
    let inside =
        name.into_iter().flat_map(|name| [folder.join(&name), folder.join("content").join(&name)]);
    let mut inside = inside.filter(|inner| is_book(inner) && !is_book(folder));
    inside.next().unwrap_or_else(|| folder.to_path_buf())
}

/// True if a relative path stays below the folder that it is joined to.
pub fn stays_below(name: &str) -> bool {
    !name.is_empty()
        && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}
