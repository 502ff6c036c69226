//! Names of outputs. In: the path of a source. Out: the name of a folder's book, or of a single file.

use std::ffi::OsStr;
use std::path::Path;

use super::stream::{is_stream, stream_name};
use crate::diagnostic::{Diagnostic, code, short_quote};
use crate::text::file_names::plain_name;

/// Name of a book whose folder has no name.
const NAMELESS: &str = "book";
/// Files that have the name of their folder: each folder may have one.
const FRONT_FILES: [&str; 5] =
    ["readme.md", "readme.markdown", "index.md", "index.html", "index.htm"];

/// Returns the name of a book at `path`: that of a folder, or of a file without its extension. The first file
/// of a folder, such as a README, has the name of the folder.
pub fn name_of(path: &Path, language: Option<&str>) -> String {
    let name = if is_stream(path) {
        stream_name(path)
    } else if path.is_dir() {
        folder_name(path)
    } else {
        file_name(path)
    };
    match language {
        Some(language) => format!("{name}-{}", language.to_lowercase()),
        None => name,
    }
}

fn folder_name(path: &Path) -> String {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    real.file_name().map_or(NAMELESS.to_owned(), words)
}

fn file_name(path: &Path) -> String {
    let whole = path.file_name().map(words).unwrap_or_default();
    let holder = path.parent().filter(|_| FRONT_FILES.contains(&whole.to_lowercase().as_str()));
    match holder {
        Some(holder) if holder.as_os_str().is_empty() => folder_name(Path::new(".")),
        Some(holder) => folder_name(holder),
        None => path.file_stem().map_or(NAMELESS.to_owned(), words),
    }
}

fn words(name: &OsStr) -> String {
    name.to_string_lossy().into_owned()
}

/// Returns a finding if a name must be changed to become that of a folder of outputs.
pub fn renamed_outputs(name: &str) -> Option<Diagnostic> {
    let plain = plain_name(name);
    (plain != name).then(|| {
        let message = format!("`{}` cannot name a folder on every system", short_quote(name));
        let finding = Diagnostic::global(code::FILE_NAME, message);
        finding.hint(format!("its outputs are written to `{}`", short_quote(&plain)))
    })
}
