//! Tables as grids: every place of a grid is covered by exactly one cell.

use serde::{Deserialize, Serialize};

use super::{Block, Inline};
use base::source::Span;
use draw::picture::PlayMat;

/// How a column or cell is aligned.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextAlignment {
    /// As the table says.
    #[default]
    Auto,
    /// Left.
    Left,
    /// Centre.
    Center,
    /// Right.
    Right,
}

/// The width an author asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub enum ColumnWidth {
    /// As wide as needed.
    #[default]
    Auto,
    /// Percent of the table.
    Percent(f32),
    /// Points.
    Points(f32),
}

/// A column of a table.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// For cells that do not say otherwise.
    pub align: TextAlignment,
    /// As asked for.
    pub width: ColumnWidth,
}

/// A table as a grid: every cell of `rows x columns` is covered by exactly one cell.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// One for each grid column.
    pub columns: Vec<Column>,
    /// From top to bottom.
    pub rows: Vec<Row>,
    /// How many of the first rows are headers.
    pub header_rows: usize,
    /// `<caption>`
    pub caption: Vec<Inline>,
    /// Column groups were cut off a table too wide for any page; the first says which columns these
    /// are.
    pub part: Option<String>,
    /// The play mat that it draws, once it is known whose the fields are.
    pub mat: Option<Box<PlayMat>>,
}

/// A row of cells; cells covered from above are left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// From left to right.
    pub cells: Vec<Cell>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Its content.
    pub blocks: Vec<Block>,
    /// Grid column of its left edge, from 0.
    pub column: usize,
    /// Columns covered, at least 1.
    pub colspan: usize,
    /// Rows covered, at least 1.
    pub rowspan: usize,
    /// `<th>`
    pub header: bool,
    /// Its own alignment.
    pub align: TextAlignment,
    /// Where it stands.
    pub span: Span,
}

impl Table {
    /// Its cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.rows.iter().flat_map(|row| &row.cells)
    }

    /// As [`Table::cells`], to change them.
    pub fn cells_mut(&mut self) -> impl Iterator<Item = &mut Cell> {
        self.rows.iter_mut().flat_map(|row| &mut row.cells)
    }

    /// A table without headers whose cells span others draws a picture, such as a play area.
    pub fn is_diagram(&self) -> bool {
        self.header_rows == 0 && self.cells().any(|cell| cell.colspan > 1 || cell.rowspan > 1)
    }
}
