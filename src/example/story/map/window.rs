//! The part of a map that a picture shows: what matters in its step, and one space more on each side.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::super::TableState;
use super::super::floor::floor_plan;
use super::super::storyboard::Storyboard;
use super::{GameMap, MARKS, MapChanges};
use crate::engine::Hex;
use crate::engine::trace::{PieceState, TraceRecord};
use crate::picture::map::{HexMap, MapHexagon, StandingPiece};

/// The part of a map that a picture shows.
pub(in crate::example::story) struct MapWindow<'a> {
    pub(in crate::example::story) scene: &'a Storyboard<'a>,
    pub(in crate::example::story) field: &'a GameMap,
    pub(super) doing: &'a MapChanges<'a>,
    pub(super) range: &'a BTreeSet<Hex>,
    pub(in crate::example::story) table: &'a TableState,
    /// All records up to the end of the step.
    pub(in crate::example::story) told: &'a [TraceRecord],
    /// How many of them belong to the step.
    pub(in crate::example::story) step: usize,
}

impl MapWindow<'_> {
    /// The hexes that are shown: all that matter, one more on each side, in a rectangle.
    pub(super) fn hex_map(&self) -> HexMap {
        let hexes = self.shown_hexes();
        HexMap {
            marks: self.mark_names(&hexes),
            floor: self.field.floor.as_ref().map(|floor| Box::new(floor_plan(floor, self, &hexes))),
            hexes,
            places: self.field.places.clone(),
            pieces: self.field.pieces.clone(),
            players: self.scene.players.clone(),
            squares: self.field.squares,
        }
    }

    fn shown_hexes(&self) -> Vec<MapHexagon> {
        let (rows, columns) = self.shown_ranges();
        let spaces = self.field.spaces.iter();
        let shown =
            spaces.filter(|(_, (hex, _))| rows.contains(&hex.row) && columns.contains(&hex.column));
        let mut hexes: Vec<MapHexagon> =
            shown.map(|(name, (hex, place))| self.hexagon(name, *hex, *place)).collect();
        hexes.sort_by_key(|hex| (hex.row, hex.column));
        hexes
    }

    /// The rows and the columns that are shown: no figure on them is cut off.
    fn shown_ranges(&self) -> (RangeInclusive<i32>, RangeInclusive<i32>) {
        let focus = self.hexes_that_matter();
        let more = if self.field.squares { 1 } else { 2 };
        let mut rows = widened_range(focus.iter().map(|hex| hex.row), 1);
        let mut columns = widened_range(focus.iter().map(|hex| hex.column), more);
        let mut figures = self.covered_ranges();
        while let Some(cut) =
            figures.iter().position(|(down, across)| meet(down, &rows) && meet(across, &columns))
        {
            let (down, across) = figures.swap_remove(cut);
            rows = joined_range(&rows, &down);
            columns = joined_range(&columns, &across);
        }
        (rows, columns)
    }

    /// The rows and the columns that each figure of a floor plan covers.
    fn covered_ranges(&self) -> Vec<(RangeInclusive<i32>, RangeInclusive<i32>)> {
        let pieces = self.table.zones.values().flatten().filter(|_| self.field.floor.is_some());
        let covered = pieces.filter_map(|piece| {
            let hex = self.field.hex_of(piece.space.as_deref()?)?;
            let size = piece.size.turned(piece.rotation);
            let (down, across) = (i32::from(size.down), i32::from(size.across));
            Some((hex.row..=hex.row + down - 1, hex.column..=hex.column + across - 1))
        });
        covered.collect()
    }

    fn hexes_that_matter(&self) -> Vec<Hex> {
        let spaces = self.field.spaces.iter().map(|(name, (hex, _))| (name, *hex));
        spaces.filter(|(name, hex)| self.matters(name, *hex)).map(|(_, hex)| hex).collect()
    }

    /// Whether a step is about a space, or a piece stands on it.
    fn matters(&self, space: &str, hex: Hex) -> bool {
        let MapChanges { possible, spaces, .. } = self.doing;
        possible.contains(space)
            || spaces.contains(space)
            || self.range.contains(&hex)
            || self.has_looker(space)
            || possible.is_empty()
                && self.shows_everybody()
                && !self.standing_pieces(space).is_empty()
    }

    /// Whether a piece stands there that looked, or was looked at.
    fn has_looker(&self, space: &str) -> bool {
        let pieces = self.table.zones.values().flatten();
        let mut standing = pieces.filter(|piece| piece.space.as_deref() == Some(space));
        standing.any(|piece| self.doing.seen.contains(&piece.id))
    }

    /// Whether all pieces matter: on a floor plan only where a whole position is shown.
    fn shows_everybody(&self) -> bool {
        self.field.floor.is_none() || self.step == 0
    }

    /// Whether a step put or moved a piece.
    pub(in crate::example::story) fn has_put(&self, piece: &PieceState) -> bool {
        self.doing.put.contains(&piece.id)
    }

    fn hexagon(&self, space: &str, hex: Hex, place: Option<usize>) -> MapHexagon {
        MapHexagon {
            row: hex.row,
            column: hex.column,
            place,
            pieces: if self.field.floor.is_some() {
                Vec::new()
            } else {
                self.standing_pieces(space)
            },
            mark: self.doing.mark(space, self.range.contains(&hex)),
        }
    }

    /// The words for the marks that are used; empty for the others.
    fn mark_names(&self, hexes: &[MapHexagon]) -> [String; 3] {
        MARKS.map(|(key, mark)| match hexes.iter().any(|hex| hex.mark == mark) {
            true => self.scene.words.phrase(key, "").to_owned(),
            false => String::new(),
        })
    }

    fn standing_pieces(&self, space: &str) -> Vec<StandingPiece> {
        let zones = self.table.zones.iter();
        let pieces = zones.flat_map(|(zone, pieces)| pieces.iter().map(move |piece| (zone, piece)));
        let standing = pieces.filter(|(_, piece)| piece.space.as_deref() == Some(space));
        standing.filter_map(|(zone, piece)| self.standing_piece(zone, piece)).collect()
    }

    fn standing_piece(&self, zone: &str, piece: &PieceState) -> Option<StandingPiece> {
        let name = self.scene.words.name(&piece.name);
        Some(StandingPiece {
            kind: self.field.pieces.iter().position(|(_, known)| known == name)?,
            owner: self.scene.side_of(zone, piece),
            strong: self.doing.put.contains(&piece.id),
        })
    }
}

/// From the least to the greatest number and `more` on each side; around 0 if there is none.
fn widened_range(numbers: impl Iterator<Item = i32> + Clone, more: i32) -> RangeInclusive<i32> {
    let (least, most) = (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0));
    least - more..=most + more
}

/// Whether two ranges have a number in common.
fn meet(one: &RangeInclusive<i32>, other: &RangeInclusive<i32>) -> bool {
    one.start() <= other.end() && other.start() <= one.end()
}

/// The range from the least to the greatest number of two.
fn joined_range(one: &RangeInclusive<i32>, other: &RangeInclusive<i32>) -> RangeInclusive<i32> {
    *one.start().min(other.start())..=*one.end().max(other.end())
}
