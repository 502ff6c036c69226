//! Files through which the module asks its host to play games on other threads.

use std::fs;
use std::io;
use std::path::Path;

use rules::executor::JobFiles;

/// Functions that write these files.
pub const JOB_FILES: JobFiles = JobFiles {
    make_folder: |folder| fs::create_dir(folder),
    write,
    remove: |path| fs::remove_file(path),
};

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let unnamed = path.with_extension("part");
    fs::write(&unnamed, bytes)?;
    fs::rename(unnamed, path)
}
