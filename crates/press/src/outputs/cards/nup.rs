//! Sheets of cards: the number of cards on a paper, their places on the front and the back, and the cut
//! marks.

use crate::paper::Paper;
use crate::profile::FlipEdge;
use crate::set::values::Line;
use base::size::Size;

/// Cards on a sheet of paper; lengths are in millimetres from its top left corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CardGrid {
    /// The sheet as it is laid.
    pub page: Size,
    /// Trim of a card.
    pub card: Size,
    /// Bleed round each card.
    pub bleed: f64,
    /// Number of cards side by side.
    pub columns: usize,
    /// Number of cards one below the other.
    pub rows: usize,
    /// Left edge of the first card's trim.
    pub left: f64,
    /// Top edge of the first card's trim.
    pub top: f64,
}

/// Greatest length of a cut mark.
const MARK: f64 = 5.0;
/// Least distance of a cut mark from the edge of the paper.
const OUTERMOST: f64 = 1.0;

impl CardGrid {
    /// Lays out as many cards as fit on `paper` inside a blank edge, upright or turned; `None` if not even
    /// one fits.
    pub fn fit(paper: &Paper, card: Size, bleed: f64, edge: f64) -> Option<Self> {
        let upright = Self::laid(paper.size(), card, bleed, edge);
        let turned = Self::laid(paper.size().turned(), card, bleed, edge);
        let better = if turned.count() > upright.count() { turned } else { upright };
        (better.count() > 0).then_some(better)
    }

    fn laid(page: Size, card: Size, bleed: f64, edge: f64) -> Self {
        let bled = card.grown(bleed);
        let columns = count_fitting(page.width - 2.0 * edge, bled.width);
        let rows = count_fitting(page.height - 2.0 * edge, bled.height);
        let left = (page.width - columns as f64 * bled.width) / 2.0 + bleed;
        let top = (page.height - rows as f64 * bled.height) / 2.0 + bleed;
        Self { page, card, bleed, columns, rows, left, top }
    }

    /// Number of cards.
    pub fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns the top left corner of the trim of a card on the front.
    pub fn front(&self, nth: usize) -> (f64, f64) {
        self.cell(nth % self.columns, nth / self.columns)
    }

    /// Returns the top left corner of the trim of a card on the back. The card is upside down there unless
    /// the sheet turns sideways.
    pub fn back(&self, nth: usize, flip: FlipEdge) -> (f64, f64) {
        let (column, row) = (nth % self.columns, nth / self.columns);
        if self.turns_sideways(flip) {
            self.cell(self.columns - 1 - column, row)
        } else {
            self.cell(column, self.rows - 1 - row)
        }
    }

    /// True if the sheet is turned over like a page of a book: over an upright edge.
    pub fn turns_sideways(&self, flip: FlipEdge) -> bool {
        (self.page.height >= self.page.width) == (flip == FlipEdge::Long)
    }

    fn cell(&self, column: usize, row: usize) -> (f64, f64) {
        let bled = self.card.grown(self.bleed);
        (self.left + column as f64 * bled.width, self.top + row as f64 * bled.height)
    }

    /// Returns the cut marks: the ends of the lines along the edges of cards, in the outer margin.
    pub fn marks(&self) -> Vec<Line> {
        let (first, last) = (self.cell(0, 0), self.cell(self.columns - 1, self.rows - 1));
        let far = (last.0 + self.card.width, last.1 + self.card.height);
        let above = self.reach(first.1 - self.bleed);
        let below = self.reach(self.page.height - far.1 - self.bleed);
        let left = self.reach(first.0 - self.bleed);
        let right = self.reach(self.page.width - far.0 - self.bleed);
        let columns = (0..self.columns).map(|column| self.cell(column, 0).0);
        let rows = (0..self.rows).map(|row| self.cell(0, row).1);
        let upright = card_edges(columns, self.card.width).into_iter().flat_map(|x| {
            let bottom = (self.page.height - below.0, self.page.height - below.1);
            [((x, above.1), (x, above.0)), ((x, bottom.0), (x, bottom.1))]
        });
        let level = card_edges(rows, self.card.height).into_iter().flat_map(|y| {
            let edge = (self.page.width - right.0, self.page.width - right.1);
            [((left.1, y), (left.0, y)), ((edge.0, y), (edge.1, y))]
        });
        upright.chain(level).collect()
    }

    /// Returns both ends of a mark in a margin, measured from the edge of the paper; a narrow margin leaves a
    /// small gap.
    fn reach(&self, margin: f64) -> (f64, f64) {
        let near = margin - if margin >= 8.0 { 1.5 } else { 0.5 };
        (near, (near - MARK).max(OUTERMOST))
    }
}

/// Cards on one side of a sheet: fronts at the left of a fold, and each back at the right, so that it meets
/// its front when the sheet is folded. Lengths are in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FoldedGrid {
    /// The fronts.
    pub fronts: CardGrid,
}

impl FoldedGrid {
    /// Gap between the fold and the bleed of the cards beside it.
    pub const GAP: f64 = 5.0;

    /// Lays out as many cards as fit on `paper`, upright or turned; `None` if not even one fits.
    pub fn fit(paper: &Paper, card: Size, bleed: f64, edge: f64) -> Option<Self> {
        let upright = Self::laid(paper.size(), card, bleed, edge);
        let turned = Self::laid(paper.size().turned(), card, bleed, edge);
        let better = if turned.fronts.count() > upright.fronts.count() { turned } else { upright };
        (better.fronts.count() > 0).then_some(better)
    }

    fn laid(page: Size, card: Size, bleed: f64, edge: f64) -> Self {
        let bled = card.grown(bleed);
        let columns = count_fitting(page.width / 2.0 - edge - Self::GAP, bled.width);
        let rows = count_fitting(page.height - 2.0 * edge, bled.height);
        let left = page.width / 2.0 - Self::GAP - columns as f64 * bled.width + bleed;
        let top = (page.height - rows as f64 * bled.height) / 2.0 + bleed;
        Self { fronts: CardGrid { page, card, bleed, columns, rows, left, top } }
    }

    /// Returns the top left corner of the trim of the back behind a front.
    pub fn back(&self, nth: usize) -> (f64, f64) {
        let (x, y) = self.fronts.front(nth);
        (self.fronts.page.width - x - self.fronts.card.width, y)
    }

    /// Distance of the fold from the left edge.
    pub fn fold(&self) -> f64 {
        self.fronts.page.width / 2.0
    }

    /// Returns the cut marks of the fronts: in the margins, and beside the fold.
    pub fn marks(&self) -> Vec<Line> {
        let grid = &self.fronts;
        let beyond = self.fold() - Self::GAP;
        let marks = grid.marks().into_iter().map(|(from, to)| {
            // A mark at the right edge of the paper belongs beside the fold.
            if from.0.min(to.0) > beyond && (from.1 - to.1).abs() < 0.001 {
                ((beyond + 1.0, from.1), (self.fold() - 1.0, to.1))
            } else {
                (from, to)
            }
        });
        marks.collect()
    }
}

/// Number of pieces of length `one` that fit a room.
fn count_fitting(room: f64, one: f64) -> usize {
    (room / one + 1e-6).floor().max(0.0) as usize
}

/// Returns both edges of every card, each once.
fn card_edges(starts: impl Iterator<Item = f64>, length: f64) -> Vec<f64> {
    let mut edges: Vec<f64> = starts.flat_map(|start| [start, start + length]).collect();
    edges.dedup_by(|edge, last| (*edge - *last).abs() <= 0.001);
    edges
}
