//! Sizes of cards: names that printers and makers of sleeves use, or millimetres. In: the size that a book
//! gives. Out: the trim and its outline.

use serde::{Deserialize, Serialize};

use crate::set::design::design;
use base::size::Size;

/// Range of the sides of a card, in millimetres.
const SIDES: std::ops::RangeInclusive<f64> = 25.0..=300.0;
/// Millimetres in an inch.
const INCH: f64 = 25.4;
/// Name of the size whose cards are cut as hexagons.
const HEX: &str = "hex";

/// The outline that is cut out of the paper.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum CardOutline {
    /// A rectangle.
    #[default]
    Rectangle,
    /// A hexagon with corners left and right.
    Hexagon,
}

impl CardOutline {
    /// Returns its name in the templates.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Rectangle => "rectangle",
            Self::Hexagon => "hexagon",
        }
    }
}

/// The size of a card.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CardSize {
    /// Width and height after it is cut, in millimetres.
    pub trim: Size,
    /// Its outline.
    pub outline: CardOutline,
}

impl CardSize {
    /// Parses a size: a name, or width and height followed by `mm` or `in`.
    pub fn parse(written: &str) -> Option<Self> {
        let written = written.trim().to_lowercase();
        if let Some(trim) = design().card.get(&written) {
            let outline =
                if written == HEX { CardOutline::Hexagon } else { CardOutline::Rectangle };
            return Some(Self { trim: *trim, outline });
        }
        let (lengths, unit) = match written.strip_suffix("in") {
            Some(lengths) => (lengths, INCH),
            None => (written.strip_suffix("mm").unwrap_or(&written), 1.0),
        };
        let (width, height) = lengths.split_once(['x', '×', '*'])?;
        let side = |length: &str| {
            let length = length.trim().trim_end_matches("mm").trim().replace(',', ".");
            let side = length.parse::<f64>().ok()? * unit;
            SIDES.contains(&side).then_some(side)
        };
        let trim = Size::new(side(width)?, side(height)?);
        Some(Self { trim, outline: CardOutline::Rectangle })
    }
}

/// Returns a hint with all sizes that can be written.
pub(crate) fn known_sizes() -> String {
    let names: Vec<&str> = design().card.keys().map(String::as_str).collect();
    format!(
        "write one of {}, or millimetres from {} to {} such as `63 x 88 mm`",
        names.join(", "),
        SIDES.start(),
        SIDES.end()
    )
}
