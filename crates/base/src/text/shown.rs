//! Names, numbers and errors in words for people who do not program: on one line, and without characters that
//! control a terminal.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Returns `words` with a capital at the beginning.
pub fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the number with its noun: "1 page", "2 pages".
pub fn counted(count: impl Display + PartialEq + From<u8>, noun: &str) -> String {
    if count == 1.into() { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Returns the words with one blank for each run of white space between them.
pub fn single_spaced(words: &str) -> String {
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the words with escapes such as `\n` for control characters, and for those that change the
/// direction of text.
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

/// Reports whether a character controls a terminal: control characters, and the embeddings, overrides and
/// isolates of bidirectional text, which can disguise words.
fn steers(character: char) -> bool {
    character.is_control() || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns a path with the same escapes.
pub fn shown_path(path: &Path) -> String {
    one_line(&path_words(path)).into_owned()
}

/// Returns a path as it is printed: with slashes on every system.
pub fn path_words(path: &Path) -> String {
    let words = path.to_string_lossy();
    if cfg!(windows) { with_slashes(&words) } else { words.into_owned() }
}

/// Returns a path of Windows with slashes, and without the prefix of long paths.
pub fn with_slashes(path: &str) -> String {
    let path = path.replace('\\', "/");
    match (path.strip_prefix("//?/UNC/"), path.strip_prefix("//?/")) {
        (Some(share), _) => format!("//{share}"),
        (None, Some(plain)) => plain.to_owned(),
        (None, None) => path,
    }
}

/// Returns the reason why a file could not be read or written, without the number of the system's error.
pub fn io_words(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "you do not have the right to do this".to_owned(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        ErrorKind::NotADirectory => "a file is where a folder is needed".to_owned(),
        ErrorKind::InvalidData => "it is not text in UTF-8".to_owned(),
        _ => without_number(&error.to_string()),
    }
}

/// Returns the words before ` (os error 2)`.
pub fn without_number(words: &str) -> String {
    words.split(" (os error").next().unwrap_or(words).to_owned()
}

/// Returns the failure and its causes, from the outside in.
pub fn failure_words(error: &anyhow::Error) -> String {
    let causes = error.chain().map(|cause| match cause.downcast_ref() {
        Some(cause) => io_words(cause),
        None => cause.to_string(),
    });
    causes.collect::<Vec<_>>().join(": ")
}
