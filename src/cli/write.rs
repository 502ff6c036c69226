//! Files that the program writes: outputs, traces, locks and what `--fix` mends.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::console::print_out;
use crate::press::OutputFile;

/// Writes one output below `folder` and prints its path.
pub(super) fn write_output(folder: &Path, file: &OutputFile) -> Result<()> {
    let path = write_below(folder, &file.name, &file.bytes)?;
    print_out(format_args!("{}\n", path.display()));
    Ok(())
}

/// Writes a file below `folder` and makes the folders on the way to it.
pub(super) fn write_below(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf> {
    let path = folder.join(name);
    make_folder(path.parent().unwrap_or(folder))?;
    write_file(&path, bytes)?;
    Ok(path)
}

fn make_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder `{}`", folder.display()))
}

/// Writes a file, whatever was there before.
pub(super) fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
}
