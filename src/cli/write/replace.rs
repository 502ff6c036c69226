//! Replaces an old file by a new one at once. In: the path, the bytes, and the content expected there. Out:
//! the new file, or the old one and a reason.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use tempfile::NamedTempFile;

use super::Before;
use super::failure::Unwritten;
use super::leftovers::{make_temporary, remove_stale};
use crate::cli::work::announce_write;

/// Maximum number of links in a chain; a longer chain counts as a ring.
const MOST_LINKS: usize = 40;

/// Writes `bytes` to a temporary file beside `path`, and moves it there. A link stays a link: its target is
/// replaced.
pub fn replace_file(path: &Path, bytes: &[u8], before: Before<'_>) -> Result<(), Unwritten> {
    let target = follow_links(path)?;
    let old = old_file(&target)?;
    let target = long_path(&target);
    let folder = folder_of(&target);
    remove_stale(folder);
    announce_write(folder);
    let temporary = write_temporary(folder, bytes, old.as_ref())?;
    before.require_at(&target)?;
    take_place(temporary, &target)?;
    // Writes the new name to disk; a system that cannot do so does it later.
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(())
}

/// Returns the folder of a file.
fn folder_of(target: &Path) -> &Path {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Returns the long form of a path, which Windows needs for more than 260 characters.
fn long_path(target: &Path) -> PathBuf {
    let long = || Some(folder_of(target).canonicalize().ok()?.join(target.file_name()?));
    cfg!(windows).then(long).flatten().unwrap_or_else(|| target.to_path_buf())
}

/// Renames a temporary file. On Windows a program that reads each new file, such as a virus scanner, may lock
/// the old one for a moment.
fn take_place(mut temporary: NamedTempFile, target: &Path) -> io::Result<()> {
    /// Number of further tries, and the pause before each.
    const MORE_TRIES: u32 = if cfg!(windows) { 10 } else { 0 };
    const PAUSE: Duration = Duration::from_millis(50);

    let mut tries = 0;
    loop {
        match temporary.persist(target) {
            Ok(_) => return Ok(()),
            Err(failed) if tries == MORE_TRIES => return Err(held_error(failed.error)),
            Err(failed) => temporary = failed.file,
        }
        tries += 1;
        thread::sleep(PAUSE);
    }
}

/// Turns a refusal of Windows into the error of a locked file. Windows reports missing rights if another
/// program has the file open; the rights have been checked before.
fn held_error(error: io::Error) -> io::Error {
    /// `ERROR_SHARING_VIOLATION`
    const HELD: i32 = 32;
    let is_held = cfg!(windows) && error.kind() == ErrorKind::PermissionDenied;
    if is_held { io::Error::from_raw_os_error(HELD) } else { error }
}

/// Returns the target of a path, which need not exist.
pub fn follow_links(path: &Path) -> Result<PathBuf, Unwritten> {
    let mut target = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(link) = std::fs::read_link(&target) else { return Ok(target) };
        target = target.parent().unwrap_or(Path::new("")).join(link);
    }
    Err(Unwritten::NoPlace("links to it form a circle"))
}

/// Returns the metadata of the file at `target`, if there is one; fails if it must not be written.
fn old_file(target: &Path) -> Result<Option<Metadata>, Unwritten> {
    let meta = match std::fs::symlink_metadata(target) {
        Ok(meta) => meta,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    if meta.is_dir() {
        return Err(Unwritten::NoPlace("a folder has this name"));
    }
    if !meta.is_file() {
        return Err(Unwritten::NoPlace("something with this name is not a file"));
    }
    // Replacing a file needs no right on that file; writing it does. A module knows no rights; its host
    // enforces them.
    if !cfg!(target_family = "wasm") && meta.permissions().readonly() {
        return Err(io::Error::from(ErrorKind::PermissionDenied).into());
    }
    OpenOptions::new().write(true).open(target)?;
    Ok(Some(meta))
}

/// Returns a temporary file on disk with these bytes, and the owner and rights of the old one.
fn write_temporary(
    folder: &Path,
    bytes: &[u8],
    old: Option<&Metadata>,
) -> io::Result<NamedTempFile> {
    let mut temporary = make_temporary(folder)?;
    temporary.write_all(bytes)?;
    if let Some(old) = old {
        keep_rights(temporary.as_file(), old)?;
    }
    temporary.as_file().sync_all()?;
    Ok(temporary)
}

#[cfg(unix)]
fn keep_rights(file: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only some users may set the owner; the rights are kept anyway.
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
    file.set_permissions(old.permissions())
}

#[cfg(windows)]
fn keep_rights(file: &File, old: &Metadata) -> io::Result<()> {
    file.set_permissions(old.permissions())
}

#[cfg(not(any(unix, windows)))]
fn keep_rights(_file: &File, _old: &Metadata) -> io::Result<()> {
    Ok(())
}

impl Before<'_> {
    /// Checks that the file has this content now.
    fn require_at(self, target: &Path) -> Result<(), Unwritten> {
        let stands = match self {
            Self::Anything => return Ok(()),
            Self::Bytes(bytes) => std::fs::read(target).is_ok_and(|now| now == bytes),
            Self::Nothing => !target.exists(),
        };
        if stands { Ok(()) } else { Err(Unwritten::Changed) }
    }
}
