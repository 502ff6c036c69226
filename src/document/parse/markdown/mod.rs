//! Markdown events to the tree: one frame for each open tag; `close` has a small method for each
//! kind of close.

mod close;

use std::ops::Range;

use pulldown_cmark::{
    Alignment, CodeBlockKind, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd,
};

use super::grid::{self, CellDraft, RowDraft};
use super::html::{self, DocumentNode, HtmlPiece};
use super::nesting::{MAX_DEPTH, MAX_MARKS, depth_finding};
use super::{attributes, blocks, emphasis, front, repair};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{
    Attributes, Block, BlockKind, Column, ColumnWidth, Definition, Document, Footnote, Inline,
    InlineKind, Link, LinkTarget, ListItem, TextAlignment,
};
use crate::source::{SourceId, Span};

/// What is open.
enum FrameKind {
    Root,
    Paragraph,
    Heading(u8, Attributes),
    Quote,
    List {
        start: Option<u64>,
        tight: bool,
        items: Vec<ListItem>,
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

struct OpenTag {
    kind: FrameKind,
    span: Span,
    pieces: Vec<HtmlPiece>,
}

struct MarkdownBuilder<'a> {
    source: SourceId,
    text: &'a str,

    frames: Vec<OpenTag>,
    /// Open lists and quotes.
    depth: usize,
    /// Open emphasis.
    marks: usize,
    too_deep: Option<Span>,
    document: Document,
    findings: &'a mut Findings,
}

fn markdown_options() -> Options {
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
pub(super) fn parse_markdown(source: SourceId, text: &str, findings: &mut Findings) -> Document {
    let repaired = repair::repair_text(source, text, findings);
    let base = if repaired.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let root = OpenTag {
        kind: FrameKind::Root,
        span: Span::new(source, 0..text.len()),
        pieces: Vec::new(),
    };
    let mut builder = MarkdownBuilder {
        source,
        text: &repaired,

        frames: vec![root],
        depth: 0,
        marks: 0,
        too_deep: None,
        document: Document::default(),
        findings,
    };
    for (event, range) in Parser::new_ext(&repaired[base..], markdown_options()).into_offset_iter()
    {
        builder.event(event, range.start + base..range.end + base);
    }
    builder.finish()
}

impl MarkdownBuilder<'_> {
    fn finish(mut self) -> Document {
        let root = self.frames.pop().expect("the root frame is closed last");
        self.document.blocks = self.blocks(root.pieces);
        if let Some(span) = self.too_deep {
            self.findings.push(depth_finding(span));
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
            Event::Html(_) | Event::InlineHtml(_) => self.piece(HtmlPiece::Html(span)),
            Event::FootnoteReference(label) => {
                self.inline(InlineKind::FootnoteRef(label.into_string()), span)
            }
            Event::SoftBreak => self.inline(InlineKind::Space, span),
            Event::HardBreak => self.inline(InlineKind::Break, span),
            Event::Rule => self.block(BlockKind::Rule, span),
            Event::TaskListMarker(done) => {
                if let Some(FrameKind::Item(checked)) = self
                    .frames
                    .iter_mut()
                    .rev()
                    .map(|f| &mut f.kind)
                    .find(|kind| matches!(kind, FrameKind::Item(_)))
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
        let kind = frame_kind(tag);
        let kind = self.limit(kind, span);
        if matches!(kind, FrameKind::Paragraph)
            && let [
                ..,
                OpenTag { kind: FrameKind::List { tight, .. }, .. },
                OpenTag { kind: FrameKind::Item(_), .. },
            ] = self.frames.as_mut_slice()
        {
            *tight = false;
        }
        self.frames.push(OpenTag { kind, span, pieces: Vec::new() });
    }

    /// Beyond the deepest level a container becomes transparent.
    fn limit(&mut self, kind: FrameKind, span: Span) -> FrameKind {
        let inside =
            self.frames.last().is_some_and(|frame| matches!(frame.kind, FrameKind::Transparent));
        let nested = match kind {
            FrameKind::Quote | FrameKind::List { .. } | FrameKind::Definitions(_) => {
                Some((&mut self.depth, MAX_DEPTH))
            }
            FrameKind::Emphasis | FrameKind::Strong | FrameKind::Strike => {
                Some((&mut self.marks, MAX_MARKS))
            }
            _ => None,
        };
        if let Some((depth, most)) = nested {
            *depth += 1;
            if *depth > most {
                self.too_deep.get_or_insert(span);
                return FrameKind::Transparent;
            }
        } else if inside
            && matches!(kind, FrameKind::Item(_) | FrameKind::Term | FrameKind::Meaning)
        {
            return FrameKind::Transparent;
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
        let OpenTag { kind, span, pieces } = frame;
        match kind {
            FrameKind::Transparent
                if matches!(
                    end,
                    TagEnd::Item | TagEnd::DefinitionListTitle | TagEnd::DefinitionListDefinition
                ) =>
            {
                let blocks = self.blocks(pieces);
                self.splice(
                    blocks
                        .into_iter()
                        .map(|block| HtmlPiece::Node(DocumentNode::Block(block)))
                        .collect(),
                );
            }
            FrameKind::Root | FrameKind::Html | FrameKind::Transparent => self.splice(pieces),
            FrameKind::Paragraph => self.close_paragraph(pieces, span),
            FrameKind::Heading(level, attributes) => {
                self.close_heading(level, attributes, pieces, span)
            }
            FrameKind::Quote => self.close_quote(pieces, span),
            FrameKind::List { start, tight, items } => self.close_list(start, tight, items, span),
            FrameKind::Item(checked) => self.close_item(checked, pieces, span),
            FrameKind::Code(info) => self.close_code(&info, pieces, span),
            FrameKind::Table { columns, rows } => self.close_table(columns, rows, span),
            FrameKind::Row { cells } => self.close_row(cells, span),
            FrameKind::Cell => self.close_cell(pieces, span),
            FrameKind::Definitions(list) => self.block(BlockKind::Definitions(list), span),
            FrameKind::Term => self.close_term(pieces, span),
            FrameKind::Meaning => self.close_meaning(pieces),
            FrameKind::Footnote(label) => {
                let blocks = self.blocks(pieces);
                let taken =
                    |label: &str| self.document.footnotes.iter().any(|note| note.label == label);
                let again = (2..).map(|n| format!("{label} ({n})")).find(|label| !taken(label));
                let label = again.filter(|_| taken(&label)).unwrap_or(label);
                self.document.footnotes.push(Footnote { label, blocks, span });
            }
            FrameKind::Metadata => {
                front::read_front_matter(&self.text[span.range()], &mut self.document)
            }
            FrameKind::Image { url, title } => self.close_image(url, title, pieces, span),
            FrameKind::Link(url) => self.close_inline(pieces, span, |content| {
                InlineKind::Link(Link { url, content, target: LinkTarget::Nowhere })
            }),
            FrameKind::Emphasis => self.close_inline(pieces, span, InlineKind::Emphasis),
            FrameKind::Strong => self.close_inline(pieces, span, InlineKind::Strong),
            FrameKind::Strike => self.close_inline(pieces, span, InlineKind::Strike),
            FrameKind::Superscript => self.close_inline(pieces, span, InlineKind::Superscript),
            FrameKind::Subscript => self.close_inline(pieces, span, InlineKind::Subscript),
        }
    }

    fn splice(&mut self, pieces: Vec<HtmlPiece>) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pieces.extend(pieces);
        }
    }

    fn piece(&mut self, piece: HtmlPiece) {
        self.frames.last_mut().expect("the root frame is open").pieces.push(piece);
    }

    fn inline(&mut self, kind: InlineKind, span: Span) {
        self.piece(HtmlPiece::Node(DocumentNode::Inline(Inline::new(kind, span))));
    }

    fn block(&mut self, kind: BlockKind, span: Span) {
        self.piece(HtmlPiece::Node(DocumentNode::Block(Block::new(kind, span))));
    }

    /// Text joins the text before it, so that braces and brackets are seen whole.
    fn text_event(&mut self, text: &str, span: Span) {
        let frame = self.frames.last_mut().expect("the root frame is open");
        if !matches!(frame.kind, FrameKind::Code(_))
            && let Some(HtmlPiece::Node(DocumentNode::Inline(Inline {
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

    fn nodes(&mut self, pieces: Vec<HtmlPiece>) -> Vec<DocumentNode> {
        if pieces.iter().any(|piece| matches!(piece, HtmlPiece::Html(_))) {
            return html::mix_html(self.source, self.text, pieces, self.findings);
        }
        pieces
            .into_iter()
            .filter_map(|piece| if let HtmlPiece::Node(node) = piece { Some(node) } else { None })
            .collect()
    }

    /// The blocks of a container; attributes that stand alone go to the block below them.
    fn blocks(&mut self, pieces: Vec<HtmlPiece>) -> Vec<Block> {
        blocks::hand_on_attributes(self.gather(pieces))
    }

    /// Nodes as blocks: inlines between blocks become paragraphs.
    fn gather(&mut self, pieces: Vec<HtmlPiece>) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut loose = Vec::new();
        for node in self.nodes(pieces) {
            match node {
                DocumentNode::Inline(inline) => loose.push(inline),
                DocumentNode::Block(block) => {
                    self.flush(&mut loose, &mut blocks);
                    blocks.push(block);
                }
            }
        }
        self.flush(&mut loose, &mut blocks);
        blocks
    }

    fn flush(&mut self, loose: &mut Vec<Inline>, blocks: &mut Vec<Block>) {
        let inlines = trim_blank(std::mem::take(loose));
        let (Some(first), Some(last)) = (inlines.first(), inlines.last()) else { return };
        let span = first.span.to(last.span);
        match blocks::pull_lines(self.text.get(span.range()).unwrap_or_default(), span) {
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
    fn inlines(&mut self, pieces: Vec<HtmlPiece>) -> Vec<Inline> {
        let mut inlines = Vec::new();
        for node in self.nodes(pieces) {
            match node {
                DocumentNode::Inline(inline) => inlines.push(inline),
                DocumentNode::Block(block) => blocks::block_words(block, &mut inlines),
            }
        }
        self.finish_inlines(trim_blank(inlines))
    }

    fn finish_inlines(&mut self, inlines: Vec<Inline>) -> Vec<Inline> {
        emphasis::close_emphasis(attributes::resolve_spans(inlines), self.findings)
    }
}

/// Without white space at the ends.
fn trim_blank(mut inlines: Vec<Inline>) -> Vec<Inline> {
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

fn frame_kind(tag: Tag<'_>) -> FrameKind {
    match tag {
        Tag::Paragraph => FrameKind::Paragraph,
        Tag::Heading { level, id, classes, attrs } => {
            FrameKind::Heading(heading_level(level), heading_attributes(id, classes, attrs))
        }
        Tag::BlockQuote(_) => FrameKind::Quote,
        Tag::CodeBlock(CodeBlockKind::Fenced(info)) => FrameKind::Code(info.into_string()),
        Tag::CodeBlock(CodeBlockKind::Indented) => FrameKind::Code(String::new()),
        Tag::HtmlBlock => FrameKind::Html,
        Tag::List(start) => FrameKind::List { start, tight: true, items: Vec::new() },
        Tag::Item => FrameKind::Item(None),
        Tag::FootnoteDefinition(label) => FrameKind::Footnote(label.into_string()),
        Tag::DefinitionList => FrameKind::Definitions(Vec::new()),
        Tag::DefinitionListTitle => FrameKind::Term,
        Tag::DefinitionListDefinition => FrameKind::Meaning,
        Tag::Table(alignments) => {
            let columns = alignments
                .iter()
                .map(|a| Column { align: column_alignment(*a), width: ColumnWidth::Auto })
                .collect();
            FrameKind::Table { columns, rows: Vec::new() }
        }
        Tag::TableHead | Tag::TableRow => FrameKind::Row { cells: Vec::new() },
        Tag::TableCell => FrameKind::Cell,
        Tag::Emphasis => FrameKind::Emphasis,
        Tag::Strong => FrameKind::Strong,
        Tag::Strikethrough => FrameKind::Strike,
        Tag::Superscript => FrameKind::Superscript,
        Tag::Subscript => FrameKind::Subscript,
        Tag::Link { link_type: LinkType::Email, dest_url, .. } => {
            FrameKind::Link(format!("mailto:{dest_url}"))
        }
        Tag::Link { dest_url, .. } => FrameKind::Link(dest_url.into_string()),
        Tag::Image { dest_url, title, .. } => {
            FrameKind::Image { url: dest_url.into_string(), title: title.into_string() }
        }
        Tag::MetadataBlock(_) => FrameKind::Metadata,
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

fn heading_level(level: HeadingLevel) -> u8 {
    level as u8
}

fn column_alignment(alignment: Alignment) -> TextAlignment {
    match alignment {
        Alignment::None => TextAlignment::Auto,
        Alignment::Left => TextAlignment::Left,
        Alignment::Center => TextAlignment::Center,
        Alignment::Right => TextAlignment::Right,
    }
}
