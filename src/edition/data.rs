//! Compares data files of two editions. In: the files that both books list. Out: rows that are new, gone,
//! renamed or changed, field by field; a row that a deck prints is a card.

use super::passages::Places;
use super::tables::{CellText, TableText, compare_tables};
use super::words::{all_marked, is_same, likeness, marked, words_of_text};
use super::{Change, ChangePlace, How, Mark, PartChange, Subject};
use crate::pipeline::PlayedBook;
use base::source::data::csv_reader;
use base::source::{SourceId, is_data_file};
use rules::places::sentences::normal_words;

/// Smallest likeness of two texts, from 0 to 1, for a comparison word by word.
const LEAST_ALIKE: f64 = 0.4;

/// A data file of an edition.
struct DataText<'a> {
    /// Its path in the folder of the book.
    name: String,
    id: SourceId,
    places: Places<'a>,
    /// For the file of a deck: the column with the names of its cards, if there is one.
    cards: Option<Option<String>>,
}

/// Returns the changes in the data files of two editions.
pub fn data_changes(old: &PlayedBook, new: &PlayedBook) -> Vec<Change> {
    let (mut gone, files) = (data_texts(old), data_texts(new));
    let mut changes = Vec::new();
    let mut unknown = Vec::new();
    for file in files {
        match gone.iter().position(|was| was.name == file.name) {
            Some(at) => changes.extend(file_changes(&gone.remove(at), &file)),
            None => unknown.push(file),
        }
    }
    for file in unknown {
        // A file with the columns of one that is gone is that file under a new name.
        match gone.iter().position(|was| was.is_same_kind(&file)) {
            Some(at) => changes.extend(file_changes(&gone.remove(at), &file)),
            None => changes.push(Change { new: Some(file.place(0)), ..file.change(How::Added) }),
        }
    }
    changes.extend(
        gone.iter().map(|file| Change { old: Some(file.place(0)), ..file.change(How::Removed) }),
    );
    changes
}

fn data_texts(book: &PlayedBook) -> Vec<DataText<'_>> {
    let PlayedBook { manuscript, sources, .. } = book;
    let folder = &manuscript.folder;
    let text = |id: &SourceId| {
        let places = Places { sources, folder };
        let name = places.file(&sources.get(*id).path);
        let decks = manuscript.manifest.deck.values();
        let deck = decks.into_iter().find(|deck| *deck.data.get_ref() == name);
        DataText { name, id: *id, places, cards: deck.map(|deck| deck.name.clone()) }
    };
    manuscript.data.iter().map(text).collect()
}

impl DataText<'_> {
    fn text(&self) -> &str {
        &self.places.sources.get(self.id).text
    }

    /// Returns the place of a byte of it.
    fn place(&self, byte: usize) -> ChangePlace {
        let line = self.places.sources.get(self.id).position(byte).0;
        ChangePlace { file: self.name.clone(), line, ..ChangePlace::default() }
    }

    fn change(&self, how: How) -> Change {
        Change { subject: Subject::Data, how, name: self.name.clone(), ..Change::default() }
    }

    fn is_table(&self) -> bool {
        is_data_file(std::path::Path::new(&self.name))
    }

    fn is_same_kind(&self, other: &Self) -> bool {
        let columns = |text: &Self| text.table().0.columns;
        match (self.is_table(), other.is_table()) {
            (true, true) => columns(self) == columns(other),
            (false, false) => self.text() == other.text(),
            _ => false,
        }
    }

    /// Returns its rows, and the byte at which each begins.
    fn table(&self) -> (TableText, Vec<usize>) {
        let mut reader = csv_reader(self.text());
        let header = reader.headers().cloned().unwrap_or_default();
        let columns: Vec<String> = header.iter().map(|name| name.trim().to_owned()).collect();
        let named = self.cards.as_ref().and_then(Option::as_deref);
        let name = columns.iter().position(|column| Some(column.as_str()) == named).unwrap_or(0);
        let (mut rows, mut starts) = (Vec::new(), Vec::new());
        for record in reader.records().flatten() {
            starts.push(record.position().map_or(0, |at| at.byte() as usize));
            rows.push(record.iter().map(cell_text).collect());
        }
        (TableText { columns, name, rows }, starts)
    }
}

