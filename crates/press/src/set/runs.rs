//! The blocks of the body in stretches of pages: in columns, over all columns, in the margin, or on turned
//! pages.

use typst::diag::SourceResult;
use typst::foundations::{Array, IntoValue, dict};
use typst::syntax::Span;
use typst::text::TextElem;

use super::inlines::MAX_NOTES;
use super::listed_titles::ListedTitle;
use super::page_runs::{FlowPart, PageRuns, SpanPiece};
use super::{ContentBuilder, TextRoom};
use crate::chart_layout;
use crate::set::design::design;
use crate::table_layout::{self, TablePlace};
use crate::text_estimate::body_width;
use document::{Block, BlockKind, Inline, ListItem, Table};

/// Estimated number of lines below which a block counts as one line.
const ONE_LINE: f64 = 1.02;
/// Most lines between a title and the piece they lead to.
const LEADING_LINES: f64 = 4.0;
/// Most lines of an item that stay with the one before it.
const MOST_ITEM_LINES: f64 = 4.0;

impl ContentBuilder<'_, '_> {
    /// Divides the body into stretches of pages, upright and turned.
    pub fn page_runs(&mut self, blocks: &[Block]) -> SourceResult<PageRuns> {
        let mut runs = PageRuns::new(self.paper.margin_width().map(|wide| wide * self.zoom));
        let with_margin = std::mem::take(&mut self.paper.margin);
        let beside = if with_margin > 0.0 { end_of_examples(blocks) } else { 0 };
        for (at, block) in blocks.iter().enumerate() {
            if runs.beside != (at < beside) {
                runs.beside = !runs.beside;
                self.paper.margin = if runs.beside { with_margin } else { 0.0 };
                self.set_columns(&mut runs, false);
            }
            if is_chapter(block) {
                self.chapter(block, &mut runs)?;
                continue;
            }
            self.listed = ListedTitle::of(blocks, at);
            let under_title = at > 0 && is_heading(&blocks[at - 1]);
            if let BlockKind::Table(table) = &block.kind {
                self.run_table(block, table, &mut runs)?;
            } else {
                self.run_block(&blocks[..=at], blocks.get(at + 1), under_title, &mut runs)?;
            }
        }
        self.paper.margin = 0.0;
        runs.beside = false;
        Ok(runs)
    }

    /// Sets the title of a chapter, which decides the number of columns of its text.
    fn chapter(&mut self, block: &Block, runs: &mut PageRuns) -> SourceResult<()> {
        self.set_columns(runs, block.attributes.has_class("wide"));
        runs.start(false);
        let room = TextRoom { width: self.paper.text_width(), ..self.room };
        let title = self.in_room(room, |builder| builder.block(block))?;
        runs.parts().push(FlowPart::Title(title, self.job.book.chapters));
        runs.mark_title();
        Ok(())
    }

    /// Chooses one column for text that is wide or beside a margin column, else two.
    fn set_columns(&mut self, runs: &mut PageRuns, wide: bool) {
        runs.columns = if wide || runs.beside { 1 } else { 2 };
        self.room.width = self.columns_width(runs.columns);
    }

    /// Width of a column if there are this many.
    fn columns_width(&self, columns: usize) -> f64 {
        if columns == 1 { self.paper.text_width() } else { self.paper.column_width() }
    }

    /// Places a table where it fits.
    fn run_table(&mut self, block: &Block, table: &Table, runs: &mut PageRuns) -> SourceResult<()> {
        let single = runs.columns == 1;
        let placed = table_layout::place_table(table, &self.paper, single);
        let place = match table.components(&block.attributes) {
            Some(_) => TablePlace::Column,
            None => placed.place,
        };
        let drawn = self.table(block, table, placed)?;
        match place {
            TablePlace::Turned => {
                runs.start_with_title(true);
                runs.push(drawn);
            }
            TablePlace::Plain | TablePlace::Wide if !single => {
                runs.start(false);
                runs.push_table(drawn, self.elsewhere.take());
            }
            TablePlace::Column if self.spans => {
                runs.start(false);
                runs.push_table(drawn, self.elsewhere.take());
            }
            TablePlace::Plain | TablePlace::Column | TablePlace::Wide => {
                runs.start(false);
                runs.push(drawn);
                runs.is_lead = false;
            }
        }
        Ok(())
    }

