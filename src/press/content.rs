//! The tree as Typst content, built by the native function `load-book` of `templates/main.typ`.
//!
//! Running text becomes native elements; everything with a look of its own goes through the hooks of
//! `templates/blocks.typ`. No markup is generated, so nothing has to be escaped.

use std::collections::{BTreeMap, BTreeSet};

use typst::World;
use typst::comemo::Tracked;
use typst::diag::{At, SourceResult, Trace, Tracepoint, bail, eco_format};
use typst::engine::Engine;
use typst::foundations::{
    Args, Array, Content, Context, Dict, Func, IntoValue, Label, NativeElement, NoneValue, Str, Value as Typst, dict,
    func,
};
use typst::layout::{Abs, Length};
use typst::model::{EmphElem, FootnoteElem, LinkElem, LinkTarget, ParbreakElem, StrongElem, Url};
use typst::syntax::Span;
use typst::text::{LinebreakElem, RawContent, RawElem, SpaceElem, StrikeElem, SubElem, SuperElem, TextElem};
use typst::utils::PicoStr;

use super::job::Job;
use super::paper::{self, Paper};
use super::table::{self, Place, Placed};
use super::{spans, words};
use crate::document::{
    Align, Attributes, Block, BlockKind, Callout, Cell, Code, Definition, Figure, Footnote, Image, Inline, InlineKind,
    Item, Link, List, ListStyle, Table, Target,
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
    let bytes = engine.world.file(super::world::id(&path)).at(Span::detached())?;
    let Ok(job) = postcard::from_bytes::<Job>(&bytes) else {
        bail!(Span::detached(), "the job at {} can not be read", path);
    };
    let notes = job.book.footnotes.iter().map(|note| (note.label.as_str(), note)).collect();
    let Some(sheet) = paper::find(&job.paper) else {
        bail!(Span::detached(), "there is no paper {}", job.paper);
    };
    let mut setter = Setter {
        engine,
        context,
        hooks: &hooks,
        job: &job,
        sheet,
        notes,
        noted: BTreeSet::new(),
        loose: BTreeSet::new(),
        inside_notes: 0,
        room: Room::column(&sheet),
        glossary: false,
    };
    setter.book()
}

/// The room text is set in: widths of words that fit, in points.
#[derive(Clone, Copy)]
struct Room {
    limit: f64,
    /// Width of the text, for tables.
    width: f64,
    depth: usize,
}

impl Room {
    fn column(sheet: &Paper) -> Self {
        Self { limit: sheet.column_width() * 0.75, width: sheet.column_width(), depth: 0 }
    }

    fn deeper(self) -> Self {
        Self { limit: (self.limit - 13.0).max(24.0), width: (self.width - 13.0).max(24.0), depth: self.depth + 1 }
    }
}

struct Setter<'a, 'e> {
    engine: &'a mut Engine<'e>,
    context: Tracked<'a, Context<'a>>,
    hooks: &'a Dict,
    job: &'a Job,
    sheet: Paper,
    notes: BTreeMap<&'a str, &'a Footnote>,
    /// Footnotes that have been set, or are being set.
    noted: BTreeSet<String>,
    /// Footnotes that are printed at the end, without a number.
    loose: BTreeSet<String>,
    /// How many notes are being set, one inside the other.
    inside_notes: usize,
    room: Room,
    /// Whether the section at hand is a glossary.
    glossary: bool,
}

/// Notes on notes on notes end here; what is noted deeper is printed at the end.
const MAX_NOTES: usize = 3;

/// Pages of one kind.
struct Run {
    columns: usize,
    turned: bool,
    body: Vec<Content>,
}