fn cell_text(cell: &str) -> CellText {
    let text = cell.trim();
    CellText { text: text.to_owned(), key: normal_words(text) }
}

fn file_changes(old: &DataText<'_>, new: &DataText<'_>) -> Vec<Change> {
    if old.text() == new.text() {
        return Vec::new();
    }
    if !new.is_table() {
        return text_change(old, new).into_iter().collect();
    }
    let ((before, old_starts), (after, new_starts)) = (old.table(), new.table());
    let table = compare_tables(&before, &after);
    let subject = if new.cards.is_some() { Subject::Card } else { Subject::Data };
    let mut changes = Vec::new();
    if !table.columns.is_empty() || table.reordered {
        let how = if table.columns.is_empty() { How::Reordered } else { How::Changed };
        let places = (Some(old.place(0)), Some(new.place(0)));
        let parts = table.columns.clone();
        changes.push(Change { old: places.0, new: places.1, parts, ..new.change(how) });
    }
    // A column that is new or gone is reported once, not for each row.
    let is_told = |part: &PartChange| {
        table.columns.iter().any(|column| column.new.as_ref() == Some(&part.name))
    };
    for row in table.rows {
        let (was, is) = row.rows;
        let place = |text: &DataText<'_>, starts: &[usize], row: Option<usize>| {
            row.and_then(|row| starts.get(row)).map(|start| text.place(*start))
        };
        let mut parts = row.parts;
        if matches!(row.how, How::Changed) {
            parts.retain(|part| !is_told(part));
        }
        if parts.is_empty() && row.how == How::Changed {
            continue;
        }
        changes.push(Change {
            subject,
            how: row.how,
            name: row.name,
            old: place(old, &old_starts, was),
            new: place(new, &new_starts, is),
            parts,
            ..Change::default()
        });
    }
    changes
}

/// Compares files that are no tables, such as maps, as words.
fn text_change(old: &DataText<'_>, new: &DataText<'_>) -> Option<Change> {
    let lines = |text: &DataText<'_>| -> Vec<String> {
        text.text().lines().map(|line| line.trim_end().to_owned()).collect()
    };
    let (before, after) = (lines(old), lines(new));
    let differs = |at: &usize| before.get(*at) != after.get(*at);
    let first = (0..before.len().max(after.len())).find(differs)?;
    let mut parts = Vec::new();
    for at in (first..before.len().max(after.len())).filter(differs) {
        let line = |lines: &[String]| lines.get(at).cloned();
        let name = format!("line {}", at + 1);
        parts.push(PartChange { name, old: line(&before), new: line(&after) });
    }
    let place = |text: &DataText<'_>| ChangePlace { line: first + 1, ..text.place(0) };
    let (old, place) = (Some(place(old)), Some(place(new)));
    Some(Change { old, new: place, parts, ..new.change(How::Changed) })
}

/// Compares the words of one field.
pub fn field_words(part: &PartChange) -> Vec<super::MarkedWords> {
    let words = |text: &Option<String>| words_of_text(text.as_deref().unwrap_or_default());
    let (old, new) = (words(&part.old), words(&part.new));
    match (old.is_empty(), new.is_empty()) {
        (true, _) => all_marked(Mark::New, &new),
        (_, true) => all_marked(Mark::Old, &old),
        _ if is_same(&old, &new) => all_marked(Mark::Same, &new),
        _ if likeness(&old, &new) < LEAST_ALIKE => {
            [all_marked(Mark::Old, &old), all_marked(Mark::New, &new)].concat()
        }
        _ => marked(&old, &new),
    }
}
