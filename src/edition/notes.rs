//! Notes of CHANGES.md. In: the notes of the later edition, and the changes. Out: each note at its change,
//! and findings for notes without a change.

use super::{Change, EditionDiff};
use base::diagnostic::{Diagnostic, code};
use document::address::slug;
use document::{ChangeNote, Manuscript};

/// Maximum number of places in a hint.
const MOST_NAMED: usize = 8;

/// Gives each change the first note about it.
pub fn place_notes(changes: &mut [Change], notes: &[ChangeNote]) {
    for note in notes {
        if let Some(change) = change_of(changes, note) {
            let change = &mut changes[change];
            change.why.get_or_insert_with(|| note.why.clone());
        }
    }
}

/// Returns the change for a note: by anchor or name, or else one in the section of that anchor.
fn change_of(changes: &[Change], note: &ChangeNote) -> Option<usize> {
    let wanted = note.anchor.as_str();
    let is_own = |change: &Change| {
        change.anchor.as_deref() == Some(wanted)
            || change.name == wanted
            || slug(&change.name) == wanted
    };
    let is_inside = |change: &Change| {
        let places = change.new.iter().chain(&change.old);
        places.into_iter().any(|place| place.anchor == wanted)
    };
    changes.iter().position(is_own).or_else(|| changes.iter().position(is_inside))
}

/// Returns findings for the notes about the later edition that fit no change.
pub fn report_lost_notes(diff: &EditionDiff, manuscript: &Manuscript) -> Vec<Diagnostic> {
    let notes = &manuscript.change_notes;
    let edition = manuscript.manifest.edition.as_deref();
    let is_named = |note: &ChangeNote| note.edition.as_deref() == edition;
    // Notes under the titles of other editions are about earlier changes.
    let all = edition.is_none() || !notes.iter().any(is_named);
    let lost = notes.iter().filter(|note| all || is_named(note));
    let lost = lost.filter(|note| change_of(&diff.changes, note).is_none());
    lost.map(|note| lost_note(note, diff)).collect()
}

fn lost_note(note: &ChangeNote, diff: &EditionDiff) -> Diagnostic {
    let message = format!("nothing changed at `#{}` since `{}`", note.anchor, diff.old.asked);
    let mut known: Vec<String> = Vec::new();
    for anchor in diff.changes.iter().filter_map(|change| change.anchor.as_ref()) {
        let named = format!("#{anchor}");
        if !known.contains(&named) {
            known.push(named);
        }
    }
    let hint = match known.len() {
        0 => "delete the note".to_owned(),
        1..=MOST_NAMED => format!("delete the note, or name what changed: {}", known.join(", ")),
        _ => format!(
            "delete the note, or name what changed: {}, ...; `rulepress diff {}` lists all",
            known[..MOST_NAMED].join(", "),
            diff.old.asked
        ),
    };
    Diagnostic::at(code::LOST_NOTE, note.span, message).hint(hint)
}
