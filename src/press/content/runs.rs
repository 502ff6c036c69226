//! The body as stretches of pages, upright and turned, each as the parts that `span_flow` sets: text in
//! columns, and pieces over all of them.

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, IntoValue, NoneValue, Value, dict};
use typst::layout::{Abs, Length};
use typst::syntax::Span;
use typst::text::TextElem;

use super::inlines::MAX_NOTES;
use super::listed_titles::ListedTitle;
use super::{ContentBuilder, TextRoom};
use crate::document::{Block, BlockKind, Footnote, Inline, List, ListItem, Table};
use crate::press::chart_layout;
use crate::press::table_layout::{self, TablePlace};
use crate::press::text_estimate::body_width;
use crate::press::tokens::tokens;
use crate::source::manifest::ChapterStart;

/// A block that is likely to fill no more than this many lines fills one.
const ONE_LINE: f64 = 1.02;
/// The most lines between a title and the piece that they lead to.
const LEADING_LINES: f64 = 4.0;
/// The most lines of an item that stay with the one before it.
const MOST_ITEM_LINES: f64 = 4.0;
/// The most blocks that stand over all columns with what they lead to: a title, and a line below it.
const MOST_LEADING: usize = 2;
/// The most blocks that move to turned pages with the title that they stand under.
const MOST_MOVED: usize = 4;

/// What stands in place of a piece over all columns where the piece stands on the next page, and what
/// stands above the piece there.
pub(super) struct Elsewhere {
    pub pointer: Content,
    pub head: Content,
}

/// What stands in the margin, and the name of its place.
pub(super) struct Aside {
    pub body: Content,
    pub name: String,
}

/// A piece over all columns.
struct SpanPiece {
    body: Content,
    elsewhere: Option<Elsewhere>,
    /// Whether hardly more than a title leads to it.
    bare: bool,
    /// The same in a column, if it may stand there just as well.
    column: Option<Content>,
    /// The same in the margin, if it may stand there.
    aside: Option<Aside>,
    /// Whether it is a table, whose head is printed again where it goes on.
    table: bool,
}

impl SpanPiece {
    fn new(body: Content, elsewhere: Option<Elsewhere>) -> Self {
        Self { body, elsewhere, bare: false, column: None, aside: None, table: false }
    }
}

/// A part of the text, as `span_flow` sets it.
enum FlowPart {
    /// Blocks in columns, or over all of them where the text has but one.
    Text { single: bool, blocks: Vec<Content> },
    /// A piece over all columns, with what leads to it.
    Piece { lead: Vec<Content>, piece: SpanPiece },
    /// The title of a chapter, and whether it begins a page.
    Title(Content, ChapterStart),
}

/// Pages of one kind.
struct PageRun {
    turned: bool,
    /// Whether it has the margin column.
    margin: bool,
    parts: Vec<FlowPart>,
}

/// The body as stretches of pages.
pub(super) struct PageRuns {
    runs: Vec<PageRun>,
    /// Width of the margin column, if there is one, in points.
    margin: Option<f64>,
    /// Whether the chapter at hand has it.
    beside: bool,
    /// Columns of the chapter at hand.
    columns: usize,
    /// How many blocks stand from the title at hand on; none where new pages began behind it.
    since_title: Option<usize>,
    /// Whether the last block is a line that is tied to what follows.
    is_tied: bool,
    /// Whether all blocks behind the title at hand are a few lines, which lead to what follows.
    is_lead: bool,
}

impl PageRuns {
    fn new(margin: Option<f64>) -> Self {
        let first = PageRun { turned: false, margin: false, parts: Vec::new() };
        let (columns, beside) = (2, false);
        Self {
            runs: vec![first],
            columns,
            margin,
            beside,
            since_title: None,
            is_tied: false,
            is_lead: false,
        }
    }

    fn parts(&mut self) -> &mut Vec<FlowPart> {
        &mut self.runs.last_mut().expect("there is a run").parts
    }

    /// The text at the end, behind all pieces.
    fn text(&mut self) -> &mut Vec<Content> {
        let one = self.columns == 1 || self.runs.last().is_some_and(|run| run.turned);
        let parts = self.parts();
        if !matches!(parts.last(), Some(FlowPart::Text { single, .. }) if *single == one) {
            parts.push(FlowPart::Text { single: one, blocks: Vec::new() });
        }
        match parts.last_mut() {
            Some(FlowPart::Text { blocks, .. }) => blocks,
            _ => unreachable!("the last part is text"),
        }
    }

    /// Puts content behind all other, in the columns of the chapter.
    fn push(&mut self, content: Content) {
        self.text().push(content);
        self.since_title = self.since_title.map(|count| count + 1);
    }

    /// Puts a piece over all columns behind all other; the title that leads to it stands over them too.
    fn push_piece(&mut self, body: Content, elsewhere: Option<Elsewhere>) {
        self.push_flow_piece(SpanPiece::new(body, elsewhere));
    }

