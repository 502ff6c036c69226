//! Tables as the dictionaries that the hook `table` of `crates/press/src/set/blocks.typ` draws.

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, Dict, IntoValue, Value, dict};
use typst::layout::{Abs, Length};
use typst::syntax::Span;
use typst::text::TextElem;

use super::charts::drawing_dict;
use super::page_runs::Elsewhere;
use super::{ContentBuilder, TextRoom};
use crate::set::design::design;
use crate::table_layout::{self, PlacedTable, TablePart, TablePlace};
use document::{Block, Cell, Inline, Table, TextAlignment, hex_map};
use draw::drawing::Drawing;
use draw::picture::mat::{MatSize, PlayMat};
use draw::picture::{map, mat};

/// Least width of the content of a cell, in points.
const LEAST_CELL: f64 = 12.0;

/// Greatest height of a play area in a column, as a part of the height of a page; a higher one spans all
/// columns.
const HIGH_IN_COLUMN: f64 = 0.6;

/// Part of a page's height that a play area takes if its names allow: the content that leads to it is above.
const MOST_OF_A_PAGE: f64 = 0.75;

/// Room above and below a map or zones that fill a page, with their caption, in points.
const BESIDE_A_MAP: f64 = 60.0;

/// Extra height of a row of zones over one of a table, in points.
const MORE_IN_A_ZONE: f64 = 15.0;

/// The look that all parts of a table share.
struct TableLook {
    place: TablePlace,
    /// Number of rows of the grid in one row of the table.
    stripe: usize,
    /// True if it draws a picture.
    diagram: bool,
}

/// The room of a cell in its table.
struct CellRoom {
    /// Its width, in points.
    width: f64,
    /// Approximate number of its lines.
    lines: f64,
}

impl ContentBuilder<'_, '_> {
    /// Sets a table at its place; one for a play area or a map is drawn as such.
    pub fn table(
        &mut self,
        block: &Block,
        whole: &Table,
        placed: PlacedTable<'_>,
    ) -> SourceResult<Content> {
        let span = self.span(block.span);
        let mut out = vec![self.anchor(block.attributes.id.as_deref(), span)?];
        self.spans = false;
        let mut is_drawn = true;
        let mat = whole.play_mat(&block.attributes).filter(|mat| self.has_page_for_mat(mat));
        if let Some(mat) = mat {
            let most = self.paper.text_height() * HIGH_IN_COLUMN;
            let width = self.drawing_room(&placed, |width| {
                mat::mat_fits(&mat, width) && MatSize::figure(&mat, width).height() <= most
            });
            let most = self.paper.text_height() * MOST_OF_A_PAGE;
            let drawing = mat::draw_mat(&mat, &MatSize::figure_within(&mat, width, most));
            out.push(self.drawn_table(&drawing, &whole.caption, span)?);
        } else if let Some(map) = whole.hex_map(&block.attributes) {
            let width = self.drawing_room(&placed, |width| map.least_width() <= width);
            let height = self.paper.text_height() - BESIDE_A_MAP;
            let parts = map.into_parts(width, height);
            for (number, part) in parts.iter().enumerate() {
                let drawing = map::draw_map_figure(part, width, hex_map::map_in_words(whole, part));
                let is_last = number + 1 == parts.len();
                let caption = if is_last { whole.caption.as_slice() } else { &[] };
                out.push(self.drawn_table(&drawing, caption, span)?);
            }
        } else if let Some(components) = whole.components(&block.attributes) {
            out.push(self.components(&components, &whole.caption, span)?);
            is_drawn = false;
        } else {
            let draws = whole.is_diagram() || block.attributes.has_class("play-area");
            let diagram = draws && self.has_page_for_zones(&placed);
            is_drawn = diagram;
            self.table_parts(placed, diagram, span, &mut out)?;
        }
        self.elsewhere = None;
        if is_drawn {
            self.movable += 1;
            let anchor = format!("figure at {}", self.movable);
            out.insert(0, self.anchor(Some(&anchor), span)?);
            let pointer = self.hooks.drawing_apart(&anchor, "figure-on", span)?;
            self.elsewhere = Some(Elsewhere { pointer, head: Content::empty() });
        }
        Ok(Content::sequence(out))
    }

    /// True if a play area fits on one page, with names of a legible size.
    fn has_page_for_mat(&self, mat: &PlayMat) -> bool {
        let most = self.paper.text_height() - BESIDE_A_MAP;
        MatSize::figure_within(mat, self.paper.text_width(), most).height() <= most
    }

