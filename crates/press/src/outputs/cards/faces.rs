//! What cards are set from: which ones, of which size, and where they lie.

use serde::{Deserialize, Serialize};

use crate::outputs::cards::size::CardOutline;
use crate::profile::{FaceOrder, FlipEdge};
use crate::set::values::Line;
use base::size::Size;

/// Cards, one to a page or many on a sheet; lengths are millimetres.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CardFaces {
    /// Which deck; none for the reference cards.
    pub deck: Option<usize>,
    /// Trim of a card.
    pub size: Size,
    /// What is cut out of the paper.
    pub outline: CardOutline,
    /// The sheet they lie on.
    pub sheet: Option<CardPlaces>,
    /// Whether backs are printed.
    pub backs: bool,
    /// Order of the faces.
    pub order: FaceOrder,
    /// Whether each card is printed as often as the deck holds it.
    pub copies: bool,
    /// Only these, by their number.
    pub keep: Option<Vec<usize>>,
    /// What a part of a large deck knows of the whole.
    pub whole: Option<WholeDeck>,
    /// Nothing is printed, but the fit of at least so many sizes of type is tallied.
    pub tally: Option<usize>,
}

/// What a part of a large deck knows of the whole, so that its cards look as if they were set with the others.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct WholeDeck {
    /// Its groups, each once.
    pub groups: Vec<String>,
    /// The types of its cards, each once.
    pub types: Vec<String>,
    /// How many there are of each card of the part, which may hold fewer.
    pub counts: Vec<usize>,
    /// How its texts fit.
    pub tally: DeckTally,
}

/// How the texts of a deck fit.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DeckTally {
    /// Whether a card has a picture.
    pub with_art: bool,
    /// How the cards fit in each size of type, the largest first.
    pub sizes: Vec<SizeFit>,
    /// How many cards there are.
    pub count: usize,
}

/// How cards fit in a size of type.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct SizeFit {
    /// How many do not.
    pub lost: usize,
    /// How many keep hardly a picture.
    pub poor: usize,
}

/// Where cards lie on both sides of a sheet.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CardPlaces {
    /// The sheet as it is laid.
    pub page: Size,
    /// Round each card.
    pub bleed: f64,
    /// Top left corners of the trims on the front.
    pub fronts: Vec<(f64, f64)>,
    /// The same on the back.
    pub backs: Vec<(f64, f64)>,
    /// Cut marks.
    pub marks: Vec<Line>,
    /// Whether backs stand on their heads.
    pub turned: bool,
    /// Which edge it is turned over.
    pub flip: FlipEdge,
    /// Where the sheet is folded between fronts and backs, from its left edge; it has one side then.
    pub fold: Option<f64>,
    /// For a part of a deck: where its sheets stand among those of the whole.
    pub part: Option<SheetPart>,
}

/// The sheets of a part of a deck.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct SheetPart {
    /// How many sheets come before.
    pub before: usize,
    /// How many the whole deck has.
    pub whole: usize,
}
