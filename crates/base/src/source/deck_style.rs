//! Looks of the cards of a deck in book.toml: layouts, frames, motifs, and the looks of a value of a column
//! or a word of the text.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::Spanned;

/// Layout of the name, picture and text of a card.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardLayout {
    /// A picture or a motif between name and text, as high as the text leaves room.
    #[default]
    Art,
    /// Only words.
    Text,
    /// A picture or a motif over the whole face, with the words on plates.
    Tile,
    /// Like `tile`, on both halves; the lower one is upside down.
    DoubleEnded,
}

impl CardLayout {
    /// Returns its name, as in book.toml.
    pub fn name(self) -> &'static str {
        match self {
            Self::Art => "art",
            Self::Text => "text",
            Self::Tile => "tile",
            Self::DoubleEnded => "double-ended",
        }
    }
}

/// Frame of the plates of a card, which keeps cards apart in grey too.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardFrame {
    /// A line with slightly rounded corners.
    #[default]
    Plain,
    /// A line with round corners.
    Round,
    /// A line with square corners.
    Square,
    /// Two lines.
    Double,
    /// A thick line.
    Bold,
}

impl CardFrame {
    /// Every frame.
    pub const ALL: [Self; 5] = [Self::Plain, Self::Round, Self::Square, Self::Double, Self::Bold];

    /// Returns its name, as in book.toml and in data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Round => "round",
            Self::Square => "square",
            Self::Double => "double",
            Self::Bold => "bold",
        }
    }

    /// Returns the frame of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|frame| frame.name() == name)
    }
}

/// Motif behind the emblem of a card without a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardMotif {
    /// Waves of water.
    Waves,
    /// Rays from a point.
    Rays,
    /// Hills, one behind the other.
    Hills,
    /// Rings around a point.
    Rings,
    /// Facets of a crystal.
    Facets,
    /// Blades of grass, or flames.
    Blades,
    /// Woven bands.
    Weave,
    /// A sky of stars.
    Stars,
}

impl CardMotif {
    /// Returns its name, as in book.toml.
    pub fn name(self) -> &'static str {
        match self {
            Self::Waves => "waves",
            Self::Rays => "rays",
            Self::Hills => "hills",
            Self::Rings => "rings",
            Self::Facets => "facets",
            Self::Blades => "blades",
            Self::Weave => "weave",
            Self::Stars => "stars",
        }
    }
}

/// The column of pictures, or `false` for cards without any.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "the name of a column, or false")]
pub enum ArtColumn {
    /// `"Picture"`
    Column(String),
    /// `false`
    Drawn(bool),
}

impl ArtColumn {
    /// Returns the name of the column; empty if no pictures are wanted, and `None` if no column is named.
    pub fn column(&self) -> Option<&str> {
        match self {
            Self::Column(name) if name == "none" => Some(""),
            Self::Column(name) => Some(name),
            Self::Drawn(true) => None,
            Self::Drawn(false) => Some(""),
        }
    }

    /// Reports whether cards without a picture have a motif.
    pub fn has_motif(&self) -> bool {
        match self {
            Self::Column(name) => name != "none",
            Self::Drawn(drawn) => *drawn,
        }
    }
}

/// The look of cards that have one value in a column.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CardRule {
    /// The colour: one of the program (`sky`, `leaf`, `coral`), a plain one (`red`) or `#rrggbb`.
    #[schemars(with = "Option<String>", example = &"leaf")]
    pub colour: Option<Spanned<String>>,
    /// The name of an icon, as in `:sword:`.
    #[schemars(with = "Option<String>", example = &"sword")]
    pub icon: Option<Spanned<String>>,
    /// The frame of name, type and text.
    #[schemars(example = &"round")]
    pub frame: Option<CardFrame>,
    /// The layout of name, picture and text.
    #[schemars(example = &"text")]
    pub layout: Option<CardLayout>,
    /// The motif that is drawn if there is no picture.
    #[schemars(example = &"waves")]
    pub motif: Option<CardMotif>,
}

/// Rules of a deck, by column and value.
pub type CardRules = BTreeMap<String, BTreeMap<String, CardRule>>;

/// The shape of a mark: of a word, a counter or a player.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
#[schemars(description = "The shape of the mark of a word.")]
pub enum MarkShape {
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A square on its corner.
    Diamond,
    /// A hexagon.
    Hexagon,
    /// A star.
    Star,
}

impl MarkShape {
    /// All shapes, in the order in which they are assigned.
    pub const ALL: [Self; 6] =
        [Self::Circle, Self::Square, Self::Triangle, Self::Diamond, Self::Hexagon, Self::Star];

    /// Returns the shape of the counter or player with this number.
    pub fn numbered(number: usize) -> Self {
        Self::ALL[number % Self::ALL.len()]
    }

    /// Returns its name, as in book.toml.
    pub fn name(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Square => "square",
            Self::Triangle => "triangle",
            Self::Diamond => "diamond",
            Self::Hexagon => "hexagon",
            Self::Star => "star",
        }
    }
}

/// The mark that is printed before a word wherever cards say it.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct WordLook {
    /// The colour of the shape.
    #[schemars(with = "Option<String>", example = &"red")]
    pub colour: Option<Spanned<String>>,
    /// A shape, which makes the mark recognisable in grey too. If left out, a colour is a circle.
    #[schemars(example = &"triangle")]
    pub shape: Option<MarkShape>,
    /// The name of an icon.
    #[schemars(with = "Option<String>", example = &"sword")]
    pub icon: Option<Spanned<String>>,
}
