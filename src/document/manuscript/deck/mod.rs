//! Decks: rows of a data file as cards. In: `[deck.NAME]` of book.toml and its data. Out: cards, or
//! what is wrong by row and column.

mod row;

use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, Findings, code, short_quote};
use crate::document::Inline;
use crate::source::manifest::{DeckFields, Manifest};
use crate::source::{self, SourceId, Sources, Span};
use row::DeckColumns;

/// The most cards that the decks of a book may have, copies counted.
pub const MOST_CARDS: usize = 10_000;

/// A deck of cards.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Deck {
    /// Its name in book.toml.
    pub name: String,
    /// What is printed on the backs.
    pub title: String,
    /// Name of the size of its cards.
    pub size: Option<String>,
    /// In the order of the rows.
    pub cards: Vec<DeckCard>,
}

/// A row of the data, printed `count` times.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeckCard {
    /// What it is called.
    pub name: Vec<Inline>,
    /// What it costs.
    pub cost: String,
    /// Its type line.
    pub kind: Vec<Inline>,
    /// Its paragraphs.
    pub text: Vec<Vec<Inline>>,
    /// Names and values below the text.
    pub stats: Vec<(String, String)>,
    /// What it belongs to; cards of one group have one colour and one mark.
    pub group: String,
    /// How many are printed.
    pub count: usize,
    /// Its row.
    pub span: Span,
}

/// The decks that `manifest` asks for.
pub(super) fn read_decks(
    manifest: &Manifest,
    book: &str,
    sources: &Sources,
    data: &[(String, SourceId)],
    findings: &mut Findings,
) -> Vec<Deck> {
    let mut decks = Vec::new();
    let mut total = 0;
    for (name, fields) in &manifest.deck {
        let place = manifest.place(&fields.data);
        let path = source::relative_path(&format!("{book}/book.toml"), fields.data.get_ref());
        let Some((_, id)) = data.iter().find(|(known, _)| Some(known) == path.as_ref()) else {
            let message = format!(
                "the deck `{name}` is made of `{}`, which is no data file",
                short_quote(fields.data.get_ref())
            );
            let finding =
                Diagnostic { span: place, ..Diagnostic::global(code::BOOK_FILE, message) };
            findings.push(finding.hint("list it under `data` in book.toml"));
            continue;
        };
        let title = fields
            .title
            .clone()
            .unwrap_or_else(|| manifest.title.clone().unwrap_or_else(|| name.clone()));
        let mut deck =
            Deck { name: name.clone(), title, size: fields.size.clone(), cards: Vec::new() };
        if let Some(columns) = DeckColumns::of(fields, sources, *id, place, findings) {
            fill_deck(&mut deck, &columns, &mut total, findings);
        }
        decks.push(deck);
    }
    decks
}

/// Fills a deck row by row, until there are too many cards.
fn fill_deck(
    deck: &mut Deck,
    columns: &DeckColumns<'_>,
    total: &mut usize,
    findings: &mut Findings,
) {
    let mut names = std::collections::BTreeMap::new();
    for record in columns.rows() {
        let Some(card) = columns.card(&record, findings) else { continue };
        *total += card.count;
        if *total > MOST_CARDS {
            let message = format!(
                "row {} is where the decks come to more than {MOST_CARDS} cards",
                record.row
            );
            findings.push(
                Diagnostic::at(code::TOO_LARGE, card.span, message)
                    .hint("make several books of it"),
            );
            deck.cards.clear();
            return;
        }
        let name = crate::document::plain_text(&card.name);
        if let Some((row, first)) = names.get(&name) {
            let message = format!(
                "row {} and row {row}, column `{}`: two cards are called `{}`",
                record.row,
                columns.name(),
                short_quote(&name)
            );
            let finding = Diagnostic::at(code::DOUBLED_CARD, card.span, message)
                .related(*first, "the first one");
            findings.push(
                finding
                    .hint("give one of them another name, or write how many there are in one row"),
            );
        } else {
            names.insert(name, (record.row, card.span));
        }
        deck.cards.push(card);
    }
    if deck.cards.is_empty() && findings.count(crate::diagnostic::Severity::Error) == 0 {
        let message = format!("the deck `{}` has no cards", deck.name);
        let finding = Diagnostic::at(code::EMPTY_DECK, columns.header(), message);
        findings.push(finding.hint("see `where` of the deck in book.toml"));
    }
}

/// The fields that say which columns a deck uses; those that are not given are looked for by their
/// usual names.
fn usual_columns(field: &str) -> &'static [&'static str] {
    match field {
        "name" => &["Card", "Name", "Title"],
        "cost" => &["Cost"],
        "type" => &["Type", "Subtype"],
        "text" => &["Keywords", "Text", "Effect", "Rules"],
        "count" => &["Copies", "Count", "Quantity", "Number"],
        _ => &[],
    }
}

/// What book.toml says about a field of a deck.
fn asked_columns(fields: &DeckFields, field: &str) -> Option<Vec<String>> {
    match field {
        "name" => fields.name.clone().map(|name| vec![name]),
        "cost" => fields.cost.clone().map(|name| vec![name]),
        "count" => fields.count.clone().map(|name| vec![name]),
        "group" => fields.group.clone().map(|name| vec![name]),
        "type" => fields.kind.as_ref().map(crate::source::manifest::OneOrMany::words),
        "text" => fields.text.as_ref().map(crate::source::manifest::OneOrMany::words),
        _ => fields.stats.as_ref().map(crate::source::manifest::OneOrMany::words),
    }
}
