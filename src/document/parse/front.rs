//! Front matter: the lines between two `---` at the very top.

use crate::document::Document;

/// Takes the title and the language; other keys are for other tools.
pub(super) fn read_front_matter(text: &str, document: &mut Document) {
    for line in text.lines() {
        let Some((key, value)) = line.split_once(':') else { continue };
        let value = value.trim().trim_matches(['"', '\'']).to_owned();
        match key.trim() {
            "title" if !value.is_empty() => document.title = Some(value),
            "lang" | "language" if !value.is_empty() => document.language = Some(value),
            _ => {}
        }
    }
}
