//! Changes as annotations of GitHub: one for each change that has a place in the later edition.

use super::super::{Change, EditionDiff};
use super::phrases::{ARROW, examples_words, headline, notes, subject_word, summary};
use base::diagnostic::{Annotation, Severity};

/// Returns the changes as annotations; `folder` is that of the later edition, as GitHub knows it.
pub fn diff_annotations(diff: &EditionDiff, folder: &str) -> String {
    let whole = Annotation {
        severity: Severity::Note,
        file: None,
        line: None,
        column: None,
        title: "what changed",
        text: &summary(diff),
    };
    let changes = diff.changes.iter().map(|change| annotation(change, folder) + "\n");
    std::iter::once(format!("{whole}\n")).chain(changes).collect()
}

fn annotation(change: &Change, folder: &str) -> String {
    let title = format!("{} {}", subject_word(change.subject), headline(change, ARROW));
    let mut lines = notes(change);
    if !change.examples.is_empty() {
        let names: Vec<&str> = change.examples.iter().map(|own| own.name.as_str()).collect();
        lines.push(format!("{}: {}", examples_words(&change.examples), names.join(", ")));
    }
    if lines.is_empty() {
        lines.push(title.clone());
    }
    let place = change.new.as_ref();
    let file = place.map(|place| match folder {
        "" | "." => place.file.clone(),
        folder => format!("{folder}/{}", place.file),
    });
    Annotation {
        severity: Severity::Note,
        file: file.as_deref(),
        line: place.map(|place| place.line),
        column: None,
        title: &title,
        text: &lines.join("\n"),
    }
    .to_string()
}
