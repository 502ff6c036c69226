//! Markdown events to the tree: one frame for each open tag; `close` has a small method for each
//! kind of close.

mod close;

use std::ops::Range;

use pulldown_cmark::{
    Alignment, CodeBlockKind, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd,
};

use super::depth::{self, MAX_DEPTH, MAX_MARKS};
use super::grid::{self, CellDraft, RowDraft};
use super::html::{self, Node, Piece};
use super::{
    Align, Attributes, Block, BlockKind, Column, Definition, Document, Footnote, Inline,
    InlineKind, Item, Link, Target, Width,
};
use super::{attributes, blocks, emphasis, front, repair};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::source::{SourceId, Span};

/// What is open.
enum Kind {
    Root,
    Paragraph,
    Heading(u8, Attributes),
    Quote,
    List {
        start: Option<u64>,
        tight: bool,
        items: Vec<Item>,
    },
    Item(Option<bool>),
    Code(String),
    Html,
    Table {
        columns: Vec<Column>,
        rows: Vec<RowDraft>,
    },
    Row {
        cells: Vec<CellDraft>,
    },
    Cell,
    Definitions(Vec<Definition>),
    Term,
    Meaning,
    Footnote(String),
    Metadata,
    Emphasis,
    Strong,
    Strike,
    Superscript,
    Subscript,
    Link(String),
    Image {
        url: String,
        title: String,
    },
    /// Nested too deep: its content goes to the frame around it.
    Transparent,
}

struct Frame {
    kind: Kind,
    span: Span,
    pieces: Vec<Piece>,
}

struct Builder<'a> {
    source: SourceId,
    text: &'a str,

    frames: Vec<Frame>,
    /// Open lists and quotes.
    depth: usize,
    /// Open emphasis.
    marks: usize,
    too_deep: Option<Span>,
    document: Document,
    findings: &'a mut Findings,
}

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_SMART_PUNCTUATION
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_DEFINITION_LIST
}

/// A Markdown text as a tree.
pub(super) fn markdown(source: SourceId, text: &str, findings: &mut Findings) -> Document {
    let repaired = repair::text(source, text, findings);
    let base = if repaired.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let root =
        Frame { kind: Kind::Root, span: Span::new(source, 0..text.len()), pieces: Vec::new() };
    let mut builder = Builder {
        source,
        text: &repaired,

        frames: vec![root],
        depth: 0,
        marks: 0,
        too_deep: None,
        document: Document::default(),
        findings,
    };
    for (event, range) in Parser::new_ext(&repaired[base..], options()).into_offset_iter() {
        builder.event(event, range.start + base..range.end + base);
    }
    builder.finish()
}

