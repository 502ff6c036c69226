//! Maps of hexes or squares: their spaces, distances and neighbours. In: rows of card data with a row and a
//! column each. Out: spaces in reading order. Coordinates of hexes are doubled: hexes side by side in a row
//! are 2 columns apart, and those of the next row are 1 column to the left and to the right.

use std::collections::{BTreeMap, BTreeSet};

use super::components::Components;
use super::grid::{Footprint, GridFault, MapWord, SpaceWords, SquareGrid, WordedSquare};
use super::ids::{CardId, PieceId, SpaceId};
use super::squares;
use super::state::{GameState, Piece};
use base::diagnostic::did_you_mean;

/// The most spaces of all maps of a game.
pub const MOST_SPACES: usize = 4_096;
/// The largest row or column, in either direction.
const FARTHEST: i64 = 10_000;

/// Converts a row or a column, unless it is too far.
fn near_number(number: i64) -> Option<i32> {
    i32::try_from(number).ok().filter(|_| (-FARTHEST..=FARTHEST).contains(&number))
}

/// Place of a hex or a square; in reading order: row by row and from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// Rows from the top.
    pub row: i32,
    /// Half hexes from the left, odd in every second row; for squares, whole squares.
    pub column: i32,
}

impl Hex {
    /// Returns the hex at a row and a column; `None` if they are too large.
    pub fn at(row: i64, column: i64) -> Option<Self> {
        Some(Self { row: near_number(row)?, column: near_number(column)? })
    }

    /// True if both can be on one map.
    pub fn meets(self, other: Self) -> bool {
        (self.row + self.column - other.row - other.column) % 2 == 0
    }

    /// Returns the number of steps from one hex to another.
    pub fn distance(self, other: Self) -> u32 {
        let (rows, columns) = (self.row.abs_diff(other.row), self.column.abs_diff(other.column));
        rows + columns.saturating_sub(rows) / 2
    }

    /// Returns a measure of the distance between a hex and the straight line between two others: 0 on it, and
    /// equal to the left and to the right.
    fn beside(self, one: Self, other: Self) -> u64 {
        let across = |a: i32, b: i32| i64::from(a) - i64::from(b);
        let (rows, columns) = (across(other.row, one.row), across(other.column, one.column));
        let (own_rows, own_columns) = (across(self.row, one.row), across(self.column, one.column));
        (columns * own_rows - rows * own_columns).unsigned_abs()
    }

    /// Returns the hexes between two, step by step, that a straight line from middle to middle crosses: one
    /// at each step, or two if it runs along their common edge.
    pub fn between(self, other: Self) -> Vec<Vec<Self>> {
        let (mut steps, mut last) = (Vec::new(), vec![self]);
        for left in (1..self.distance(other)).rev() {
            last = next_on_line(&last, left, self, other);
            steps.push(last.clone());
        }
        steps
    }

    /// Returns the six hexes around, in reading order.
    pub fn around(self) -> [Self; 6] {
        let by = |row: i32, column: i32| Self { row: self.row + row, column: self.column + column };
        [by(-1, -1), by(-1, 1), by(0, -2), by(0, 2), by(1, -1), by(1, 1)]
    }
}

/// Shape of the spaces of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapShape {
    /// Hexes, with doubled columns.
    Hexes,
    /// Squares.
    Squares {
        /// True if squares that share only a corner are neighbours.
        diagonal: bool,
    },
}

impl MapShape {
    /// Returns the number of steps from one place to another.
    fn distance(self, one: Hex, other: Hex) -> u32 {
        let (rows, columns) = (one.row.abs_diff(other.row), one.column.abs_diff(other.column));
        match self {
            Self::Hexes => one.distance(other),
            Self::Squares { diagonal: true } => rows.max(columns),
            Self::Squares { diagonal: false } => rows + columns,
        }
    }

    /// Returns the places around one, in reading order.
    fn around(self, place: Hex) -> Vec<Hex> {
        match self {
            Self::Hexes => place.around().to_vec(),
            Self::Squares { diagonal } => squares::squares_around(place, diagonal),
        }
    }
}

/// Returns the next step of a line: of the hexes around `last` that are `left` steps from the end `to`, those
/// nearest to the line.
fn next_on_line(last: &[Hex], left: u32, from: Hex, to: Hex) -> Vec<Hex> {
    let around = last.iter().flat_map(|hex| hex.around());
    let ahead: BTreeSet<Hex> = around.filter(|hex| hex.distance(to) == left).collect();
    let nearest = ahead.iter().map(|hex| hex.beside(from, to)).min();
    ahead.into_iter().filter(|hex| Some(hex.beside(from, to)) == nearest).collect()
}

/// A space of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Map; index into [`Components::maps`].
    pub map: u16,
    /// Place on the map.
    pub hex: Hex,
    /// Row of card data that describes it.
    pub card: CardId,
    /// Spaces around it, in reading order.
    pub around: Vec<SpaceId>,
}

