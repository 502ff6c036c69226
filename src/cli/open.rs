//! `--open`: opens the outputs in a program of this machine.

use std::path::{Path, PathBuf};

use super::console::print_error;
use base::text::path_words;

/// Opens the first file of one book, or the folder `output` where there are several books.
pub fn open_made(written: &[PathBuf], output: &Path) {
    let Some(first) = written.first() else { return };
    let is_one_book = written.iter().all(|path| path.parent() == first.parent());
    open_in_viewer(if is_one_book { first } else { output });
}

/// Opens a file, a folder or an address.
pub fn open_in_viewer(target: impl AsRef<Path>) {
    let target = target.as_ref();
    if !open_detached(target) {
        let target = path_words(target);
        print_error(format_args!("warning: no program opens `{target}`; open it by hand\n"));
    }
}

#[cfg(not(target_family = "wasm"))]
pub fn open_detached(target: &Path) -> bool {
    open::that_detached(target).is_ok()
}

/// Does nothing: a browser tab has no programs.
#[cfg(target_family = "wasm")]
fn open_detached(_target: &Path) -> bool {
    false
}

/// True if this machine has a program that opens files.
#[cfg(not(target_family = "wasm"))]
pub fn has_viewer() -> bool {
    cfg!(any(windows, target_os = "macos"))
        || open::commands(".").iter().any(|command| is_on_path(Path::new(command.get_program())))
}

#[cfg(target_family = "wasm")]
pub fn has_viewer() -> bool {
    false
}

#[cfg(not(target_family = "wasm"))]
fn is_on_path(program: &Path) -> bool {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    (program.is_absolute() && program.exists())
        || std::env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}
