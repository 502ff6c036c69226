//! Decks: rows of a data file as cards. In: `[deck.NAME]` of book.toml and its data. Out: cards, or findings
//! by row and column.

mod columns;
mod counted;
mod lettering;
mod row;
mod style;
mod unprinted;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::find_data_file;
use super::icons::BookIcons;
use crate::{Inline, plain_text};
use base::diagnostic::{Diagnostic, Findings, Severity, code, short_quote};
use base::source::deck_style::ArtColumn;
use base::source::manifest::{DeckFields, Manifest};
use base::source::{SourceId, Sources, Span, columns_of_deck, path_below};
use base::text::file_names::{NameFault, name_fault};
use columns::DeckColumns;
pub(crate) use counted::{DECK, check_counts};
pub(crate) use row::{DeckRow, copies, typographic_quotes};
use style::StyleContext;
pub use style::{CardArt, CardBack, CardColour, CardStyle, WordMark};
pub(crate) use style::{parse_art, parse_colour, unknown_colour};
pub use unprinted::report_unprinted_data;

/// Thicknesses that a deck can have, in millimetres.
const THICKNESSES: std::ops::RangeInclusive<f64> = 1.0..=500.0;
/// Most cards that the decks of a book may have, copies included.
pub const MOST_CARDS: usize = 10_000;

/// A deck of cards.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Deck {
    /// Name in book.toml.
    pub name: String,
    /// Title, printed on the backs.
    pub title: String,
    /// Size of the cards: a name, or millimetres.
    pub size: Option<String>,
    /// True if the cards are wider than high.
    pub landscape: bool,
    /// Thickness of the deck, in millimetres.
    pub thickness: Option<f64>,
    /// True if cards without a picture have a motif.
    pub motifs: bool,
    /// Marks printed before words wherever cards say them.
    pub words: Vec<WordMark>,
    /// Columns with words that its cards do not show, and the line that names them. Templates of the book may
    /// print them.
    pub unshown: Vec<(String, Span)>,
    /// Cards, in the order of the rows.
    pub cards: Vec<DeckCard>,
}

/// A row of the data, printed `count` times.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeckCard {
    /// Name of the card.
    pub name: Vec<Inline>,
    /// Cost.
    pub cost: String,
    /// Type line.
    pub kind: Vec<Inline>,
    /// Paragraphs.
    pub text: Vec<Vec<Inline>>,
    /// Names and values below the text.
    pub stats: Vec<(String, String)>,
    /// Group of the card; cards of one group share a colour and a mark.
    pub group: String,
    /// First word of the type line that is not the group.
    pub type_word: String,
    /// Name and value of each column of the row, for templates of the book.
    pub fields: Vec<(String, String)>,
    /// Looks of the card.
    pub style: CardStyle,
    /// Number of copies.
    pub count: usize,
    /// Span of its row.
    pub span: Span,
}

/// Input for decks and tokens.
pub(crate) struct DeckSource<'a> {
    pub manifest: &'a Manifest,
    /// Folder of the book, below the root.
    pub folder: &'a str,
    pub icons: &'a BookIcons,
    pub sources: &'a Sources,
    /// Data files of the book.
    pub data: &'a [SourceId],
}

/// Reads the decks that a manifest asks for.
pub(crate) fn read_decks(book: &DeckSource<'_>, findings: &mut Findings) -> Vec<Deck> {
    let DeckSource { manifest, folder, icons, sources, data } = *book;
    let mut decks = Vec::new();
    let mut total = 0;
    for (name, fields) in &manifest.deck {
        let place = manifest.place(&fields.data);
        if let Some(fault) = name_fault(name) {
            findings.push(bad_deck_name(name, fault, place));
            continue;
        }
        let from = path_below(folder, "book.toml");
        let Some(id) = find_data_file(data, sources, &from, fields.data.get_ref()) else {
            // An unreadable file was reported when it was read.
            if !findings.0.iter().any(|told| told.span.is_some() && told.span == place) {
                findings.push(missing_data_file(name, fields, place));
            }
            continue;
        };
        let chosen = columns_of_deck(&sources.get(id).text, fields);
        let fields = chosen.as_ref().unwrap_or(fields);
        let mut deck = Deck::without_cards(name, fields, manifest);
        deck.thickness = deck_thickness(fields, manifest, findings);
        if let Some(columns) = DeckColumns::of(fields, sources, id, place, icons, findings) {
            let mut context = StyleContext { place, icons, findings };
            let words = fields.words.iter().map(|(word, look)| context.word(word, look));
            deck.words = words.collect();
            deck.unshown = unprinted::unshown_columns(&columns);
            fill_deck(&mut deck, &columns, &mut total, findings);
        }
        decks.push(deck);
    }
    decks
}

