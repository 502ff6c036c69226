//! Components of a game: players, zones, counters, flags, dice and card data. Rules declare them once; play
//! never changes them.

use std::sync::Arc;

use super::grid::{PieceSize, SquareGrid};
use super::ids::{CardId, CounterId, DieId, FlagId, PlayerId, ZoneId};
use super::random::text_hash;
use super::space::{MapShape, Space};
use super::track::TrackLimit;

/// Key of the zone for cards that a position keeps out of the game.
pub const ASIDE: &str = "aside";

/// A player.
#[derive(Clone, Debug, Default)]
pub struct Player {
    /// Printed name.
    pub name: String,
    /// True if the player plays only if a start says so.
    pub optional: bool,
    /// Name of the players who win together with this one, unless a start says otherwise.
    pub team: Option<String>,
}

/// A chart through which a game is walked.
#[derive(Clone, Debug)]
pub struct GameChart {
    /// Place where it is printed; index into the places of the book.
    pub place: u32,
    /// Boxes in the order of their printed numbers, from 1.
    pub boxes: Vec<ChartBox>,
}

/// A box of a chart.
#[derive(Clone, Debug)]
pub struct ChartBox {
    /// Name of the box.
    pub id: String,
    /// Text of the box.
    pub label: String,
    /// Labels of the exits.
    pub exits: Vec<String>,
}

/// Arrangement of the cards of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneOrder {
    /// Side by side; index 0 is the left-most.
    Row,
    /// One upon the other; index 0 is the top.
    Pile,
}

/// Players who may look at the face-down cards of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneSight {
    /// Everybody.
    All,
    /// The owner of the zone.
    Owner,
    /// Nobody.
    Nobody,
}

/// A zone.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Name in rules and positions, `automa.hand`.
    pub key: String,
    /// Printed name.
    pub name: String,
    /// Owner of the zone.
    pub owner: Option<PlayerId>,
    /// Arrangement of its cards.
    pub order: ZoneOrder,
    /// True if cards that enter it are turned face up.
    pub up: bool,
    /// Players who may look at its face-down cards.
    pub sight: ZoneSight,
    /// True if the effects of cards in it work.
    pub active: bool,
}

/// A kind of counter, for pieces and players.
#[derive(Clone, Debug)]
pub struct Counter {
    /// Printed name.
    pub name: String,
    /// The least amount.
    pub least: i64,
    /// The greatest amount, if there is one.
    pub most: Option<i64>,
}

impl Counter {
    /// Returns the amount before anything is added: 0, or the bound next to it.
    pub fn start(&self) -> i64 {
        self.nearest_allowed(0)
    }

    /// Returns the amount within the bounds that is nearest.
    pub fn nearest_allowed(&self, amount: i64) -> i64 {
        self.most.map_or(amount, |most| amount.min(most)).max(self.least)
    }

    /// Returns the bound that an amount breaks, in words.
    pub fn broken_bound(&self, amount: i64) -> String {
        match self.most {
            Some(most) if amount > most => format!("at most {most}"),
            _ => format!("at least {}", self.least),
        }
    }

    /// True if `amount` is within the bounds.
    pub fn allows(&self, amount: i64) -> bool {
        amount >= self.least && self.most.is_none_or(|most| amount <= most)
    }
}

/// A kind of flag.
#[derive(Clone, Debug)]
pub struct Flag {
    /// Printed name.
    pub name: String,
}

/// A kind of die.
#[derive(Clone, Debug)]
pub struct Die {
    /// Printed name.
    pub name: String,
    /// Values on its faces.
    pub faces: Vec<CardCell>,
}

/// One value of card data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CardCell {
    /// An empty cell.
    None,
    /// A whole number.
    Int(i64),
    /// Anything else.
    Text(Arc<str>),
}

impl CardCell {
    /// Returns the text of the cell as printed.
    pub fn text(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Int(number) => number.to_string(),
            Self::Text(text) => text.to_string(),
        }
    }
}

/// A column of card data.
#[derive(Clone, Debug)]
pub struct CardColumn {
    /// Name in the file, `Memory cost`.
    pub title: String,
    /// Name in rules, `memory_cost`.
    pub key: String,
    /// True if every cell that is not empty is a whole number.
    pub whole: bool,
    /// True if some cell is empty.
    pub gaps: bool,
}