    /// As [`PageRuns::push_piece`], or in the margin, if it has room there.
    fn push_aside(&mut self, aside: Aside, (body, elsewhere): (Content, Option<Elsewhere>)) {
        let piece = SpanPiece::new(body, elsewhere);
        self.push_flow_piece(SpanPiece { aside: Some(aside), ..piece });
    }

    /// As [`PageRuns::push_piece`], but with no more than a line below its title a table stays there if it
    /// can.
    fn push_table(&mut self, body: Content, elsewhere: Option<Elsewhere>) {
        let is_bare = self.is_tied || self.since_title == Some(1);
        let piece = SpanPiece::new(body, elsewhere);
        self.push_flow_piece(SpanPiece { bare: is_bare, table: true, ..piece });
    }

    /// As [`PageRuns::push_piece`], or in the column at hand, whichever wastes less.
    fn push_choice(&mut self, column: Content, (body, elsewhere): (Content, Elsewhere)) {
        let piece = SpanPiece::new(body, Some(elsewhere));
        self.push_flow_piece(SpanPiece { column: Some(column), ..piece });
    }

    fn push_flow_piece(&mut self, piece: SpanPiece) {
        let most = if self.is_lead { MOST_LEADING } else { 0 };
        let lead = self.split_off_title(most);
        self.parts().push(FlowPart::Piece { lead, piece });
        self.since_title = None;
    }

    /// Starts new pages unless the last ones are turned alike.
    fn start(&mut self, turned: bool) {
        let margin = self.beside && !turned;
        if self.runs.last().is_some_and(|run| (run.turned, run.margin) != (turned, margin)) {
            self.runs.push(PageRun { turned, margin, parts: Vec::new() });
            self.since_title = None;
        }
    }

    /// As [`PageRuns::start`], but the title at hand and a few blocks below it move to the new pages
    /// with what they lead to.
    fn start_with_title(&mut self, turned: bool) {
        let moved = self.split_off_title(MOST_MOVED);
        self.start(turned);
        if !moved.is_empty() {
            self.text().extend(moved);
        }
    }

    /// Takes the title at hand and what stands below it from the end, if these are no more blocks than
    /// `most`.
    fn split_off_title(&mut self, most: usize) -> Vec<Content> {
        let Some(count) = self.since_title.filter(|count| *count <= most) else {
            return Vec::new();
        };
        let text = self.text();
        let at = text.len().saturating_sub(count);
        text.split_off(at)
    }

    /// The next content is a title.
    fn mark_title(&mut self) {
        self.since_title = Some(0);
        self.is_lead = true;
    }

    /// The stretches as the templates read them.
    pub(super) fn into_array(self) -> Array {
        let full = self.runs.into_iter().filter(|run| !run.parts.is_empty());
        full.map(|run| run_value(run, self.margin)).collect()
    }
}

fn run_value(run: PageRun, margin: Option<f64>) -> Value {
    let parts: Array = run.parts.into_iter().map(part_value).collect();
    let margin = margin.filter(|_| run.margin).map(|wide| Length::from(Abs::pt(wide)));
    dict! { "turned" => run.turned, "width" => NoneValue, "margin" => margin, "parts" => parts }
        .into_value()
}

/// A part as `span_flow` reads it.
fn part_value(part: FlowPart) -> Value {
    match part {
        FlowPart::Text { single, blocks } => {
            dict! { "text" => Content::sequence(blocks), "single" => single }
        }
        FlowPart::Title(body, start) => {
            dict! { "body" => body, "title" => true, "new-page" => start == ChapterStart::NewPage }
        }
        FlowPart::Piece { lead, piece } => {
            let (aside, name) = piece.aside.map(|own| (own.body, own.name)).unzip();
            let (pointer, head) = piece.elsewhere.map(|own| (own.pointer, own.head)).unzip();
            dict! {
                "lead" => Content::sequence(lead), "body" => piece.body, "column" => piece.column,
                "pointer" => pointer, "head" => head, "bare" => piece.bare, "table" => piece.table,
                "aside" => aside, "name" => name,
            }
        }
    }
    .into_value()
}

