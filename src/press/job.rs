//! What one compile is about, as bytes that Typst reads like any other file.

use serde::{Deserialize, Serialize};

use super::look::PageLook;
use super::nup::CutMark;
use super::tiles::Tiles;
use crate::book::Book;

/// A book on a paper.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct PressJob {
    /// The book.
    pub book: Book,
    /// Name of the paper.
    pub paper: String,
    /// Whether content carries the places of the author's text; only worth its cost when something
    /// went wrong.
    pub spans: bool,
    /// Ink, theme and bleed.
    pub look: PageLook,
    /// What is set.
    pub task: PressTask,
}

/// What of a book is set.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) enum PressTask {
    /// Its pages, and so many useful ones more before the last.
    Pages {
        /// Pages that fill up a booklet.
        fillers: usize,
    },
    /// Its cards.
    Cards(Box<CardFaces>),
    /// A page that measures how far backs are off.
    Calibration {
        /// Whether paper is turned over its short edge.
        short: bool,
        /// How far backs are moved, in millimetres.
        offset: (f64, f64),
    },
    /// Its play area, on sheets that are glued together or on one page.
    Mat(Option<Tiles>),
    /// Its sheet, or its flowcharts.
    #[default]
    Other,
}

/// Cards, one to a page or many on a sheet; lengths are millimetres.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct CardFaces {
    /// Which deck; none for the reference cards.
    pub deck: Option<usize>,
    /// Trim of a card.
    pub size: (f64, f64),
    /// The sheet they lie on.
    pub sheet: Option<CardPlaces>,
    /// Whether backs are printed.
    pub backs: bool,
    /// `front-back`, `back-front` or `fronts-then-back`.
    pub order: String,
    /// Whether each card is printed as often as the deck holds it.
    pub copies: bool,
    /// Only these, by their number.
    pub keep: Option<Vec<usize>>,
}

/// Where cards lie on both sides of a sheet.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct CardPlaces {
    /// Width of the sheet.
    pub width: f64,
    /// Height of the sheet.
    pub height: f64,
    /// Round each card.
    pub bleed: f64,
    /// Top left corners of the trims on the front.
    pub fronts: Vec<(f64, f64)>,
    /// The same on the back, and whether each stands on its head.
    pub backs: Vec<((f64, f64), bool)>,
    /// Cut marks.
    pub marks: Vec<CutMark>,
    /// Whether the sheet turns over like a page of a book.
    pub turns_sideways: bool,
    /// `long` or `short`.
    pub flip: String,
    /// How far backs are moved.
    pub offset: (f64, f64),
}
