//! The body as stretches of pages: where columns change, where a table needs pages of its own.

use typst::diag::SourceResult;
use typst::foundations::{Array, Content, IntoValue, NoneValue, Value as Typst, dict};
use typst::syntax::Span;
use typst::text::TextElem;

use super::ContentBuilder;
use super::inlines::MAX_NOTES;
use crate::document::{Block, BlockKind, ListItem};
use crate::font::{self, Face};
use crate::press::table_layout::{self, TablePlace};
use crate::press::{chart_layout, paper};

/// Pages of one kind.
pub(super) struct PageRun {
    columns: usize,
    turned: bool,
    pub(super) body: Vec<Content>,
}

impl ContentBuilder<'_, '_> {
    /// The body as stretches of pages: two columns, one column, turned.
    pub(super) fn runs(&mut self, blocks: &[Block]) -> SourceResult<Vec<PageRun>> {
        let mut runs = vec![PageRun { columns: 2, turned: false, body: Vec::new() }];
        let mut columns = 2;
        let (mut title, mut known) = (usize::MAX, 0);
        for (at, block) in blocks.iter().enumerate() {
            if runs.len() != known {
                (title, known) = (usize::MAX, runs.len());
            }
            if let BlockKind::Heading(heading) = &block.kind
                && heading.level == 1
            {
                self.place_apart(&mut runs);
                columns = if block.attributes.has_class("wide") { 1 } else { 2 };
                self.room.width =
                    if columns == 1 { self.sheet.text_width() } else { self.sheet.column_width() };
                start_run(&mut runs, columns, false);
            }
            if let BlockKind::Table(table) = &block.kind {
                let placed = table_layout::place_table(table, &self.sheet, columns == 1);
                match placed.place {
                    TablePlace::Plain if columns == 2 => carry_title(&mut runs, 1, false, title),
                    TablePlace::Turned => carry_title(&mut runs, 1, true, title),
                    _ => start_run(&mut runs, columns, false),
                }
                let content = self.table(block, &placed)?;
                runs.last_mut().expect("there is a run").body.push(content);
                continue;
            }
            let under_title = at
                .checked_sub(1)
                .is_some_and(|above| matches!(blocks[above].kind, BlockKind::Heading(_)));
            if ends_chapter(&blocks[at..]) {
                // It has the whole width where it stands: only examples of the chapter come behind
                // it.
                if under_title {
                    carry_title(&mut runs, 1, false, title);
                } else {
                    self.place_apart(&mut runs);
                    start_run(&mut runs, 1, false);
                }
                let narrow = std::mem::replace(&mut self.room.width, self.sheet.text_width());
                let content = self.block(block);
                self.room.width = narrow;
                runs.last_mut().expect("there is a run").body.push(content?);
                continue;
            }
            start_run(&mut runs, columns, false);
            if matches!(block.kind, BlockKind::Heading(_)) && !under_title {
                (title, known) = (runs.last().map_or(0, |run| run.body.len()), runs.len());
            }
            let since = runs.last().map_or(0, |run| run.body.len().saturating_sub(title));
            let little = since == 1 || since == 2 && self.is_short(&blocks[at - 1], 1, 1.02);
            (self.under_title, self.own_page) = (little, false);
            let leads_in = blocks.get(at + 1).is_some_and(chart_layout::is_chart)
                && self.is_short(block, columns, 4.0);
            let content = if under_title && (leads_in || self.is_short(block, columns, 1.02)) {
                let body = self.block(block)?;
                self.hook("tied", vec![body.into_value()], Span::detached())?
            } else {
                self.block(block)?
            };
            if self.own_page {
                carry_title(&mut runs, 1, false, title);
            }
            runs.last_mut().expect("there is a run").body.push(content);
        }
        self.place_apart(&mut runs);
        Ok(runs)
    }

    /// The charts that wait for pages of their own, behind the chapter that ends here.
    fn place_apart(&mut self, runs: &mut Vec<PageRun>) {
        if self.apart.is_empty() {
            return;
        }
        start_run(runs, 1, false);
        runs.last_mut().expect("there is a run").body.append(&mut self.apart);
    }

    /// The footnotes that nothing refers to, at the end of the book.
    pub(super) fn place_loose_notes(&mut self, runs: &mut Vec<PageRun>) -> SourceResult<()> {
        if let Some(notes) = self.loose_notes()? {
            start_run(runs, 2, false);
            runs.last_mut().expect("there is a run").body.push(notes);
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
                let before = std::mem::replace(&mut self.inside_notes, MAX_NOTES);
                let body = self.blocks(&note.blocks);
                self.inside_notes = before;
                let body = body?;
                items.push(
                    dict! { "term" => TextElem::packed(format!("[{}]", note.label)), "body" => body }.into_value(),
                );
            }
        }
        if items.is_empty() {
            return Ok(None);
        }
        self.hook("definitions", vec![false.into_value(), items.into_value()], Span::detached())
            .map(Some)
    }

    /// Whether a block is likely to fill no more than so many lines.
    pub(super) fn is_short(&self, block: &Block, columns: usize, lines: f64) -> bool {
        let width = if columns == 1 { self.sheet.text_width() } else { self.sheet.column_width() };
        let text = match &block.kind {
            BlockKind::Paragraph(inlines) => inlines,
            BlockKind::List(list) => match list.items.as_slice() {
                [ListItem { blocks, .. }] => match blocks.as_slice() {
                    [Block { kind: BlockKind::Paragraph(inlines), .. }] => inlines,
                    _ => return false,
                },
                _ => return false,
            },
            _ => return false,
        };
        font::text_width(&table_layout::printed_words(text), Face::Body) * paper::type_size("body")
            < width * lines
    }
}

/// As [`next`], but a title and at most two blocks below it, from `title` on, move to the new run
/// with what they lead to.
fn carry_title(runs: &mut Vec<PageRun>, columns: usize, turned: bool, title: usize) {
    let last = runs.last_mut().expect("there is a run");
    if last.columns == columns && last.turned == turned {
        return;
    }
    let moves = title < last.body.len() && last.body.len() - title <= 4;
    let body = if moves { last.body.split_off(title) } else { Vec::new() };
    runs.push(PageRun { columns, turned, body });
}

/// Whether the first of these blocks is an example, and nothing but examples stands between it and
/// the next chapter.
fn ends_chapter(blocks: &[Block]) -> bool {
    let is_example = |block: &&Block| matches!(block.kind, BlockKind::Example(_));
    let examples = blocks.iter().take_while(is_example).count();
    let chapter =
        |block: &Block| matches!(&block.kind, BlockKind::Heading(heading) if heading.level == 1);
    examples > 0 && blocks.get(examples).is_none_or(chapter)
}

/// Starts a new run unless the last one is of this kind.
pub(super) fn start_run(runs: &mut Vec<PageRun>, columns: usize, turned: bool) {
    if runs.last().is_none_or(|run| run.columns != columns || run.turned != turned) {
        runs.push(PageRun { columns, turned, body: Vec::new() });
    }
}

pub(super) fn run_value(run: PageRun) -> Typst {
    let body = Content::sequence(run.body);
    dict! { "columns" => run.columns as i64, "turned" => run.turned, "width" => NoneValue, "body" => body }.into_value()
}
