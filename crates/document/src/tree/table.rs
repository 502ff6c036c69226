//! Tables as grids, in which exactly one cell covers each place.

use serde::{Deserialize, Serialize};

use super::{Block, Inline};
use base::source::Span;
use draw::picture::PlayMat;

/// Alignment of a column or cell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextAlignment {
    /// Default alignment of the table.
    #[default]
    Auto,
    /// Left.
    Left,
    /// Centre.
    Center,
    /// Right.
    Right,
}

/// Width that an author asks for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub enum ColumnWidth {
    /// As wide as needed.
    #[default]
    Auto,
    /// Percentage of the table.
    Percent(f32),
    /// Points.
    Points(f32),
}

/// A column of a table.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Alignment of cells that do not set their own.
    pub align: TextAlignment,
    /// Width that is asked for.
    pub width: ColumnWidth,
}

/// A table as a grid: exactly one cell covers each place of `rows x columns`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Columns of the grid.
    pub columns: Vec<Column>,
    /// Rows, from top to bottom.
    pub rows: Vec<Row>,
    /// Number of the first rows that are headers.
    pub header_rows: usize,
    /// `<caption>`
    pub caption: Vec<Inline>,
    /// Columns of this part, such as `columns 2 to 5 of 9`, if a table too wide for any page was split; the
    /// first column is in every part.
    pub part: Option<String>,
    /// Play mat that it draws, once the owners of its fields are known.
    pub mat: Option<Box<PlayMat>>,
}

/// A row of cells; cells covered from above are left out.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Cells, from left to right.
    pub cells: Vec<Cell>,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Content.
    pub blocks: Vec<Block>,
    /// Grid column of its left edge, from 0.
    pub column: usize,
    /// Number of columns, at least 1.
    pub colspan: usize,
    /// Number of rows, at least 1.
    pub rowspan: usize,
    /// True for `<th>`.
    pub header: bool,
    /// Alignment of the cell itself.
    pub align: TextAlignment,
    /// Span of the cell.
    pub span: Span,
}

impl Table {
    /// Returns its cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.rows.iter().flat_map(|row| &row.cells)
    }

    /// Returns the cells of [`Table::cells`] for changes.
    pub fn cells_mut(&mut self) -> impl Iterator<Item = &mut Cell> {
        self.rows.iter_mut().flat_map(|row| &mut row.cells)
    }

    /// Reports whether the table draws a picture, such as a play area: it has no headers, and cells that span
    /// others.
    pub fn is_diagram(&self) -> bool {
        self.header_rows == 0 && self.cells().any(|cell| cell.colspan > 1 || cell.rowspan > 1)
    }
}
