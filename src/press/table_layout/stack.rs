//! Tables whose prose stands below the other columns of its row, where it has more width.

use super::measure;
use super::{PlacedTable, with_grid};
use crate::document::{Block, BlockKind, Cell, Inline, InlineKind, Row, Table, TextAlignment};

/// A last column naturally wider than this is prose, in points.
const PROSE: f64 = 150.0;

/// The last column, when it is prose, set below the others of its row; the first cell spans both
/// and holds them together.
pub(super) fn stack_prose(table: &Table) -> Option<Table> {
    let last = table.columns.len().checked_sub(1).filter(|last| *last >= 3)?;
    let prose = measure::measure_columns(table).last()?.natural;
    if !is_plain(table, last + 1) || prose < PROSE || table.header_rows != 1 {
        return None;
    }
    let name = super::column_aligns(table).iter().position(|align| *align != TextAlignment::Right);
    let rows = table.rows.iter().flat_map(|row| stacked_rows(row, last, name)).collect();
    let stacked = with_grid(table, table.columns[..last].to_vec(), rows);
    Some(Table { header_rows: 2, ..stacked })
}

/// Whether every row has a cell for each column.
fn is_plain(table: &Table, columns: usize) -> bool {
    table.rows.iter().all(|row| row.cells.len() == columns)
}

/// A row as two: its first `last` cells, and below them its prose. The column of names is bold.
fn stacked_rows(row: &Row, last: usize, name: Option<usize>) -> [Row; 2] {
    let numbers = row.cells[..last].iter().map(|cell| Cell {
        rowspan: if cell.column == 0 { 2 } else { 1 },
        header: cell.header || Some(cell.column) == name,
        ..cell.clone()
    });
    let prose = Cell {
        column: 1,
        colspan: last - 1,
        align: TextAlignment::Left,
        ..row.cells[last].clone()
    };
    [Row { cells: numbers.collect() }, Row { cells: vec![prose] }]
}

/// The table with its last two columns of words made one: "Intercept. This ally enters rested."
pub(super) fn join_last_columns(table: &Table) -> Option<Table> {
    let last = table.columns.len().checked_sub(1).filter(|last| *last >= 4)?;
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

/// A keyword before its sentence, in one paragraph where both are one.
fn join_lead(mut lead: Vec<Block>, mut prose: Vec<Block>) -> Vec<Block> {
    if let (
        [Block { kind: BlockKind::Paragraph(lead), span, .. }],
        [Block { kind: BlockKind::Paragraph(prose), .. }],
    ) = (lead.as_mut_slice(), prose.as_mut_slice())
    {
        let mut inlines = vec![
            Inline::new(InlineKind::Strong(std::mem::take(lead)), *span),
            Inline::new(InlineKind::Text(". ".to_owned()), *span),
        ];
        inlines.append(prose);
        return vec![Block::new(BlockKind::Paragraph(inlines), *span)];
    }
    lead.append(&mut prose);
    lead
}

/// Whether the last column breaks into three lines or more somewhere.
pub(super) fn is_squeezed(placed: &PlacedTable<'_>) -> bool {
    let [part] = placed.parts.as_slice() else { return true };
    let last = part.widths.len() - 1;
    let cells = part.table.rows.iter().flat_map(|row| &row.cells);
    let prose = cells.filter(|cell| cell.column == last);
    prose.map(|cell| measure::cell_need(cell).natural).fold(0.0, f64::max) > 2.0 * part.widths[last]
}
