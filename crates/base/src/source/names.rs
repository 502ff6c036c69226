//! What outputs are called. In: the path of what is read. Out: the name of a folder's book, or of a
//! single file.

use std::ffi::OsStr;
use std::path::Path;

use super::stream::{is_stream, stream_name};
use crate::diagnostic::{Diagnostic, code, short_quote};
use crate::text::file_names::plain_name;

/// What a book is called whose folder has no name.
const NAMELESS: &str = "book";
/// Files that are called as their folder is: each folder may have one.
const FRONT_FILES: [&str; 5] =
    ["readme.md", "readme.markdown", "index.md", "index.html", "index.htm"];

/// The name of what lies at `path`: that of a folder, or of a file without its extension; one that
/// only says that it is the first of its folder is called as that.
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

/// Names that become those of folders of outputs are told if they cannot be.
pub fn renamed_outputs(name: &str) -> Option<Diagnostic> {
    let plain = plain_name(name);
    (plain != name).then(|| {
        let message = format!("`{}` cannot name a folder on every system", short_quote(name));
        let finding = Diagnostic::global(code::FILE_NAME, message);
        finding.hint(format!("its outputs are written to `{}`", short_quote(&plain)))
    })
}
