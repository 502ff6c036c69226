//! The places on the spaces of a map: name, sign, and colour from the name or the data.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::super::sign::free_letter;

/// A kind of place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapPlace {
    /// Sign: a letter or two.
    pub letter: String,
    /// Printed name.
    pub name: String,
    /// Colour of its sign.
    pub colour: PlaceColour,
}

/// The colour of the sign of a place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlaceColour {
    /// No particular colour.
    #[default]
    Plain,
    /// Red.
    Red,
    /// Orange.
    Orange,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Purple.
    Purple,
    /// Pink.
    Pink,
    /// Brown.
    Brown,
    /// Grey.
    Grey,
    /// White.
    White,
    /// Black.
    Black,
}

impl PlaceColour {
    /// Returns the colour that a word names.
    fn of_word(word: &str) -> Option<Self> {
        Some(match word.to_lowercase().as_str() {
            "red" => Self::Red,
            "orange" => Self::Orange,
            "yellow" => Self::Yellow,
            "green" => Self::Green,
            "blue" => Self::Blue,
            "purple" | "violet" => Self::Purple,
            "pink" => Self::Pink,
            "brown" => Self::Brown,
            "grey" | "gray" => Self::Grey,
            "white" => Self::White,
            "black" => Self::Black,
            _ => return None,
        })
    }

    /// Returns the first colour that is named in some words.
    pub fn named_in(words: &str) -> Option<Self> {
        words.split(|c: char| !c.is_alphabetic()).find_map(Self::of_word)
    }

    /// Returns the token of the colour.
    pub fn fill(self) -> &'static str {
        match self {
            Self::Plain => "faint",
            Self::Red => "coral",
            Self::Orange => "apricot",
            Self::Yellow => "lemon",
            Self::Green => "leaf",
            Self::Blue => "blue",
            Self::Purple => "lilac",
            Self::Pink => "rose",
            Self::Brown => "tan",
            Self::Grey => "rule",
            Self::White => "paper",
            Self::Black => "ink",
        }
    }
}

/// Returns the kinds of places with these printed names and the colours in their data.
pub fn map_places<'n>(
    kinds: impl IntoIterator<Item = (&'n str, Option<PlaceColour>)>,
) -> Vec<MapPlace> {
    let mut taken = BTreeSet::new();
    let mut place = |(name, colour): (&str, Option<PlaceColour>)| {
        let letter = free_letter(name, |letter| !taken.contains(letter));
        taken.insert(letter.clone());
        let colour = colour.or_else(|| PlaceColour::named_in(name)).unwrap_or_default();
        MapPlace { letter, name: name.to_owned(), colour }
    };
    kinds.into_iter().map(&mut place).collect()
}
