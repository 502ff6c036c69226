//! Positions of the cells of a table. In: the spans that are asked for. Out: a rectangle for each cell and
//! each gap; the rectangles do not overlap and cover the whole grid.

use std::ops::Range;

use super::{CellDraft, RowDraft};

/// Most columns of a cell, according to HTML.
const MOST_COLUMNS: usize = 1_000;
/// Column from which on cells cover only one column.
const WIDEST: usize = 10_000;
/// Widest gap that is filled with single cells; a wider one is filled with one cell.
const WIDEST_GAP: usize = 64;
/// Most places looked at before spans over rows are ignored; no table for readers comes near.
const MOST_STEPS: usize = 50_000_000;
/// Most gaps filled before spans over rows are ignored.
const MOST_GAPS: usize = 1_000_000;

/// A rectangle of the grid.
#[derive(Clone, Copy)]
pub struct GridSpot {
    /// Index of the cell in its row; `None` for a gap.
    pub cell: Option<usize>,
    /// Left column.
    pub column: usize,
    /// Number of columns.
    pub colspan: usize,
    /// Number of rows.
    pub rowspan: usize,
}

impl GridSpot {
    /// Cuts the rectangle off at the right edge of the grid and after `rows` rows.
    fn clip(&mut self, edge: usize, rows: usize) {
        self.colspan = self.colspan.min(edge - self.column);
        self.rowspan = self.rowspan.min(rows);
    }
}

/// A row of the grid.
pub struct GridLine {
    /// Index of the row as written; empty rows that no cell spans are left out.
    pub row: usize,
    /// Rectangles, from left to right.
    pub spots: Vec<GridSpot>,
    /// Number of columns without a cell.
    pub missing: usize,
}

/// The grid of a table.
pub struct GridLayout {
    /// Lines, from top to bottom.
    pub lines: Vec<GridLine>,
    /// Number of columns.
    pub width: usize,
}

/// Makes the grid of `rows`; of the `asked` columns, only those count that a cell reaches.
pub fn place_cells(rows: &[RowDraft], asked: usize) -> GridLayout {
    let attempt = |follow| GridAttempt::new(rows, follow).run(asked);
    attempt(true).or_else(|| attempt(false)).expect("only spans over rows have limits")
}

/// One attempt to place the cells.
struct GridAttempt<'a> {
    rows: &'a [RowDraft],
    /// True if spans over rows count.
    follow: bool,
    steps: usize,
    gaps: usize,
}

impl<'a> GridAttempt<'a> {
    fn new(rows: &'a [RowDraft], follow: bool) -> Self {
        Self { rows, follow, steps: 0, gaps: 0 }
    }
}