impl ContentBuilder<'_, '_> {
    /// The body as stretches of pages: upright and turned.
    pub(super) fn page_runs(&mut self, blocks: &[Block]) -> SourceResult<PageRuns> {
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
            let under_title = stands_under_title(blocks, at);
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

    /// The title of a chapter, which says how many columns its text has.
    fn chapter(&mut self, block: &Block, runs: &mut PageRuns) -> SourceResult<()> {
        self.set_columns(runs, block.attributes.has_class("wide"));
        runs.start(false);
        let room = TextRoom { width: self.paper.text_width(), ..self.room };
        let title = self.in_room(room, |builder| builder.block(block))?;
        runs.parts().push(FlowPart::Title(title, self.job.book.chapters));
        runs.mark_title();
        Ok(())
    }

    /// One column for text that is to be wide or stands beside a margin column, else two.
    fn set_columns(&mut self, runs: &mut PageRuns, wide: bool) {
        runs.columns = if wide || runs.beside { 1 } else { 2 };
        self.room.width = self.columns_width(runs.columns);
    }

    /// Width of the text where there are so many columns.
    fn columns_width(&self, columns: usize) -> f64 {
        if columns == 1 { self.paper.text_width() } else { self.paper.column_width() }
    }

    /// A table where it has room.
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

    /// The last of `blocks`, and what follows it.
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
            runs.push_aside(aside, (content, self.elsewhere.take()));
        } else if self.spans {
            runs.push_piece(content, self.elsewhere.take());
        } else if let Some(spread) = self.spread.take() {
            runs.push_choice(content, spread);
        } else {
            let first = self.first_lines(block, runs.columns).filter(|_| under_title);
            let is_bound = tied || first.is_some();
            runs.push(if is_bound { self.hooks.tied(content, first)? } else { content });
            runs.is_lead &= is_heading(block) || self.is_short(block, 1, LEADING_LINES);
        }
        Ok(())
    }

    /// Whether little more than the title at hand stands before what comes next.
    fn is_near_title(&self, before: &[Block], runs: &PageRuns) -> bool {
        match runs.since_title {
            Some(0) => before.last().is_some_and(is_chapter),
            Some(1) => true,
            Some(2) => before.last().is_some_and(|above| self.is_short(above, 1, ONE_LINE)),
            _ => false,
        }
    }

    /// The footnotes that nothing refers to, at the end of the book.
    pub(super) fn place_loose_notes(&mut self, runs: &mut PageRuns) -> SourceResult<()> {
        if let Some(notes) = self.loose_notes()? {
            runs.start(false);
            runs.columns = 2;
            runs.push(notes);
        }
        Ok(())
    }

    /// The footnotes that nothing refers to, with their labels.
    fn loose_notes(&mut self) -> SourceResult<Option<Content>> {
        let job = self.job;
        let mut items = Array::new();
        for note in &job.book.footnotes {
            if !self.noted.contains(&note.label) && self.loose.insert(note.label.clone()) {
                items.push(self.labelled_note(note)?);
            }
        }
        if items.is_empty() {
            return Ok(None);
        }
        self.hooks.definitions(false, items, Span::detached()).map(Some)
    }

    fn labelled_note(&mut self, note: &Footnote) -> SourceResult<Value> {
        let body = self.loose_note(note)?;
        let term = TextElem::packed(format!("[{}]", note.written));
        Ok(dict! { "term" => term, "body" => body }.into_value())
    }

    /// A note as text, in which no other note is set.
    fn loose_note(&mut self, note: &Footnote) -> SourceResult<Content> {
        let before = std::mem::replace(&mut self.inside_notes, MAX_NOTES);
        let body = self.blocks(&note.blocks);
        self.inside_notes = before;
        body
    }

    /// Whether a block is likely to fill no more than so many lines.
    fn is_short(&self, block: &Block, columns: usize, lines: f64) -> bool {
        only_text(block).is_some_and(|text| body_width(text) < self.columns_width(columns) * lines)
    }

    /// How many lines the first two items of a list take if the first is one line: an item is not torn, so
    /// that the line would stand alone.
    fn first_lines(&self, block: &Block, columns: usize) -> Option<f64> {
        let BlockKind::List(list) = &block.kind else { return None };
        let [first, second, ..] = &list.items[..] else { return None };
        let width = self.columns_width(columns);
        let text = |item: &ListItem| item.blocks.first().and_then(paragraph_text).map(body_width);
        text(first).filter(|wide| *wide < width)?;
        let lines = text(second).map_or(1.0, |wide| (wide / (width - tokens().text.indent)).ceil());
        Some(1.0 + lines.clamp(1.0, MOST_ITEM_LINES))
    }
}

fn is_heading(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Heading(_))
}

fn stands_under_title(blocks: &[Block], at: usize) -> bool {
    at.checked_sub(1).is_some_and(|above| is_heading(&blocks[above]))
}

/// How many blocks stand up to the end of the last chapter with an example: what follows needs no margin.
fn end_of_examples(blocks: &[Block]) -> usize {
    let is_example = |block: &Block| matches!(block.kind, BlockKind::Example(_));
    let Some(last) = blocks.iter().rposition(is_example) else { return 0 };
    blocks[last..].iter().position(is_chapter).map_or(blocks.len(), |at| last + at)
}

fn is_chapter(block: &Block) -> bool {
    matches!(&block.kind, BlockKind::Heading(heading) if heading.level == 1)
}

/// The text of a block that is nothing but one paragraph, or a list of one.
fn only_text(block: &Block) -> Option<&[Inline]> {
    match &block.kind {
        BlockKind::List(list) => only_item_text(list),
        _ => paragraph_text(block),
    }
}

fn only_item_text(list: &List) -> Option<&[Inline]> {
    let [ListItem { blocks, .. }] = list.items.as_slice() else { return None };
    let [block] = blocks.as_slice() else { return None };
    paragraph_text(block)
}

fn paragraph_text(block: &Block) -> Option<&[Inline]> {
    let BlockKind::Paragraph(inlines) = &block.kind else { return None };
    Some(inlines)
}
