//! The tree as Typst content, built by the native function `load-book` of `templates/main.typ`.
//!
//! Running text becomes native elements; everything with a look of its own goes through the hooks
//! of `templates/blocks.typ`. No markup is generated, so nothing has to be escaped.

pub(super) mod charts;
mod examples;
mod icons;
mod inlines;
pub(super) mod mats;
pub(super) mod paint;
pub(super) mod panels;
mod runs;
mod tables;

use std::collections::{BTreeMap, BTreeSet};

use typst::World;
use typst::comemo::Tracked;
use typst::diag::{At, SourceResult, Trace, Tracepoint, bail, eco_format};
use typst::engine::Engine;
use typst::foundations::{
    Args, Array, Content, Context, Dict, Func, IntoValue, NativeElement, Str, Value as Typst, dict,
    func,
};
use typst::model::ParbreakElem;
use typst::syntax::Span;
use typst::text::{RawContent, RawElem, TextElem};

use super::job::{PressJob, PressTask};
use super::paper::{self, Paper};
use super::table_layout;
use super::{spans, word_breaks};
use crate::book::Book;
use crate::document::{
    self, Attributes, Block, BlockKind, Callout, CodeBlock, Definition, Figure, Footnote, Heading,
    Inline, List, ListItem, ListStyle, walk,
};
use crate::font::{self, Face};

/// Builds the book at `path` with the hooks of the template.
#[func]
pub(super) fn load_book(
    engine: &mut Engine,
    context: Tracked<Context>,
    /// Virtual path of the job.
    path: Str,
    /// The template's functions by name.
    hooks: Dict,
) -> SourceResult<Dict> {
    let job = read_job(engine, &path)?;
    let Some(sheet) = paper::find_paper(&job.paper) else {
        bail!(Span::detached(), "there is no paper {}", job.paper);
    };
    let zoom = paper::theme_zoom(&job.look.theme);
    let mut setter = ContentBuilder::new(engine, context, &hooks, &job, sheet.seen(zoom));
    setter.zoom = zoom;
    setter.book()
}

/// The job at a virtual path.
fn read_job(engine: &Engine, path: &str) -> SourceResult<PressJob> {
    let bytes = engine.world.file(super::world::file_id(path)).at(Span::detached())?;
    let Ok(job) = postcard::from_bytes(&bytes) else {
        bail!(Span::detached(), "the job at {} can not be read", path);
    };
    Ok(job)
}

/// Year, month and day of a book.
fn date_value(book: &Book) -> Typst {
    book.date.map_or(Typst::None, |(year, month, day)| {
        let parts = [i64::from(year), i64::from(month), i64::from(day)];
        parts.into_iter().map(IntoValue::into_value).collect::<Array>().into_value()
    })
}

/// Height of a line of text, in points.
const LINE: f64 = 12.4;

/// The room text is set in: widths of words that fit, in points.
#[derive(Clone, Copy)]
struct TextRoom {
    limit: f64,
    /// Width of the text, for tables.
    width: f64,
    depth: usize,
}

impl TextRoom {
    fn column(sheet: &Paper) -> Self {
        Self { limit: sheet.column_width() * 0.75, width: sheet.column_width(), depth: 0 }
    }

    fn deeper(self) -> Self {
        Self {
            limit: (self.limit - 13.0).max(24.0),
            width: (self.width - 13.0).max(24.0),
            depth: self.depth + 1,
        }
    }
}

struct ContentBuilder<'a, 'e> {
    engine: &'a mut Engine<'e>,
    context: Tracked<'a, Context<'a>>,
    hooks: &'a Dict,
    job: &'a PressJob,
    /// The paper in units of the standard theme.
    sheet: Paper,
    /// How much larger the text is than that of the standard theme.
    zoom: f64,
    notes: BTreeMap<&'a str, &'a Footnote>,
    /// Footnotes that have been set, or are being set.
    noted: BTreeSet<String>,
    /// Footnotes that are printed at the end, without a number.
    loose: BTreeSet<String>,
    /// How many notes are being set, one inside the other.
    inside_notes: usize,
    room: TextRoom,
    /// Whether the section at hand is a glossary.
    glossary: bool,
    /// Title of the section at hand.
    section: Option<Heading>,
    /// Whether little more than a title stands before the block at hand.
    under_title: bool,
    /// Whether the block at hand, with the title before it, wants a page of its own.
    own_page: bool,
    /// Charts and examples of this chapter that stand on pages behind it, where they have the whole
    /// width.
    apart: Vec<Content>,
    /// How many charts and examples of the book do.
    apart_count: usize,
}

