//! Layout of tables: the width of each column, and the place of a table: in a column, over both, on a turned
//! page or in parts.

mod cut;
mod describe;
mod measure;
mod share;
mod stack;

use std::borrow::Cow;

use super::paper::Paper;
use crate::book::Book;
use crate::set::design::design;
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::manifest::ExamplePlace;
use base::theme::ThemeChoice;
pub use cut::hoist_names;
pub use describe::{column_aligns, describe_table, has_linked_header};
use document::{BlockKind, Cell, Column, Row, Table};
use measure::ColumnNeed;

/// Natural width of a table, in widths of a column, from which it is better placed wider.
const CROWDED: f64 = 4.5;
/// Lines of the longest row from which a table in a column is squeezed.
const MANY_LINES: f64 = 6.0;
/// Paper that a table may take over all columns to be placed there, as a part of what it takes in a column.
const LOWER: f64 = 0.92;
/// Height of a table, as a part of that of a page, above which it does not float.
const TALL: f64 = 0.8;
/// Number of columns from which insets take much of the width.
const MANY_COLUMNS: usize = 8;
/// Least width of a cell for counting lines, in points.
const LEAST_CELL: f64 = 10.0;

/// The place of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TablePlace {
    /// In a text column.
    Column,
    /// Over both columns, floating.
    Wide,
    /// On pages of one column.
    Plain,
    /// On turned pages.
    Turned,
}

/// A table, or some of its columns, with the width of each column in points.
#[derive(Debug)]
pub struct TablePart<'a> {
    /// The columns, as a table.
    pub table: Cow<'a, Table>,
    /// Their widths.
    pub widths: Vec<f64>,
    /// True if the insets of its cells are tight.
    pub tight: bool,
}

/// A table with its place and its column widths.
#[derive(Debug)]
pub struct PlacedTable<'a> {
    /// Its place.
    pub place: TablePlace,
    /// Rows of the grid in one row of the table: 2 if its prose is below its numbers.
    pub stripe: usize,
    /// Its parts: one, unless it fits on no page.
    pub parts: Vec<TablePart<'a>>,
}

impl TablePart<'_> {
    /// Returns the width of the columns that a cell spans.
    pub fn cell_width(&self, cell: &Cell) -> f64 {
        let end = (cell.column + cell.colspan).min(self.widths.len());
        self.widths[cell.column.min(end)..end].iter().sum()
    }

    /// Width that tight insets of a cell save, in points.
    pub fn saved(&self) -> f64 {
        if self.tight { design().table.tight } else { 0.0 }
    }

    /// Estimates its height, in points.
    fn height(&self) -> f64 {
        self.table.rows.iter().map(|row| self.row_height(row)).sum()
    }

    /// Estimates its height in points if each row takes `more` points; no less than that of any of its cells.
    pub fn height_with(&self, more: f64) -> f64 {
        let lines = self.table.cells().map(|cell| self.cell_lines(cell)).fold(0.0, f64::max);
        f64::max(
            self.height() + more * self.table.rows.len() as f64,
            lines * design().table.line + more,
        )
    }

    fn row_height(&self, row: &Row) -> f64 {
        let metrics = &design().table;
        self.row_lines(row) * metrics.line + metrics.row
    }

    /// Estimates the number of lines of its longest row.
    fn longest_row(&self) -> f64 {
        self.table.rows.iter().map(|row| self.row_lines(row)).fold(0.0, f64::max)
    }

    fn row_lines(&self, row: &Row) -> f64 {
        let cells = row.cells.iter().filter(|cell| cell.rowspan == 1);
        cells.map(|cell| self.cell_lines(cell)).fold(1.0, f64::max)
    }

    /// Estimates the number of lines of a cell.
    pub fn cell_lines(&self, cell: &Cell) -> f64 {
        let width = self.cell_width(cell) + self.saved() - design().table.cell;
        measure::filled_lines(cell, width.max(LEAST_CELL))
    }
}

impl PlacedTable<'_> {
    /// True if it fits no column of the usual pages: it is in parts, on a turned page, or on pages of one
    /// column.
    fn is_crowded(&self) -> bool {
        self.parts.len() > 1 || matches!(self.place, TablePlace::Turned | TablePlace::Plain)
    }
}

/// Places `table` on `paper`; `single` is true if the text around it has one column.
pub fn place_table<'a>(table: &'a Table, paper: &Paper, single: bool) -> PlacedTable<'a> {
    let whole = place_unstacked(Cow::Borrowed(table), paper, single);
    if !whole.is_crowded() {
        return whole;
    }
    let better = |stacked: Table| {
        let placed = place_unstacked(Cow::Owned(stacked), paper, single);
        is_better(&placed, &whole).then_some(PlacedTable { stripe: 2, ..placed })
    };
    let joined = || stack::stack_prose(&stack::join_last_columns(table)?);
    let stacked = stack::stack_prose(table).and_then(better).or_else(|| joined().and_then(better));
    stacked.unwrap_or(whole)
}