impl Builder<'_> {
    fn finish(mut self) -> Document {
        let root = self.frames.pop().expect("the root frame is closed last");
        self.document.blocks = self.blocks(root.pieces);
        if let Some(span) = self.too_deep {
            self.findings.push(depth::finding(span));
        }
        self.document
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        let span = Span::new(self.source, range);
        match event {
            Event::Start(tag) => self.open(tag, span),
            Event::End(end) => self.close(end),
            Event::Text(text) => self.text_event(&text, span),
            Event::Code(text) => self.inline(InlineKind::Code(text.into_string()), span),
            Event::Html(_) | Event::InlineHtml(_) => self.piece(Piece::Html(span)),
            Event::FootnoteReference(label) => {
                self.inline(InlineKind::FootnoteRef(label.into_string()), span)
            }
            Event::SoftBreak => self.inline(InlineKind::Space, span),
            Event::HardBreak => self.inline(InlineKind::Break, span),
            Event::Rule => self.block(BlockKind::Rule, span),
            Event::TaskListMarker(done) => {
                if let Some(Kind::Item(checked)) = self
                    .frames
                    .iter_mut()
                    .rev()
                    .map(|f| &mut f.kind)
                    .find(|kind| matches!(kind, Kind::Item(_)))
                {
                    *checked = Some(done);
                }
            }
            Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.inline(InlineKind::Text(text.into_string()), span);
            }
        }
    }

    fn open(&mut self, tag: Tag<'_>, span: Span) {
        let kind = kind(tag);
        let kind = self.limit(kind, span);
        if matches!(kind, Kind::Paragraph)
            && let [
                ..,
                Frame { kind: Kind::List { tight, .. }, .. },
                Frame { kind: Kind::Item(_), .. },
            ] = self.frames.as_mut_slice()
        {
            *tight = false;
        }
        self.frames.push(Frame { kind, span, pieces: Vec::new() });
    }

    /// Beyond the deepest level a container becomes transparent.
    fn limit(&mut self, kind: Kind, span: Span) -> Kind {
        let inside =
            self.frames.last().is_some_and(|frame| matches!(frame.kind, Kind::Transparent));
        let nested = match kind {
            Kind::Quote | Kind::List { .. } | Kind::Definitions(_) => {
                Some((&mut self.depth, MAX_DEPTH))
            }
            Kind::Emphasis | Kind::Strong | Kind::Strike => Some((&mut self.marks, MAX_MARKS)),
            _ => None,
        };
        if let Some((depth, most)) = nested {
            *depth += 1;
            if *depth > most {
                self.too_deep.get_or_insert(span);
                return Kind::Transparent;
            }
        } else if inside && matches!(kind, Kind::Item(_) | Kind::Term | Kind::Meaning) {
            return Kind::Transparent;
        }
        kind
    }

    fn close(&mut self, end: TagEnd) {
        let frame = self.frames.pop().expect("the parser closes only what it opened");
        match end {
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::DefinitionList => self.depth -= 1,
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => self.marks -= 1,
            _ => {}
        }
        let Frame { kind, span, pieces } = frame;
        match kind {
            Kind::Transparent
                if matches!(
                    end,
                    TagEnd::Item | TagEnd::DefinitionListTitle | TagEnd::DefinitionListDefinition
                ) =>
            {
                let blocks = self.blocks(pieces);
                self.splice(
                    blocks.into_iter().map(|block| Piece::Node(Node::Block(block))).collect(),
                );
            }
            Kind::Root | Kind::Html | Kind::Transparent => self.splice(pieces),
            Kind::Paragraph => self.close_paragraph(pieces, span),
            Kind::Heading(level, attributes) => self.close_heading(level, attributes, pieces, span),
            Kind::Quote => self.close_quote(pieces, span),
            Kind::List { start, tight, items } => self.close_list(start, tight, items, span),
            Kind::Item(checked) => self.close_item(checked, pieces, span),
            Kind::Code(info) => self.close_code(&info, pieces, span),
            Kind::Table { columns, rows } => self.close_table(columns, rows, span),
            Kind::Row { cells } => self.close_row(cells, span),
            Kind::Cell => self.close_cell(pieces, span),
            Kind::Definitions(list) => self.block(BlockKind::Definitions(list), span),
            Kind::Term => self.close_term(pieces, span),
            Kind::Meaning => self.close_meaning(pieces),
            Kind::Footnote(label) => {
                let blocks = self.blocks(pieces);
                let taken =
                    |label: &str| self.document.footnotes.iter().any(|note| note.label == label);
                let again = (2..).map(|n| format!("{label} ({n})")).find(|label| !taken(label));
                let label = again.filter(|_| taken(&label)).unwrap_or(label);
                self.document.footnotes.push(Footnote { label, blocks, span });
            }
            Kind::Metadata => front::read(&self.text[span.range()], &mut self.document),
            Kind::Image { url, title } => self.close_image(url, title, pieces, span),
            Kind::Link(url) => self.close_inline(pieces, span, |content| {
                InlineKind::Link(Link { url, content, target: Target::Nowhere })
            }),
            Kind::Emphasis => self.close_inline(pieces, span, InlineKind::Emphasis),
            Kind::Strong => self.close_inline(pieces, span, InlineKind::Strong),
            Kind::Strike => self.close_inline(pieces, span, InlineKind::Strike),
            Kind::Superscript => self.close_inline(pieces, span, InlineKind::Superscript),
            Kind::Subscript => self.close_inline(pieces, span, InlineKind::Subscript),
        }
    }

    fn splice(&mut self, pieces: Vec<Piece>) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pieces.extend(pieces);
        }
    }

    fn piece(&mut self, piece: Piece) {
        self.frames.last_mut().expect("the root frame is open").pieces.push(piece);
    }

    fn inline(&mut self, kind: InlineKind, span: Span) {
        self.piece(Piece::Node(Node::Inline(Inline::new(kind, span))));
    }

    fn block(&mut self, kind: BlockKind, span: Span) {
        self.piece(Piece::Node(Node::Block(Block::new(kind, span))));
    }

    /// Text joins the text before it, so that braces and brackets are seen whole.
    fn text_event(&mut self, text: &str, span: Span) {
        let frame = self.frames.last_mut().expect("the root frame is open");
        if !matches!(frame.kind, Kind::Code(_))
            && let Some(Piece::Node(Node::Inline(Inline {
                kind: InlineKind::Text(last),
                span: place,
            }))) = frame.pieces.last_mut()
        {
            last.push_str(text);
            *place = place.to(span);
            return;
        }
        self.inline(InlineKind::Text(text.to_owned()), span);
    }

    fn nodes(&mut self, pieces: Vec<Piece>) -> Vec<Node> {
        if pieces.iter().any(|piece| matches!(piece, Piece::Html(_))) {
            return html::mix(self.source, self.text, pieces, self.findings);
        }
        pieces
            .into_iter()
            .filter_map(|piece| if let Piece::Node(node) = piece { Some(node) } else { None })
            .collect()
    }

    /// The blocks of a container; attributes that stand alone go to the block below them.
    fn blocks(&mut self, pieces: Vec<Piece>) -> Vec<Block> {
        blocks::settle(self.gather(pieces))
    }

    /// Nodes as blocks: inlines between blocks become paragraphs.
    fn gather(&mut self, pieces: Vec<Piece>) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut loose = Vec::new();
        for node in self.nodes(pieces) {
            match node {
                Node::Inline(inline) => loose.push(inline),
                Node::Block(block) => {
                    self.flush(&mut loose, &mut blocks);
                    blocks.push(block);
                }
            }
        }
        self.flush(&mut loose, &mut blocks);
        blocks
    }

    fn flush(&mut self, loose: &mut Vec<Inline>, blocks: &mut Vec<Block>) {
        let inlines = trim(std::mem::take(loose));
        let (Some(first), Some(last)) = (inlines.first(), inlines.last()) else { return };
        let span = first.span.to(last.span);
        match blocks::pulls(self.text.get(span.range()).unwrap_or_default(), span) {
            Some(pulls) => blocks.extend(pulls),
            None => {
                self.hidden_pulls(span);
                blocks.push(self.paragraph(inlines, span));
            }
        }
    }

    /// Reports lines of a paragraph that would be a pull if they stood alone.
    fn hidden_pulls(&mut self, span: Span) {
        let written = self.text.get(span.range()).unwrap_or_default();
        let mut at = span.range().start;
        let lines = written.split_inclusive('\n').enumerate();
        for (nth, line) in lines {
            let start = at + (line.len() - line.trim_start().len());
            at += line.len();
            if nth > 0 && blocks::is_pull(line) {
                let place = Span::new(span.source, start..start + line.trim().len());
                let message = "a pull stands alone; here it belongs to the text above and is printed as it is";
                let finding = Diagnostic::at(code::MISSING_PULL, place, message);
                self.findings.push(finding.hint("write an empty line above it"));
            }
        }
    }

    /// Nodes as inlines: of blocks among them only the words stay.
    fn inlines(&mut self, pieces: Vec<Piece>) -> Vec<Inline> {
        let mut inlines = Vec::new();
        for node in self.nodes(pieces) {
            match node {
                Node::Inline(inline) => inlines.push(inline),
                Node::Block(block) => blocks::words(block, &mut inlines),
            }
        }
        self.finish_inlines(trim(inlines))
    }

    fn finish_inlines(&mut self, inlines: Vec<Inline>) -> Vec<Inline> {
        emphasis::repair(attributes::resolve(inlines), self.findings)
    }
}