impl<'a, 'e> ContentBuilder<'a, 'e> {
    fn new(
        engine: &'a mut Engine<'e>,
        context: Tracked<'a, Context<'a>>,
        hooks: &'a Dict,
        job: &'a PressJob,
        sheet: Paper,
    ) -> Self {
        Self {
            engine,
            context,
            hooks,
            job,
            sheet,
            zoom: 1.0,
            notes: job.book.footnotes.iter().map(|note| (note.label.as_str(), note)).collect(),
            noted: BTreeSet::new(),
            loose: BTreeSet::new(),
            inside_notes: 0,
            room: TextRoom::column(&sheet),
            glossary: false,
            section: None,
            under_title: false,
            own_page: false,
            apart: Vec::new(),
            apart_count: 0,
        }
    }
}

impl ContentBuilder<'_, '_> {
    fn book(&mut self) -> SourceResult<Dict> {
        let job = self.job;
        let book = &job.book;
        let mut runs = self.runs(&book.blocks)?;
        let optional =
            |text: &Option<String>| text.as_deref().map_or(Typst::None, |text| text.into_value());
        let mut quick = Array::new();
        for entry in &book.quick {
            let title = self.inlines(&entry.title)?;
            let body = self.blocks(&entry.blocks)?;
            quick.push(
                dict! { "address" => entry.address.0.as_str(), "anchor" => entry.anchor.0.as_str(), "title" => title, "body" => body }
                    .into_value(),
            );
        }
        self.place_loose_notes(&mut runs)?;
        let runs: Array =
            runs.into_iter().filter(|run| !run.body.is_empty()).map(runs::run_value).collect();
        let links = book.web.iter().enumerate();
        let links: Array = links
            .map(|(nth, url)| dict! { "n" => nth as i64 + 1, "url" => url.as_str() }.into_value())
            .collect();
        let date = date_value(book);
        let notice =
            book.notice.as_deref().map_or(Typst::None, |text| TextElem::packed(text).into_value());
        Ok(dict! {
            "title" => book.title.as_str(),
            "subtitle" => optional(&book.subtitle),
            "edition" => optional(&book.edition),
            "authors" => book.authors.iter().map(|name| name.as_str().into_value()).collect::<Array>(),
            "notice" => notice,
            "language" => book.language.as_str(),
            "date" => date,
            "paper" => job.paper.as_str(),
            "cover" => book.cover,
            "contents" => book.contents,
            "runs" => runs,
            "quick" => quick,
            "links" => links,
            "fillers" => if let PressTask::Pages { fillers } = job.task { fillers as i64 } else { 0 },
            "index" => book.index,
        })
    }

    /// Whether blocks are about higher than half a column, so that they may break.
    fn is_long(&self, blocks: &[Block]) -> bool {
        let mut lines = 0.0;
        walk::each_block(blocks, &mut |block| {
            lines += walk::inline_runs(&block.kind)
                .iter()
                .map(|text| self.line_count(text) + 0.4)
                .sum::<f64>();
            if !matches!(block.kind, BlockKind::Paragraph(_) | BlockKind::List(_)) {
                lines += 3.0;
            }
        });
        lines * LINE > self.sheet.text_height() / 2.0
    }

    /// About how many lines text fills in the room at hand.
    fn line_count(&self, text: &[Inline]) -> f64 {
        (font::text_width(&table_layout::printed_words(text), Face::Body)
            * paper::type_size("body")
            / self.room.width)
            .ceil()
    }

    fn blocks(&mut self, blocks: &[Block]) -> SourceResult<Content> {
        let mut out = Vec::with_capacity(blocks.len());
        for block in blocks {
            out.push(self.block(block)?);
        }
        Ok(Content::sequence(out))
    }

