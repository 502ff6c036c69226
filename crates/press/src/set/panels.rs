//! Panels of a sheet and of cards as dictionaries: their parts in units that no page break divides, and their
//! charts drawn for their room.

use typst::diag::SourceResult;
use typst::foundations::{Array, IntoValue, Value, dict};

use super::ContentBuilder;
use super::charts::cut_lines_dict;
use super::values::texts_array;
use crate::book::Book;
use crate::chart_layout::DrawnChart;
use crate::{chart_layout, table_layout};
use base::size::Size;
use document::panels::{Panel, PanelPart};
use document::{Block, BlockKind, InlineKind, List, Row, walk};
use draw::flowchart::Chart;

/// The room of a chart and its largest type, in points.
#[derive(Clone, Copy)]
pub struct ChartRoom {
    /// Its width and height, in points.
    pub size: Size,
    /// The largest type.
    pub largest: f64,
    /// Most pieces of a chart; one with more is set as numbered steps.
    pub most: usize,
    /// Height of the words about where the lines of a chart over several faces continue.
    pub cut_words: f64,
}

/// Number of rows of a table that stay together if a page break divides it.
const ROWS: usize = 3;

/// The units of a part.
#[derive(Default)]
struct PartUnits {
    /// Units that no page break divides.
    units: Array,
    /// The units, with tables in pieces, for use if the tables do not fit.
    finer: Array,
    /// The drawings of its charts.
    drawings: Array,
    /// Continuations of the lines of each drawing.
    cut_lines: Array,
}

impl ContentBuilder<'_, '_> {
    /// Builds a panel; its charts are drawn for a room.
    pub fn panel(&mut self, panel: &Panel, room: ChartRoom) -> SourceResult<Value> {
        let title = self.inlines(&panel.title)?;
        let parts = panel.parts.iter().map(|part| self.panel_part(part, room));
        let parts = parts.collect::<SourceResult<Array>>()?;
        let classes = texts_array(&panel.attributes.classes);
        Ok(dict! { "title" => title, "classes" => classes, "parts" => parts }.into_value())
    }

    fn panel_part(&mut self, part: &PanelPart, room: ChartRoom) -> SourceResult<Value> {
        let title = self.inlines(&part.title)?;
        let units = self.part_units(part, room)?;
        let first = part.blocks.first().map(|block| &block.kind);
        Ok(dict! {
            "numbered" => part.title.is_empty() && has_rule_number(&part.blocks),
            "address" => part.address.0.as_str(),
            "titled" => !part.title.is_empty(),
            "running" => matches!(first, Some(BlockKind::Paragraph(_))),
            "listed" => matches!(first, Some(BlockKind::List(_))),
            "title" => title,
            "units" => units.units,
            "finer" => units.finer,
            "drawings" => units.drawings,
            "cut-lines" => units.cut_lines,
        }
        .into_value())
    }

    fn part_units(&mut self, part: &PanelPart, room: ChartRoom) -> SourceResult<PartUnits> {
        let book = &self.job.book;
        let mut out = PartUnits::default();
        for block in &part.blocks {
            if let Some(chart) = chart_layout::chart_in_block(block, &part.anchor.0, book) {
                let drawn = draw_in_panel(&chart, room, book);
                let whole = drawn.as_ref().is_ok_and(|drawn| drawn.drawings.len() <= room.most);
                let steps = || chart_layout::chart_as_steps(&chart, block.span, book);
                if !whole && let Some(steps) = steps() {
                    self.push_units(&steps, &mut out.units)?;
                    self.push_units(&steps, &mut out.finer)?;
                    continue;
                }
                if let Ok(drawn) = drawn {
                    out.drawings.extend(self.chart_drawings(&drawn, self.span(block.span)));
                    out.cut_lines.extend(
                        drawn.cut_lines.iter().map(|lines| cut_lines_dict(lines).into_value()),
                    );
                    continue;
                }
            }
            self.push_units(block, &mut out.units)?;
            match split_table(block) {
                Some(pieces) => {
                    pieces.iter().try_for_each(|piece| self.push_units(piece, &mut out.finer))?;
                }
                None => self.push_units(block, &mut out.finer)?,
            }
        }
        Ok(out)
    }

    /// Adds the units of a block: each item of a list, or the block itself.
    fn push_units(&mut self, block: &Block, units: &mut Array) -> SourceResult<()> {
        let BlockKind::List(list) = &block.kind else {
            units.push(self.block(block)?.into_value());
            return Ok(());
        };
        for item in &list.items {
            let one = List { items: vec![item.clone()], ..*list };
            units.push(self.block(&in_place_of(block, BlockKind::List(one)))?.into_value());
        }
        Ok(())
    }
}

/// Draws a chart in a room; one that has to be cut leaves room for the words below it.
fn draw_in_panel(chart: &Chart, room: ChartRoom, book: &Book) -> Result<DrawnChart, String> {
    let whole = chart_layout::draw_chart_in_room(chart, room.size, room.largest, book)?;
    if whole.drawings.len() < 2 || room.cut_words == 0.0 {
        return Ok(whole);
    }
    let lower = Size::new(room.size.width, room.size.height - room.cut_words);
    chart_layout::draw_chart_in_room(chart, lower, room.largest, book)
}

/// Returns another block in place of one, with its attributes.
fn in_place_of(block: &Block, kind: BlockKind) -> Block {
    Block { kind, span: block.span, attributes: block.attributes.clone() }
}

/// True if blocks contain the number of a rule in their text.
fn has_rule_number(blocks: &[Block]) -> bool {
    let mut numbered = false;
    walk::each_inline(blocks, &mut |inline| {
        if let InlineKind::Span(_, attributes) = &inline.kind {
            numbered |= attributes.has_class("rule");
        }
    });
    numbered
}

/// Splits a long table into several with the same head; `None` if a cell spans rows, and for any other block.
fn split_table(block: &Block) -> Option<Vec<Block>> {
    let BlockKind::Table(table) = &block.kind else { return None };
    let (head, body) = table.rows.split_at(table.header_rows.min(table.rows.len()));
    if body.len() <= ROWS || table.cells().any(|cell| cell.rowspan > 1) {
        return None;
    }
    let piece = |rows: &[Row]| {
        let rows = head.iter().chain(rows).cloned().collect();
        let table = table_layout::with_grid(table, table.columns.clone(), rows);
        in_place_of(block, BlockKind::Table(table))
    };
    Some(body.chunks(ROWS).map(piece).collect())
}
