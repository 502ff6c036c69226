//! Frequent look-ups of rules, by number instead of by name: cells of cards, effects of cards, zones of
//! players. Made once, when rules are loaded.

use std::collections::BTreeMap;

use starlark::collections::{Hashed, SmallMap};
use starlark::values::{FrozenValue, Heap, Value};

use crate::engine::{CardCell, CardId, Components, PlayerId, ZoneId};

/// Cells as values of rules, card by card and column by column.
pub type CellValues<'v> = Vec<Vec<Value<'v>>>;

/// Look-ups by number.
#[derive(Debug, Default)]
pub struct NumberedLookup {
    /// Columns of all tables by their name in rules.
    columns: SmallMap<String, usize>,
    /// For each card, the cell in each of `columns`; cells live as long as the loaded rules.
    cells: Vec<Vec<FrozenValue>>,
    /// For each card, the words of the cell in each of `columns`.
    words: Vec<Vec<Box<[Box<str>]>>>,
    /// Moments of effects by name.
    moments: SmallMap<String, usize>,
    /// For each card, the function for each of `moments`.
    effects: Vec<Vec<Option<u32>>>,
    /// For each player, the zones by their names in rules.
    zones: Vec<Vec<(Box<str>, ZoneId)>>,
}

/// Result of a look-up for a card.
pub enum Found<T> {
    /// The thing was found.
    Known(T),
    /// The card has no such thing.
    Missing,
    /// The card came later: look it up by name.
    LaterCard,
}

impl<T> Found<T> {
    /// Looks up the thing with the number `at` in the row of a card.
    fn of<'a, R>(
        rows: &'a [Vec<R>],
        card: CardId,
        at: Option<usize>,
        read: impl FnOnce(&'a R) -> T,
    ) -> Self {
        let Some(row) = rows.get(card.0 as usize) else { return Self::LaterCard };
        at.and_then(|at| row.get(at)).map_or(Self::Missing, |cell| Self::Known(read(cell)))
    }
}

impl NumberedLookup {
    /// Numbers the columns, zones and effects of these components; effects are by name and moment. `cells`
    /// are made by [`cell_values`], frozen.
    pub fn new(
        components: &Components,
        effects: &BTreeMap<String, BTreeMap<String, u32>>,
        cells: Vec<Vec<FrozenValue>>,
    ) -> Self {
        let columns = column_names(components);
        let names = effects.values().flat_map(|effects| effects.keys());
        let mut moments: Vec<&String> = names.collect();
        moments.sort_unstable();
        moments.dedup();
        let function = |card: &str, moment: &str| effects.get(card)?.get(moment).copied();
        let of_card = |card: &str| moments.iter().map(|moment| function(card, moment)).collect();
        let players = (0..components.players.len()).map(|at| PlayerId(at as u8));
        Self {
            words: card_rows(components, &columns, cell_parts),
            cells,
            effects: components.cards.iter().map(|card| of_card(&card.name)).collect(),
            zones: players.map(|player| zone_names(components, player)).collect(),
            moments: numbered(moments.into_iter().cloned()),
            columns: numbered(columns.into_iter()),
        }
    }

    /// Returns the value of a cell of a card; None if only other tables have the column.
    pub fn cell<'v>(&self, card: CardId, column: Hashed<&str>) -> Found<Value<'v>> {
        let at = self.columns.get_hashed(column).copied();
        Found::of(&self.cells, card, at, |cell| cell.to_value())
    }

    /// Returns the words of a cell between commas and semicolons.
    pub fn words(&self, card: CardId, column: Hashed<&str>) -> Found<&[Box<str>]> {
        let at = self.columns.get_hashed(column).copied();
        Found::of(&self.words, card, at, |words| &**words)
    }

    /// Returns the function that carries out a card at a moment.
    pub fn effect(&self, card: CardId, moment: Hashed<&str>) -> Found<u32> {
        let at = self.moments.get_hashed(moment).copied();
        match Found::of(&self.effects, card, at, |function| *function) {
            Found::Known(Some(function)) => Found::Known(function),
            Found::Known(None) | Found::Missing => Found::Missing,
            Found::LaterCard => Found::LaterCard,
        }
    }

    /// Returns the zone of a player whose key is `name`, or else the first whose key ends with it.
    pub fn zone(&self, player: PlayerId, name: &str) -> Option<ZoneId> {
        let zones = self.zones.get(player.0 as usize)?;
        zones.iter().find(|(known, _)| **known == *name).map(|(_, zone)| *zone)
    }
}

/// Returns the cells of all cards, in the order of [`column_names`].
pub fn cell_values<'v>(components: &Components, heap: Heap<'v>) -> CellValues<'v> {
    let value = |cell: Option<&CardCell>| match cell {
        Some(CardCell::Int(number)) => heap.alloc(*number),
        Some(CardCell::Text(text)) => heap.alloc_str(text).to_value(),
        Some(CardCell::None) | None => Value::new_none(),
    };
    card_rows(components, &column_names(components), value)
}

/// Returns the names of the columns of all tables, each once.
fn column_names(components: &Components) -> Vec<String> {
    let columns = components.tables.iter().flat_map(|table| &table.columns);
    let mut names: Vec<String> = columns.map(|column| column.key.clone()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Calls `read` with each cell of each card.
fn card_rows<T>(
    components: &Components,
    columns: &[String],
    mut read: impl FnMut(Option<&CardCell>) -> T,
) -> Vec<Vec<T>> {
    let cards = (0..components.cards.len()).map(|at| CardId(at as u32));
    let mut row = |card| columns.iter().map(|name| read(components.cell(card, name))).collect();
    cards.map(&mut row).collect()
}

fn cell_parts(cell: Option<&CardCell>) -> Box<[Box<str>]> {
    super::columns::split_cell(cell).map(Box::from).collect()
}

/// Returns the names of the zones of a player in rules: the whole key, or its end after a dot. A whole key
/// comes before the end of another, and the first zone before a later one.
fn zone_names(components: &Components, player: PlayerId) -> Vec<(Box<str>, ZoneId)> {
    let zones = (0..).map(ZoneId).zip(&components.zones);
    let owned: Vec<(ZoneId, &str)> = zones
        .filter(|(_, zone)| zone.owner == Some(player))
        .map(|(id, zone)| (id, zone.key.as_str()))
        .collect();
    let ends = |(id, key): &(ZoneId, &'_ str)| {
        let dots: Vec<usize> = key.match_indices('.').map(|(at, _)| at + 1).collect();
        dots.into_iter().map(|at| (Box::from(&key[at..]), *id)).collect::<Vec<_>>()
    };
    let whole = owned.iter().map(|(id, key)| (Box::from(*key), *id));
    let mut names: Vec<(Box<str>, ZoneId)> = Vec::new();
    for (name, id) in whole.chain(owned.iter().flat_map(ends)) {
        if names.iter().all(|(known, _)| *known != name) {
            names.push((name, id));
        }
    }
    // Rules mostly use the short ones.
    names.sort_by_key(|(name, _)| name.len());
    names
}

fn numbered(names: impl Iterator<Item = String>) -> SmallMap<String, usize> {
    names.enumerate().map(|(at, name)| (name, at)).collect()
}
