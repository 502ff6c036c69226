//! Files that the program writes: outputs, traces, locks and what `--fix` mends.

use std::path::Path;

use anyhow::{Context, Result};

use super::console::print_out;
use crate::press::OutputFile;

/// Writes one output below `folder` and prints its path.
pub(super) fn write_output(folder: &Path, file: &OutputFile) -> Result<()> {
    let path = folder.join(&file.name);
    let parent = path.parent().unwrap_or(folder);
    std::fs::create_dir_all(parent)
        .with_context(|| format!("cannot make the folder `{}`", parent.display()))?;
    write_file(&path, &file.bytes)?;
    print_out(format_args!("{}\n", path.display()));
    Ok(())
}

/// Writes a file, whatever was there before.
pub(super) fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
}