/// Without white space at the ends.
fn trim(mut inlines: Vec<Inline>) -> Vec<Inline> {
    let blank = |inline: &Inline| match &inline.kind {
        InlineKind::Space | InlineKind::Break => true,
        InlineKind::Text(text) => text.trim().is_empty(),
        _ => false,
    };
    while inlines.last().is_some_and(blank) {
        inlines.pop();
    }
    let start = inlines.iter().position(|inline| !blank(inline)).unwrap_or(inlines.len());
    inlines.drain(..start);
    inlines
}

fn kind(tag: Tag<'_>) -> Kind {
    match tag {
        Tag::Paragraph => Kind::Paragraph,
        Tag::Heading { level, id, classes, attrs } => {
            Kind::Heading(depth(level), heading_attributes(id, classes, attrs))
        }
        Tag::BlockQuote(_) => Kind::Quote,
        Tag::CodeBlock(CodeBlockKind::Fenced(info)) => Kind::Code(info.into_string()),
        Tag::CodeBlock(CodeBlockKind::Indented) => Kind::Code(String::new()),
        Tag::HtmlBlock => Kind::Html,
        Tag::List(start) => Kind::List { start, tight: true, items: Vec::new() },
        Tag::Item => Kind::Item(None),
        Tag::FootnoteDefinition(label) => Kind::Footnote(label.into_string()),
        Tag::DefinitionList => Kind::Definitions(Vec::new()),
        Tag::DefinitionListTitle => Kind::Term,
        Tag::DefinitionListDefinition => Kind::Meaning,
        Tag::Table(alignments) => {
            let columns = alignments
                .iter()
                .map(|a| Column { align: align(*a), width: Width::Auto })
                .collect();
            Kind::Table { columns, rows: Vec::new() }
        }
        Tag::TableHead | Tag::TableRow => Kind::Row { cells: Vec::new() },
        Tag::TableCell => Kind::Cell,
        Tag::Emphasis => Kind::Emphasis,
        Tag::Strong => Kind::Strong,
        Tag::Strikethrough => Kind::Strike,
        Tag::Superscript => Kind::Superscript,
        Tag::Subscript => Kind::Subscript,
        Tag::Link { link_type: LinkType::Email, dest_url, .. } => {
            Kind::Link(format!("mailto:{dest_url}"))
        }
        Tag::Link { dest_url, .. } => Kind::Link(dest_url.into_string()),
        Tag::Image { dest_url, title, .. } => {
            Kind::Image { url: dest_url.into_string(), title: title.into_string() }
        }
        Tag::MetadataBlock(_) => Kind::Metadata,
    }
}

fn heading_attributes(
    id: Option<pulldown_cmark::CowStr<'_>>,
    classes: Vec<pulldown_cmark::CowStr<'_>>,
    attrs: Vec<(pulldown_cmark::CowStr<'_>, Option<pulldown_cmark::CowStr<'_>>)>,
) -> Attributes {
    Attributes {
        id: id.map(|id| id.into_string()),
        classes: classes.into_iter().map(|class| class.into_string()).collect(),
        pairs: attrs
            .into_iter()
            .map(|(k, v)| (k.into_string(), v.map(|v| v.into_string()).unwrap_or_default()))
            .collect(),
        value: None,
    }
}

fn depth(level: HeadingLevel) -> u8 {
    level as u8
}

fn align(alignment: Alignment) -> Align {
    match alignment {
        Alignment::None => Align::Auto,
        Alignment::Left => Align::Left,
        Alignment::Center => Align::Center,
        Alignment::Right => Align::Right,
    }
}
