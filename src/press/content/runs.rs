//! The body as stretches of pages: where columns change, where a table needs pages of its own.

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, IntoValue, NoneValue, Value, dict};
use typst::syntax::Span;
use typst::text::TextElem;

use super::ContentBuilder;
use super::inlines::MAX_NOTES;
use crate::document::{Block, BlockKind, Footnote, Inline, List, ListItem, Table};
use crate::press::chart_layout;
use crate::press::table_layout::{self, TablePlace};
use crate::press::text_estimate::body_width;

/// A block that is likely to fill no more than this many lines fills one.
const ONE_LINE: f64 = 1.02;
/// The most lines between a title and the chart that they lead to.
const LEADING_LINES: f64 = 4.0;
/// The most lines over the whole width of a block that may follow an example at the end of a chapter.
const LAST_LINES: f64 = 3.0;
/// The most blocks that move to other pages with the title that they stand under.
const MOST_MOVED: usize = 4;

/// Pages of one kind.
struct PageRun {
    columns: usize,
    turned: bool,
    body: Vec<Content>,
}

impl PageRun {
    fn is_of_kind(&self, columns: usize, turned: bool) -> bool {
        self.columns == columns && self.turned == turned
    }
}

/// The body as stretches of pages.
pub(super) struct PageRuns {
    runs: Vec<PageRun>,
    /// Columns of the chapter at hand.
    columns: usize,
    /// Where the title at hand stands: how many runs there were, and its place in the last one.
    title: Option<(usize, usize)>,
}

impl PageRuns {
    fn new() -> Self {
        let first = PageRun { columns: 2, turned: false, body: Vec::new() };
        Self { runs: vec![first], columns: 2, title: None }
    }

    fn last(&mut self) -> &mut PageRun {
        self.runs.last_mut().expect("there is a run")
    }

    /// Puts content on the last pages.
    pub(super) fn push(&mut self, content: Content) {
        self.last().body.push(content);
    }

    /// Starts new pages unless the last ones are of this kind.
    pub(super) fn start(&mut self, columns: usize, turned: bool) {
        if !self.last().is_of_kind(columns, turned) {
            self.runs.push(PageRun { columns, turned, body: Vec::new() });
        }
    }

    /// As [`PageRuns::start`], for pages of the chapter.
    fn start_chapter_pages(&mut self) {
        self.start(self.columns, false);
    }

    /// As [`PageRuns::start`], but the title at hand and a few blocks below it move to the new
    /// pages with what they lead to.
    fn start_with_title(&mut self, columns: usize, turned: bool) {
        if !self.last().is_of_kind(columns, turned) {
            let body = self.split_off_title();
            self.runs.push(PageRun { columns, turned, body });
        }
    }

    /// Takes the title at hand and what stands below it from the last pages, if that is little.
    fn split_off_title(&mut self) -> Vec<Content> {
        let title = self.title_place();
        let last = self.last();
        let moved = title.filter(|title| last.body.len() - title <= MOST_MOVED);
        moved.map(|title| last.body.split_off(title)).unwrap_or_default()
    }

    /// The next content is a title.
    fn mark_title(&mut self) {
        self.title = Some((self.runs.len(), self.last().body.len()));
    }

    /// Where the title at hand stands on the last pages, if it does and something stands there.
    fn title_place(&self) -> Option<usize> {
        let (runs, place) = self.title?;
        let length = self.runs.last()?.body.len();
        (runs == self.runs.len() && place < length).then_some(place)
    }

    /// How many blocks stand on the last pages from the title at hand on.
    fn since_title(&self) -> usize {
        let place = self.title_place();
        place.map_or(0, |place| self.runs.last().map_or(0, |run| run.body.len() - place))
    }

    /// The stretches as the templates read them.
    pub(super) fn into_array(self) -> Array {
        self.runs.into_iter().filter(|run| !run.body.is_empty()).map(run_value).collect()
    }
}

fn run_value(run: PageRun) -> Value {
    dict! {
        "columns" => run.columns as i64,
        "turned" => run.turned,
        "width" => NoneValue,
        "body" => Content::sequence(run.body),
    }
    .into_value()
}

impl ContentBuilder<'_, '_> {
    /// The body as stretches of pages: two columns, one column, turned.
    pub(super) fn page_runs(&mut self, blocks: &[Block]) -> SourceResult<PageRuns> {
        let mut runs = PageRuns::new();
        for (at, block) in blocks.iter().enumerate() {
            if is_chapter(block) {
                self.begin_chapter(block, &mut runs);
            }
            let under_title = stands_under_title(blocks, at);
            if let BlockKind::Table(table) = &block.kind {
                self.run_table(block, table, &mut runs)?;
            } else if self.ends_chapter(&blocks[at..]) {
                self.run_last_example(block, under_title, &mut runs)?;
            } else {
                self.run_block(&blocks[..=at], blocks.get(at + 1), under_title, &mut runs)?;
            }
        }
        self.place_apart(&mut runs);
        Ok(runs)
    }