/// A row of card data, with the row and the column of its space on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapRow {
    /// The row of card data.
    pub card: CardId,
    /// Row on the map.
    pub row: i64,
    /// Column on the map.
    pub column: i64,
}

/// Obstacles of a map: its edges and terrain.
pub struct MapEdges<'a> {
    /// Words, each with what it stops.
    pub stops: &'a [MapWord],
    /// Returns the words of a row of card data.
    pub words: &'a dyn Fn(&Components, CardId) -> SpaceWords,
}

impl Components {
    /// Adds a map; an error names the impossible space.
    pub fn add_map(&mut self, places: &[MapRow], shape: MapShape) -> Result<Vec<SpaceId>, String> {
        let (first, map) = (self.spaces.len(), self.maps.len() as u16);
        if first + places.len() > MOST_SPACES {
            return Err(format!("there are more than {MOST_SPACES} spaces"));
        }
        let hexes = self.hexes_of_map(places, shape)?;
        let ids: BTreeMap<Hex, SpaceId> =
            hexes.keys().zip(first..).map(|(hex, at)| (*hex, SpaceId(at as u16))).collect();
        for (hex, card) in hexes {
            let around = shape.around(hex).iter().filter_map(|hex| ids.get(hex).copied()).collect();
            self.spaces.push(Space { map, hex, card, around });
        }
        self.maps.push(shape);
        self.grids.push(None);
        Ok(ids.into_values().collect())
    }

    /// Adds a map of squares whose edges and terrain stop something; an error says what is impossible.
    pub fn add_square_map(
        &mut self,
        places: &[MapRow],
        diagonal: bool,
        edges: &MapEdges<'_>,
    ) -> Result<Vec<SpaceId>, String> {
        let spaces = self.add_map(places, MapShape::Squares { diagonal })?;
        let words = |id: &SpaceId| {
            let Space { hex, card, .. } = *self.space(*id);
            WordedSquare { hex, words: (edges.words)(self, card) }
        };
        let words: Vec<WordedSquare> = spaces.iter().map(words).collect();
        let first = spaces.first().copied().unwrap_or(SpaceId(self.spaces.len() as u16));
        let grid = SquareGrid::new(first, &words, diagonal, edges.stops);
        let grid = grid.map_err(|fault| self.grid_fault(&fault, edges.stops))?;
        if let Some(last) = self.grids.last_mut() {
            *last = Some(grid);
        }
        Ok(spaces)
    }

    fn grid_fault(&self, fault: &GridFault, stops: &[MapWord]) -> String {
        match fault {
            GridFault::TooWide => "the spaces of the map are too far apart".to_owned(),
            GridFault::TooManyWords => {
                format!("`stops` has {} words, which is too many", stops.len())
            }
            GridFault::UnknownWord(word, space) => {
                let name = self.space_name(*space);
                let known = stops.iter().map(|known| known.word.as_str());
                let meant = did_you_mean(word, known).map(|meant| format!(": {meant}"));
                let meant = meant.unwrap_or_default();
                format!("`{name}` has `{word}`, which `stops` does not list{meant}")
            }
        }
    }

    /// Returns the hexes of a map with their rows of card data.
    fn hexes_of_map(
        &self,
        places: &[MapRow],
        shape: MapShape,
    ) -> Result<BTreeMap<Hex, CardId>, String> {
        let mut hexes: BTreeMap<Hex, CardId> = BTreeMap::new();
        for MapRow { card, row, column } in places {
            let name = &self.card(*card).name;
            let hex = Hex::at(*row, *column).ok_or_else(|| too_far(name, *row, *column))?;
            let between = |other: &Hex| shape == MapShape::Hexes && !other.meets(hex);
            if let Some((_, other)) = hexes.first_key_value().filter(|(other, _)| between(other)) {
                let other = &self.card(*other).name;
                return Err(format!("`{name}` is between the hexes that `{other}` belongs to"));
            }
            if let Some(other) = hexes.insert(hex, *card) {
                let other = &self.card(other).name;
                return Err(format!("`{other}` and `{name}` are at the same place"));
            }
        }
        Ok(hexes)
    }

    /// Returns a space.
    pub fn space(&self, id: SpaceId) -> &Space {
        &self.spaces[id.0 as usize]
    }

    /// Returns the name of a space.
    pub fn space_name(&self, id: SpaceId) -> &str {
        &self.card(self.space(id).card).name
    }

    /// Returns the space of this name.
    pub fn space_of_name(&self, name: &str) -> Option<SpaceId> {
        (0..self.spaces.len()).map(|at| SpaceId(at as u16)).find(|id| self.space_name(*id) == name)
    }

