//! The choice, the size and the places of the cards that are set.

use serde::{Deserialize, Serialize};

use crate::outputs::cards::size::CardOutline;
use crate::profile::{FaceOrder, FlipEdge};
use crate::set::values::Line;
use base::size::Size;

/// Cards, one to a page or many on a sheet; lengths are in millimetres.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CardFaces {
    /// Index of the deck; `None` for the reference cards.
    pub deck: Option<usize>,
    /// Trim of a card.
    pub size: Size,
    /// Outline that is cut out of the paper.
    pub outline: CardOutline,
    /// The sheet of the cards; `None` for one card to a page.
    pub sheet: Option<CardPlaces>,
    /// True if backs are printed.
    pub backs: bool,
    /// Order of the faces.
    pub order: FaceOrder,
    /// True if each card is printed as often as the deck contains it.
    pub copies: bool,
    /// Indices of the cards to print; `None` for all.
    pub keep: Option<Vec<usize>>,
    /// Data of the whole deck, for a part of a large one.
    pub whole: Option<WholeDeck>,
    /// Tallies the fit of at least this many sizes of type, without printing anything.
    pub tally: Option<usize>,
}

/// Data of the whole deck that a part of it needs, so that its cards look as if they were set with the
/// others.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct WholeDeck {
    /// Its groups, each once.
    pub groups: Vec<String>,
    /// The types of its cards, each once.
    pub types: Vec<String>,
    /// Number of copies in the whole deck of each card of the part, which may contain fewer.
    pub counts: Vec<usize>,
    /// Fit of its texts.
    pub tally: DeckTally,
}

/// The fit of the texts of a deck.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DeckTally {
    /// True if a card has a picture.
    pub with_art: bool,
    /// Fit of the cards in each size of type, the largest first.
    pub sizes: Vec<SizeFit>,
    /// Number of cards.
    pub count: usize,
}

/// The fit of cards in a size of type.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct SizeFit {
    /// Number of cards whose texts do not fit.
    pub lost: usize,
    /// Number of cards with hardly any room for a picture.
    pub poor: usize,
}

/// Places of cards on both sides of a sheet.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CardPlaces {
    /// The sheet as it is laid.
    pub page: Size,
    /// Bleed round each card.
    pub bleed: f64,
    /// Top left corners of the trims on the front.
    pub fronts: Vec<(f64, f64)>,
    /// Top left corners of the trims on the back.
    pub backs: Vec<(f64, f64)>,
    /// Cut marks.
    pub marks: Vec<Line>,
    /// True if backs are upside down.
    pub turned: bool,
    /// The edge over which it is turned.
    pub flip: FlipEdge,
    /// The fold between fronts and backs, from the left edge; the sheet has one side then.
    pub fold: Option<f64>,
    /// Position of its sheets among those of the whole deck, for a part of one.
    pub part: Option<SheetPart>,
}

/// The sheets of a part of a deck.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct SheetPart {
    /// Number of sheets before it.
    pub before: usize,
    /// Number of sheets of the whole deck.
    pub whole: usize,
}