impl Setter<'_, '_> {
    fn book(&mut self) -> SourceResult<Dict> {
        let job = self.job;
        let book = &job.book;
        let mut runs = self.runs(&book.blocks)?;
        let optional = |text: &Option<String>| text.as_deref().map_or(Typst::None, |text| text.into_value());
        let mut quick = Array::new();
        for entry in &book.quick {
            let title = self.inlines(&entry.title)?;
            let body = self.blocks(&entry.blocks)?;
            quick.push(
                dict! { "address" => entry.address.0.as_str(), "anchor" => entry.anchor.0.as_str(), "title" => title, "body" => body }
                    .into_value(),
            );
        }
        if let Some(notes) = self.loose_notes()? {
            next(&mut runs, 2, false);
            runs.last_mut().expect("there is a run").body.push(notes);
        }
        let runs: Array = runs.into_iter().filter(|run| !run.body.is_empty()).map(value).collect();
        let links = book.web.iter().enumerate();
        let links: Array =
            links.map(|(nth, url)| dict! { "n" => nth as i64 + 1, "url" => url.as_str() }.into_value()).collect();
        let date = book.date.map_or(Typst::None, |(y, m, d)| {
            [y.into_value(), i64::from(m).into_value(), i64::from(d).into_value()]
                .into_iter()
                .collect::<Array>()
                .into_value()
        });
        let notice = book.notice.as_deref().map_or(Typst::None, |text| TextElem::packed(text).into_value());
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
        })
    }

    /// The body as stretches of pages: two columns, one column, turned.
    fn runs(&mut self, blocks: &[Block]) -> SourceResult<Vec<Run>> {
        let mut runs = vec![Run { columns: 2, turned: false, body: Vec::new() }];
        let mut columns = 2;
        let mut title = 0;
        for (at, block) in blocks.iter().enumerate() {
            if let BlockKind::Heading(heading) = &block.kind
                && heading.level == 1
            {
                columns = if block.attributes.has("wide") { 1 } else { 2 };
                self.room.width = if columns == 1 { self.sheet.text_width() } else { self.sheet.column_width() };
                next(&mut runs, columns, false);
            }
            if let BlockKind::Table(table) = &block.kind {
                let placed = table::place(table, &self.sheet, columns == 1);
                match placed.place {
                    Place::Plain if columns == 2 => carry(&mut runs, 1, false, title),
                    Place::Turned => carry(&mut runs, 1, true, title),
                    _ => next(&mut runs, columns, false),
                }
                let content = self.table(block, &placed)?;
                runs.last_mut().expect("there is a run").body.push(content);
                continue;
            }
            next(&mut runs, columns, false);
            let under_title =
                at.checked_sub(1).is_some_and(|above| matches!(blocks[above].kind, BlockKind::Heading(_)));
            if matches!(block.kind, BlockKind::Heading(_)) && !under_title {
                title = runs.last().map_or(0, |run| run.body.len());
            }
            let content = if under_title && self.is_one_line(block, columns) {
                let body = self.block(block)?;
                self.hook("tied", vec![body.into_value()], Span::detached())?
            } else {
                self.block(block)?
            };
            runs.last_mut().expect("there is a run").body.push(content);
        }
        Ok(runs)
    }

    /// The footnotes that nothing refers to, with their labels.
    fn loose_notes(&mut self) -> SourceResult<Option<Content>> {
        let job = self.job;
        let mut items = Array::new();
        for note in &job.book.footnotes {
            if !self.noted.contains(&note.label) && self.loose.insert(note.label.clone()) {
                let body = self.blocks(&note.blocks)?;
                items.push(
                    dict! { "term" => TextElem::packed(format!("[{}]", note.label)), "body" => body }.into_value(),
                );
            }
        }
        if items.is_empty() {
            return Ok(None);
        }
        self.hook("definitions", vec![false.into_value(), items.into_value()], Span::detached()).map(Some)
    }

    /// Whether a block is likely to fill no more than one line.
    fn is_one_line(&self, block: &Block, columns: usize) -> bool {
        let width = if columns == 1 { self.sheet.text_width() } else { self.sheet.column_width() };
        let text = match &block.kind {
            BlockKind::Paragraph(inlines) => inlines,
            BlockKind::List(list) => match list.items.as_slice() {
                [Item { blocks, .. }] => match blocks.as_slice() {
                    [Block { kind: BlockKind::Paragraph(inlines), .. }] => inlines,
                    _ => return false,
                },
                _ => return false,
            },
            _ => return false,
        };
        font::width(&table::words(text), Face::Body) * paper::size("body") < width * 1.02
    }

    fn blocks(&mut self, blocks: &[Block]) -> SourceResult<Content> {
        let mut out = Vec::with_capacity(blocks.len());
        for block in blocks {
            out.push(self.block(block)?);
        }
        Ok(Content::sequence(out))
    }

    fn span(&self, span: crate::source::Span) -> Span {
        if self.job.spans { spans::typst(span) } else { Span::detached() }
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
                self.glossary = block.attributes.has("glossary");
                let body = self.sized(&heading.content, 1.6)?;
                let classes: Array = block.attributes.classes.iter().map(|class| class.as_str().into_value()).collect();
                let number =
                    if heading.address.0.is_empty() { Typst::None } else { heading.address.0.as_str().into_value() };
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
            BlockKind::Quote(blocks) => self.inside("quote", vec![], blocks, span)?,
            BlockKind::Callout(Callout { word, blocks }) => {
                self.inside("callout", vec![word.as_str().into_value()], blocks, span)?
            }
            BlockKind::Brief(blocks) => self.inside("callout", vec!["REMEMBER".into_value()], blocks, span)?,
            BlockKind::Table(table) => {
                let placed = table::within(table, self.room.width);
                self.table(block, &placed)?
            }
            BlockKind::Definitions(list) => self.definitions(list, &block.attributes, span)?,
            BlockKind::Code(code) => return self.code(code, &block.attributes, span),
            BlockKind::Figure(figure) => self.figure(figure, span)?,
            BlockKind::Todo(inlines) => {
                let body = self.inlines(inlines)?;
                self.hook("todo", vec![body.into_value()], span)?
            }
            BlockKind::Rule => self.hook("rule", vec![], span)?,
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
    fn inside(&mut self, hook: &str, mut args: Vec<Typst>, blocks: &[Block], span: Span) -> SourceResult<Content> {
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
        let items = list.items.iter().map(|item| self.item(item, list.tight)).collect::<SourceResult<Array>>();
        self.room = before;
        let (items, tight) = (items?.into_value(), list.tight.into_value());
        if list.items.iter().any(|item| item.checked.is_some()) {
            let checked: Array =
                list.items.iter().map(|item| item.checked.map_or(Typst::None, |c| c.into_value())).collect();
            return self.hook("tasks", vec![checked.into_value(), tight, items], span);
        }
        let markers: Array = list.items.iter().map(|item| item.marker.as_str().into_value()).collect();
        match list.style {
            ListStyle::Bullet => self.hook("bullets", vec![tight, items], span),
            ListStyle::Ordered => self.hook("steps", vec![markers.into_value(), tight, items], span),
            ListStyle::Lettered => self.hook("letters", vec![markers.into_value(), tight, items], span),
        }
    }

    fn item(&mut self, item: &Item, tight: bool) -> SourceResult<Typst> {
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

    fn definitions(&mut self, list: &[Definition], attributes: &Attributes, span: Span) -> SourceResult<Content> {
        let glossary = self.glossary || attributes.has("glossary");
        let mut items = Array::new();
        for definition in list {
            let term = self.inlines(&definition.term)?;
            let bodies = definition.bodies.iter().map(|body| self.blocks(body)).collect::<SourceResult<Vec<_>>>()?;
            items.push(dict! { "term" => term, "body" => Content::sequence(bodies) }.into_value());
        }
        self.hook("definitions", vec![glossary.into_value(), items.into_value()], span)
    }

    fn code(&mut self, code: &Code, attributes: &Attributes, span: Span) -> SourceResult<Content> {
        let size = paper::size("code");
        let text = words::breakable(code.text.trim_end_matches('\n'), Face::Mono, size, self.room.limit);
        let raw = RawElem::new(RawContent::Text(text.as_ref().into())).with_block(true).pack().spanned(span);
        let chart = code.language == "mermaid";
        let language = if chart { "" } else { code.language.as_str() };
        let anchor = attributes.id.as_deref().map_or(Typst::None, |id| id.into_value());
        self.hook("code", vec![language.into_value(), chart.into_value(), anchor, raw.into_value()], span)
    }

    fn figure(&mut self, figure: &Figure, span: Span) -> SourceResult<Content> {
        let caption = if figure.caption.is_empty() { Typst::None } else { self.inlines(&figure.caption)?.into_value() };
        let image = &figure.image;
        match &image.file {
            Some(file) => {
                let path = picture(file).into_value();
                let args = vec![path, image.alt.as_str().into_value(), f64::from(image.ratio).into_value(), caption];
                self.hook("figure", args, span)
            }
            None => self.lost(image, span),
        }
    }

    fn lost(&mut self, image: &Image, span: Span) -> SourceResult<Content> {
        let alt = words::breakable(&image.alt, Face::Body, paper::size("body"), self.room.limit);
        self.hook("lost", vec![alt.as_ref().into_value()], span)
    }

    fn table(&mut self, block: &Block, placed: &Placed) -> SourceResult<Content> {
        let BlockKind::Table(whole) = &block.kind else { return Ok(Content::empty()) };
        let span = self.span(block.span);
        let mut out = vec![self.anchor(block.attributes.id.as_deref(), span)?];
        let diagram = whole.is_diagram() || block.attributes.has("play-area");
        for (table, widths) in &placed.parts {
            let spec = self.table_spec(table, widths, placed, diagram)?;
            out.push(self.hook("table", vec![spec.into_value()], span)?);
        }
        Ok(Content::sequence(out))
    }

    fn table_spec(&mut self, table: &Table, widths: &[f64], placed: &Placed, diagram: bool) -> SourceResult<Dict> {
        let mut cells = Array::new();
        for (y, row) in table.rows.iter().enumerate() {
            for cell in &row.cells {
                cells.push(self.cell(table, cell, y, widths)?);
            }
        }
        let placement = match placed.place {
            Place::Column => "column",
            Place::Wide => "wide",
            Place::Plain | Place::Turned => "plain",
        };
        let caption = match (&table.part, table.caption.is_empty()) {
            (None, true) => Typst::None,
            (None, false) => self.inlines(&table.caption)?.into_value(),
            (Some(part), _) => {
                Content::sequence([self.inlines(&table.caption)?, TextElem::packed(format!(" ({part})"))]).into_value()
            }
        };
        Ok(dict! {
            "columns" => widths.iter().map(|width| Length::from(Abs::pt(*width)).into_value()).collect::<Array>(),
            "rows" => table.rows.len() as i64,
            "header-rows" => table.header_rows as i64,
            "placement" => placement,
            "alt" => table::describe(table),
            "caption" => caption,
            "diagram" => diagram,
            "stripe" => placed.stripe as i64,
            "cells" => cells,
        })
    }

    fn cell(&mut self, table: &Table, cell: &Cell, y: usize, widths: &[f64]) -> SourceResult<Typst> {
        let end = (cell.column + cell.colspan).min(widths.len());
        let width: f64 = widths[cell.column.min(end)..end].iter().sum();
        let before = std::mem::replace(
            &mut self.room,
            Room { limit: (width - 8.5).max(12.0), width: (width - 8.5).max(12.0), depth: 1 },
        );
        let body = match cell.blocks.as_slice() {
            [Block { kind: BlockKind::Paragraph(inlines), .. }] => self.inlines(inlines),
            blocks => self.blocks(blocks),
        };
        self.room = before;
        let align = match cell.align {
            Align::Auto => table.columns.get(cell.column).map_or(Align::Auto, |column| column.align),
            align => align,
        };
        let align = match align {
            Align::Auto => "auto",
            Align::Left => "left",
            Align::Center => "center",
            Align::Right => "right",
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

    /// Inlines set larger than the body: words are broken sooner.
    fn sized(&mut self, inlines: &[Inline], factor: f64) -> SourceResult<Content> {
        let smaller = Room { limit: self.room.limit / factor, ..self.room };
        let before = std::mem::replace(&mut self.room, smaller);
        let content = self.inlines(inlines);
        self.room = before;
        content
    }

    fn inlines(&mut self, inlines: &[Inline]) -> SourceResult<Content> {
        match inlines {
            [one] => self.inline(one),
            _ => Ok(Content::sequence(
                inlines.iter().map(|inline| self.inline(inline)).collect::<SourceResult<Vec<_>>>()?,
            )),
        }
    }

    fn inline(&mut self, inline: &Inline) -> SourceResult<Content> {
        let span = self.span(inline.span);
        let content = match &inline.kind {
            InlineKind::Text(text) => {
                TextElem::packed(words::breakable(text, Face::Body, paper::size("body"), self.room.limit).as_ref())
            }
            InlineKind::Space => SpaceElem::shared().clone(),
            InlineKind::Break => LinebreakElem::shared().clone(),
            InlineKind::Emphasis(content) => EmphElem::new(self.inlines(content)?).pack(),
            InlineKind::Strong(content) => StrongElem::new(self.inlines(content)?).pack(),
            InlineKind::Strike(content) => StrikeElem::new(self.inlines(content)?).pack(),
            InlineKind::Subscript(content) => SubElem::new(self.inlines(content)?).pack(),
            InlineKind::Superscript(content) => SuperElem::new(self.inlines(content)?).pack(),
            InlineKind::Code(text) => {
                let text = words::breakable(text, Face::Mono, paper::size("body"), self.room.limit);
                RawElem::new(RawContent::Text(text.as_ref().into())).pack()
            }
            InlineKind::Link(link) => return self.link(link, span),
            InlineKind::Image(image) => return self.image(image, span),
            InlineKind::FootnoteRef(label) => return self.footnote(label, span),
            InlineKind::Value(value) => {
                let body = self.inlines(&value.content)?;
                return self.hook("value", vec![body.into_value()], span);
            }
            InlineKind::Span(content, attributes) => {
                let anchor = self.anchor(attributes.id.as_deref(), span)?;
                Content::sequence([anchor, self.inlines(content)?])
            }
        };
        Ok(if self.job.spans { content.spanned(span) } else { content })
    }

    fn link(&mut self, link: &Link, span: Span) -> SourceResult<Content> {
        let body = self.inlines(&link.content)?;
        match &link.target {
            Target::Nowhere => Ok(body),
            Target::Place { anchor, address, shown } => {
                let Some(label) = Label::new(PicoStr::intern(&anchor.0)) else { return Ok(body) };
                let linked = LinkElem::new(LinkTarget::Label(label), body).pack().spanned(span);
                if !shown {
                    return Ok(linked);
                }
                let args = vec![anchor.0.as_str().into_value(), address.0.as_str().into_value()];
                Ok(Content::sequence([linked, self.hook("see", args, span)?]))
            }
            Target::Other { book, address } => {
                let args = vec![book.as_str().into_value(), address.0.as_str().into_value()];
                Ok(Content::sequence([body, self.hook("other", args, span)?]))
            }
            Target::Web { note } => {
                let Ok(url) = Url::new(link.url.trim()) else { return Ok(body) };
                let linked =
                    LinkElem::new(LinkTarget::Dest(typst::model::Destination::Url(url)), body).pack().spanned(span);
                if *note == 0 {
                    return Ok(linked);
                }
                let mark = self.hook("note-mark", vec![(*note as i64).into_value()], span)?;
                Ok(Content::sequence([linked, mark]))
            }
        }
    }

    fn image(&mut self, image: &Image, span: Span) -> SourceResult<Content> {
        match &image.file {
            Some(file) => self.hook("image", vec![picture(file).into_value(), image.alt.as_str().into_value()], span),
            None => self.lost(image, span),
        }
    }

    /// The first reference sets the note, later ones refer to it.
    fn footnote(&mut self, label: &str, span: Span) -> SourceResult<Content> {
        let Some(note) = self.notes.get(label).copied() else { return Ok(TextElem::packed(format!("[{label}]"))) };
        let target = Label::new(PicoStr::intern(&format!("footnote {label}")));
        let Some(target) = target else { return Ok(Content::empty()) };
        if self.noted.contains(label) {
            return Ok(FootnoteElem::with_label(target).pack().spanned(span));
        }
        if self.inside_notes >= MAX_NOTES || self.loose.contains(label) {
            return Ok(TextElem::packed(format!("[{label}]")));
        }
        self.noted.insert(label.to_owned());
        self.inside_notes += 1;
        let body = match note.blocks.as_slice() {
            [Block { kind: BlockKind::Paragraph(inlines), .. }] => self.inlines(inlines),
            blocks => self.blocks(blocks),
        };
        self.inside_notes -= 1;
        Ok(FootnoteElem::with_content(body?).pack().spanned(span).labelled(target))
    }
}

/// As [`next`], but a title and at most two blocks below it, from `title` on, move to the new run with what they lead to.
fn carry(runs: &mut Vec<Run>, columns: usize, turned: bool, title: usize) {
    let last = runs.last_mut().expect("there is a run");
    if last.columns == columns && last.turned == turned {
        return;
    }
    let moves = title < last.body.len() && last.body.len() - title <= 4;
    let body = if moves { last.body.split_off(title) } else { Vec::new() };
    runs.push(Run { columns, turned, body });
}

/// Starts a new run unless the last one is of this kind.
fn next(runs: &mut Vec<Run>, columns: usize, turned: bool) {
    if runs.last().is_none_or(|run| run.columns != columns || run.turned != turned) {
        runs.push(Run { columns, turned, body: Vec::new() });
    }
}

fn value(run: Run) -> Typst {
    let body = Content::sequence(run.body);
    dict! { "columns" => run.columns as i64, "turned" => run.turned, "width" => NoneValue, "body" => body }.into_value()
}

/// The virtual path of a picture.
pub(super) fn picture(file: &str) -> String {
    format!("/pictures/{file}")
}
