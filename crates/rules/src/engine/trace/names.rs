//! Names of the things of a game. They distinguish an unknown name from the name of something that is not on
//! the table.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::engine::components::Components;
use crate::engine::game::Game;
use crate::engine::space::{MapShape, Space};

/// Names of the things of one game.
#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct ComponentNames {
    /// Players, including those who are not at the table.
    pub players: BTreeSet<String>,
    /// Players at the table, in the order of turns.
    pub seated: Vec<String>,
    /// Number of players who always play.
    pub fewest: usize,
    /// Teams of players at the table.
    pub teams: BTreeSet<String>,
    /// Rows of card data, including those of the scenario.
    pub cards: BTreeSet<String>,
    /// Counters.
    pub counters: BTreeSet<String>,
    /// Flags.
    pub flags: BTreeSet<String>,
    /// Spaces of maps, with their places.
    pub spaces: BTreeMap<String, NamedPlace>,
    /// Numbers of the maps whose spaces are squares.
    pub square_maps: BTreeSet<u16>,
}

/// Place of a space, and its row of card data.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NamedPlace {
    /// Number of the map, in the order in which the rules declare them.
    pub map: u16,
    /// Row on the map.
    pub row: i32,
    /// Column on the map.
    pub column: i32,
    /// File of card data; index into `Program.data`.
    pub table: u16,
    /// Row of the file, from 0.
    pub line: u32,
}

impl ComponentNames {
    /// Collects the names of a game.
    pub fn of(game: &Game) -> Self {
        let parts = &game.parts;
        Self {
            players: parts.players.iter().map(|player| player.name.clone()).collect(),
            seated: game.seats.order().iter().map(|id| parts.player(*id).name.clone()).collect(),
            fewest: parts.players.iter().filter(|player| !player.optional).count(),
            teams: game.seats.team_names().into_iter().map(str::to_owned).collect(),
            cards: parts.cards.iter().map(|card| card.name.to_string()).collect(),
            counters: parts.counters.iter().map(|counter| counter.name.clone()).collect(),
            flags: parts.flags.iter().map(|flag| flag.name.clone()).collect(),
            spaces: named_places(parts),
            square_maps: square_maps(parts),
        }
    }
}

fn named_places(parts: &Components) -> BTreeMap<String, NamedPlace> {
    let mut firsts: BTreeMap<u16, u32> = BTreeMap::new();
    for (at, card) in (0..).zip(&parts.cards) {
        firsts.entry(card.table).or_insert(at);
    }
    let place = |space: &Space| {
        let (card, hex) = (parts.card(space.card), space.hex);
        let line = space.card.0 - firsts.get(&card.table).copied().unwrap_or(0);
        let (row, column) = (hex.row, hex.column);
        (card.name.to_string(), NamedPlace { map: space.map, row, column, table: card.table, line })
    };
    parts.spaces.iter().map(place).collect()
}

fn square_maps(parts: &Components) -> BTreeSet<u16> {
    let is_square = |shape: &MapShape| matches!(shape, MapShape::Squares { .. });
    (0..).zip(&parts.maps).filter(|(_, shape)| is_square(shape)).map(|(map, _)| map).collect()
}