    fn span(&self, span: crate::source::Span) -> Span {
        if self.job.spans { spans::typst_span(span) } else { Span::detached() }
    }

    /// Calls the hook `name` of the template; an error in it points at the author's place.
    fn hook(&mut self, name: &str, args: Vec<Typst>, span: Span) -> SourceResult<Content> {
        let func = self.hooks.get(name).at(span)?.clone().cast::<Func>().at(span)?;
        let world = self.engine.world;
        let args = Args::new(span, args);
        let value = func.call(self.engine, self.context, args);
        Ok(value.trace(world, || Tracepoint::Call(Some(eco_format!("{name}"))), span)?.display())
    }

    fn block(&mut self, block: &Block) -> SourceResult<Content> {
        let span = self.span(block.span);
        let content = match &block.kind {
            BlockKind::Heading(heading) => {
                self.glossary = block.attributes.has_class("glossary");
                self.section = Some(heading.clone());
                let body = self.sized(&heading.content, 1.6)?;
                let classes: Array = block
                    .attributes
                    .classes
                    .iter()
                    .map(|class| class.as_str().into_value())
                    .collect();
                let number = if heading.address.0.is_empty() {
                    Typst::None
                } else {
                    heading.address.0.as_str().into_value()
                };
                let args = vec![
                    i64::from(heading.level).into_value(),
                    number,
                    heading.anchor.0.as_str().into_value(),
                    classes.into_value(),
                    body.into_value(),
                ];
                return self.hook("heading", args, span);
            }
            BlockKind::Paragraph(inlines) => self.inlines(inlines)?.spanned(span),
            BlockKind::List(list) => self.list(list, span)?,
            BlockKind::Quote(blocks) => self.hook_around("quote", vec![], blocks, span)?,
            BlockKind::Callout(Callout { word, blocks }) => {
                let long = self.is_long(blocks).into_value();
                self.hook_around("callout", vec![word.as_str().into_value(), long], blocks, span)?
            }
            BlockKind::Brief(blocks) => {
                let long = self.is_long(blocks).into_value();
                self.hook_around("callout", vec!["REMEMBER".into_value(), long], blocks, span)?
            }
            BlockKind::Table(table) => {
                let placed = table_layout::fit_table(table, self.room.width);
                self.table(block, &placed)?
            }
            BlockKind::Definitions(list) => self.definitions(list, &block.attributes, span)?,
            BlockKind::Code(code) => return self.code(code, &block.attributes, span),
            BlockKind::Figure(figure) => self.figure(figure, span)?,
            BlockKind::Todo(inlines) => {
                let long = self.line_count(inlines) > self.sheet.text_height() / 2.0 / LINE;
                let words = document::open_words(inlines);
                let body =
                    if words.is_empty() { Typst::None } else { self.inlines(&words)?.into_value() };
                self.hook("todo", vec![long.into_value(), body], span)?
            }
            BlockKind::Rule => self.hook("rule", vec![], span)?,
            BlockKind::Example(played) => self.example(played, span)?,
            BlockKind::Pull(_) => Content::empty(),
        };
        let anchor = self.anchor(block.attributes.id.as_deref(), span)?;
        let parbreak = ParbreakElem::shared().clone();
        Ok(Content::sequence([parbreak.clone(), anchor, content, parbreak]))
    }

    fn anchor(&mut self, id: Option<&str>, span: Span) -> SourceResult<Content> {
        match id {
            Some(id) => self.hook("item-anchor", vec![id.into_value()], span),
            None => Ok(Content::empty()),
        }
    }

    /// A hook round blocks.
    fn hook_around(
        &mut self,
        hook: &str,
        mut args: Vec<Typst>,
        blocks: &[Block],
        span: Span,
    ) -> SourceResult<Content> {
        let before = self.room;
        self.room = before.deeper();
        let body = self.blocks(blocks);
        self.room = before;
        args.push(body?.into_value());
        self.hook(hook, args, span)
    }

