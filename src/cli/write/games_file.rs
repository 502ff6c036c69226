//! The file of games that are being played: lines are added, and none is changed.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use same_file::Handle;

use super::replace::follow_links;

/// Opens a file for reading and adding; makes it if there is none, and changes nothing.
pub fn open_games_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}

/// True if an open file is still at `path`.
pub fn stands_at(file: &File, path: &Path) -> bool {
    match (file.try_clone().and_then(Handle::from_file), Handle::from_path(path)) {
        (Ok(open), Ok(there)) => open == there,
        (Ok(_), Err(_)) => false,
        // This system says nothing about open files.
        (Err(_), _) => true,
    }
}

/// True if two paths lead to one file, even if that does not exist yet.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    match (Handle::from_path(one), Handle::from_path(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => {
            let end_of_links = |path: &Path| follow_links(path).unwrap_or_else(|_| path.to_owned());
            one == other || end_of_links(one) == end_of_links(other)
        }
    }
}
