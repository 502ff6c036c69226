//! Changes as one page for a browser, complete in itself. Its template is `templates/web/changes.html`.

use anyhow::Result;
use serde_json::{Value, json};

use super::super::{Change, EditionDiff, ExampleChange, Mark, MarkedWords, Subject};
use super::phrases::{
    ARROW, difference_words, first_words, groups, headline, notes, part_words, range_words,
    source_words, subject_word, summary,
};
use crate::web;
use base::text::counted;
use base::theme::Palette;

/// Returns the changes, as a page in the language and the colours of the book.
///
/// # Errors
/// If the template cannot be filled.
pub fn diff_page(diff: &EditionDiff, language: &str, palette: &Palette) -> Result<String> {
    let groups: Vec<Value> = groups(diff)
        .into_iter()
        .map(|(title, changes)| {
            let changes: Vec<Value> = changes.into_iter().map(change_value).collect();
            json!({ "title": title, "changes": changes })
        })
        .collect();
    let numbers = diff.renumbered.iter().map(|run| {
        json!({
            "old": range_words(&run.old, run.old_last.as_deref()),
            "new": range_words(&run.new, run.new_last.as_deref()),
            "title": run.title,
        })
    });
    let values = json!({
        "language": language,
        "title": format!("What changed: {}", diff.book),
        "book": Value::Null,
        "summary": summary(diff),
        "groups": groups,
        "numbers": numbers.collect::<Vec<_>>(),
    });
    web::fill_page("changes.html", &values, palette)
}

fn change_value(change: &Change) -> Value {
    let is_one_value = matches!(change.subject, Subject::Value | Subject::Reading);
    let parts = change.parts.iter().filter(|_| !is_one_value).map(|part| {
        let (name, words) = part_words(change.subject, part);
        json!({ "name": name, "words": words_value(&words) })
    });
    let number = |place: &Option<super::super::ChangePlace>| {
        place.as_ref().map(|place| place.address.clone()).unwrap_or_default()
    };
    let changed = change.words.iter().any(|run| run.mark != Mark::Same);
    json!({
        "kind": subject_word(change.subject),
        "headline": headline(change, ARROW),
        "source": source_words(change),
        "old": number(&change.old),
        "new": number(&change.new),
        "words": if changed { words_value(&change.words) } else { json!([]) },
        "parts": parts.collect::<Vec<_>>(),
        "notes": notes(change),
        "changes": counted(change.examples.len(), "example"),
        "examples": change.examples.iter().map(example_value).collect::<Vec<_>>(),
    })
}

fn example_value(example: &ExampleChange) -> Value {
    let (step, words) = first_words(example).unwrap_or_default();
    json!({
        "name": example.name,
        "title": example.title,
        "what": difference_words(example),
        "step": step,
        "words": words_value(&words),
        "note": example.note,
    })
}

/// Returns runs of words with their marks; a blank at the beginning of a run has no mark.
fn words_value(words: &[MarkedWords]) -> Value {
    let mut runs = Vec::new();
    for run in words {
        let mark = match run.mark {
            Mark::Same => "",
            Mark::Old => "del",
            Mark::New => "ins",
        };
        let said = if mark.is_empty() { run.text.as_str() } else { run.text.trim_start() };
        let blank = &run.text[..run.text.len() - said.len()];
        if !blank.is_empty() {
            runs.push(json!({ "mark": "", "text": blank }));
        }
        runs.push(json!({ "mark": mark, "text": said }));
    }
    runs.into()
}
