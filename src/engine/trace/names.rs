//! What the things of a game are called, so that a name that nothing has can be told from one that
//! is not on the table.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::engine::game::Game;

/// The names of the things of one game.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct ComponentNames {
    /// Players, also those who do not sit at the table.
    pub players: BTreeSet<String>,
    /// Teams of players who sit there.
    pub teams: BTreeSet<String>,
    /// Rows of card data, those of the scenario among them.
    pub cards: BTreeSet<String>,
    /// Counters.
    pub counters: BTreeSet<String>,
    /// Flags.
    pub flags: BTreeSet<String>,
    /// Spaces of maps.
    pub spaces: BTreeSet<String>,
}

impl ComponentNames {
    /// Those of a game.
    pub fn of(game: &Game) -> Self {
        let parts = &game.parts;
        let spaces = parts.spaces.iter().map(|space| parts.card(space.card).name.to_string());
        Self {
            players: parts.players.iter().map(|player| player.name.clone()).collect(),
            teams: game.seats.team_names().into_iter().map(str::to_owned).collect(),
            cards: parts.cards.iter().map(|card| card.name.to_string()).collect(),
            counters: parts.counters.iter().map(|counter| counter.name.clone()).collect(),
            flags: parts.flags.iter().map(|flag| flag.name.clone()).collect(),
            spaces: spaces.collect(),
        }
    }
}
