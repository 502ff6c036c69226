//! Tables with their prose below the other columns of its row, where it is wider.

use super::measure;
use super::{PlacedTable, TablePart, with_grid};
use base::source::Span;
use document::{Block, BlockKind, Cell, Inline, InlineKind, Row, Table, TextAlignment};

/// Natural width from which a last column is prose, in points.
const PROSE: f64 = 150.0;

/// Moves a last column of prose below the others of its row; the first cell spans both and holds them
/// together.
pub fn stack_prose(table: &Table) -> Option<Table> {
    let last = last_column(table, 3)?;
    let prose = measure::measure_columns(table).last()?.natural;
    if !is_plain(table, last + 1) || prose < PROSE || table.header_rows != 1 {
        return None;
    }
    let name = super::column_aligns(table).iter().position(|align| *align != TextAlignment::Right);
    let rows = table.rows.iter().flat_map(|row| stacked_rows(row, last, name)).collect();
    let stacked = with_grid(table, table.columns[..last].to_vec(), rows);
    Some(Table { header_rows: 2, ..stacked })
}

/// True if every row has a cell for each column.
fn is_plain(table: &Table, columns: usize) -> bool {
    table.rows.iter().all(|row| row.cells.len() == columns)
}

/// Index of the last column, if there are at least `before` columns before it.
fn last_column(table: &Table, before: usize) -> Option<usize> {
    table.columns.len().checked_sub(1).filter(|last| *last >= before)
}

/// Splits a row into two: its first `last` cells, and below them its prose. The column of names is bold.
fn stacked_rows(row: &Row, last: usize, name: Option<usize>) -> [Row; 2] {
    let upper = row.cells[..last].iter().map(|cell| {
        let rowspan = if cell.column == 0 { 2 } else { 1 };
        Cell { rowspan, header: cell.header || Some(cell.column) == name, ..cell.clone() }
    });
    let (colspan, align) = (last - 1, TextAlignment::Left);
    let prose = Cell { column: 1, colspan, align, ..row.cells[last].clone() };
    [Row { cells: upper.collect() }, Row { cells: vec![prose] }]
}

/// Joins the last two columns of words of a table: "Intercept. This ally enters rested."
pub fn join_last_columns(table: &Table) -> Option<Table> {
    let last = last_column(table, 4)?;
    let aligns = super::column_aligns(table);
    let words = |column: usize| aligns[column] != TextAlignment::Right;
    if !is_plain(table, last + 1) || !words(last) || !words(last - 1) {
        return None;
    }
    let rows = table.rows.iter().map(|row| join_last_cells(row, last)).collect();
    Some(with_grid(table, table.columns[..last].to_vec(), rows))
}

fn join_last_cells(row: &Row, last: usize) -> Row {
    let mut cells = row.cells.clone();
    let prose = cells.remove(last);
    let cell = &mut cells[last - 1];
    cell.blocks = join_lead(std::mem::take(&mut cell.blocks), prose.blocks);
    Row { cells }
}

/// Joins a keyword and its sentence, in one paragraph if both are one.
fn join_lead(mut lead: Vec<Block>, mut prose: Vec<Block>) -> Vec<Block> {
    if let (
        [Block { kind: BlockKind::Paragraph(lead), span, .. }],
        [Block { kind: BlockKind::Paragraph(prose), .. }],
    ) = (lead.as_mut_slice(), prose.as_mut_slice())
    {
        let inlines = joined_sentence(std::mem::take(lead), prose, *span);
        return vec![Block::new(BlockKind::Paragraph(inlines), *span)];
    }
    lead.append(&mut prose);
    lead
}

fn joined_sentence(lead: Vec<Inline>, prose: &mut Vec<Inline>, span: Span) -> Vec<Inline> {
    let lead = Inline::new(InlineKind::Strong(lead), span);
    let mut inlines = vec![lead, Inline::new(InlineKind::Text(". ".to_owned()), span)];
    inlines.append(prose);
    inlines
}

/// True if a cell of the last column breaks into three lines or more.
pub fn is_squeezed(placed: &PlacedTable<'_>) -> bool {
    let [part] = placed.parts.as_slice() else { return true };
    let last = part.widths.len() - 1;
    longest_line(part, last) > 2.0 * part.widths[last]
}

/// Width of the longest line of a column.
fn longest_line(part: &TablePart<'_>, column: usize) -> f64 {
    let own = part.table.cells().filter(|cell| cell.column == column);
    own.map(|cell| measure::cell_need(cell).natural).fold(0.0, f64::max)
}
