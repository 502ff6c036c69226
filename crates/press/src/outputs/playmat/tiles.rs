//! What is larger than a sheet of paper, over several sheets that are glued together. In: the paper
//! of a printer. Out: how many sheets beside and above each other, and what of the whole each
//! shows.

use serde::{Deserialize, Serialize};

use crate::paper::Paper;

/// How much of a sheet lies under the next one, in millimetres.
const OVERLAP: f64 = 8.0;
/// The most sheets beside or above each other.
const MOST: usize = 6;

/// Sheets of one size; lengths are millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Tiles {
    /// Width of a sheet.
    pub width: f64,
    /// Height of a sheet.
    pub height: f64,
    /// What the printer cannot reach.
    pub edge: f64,
    /// What of a sheet lies under the next one.
    pub overlap: f64,
    /// Sheets side by side.
    pub across: usize,
    /// Sheets one above the other.
    pub down: usize,
}

impl Tiles {
    /// The fewest sheets of `paper`, upright or turned, on which something of `least` (width,
    /// height) has room; `None` where they would be too many.
    pub fn of(paper: &Paper, edge: f64, least: (f64, f64)) -> Option<Self> {
        let sheets = [(paper.width, paper.height), (paper.height, paper.width)];
        let all = sheets.into_iter().flat_map(|(width, height)| {
            let counts = (1..=MOST).flat_map(|across| (1..=MOST).map(move |down| (across, down)));
            counts.map(move |(across, down)| Self {
                width,
                height,
                edge,
                overlap: OVERLAP,
                across,
                down,
            })
        });
        let fitting = all.filter(|tiles| tiles.have_room(least));
        fitting.min_by_key(|tiles| tiles.across * tiles.down)
    }

    /// Width and height of the whole.
    pub fn whole(&self) -> (f64, f64) {
        let (wide, high) = self.shown();
        let long = |count: usize, one: f64| count as f64 * (one - self.overlap) + self.overlap;
        (long(self.across, wide), long(self.down, high))
    }

    fn have_room(&self, (width, height): (f64, f64)) -> bool {
        let whole = self.whole();
        whole.0 >= width && whole.1 >= height
    }

    /// Width and height of what a sheet shows.
    pub fn shown(&self) -> (f64, f64) {
        (self.width - 2.0 * self.edge, self.height - 2.0 * self.edge)
    }

    /// Column and row of every sheet, row by row, with the corner of the whole where it begins.
    pub fn places(&self) -> Vec<((usize, usize), (f64, f64))> {
        let columns = |row: usize| (0..self.across).map(move |column| (column, row));
        (0..self.down).flat_map(columns).map(|place| (place, self.corner(place))).collect()
    }

    fn corner(&self, (column, row): (usize, usize)) -> (f64, f64) {
        let (wide, high) = self.shown();
        (column as f64 * (wide - self.overlap), row as f64 * (high - self.overlap))
    }
}
