//! The tree as Typst content, built by the native functions that the templates call, such as `load-job` of
//! `crates/press/src/outputs/rulebook/main.typ`.
//!
//! Running text becomes native elements; everything with a look of its own is drawn by the hooks of
//! `crates/press/src/set/blocks.typ`. No markup is generated, so nothing has to be escaped.

pub mod blocks;
pub mod charts;
mod components;
pub mod every_word;
mod examples;
pub mod extent;
pub mod paper_named;
pub mod hooks;
pub mod icons;
mod inlines;
pub mod laid_once;
pub mod link_words;
mod listed_titles;
pub mod own;
pub mod paint;
pub mod panels;
mod pictures;
pub mod page_runs;
mod runs;
pub mod span_flow;
mod tables;
pub mod values;
mod web_link;
pub mod design;
pub mod job;
pub mod spans;
pub mod typeset;
pub mod virtual_files;
pub mod world;

use std::collections::{BTreeMap, BTreeSet};

use hooks::TemplateHooks;
use listed_titles::ListedTitle;
use page_runs::{Aside, Elsewhere};
use typst::World;
use typst::comemo::Tracked;
use typst::diag::{At, SourceResult, bail};
use typst::engine::Engine;
use typst::foundations::{Content, Context, Dict, Str, func};
use typst::syntax::Span;
use values::front_matter;

use crate::outputs::PressTask;
use crate::paper::Paper;
use crate::set::design::design;
use crate::set::job::PressJob;
use base::source::manifest::ExamplePlace;
use base::theme::ThemeChoice;
use document::{Block, BlockKind, Footnote, Heading};

/// Reads the job at a virtual path.
fn read_job(engine: &Engine, path: &str) -> SourceResult<PressJob<'static>> {
    let bytes = engine.world.file(virtual_files::file_id(path)).at(Span::detached())?;
    let Ok(mut job) = postcard::from_bytes::<PressJob<'static>>(&bytes) else {
        bail!(Span::detached(), "the job at {path} cannot be read");
    };
    // The code that draws charts takes their look from the book.
    let chart = ThemeChoice::of(&job.look.theme).chart(&job.book.theme);
    job.book.to_mut().theme.style.chart = Some(chart);
    Ok(job)
}

/// Everything that the content of pages is made with.
pub struct Reading<'a, 'e> {
    /// The compile.
    pub engine: &'a mut Engine<'e>,
    /// Context of the call in the template.
    pub context: Tracked<'a, Context<'a>>,
    /// Values from the template: its functions by name, or its measures.
    pub hooks: Dict,
    /// The job that is set.
    pub job: &'a PressJob<'static>,
}

impl<'a, 'e> Reading<'a, 'e> {
    /// Returns a builder of content, with the hooks of the template.
    pub fn builder(self) -> SourceResult<ContentBuilder<'a, 'e>> {
        ContentBuilder::new(self.engine, self.context, self.hooks, self.job)
    }
}

/// Returns the content of the pages of the job at `path`, and the front matter of its book.
#[func]
pub fn load_job(
    engine: &mut Engine,
    context: Tracked<Context>,
    /// Virtual path of the job.
    path: Str,
    /// Functions of the template by name, or its measures.
    #[default]
    hooks: Dict,
) -> SourceResult<Dict> {
    let job = read_job(engine, &path)?;
    let content = job.task.content(Reading { engine, context, hooks, job: &job })?;
    Ok(front_matter(&job) + content)
}

/// Returns the paper of a job.
pub fn job_paper(job: &PressJob) -> SourceResult<Paper> {
    let Some(paper) = Paper::find(&job.paper) else {
        bail!(Span::detached(), "unknown paper {}", job.paper);
    };
    let (theme, _) = ThemeChoice::chosen(&job.look.theme, &job.book.theme);
    let paper = paper.with_margins(theme.margins).within(job.look.safe).bound(job.look.inside);
    let has_margin =
        matches!(job.task, PressTask::Rulebook { .. }) && job.book.examples == ExamplePlace::Margin;
    Ok(if has_margin { paper.with_example_margin() } else { paper })
}

/// Least room that anything is set in, in points.
const LEAST_ROOM: f64 = 24.0;

