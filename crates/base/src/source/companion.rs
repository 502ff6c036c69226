//! `[companion]` of book.toml: a game at the reader's own table, with the page as the hands of an automaton. In: the
//! keys of that table. Out: what is played, what lies really on the table, and what the page keeps.

use schemars::JsonSchema;
use serde::Deserialize;
use toml::Spanned;

/// How the book is played with real cards and boards.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct CompanionFields {
    /// What a player needs to know who begins: what to have on the table, and what the page keeps, in two or three
    /// sentences.
    #[schemars(example = &"Lay out your own side. The page keeps the decks of the Automa and says what it does.")]
    pub words: String,
    /// The rule that plays a whole game at the table, by its anchor. Left out, it is the one that always does.
    #[schemars(with = "Option<String>", example = &"#turns")]
    pub play: Option<Spanned<String>>,
    /// Zones that lie really on the table, by their keys: the page shows how they should lie.
    #[schemars(with = "Vec<String>", example = ["automa.field", "you.field"])]
    pub real: Vec<Spanned<String>>,
    /// Zones that the page keeps, by their keys, such as decks: nothing of them lies on the table.
    #[schemars(with = "Vec<String>", example = ["automa.deck"])]
    pub kept: Vec<Spanned<String>>,
    /// Flags and counters that are shown in such a game although `rules/table.toml` hides them.
    #[schemars(with = "Vec<String>", example = ["covered"])]
    pub marks: Vec<Spanned<String>>,
}
