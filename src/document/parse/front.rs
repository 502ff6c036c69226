//! Front matter: the lines between two `---` at the very top of a Markdown text. In: these lines.
//! Out: the title and the language of the document.

use crate::document::Document;

/// Takes the title and the language; other keys are for other tools.
pub(super) fn read_front_matter(text: &str, document: &mut Document) {
    for (key, value) in text.lines().filter_map(|line| line.split_once(':')) {
        let value = value.trim().trim_matches(['"', '\'']);
        match key.trim() {
            "title" if !value.is_empty() => document.title = Some(value.to_owned()),
            "lang" | "language" if !value.is_empty() => document.language = Some(value.to_owned()),
            _ => {}
        }
    }
}
