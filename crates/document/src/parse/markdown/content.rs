//! Turns the pieces of a frame into blocks or inlines.

use super::{MarkdownBuilder, slips};
use crate::parse::html::{self, DocumentNode, HtmlPiece};
use crate::parse::{attributes, blocks, emphasis, picture_size};
use crate::{Block, Inline, InlineKind};
use base::source::Span;

impl MarkdownBuilder<'_> {
    /// Turns pieces into nodes: raw HTML is joined with the Markdown around it.
    fn nodes(&mut self, pieces: Vec<HtmlPiece>) -> Vec<DocumentNode> {
        if pieces.iter().any(|piece| matches!(piece, HtmlPiece::Html(_))) {
            return html::mix_html(self.source, self.text, pieces, self.findings);
        }
        pieces.into_iter().filter_map(HtmlPiece::into_node).collect()
    }

    /// Returns the blocks of a container; attributes alone in a paragraph belong to the block below.
    pub fn blocks(&mut self, pieces: Vec<HtmlPiece>) -> Vec<Block> {
        blocks::hand_on_attributes(self.gather(pieces))
    }

    /// Turns pieces into blocks: inlines between blocks become paragraphs.
    pub fn gather(&mut self, pieces: Vec<HtmlPiece>) -> Vec<Block> {
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

    /// Makes a paragraph, or pulls, of loose inlines.
    fn flush(&mut self, loose: &mut Vec<Inline>, blocks: &mut Vec<Block>) {
        let inlines = trim_blank(std::mem::take(loose));
        let (Some(first), Some(last)) = (inlines.first(), inlines.last()) else { return };
        let span = first.span.to(last.span);
        match blocks::pull_lines(self.written(span), span) {
            Some(pulls) => blocks.extend(pulls),
            None => {
                slips::report_slips(self.text, span, self.findings);
                blocks.push(self.paragraph(inlines, span));
            }
        }
    }

    /// Returns the source text of a span.
    pub fn written(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    pub fn paragraph(&mut self, mut inlines: Vec<Inline>, span: Span) -> Block {
        picture_size::size_pictures(&mut inlines, self.findings);
        let attributes = attributes::take_block_attributes(&mut inlines).unwrap_or_default();
        let inlines = self.finish_inlines(inlines);
        let kind = blocks::paragraph_kind(inlines, self.written(span));
        let attributes = blocks::pull_attributes(&kind, self.written(span)).unwrap_or(attributes);
        Block { kind, span, attributes }
    }

    /// Turns pieces into inlines: of blocks among them only the words stay.
    pub fn inlines(&mut self, pieces: Vec<HtmlPiece>) -> Vec<Inline> {
        let mut inlines = Vec::new();
        for node in self.nodes(pieces) {
            match node {
                DocumentNode::Inline(inline) => inlines.push(inline),
                DocumentNode::Block(block) => blocks::block_words(block, &mut inlines),
            }
        }
        picture_size::size_pictures(&mut inlines, self.findings);
        self.finish_inlines(trim_blank(inlines))
    }

    fn finish_inlines(&mut self, inlines: Vec<Inline>) -> Vec<Inline> {
        emphasis::close_emphasis(attributes::resolve_spans(inlines), self.findings)
    }
}

/// Removes white space from the ends of inlines.
fn trim_blank(mut inlines: Vec<Inline>) -> Vec<Inline> {
    while inlines.last().is_some_and(is_blank) {
        inlines.pop();
    }
    let start = inlines.iter().position(|inline| !is_blank(inline)).unwrap_or(inlines.len());
    inlines.drain(..start);
    inlines
}

fn is_blank(inline: &Inline) -> bool {
    inline.is_space() || matches!(&inline.kind, InlineKind::Text(text) if text.trim().is_empty())
}
