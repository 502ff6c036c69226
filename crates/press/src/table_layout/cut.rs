//! Tables that fit on no page: parts between their columns, each with the first column.

use std::borrow::Cow;

use super::measure::ColumnNeed;
use super::{TablePart, with_grid};
use document::{Block, BlockKind, Cell, InlineKind, Row, Table, walk};

/// Greatest width of the columns of a part, in their least widths.
const MOST_STRETCH: f64 = 1.6;

/// Cuts a table between columns into parts that fit; each repeats the first column.
pub fn cut_columns<'a>(
    table: Cow<'a, Table>,
    need: &[ColumnNeed],
    width: f64,
) -> Vec<TablePart<'a>> {
    if need.len() < 2 {
        return vec![TablePart { table, widths: vec![width], tight: false }];
    }
    let first = need[0].least.min(width / 3.0);
    let mut parts = Vec::new();
    let mut from = 1;
    while from < need.len() {
        let (to, sum) = fitting_columns(need, from, first, width);
        let stretch = if sum > 0.0 { (width / sum).clamp(0.1, MOST_STRETCH) } else { 1.0 };
        let others = need[from..to].iter().map(|column| column.least);
        let widths = std::iter::once(first).chain(others).map(|width| width * stretch).collect();
        parts.push(TablePart {
            table: Cow::Owned(slice_columns(&table, from, to)),
            widths,
            tight: false,
        });
        from = to;
    }
    parts
}

/// Returns the end of the columns from `from` on that fit beside the first, at least one, and the width of
/// all.
fn fitting_columns(need: &[ColumnNeed], from: usize, first: f64, width: f64) -> (usize, f64) {
    let (mut to, mut sum) = (from, first);
    while to < need.len() && (to == from || sum + need[to].least <= width) {
        sum += need[to].least;
        to += 1;
    }
    (to, sum)
}

/// Returns the first column and the columns `from..to` of a table.
fn slice_columns(table: &Table, from: usize, to: usize) -> Table {
    let sliced =
        |row: &Row| row.cells.iter().filter_map(|cell| slice_cell(cell, from, to)).collect();
    let rows = table.rows.iter().map(|row| Row { cells: sliced(row) }).collect();
    let columns = [&table.columns[..1], &table.columns[from..to]].concat();
    let part = format!("columns {} to {} of {}", from + 1, to, table.columns.len());
    Table { part: Some(part), ..with_grid(table, columns, rows) }
}

/// Returns a cell of the first column, which every part repeats, or of the columns `from..to`; one that
/// crosses an edge is cut there.
fn slice_cell(cell: &Cell, from: usize, to: usize) -> Option<Cell> {
    if cell.column == 0 {
        let colspan = if from == 1 { cell.colspan.min(to) } else { 1 };
        return Some(Cell { colspan, ..cell.clone() });
    }
    let (left, right) = (cell.column.max(from), (cell.column + cell.colspan).min(to));
    (left < right).then(|| Cell { column: left - from + 1, colspan: right - left, ..cell.clone() })
}

/// Moves anchors out of cells that may be printed more than once: headers, and all cells of a table in parts.
pub fn hoist_names(parts: &mut [TablePart<'_>]) -> Vec<String> {
    let cut = parts.len() > 1;
    let mut names = Vec::new();
    for part in parts {
        let repeated = if cut { part.table.rows.len() } else { part.table.header_rows };
        if repeated > 0 {
            let rows = part.table.to_mut().rows.iter_mut().take(repeated);
            rows.flat_map(|row| &mut row.cells)
                .for_each(|cell| take_names(&mut cell.blocks, &mut names));
        }
    }
    names.sort();
    names.dedup();
    names
}

fn take_names(blocks: &mut [Block], names: &mut Vec<String>) {
    walk::each_block_mut(blocks, &mut |block| take_block_names(block, names));
    walk::each_inline_mut(blocks, &mut |inline| {
        if let InlineKind::Span(_, attributes) = &mut inline.kind {
            names.extend(attributes.id.take());
        }
    });
}

fn take_block_names(block: &mut Block, names: &mut Vec<String>) {
    names.extend(block.attributes.id.take());
    if let BlockKind::List(list) = &mut block.kind {
        names.extend(list.items.iter_mut().filter_map(|item| item.attributes.id.take()));
    }
}
