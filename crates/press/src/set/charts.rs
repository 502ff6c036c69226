//! Flowcharts as drawings: in their column, over both, or on a page of their own; and drawings as the
//! dictionaries that `crates/press/src/set/drawing.typ` draws.

use typst::diag::{At, SourceResult};
use typst::engine::Engine;
use typst::foundations::{Array, Content, Dict, IntoValue, Str, Value, dict};
use typst::syntax::Span;

use super::blocks::code_text;
use super::hooks::warn;
use super::page_runs::Elsewhere;
use super::values::{arrays, texts_array};
use super::{ContentBuilder, Reading, job_paper, paint};
use crate::book::Book;
use crate::chart_layout::{self, ChartPage, ChartPlace, CutLines, DrawnChart, UnusualChart};
use crate::paper::Paper;
use crate::set::job::PressJob;
use crate::set::spans::chart_label;
use document::{self, Attributes, BlockKind, CodeBlock, Heading};
use draw::drawing::{Drawing, DrawingItem};

/// Most letters of a title that fits above half a page.
const MOST_LETTERS: usize = 24;

impl ContentBuilder<'_, '_> {
    /// Draws a chart; nothing if it cannot be read or has no room. A chart that needs a page of its own is
    /// kept for the end of the chapter, and a pointer is set at its place.
    pub fn chart(
        &mut self,
        code: &CodeBlock,
        attributes: &Attributes,
        span: Span,
    ) -> SourceResult<Option<Content>> {
        let book = &self.job.book;
        let section = section_anchor(self.section.as_ref());
        let Some(chart) = chart_layout::read_chart(&code.text, section, book) else {
            return Ok(None);
        };
        let place = ChartPlace {
            paper: &self.paper,
            width: self.room.width,
            fixed: self.room.depth > 0,
            titled: self.under_title,
        };
        let placed = match chart_layout::place_chart(&chart, &place, book) {
            Ok(placed) => placed,
            Err(fault) => {
                self.warn_of_chart(&UnusualChart::Source(fault), span);
                return Ok(None);
            }
        };
        let drawings = self.chart_drawings(&placed.drawn, span);
        let label = self.job.spans.then(|| chart_label(attributes.id.as_deref(), span));
        let anchor = label.as_deref().or(attributes.id.as_deref());
        if placed.apart {
            let (body, elsewhere) = self.movable_chart(anchor, drawings, span)?;
            self.spans = true;
            self.elsewhere = Some(elsewhere);
            return Ok(Some(body));
        }
        self.spread = match placed.spread {
            Some(spread) => {
                Some(self.movable_chart(anchor, drawings_array(&spread.drawings), span)?)
            }
            None => None,
        };
        self.hooks.chart(anchor, drawings, span).map(Some)
    }

    /// Sets a chart over all columns, with its form for the next page.
    fn movable_chart(
        &mut self,
        anchor: Option<&str>,
        drawings: Array,
        span: Span,
    ) -> SourceResult<(Content, Elsewhere)> {
        self.movable += 1;
        let anchor = anchor.map_or_else(|| format!("chart at {}", self.movable), str::to_owned);
        let title = self.section.as_ref().map(numbered_title).unwrap_or_default();
        let head = self.hooks.chart_title(title.trim(), span)?;
        let pointer = self.hooks.drawing_apart(&anchor, "chart-on", span)?;
        let body = self.hooks.chart(Some(&anchor), drawings, span)?;
        Ok((body, Elsewhere { pointer, head }))
    }

    /// Returns the drawings of a chart, and warns if they are unusual.
    pub fn chart_drawings(&mut self, drawn: &DrawnChart, span: Span) -> Array {
        if let Some(unusual) = &drawn.unusual {
            self.warn_of_chart(unusual, span);
        }
        drawings_array(&drawn.drawings)
    }

    /// Warns that a chart is printed in an unusual way in this output.
    pub fn warn_of_chart(&mut self, unusual: &UnusualChart, span: Span) {
        self.hooks.warn(unusual.message(self.job.task.template().place), span);
    }
}

/// Returns the anchor of a section; empty before the first.
fn section_anchor(section: Option<&Heading>) -> &str {
    section.map_or("", |heading| &heading.anchor.0)
}

/// Returns the number and the title of a section.
fn numbered_title(heading: &Heading) -> String {
    format!("{} {}", heading.address, document::plain_text(&heading.content))
}

