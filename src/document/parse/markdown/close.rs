//! What becomes of the pieces in a frame that is closed.

use super::{FrameKind, MarkdownBuilder, OpenTag, attributes, blocks, grid, repair};
use crate::document::parse::grid::{CellDraft, RowDraft};
use crate::document::parse::html::{DocumentNode, HtmlPiece};
use crate::document::{
    Address, Anchor, Attributes, Block, BlockKind, CodeBlock, Column, Definition, Heading, Image,
    Inline, InlineKind, List, ListItem, ListStyle, plain_text,
};
use crate::source::Span;

impl MarkdownBuilder<'_> {
    pub(super) fn close_inline(
        &mut self,
        pieces: Vec<HtmlPiece>,
        span: Span,
        kind: impl FnOnce(Vec<Inline>) -> InlineKind,
    ) {
        let content = self.inlines(pieces);
        self.inline(kind(content), span);
    }

    /// A paragraph in a run of HTML keeps its pieces apart until the run is joined.
    pub(super) fn close_paragraph(&mut self, pieces: Vec<HtmlPiece>, span: Span) {
        for mut block in self.gather(pieces) {
            if let BlockKind::Paragraph(_) = block.kind {
                block.span = span;
            }
            self.piece(HtmlPiece::Node(DocumentNode::Block(block)));
        }
    }

    pub(super) fn paragraph(&mut self, mut inlines: Vec<Inline>, span: Span) -> Block {
        let attributes = attributes::take_block_attributes(&mut inlines).unwrap_or_default();
        let inlines = self.finish_inlines(inlines);
        let written = self.text.get(span.range()).unwrap_or_default();
        let kind = blocks::paragraph_kind(inlines, written);
        let attributes = blocks::pull_attributes(&kind, written).unwrap_or(attributes);
        Block { kind, span, attributes }
    }

    pub(super) fn close_heading(
        &mut self,
        level: u8,
        attributes: Attributes,
        pieces: Vec<HtmlPiece>,
        span: Span,
    ) {
        let content = self.inlines(pieces);
        let inside = self
            .frames
            .iter()
            .any(|f| matches!(f.kind, FrameKind::Item(_) | FrameKind::Quote | FrameKind::Meaning));
        let kind = if inside {
            BlockKind::Paragraph(vec![Inline::new(InlineKind::Strong(content), span)])
        } else {
            BlockKind::Heading(Heading {
                level,
                content,
                anchor: Anchor(String::new()),
                address: Address::default(),
            })
        };
        let mut block = Block { kind, span, attributes };
        if inside {
            block.attributes.classes.push("title".into());
        }
        self.piece(HtmlPiece::Node(DocumentNode::Block(block)));
    }

    pub(super) fn close_quote(&mut self, pieces: Vec<HtmlPiece>, span: Span) {
        let blocks = self.blocks(pieces);
        let kind = blocks::quote_kind(blocks, self.findings);
        self.block(kind, span);
    }

    pub(super) fn close_list(
        &mut self,
        start: Option<u64>,
        tight: bool,
        items: Vec<ListItem>,
        span: Span,
    ) {
        let style = if start.is_some() { ListStyle::Ordered } else { ListStyle::Bullet };
        self.block(BlockKind::List(List { style, start: start.unwrap_or(1), tight, items }), span);
    }

    pub(super) fn close_item(&mut self, checked: Option<bool>, pieces: Vec<HtmlPiece>, span: Span) {
        let mut blocks = self.blocks(pieces);
        let attributes = match blocks.first_mut() {
            Some(first) if matches!(first.kind, BlockKind::Paragraph(_)) => {
                std::mem::take(&mut first.attributes)
            }
            _ => Attributes::default(),
        };
        let item =
            ListItem { blocks, checked, attributes, span: Some(span), ..ListItem::default() };
        match self.frames.last_mut().map(|frame| &mut frame.kind) {
            Some(FrameKind::List { items, .. }) => items.push(item),
            _ => self.splice(
                item.blocks
                    .into_iter()
                    .map(|block| HtmlPiece::Node(DocumentNode::Block(block)))
                    .collect(),
            ),
        }
    }

    pub(super) fn close_code(&mut self, info: &str, pieces: Vec<HtmlPiece>, span: Span) {
        let (mut text, mut lines) = (String::new(), Vec::new());
        for piece in pieces {
            let HtmlPiece::Node(DocumentNode::Inline(Inline {
                kind: InlineKind::Text(part),
                span,
            })) = piece
            else {
                continue;
            };
            let mut at = span.start;
            for line in part.split_inclusive('\n') {
                if text.is_empty() || text.ends_with('\n') {
                    lines.push(at);
                }
                text.push_str(&line.replace('\r', ""));
                at += line.len() as u32;
            }
        }
        let (language, attributes) = repair::read_info_string(info);
        let kind = BlockKind::Code(CodeBlock { language, text, lines });
        self.piece(HtmlPiece::Node(DocumentNode::Block(Block { kind, span, attributes })));
    }

    pub(super) fn close_cell(&mut self, pieces: Vec<HtmlPiece>, span: Span) {
        let content = self.inlines(pieces);
        if let Some(OpenTag { kind: FrameKind::Row { cells }, .. }) = self.frames.last_mut() {
            cells.push(CellDraft::text(content, span));
        }
    }

    /// Cells beyond the header's count, which the parser leaves out, are kept.
    pub(super) fn close_row(&mut self, mut cells: Vec<CellDraft>, span: Span) {
        let seen =
            cells.iter().map(|cell| cell.span.end as usize).max().unwrap_or(span.start as usize);
        let rest = self.text.get(seen..span.end as usize).unwrap_or_default();
        let mut at = seen;
        for (nth, part) in rest.split('|').enumerate() {
            if nth > 0 && !part.trim().is_empty() {
                let place = Span::new(self.source, at..at + part.len());
                let text = Inline::new(InlineKind::Text(part.trim().to_owned()), place);
                cells.push(CellDraft::text(vec![text], place));
            }
            at += part.len() + 1;
        }
        if let Some(OpenTag { kind: FrameKind::Table { rows, .. }, .. }) = self.frames.last_mut() {
            rows.push(RowDraft {
                cells,
                head: rows.is_empty(),
                group: usize::from(!rows.is_empty()),
                span,
            });
        }
    }

    pub(super) fn close_table(&mut self, columns: Vec<Column>, rows: Vec<RowDraft>, span: Span) {
        let table = grid::make_grid(rows, columns, Vec::new(), self.findings);
        self.block(BlockKind::Table(table), span);
    }

    pub(super) fn close_term(&mut self, pieces: Vec<HtmlPiece>, span: Span) {
        let term = self.inlines(pieces);
        if let Some(OpenTag { kind: FrameKind::Definitions(list), .. }) = self.frames.last_mut() {
            list.push(Definition { term, bodies: Vec::new(), span });
        }
    }

    pub(super) fn close_meaning(&mut self, pieces: Vec<HtmlPiece>) {
        let blocks = self.blocks(pieces);
        if let Some(OpenTag { kind: FrameKind::Definitions(list), .. }) = self.frames.last_mut()
            && let Some(last) = list.last_mut()
        {
            last.bodies.push(blocks);
        }
    }

    pub(super) fn close_image(
        &mut self,
        url: String,
        title: String,
        pieces: Vec<HtmlPiece>,
        span: Span,
    ) {
        let alt = plain_text(&self.inlines(pieces));
        self.inline(InlineKind::Image(Image { url, alt, title, file: None, ratio: 1.0 }), span);
    }
}
