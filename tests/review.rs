//! `review`: waiting changes are reported at their cause, with old and new side by side, and only
//! those that somebody looked at are accepted.

mod accept;
mod causes;
#[cfg(target_os = "linux")]
mod terminal;

use crate::common::{Folder, Ran};

/// The book that `new` makes, with a second example; everything is accepted.
pub(crate) fn garden(name: &str) -> Folder {
    let folder = Folder::new(name);
    assert_eq!(run(&folder, &["new", "moon"]).code, Some(0));
    let second = "title = \"A quiet turn\"\nplay = \"#turn\"\nseed = 5\n";
    folder.write("moon/examples/quiet.toml", second);
    run(&folder, &["accept", "moon"]).ended(0);
    assert_eq!(run(&folder, &["review", "moon"]).code, Some(0));
    folder
}

/// Replaces words that occur once in a file.
pub(crate) fn change(folder: &Folder, file: &str, from: &str, to: &str) {
    let text = folder.text(file);
    assert_eq!(text.matches(from).count(), 1, "{file}: `{from}` stands there once");
    folder.write(file, text.replace(from, to));
}

/// Changes a number of the rules, so that both examples take longer.
pub(crate) fn change_number(folder: &Folder) {
    change(folder, "moon/02-turn.md", "[6]{=enough}", "[8]{=enough}");
}

/// Words of a rule change, and its function does not.
pub(crate) fn change_words(folder: &Folder) {
    change(
        folder,
        "moon/02-turn.md",
        "put the fireflies of the meadow into",
        "lay the fireflies of the meadow into",
    );
}

pub(crate) fn run(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.run(arguments)
}

/// Returns all files of the book with their content.
pub(crate) fn files(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let entries = walkdir::WalkDir::new(folder.path().join("moon")).sort_by_file_name();
    let files = entries.into_iter().flatten().filter(|entry| entry.file_type().is_file());
    let read = files.map(|entry| {
        let bytes = std::fs::read(entry.path()).expect("it can be read");
        (entry.path().to_string_lossy().into_owned(), bytes)
    });
    read.collect()
}
