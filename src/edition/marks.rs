//! Marks for the rulebook of the later edition. In: the paired passages of two editions. Out: the places of
//! everything that is new, reworded, moved or shows a changed value, and the words of it that are new.

use std::collections::BTreeSet;

use super::passages::{Passage, PassageKind};
use super::rules::PairedText;
use super::tables::compare_tables;
use super::words::{Word, WordPiece, new_words};
use super::{charts, words};
use press::book::ChangeMarks;

/// Returns the marks of the text.
pub fn text_marks(text: PairedText<'_, '_>) -> ChangeMarks {
    let mut marks = ChangeMarks::default();
    let reordered: BTreeSet<usize> = text.reordered_passages();
    for (at, passage) in text.new.all.iter().enumerate() {
        let Some(was) = text.pairs.old_of[at] else {
            mark_passage(passage, &mut marks);
            // In a new section a passage has only a bar.
            if !text.is_in_new_section(passage) {
                mark_new(&passage.term, &mut marks);
                mark_new(&passage.words, &mut marks);
            }
            continue;
        };
        if text.is_moved(at) || (reordered.contains(&at) && !is_title(passage)) {
            let whole = text.new.whole(at).into_iter();
            whole.for_each(|inner| mark_passage(&text.new.all[inner], &mut marks));
        }
        mark_changed(&text.old.all[was], passage, &mut marks);
        if reordered.contains(&at) {
            mark_passage(passage, &mut marks);
        }
    }
    marks
}

fn is_title(passage: &Passage) -> bool {
    matches!(passage.kind, PassageKind::Title)
}

/// Marks a passage if it has changed.
fn mark_changed(old: &Passage, new: &Passage, marks: &mut ChangeMarks) {
    match (&old.kind, &new.kind) {
        (PassageKind::Chart(before), PassageKind::Chart(after)) => {
            if !charts::chart_parts(before, after).is_empty() {
                mark_passage(new, marks);
            }
        }
        (PassageKind::Table(before), PassageKind::Table(after)) => {
            if compare_tables(before, after).reordered {
                mark_passage(new, marks);
            }
            // Rows that changed have a bar.
            new_words(&old.words, &new.words).for_each(|run| {
                mark_bar(run, marks);
                mark_new(run, marks);
            });
            mark_values(&new.words, marks);
        }
        _ => {
            let shows = new.words.iter().any(Word::is_changed_value);
            if shows || !words::is_same(&old.words, &new.words) {
                mark_passage(new, marks);
                new_words(&old.words, &new.words).for_each(|run| mark_new(run, marks));
                mark_values(&new.words, marks);
            }
        }
    }
}

impl PairedText<'_, '_> {
    fn is_in_new_section(self, passage: &Passage) -> bool {
        let mut parent = passage.parent;
        while let Some(at) = parent {
            let around = &self.new.all[at];
            if matches!(around.kind, PassageKind::Title) {
                return self.pairs.old_of[at].is_none();
            }
            parent = around.parent;
        }
        false
    }
}

fn mark_values(passage: &[Word], marks: &mut ChangeMarks) {
    for value in passage.iter().filter(|word| word.is_changed_value()) {
        mark_new(std::slice::from_ref(value), marks);
    }
}

/// Puts a bar beside a passage.
fn mark_passage(passage: &Passage, marks: &mut ChangeMarks) {
    if matches!(passage.kind, PassageKind::Chart(_)) {
        marks.charts.insert(passage.span, passage.anchor.clone());
    }
    mark_bar(&passage.term, marks);
    mark_bar(&passage.words, marks);
}

/// Puts a bar beside all runs of these words.
fn mark_bar(words: &[Word], marks: &mut ChangeMarks) {
    for piece in words.iter().flat_map(|word| &word.pieces) {
        marks.runs.entry(piece.span).or_default();
    }
}

/// Marks these words as new, and the blanks between them.
fn mark_new(words: &[Word], marks: &mut ChangeMarks) {
    for WordPiece { span, bytes } in words.iter().flat_map(|word| &word.pieces) {
        let new = marks.runs.entry(*span).or_default();
        let is_joined = |last: &std::ops::Range<u32>| {
            last.end <= bytes.start && words.len() > 1 && bytes.start - last.end <= MOST_BETWEEN
        };
        match new.last_mut() {
            Some(last) if is_joined(last) => last.end = bytes.end,
            _ => new.push(bytes.clone()),
        }
    }
}

/// Most bytes between two words that are marked as one: blanks and line ends.
const MOST_BETWEEN: u32 = 2;
