//! The kinds of output: what a person can ask for, and what a print profile makes of a book.

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::Deserialize;

use base::diagnostic::BookPart;

/// A kind of output.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, ValueEnum, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Output {
    /// The rulebook.
    Rulebook,
    /// The cover, opened: back, spine and front side by side.
    Cover,
    /// The flowcharts, a page for each.
    Flowcharts,
    /// The play area as a mat, as PDFs and as SVG.
    Playmat,
    /// The text and the examples as pages for a browser.
    Web,
    /// The reference sheet.
    Sheet,
    /// The reference cards.
    Cards,
    /// Cards from a data file.
    Deck,
    /// Decks for Tabletop Simulator, a picture for each card, and one of all.
    Tabletop,
    /// A box for each deck, to cut and fold.
    Tuckbox,
    /// Tokens and tiles to cut out, on sheets.
    Tokens,
    /// The rulebook as a booklet to fold and staple.
    Booklet,
    /// A page that measures how far backs are off.
    Calibration,
}

impl Output {
    /// The part of a book that it is made of besides the chapters.
    pub fn part(self) -> Option<BookPart> {
        match self {
            Self::Sheet => Some(BookPart::Sheet),
            Self::Cards => Some(BookPart::Cards),
            Self::Deck | Self::Tabletop | Self::Tuckbox => Some(BookPart::Decks),
            Self::Tokens => Some(BookPart::Tokens),
            Self::Rulebook | Self::Flowcharts | Self::Playmat | Self::Web => None,
            Self::Cover | Self::Booklet | Self::Calibration => None,
        }
    }

    /// Its name, as `--only` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rulebook => "rulebook",
            Self::Cover => "cover",
            Self::Flowcharts => "flowcharts",
            Self::Playmat => "playmat",
            Self::Web => "web",
            Self::Sheet => "sheet",
            Self::Cards => "cards",
            Self::Deck => "deck",
            Self::Tabletop => "tabletop",
            Self::Tuckbox => "tuckbox",
            Self::Tokens => "tokens",
            Self::Booklet => "booklet",
            Self::Calibration => "calibration",
        }
    }
}