    /// Returns the number of steps between two spaces; `None` if they are on different maps.
    pub fn distance(&self, one: SpaceId, other: SpaceId) -> Option<u32> {
        let (one, other) = (self.space(one), self.space(other));
        let shape = self.maps.get(one.map as usize).filter(|_| one.map == other.map)?;
        Some(shape.distance(one.hex, other.hex))
    }

    /// Returns the number of steps from a space to the nearest of others; `None` if none of them is on its
    /// map.
    pub fn nearest_distance(&self, space: SpaceId, others: &[SpaceId]) -> Option<u32> {
        others.iter().filter_map(|other| self.distance(space, *other)).min()
    }

    /// Returns the spaces between two that a straight line crosses, step by step; a step without a space is a
    /// gap of the map. `None` if the two are on different maps.
    pub fn spaces_between(&self, one: SpaceId, other: SpaceId) -> Option<Vec<Vec<SpaceId>>> {
        let (from, to) = (self.space(one), self.space(other));
        if from.map != to.map {
            return None;
        }
        let known = self.places_of_map(from.map);
        let on_map =
            |step: Vec<Hex>| step.iter().filter_map(|hex| known.get(hex).copied()).collect();
        let steps = match self.maps[from.map as usize] {
            MapShape::Hexes => from.hex.between(to.hex),
            MapShape::Squares { .. } => squares::squares_between(known.keys(), from.hex, to.hex),
        };
        Some(steps.into_iter().map(on_map).collect())
    }

    /// Returns the spaces of a map by their places.
    fn places_of_map(&self, map: u16) -> BTreeMap<Hex, SpaceId> {
        let spaces = (0..).map(SpaceId).zip(&self.spaces);
        spaces.filter(|(_, own)| own.map == map).map(|(id, own)| (own.hex, id)).collect()
    }

    /// True if a straight line between two spaces is free. Between hexes it leads from middle to middle, and
    /// at least one hex of each step must be free; between squares it leads from any corner to any corner.
    /// The two ends and gaps of the map block nothing. False if the spaces are on different maps.
    pub fn is_line_free(&self, one: SpaceId, other: SpaceId, blocked: &[SpaceId]) -> bool {
        let (from, to) = (self.space(one), self.space(other));
        if from.map != to.map {
            return false;
        }
        if let MapShape::Squares { .. } = self.maps[from.map as usize] {
            let others = blocked.iter().filter(|id| **id != one && **id != other);
            let others = others.map(|id| self.space(*id)).filter(|space| space.map == from.map);
            let others: BTreeSet<Hex> = others.map(|space| space.hex).collect();
            return squares::is_in_sight(from.hex, to.hex, &others);
        }
        let is_blocked =
            |step: &Vec<SpaceId>| !step.is_empty() && step.iter().all(|id| blocked.contains(id));
        let steps = self.spaces_between(one, other);
        steps.is_some_and(|steps| !steps.iter().any(is_blocked))
    }

    /// Returns the spaces at most `range` steps from any of `from`, including these, in reading order.
    pub fn spaces_within(&self, from: &[SpaceId], range: u32) -> Vec<SpaceId> {
        let all = (0..self.spaces.len()).map(|at| SpaceId(at as u16));
        let distance = |space: &SpaceId| self.nearest_distance(*space, from);
        all.filter(|space| distance(space).is_some_and(|steps| steps <= range)).collect()
    }

    /// Returns the connected groups of `spaces`, each in reading order; the first group has the first space.
    pub fn regions(&self, spaces: &[SpaceId]) -> Vec<Vec<SpaceId>> {
        let mut left: BTreeSet<SpaceId> = spaces.iter().copied().collect();
        let mut regions = Vec::new();
        while let Some(first) = left.pop_first() {
            regions.push(self.take_region(first, &mut left));
        }
        regions
    }

    /// Takes the spaces connected with `first` out of `left`, and returns the region in reading order.
    fn take_region(&self, first: SpaceId, left: &mut BTreeSet<SpaceId>) -> Vec<SpaceId> {
        let (mut region, mut at) = (vec![first], 0);
        while let Some(space) = region.get(at).copied() {
            region.extend(self.space(space).around.iter().filter(|id| left.remove(id)));
            at += 1;
        }
        region.sort_unstable();
        region
    }
}

impl GameState {
    /// Returns the pieces that cover a space, in the order in which they were made.
    pub fn pieces_on(&self, parts: &Components, space: SpaceId) -> Vec<PieceId> {
        let covers = |piece: &Piece| match piece.space {
            Some(own) if piece.size.is_single() => own == space,
            Some(own) => {
                let size = piece.size.turned(piece.rotation);
                parts.covers(Footprint { space: own, size }, space)
            }
            None => false,
        };
        let all = self.pieces.iter().enumerate().filter(|(_, piece)| covers(piece));
        all.map(|(at, _)| PieceId(at as u32)).collect()
    }
}

fn too_far(name: &str, row: i64, column: i64) -> String {
    format!("the row {row} and the column {column} of `{name}` are too large")
}
