//! Opens a place in the author's editor: `$VISUAL`, else `$EDITOR`.

use std::process::Command;

use crate::edition::review::ReviewPlace;

/// Editors that take a place as one word, and the option before it.
const WITH_PLACE: [(&str, &str); 3] = [("code", "-g"), ("codium", "-g"), ("subl", "")];

/// Opens the place and waits until the editor ends; returns false if no editor is known or it cannot be
/// started.
pub fn open_place(place: &ReviewPlace) -> bool {
    let asked = ["VISUAL", "EDITOR"].into_iter().filter_map(|name| std::env::var(name).ok());
    let Some(editor) = asked.into_iter().find(|editor| !editor.trim().is_empty()) else {
        return false;
    };
    let mut words = editor.split_whitespace();
    let Some(program) = words.next() else { return false };
    let mut command = Command::new(program);
    command.args(words);
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    match WITH_PLACE.iter().find(|(known, _)| *known == name.trim_end_matches(".exe")) {
        Some((_, option)) => {
            command.args(Some(option).filter(|option| !option.is_empty()));
            command.arg(format!("{}:{}", place.file, place.line));
        }
        None => {
            command.arg(format!("+{}", place.line)).arg(&place.file);
        }
    }
    command.status().is_ok_and(|status| status.success())
}
