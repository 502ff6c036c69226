//! Texts from a pipe: `-` for standard input, and paths that are neither a file nor a folder. In: a path.
//! Out: its bytes, or a refusal if there are too many.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::{MAX_TEXT, Refusal};

/// Name of a text without a file.
const NAME: &str = "stdin";

/// Reports whether a path names a pipe or a device.
pub fn is_stream(path: &Path) -> bool {
    let is_other = |meta: std::fs::Metadata| !meta.is_file() && !meta.is_dir();
    is_standard_input(path) || std::fs::metadata(path).is_ok_and(is_other)
}

fn is_standard_input(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns the name of a text from a pipe: that of the pipe, if it has one.
pub fn stream_name(path: &Path) -> String {
    let is_unnamed = ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder));
    match path.file_stem() {
        Some(stem) if !is_unnamed && !is_standard_input(path) => {
            stem.to_string_lossy().into_owned()
        }
        Some(_) | None => NAME.to_owned(),
    }
}

/// Returns the bytes of a text from a pipe, or a refusal if there are too many.
pub fn read_bytes(path: &Path) -> io::Result<Result<Vec<u8>, Refusal>> {
    let mut bytes = Vec::new();
    let limit = MAX_TEXT + 1;
    if is_standard_input(path) {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    }
    let is_text = bytes.len() as u64 <= MAX_TEXT;
    Ok(if is_text { Ok(bytes) } else { Err(Refusal::TooLarge(MAX_TEXT)) })
}
