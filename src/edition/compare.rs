//! Compares two editions of a book: first each part, then the examples, and last which change makes which
//! example differ.

use super::causes::{CauseSearch, EarlierPlays};
use super::code::{EditionRules, function_changes, place_functions, word_changes};
use super::data::data_changes;
use super::examples::{PlayedExamples, example_changes};
use super::manifest::manifest_changes;
use super::marks::text_marks;
use super::notes::place_notes;
use super::numbers::number_changes;
use super::pairs::pair_passages;
use super::passages::collect_passages;
use super::rules::{PairedText, text_changes};
use super::used::used_changes;
use super::values::{ShownText, changed_values, value_changes};
use super::{
    Change, EditionDiff, EditionName, ExampleChange, ExampleDifference, How, NumberChange, Subject,
};
use crate::pipeline::PlayedBook;
use document::Manuscript;
use press::book::ChangeMarks;
use rules::executor::Executor;

/// An edition of a book.
#[derive(Debug, Clone, Copy)]
pub struct NamedEdition<'a> {
    /// Its name on the command line.
    pub name: &'a str,
    /// The book.
    pub book: &'a PlayedBook,
}

/// Returns the changes from the edition `old` to the edition `new`; `executor` plays examples again to find
/// the causes of their differences.
pub fn compare_editions(
    old: NamedEdition<'_>,
    new: NamedEdition<'_>,
    executor: &dyn Executor,
) -> EditionDiff {
    let (old_name, new_name) = (old.name, new.name);
    let (old, new) = (old.book, new.book);
    let BookChanges { mut changes, renumbered, mut marks } = book_changes(old, new);
    let mut unexplained = Vec::new();
    if let (Some(before), Some(after)) = (&old.rules, &new.rules) {
        let examples = example_changes(played(old), played(new));
        let named = |name: &str| {
            let mut examples = old.examples.iter();
            let example = examples.find(|example| example.scenario.name == name);
            example.map(|example| &example.played)
        };
        let earlier = EarlierPlays { program: &before.program, named: &named, is_whole: true };
        let search = CauseSearch { earlier, new, rules: after, executor };
        unexplained = search.attribute(examples.open, &mut changes);
        changes.extend(examples.changes);
    }
    for change in &mut changes {
        change.examples.sort_by_key(|example| example.what);
    }
    if !unexplained.is_empty() {
        changes.push(Change {
            subject: Subject::Unexplained,
            how: How::Changed,
            examples: unexplained,
            ..Change::default()
        });
    }
    let examples = changes.iter().flat_map(|change| &change.examples);
    let is_told = |example: &&ExampleChange| example.what != ExampleDifference::Table;
    marks.examples = examples.filter(is_told).map(|example| example.name.clone()).collect();
    let own = changes.iter().filter(|own| own.subject == Subject::Example && own.how == How::Added);
    marks.examples.extend(own.map(|change| change.name.clone()));
    place_notes(&mut changes, &new.manuscript.change_notes);
    EditionDiff {
        book: new.manuscript.title().to_owned(),
        old: edition_name(&old.manuscript, old_name),
        new: edition_name(&new.manuscript, new_name),
        changes,
        renumbered,
        marks,
    }
}

/// Changes of a book, without those of its examples.
pub struct BookChanges {
    /// Each change once.
    pub changes: Vec<Change>,
    renumbered: Vec<NumberChange>,
    marks: ChangeMarks,
}

/// Compares two editions, except their examples.
pub fn book_changes(old: &PlayedBook, new: &PlayedBook) -> BookChanges {
    let values = changed_values(&old.manuscript.values, &new.manuscript.values);
    let before = collect_passages(&old.manuscript, &old.sources, &values);
    let after = collect_passages(&new.manuscript, &new.sources, &values);
    let pairs = pair_passages(&before, &after);
    let (reading, now) =
        (&old.manuscript.manifest.options.reading, &new.manuscript.manifest.options.reading);
    let reread = reading != now;
    let text = PairedText { old: &before, new: &after, pairs: &pairs, reread };
    let mut found = text_changes(text);
    let renumbered = number_changes(text, &found.told);
    let marks = text_marks(text);

    let mut changes = manifest_changes(old, new, found.reread);
    let was = ShownText { manuscript: &old.manuscript, passages: &before };
    let is = ShownText { manuscript: &new.manuscript, passages: &after };
    found.changes.extend(value_changes(&values, was, is));
    found.changes.sort_by_key(|(at, change)| (change.subject != Subject::Value, *at));
    changes.extend(found.changes.into_iter().map(|(_, change)| change));
    changes.extend(data_changes(old, new));
    if let (Some(before), Some(after)) = (&old.rules, &new.rules) {
        let was = EditionRules { rules: before, sources: &old.sources };
        let is = EditionRules { rules: after, sources: &new.sources };
        place_functions(function_changes(was, is), &mut changes);
        changes.extend(used_changes(was, is));
        changes.extend(word_changes(was, is));
    }
    BookChanges { changes, renumbered, marks }
}

fn played(book: &PlayedBook) -> PlayedExamples<'_> {
    PlayedExamples {
        examples: &book.examples,
        sources: &book.sources,
        words: book.rules.as_ref().map(|rules| &rules.words),
        files: book.rules.as_ref().map(|rules| rules.files.as_slice()).unwrap_or_default(),
    }
}

fn edition_name(manuscript: &Manuscript, asked: &str) -> EditionName {
    EditionName {
        asked: asked.to_owned(),
        edition: manuscript.manifest.edition.clone(),
        date: manuscript.manifest.date.map(|date| date.to_string()),
    }
}
