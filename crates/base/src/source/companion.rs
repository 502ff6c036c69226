//! `[companion]` of book.toml: a game at the reader's own table, in which the page plays the automaton. In:
//! the keys of that table. Out: the rule to play, the real zones, and the zones that the page keeps.

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

/// Play of the book with real cards and boards.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CompanionFields {
    /// An introduction for players, in two or three sentences: which things to put on the table, and what the
    /// page keeps.
    #[schemars(example = &"Lay out your own side. The page keeps the decks of the Automa and says what it does.")]
    pub words: String,
    /// The anchor of the rule that plays a whole game at the table. If left out, it is the rule that always
    /// plays a game.
    #[schemars(with = "Option<String>", example = &"#turns")]
    pub play: Option<Spanned<String>>,
    /// Zones of real things on the table, by their keys. The page shows what should be there.
    #[schemars(with = "Vec<String>", example = ["automa.field", "you.field"])]
    pub real: Vec<Spanned<String>>,
    /// Zones that the page keeps, by their keys, such as decks. Nothing of them is on the table.
    #[schemars(with = "Vec<String>", example = ["automa.deck"])]
    pub kept: Vec<Spanned<String>>,
    /// Flags and counters that such a game shows although `rules/table.toml` hides them.
    #[schemars(with = "Vec<String>", example = ["covered"])]
    pub marks: Vec<Spanned<String>>,
}
