//! Markdown as a tree. In: a Markdown text. Out: its document. Events of the parser open and close frames; a
//! closed frame becomes a block or an inline of the frame around it.

mod close;
mod content;
mod frame;
mod slips;

use std::cell::RefCell;
use std::ops::Range;

use pulldown_cmark::{BrokenLink, Event, Options, Parser, Tag, TagEnd};

use self::frame::{FrameKind, OpenTag};
use super::colons::{self, HiddenColons};
use super::html::HtmlPiece;
use super::nesting::{MAX_DEPTH, MAX_MARKS, depth_finding};
use super::{front, repair};
use crate::{Block, BlockKind, Document, Inline, InlineKind};
use base::diagnostic::Findings;
use base::source::{SourceId, Span};

/// Parses a Markdown text.
pub fn parse_markdown(source: SourceId, text: &str, findings: &mut Findings) -> Document {
    let mut document = Document::default();
    let top = repair::text_start(text);
    let start = front::read_front_matter(source, text, top, &mut document, findings);
    let base = start.at;
    let repaired = repair::repair_text(source, text, start, findings);
    let hidden = HiddenColons::of(&repaired, base);
    let lost = RefCell::new(Findings::default());
    let mut builder = MarkdownBuilder::new(source, &repaired, document, findings);
    builder.colon = hidden.mark();
    let note_lost = |link: BrokenLink<'_>| {
        let span = Span::new(source, link.span.start + base..link.span.end + base);
        lost.borrow_mut().0.extend(slips::lost_reference(&link, &repaired, span));
        None
    };
    let body = &hidden.text[base..];
    let parser = Parser::new_with_broken_link_callback(body, markdown_options(), Some(note_lost));
    for (event, range) in parser.into_offset_iter() {
        builder.event(event, range.start + base..range.end + base);
    }
    let document = builder.finish();
    findings.append(lost.into_inner());
    document
}

fn markdown_options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_SMART_PUNCTUATION
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_DEFINITION_LIST
}

struct MarkdownBuilder<'a> {
    source: SourceId,
    text: &'a str,
    /// Replacement of hidden colons in the texts of the parser.
    colon: Option<char>,
    frames: Vec<OpenTag>,
    /// Number of open lists and quotes.
    depth: usize,
    /// Number of open emphasis.
    marks: usize,
    /// First place that is nested too deeply.
    too_deep: Option<Span>,
    document: Document,
    findings: &'a mut Findings,
}

impl<'a> MarkdownBuilder<'a> {
    fn new(
        source: SourceId,
        text: &'a str,
        document: Document,
        findings: &'a mut Findings,
    ) -> Self {
        let root = OpenTag::new(FrameKind::Root, Span::new(source, 0..text.len()));
        Self {
            source,
            text,
            colon: None,
            frames: vec![root],
            depth: 0,
            marks: 0,
            too_deep: None,
            document,
            findings,
        }
    }
}

/// Restores inline code that continues over line ends of Windows. The parser gives two blanks for each of
/// them, and one for others; `source` is the code as written.
fn with_single_breaks(code: &str, source: &str) -> String {
    let (mut kept, mut rest) = (String::new(), code);
    for (end, _) in source.match_indices("\r\n") {
        let line = source[..end].rsplit('\n').next().unwrap_or_default();
        let line = line.trim_start_matches([' ', '\t', '>', '`']);
        let Some(at) = rest.find(&format!("{line}  ")) else { continue };
        let (before, behind) = rest.split_at(at + line.len() + 1);
        kept.push_str(before);
        rest = &behind[1..];
    }
    kept + rest
}