/// The columns of one file of card data.
#[derive(Clone, Debug, Default)]
pub struct CardTable {
    /// Path of the file.
    pub path: String,
    /// Its columns.
    pub columns: Vec<CardColumn>,
}

/// One row of card data.
#[derive(Debug)]
pub struct GameCard {
    /// Index into [`Components::tables`].
    pub table: u16,
    /// Printed name.
    pub name: Arc<str>,
    /// Cells, one for each column of the table.
    pub cells: Vec<CardCell>,
    /// Hash of the name, for digests.
    pub hash: u64,
}

impl GameCard {
    /// Creates a row of the table numbered `table`.
    pub fn new(table: u16, name: &str, cells: Vec<CardCell>) -> Self {
        Self { table, name: name.into(), cells, hash: text_hash(name) as u64 }
    }
}

/// All components of a game.
#[derive(Clone, Debug, Default)]
pub struct Components {
    /// Charts through which the game is walked.
    pub charts: Vec<GameChart>,
    /// Players, in the order they were declared.
    pub players: Vec<Player>,
    /// Zones.
    pub zones: Vec<Zone>,
    /// Kinds of counter.
    pub counters: Vec<Counter>,
    /// Kinds of flag, at most 64.
    pub flags: Vec<Flag>,
    /// Kinds of die.
    pub dice: Vec<Die>,
    /// Files of card data.
    pub tables: Vec<CardTable>,
    /// Rows of card data, file by file.
    pub cards: Vec<Arc<GameCard>>,
    /// Shape of each map.
    pub maps: Vec<MapShape>,
    /// Edges and terrain of each map, if they stop anything.
    pub grids: Vec<Option<SquareGrid>>,
    /// Zones whose pieces may not share a space.
    pub apart: Vec<ZoneId>,
    /// Spaces of all maps.
    pub spaces: Vec<Space>,
    /// Levels of tracks that have room for few markers.
    pub limits: Vec<TrackLimit>,
}

impl Components {
    /// Returns the zone of this key.
    pub fn zone_of_key(&self, key: &str) -> Option<ZoneId> {
        self.zones.iter().position(|zone| zone.key == key).map(|at| ZoneId(at as u16))
    }

    /// Returns the flag of this name.
    pub fn flag_of_name(&self, name: &str) -> Option<FlagId> {
        self.flags.iter().position(|flag| flag.name == name).map(|at| FlagId(at as u8))
    }

    /// Returns the counter of this name.
    pub fn counter_of_name(&self, name: &str) -> Option<CounterId> {
        self.counters.iter().position(|counter| counter.name == name).map(|at| CounterId(at as u16))
    }

    /// Returns a zone.
    pub fn zone(&self, id: ZoneId) -> &Zone {
        &self.zones[id.0 as usize]
    }

    /// Returns a player.
    pub fn player(&self, id: PlayerId) -> &Player {
        &self.players[id.0 as usize]
    }

    /// Returns a kind of counter.
    pub fn counter(&self, id: CounterId) -> &Counter {
        &self.counters[id.0 as usize]
    }

    /// Returns a kind of flag.
    pub fn flag(&self, id: FlagId) -> &Flag {
        &self.flags[id.0 as usize]
    }

    /// Returns a kind of die.
    pub fn die(&self, id: DieId) -> &Die {
        &self.dice[id.0 as usize]
    }

    /// Returns a row of card data.
    pub fn card(&self, id: CardId) -> &GameCard {
        &self.cards[id.0 as usize]
    }

    /// Returns the size of a card's pieces, by the columns `Across` and `Down`, if a map needs it; a side is
    /// 1 if its cell is no such number.
    pub fn usual_size(&self, card: CardId) -> PieceSize {
        if self.grids.iter().all(Option::is_none) {
            return PieceSize::default();
        }
        let side = |key: &str| {
            let written = self.cell(card, key).map(CardCell::text).unwrap_or_default();
            PieceSize::side(&written).unwrap_or(1)
        };
        PieceSize::of(side("across"), side("down")).unwrap_or_default()
    }

    /// Returns the cell of a card under the column named `key` in rules; `None` if its file has no such
    /// column.
    pub fn cell(&self, card: CardId, key: &str) -> Option<&CardCell> {
        let card = self.card(card);
        let at = self
            .tables
            .get(card.table as usize)?
            .columns
            .iter()
            .position(|column| column.key == key)?;
        card.cells.get(at)
    }
}
