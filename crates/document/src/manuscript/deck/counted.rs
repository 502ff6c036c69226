//! Compares decks with the list of components. In: the data files that list components, and the decks. Out: a
//! finding for each deck whose printed copies differ from the sum of its components.

use std::collections::BTreeMap;

use super::Deck;
use crate::manuscript::after_newlines;
use crate::manuscript::drawn_tables::components::{COUNT, NAME};
use base::diagnostic::{Diagnostic, Findings, code, nearest_name, short_quote};
use base::source::data::{cell_range, csv_reader};
use base::source::map_drawing::data_rows;
use base::source::{Source, SourceId, Sources, Span, is_same_column};

/// Column that names the deck by which components are printed.
pub const DECK: &str = "Deck";

/// Reports decks that print other numbers of cards than the components that name them.
pub fn check_counts(decks: &[Deck], data: &[SourceId], sources: &Sources, findings: &mut Findings) {
    for id in data {
        let Source { path, text, .. } = sources.get(*id);
        let text = data_rows(path, text);
        if let Some(list) = ComponentList::of(&text, *id) {
            list.check(decks, findings);
        }
    }
}

/// A data file with a row for each kind of component, some of which name decks.
struct ComponentList<'t> {
    text: &'t str,
    id: SourceId,
    count: usize,
    deck: usize,
}

/// Sum of the components of a deck, and the place of the first of them.
struct CountedDeck {
    total: usize,
    place: Span,
}

impl<'t> ComponentList<'t> {
    /// Returns the list if the file is one and names decks.
    fn of(text: &'t str, id: SourceId) -> Option<Self> {
        let header = csv_reader(text).headers().cloned().ok()?;
        let find = |name: &str| header.iter().position(|own| is_same_column(own, name));
        find(NAME)?;
        Some(Self { text, id, count: find(COUNT)?, deck: find(DECK)? })
    }

    fn check(&self, decks: &[Deck], findings: &mut Findings) {
        let mut counted: BTreeMap<&str, Option<CountedDeck>> = BTreeMap::new();
        let records: Vec<csv::StringRecord> =
            csv_reader(self.text).into_records().flatten().collect();
        for record in &records {
            let name = record.get(self.deck).unwrap_or_default().trim();
            if name.is_empty() {
                continue;
            }
            let place = self.place(record, self.deck);
            if !decks.iter().any(|deck| deck.name == name) {
                findings.push(unknown_deck(name, decks, place));
                continue;
            }
            let place = self.place(record, self.count);
            let written = record.get(self.count).unwrap_or_default().trim();
            let sum = counted.entry(name).or_insert(Some(CountedDeck { total: 0, place }));
            match written.parse::<usize>() {
                Ok(count) if count <= super::MOST_CARDS => {
                    sum.iter_mut().for_each(|sum| sum.total += count);
                }
                Ok(_) | Err(_) => {
                    findings.push(no_count(name, written, place));
                    *sum = None;
                }
            }
        }
        for deck in decks.iter().filter(|deck| !deck.cards.is_empty()) {
            let printed: usize = deck.cards.iter().map(|card| card.count).sum();
            if let Some(Some(sum)) = counted.get(deck.name.as_str())
                && sum.total != printed
            {
                findings.push(other_count(deck, printed, sum));
            }
        }
    }

    fn place(&self, record: &csv::StringRecord, column: usize) -> Span {
        let start = record.position().map_or(0, |at| at.byte() as usize);
        let start = after_newlines(self.text, start);
        Span::new(self.id, cell_range(self.text, start, column))
    }
}

fn unknown_deck(name: &str, decks: &[Deck], place: Span) -> Diagnostic {
    let names: Vec<&str> = decks.iter().map(|deck| deck.name.as_str()).collect();
    let message = format!("`{}` is not a deck of this book", short_quote(name));
    let hint = match nearest_name(name, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if names.is_empty() => "add a table [deck.NAME] to book.toml".to_owned(),
        None => format!("the decks are {}", short_quote(&names.join(", "))),
    };
    Diagnostic::at(code::BAD_DATA, place, message).hint(hint)
}

fn no_count(deck: &str, written: &str, place: Span) -> Diagnostic {
    let (deck, written) = (short_quote(deck), short_quote(written));
    let message = format!("`{written}` cards cannot be counted against the deck `{deck}`");
    Diagnostic::at(code::BAD_DATA, place, message)
        .hint("write a number, or leave the column `Deck` of this row empty")
}

fn other_count(deck: &Deck, printed: usize, sum: &CountedDeck) -> Diagnostic {
    let (name, total) = (short_quote(&deck.name), sum.total);
    let message =
        format!("the deck `{name}` prints {printed} cards, but its components are {total}");
    let hint = "fix the counts, or name every column of copies: count = [\"Copies\", \"Start\"]";
    Diagnostic::at(code::BAD_DATA, sum.place, message).hint(hint)
}
