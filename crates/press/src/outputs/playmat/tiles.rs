//! A page that is larger than a sheet of paper, divided into sheets that are glued together. In: the paper of
//! a printer. Out: the number of sheets beside and above each other, and the part of the whole that each
//! shows.

use serde::{Deserialize, Serialize};

use crate::paper::Paper;
use base::size::Size;

/// Width of the part of a sheet that is covered by the next one, in millimetres.
const OVERLAP: f64 = 8.0;
/// Most sheets beside or above each other.
const MOST: usize = 6;

/// Sheets of one size; lengths are in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Tiles {
    /// Size of a sheet.
    pub sheet: Size,
    /// Edge that the printer cannot print.
    pub edge: f64,
    /// Width of the part of a sheet that is covered by the next one.
    pub overlap: f64,
    /// Number of sheets side by side.
    pub across: usize,
    /// Number of sheets one above the other.
    pub down: usize,
}

/// A sheet of a whole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TilePlace {
    /// Its column, from 0.
    pub column: usize,
    /// Its row, from 0.
    pub row: usize,
    /// Left edge of the part it shows, from the left of the whole.
    pub x: f64,
    /// Upper edge of the part it shows, from the top of the whole.
    pub y: f64,
}

impl Tiles {
    /// Returns the fewest sheets of `paper`, upright or turned, that have room for `least`; `None` if they
    /// would be too many.
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

    /// Returns the size of the whole.
    pub fn whole(&self) -> Size {
        let shown = self.shown();
        let long = |count: usize, one: f64| count as f64 * (one - self.overlap) + self.overlap;
        Size::new(long(self.across, shown.width), long(self.down, shown.height))
    }

    /// Returns the size of the part that a sheet shows.
    pub fn shown(&self) -> Size {
        let Size { width, height } = self.sheet;
        Size::new(width - 2.0 * self.edge, height - 2.0 * self.edge)
    }

    /// Returns the places of all sheets, row by row.
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