/// True if a stacked table is placed better than the whole one.
fn is_better(stacked: &PlacedTable<'_>, whole: &PlacedTable<'_>) -> bool {
    let better = stacked.parts.len() < whole.parts.len()
        || stacked.place != whole.place
        || stack::is_squeezed(whole);
    better && stacked.place != TablePlace::Turned && stacked.parts.len() == 1
}

/// Places `table` with its columns as they are.
fn place_unstacked<'a>(table: Cow<'a, Table>, paper: &Paper, single: bool) -> PlacedTable<'a> {
    let need = measure::measure_columns(&table);
    let least = measure::least_width(&need);
    let (place, width) = choose_place(&need, paper, single);
    let whole = paper.text_width();
    let at = |width: f64| filled_part(Cow::Borrowed(&table), &need, width);
    let is_squeezed = place == TablePlace::Column && {
        let (narrow, wide) = (at(width), at(whole));
        narrow.longest_row() >= MANY_LINES && 2.0 * wide.height() < LOWER * narrow.height()
    };
    let (place, width) = if is_squeezed { (TablePlace::Wide, whole) } else { (place, width) };
    let parts = if least <= width {
        vec![filled_part(table, &need, width)]
    } else {
        cut::cut_columns(table, &need, width)
    };
    let tall = parts.len() > 1 || parts[0].height() > paper.text_height() * TALL;
    let place = if place == TablePlace::Wide && tall { TablePlace::Plain } else { place };
    PlacedTable { place, stripe: 1, parts }
}

/// Returns a table whose columns share `width`; many columns that need more have tight insets.
fn filled_part<'a>(table: Cow<'a, Table>, need: &[ColumnNeed], width: f64) -> TablePart<'a> {
    let tight = need.len() >= MANY_COLUMNS && measure::natural_width(need) > width;
    let saved = if tight { design().table.tight } else { 0.0 };
    let widths = measure::share_width(&table, need, width + saved * need.len() as f64);
    let widths = widths.into_iter().map(|own| own - saved).collect();
    TablePart { table, widths, tight }
}

/// Returns the narrowest place with room for columns, and its width.
fn choose_place(need: &[ColumnNeed], paper: &Paper, single: bool) -> (TablePlace, f64) {
    let (least, natural) = (measure::least_width(need), measure::natural_width(need));
    let column = paper.column_width();
    if single && least <= paper.text_width() {
        (TablePlace::Plain, paper.text_width())
    } else if !single && least <= column && natural <= column * CROWDED {
        (TablePlace::Column, column)
    } else if least <= paper.text_width() {
        (TablePlace::Wide, paper.text_width())
    } else {
        (TablePlace::Turned, paper.turned_width())
    }
}

/// Places `table` in `width` points; words that do not fit are broken.
pub fn fit_table(table: &Table, width: f64) -> PlacedTable<'_> {
    let need = measure::measure_columns(table);
    let least = measure::least_width(&need);
    let table = Cow::Borrowed(table);
    let part = if least <= width {
        filled_part(table, &need, width)
    } else {
        let widths = need.iter().map(|column| column.least / least * width).collect();
        TablePart { table, widths, tight: false }
    };
    PlacedTable { place: TablePlace::Plain, stripe: 1, parts: vec![part] }
}

/// Returns a table with other columns and rows.
pub fn with_grid(table: &Table, columns: Vec<Column>, rows: Vec<Row>) -> Table {
    Table {
        columns,
        rows,
        caption: table.caption.clone(),
        part: table.part.clone(),
        mat: table.mat.clone(),
        ..*table
    }
}

/// Reports tables that are on a turned page or in parts because they fit no upright page; tables inside other
/// blocks are made to fit.
pub fn report_wide_tables(book: &Book, paper: &str, theme: &str, findings: &mut Findings) {
    let Some(sheet) = Paper::find(paper) else { return };
    let sheet = sheet.with_margins(ThemeChoice::chosen(theme, &book.theme).0.margins);
    let has_margin = book.examples == ExamplePlace::Margin;
    let sheet = if has_margin { sheet.with_example_margin() } else { sheet };
    for block in &book.blocks {
        if let BlockKind::Table(table) = &block.kind
            && table.components(&block.attributes).is_none()
        {
            let placed = place_table(table, &sheet, true);
            findings.0.extend(wide_table_message(&placed, paper).map(|message| {
                let finding = Diagnostic::at(code::WIDE_TABLE, block.span, message);
                finding.hint("use fewer or narrower columns")
            }));
        }
    }
}

fn wide_table_message(placed: &PlacedTable<'_>, paper: &str) -> Option<String> {
    match (placed.parts.len(), placed.place) {
        (1, TablePlace::Turned) => Some(format!(
            "this table is too wide for an upright page ({paper}); it is printed sideways"
        )),
        (1, TablePlace::Column | TablePlace::Wide | TablePlace::Plain) => None,
        (parts, _) => Some(format!(
            "this table is too wide for any page ({paper}); it is cut into {parts} parts between its columns"
        )),
    }
}