/// The room that text is set in, in points.
#[derive(Clone, Copy)]
pub struct TextRoom {
    /// Width within which words need no break.
    pub limit: f64,
    /// Width of the text, for tables.
    pub width: f64,
    /// Number of lists, quotes and callouts round it.
    pub depth: usize,
    /// True in a title, which contains no large picture.
    pub title: bool,
    /// True in a row of pictures.
    pub row: bool,
}

impl TextRoom {
    /// Returns the room of a column of a page.
    fn column(paper: &Paper) -> Self {
        let width = paper.column_width();
        Self { limit: width * design().breaks.column, width, depth: 0, title: false, row: false }
    }

    /// Returns the room inside a list, a quote or a callout.
    fn deeper(self) -> Self {
        let indent = design().text.indent;
        Self {
            limit: (self.limit - indent).max(LEAST_ROOM),
            width: (self.width - indent).max(LEAST_ROOM),
            depth: self.depth + 1,
            ..self
        }
    }
}

/// Builds content block by block.
pub struct ContentBuilder<'a, 'e> {
    hooks: TemplateHooks<'a, 'e>,
    pub job: &'a PressJob<'static>,
    /// The paper in units of the standard theme.
    pub paper: Paper,
    /// Size of the text as a factor of that of the standard theme.
    pub zoom: f64,
    notes: BTreeMap<&'a str, &'a Footnote>,
    /// Footnotes that are set already, or being set.
    pub noted: BTreeSet<String>,
    /// Footnotes that are printed at the end, without a number.
    pub loose: BTreeSet<String>,
    /// True if content is only measured, independent of page numbers.
    pub any_pages: bool,
    /// Depth of nested notes that are being set.
    inside_notes: usize,
    pub room: TextRoom,
    /// True if the current section is a glossary.
    glossary: bool,
    /// Title of the current section.
    section: Option<Heading>,
    /// Place of the current title in a row of titles without text.
    listed: Option<ListedTitle>,
    /// True if little more than a title is above the current block.
    under_title: bool,
    /// True if the current block spans all columns.
    spans: bool,
    /// Form of the current block on the next page, if it may be there.
    elsewhere: Option<Elsewhere>,
    /// Form of the current block in the margin.
    aside: Option<Aside>,
    /// The current block over all columns, if it may be there as well as in its column.
    spread: Option<(Content, Elsewhere)>,
    /// Number of charts and examples that may move to the page behind their place.
    movable: usize,
}

impl<'a, 'e> ContentBuilder<'a, 'e> {
    /// Creates a builder for a job on its paper, with the hooks of the template that asked for it.
    fn new(
        engine: &'a mut Engine<'e>,
        context: Tracked<'a, Context<'a>>,
        hooks: Dict,
        job: &'a PressJob<'static>,
    ) -> SourceResult<Self> {
        let hooks = TemplateHooks::resolve(engine, context, hooks)?;
        let paper = job_paper(job)?;
        Ok(Self {
            hooks,
            job,
            paper,
            zoom: 1.0,
            notes: job.book.footnotes.iter().map(|note| (note.label.as_str(), note)).collect(),
            noted: BTreeSet::new(),
            loose: BTreeSet::new(),
            any_pages: false,
            inside_notes: 0,
            room: TextRoom::column(&paper),
            glossary: false,
            section: None,
            listed: None,
            under_title: false,
            spans: false,
            elsewhere: None,
            aside: None,
            spread: None,
            movable: 0,
        })
    }

    /// Adapts a builder to the theme of the job: its larger text sees a smaller paper.
    pub fn zoomed(mut self) -> Self {
        self.zoom = design().theme_zoom(&self.job.look.theme, &self.job.book.theme);
        self.paper = self.paper.seen(self.zoom);
        self.room = TextRoom::column(&self.paper);
        self
    }

    /// Builds something in another room.
    pub fn in_room<T>(&mut self, room: TextRoom, build: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.room, room);
        let built = build(self);
        self.room = before;
        built
    }

    /// The Typst span of a place, where the job asks for places.
    pub fn span(&self, span: base::source::Span) -> Span {
        self.job.typst_span(span)
    }

    /// Sets blocks as running text if they are one paragraph, and as blocks otherwise.
    pub fn body(&mut self, blocks: &[Block]) -> SourceResult<Content> {
        match blocks {
            [Block { kind: BlockKind::Paragraph(inlines), attributes, span }] => {
                let span = self.span(*span);
                self.running_text(inlines, attributes, span)
            }
            blocks => self.blocks(blocks),
        }
    }
}
