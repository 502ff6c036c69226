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
    one_line(&path.to_string_lossy()).into_owned()
}
