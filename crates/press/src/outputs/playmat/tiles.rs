//! What is larger than a sheet of paper, over several sheets that are glued together. In: the paper
//! of a printer. Out: how many sheets beside and above each other, and what of the whole each
//! shows.

use serde::{Deserialize, Serialize};

use crate::paper::Paper;
use base::size::Size;

/// How much of a sheet lies under the next one, in millimetres.
const OVERLAP: f64 = 8.0;
/// The most sheets beside or above each other.
const MOST: usize = 6;

/// Sheets of one size; lengths are millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Tiles {
    /// A sheet.
    pub sheet: Size,
    /// What the printer cannot reach.
    pub edge: f64,
    /// What of a sheet lies under the next one.
    pub overlap: f64,
    /// Sheets side by side.
    pub across: usize,
    /// Sheets one above the other.
    pub down: usize,
}

/// A sheet of a whole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TilePlace {
    /// Its column, from 0.
    pub column: usize,
    /// Its row, from 0.
    pub row: usize,
    /// Where it begins, from the left of the whole.
    pub x: f64,
    /// Where it begins, from the top of the whole.
    pub y: f64,
}

impl Tiles {
    /// The fewest sheets of `paper`, upright or turned, on which something as large as `least` has room;
    /// `None` where they would be too many.
    pub fn of(paper: &Paper, edge: f64, least: Size) -> Option<Self> {
        let sheets = [paper.size(), paper.size().turned()];
        let all = sheets.into_iter().flat_map(|sheet| {
            let counts = (1..=MOST).flat_map(|across| (1..=MOST).map(move |down| (across, down)));
            let overlap = OVERLAP;
            counts.map(move |(across, down)| Self { sheet, edge, overlap, across, down })
        });
        let fitting = all.filter(|tiles| {
            let whole = tiles.whole();
            whole.width >= least.width && whole.height >= least.height
        });
        fitting.min_by_key(|tiles| tiles.across * tiles.down)
    }

    /// The whole.
    pub fn whole(&self) -> Size {
        let shown = self.shown();
        let long = |count: usize, one: f64| count as f64 * (one - self.overlap) + self.overlap;
        Size::new(long(self.across, shown.width), long(self.down, shown.height))
    }

    /// What a sheet shows.
    pub fn shown(&self) -> Size {
        let Size { width, height } = self.sheet;
        Size::new(width - 2.0 * self.edge, height - 2.0 * self.edge)
    }

    /// Every sheet, row by row.
    pub fn places(&self) -> impl Iterator<Item = TilePlace> {
        let shown = self.shown();
        (0..self.across * self.down).map(move |nth| {
            let (column, row) = (nth % self.across, nth / self.across);
            let x = column as f64 * (shown.width - self.overlap);
            let y = row as f64 * (shown.height - self.overlap);
            TilePlace { column, row, x, y }
        })
    }
}
