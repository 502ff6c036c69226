//! `[tokens]` of book.toml: tokens to cut out of cardboard, with a row of a data file for each kind.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::manifest::NumberOrText;

/// The outline along which a token is cut.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TokenShape {
    /// A circle, or an ellipse if width and height differ.
    #[default]
    Round,
    /// A square.
    Square,
    /// A rectangle, such as `20 x 30`.
    Rectangle,
    /// Six corners, with flat sides above and below; its size is the distance between these sides.
    Hex,
    /// A shield with its tip at the bottom.
    Shield,
}

impl TokenShape {
    /// Every shape.
    pub const ALL: [Self; 5] =
        [Self::Round, Self::Square, Self::Rectangle, Self::Hex, Self::Shield];

    /// Returns its name, as in book.toml and in data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Round => "round",
            Self::Square => "square",
            Self::Rectangle => "rectangle",
            Self::Hex => "hex",
            Self::Shield => "shield",
        }
    }

    /// Returns the shape of this name, in any case.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        Self::ALL.into_iter().find(|shape| shape.name() == name)
    }
}

/// Tokens and tiles to cut out: the data file with a row for each kind, and the defaults of rows. The columns
/// of the file are `Token`, `Count`, `Shape`, `Size`, `Face`, `Colour` and `Back`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenFields {
    /// The data file. Its column `Token` names each kind; the others may be left out. `Count` is the number
    /// of copies. `Shape`, `Size` and `Back` are as the keys below. `Face` is printed on the token: a picture
    /// file, an icon such as `:flame:`, or a few words; if left out, it is the name. `Colour` is a colour as
    /// for cards.
    #[schemars(with = "String", example = &"tokens.csv")]
    pub data: Spanned<String>,
    /// The shape of tokens without a `Shape`.
    #[serde(default)]
    #[schemars(extend("default" = "round"), example = &"hex")]
    pub shape: TokenShape,
    /// The size of tokens without a `Size`, in millimetres: one number, or width and height as `"20 x 30"`.
    /// If left out, it is 20.
    #[schemars(with = "Option<NumberOrText>", example = 16)]
    pub size: Option<Spanned<NumberOrText>>,
    /// The back of tokens without a `Back`: `same` as the front, `plain` in its colour alone, or a picture
    /// file, an icon or a few words. If left out, it is `same`.
    #[schemars(with = "Option<String>", example = &"plain")]
    pub back: Option<Spanned<String>>,
}
