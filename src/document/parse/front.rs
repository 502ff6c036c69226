//! Front matter: the lines between two `---` at the very top of a Markdown text. In: these lines.
//! Out: the title and the language of the document.

use crate::document::Document;

/// Takes the title and the language; other keys are for other tools.
pub(super) fn read_front_matter(text: &str, document: &mut Document) {
    for (key, value) in text.lines().filter_map(read_front_line) {
        match key {
            "title" => document.title = Some(value.to_owned()),
            "lang" | "language" => document.language = Some(value.to_owned()),
            _ => {}
        }
    }
}

/// A key and its value, if it has one.
fn read_front_line(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let value = value.trim().trim_matches(['"', '\'']);
    (!value.is_empty()).then_some((key.trim(), value))
}
