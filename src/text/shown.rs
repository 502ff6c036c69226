//! Names and words as they are shown to a person: on one line, nothing in them steers a terminal.

use std::borrow::Cow;
use std::path::Path;

/// The words with escapes such as `\n` for control characters.
pub fn one_line(words: &str) -> Cow<'_, str> {
    if !words.contains(char::is_control) {
        return Cow::Borrowed(words);
    }
    let mut shown = String::with_capacity(words.len() + 8);
    for character in words.chars() {
        match character {
            control if control.is_control() => shown.extend(control.escape_default()),
            other => shown.push(other),
        }
    }
    Cow::Owned(shown)
}

/// A path with the same escapes.
pub fn shown_path(path: &Path) -> String {
    one_line(&path_words(path)).into_owned()
}

/// A path as it is printed: with slashes on every system.
pub fn path_words(path: &Path) -> String {
    let words = path.to_string_lossy();
    if cfg!(windows) { with_slashes(&words) } else { words.into_owned() }
}

/// A path of Windows with slashes, and without the mark that long paths begin with.
pub fn with_slashes(path: &str) -> String {
    let path = path.replace('\\', "/");
    match (path.strip_prefix("//?/UNC/"), path.strip_prefix("//?/")) {
        (Some(share), _) => format!("//{share}"),
        (None, Some(plain)) => plain.to_owned(),
        (None, None) => path,
    }
}
