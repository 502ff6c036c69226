//! Files that the program writes: outputs, traces, locks and corrections of `--fix`. A file is written beside
//! its place and then moved to it at once, so that at every moment either the old or the new file is there.

mod failure;
mod games_file;
#[cfg(target_family = "wasm")]
mod job_files;
mod leftovers;
mod links;
mod replace;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

pub use failure::WriteFailure;
pub use games_file::{is_same_file, open_games_file, stands_at};
#[cfg(target_family = "wasm")]
pub use job_files::JOB_FILES;
#[cfg(not(target_family = "wasm"))]
pub use leftovers::abandon_temporary;
pub use leftovers::remove_leftovers_of;

use self::failure::Unwritten;
use super::work::tell_written;
use base::text::file_names::{name_fault, path_parts};
use base::text::path_words;
use press::OutputFile;

/// Content that a file may have before it is written.
#[derive(Debug, Clone, Copy)]
pub enum Before<'a> {
    /// Anything: it is an output.
    Anything,
    /// These bytes, which were read.
    Bytes(&'a [u8]),
    /// Nothing: there was no file when the others were read.
    Nothing,
}

impl<'a> Before<'a> {
    /// Returns the text that was read, or `Nothing` if there was no file.
    pub fn read(text: Option<&'a str>) -> Self {
        text.map_or(Self::Nothing, |text| Self::Bytes(text.as_bytes()))
    }
}

/// Writes one output of `book` below `folder`, and reports its path.
pub fn write_output(folder: &Path, book: &str, file: &OutputFile) -> Result<(), WriteFailure> {
    let name = format!("{book}/{}", file.name);
    let path = folder.join(book).join(&file.name);
    let write = || {
        links::require_no_way_out(folder, &path)?;
        // Names are checked when they are read: a fault here is a bug of this program.
        if let Some(fault) = path_parts(&name).find_map(name_fault) {
            return Err(Unwritten::BadName(fault.words()));
        }
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        replace::replace_file(&path, &file.bytes, Before::Anything)
    };
    write().map_err(|why| WriteFailure::new(&path, why))?;
    tell_written(&path);
    Ok(())
}

/// Writes a file of the program's own, such as one of a new book, and makes the folders around it.
pub fn write_made(path: &Path, bytes: &[u8], before: Before<'_>) -> Result<(), WriteFailure> {
    let folders = path.parent().map_or(Ok(()), std::fs::create_dir_all);
    let written = folders.map_err(Unwritten::from);
    let written = written.and_then(|()| replace::replace_file(path, bytes, before));
    written.map_err(|why| WriteFailure::new(path, why))
}

/// Writes a file that people write as well, if it has not changed since it was read.
pub fn write_source(
    path: &Path,
    bytes: impl AsRef<[u8]>,
    before: Before<'_>,
) -> Result<(), WriteFailure> {
    let written = replace::replace_file(path, bytes.as_ref(), before);
    written.map_err(|why| WriteFailure::new(path, why))
}

/// Removes a file that this program made, if it still has these bytes.
#[cfg(not(target_family = "wasm"))]
pub fn remove_source(path: &Path, bytes: &[u8]) -> Result<(), WriteFailure> {
    let removed = match std::fs::read(path) {
        Ok(now) if now == bytes => std::fs::remove_file(path).map_err(Unwritten::from),
        Ok(_) => Err(Unwritten::Changed),
        Err(error) => Err(error.into()),
    };
    removed.map_err(|why| WriteFailure::new(path, why))
}

/// Checks that a file could be written in `folder`, or in the folder in which it would be made.
pub fn try_folder(folder: &Path) -> Result<(), WriteFailure> {
    let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
    let there = absolute.ancestors().find(|above| above.exists()).unwrap_or(&absolute);
    match tempfile::tempfile_in(there) {
        Ok(_) => Ok(()),
        Err(error) => Err(WriteFailure::new(folder, error.into())),
    }
}

/// Writes a file to a temporary folder of this process, where it replaces any other.
pub fn write_scratch(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf> {
    let path = folder.join(name);
    let parent = path.parent().unwrap_or(folder);
    let written = std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&path, bytes));
    written.with_context(|| format!("cannot write `{}`", path_words(&path)))?;
    Ok(path)
}
