//! Names and words as they are shown to a person: on one line, nothing in them steers a terminal.

use std::borrow::Cow;
use std::path::Path;

/// The words with escapes such as `\n` for control characters, and for those that turn the direction of what follows.
pub fn one_line(words: &str) -> Cow<'_, str> {
    if !words.contains(steers) {
        return Cow::Borrowed(words);
    }
    let mut shown = String::with_capacity(words.len() + 8);
    for character in words.chars() {
        match character {
            control if steers(control) => shown.extend(control.escape_default()),
            other => shown.push(other),
        }
    }
    Cow::Owned(shown)
}

/// Whether a character steers a terminal: control characters, and the embeddings, overrides and isolates of bidirectional
/// text, by which words read otherwise than they are.
fn steers(character: char) -> bool {
    character.is_control() || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
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
