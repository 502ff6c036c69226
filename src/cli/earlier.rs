//! The earlier state of a book that `--changed-since` names: another folder, or a commit.

use std::path::{Component, Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::executor::play_book;
use super::write::write_scratch;
use crate::book::Book;
use crate::example::game::BookLocation;
use crate::source::{is_book, root_of};
use crate::text::shown_path;

/// The book at `path` as it was at `since`.
pub(super) fn earlier_book(path: &Path, since: &str) -> Result<Book> {
    let folder = Path::new(since);
    if folder.is_dir() {
        read_book_at(&book_in_folder(path, folder))
    } else {
        committed_book(path, since)
    }
}

/// The book at `path` as it was committed at `revision`.
fn committed_book(path: &Path, revision: &str) -> Result<Book> {
    if cfg!(target_family = "wasm") {
        bail!("`{revision}` is no folder: this module compares with a folder only");
    }
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    read_book_at(&check_out_revision(path, revision, scratch.path())?)
}

/// The book in `folder` that is called as the one at `path`, or `folder` itself.
fn book_in_folder(path: &Path, folder: &Path) -> PathBuf {
    let same = path.file_name().map(|name| folder.join(name));
    same.filter(|inner| is_book(inner)).unwrap_or_else(|| folder.to_path_buf())
}

fn read_book_at(path: &Path) -> Result<Book> {
    Ok(play_book(&BookLocation::of(path))?.join().book)
}

/// Writes what git knows of the folder that holds the book at `path`, as it was at `revision`,
/// below `scratch`.
fn check_out_revision(path: &Path, revision: &str, scratch: &Path) -> Result<PathBuf> {
    let real =
        path.canonicalize().with_context(|| format!("cannot read `{}`", shown_path(path)))?;
    let root = root_of(&real, None)?;
    let folder =
        if root == real { &real } else { real.parent().context("a book lies in a folder")? };
    let listed = run_git(folder, &["ls-tree", "-r", "-z", "--name-only", revision, "."])?;
    for name in String::from_utf8_lossy(&listed).split('\0').filter(|name| stays_below(name)) {
        let bytes = run_git(folder, &["show", &format!("{revision}:./{name}")])?;
        write_scratch(scratch, name, &bytes)?;
    }
    let name = real.file_name().filter(|_| root != real).unwrap_or_default();
    let earlier = scratch.join(name);
    if !earlier.exists() {
        bail!("`{}` did not exist at `{revision}`", shown_path(path));
    }
    Ok(earlier)
}

/// Whether a path leads to a place below the folder that it is joined to.
fn stays_below(name: &str) -> bool {
    !name.is_empty()
        && Path::new(name).components().all(|part| matches!(part, Component::Normal(_)))
}

fn run_git(folder: &Path, arguments: &[&str]) -> Result<Vec<u8>> {
    let ran = Command::new("git").arg("-C").arg(folder).args(arguments).output();
    let ran = ran.context("git is needed to find an earlier state; name a folder instead")?;
    if !ran.status.success() {
        let said = String::from_utf8_lossy(&ran.stderr);
        bail!("--changed-since names neither a folder nor a commit: {}", said.trim());
    }
    Ok(ran.stdout)
}