fn bad_deck_name(name: &str, fault: NameFault, place: Option<Span>) -> Diagnostic {
    let (name, why) = (short_quote(name), fault.words());
    let message = format!("the deck `{name}` cannot name its files: {why}");
    Diagnostic { span: place, ..Diagnostic::global(code::BOOK_FILE, message) }
        .hint("write a plain name, such as [deck.main]")
}

/// Returns the measured thickness of a deck, in millimetres; none if no deck is that thick.
fn deck_thickness(
    fields: &DeckFields,
    manifest: &Manifest,
    findings: &mut Findings,
) -> Option<f64> {
    let written = fields.thickness.as_ref()?;
    let thickness = *written.get_ref();
    if THICKNESSES.contains(&thickness) {
        return Some(thickness);
    }
    let message = format!("a deck cannot be {thickness} mm thick");
    let (least, most) = (THICKNESSES.start(), THICKNESSES.end());
    let finding = Diagnostic::global(code::BOOK_FILE, message);
    findings.push(Diagnostic { span: manifest.place(written), ..finding }.hint(format!(
        "write a number from {least} to {most}, or leave `thickness` out: 0.32 mm is then assumed"
    )));
    None
}

fn missing_data_file(deck: &str, fields: &DeckFields, place: Option<Span>) -> Diagnostic {
    let file = short_quote(fields.data.get_ref());
    let message = format!("the deck `{deck}` is made of `{file}`, which is not a data file");
    Diagnostic { span: place, ..Diagnostic::global(code::BOOK_FILE, message) }
        .hint("list it under `data` in book.toml")
}

impl Deck {
    fn without_cards(name: &str, fields: &DeckFields, manifest: &Manifest) -> Self {
        let title = fields.title.as_deref().or(manifest.title.as_deref()).unwrap_or(name);
        Self {
            name: name.to_owned(),
            title: title.to_owned(),
            size: fields.size.clone(),
            landscape: fields.landscape,
            thickness: None,
            motifs: fields.art.as_ref().is_none_or(ArtColumn::has_motif),
            words: Vec::new(),
            unshown: Vec::new(),
            cards: Vec::new(),
        }
    }
}

/// Fills a deck row by row, until there are too many cards.
fn fill_deck(
    deck: &mut Deck,
    columns: &DeckColumns<'_>,
    total: &mut usize,
    findings: &mut Findings,
) {
    let mut names = CardNames::default();
    let rows: Vec<DeckRow> = columns.rows().collect();
    findings.0.extend(columns.style.unused_rules(&rows, &columns.header));
    for record in rows {
        let Some(card) = columns.card(&record, findings) else { continue };
        *total += card.count;
        if *total > MOST_CARDS {
            findings.push(too_many_cards(record.row, card.span));
            deck.cards.clear();
            return;
        }
        if let Some(first) = names.enter(&card, record.row) {
            findings.push(doubled_card(&card, columns.name(), record.row, first));
        }
        deck.cards.push(card);
    }
    if deck.cards.is_empty() && findings.count(Severity::Error) == 0 {
        let message = format!("the deck `{}` has no cards", deck.name);
        let hint = "check `where` of the deck in book.toml";
        findings.report(code::EMPTY_DECK, columns.header(), message, hint);
    }
}

fn too_many_cards(row: usize, span: Span) -> Diagnostic {
    let message = format!("at row {row}, the decks exceed {MOST_CARDS} cards");
    Diagnostic::at(code::TOO_LARGE, span, message).hint("split it into several books")
}

/// Number of a row, and span of its card.
type CardPlace = (usize, Span);

/// Names of the cards of a deck, each with its first place.
#[derive(Default)]
struct CardNames(BTreeMap<String, CardPlace>);

impl CardNames {
    /// Enters the name of a card. Returns the place of an earlier card with that name.
    fn enter(&mut self, card: &DeckCard, row: usize) -> Option<CardPlace> {
        let first = *self.0.entry(plain_text(&card.name)).or_insert((row, card.span));
        (first.0 != row).then_some(first)
    }
}

fn doubled_card(card: &DeckCard, column: &str, row: usize, first: CardPlace) -> Diagnostic {
    let rows = format!("row {row} and row {}, column `{column}`", first.0);
    let name = plain_text(&card.name);
    let message = format!("{rows}: two cards are called `{}`", short_quote(&name));
    Diagnostic::at(code::DOUBLED_CARD, card.span, message)
        .related(first.1, "the first one")
        .hint("give one of them another name, or write how many there are in one row")
}