    /// A chapter begins behind what waits for the end of the one before.
    fn begin_chapter(&mut self, block: &Block, runs: &mut PageRuns) {
        self.place_apart(runs);
        runs.columns = if block.attributes.has_class("wide") { 1 } else { 2 };
        self.room.width = self.columns_width(runs.columns);
        runs.start_chapter_pages();
    }

    /// Width of the text where there are so many columns.
    fn columns_width(&self, columns: usize) -> f64 {
        if columns == 1 { self.paper.text_width() } else { self.paper.column_width() }
    }

    /// A table on the pages that it needs.
    fn run_table(&mut self, block: &Block, table: &Table, runs: &mut PageRuns) -> SourceResult<()> {
        let single = runs.columns == 1;
        let placed = table_layout::place_table(table, &self.paper, single);
        match placed.place {
            TablePlace::Plain if !single => runs.start_with_title(1, false),
            TablePlace::Turned => runs.start_with_title(1, true),
            TablePlace::Plain | TablePlace::Column | TablePlace::Wide => runs.start_chapter_pages(),
        }
        runs.push(self.table(block, table, placed)?);
        Ok(())
    }

    /// An example at the end of a chapter. It has the whole width where it stands, and so has what little
    /// of the chapter comes behind it.
    fn run_last_example(
        &mut self,
        block: &Block,
        under_title: bool,
        runs: &mut PageRuns,
    ) -> SourceResult<()> {
        if under_title {
            runs.start_with_title(1, false);
        } else {
            self.place_apart(runs);
            runs.start(1, false);
        }
        runs.columns = 1;
        self.room.width = self.paper.text_width();
        runs.push(self.block(block)?);
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
        runs.start_chapter_pages();
        if is_heading(block) && !under_title {
            runs.mark_title();
        }
        self.under_title = self.is_near_title(before, runs);
        self.own_page = false;
        let leads_in = next.is_some_and(chart_layout::is_chart)
            && self.is_short(block, runs.columns, LEADING_LINES);
        let tied = under_title && (leads_in || self.is_short(block, runs.columns, ONE_LINE));
        let mut content = self.block(block)?;
        if tied {
            content = self.hooks.tied(content)?;
        }
        if self.own_page {
            runs.start_with_title(1, false);
        }
        runs.push(content);
        Ok(())
    }

    /// Whether little more than the title at hand stands before what comes next.
    fn is_near_title(&self, before: &[Block], runs: &PageRuns) -> bool {
        match runs.since_title() {
            1 => true,
            2 => before.last().is_some_and(|above| self.is_short(above, 1, ONE_LINE)),
            _ => false,
        }
    }

    /// The charts that wait for pages of their own, behind the chapter that ends here.
    fn place_apart(&mut self, runs: &mut PageRuns) {
        if !self.apart.is_empty() {
            runs.start(1, false);
            runs.last().body.append(&mut self.apart);
            self.example_waits = false;
        }
    }

    /// The footnotes that nothing refers to, at the end of the book.
    pub(super) fn place_loose_notes(&mut self, runs: &mut PageRuns) -> SourceResult<()> {
        if let Some(notes) = self.loose_notes()? {
            runs.start(2, false);
            runs.push(notes);
            self.place_apart(runs);
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

    /// Whether the first of these blocks is an example, and little stands between it and the next chapter:
    /// examples, and a few titles, short paragraphs and places that are still open. Examples that wait
    /// for the end of the chapter come first.
    fn ends_chapter(&self, blocks: &[Block]) -> bool {
        let Some((example, behind)) = blocks.split_first() else { return false };
        let behind = behind.iter().take_while(|block| !is_chapter(block));
        let others: Vec<&Block> = behind.filter(|block| !is_example(block)).collect();
        is_example(example)
            && (others.is_empty() || !self.example_waits)
            && others.len() <= MOST_MOVED
            && others.into_iter().all(|block| self.is_little(block))
    }

    /// Whether a block is so little that it may follow an example over the whole width.
    fn is_little(&self, block: &Block) -> bool {
        match &block.kind {
            BlockKind::Heading(_) | BlockKind::Todo(_) => true,
            _ => self.is_short(block, 1, LAST_LINES),
        }
    }

    /// Whether a block is likely to fill no more than so many lines.
    fn is_short(&self, block: &Block, columns: usize, lines: f64) -> bool {
        only_text(block).is_some_and(|text| body_width(text) < self.columns_width(columns) * lines)
    }
}

fn is_heading(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Heading(_))
}

fn stands_under_title(blocks: &[Block], at: usize) -> bool {
    at.checked_sub(1).is_some_and(|above| is_heading(&blocks[above]))
}

fn is_chapter(block: &Block) -> bool {
    matches!(&block.kind, BlockKind::Heading(heading) if heading.level == 1)
}

fn is_example(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Example(_))
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
