//! Tables as the dictionaries that the hook `table` of `templates/blocks.typ` draws.

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, Dict, IntoValue, Value as Typst, dict};
use typst::layout::{Abs, Length};
use typst::syntax::Span;
use typst::text::TextElem;

use super::charts::drawing_value;
use super::{ContentBuilder, TextRoom};
use crate::document::{Block, BlockKind, Cell, Inline, Table, TextAlignment, hex_map};
use crate::picture::{HexMap, PlayMat, map, mat};
use crate::press::table_layout::{self, PlacedTable, TablePlace};
use crate::press::tokens::tokens;

impl ContentBuilder<'_, '_> {
    pub(super) fn table(&mut self, block: &Block, placed: &PlacedTable) -> SourceResult<Content> {
        let BlockKind::Table(whole) = &block.kind else { return Ok(Content::empty()) };
        let span = self.span(block.span);
        let mut out = vec![self.anchor(block.attributes.id.as_deref(), span)?];
        let diagram = whole.is_diagram() || block.attributes.has_class("play-area");
        if let Some(mat) = whole.play_mat(&block.attributes) {
            out.push(self.mat(&mat, &whole.caption, placed, span)?);
            return Ok(Content::sequence(out));
        }
        if let Some(map) = whole.hex_map(&block.attributes) {
            out.push(self.hex_map(&map, whole, placed, span)?);
            return Ok(Content::sequence(out));
        }
        let mut parts = placed.parts.clone();
        for id in table_layout::hoist_names(&mut parts) {
            out.push(self.anchor(Some(&id), span)?);
        }
        for (table, widths) in &parts {
            let spec = self.table_spec(table, widths, placed, diagram)?;
            out.push(self.hook("table", vec![spec.into_value()], span)?);
        }
        Ok(Content::sequence(out))
    }

    /// A play area as a drawn mat, in its column or over both.
    fn mat(
        &mut self,
        mat: &PlayMat,
        caption: &[Inline],
        placed: &PlacedTable,
        span: Span,
    ) -> SourceResult<Content> {
        let column =
            matches!(placed.place, TablePlace::Wide | TablePlace::Column) && self.room.depth == 0;
        let wide = column && !mat::mat_fits(mat, self.room.width);
        let width = if wide { self.sheet.text_width() } else { self.room.width };
        let drawing = mat::draw_mat(mat, &mat::MatSize::figure(mat, width));
        let caption =
            if caption.is_empty() { Typst::None } else { self.inlines(caption)?.into_value() };
        self.hook("mat", vec![drawing_value(&drawing), wide.into_value(), caption], span)
    }

    /// A map of hexes, in its column or over both.
    fn hex_map(
        &mut self,
        map: &HexMap,
        table: &Table,
        placed: &PlacedTable,
        span: Span,
    ) -> SourceResult<Content> {
        let column =
            matches!(placed.place, TablePlace::Wide | TablePlace::Column) && self.room.depth == 0;
        let wide = column && map.least_width() > self.room.width;
        let width = if wide { self.sheet.text_width() } else { self.room.width };
        let drawing = map::draw_map_figure(map, width, hex_map::map_in_words(table));
        let caption = if table.caption.is_empty() {
            Typst::None
        } else {
            self.inlines(&table.caption)?.into_value()
        };
        self.hook("mat", vec![drawing_value(&drawing), wide.into_value(), caption], span)
    }

    fn table_spec(
        &mut self,
        table: &Table,
        widths: &[f64],
        placed: &PlacedTable,
        diagram: bool,
    ) -> SourceResult<Dict> {
        let aligns = table_layout::column_aligns(table);
        let mut cells = Array::new();
        for (y, row) in table.rows.iter().enumerate() {
            for cell in &row.cells {
                cells.push(self.cell(cell, y, widths, &aligns)?);
            }
        }
        let placement = match placed.place {
            TablePlace::Column => "column",
            TablePlace::Wide => "wide",
            TablePlace::Plain | TablePlace::Turned => "plain",
        };
        let caption = match (&table.part, table.caption.is_empty()) {
            (None, true) => Typst::None,
            (None, false) => self.inlines(&table.caption)?.into_value(),
            (Some(part), _) => Content::sequence([
                self.inlines(&table.caption)?,
                TextElem::packed(format!(" ({part})")),
            ])
            .into_value(),
        };
        Ok(dict! {
            "columns" => widths.iter().map(|width| Length::from(Abs::pt(*width * self.zoom)).into_value()).collect::<Array>(),
            "rows" => table.rows.len() as i64,
            "header-rows" => if table_layout::has_linked_header(table) { 0 } else { table.header_rows as i64 },
            "placement" => placement,
            "alt" => table_layout::describe_table(table),
            "caption" => caption,
            "diagram" => diagram,
            "stripe" => placed.stripe as i64,
            "cells" => cells,
        })
    }

    fn cell(
        &mut self,
        cell: &Cell,
        y: usize,
        widths: &[f64],
        aligns: &[TextAlignment],
    ) -> SourceResult<Typst> {
        let end = (cell.column + cell.colspan).min(widths.len());
        let width: f64 = widths[cell.column.min(end)..end].iter().sum();
        let room = (width - tokens().table.cell_text).max(12.0);
        let before =
            std::mem::replace(&mut self.room, TextRoom { limit: room, width: room, depth: 1 });
        let body = match cell.blocks.as_slice() {
            [Block { kind: BlockKind::Paragraph(inlines), .. }] => self.inlines(inlines),
            blocks => self.blocks(blocks),
        };
        self.room = before;
        let align = match cell.align {
            TextAlignment::Auto => aligns.get(cell.column).copied().unwrap_or_default(),
            align => align,
        };
        let align = match align {
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
            "body" => body?,
        }
        .into_value())
    }
}
