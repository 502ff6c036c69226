//! What the system says of a file, in words for people who do not program.

use std::io::{self, ErrorKind};

/// Why a file could not be read or written, without the system's numbers.
pub fn io_words(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "you do not have the right to do this".to_owned(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        ErrorKind::NotADirectory => "a file stands where a folder is needed".to_owned(),
        ErrorKind::InvalidData => "it is not text in UTF-8".to_owned(),
        _ => without_number(&error.to_string()),
    }
}

/// The words before ` (os error 2)`.
pub fn without_number(words: &str) -> String {
    words.split(" (os error").next().unwrap_or(words).to_owned()
}

/// What could not be done, and why, from the outside in.
pub fn failure_words(error: &anyhow::Error) -> String {
    let causes = error.chain().map(|cause| match cause.downcast_ref() {
        Some(cause) => io_words(cause),
        None => cause.to_string(),
    });
    causes.collect::<Vec<_>>().join(": ")
}