/// Builds the charts of a book, in order, each on a page of its own.
pub fn charts_dict(reading: Reading<'_, '_>) -> SourceResult<Dict> {
    let Reading { engine, hooks, job, .. } = reading;
    let title = hooks
        .get("title-height")
        .at(Span::detached())?
        .clone()
        .cast::<f64>()
        .at(Span::detached())?;
    let paper = job_paper(job)?;
    let pages = chart_pages(engine, job, &paper, title);
    Ok(dict! { "pages" => pages })
}

/// Builds a page for each chart; the first of a section has the anchor of the section.
fn chart_pages(engine: &mut Engine, job: &PressJob, paper: &Paper, title: f64) -> Array {
    let (mut section, mut last) = (None, "");
    let mut pages = Array::new();
    for block in job.book.bodies().flatten() {
        if let BlockKind::Heading(heading) = &block.kind {
            section = Some(heading);
        }
        let anchor = section_anchor(section);
        let Some(chart) = chart_layout::chart_in_block(block, anchor, &job.book) else { continue };
        let page = chart_layout::chart_page(&chart, paper, title, &job.book);
        let page = page.unwrap_or_else(|fault| ChartPage {
            turned: false,
            drawn: DrawnChart {
                drawings: Vec::new(),
                cut_lines: Vec::new(),
                unusual: Some(UnusualChart::Source(fault)),
            },
            half: None,
        });
        if let Some(unusual) = &page.drawn.unusual {
            warn(engine, unusual.message(job.task.template().place), job.typst_span(block.span));
        }
        let undrawn = block.chart().filter(|_| page.drawn.drawings.is_empty());
        let source = undrawn.map(|code| Str::from(code_text(code, paper.text_width())));
        let first = std::mem::replace(&mut last, anchor) != anchor;
        let anchor = dict! { "anchor" => if first { anchor } else { "" }, "source" => source };
        pages.push((chart_page_dict(&page, section, &job.book) + anchor).into_value());
    }
    pages
}

fn chart_page_dict(page: &ChartPage, section: Option<&Heading>, book: &Book) -> Dict {
    let titled = section.map(|heading| document::plain_text(&heading.content));
    let titled = titled.filter(|title| !title.trim().is_empty());
    let is_short = titled.as_ref().is_some_and(|title| title.chars().count() <= MOST_LETTERS);
    let half = page.half.as_ref().filter(|_| is_short).map(drawing_dict);
    dict! {
        "half" => half,
        "title" => titled.as_deref().unwrap_or(&book.title),
        "address" => section.map_or("", |heading| heading.address.0.as_str()),
        "turned" => page.turned,
        "drawings" => drawings_array(&page.drawn.drawings),
    }
}

/// Returns a drawing as a dictionary: its links, and the items painted between them.
pub fn drawing_dict(drawing: &Drawing) -> Dict {
    dict! {
        "width" => drawing.width,
        "height" => drawing.height,
        "alt" => drawing.alt.as_str(),
        "items" => drawing_items(&drawing.items),
    }
}

fn drawing_items(items: &[DrawingItem]) -> Array {
    let mut out = Array::new();
    for run in items.chunk_by(|a, b| is_link(a) == is_link(b)) {
        if is_link(&run[0]) {
            // A link in its serialized form.
            out.extend(run.iter().map(|link| {
                let json = serde_json::to_value(link).expect("an item is plain data");
                serde_json::from_value::<Value>(json).expect("plain data is a value")
            }));
        } else {
            out.push(dict! { "painted" => paint::painted_items(run) }.into_value());
        }
    }
    out
}

fn is_link(item: &DrawingItem) -> bool {
    matches!(item, DrawingItem::Link { .. })
}

/// Returns the places from which the lines of a sheet come and to which they lead: letters with the numbers
/// of boxes.
pub fn cut_lines_dict(lines: &CutLines) -> Dict {
    let pairs = |list: &[(String, usize)]| {
        arrays(list.iter().map(|(letter, number)| texts_array([letter, &number.to_string()])))
    };
    dict! { "from" => pairs(&lines.from), "to" => pairs(&lines.to) }
}

/// Returns drawings as an array, one below the other.
pub fn drawings_array(drawings: &[Drawing]) -> Array {
    drawings.iter().map(|drawing| drawing_dict(drawing).into_value()).collect()
}
