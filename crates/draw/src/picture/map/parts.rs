//! Cuts a map that is larger than a page into parts that fit on pages.

use std::collections::BTreeSet;

use super::floor_data::sides_towards;
use super::{FloorPlan, HexMap, map_size};

/// Rounding error by which a part may be too large, in points.
const ROUNDING: f64 = 0.01;

impl HexMap {
    /// Returns the parts of the map, each at most `width` points wide and `height` points high,
    /// from left to right and from the top down; the map itself if it fits. A single space is never
    /// cut.
    pub fn into_parts(self, width: f64, height: f64) -> Vec<Self> {
        let lines =
            self.parts_along(Line::Column, |part| map_size(part, width).width <= width + ROUNDING);
        lines
            .iter()
            .flat_map(|line| {
                line.parts_along(Line::Row, |part| {
                    map_size(part, width).height <= height + ROUNDING
                })
            })
            .collect()
    }

    /// Returns as few parts as fit, all with about the same number of columns or rows.
    fn parts_along(&self, line: Line, fits: impl Fn(&Self) -> bool) -> Vec<Self> {
        let numbers = self.hexes.iter().map(|hex| line.of(hex.row, hex.column));
        let first = numbers.clone().min().unwrap_or(0);
        let count = numbers.max().unwrap_or(0) - first + 1;
        let cut = |parts: i32| -> Vec<Self> {
            let bound = |part: i32| first + count * part / parts;
            let ranges = (0..parts).map(|part| bound(part)..bound(part + 1));
            let cut = ranges
                .map(|range| self.part(|(row, column)| range.contains(&line.of(row, column))));
            cut.filter(|part| !part.hexes.is_empty()).collect()
        };
        let mut tried = (1..count).map(cut);
        tried.find(|parts| parts.iter().all(&fits)).unwrap_or_else(|| cut(count))
    }

    /// Returns the map with some of its spaces only; `is_in` selects them by row and column.
    fn part(&self, is_in: impl Fn((i32, i32)) -> bool) -> Self {
        let hexes = self.hexes.iter().filter(|hex| is_in((hex.row, hex.column)));
        let floor = self.floor.as_ref().map(|floor| Box::new(floor.part(self, &is_in)));
        Self { hexes: hexes.cloned().collect(), floor, ..self.clone() }
    }
}

impl FloorPlan {
    fn part(&self, map: &HexMap, is_in: impl Fn((i32, i32)) -> bool) -> Self {
        let spaces: BTreeSet<(i32, i32)> =
            map.hexes.iter().map(|hex| (hex.row, hex.column)).collect();
        let shown = spaces.iter().filter(|place| is_in(**place)).copied().collect();
        let terrain = self.terrain.iter().filter(|one| is_in((one.row, one.column)));
        let edges = self.edges.iter().filter(|one| is_in((one.row, one.column)));
        Self {
            terrain: terrain.cloned().collect(),
            edges: edges.cloned().collect(),
            open: sides_towards(&shown, &self.edges, |place| spaces.contains(&place)),
            ..self.clone()
        }
    }
}

/// The direction in which a map is cut.
#[derive(Clone, Copy)]
enum Line {
    Column,
    Row,
}

impl Line {
    /// Returns the number of the column or row of a space.
    fn of(self, row: i32, column: i32) -> i32 {
        match self {
            Self::Column => column,
            Self::Row => row,
        }
    }
}
