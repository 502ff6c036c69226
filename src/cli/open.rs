//! `--open`: shows what was made in the program that this machine has for it.

use std::path::{Path, PathBuf};

use super::console::print_error;

/// Opens the first file of one book, or the folder `output` where there are several books.
pub(super) fn open_made(written: &[PathBuf], output: &Path) {
    let Some(first) = written.first() else { return };
    let is_one_book = written.iter().all(|path| path.parent() == first.parent());
    open_in_viewer(if is_one_book { first } else { output });
}

/// Opens a file, a folder or an address.
pub(super) fn open_in_viewer(target: impl AsRef<Path>) {
    let target = target.as_ref();
    if let Err(error) = open::that_detached(target) {
        print_error(format_args!(
            "warning: no program opens `{}`: {error}; open it by hand\n",
            target.display()
        ));
    }
}
