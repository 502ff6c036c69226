//! Turns a closed frame into blocks or inlines: one small method for each kind.

use pulldown_cmark::TagEnd;

use super::MarkdownBuilder;
use super::frame::{FrameKind, OpenTag};
use crate::parse::grid::{self, CellDraft, RowDraft};
use crate::parse::html::{DocumentNode, HtmlPiece};
use crate::parse::{blocks, repair};
use crate::{
    Attributes, Block, BlockKind, CodeBlock, Column, Definition, Footnote, Heading, Image, Inline,
    InlineKind, Link, LinkTarget, ListItem, plain_text,
};
use base::source::Span;

impl MarkdownBuilder<'_> {
    pub fn close_frame(&mut self, frame: OpenTag, end: TagEnd) {
        let OpenTag { kind, span, pieces } = frame;
        match kind {
            FrameKind::Transparent => self.close_transparent(end, pieces),
            FrameKind::Root | FrameKind::Html => self.splice(pieces),
            FrameKind::Paragraph => self.close_paragraph(pieces, span),
            FrameKind::Heading(level, attributes) => {
                self.close_heading(level, attributes, pieces, span);
            }
            FrameKind::Quote => {
                let blocks = self.blocks(pieces);
                let kind = blocks::quote_kind(blocks, self.findings);
                self.piece(Block::new(kind, span));
            }
            FrameKind::List { start, tight, items } => {
                self.piece(Block::new(blocks::list_kind(start, tight, items), span));
            }
            FrameKind::Item(checked) => self.close_item(checked, pieces, span),
            FrameKind::Code(info) => self.close_code(&info, pieces, span),
            FrameKind::Table { columns, rows } => self.close_table(columns, rows, span),
            FrameKind::Row { cells } => self.close_row(cells, span),
            FrameKind::Cell => self.close_cell(pieces, span),
            FrameKind::Definitions(list) => {
                self.piece(Block::new(BlockKind::Definitions(list), span));
            }
            FrameKind::Term => self.close_term(pieces, span),
            FrameKind::Meaning => self.close_meaning(pieces),
            FrameKind::Footnote(label) => self.close_footnote(label, pieces, span),
            FrameKind::Image { url, title } => {
                let alt = plain_text(&self.inlines(pieces));
                self.inline(InlineKind::Image(Image { url, alt, title, ..Image::default() }), span);
            }
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

    /// Closes a transparent frame: an item that is nested too deeply still consists of blocks.
    fn close_transparent(&mut self, end: TagEnd, pieces: Vec<HtmlPiece>) {
        match end {
            TagEnd::Item | TagEnd::DefinitionListTitle | TagEnd::DefinitionListDefinition => {
                let blocks = self.blocks(pieces);
                self.splice_blocks(blocks);
            }
            _ => self.splice(pieces),
        }
    }

    fn splice_blocks(&mut self, blocks: Vec<Block>) {
        self.splice(blocks.into_iter().map(HtmlPiece::from).collect());
    }

    fn close_inline(
        &mut self,
        pieces: Vec<HtmlPiece>,
        span: Span,
        kind: impl FnOnce(Vec<Inline>) -> InlineKind,
    ) {
        let content = self.inlines(pieces);
        self.inline(kind(content), span);
    }

    /// Closes a paragraph; in a run of HTML its pieces stay separate until the run is joined.
    fn close_paragraph(&mut self, pieces: Vec<HtmlPiece>, span: Span) {
        for mut block in self.gather(pieces) {
            if let BlockKind::Paragraph(_) = block.kind {
                block.span = span;
            }
            self.piece(block);
        }
    }

    fn close_heading(
        &mut self,
        level: u8,
        mut attributes: Attributes,
        mut pieces: Vec<HtmlPiece>,
        span: Span,
    ) {
        if let Some(words) = self.braced_words(&attributes, span) {
            pieces.push(words);
            attributes = Attributes::default();
        }
        let content = self.inlines(pieces);
        let kind = if self.is_in_container() {
            attributes.classes.push("title".into());
            BlockKind::Paragraph(vec![Inline::new(InlineKind::Strong(content), span)])
        } else {
            BlockKind::Heading(Heading::new(level, content))
        };
        self.piece(Block { kind, span, attributes });
    }

    /// Returns the braces at the end of a heading as text if they hold words and no attribute.
    fn braced_words(&self, attributes: &Attributes, span: Span) -> Option<HtmlPiece> {
        let Attributes { id, classes, pairs, .. } = attributes;
        let has_words = pairs.iter().any(|(_, value)| value.is_empty());
        let has_attributes =
            id.is_some() || !classes.is_empty() || pairs.iter().any(|(_, value)| !value.is_empty());
        if has_attributes || !has_words {
            return None;
        }
        let source = &self.text[span.range()];
        let (open, close) = (source.rfind('{')?, source.rfind('}')?);
        let text = format!(" {}", source.get(open..=close)?);
        let place = span.part(source, open..close + 1);
        Some(Inline::new(InlineKind::Text(text), place).into())
    }

    /// Reports whether a heading is within a container, where it is no section.
    fn is_in_container(&self) -> bool {
        self.frames.iter().any(|frame| {
            matches!(frame.kind, FrameKind::Item(_) | FrameKind::Quote | FrameKind::Meaning)
        })
    }

    fn close_item(&mut self, checked: Option<bool>, pieces: Vec<HtmlPiece>, span: Span) {
        let mut blocks = self.blocks(pieces);
        let attributes = match blocks.first_mut() {
            Some(Block { kind: BlockKind::Paragraph(_), attributes, .. }) => {
                std::mem::take(attributes)
            }
            _ => Attributes::default(),
        };
        match self.frames.last_mut().map(|frame| &mut frame.kind) {
            Some(FrameKind::List { items, .. }) => items.push(ListItem {
                blocks,
                checked,
                attributes,
                span: Some(span),
                ..ListItem::default()
            }),
            _ => self.splice_blocks(blocks),
        }
    }

    fn close_code(&mut self, info: &str, pieces: Vec<HtmlPiece>, span: Span) {
        let (language, attributes) = repair::read_info_string(info);
        let mut code = CodeBlock { language, text: String::new(), lines: Vec::new() };
        for piece in pieces {
            if let HtmlPiece::Node(DocumentNode::Inline(inline)) = piece
                && let InlineKind::Text(part) = inline.kind
            {
                add_code(&mut code, &part, inline.span.start);
            }
        }
        if code.text.trim().is_empty() && !code.is_chart() {
            code = code_of_info(info);
        }
        self.piece(Block { kind: BlockKind::Code(code), span, attributes });
    }

    fn close_cell(&mut self, pieces: Vec<HtmlPiece>, span: Span) {
        let content = self.inlines(pieces);
        if let Some(OpenTag { kind: FrameKind::Row { cells }, .. }) = self.frames.last_mut() {
            cells.push(CellDraft::text(content, span));
        }
    }

    /// Closes a row and keeps the cells beyond the header's count, which the parser leaves out.
    fn close_row(&mut self, mut cells: Vec<CellDraft>, span: Span) {
        let seen = cells.iter().map(|cell| cell.span.end).max().unwrap_or(span.start);
        cells.extend(self.cells_left_out(Span { start: seen, ..span }));
        if let Some(OpenTag { kind: FrameKind::Table { rows, .. }, .. }) = self.frames.last_mut() {
            let head = rows.is_empty();
            rows.push(RowDraft { cells, head, group: usize::from(!head), span });
        }
    }

    /// Returns the cells in the rest of a row.
    fn cells_left_out(&self, rest: Span) -> Vec<CellDraft> {
        let mut at = rest.start as usize;
        let mut cells = Vec::new();
        for (nth, part) in self.written(rest).split('|').enumerate() {
            if nth > 0 && !part.trim().is_empty() {
                let span = Span::new(self.source, at..at + part.len());
                cells.push(CellDraft::text(vec![Inline::text(part.trim(), span)], span));
            }
            at += part.len() + 1;
        }
        cells
    }

    fn close_table(&mut self, columns: Vec<Column>, rows: Vec<RowDraft>, span: Span) {
        let table = grid::make_grid(rows, columns, Vec::new(), self.findings);
        self.piece(Block::new(BlockKind::Table(table), span));
    }

    fn open_definitions(&mut self) -> Option<&mut Vec<Definition>> {
        match &mut self.frames.last_mut()?.kind {
            FrameKind::Definitions(list) => Some(list),
            _ => None,
        }
    }

    fn close_term(&mut self, pieces: Vec<HtmlPiece>, span: Span) {
        let term = self.inlines(pieces);
        if let Some(list) = self.open_definitions() {
            list.push(Definition { term, bodies: Vec::new(), span });
        }
    }

    fn close_meaning(&mut self, pieces: Vec<HtmlPiece>) {
        let blocks = self.blocks(pieces);
        if let Some(last) = self.open_definitions().and_then(|list| list.last_mut()) {
            last.bodies.push(blocks);
        }
    }

    fn close_footnote(&mut self, label: String, pieces: Vec<HtmlPiece>, span: Span) {
        let blocks = self.blocks(pieces);
        let (written, label) = (label.clone(), self.free_label(label));
        self.document.footnotes.push(Footnote { label, written, blocks, span });
    }

    /// Returns the label of a note, with a number appended if another note has the same.
    fn free_label(&self, label: String) -> String {
        let taken = |label: &str| self.document.footnotes.iter().any(|note| note.label == label);
        if !taken(&label) {
            return label;
        }
        let mut numbered = (2..).map(|n| format!("{label} ({n})"));
        numbered.find(|label| !taken(label)).expect("there are more numbers than notes")
    }
}

/// Returns the code of a fence that the next fence closes: only the words behind the fence.
fn code_of_info(info: &str) -> CodeBlock {
    let text = if info.is_empty() { String::new() } else { format!("{info}\n") };
    CodeBlock { language: String::new(), text, lines: Vec::new() }
}

/// Adds `part`, from the byte `start` of the source on, to a block of code.
fn add_code(code: &mut CodeBlock, part: &str, start: u32) {
    let mut at = start;
    for line in part.split_inclusive('\n') {
        if code.text.is_empty() || code.text.ends_with('\n') {
            code.lines.push(at);
        }
        code.text.push_str(&line.replace('\r', ""));
        at += line.len() as u32;
    }
}
