//! Puts the cells of a table into a grid. In: rows of cells, as written. Out: a table in which exactly one
//! cell covers each place of the grid.

mod place;

use self::place::{GridLayout, GridLine, GridSpot, place_cells};
use crate::{Block, BlockKind, Cell, Column, Inline, Row, Table, TextAlignment};
use base::diagnostic::{Findings, code};
use base::source::Span;
use base::text::counted;

/// Hint about rows of different lengths.
const RAGGED_HINT: &str = "give every row as many cells as the first; in HTML, `colspan` makes a cell span several columns";

/// A row, as written.
#[derive(Debug, Clone, PartialEq)]
pub struct RowDraft {
    /// Cells, from left to right.
    pub cells: Vec<CellDraft>,
    /// True if the row is in the head of the table.
    pub head: bool,
    /// Number of its group of neighbouring rows, which cells do not extend beyond.
    pub group: usize,
    /// Span of the row.
    pub span: Span,
}

/// A cell, as written.
#[derive(Debug, Clone, PartialEq)]
pub struct CellDraft {
    /// Content.
    pub blocks: Vec<Block>,
    /// Columns asked for, at least 1.
    pub colspan: usize,
    /// Rows asked for; 0 for all that follow in its group.
    pub rowspan: usize,
    /// True for `<th>`.
    pub header: bool,
    /// Alignment of the cell itself.
    pub align: TextAlignment,
    /// Span of the cell.
    pub span: Span,
}

impl RowDraft {
    fn is_header(&self) -> bool {
        self.head || !self.cells.is_empty() && self.cells.iter().all(|cell| cell.header)
    }
}

impl CellDraft {
    /// Makes a cell of running text that covers one place.
    pub fn text(content: Vec<Inline>, span: Span) -> Self {
        let paragraph =
            (!content.is_empty()).then(|| Block::new(BlockKind::Paragraph(content), span));
        let blocks = paragraph.into_iter().collect();
        Self { blocks, colspan: 1, rowspan: 1, header: false, align: TextAlignment::Auto, span }
    }
}

/// Makes the table of `rows`; `columns` may be more or fewer than the cells need.
pub fn make_grid(
    mut rows: Vec<RowDraft>,
    mut columns: Vec<Column>,
    caption: Vec<Inline>,
    findings: &mut Findings,
) -> Table {
    let GridLayout { lines, width } = place_cells(&rows, columns.len());
    report_ragged_rows(&lines, width, &rows, findings);
    let header_rows = header_rows(&lines, &rows);
    columns.resize(width, Column::default());
    let row = |line: GridLine| {
        let draft = &mut rows[line.row];
        Row { cells: line.spots.iter().map(|spot| grid_cell(spot, draft)).collect() }
    };
    let rows = lines.into_iter().map(row).collect();
    Table { columns, rows, header_rows, caption, part: None, mat: None }
}

fn grid_cell(spot: &GridSpot, row: &mut RowDraft) -> Cell {
    match spot.cell {
        Some(cell) => {
            let draft = &mut row.cells[cell];
            let blocks = std::mem::take(&mut draft.blocks);
            Cell {
                blocks,
                header: draft.header,
                align: draft.align,
                ..empty_cell(spot, draft.span)
            }
        }
        None => empty_cell(spot, Span { start: row.span.end, ..row.span }),
    }
}

fn empty_cell(spot: &GridSpot, span: Span) -> Cell {
    let GridSpot { column, colspan, rowspan, .. } = *spot;
    Cell {
        blocks: Vec::new(),
        column,
        colspan,
        rowspan,
        header: false,
        align: TextAlignment::Auto,
        span,
    }
}

fn report_ragged_rows(
    lines: &[GridLine],
    width: usize,
    rows: &[RowDraft],
    findings: &mut Findings,
) {
    let Some(first) = lines.first() else { return };
    let usual = width - first.missing;
    let mut ragged = lines.iter().filter(|line| width - line.missing != usual);
    let Some(line) = ragged.next() else { return };
    let (number, filled) = (line.row + 1, width - line.missing);
    let others = match ragged.count() {
        0 => String::new(),
        1 => "; another row differs too".to_owned(),
        more => format!("; {more} other rows differ too"),
    };
    let columns = counted(filled, "column");
    let message = format!(
        "row {number} of the table fills {columns}, but its first row fills {usual}{others}"
    );
    findings.report(code::RAGGED_TABLE, rows[line.row].span, message, RAGGED_HINT);
}

/// Number of the first rows that are headers and whose cells do not extend below them.
fn header_rows(lines: &[GridLine], rows: &[RowDraft]) -> usize {
    let mut whole = 0;
    let mut reach = 0;
    for (at, line) in lines.iter().enumerate() {
        if !rows[line.row].is_header() {
            break;
        }
        reach = line.spots.iter().map(|spot| at + spot.rowspan).fold(reach, usize::max);
        if reach <= at + 1 {
            whole = at + 1;
        }
    }
    whole
}