    fn list(&mut self, list: &List, span: Span) -> SourceResult<Content> {
        let before = self.room;
        self.room = before.deeper();
        let items = list
            .items
            .iter()
            .map(|item| self.list_item(item, list.tight))
            .collect::<SourceResult<Array>>();
        self.room = before;
        let (items, tight) = (items?.into_value(), list.tight.into_value());
        if list.items.iter().any(|item| item.checked.is_some()) {
            let checked: Array = list
                .items
                .iter()
                .map(|item| item.checked.map_or(Typst::None, |c| c.into_value()))
                .collect();
            return self.hook("tasks", vec![checked.into_value(), tight, items], span);
        }
        let markers: Array =
            list.items.iter().map(|item| item.marker.as_str().into_value()).collect();
        match list.style {
            ListStyle::Bullet => self.hook("bullets", vec![tight, items], span),
            ListStyle::Ordered => {
                self.hook("steps", vec![markers.into_value(), tight, items], span)
            }
            ListStyle::Lettered => {
                self.hook("letters", vec![markers.into_value(), tight, items], span)
            }
        }
    }

    fn list_item(&mut self, item: &ListItem, tight: bool) -> SourceResult<Typst> {
        let span = item.span.map_or(Span::detached(), |span| self.span(span));
        let mut out = vec![self.anchor(item.attributes.id.as_deref(), span)?];
        for block in &item.blocks {
            match &block.kind {
                BlockKind::Paragraph(inlines) if tight && block.attributes.id.is_none() => {
                    out.push(self.inlines(inlines)?)
                }
                _ => out.push(self.block(block)?),
            }
        }
        Ok(Content::sequence(out).into_value())
    }

    fn definitions(
        &mut self,
        list: &[Definition],
        attributes: &Attributes,
        span: Span,
    ) -> SourceResult<Content> {
        let glossary = self.glossary || attributes.has_class("glossary");
        let mut items = Array::new();
        for definition in list {
            let term = self.inlines(&definition.term)?;
            let bodies = definition
                .bodies
                .iter()
                .map(|body| self.blocks(body))
                .collect::<SourceResult<Vec<_>>>()?;
            items.push(dict! { "term" => term, "body" => Content::sequence(bodies) }.into_value());
        }
        self.hook("definitions", vec![glossary.into_value(), items.into_value()], span)
    }

    fn code(
        &mut self,
        code: &CodeBlock,
        attributes: &Attributes,
        span: Span,
    ) -> SourceResult<Content> {
        if code.language == "mermaid"
            && let Some(drawn) = self.chart(code, attributes, span)?
        {
            return Ok(drawn);
        }
        let size = paper::type_size("code");
        let text = word_breaks::breakable_words(
            code.text.trim_end_matches('\n'),
            Face::Mono,
            size,
            self.room.limit,
        );
        let raw = RawElem::new(RawContent::Text(text.as_ref().into()))
            .with_block(true)
            .pack()
            .spanned(span);
        let chart = code.language == "mermaid";
        let wide = |line: &str| {
            (font::text_width(line, Face::Mono) * size / self.room.width).ceil().max(1.0)
        };
        let long = code.text.lines().map(wide).sum::<f64>() * LINE > self.sheet.text_height() / 2.0;
        let language = if chart { "" } else { code.language.as_str() };
        let anchor = attributes.id.as_deref().map_or(Typst::None, |id| id.into_value());
        self.hook(
            "code",
            vec![
                language.into_value(),
                chart.into_value(),
                long.into_value(),
                anchor,
                raw.into_value(),
            ],
            span,
        )
    }

    fn figure(&mut self, figure: &Figure, span: Span) -> SourceResult<Content> {
        let caption = if figure.caption.is_empty() {
            Typst::None
        } else {
            self.inlines(&figure.caption)?.into_value()
        };
        let image = &figure.image;
        match &image.file {
            Some(file) => {
                let path = picture_path(file).into_value();
                let args = vec![
                    path,
                    image.alt.as_str().into_value(),
                    f64::from(image.ratio).into_value(),
                    caption,
                ];
                self.hook("figure", args, span)
            }
            None => self.lost(image, span),
        }
    }
}

/// The virtual path of a picture.
pub(super) fn picture_path(file: &str) -> String {
    format!("/pictures/{file}")
}