    /// Sets the last of `blocks`, knowing the blocks that follow it.
    fn run_block(
        &mut self,
        blocks: &[Block],
        next: Option<&Block>,
        under_title: bool,
        runs: &mut PageRuns,
    ) -> SourceResult<()> {
        let Some((block, before)) = blocks.split_last() else { return Ok(()) };
        runs.start(false);
        if is_heading(block) && !under_title {
            runs.mark_title();
        }
        self.under_title = self.is_near_title(before, runs);
        self.spans = false;
        self.elsewhere = None;
        self.aside = None;
        self.spread = None;
        let leads_in = next.is_some_and(chart_layout::is_chart)
            && self.is_short(block, runs.columns, LEADING_LINES);
        let tied = under_title && (leads_in || self.is_short(block, runs.columns, ONE_LINE));
        runs.is_tied = tied;
        let content = self.block(block)?;
        if let Some(aside) = self.aside.take() {
            let piece = SpanPiece::new(content, self.elsewhere.take());
            runs.push_piece(SpanPiece { aside: Some(aside), ..piece });
        } else if self.spans {
            runs.push_piece(SpanPiece::new(content, self.elsewhere.take()));
        } else if let Some((body, elsewhere)) = self.spread.take() {
            let piece = SpanPiece::new(body, Some(elsewhere));
            runs.push_piece(SpanPiece { column: Some(content), ..piece });
        } else {
            let first = self.first_lines(block, runs.columns).filter(|_| under_title);
            let is_bound = tied || first.is_some();
            runs.push(if is_bound { self.hooks.tied(content, first)? } else { content });
            runs.is_lead &= is_heading(block) || self.is_short(block, 1, LEADING_LINES);
        }
        Ok(())
    }

    /// True if little more than the current title is above the next block.
    fn is_near_title(&self, before: &[Block], runs: &PageRuns) -> bool {
        match runs.since_title {
            Some(0) => before.last().is_some_and(is_chapter),
            Some(1) => true,
            Some(2) => before.last().is_some_and(|above| self.is_short(above, 1, ONE_LINE)),
            _ => false,
        }
    }

    /// Sets the footnotes without references, with their labels, at the end of the book.
    pub fn place_loose_notes(&mut self, runs: &mut PageRuns) -> SourceResult<()> {
        let job = self.job;
        let mut items = Array::new();
        for note in &job.book.footnotes {
            if self.noted.contains(&note.label) || !self.loose.insert(note.label.clone()) {
                continue;
            }
            // No other note is set in it.
            let before = std::mem::replace(&mut self.inside_notes, MAX_NOTES);
            let body = self.blocks(&note.blocks);
            self.inside_notes = before;
            let term = TextElem::packed(format!("[{}]", note.written));
            items.push(dict! { "term" => term, "body" => body? }.into_value());
        }
        if !items.is_empty() {
            let notes = self.hooks.definitions(false, items, Span::detached())?;
            runs.start(false);
            runs.columns = 2;
            runs.push(notes);
        }
        Ok(())
    }

    /// True if a block is likely to fill no more than `lines` lines.
    fn is_short(&self, block: &Block, columns: usize, lines: f64) -> bool {
        only_text(block).is_some_and(|text| body_width(text) < self.columns_width(columns) * lines)
    }

    /// Number of lines of the first two items of a list if the first is one line: an item is not broken, so
    /// the line would be alone.
    fn first_lines(&self, block: &Block, columns: usize) -> Option<f64> {
        let BlockKind::List(list) = &block.kind else { return None };
        let [first, second, ..] = &list.items[..] else { return None };
        let width = self.columns_width(columns);
        let text = |item: &ListItem| item.blocks.first().and_then(paragraph_text).map(body_width);
        text(first).filter(|wide| *wide < width)?;
        let lines = text(second).map_or(1.0, |wide| (wide / (width - design().text.indent)).ceil());
        Some(1.0 + lines.clamp(1.0, MOST_ITEM_LINES))
    }
}

fn is_heading(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Heading(_))
}

/// Number of blocks up to the end of the last chapter with an example; the blocks behind it need no margin
/// column.
fn end_of_examples(blocks: &[Block]) -> usize {
    let is_example = |block: &Block| matches!(block.kind, BlockKind::Example(_));
    let Some(last) = blocks.iter().rposition(is_example) else { return 0 };
    blocks[last..].iter().position(is_chapter).map_or(blocks.len(), |at| last + at)
}

fn is_chapter(block: &Block) -> bool {
    matches!(&block.kind, BlockKind::Heading(heading) if heading.level == 1)
}

/// Returns the text of a block that is a single paragraph, or a list of one.
fn only_text(block: &Block) -> Option<&[Inline]> {
    let BlockKind::List(list) = &block.kind else { return paragraph_text(block) };
    let [item] = list.items.as_slice() else { return None };
    let [block] = item.blocks.as_slice() else { return None };
    paragraph_text(block)
}

fn paragraph_text(block: &Block) -> Option<&[Inline]> {
    let BlockKind::Paragraph(inlines) = &block.kind else { return None };
    Some(inlines)
}
