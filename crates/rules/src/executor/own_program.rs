//! Path of this program, so that it can start itself.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Returns the path of this program from the system, or else from its command line (as when `/proc` is not
/// mounted).
pub fn own_program() -> anyhow::Result<PathBuf> {
    let found = env::current_exe().or_else(|error| {
        let name = env::args_os().next().unwrap_or_default();
        let folders = env::var_os("PATH").unwrap_or_default();
        started_program(&name, &folders).ok_or(error)
    });
    found.context("cannot find the path of this program")
}

/// Returns the program that a shell starts by this name: the path itself, or else the first file of that name
/// in the folders of `PATH`.
pub fn started_program(name: &OsStr, folders: &OsStr) -> Option<PathBuf> {
    let path = Path::new(name);
    let is_path = path.components().count() > 1 || path.is_absolute();
    let found = match is_path {
        true => Some(path.to_path_buf()),
        false => env::split_paths(folders).map(|folder| folder.join(path)).find(|at| at.is_file()),
    };
    found.filter(|path| path.is_file()).and_then(|path| std::path::absolute(path).ok())
}
