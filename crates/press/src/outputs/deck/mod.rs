//! Decks: cards from a data file.

pub(crate) mod large;
pub(crate) mod looks;
pub(crate) mod parts;
use super::cards::files;
use crate::outputs::record::{NO_DECK, OutputRecord, has_deck};
use base::diagnostic::BookPart;

/// Record of the output. Its pages are set like those of reference cards.
pub static RECORD: OutputRecord = OutputRecord {
    title: "Deck",
    part: Some(BookPart::Decks),
    is_in: has_deck,
    is_ordered: true,
    is_compared: true,
    lacks: NO_DECK,
    ..OutputRecord::new("deck", "the cards", files::make_decks)
};
