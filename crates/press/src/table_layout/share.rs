//! Widths of columns that have less room than their longest lines need: those that make the table lowest, and
//! divide no cell of a few words while another column has spare width.

use super::measure::{self, ColumnNeed};
use crate::set::design::design;
use document::{Cell, InlineKind, Table, walk};

/// Most words of a cell that should stay on one line.
const FEW_WORDS: usize = 3;
/// Cost of a divided cell of a few words, in lines.
const DIVIDED: f64 = 2.0;
/// Cost of a divided term of a longer cell, in lines.
const DIVIDED_TERM: f64 = 0.7;
/// Part of a broken line that words fill.
const BROKEN: f64 = 0.92;
/// Widths that are moved from one column to another, in points.
const STEPS: [f64; 10] = [48.0, 36.0, 28.0, 22.0, 17.0, 13.0, 10.0, 7.0, 4.0, 1.5];
/// Most moves that are tried with each step.
const MOST_MOVES: usize = 40;
/// Most rows whose cost is computed.
const MOST_ROWS: usize = 120;

/// The words of a cell.
struct CellWords {
    column: usize,
    /// Widths of its paragraphs on one line each, in points, without insets.
    lines: Vec<f64>,
    /// True if it should stay on one line.
    few: bool,
    /// Widths of its terms of a few words, which commas separate, in points.
    terms: Vec<f64>,
}

/// Returns widths of the columns of a table that fill `width`, improved from `start`: spare width of one
/// column moves to others as long as that makes the table better.
pub fn settled_widths(table: &Table, need: &[ColumnNeed], start: Vec<f64>) -> Vec<f64> {
    // Pictures shrink with their columns, which no count of lines shows.
    if table.rows.iter().flat_map(|row| &row.cells).any(has_picture) {
        return start;
    }
    let rows = rows_of_words(table);
    let (mut widths, mut cost) = (start, 0.0);
    cost += table_cost(&rows, &widths);
    for step in STEPS {
        for _ in 0..MOST_MOVES {
            let Some((better, lower)) = best_move(&rows, need, &widths, step) else { break };
            if lower >= cost - 1e-6 {
                break;
            }
            (widths, cost) = (better, lower);
        }
    }
    widths
}

fn has_picture(cell: &Cell) -> bool {
    let mut found = false;
    walk::each_inline(&cell.blocks, &mut |inline| {
        found |= matches!(inline.kind, InlineKind::Image(_));
    });
    found
}

/// Returns the best move of a width between two columns.
fn best_move(
    rows: &[Vec<CellWords>],
    need: &[ColumnNeed],
    widths: &[f64],
    step: f64,
) -> Option<(Vec<f64>, f64)> {
    let mut best: Option<(Vec<f64>, f64)> = None;
    for from in (0..need.len()).filter(|at| widths[*at] - step >= need[*at].least) {
        for to in (0..need.len()).filter(|at| *at != from && widths[*at] < need[*at].natural) {
            let mut moved = widths.to_vec();
            moved[from] -= step;
            moved[to] += step;
            let cost = table_cost(rows, &moved);
            if best.as_ref().is_none_or(|(_, known)| cost < known - 1e-9) {
                best = Some((moved, cost));
            }
        }
    }
    best
}

/// Height of a table in lines, plus the cost of divided cells.
fn table_cost(rows: &[Vec<CellWords>], widths: &[f64]) -> f64 {
    rows.iter().map(|row| row_cost(row, widths)).sum()
}

fn row_cost(row: &[CellWords], widths: &[f64]) -> f64 {
    let (mut highest, mut divided, mut all) = (1.0, 0.0, 0.0);
    for cell in row {
        let room = widths[cell.column] - design().table.cell;
        let lines = cell.lines.iter().map(|line| lines_of(*line, room)).sum::<f64>();
        highest = f64::max(highest, lines);
        all += lines;
        if cell.few && lines > cell.lines.len() as f64 {
            divided += DIVIDED;
        }
        divided += cell.terms.iter().filter(|term| **term > room).count() as f64 * DIVIDED_TERM;
    }
    // Of two tables with the same height, the one with fewer lines in all its cells is better.
    highest + divided + all * 0.02
}

fn lines_of(line: f64, room: f64) -> f64 {
    if line <= room { 1.0 } else { (line / (room * BROKEN).max(1.0)).ceil().max(2.0) }
}

/// Returns the words of the cells that are in one column each, row by row.
fn rows_of_words(table: &Table) -> Vec<Vec<CellWords>> {
    let rows = table.rows.iter().take(MOST_ROWS);
    let single = |cell: &&Cell| cell.colspan == 1 && cell.rowspan == 1;
    rows.map(|row| row.cells.iter().filter(single).map(cell_words).collect()).collect()
}

fn cell_words(cell: &Cell) -> CellWords {
    let lines = measure::cell_lines(cell);
    let few = lines.len() == 1 && measure::count_words(cell) <= FEW_WORDS;
    let terms = measure::term_widths(cell, FEW_WORDS);
    CellWords { column: cell.column, lines, few, terms }
}
