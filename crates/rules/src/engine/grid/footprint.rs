//! The spaces that a piece covers: a rectangle of squares, to the right of and below the one it is on.

use serde::{Deserialize, Serialize};

use super::super::components::Components;
use super::super::game::Game;
use super::super::ids::{PieceId, SpaceId, ZoneId};
use super::SquareGrid;

/// Longest side of a piece, in spaces.
pub const LARGEST_SIDE: u8 = 16;
/// Degrees of half a turn, after which a piece covers the same spaces.
const HALF_TURN: u16 = 180;
/// Degrees of a quarter turn.
pub const QUARTER_TURN: u16 = 90;

/// A place for a piece, last in a zone and on a space of a map, with its size there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapPlacement {
    /// The zone.
    pub zone: ZoneId,
    /// The space.
    pub space: SpaceId,
    /// The size.
    pub size: PieceSize,
}

/// Spaces that a piece covers when it is not turned.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceSize {
    /// Columns.
    pub across: u8,
    /// Rows.
    pub down: u8,
}

impl Default for PieceSize {
    fn default() -> Self {
        Self { across: 1, down: 1 }
    }
}

impl PieceSize {
    /// Returns a size; `None` if a side has no space, or too many.
    pub fn of(across: i64, down: i64) -> Option<Self> {
        let side = |n: i64| u8::try_from(n).ok().filter(|n| (1..=LARGEST_SIDE).contains(n));
        Some(Self { across: side(across)?, down: side(down)? })
    }

    /// Parses a side; `None` unless it is a whole number of spaces that a piece can cover.
    pub fn side(written: &str) -> Option<i64> {
        let number = written.trim().parse().ok()?;
        Self::of(number, 1).map(|_| number)
    }

    /// Returns the size after a turn by so many degrees: a quarter swaps the two sides.
    pub fn turned(self, degrees: u16) -> Self {
        match degrees % HALF_TURN == QUARTER_TURN {
            true => Self { across: self.down, down: self.across },
            false => self,
        }
    }

    /// True if it covers one space only.
    pub fn is_single(self) -> bool {
        self == Self::default()
    }
}

/// A rectangle of spaces of a map: the top left one, and the numbers of columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// The top left space.
    pub space: SpaceId,
    /// Size after turning.
    pub size: PieceSize,
}

impl Footprint {
    /// Returns the footprint of one space.
    pub fn of_space(space: SpaceId) -> Self {
        Self { space, size: PieceSize::default() }
    }
}

/// A rectangle of squares of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareBlock {
    /// Number of the top left square.
    pub square: usize,
    pub across: usize,
    pub down: usize,
}

impl SquareBlock {
    /// Returns its squares in reading order.
    pub fn squares(self, width: usize) -> impl Iterator<Item = usize> + Clone {
        (0..self.down).flat_map(move |row| {
            (0..self.across).map(move |column| self.square + row * width + column)
        })
    }
}

impl SquareGrid {
    /// Returns the squares of a footprint, without those beyond the end of the map.
    pub fn block(&self, place: Footprint) -> SquareBlock {
        self.block_at(self.square_of(place.space), place.size)
    }

    /// Returns the squares of a size from one square on, without those beyond the end of the map.
    pub fn block_at(&self, square: usize, size: PieceSize) -> SquareBlock {
        let (x, y) = (square % self.width, square / self.width);
        let height = self.spaces.len() / self.width;
        SquareBlock {
            square,
            across: usize::from(size.across).min((self.width - 1).saturating_sub(x)),
            down: usize::from(size.down).min((height - 1).saturating_sub(y)),
        }
    }

    /// Returns the spaces of a footprint in reading order, without those that the map lacks.
    pub fn covered(&self, place: Footprint) -> impl Iterator<Item = SpaceId> + '_ {
        let squares = self.block(place).squares(self.width);
        squares.filter_map(|square| self.space_of(square))
    }

    /// True if all spaces of a footprint are on the map.
    pub fn has_room(&self, place: Footprint) -> bool {
        let whole = usize::from(place.size.across) * usize::from(place.size.down);
        self.covered(place).count() == whole
    }
}

impl Components {
    /// Returns the spaces that a footprint covers, in reading order.
    pub fn covered_spaces(&self, place: Footprint) -> Vec<SpaceId> {
        match self.grid_of(place.space) {
            Some(grid) => grid.covered(place).collect(),
            None => vec![place.space],
        }
    }

    /// Returns the footprint of exactly these spaces; `None` if they are no rectangle of one map.
    pub fn footprint_of(&self, spaces: &[SpaceId]) -> Option<Footprint> {
        let first = *spaces.iter().min()?;
        let own = self.space(first);
        let hexes = || spaces.iter().map(|space| self.space(*space).hex);
        let across = hexes().map(|hex| hex.column - own.hex.column + 1).max()?;
        let down = hexes().map(|hex| hex.row - own.hex.row + 1).max()?;
        let place = Footprint { space: first, size: PieceSize::of(across.into(), down.into())? };
        let mut sorted = spaces.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        (self.covered_spaces(place) == sorted).then_some(place)
    }

    /// True if a footprint covers a space.
    pub fn covers(&self, place: Footprint, space: SpaceId) -> bool {
        let (own, other) = (self.space(place.space), self.space(space));
        let (rows, columns) = (other.hex.row - own.hex.row, other.hex.column - own.hex.column);
        own.map == other.map
            && (0..i32::from(place.size.down)).contains(&rows)
            && (0..i32::from(place.size.across)).contains(&columns)
    }
}

impl Game {
    /// Returns the spaces that a piece covers; `None` if it is on no map.
    pub fn footprint(&self, piece: PieceId) -> Option<Footprint> {
        let piece = self.state.piece(piece);
        let size = piece.size.turned(piece.rotation);
        piece.space.map(|space| Footprint { space, size })
    }
}
