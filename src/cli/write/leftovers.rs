//! Temporary files: their names, and the removal of those that killed runs left.
//!
//! A running program locks the file that it writes. So a temporary file that can be locked is abandoned, and
//! the next write to its folder removes it. It must also be older than [`YOUNG`], because a new file is
//! unlocked for a moment.

use std::fs::{DirEntry, File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tempfile::{Builder, NamedTempFile};

/// Beginning of the name of every temporary file; the number of its process follows.
const PREFIX: &str = ".rulepress-";
const SUFFIX: &str = ".tmp";
/// A younger file may belong to a program that has not locked it yet.
const YOUNG: Duration = Duration::from_secs(60);

/// The temporary file that this process is writing.
static CURRENT: Mutex<Option<PathBuf>> = Mutex::new(None);

fn current() -> MutexGuard<'static, Option<PathBuf>> {
    CURRENT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes a temporary file in `folder`, locked while it is open.
pub fn make_temporary(folder: &Path) -> std::io::Result<NamedTempFile> {
    // Where there is no other process, this one has no number.
    let number = if cfg!(target_family = "wasm") { 0 } else { std::process::id() };
    let prefix = own_prefix(number);
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut current = current();
    let temporary = builder.tempfile_in(folder)?;
    // Where files cannot be locked, a leftover cannot be recognised and stays.
    let _ = temporary.as_file().try_lock();
    *current = Some(temporary.path().to_path_buf());
    Ok(temporary)
}

fn own_prefix(process: u32) -> String {
    format!("{PREFIX}{process}-")
}

/// Removes the temporary file of this process. While the result lives no other is made; the process must end
/// before it is dropped.
#[cfg(not(target_family = "wasm"))]
pub fn abandon_temporary() -> impl Sized {
    let mut current = current();
    if let Some(path) = current.take() {
        // It is gone if the write is already done.
        let _ = std::fs::remove_file(path);
    }
    current
}

/// Removes the temporary files in `folder` of a process that has ended.
pub fn remove_leftovers_of(process: u32, folder: &Path) {
    let prefix = own_prefix(process);
    temporaries(folder, &prefix).for_each(|entry| remove_abandoned(&entry.path()));
}

/// Removes old temporary files of killed programs from `folder`.
pub fn remove_stale(folder: &Path) {
    for entry in temporaries(folder, PREFIX) {
        let modified = entry.metadata().and_then(|meta| meta.modified());
        let age = modified.ok().and_then(|modified| modified.elapsed().ok());
        if age.is_some_and(|age| age > YOUNG) {
            remove_abandoned(&entry.path());
        }
    }
}

/// Returns the temporary files of a folder whose names begin with `prefix`.
fn temporaries(folder: &Path, prefix: &str) -> impl Iterator<Item = DirEntry> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(move |entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with(prefix) && name.ends_with(SUFFIX)
    })
}

/// Removes a temporary file that no program has locked; one that cannot be removed stays.
fn remove_abandoned(path: &Path) {
    let is_plain = std::fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file());
    let Some(file) = is_plain.then(|| File::open(path).ok()).flatten() else { return };
    match file.try_lock() {
        Ok(()) => drop(std::fs::remove_file(path)),
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => {}
    }
}