impl MarkdownBuilder<'_> {
    fn finish(mut self) -> Document {
        let root = self.frames.pop().expect("the root frame closes last");
        self.document.blocks = self.blocks(root.pieces);
        self.findings.0.extend(self.too_deep.map(depth_finding));
        self.document
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        let span = Span::new(self.source, range);
        match event {
            Event::Start(tag) => self.open(tag, span),
            Event::End(end) => self.close(end),
            Event::Text(text) => self.text_event(&text, span),
            Event::Code(text) => {
                let text = HiddenColons::shown(self.colon, &text);
                let text = with_single_breaks(&text, &self.text[span.range()]);
                self.inline(InlineKind::Code(text), span);
            }
            Event::Html(_) | Event::InlineHtml(_) => self.piece(HtmlPiece::Html(span)),
            Event::FootnoteReference(label) => {
                self.inline(InlineKind::FootnoteRef(label.into_string()), span);
            }
            Event::SoftBreak if colons::is_beside_fence(self.text, span.range().start) => {
                self.inline(InlineKind::Break, span);
            }
            Event::SoftBreak => self.inline(InlineKind::Space, span),
            Event::HardBreak => self.inline(InlineKind::Break, span),
            Event::Rule => self.piece(Block::new(BlockKind::Rule, span)),
            Event::TaskListMarker(done) => self.check_item(done),
            Event::InlineMath(text) | Event::DisplayMath(text) => {
                self.inline(InlineKind::Text(text.into_string()), span);
            }
        }
    }

    fn check_item(&mut self, done: bool) {
        for frame in self.frames.iter_mut().rev() {
            if let FrameKind::Item(checked) = &mut frame.kind {
                *checked = Some(done);
                return;
            }
        }
    }

    fn open(&mut self, tag: Tag<'_>, span: Span) {
        let kind = self.limit(FrameKind::of(tag), span);
        if matches!(kind, FrameKind::Paragraph) {
            self.loosen_list();
        }
        self.frames.push(OpenTag::new(kind, span));
    }

    /// Makes a list loose if an item directly holds a paragraph.
    fn loosen_list(&mut self) {
        if let [.., list, OpenTag { kind: FrameKind::Item(_), .. }] = self.frames.as_mut_slice()
            && let FrameKind::List { tight, .. } = &mut list.kind
        {
            *tight = false;
        }
    }

    /// Makes a container transparent beyond the deepest level.
    fn limit(&mut self, kind: FrameKind, span: Span) -> FrameKind {
        let (depth, most) = if kind.is_container() {
            (&mut self.depth, MAX_DEPTH)
        } else if kind.is_mark() {
            (&mut self.marks, MAX_MARKS)
        } else {
            let last = self.frames.last().map(|frame| &frame.kind);
            let transparent = matches!(last, Some(FrameKind::Transparent));
            return if transparent && kind.is_part_of_container() {
                FrameKind::Transparent
            } else {
                kind
            };
        };
        *depth += 1;
        if *depth <= most {
            return kind;
        }
        self.too_deep.get_or_insert(span);
        FrameKind::Transparent
    }

    fn close(&mut self, end: TagEnd) {
        let frame = self.frames.pop().expect("the parser closes only what it opened");
        match end {
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::DefinitionList => self.depth -= 1,
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => self.marks -= 1,
            _ => {}
        }
        self.close_frame(frame, end);
    }

    /// Adds pieces to the current frame.
    fn splice(&mut self, pieces: Vec<HtmlPiece>) {
        if let Some(frame) = self.frames.last_mut() {
            frame.pieces.extend(pieces);
        }
    }

    fn piece(&mut self, piece: impl Into<HtmlPiece>) {
        self.frames.last_mut().expect("the root frame is open").pieces.push(piece.into());
    }

    fn inline(&mut self, kind: InlineKind, span: Span) {
        self.piece(Inline::new(kind, span));
    }

    /// Appends text to the text before it, so that braces and brackets are seen whole.
    fn text_event(&mut self, text: &str, span: Span) {
        let text = HiddenColons::shown(self.colon, text);
        let frame = self.frames.last_mut().expect("the root frame is open");
        match frame.last_text() {
            Some((last, place)) => {
                last.push_str(&text);
                *place = place.to(span);
            }
            None => {
                if !frame.is_code() {
                    self.findings.0.extend(colons::foreign_block(&text, span));
                }
                self.inline(InlineKind::Text(text.into_owned()), span);
            }
        }
    }
}