    /// True if zones fit on one page: unlike a table, they are never continued.
    fn has_page_for_zones(&self, placed: &PlacedTable<'_>) -> bool {
        let page = match placed.place {
            TablePlace::Turned => self.paper.text_width(),
            TablePlace::Column | TablePlace::Wide | TablePlace::Plain => self.paper.text_height(),
        };
        let most = page - BESIDE_A_MAP;
        placed.parts.iter().all(|part| part.height_with(MORE_IN_A_ZONE) <= most)
    }

    /// Width of a drawing in place of a table; a drawing that does not fit in its column spans all columns.
    fn drawing_room(&mut self, placed: &PlacedTable<'_>, fits: impl Fn(f64) -> bool) -> f64 {
        let in_column = matches!(placed.place, TablePlace::Wide | TablePlace::Column);
        let wide = in_column && self.room.depth == 0 && !fits(self.room.width);
        self.spans |= wide;
        if wide { self.paper.text_width() } else { self.room.width }
    }

    fn drawn_table(
        &mut self,
        drawing: &Drawing,
        caption: &[Inline],
        span: Span,
    ) -> SourceResult<Content> {
        let caption = self.caption(caption)?;
        self.hooks.mat(drawing_dict(drawing), caption, span)
    }

    /// Sets every part of a table, behind the anchors for links into its headers.
    fn table_parts(
        &mut self,
        mut placed: PlacedTable<'_>,
        diagram: bool,
        span: Span,
        out: &mut Vec<Content>,
    ) -> SourceResult<()> {
        for id in table_layout::hoist_names(&mut placed.parts) {
            out.push(self.anchor(Some(&id), span)?);
        }
        let look = TableLook { place: placed.place, stripe: placed.stripe, diagram };
        for part in &placed.parts {
            let table = self.table_dict(part, &look)?;
            out.push(self.hooks.table(table, span)?);
        }
        Ok(())
    }

    fn table_dict(&mut self, part: &TablePart<'_>, look: &TableLook) -> SourceResult<Dict> {
        let table = &part.table;
        let cells = self.cells(part)?;
        let repeated = if table_layout::has_linked_header(table) { 0 } else { table.header_rows };
        let placement = match look.place {
            TablePlace::Column => "column",
            TablePlace::Wide => "wide",
            TablePlace::Plain | TablePlace::Turned => "plain",
        };
        // Width on the paper of the theme.
        let width = |width: &f64| Length::from(Abs::pt(*width * self.zoom)).into_value();
        let columns: Array = part.widths.iter().map(width).collect();
        let caption = match &table.part {
            Some(part) => {
                let part = TextElem::packed(format!(" ({part})"));
                Some(Content::sequence([self.inlines(&table.caption)?, part]))
            }
            None => self.caption(&table.caption)?,
        };
        Ok(dict! {
            "columns" => columns,
            "rows" => table.rows.len() as i64,
            "header-rows" => repeated as i64,
            "placement" => placement,
            "alt" => table_layout::describe_table(table),
            "caption" => caption,
            "diagram" => look.diagram,
            "stripe" => look.stripe as i64,
            "tight" => part.tight,
            "cells" => cells,
        })
    }

    fn cells(&mut self, part: &TablePart<'_>) -> SourceResult<Array> {
        let aligns = table_layout::column_aligns(&part.table);
        let mut cells = Array::new();
        for (y, row) in part.table.rows.iter().enumerate() {
            for cell in &row.cells {
                let align = aligns.get(cell.column).copied().unwrap_or_default();
                let width = part.cell_width(cell) + part.saved();
                let room = CellRoom { width, lines: part.cell_lines(cell) };
                cells.push(self.cell(cell, y, &room, align)?);
            }
        }
        Ok(cells)
    }

    /// Builds a cell in row `y`; `align` is that of its column.
    fn cell(
        &mut self,
        cell: &Cell,
        y: usize,
        room: &CellRoom,
        align: TextAlignment,
    ) -> SourceResult<Value> {
        let width = (room.width - design().table.cell_text).max(LEAST_CELL);
        let text = TextRoom { limit: width, width, depth: 1, ..self.room };
        let body = self.in_room(text, |builder| builder.body(&cell.blocks))?;
        let align = match if cell.align == TextAlignment::Auto { align } else { cell.align } {
            TextAlignment::Auto => "auto",
            TextAlignment::Left => "left",
            TextAlignment::Center => "center",
            TextAlignment::Right => "right",
        };
        Ok(dict! {
            "x" => cell.column as i64,
            "y" => y as i64,
            "colspan" => cell.colspan as i64,
            "rowspan" => cell.rowspan as i64,
            "header" => cell.header,
            "align" => align,
            "lines" => room.lines,
            "body" => body,
        }
        .into_value())
    }
}
