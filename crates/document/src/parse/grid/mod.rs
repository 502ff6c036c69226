//! Puts the cells of a table into a grid. In: rows of cells as they are written. Out: a table in
//! which every place of the grid is covered by exactly one cell.

mod place;

use self::place::{GridLayout, GridLine, GridSpot, place_cells};
use crate::{Block, BlockKind, Cell, Column, Inline, Row, Table, TextAlignment};
use base::diagnostic::{Findings, code};
use base::source::Span;
use base::text::counted;

/// What to do about rows of different length.
const RAGGED_HINT: &str =
    "give every row as many cells as the first; in HTML a cell reaches further with `colspan`";

/// A row as it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct RowDraft {
    /// From left to right.
    pub cells: Vec<CellDraft>,
    /// Whether it stands in the head of the table.
    pub head: bool,
    /// Cells do not reach out of the neighbouring rows with the same number.
    pub group: usize,
    /// Where it stands.
    pub span: Span,
}

/// A cell as it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct CellDraft {
    /// Its content.
    pub blocks: Vec<Block>,
    /// Columns asked for, at least 1.
    pub colspan: usize,
    /// Rows asked for; 0 for all that follow in its group.
    pub rowspan: usize,
    /// `<th>`
    pub header: bool,
    /// Its own alignment.
    pub align: TextAlignment,
    /// Where it stands.
    pub span: Span,
}

impl RowDraft {
    fn is_header(&self) -> bool {
        self.head || !self.cells.is_empty() && self.cells.iter().all(|cell| cell.header)
    }
}

impl CellDraft {
    /// A cell of running text that covers one place.
    pub fn text(content: Vec<Inline>, span: Span) -> Self {
        let paragraph =
            (!content.is_empty()).then(|| Block::new(BlockKind::Paragraph(content), span));
        let blocks = paragraph.into_iter().collect();
        Self { blocks, colspan: 1, rowspan: 1, header: false, align: TextAlignment::Auto, span }
    }
}

/// The table of `rows`; `columns` may be more or fewer than the cells need.
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
    let message =
        format!("row {number} of the table fills {columns}, its first row {usual}{others}");
    findings.report(code::RAGGED_TABLE, rows[line.row].span, message, RAGGED_HINT);
}

/// How many of the first rows are headers, none of whose cells reaches below them.
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
