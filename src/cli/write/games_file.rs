//! The file that games are added to while they are played: lines follow lines, and none is changed.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens a file to read it and to add to it; makes it where there is none, and changes nothing.
pub(in crate::cli) fn open_games_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}
