//! Facts on the box of a game: number of players, playing time and age.

use serde::{Deserialize, Serialize};

use base::source::manifest::{Manifest, NumberOrText};

/// The kind of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FactKind {
    /// The number of players.
    Players,
    /// The time that a game takes.
    Time,
    /// The age from which people can play.
    Age,
}

impl FactKind {
    /// Returns its name in the templates.
    pub fn name(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::Time => "time",
            Self::Age => "age",
        }
    }

    /// Returns the name of its icon.
    pub fn icon(self) -> &'static str {
        match self {
            Self::Players => "users",
            Self::Time => "clock",
            Self::Age => "user",
        }
    }
}

/// One fact, such as "2 to 4" players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameFact {
    /// Its kind.
    pub kind: FactKind,
    /// Its text, as it is printed.
    pub text: String,
}

/// Returns the facts that a book.toml gives, in printed order.
pub fn game_facts(manifest: &Manifest) -> Vec<GameFact> {
    let given = [
        (FactKind::Players, &manifest.players),
        (FactKind::Time, &manifest.time),
        (FactKind::Age, &manifest.age),
    ];
    let told = |(kind, value): (FactKind, &Option<NumberOrText>)| {
        let text = match value.as_ref()? {
            NumberOrText::Number(number) => match kind {
                FactKind::Players => number.to_string(),
                FactKind::Time => format!("{number} minutes"),
                FactKind::Age => format!("{number}+"),
            },
            NumberOrText::Text(text) => text.trim().to_owned(),
        };
        (!text.is_empty()).then_some(GameFact { kind, text })
    };
    given.into_iter().filter_map(told).collect()
}