impl GridAttempt<'_> {
    fn run(mut self, asked: usize) -> Option<GridLayout> {
        let mut lines = self.spread()?;
        let width = grid_width(&lines, asked);
        let height = lines.len();
        for (at, line) in lines.iter_mut().enumerate() {
            line.spots.iter_mut().for_each(|spot| spot.clip(width, height - at));
        }
        self.fill(&mut lines, width)?;
        Some(GridLayout { lines, width })
    }

    /// Counts steps; `None` if this takes too long.
    fn step(&mut self, steps: usize) -> Option<()> {
        self.steps += steps;
        (!self.follow || self.steps <= MOST_STEPS && self.gaps <= MOST_GAPS).then_some(())
    }

    /// Gives each cell its column; a cell ends where another one is, and at the end of its group of rows.
    fn spread(&mut self) -> Option<Vec<GridLine>> {
        let ends = group_ends(self.rows);
        let mut covered = CoveredColumns::default();
        let mut lines: Vec<GridLine> = Vec::with_capacity(self.rows.len());
        for (row, end) in ends.into_iter().enumerate() {
            let at = lines.len();
            if self.rows[row].cells.is_empty() && covered.latest <= at {
                continue;
            }
            let spots = self.spread_row(row, end - row, at, &mut covered)?;
            lines.push(GridLine { row, spots, missing: 0 });
        }
        Some(lines)
    }

    /// Places one row, which is line `at` of the grid; `below` counts the rows left in its group, including
    /// itself.
    fn spread_row(
        &mut self,
        row: usize,
        below: usize,
        at: usize,
        covered: &mut CoveredColumns,
    ) -> Option<Vec<GridSpot>> {
        let mut spots = Vec::with_capacity(self.rows[row].cells.len());
        let mut column = 0;
        for (number, cell) in self.rows[row].cells.iter().enumerate() {
            column = self.free(covered, column, at)?;
            let (asked, rowspan) = self.spans(cell, column, below);
            let colspan = covered.taken(column + 1..column + asked, at) - column;
            self.step(colspan)?;
            covered.cover(column..column + colspan, at, rowspan);
            spots.push(GridSpot { cell: Some(number), column, colspan, rowspan });
            column += colspan;
        }
        Some(spots)
    }

    /// Returns the first free column from `column` on.
    fn free(&mut self, covered: &CoveredColumns, column: usize, row: usize) -> Option<usize> {
        let free = covered.free(column, row);
        self.step(free - column + 1)?;
        Some(free)
    }

    /// Returns the columns and rows that a cell may cover.
    fn spans(&self, draft: &CellDraft, column: usize, below: usize) -> (usize, usize) {
        let most = if column < WIDEST { MOST_COLUMNS } else { 1 };
        let rows = match draft.rowspan {
            _ if !self.follow => 1,
            0 => below,
            asked => asked.min(below),
        };
        (draft.colspan.clamp(1, most), rows)
    }

    /// Puts gaps where there is no cell.
    fn fill(&mut self, lines: &mut [GridLine], width: usize) -> Option<()> {
        let mut covered = CoveredColumns::default();
        for (at, line) in lines.iter_mut().enumerate() {
            self.fill_line(line, width, at, &mut covered)?;
        }
        Some(())
    }

    fn fill_line(
        &mut self,
        line: &mut GridLine,
        width: usize,
        at: usize,
        covered: &mut CoveredColumns,
    ) -> Option<()> {
        let mut column = 0;
        for spot in std::mem::take(&mut line.spots) {
            self.fill_gap(line, column..spot.column, at, covered)?;
            column = spot.column + spot.colspan;
            covered.cover(spot.column..column, at, spot.rowspan);
            line.spots.push(spot);
        }
        self.fill_gap(line, column..width, at, covered)
    }

    /// Fills those of `columns` that are not covered from above.
    fn fill_gap(
        &mut self,
        line: &mut GridLine,
        columns: Range<usize>,
        at: usize,
        covered: &CoveredColumns,
    ) -> Option<()> {
        let mut column = columns.start;
        while column < columns.end {
            let start = self.free(covered, column, at)?.min(columns.end);
            let end = covered.taken(start..columns.end, at);
            let step = if end - start > WIDEST_GAP { end - start } else { 1 };
            let gap = |column| GridSpot { cell: None, column, colspan: step, rowspan: 1 };
            line.spots.extend((start..end).step_by(step).map(gap));
            line.missing += end - start;
            self.gaps += (end - start) / step;
            self.step(end - start)?;
            column = end;
        }
        Some(())
    }
}

/// For each column, the row at which it is free again.
#[derive(Default)]
struct CoveredColumns {
    until: Vec<usize>,
    latest: usize,
}

impl CoveredColumns {
    fn at(&self, column: usize, row: usize) -> bool {
        self.until.get(column).is_some_and(|until| *until > row)
    }

    fn free(&self, mut column: usize, row: usize) -> usize {
        while self.at(column, row) {
            column += 1;
        }
        column
    }

    /// Returns the first of `columns` that is covered, or their end.
    fn taken(&self, columns: Range<usize>, row: usize) -> usize {
        let end = columns.end;
        if self.latest <= row {
            end
        } else {
            columns.into_iter().find(|column| self.at(*column, row)).unwrap_or(end)
        }
    }

    fn cover(&mut self, columns: Range<usize>, row: usize, rowspan: usize) {
        if rowspan < 2 {
            return;
        }
        if self.until.len() < columns.end {
            self.until.resize(columns.end, 0);
        }
        self.until[columns].fill(row + rowspan);
        self.latest = self.latest.max(row + rowspan);
    }
}

/// Returns for each row the first row after its group.
fn group_ends(rows: &[RowDraft]) -> Vec<usize> {
    let mut ends = vec![rows.len(); rows.len()];
    for at in (1..rows.len()).rev() {
        ends[at - 1] = if rows[at].group == rows[at - 1].group { ends[at] } else { at };
    }
    ends
}

/// Returns the number of columns in which a cell begins, or of those of `asked` that a cell reaches.
fn grid_width(lines: &[GridLine], asked: usize) -> usize {
    let spots = || lines.iter().flat_map(|line| &line.spots);
    let begun = spots().map(|spot| spot.column + 1).max().unwrap_or(0);
    let reached = spots().map(|spot| spot.column + spot.colspan).max().unwrap_or(0);
    begun.max(asked.min(reached))
}
