//! Converts block elements.

use super::DocumentNode;
use super::convert::{HtmlConverter, NodeContext};
use super::dom::{DomContent, DomId};
use super::feed::NODE;
use super::inline;
use crate::parse::emphasis::strong_inline;
use crate::{Attributes, Block, BlockKind, CodeBlock, Heading, Inline, InlineKind, plain_text};
use base::source::Span;

impl HtmlConverter<'_> {
    /// Converts an element if it is a block. Returns whether it is one.
    pub fn block(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) -> bool {
        let from = out.len();
        match self.dom.name(id) {
            "p" | "dt" | "dd" | "figcaption" | "details" => self.add_blocks(id, around, out),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => self.heading(id, around, out),
            "ul" | "ol" | "menu" | "dir" => self.list(id, around, out),
            "li" => {
                self.stray_item(id, around, out);
                return true;
            }
            "blockquote" => {
                let content = self.blocks(id, around);
                self.add(id, BlockKind::Quote(content), out);
            }
            "pre" | "listing" | "xmp" | "plaintext" => self.pre(id, out),
            "figure" => self.figure(id, around, out),
            "table" => self.table(id, around, out),
            "dl" => self.definitions(id, around, out),
            "summary" => self.summary(id, around, out),
            _ => return false,
        }
        let first = out[from..].iter_mut().find_map(DocumentNode::as_block_mut);
        if let (Some(name), Some(first)) = (self.anchor(id), first) {
            first.attributes.id.get_or_insert(name);
        }
        true
    }

    /// Adds a block with the span of an element.
    pub fn add(&self, id: DomId, kind: BlockKind, out: &mut Vec<DocumentNode>) {
        out.push(DocumentNode::block(kind, self.span(id)));
    }

    /// Returns the inlines at the beginning of an element, and the blocks from the first one on that is more
    /// than a paragraph.
    pub fn title(&mut self, id: DomId, around: NodeContext) -> (Vec<Inline>, Vec<Block>) {
        let mut nodes = self.children(id, around);
        let is_more = |node: &DocumentNode| match node {
            DocumentNode::Inline(_) => false,
            DocumentNode::Block(block) => !matches!(block.kind, BlockKind::Paragraph(_)),
        };
        let end = nodes.iter().position(is_more).unwrap_or(nodes.len());
        let rest = nodes.split_off(end);
        let inlines = nodes.into_iter().flat_map(running_inlines).collect();
        (inline::trim_space(inlines), inline::gather_blocks(rest, !around.cell))
    }

    /// Adds the inlines at the beginning of an element to a caption. Returns the blocks after them.
    pub fn add_caption(
        &mut self,
        id: DomId,
        around: NodeContext,
        caption: &mut Vec<Inline>,
    ) -> Vec<Block> {
        let (words, rest) = self.title(id, around);
        caption.push(Inline::new(InlineKind::Space, self.span(id)));
        caption.extend(words);
        rest
    }

    fn heading(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let level = self.dom.name(id)[1..].parse().unwrap_or(1);
        let (content, rest) = self.title(id, around);
        if !content.is_empty() && around.inner {
            let mut block = Block::new(strong_paragraph(content), self.span(id));
            block.attributes.classes.push("title".to_owned());
            out.push(DocumentNode::Block(block));
        } else if !content.is_empty() {
            self.add(id, BlockKind::Heading(Heading::new(level, content)), out);
        }
        out.extend(rest.into_iter().map(DocumentNode::Block));
    }

    fn summary(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let (content, rest) = self.title(id, around);
        if !content.is_empty() {
            self.add(id, strong_paragraph(content), out);
        }
        out.extend(rest.into_iter().map(DocumentNode::Block));
    }

    /// Converts `<pre>`: its text with all white space. Blocks of Markdown within it come after it.
    fn pre(&mut self, id: DomId, out: &mut Vec<DocumentNode>) {
        let (mut text, mut blocks) = (String::new(), Vec::new());
        for below in self.dom.descendants(id) {
            self.pre_node(below, &mut text, &mut blocks);
        }
        if !text.trim().is_empty() {
            if !text.ends_with('\n') {
                text.push('\n');
            }
            let code = CodeBlock { language: self.code_language(id), text, lines: Vec::new() };
            self.add(id, BlockKind::Code(code), out);
        }
        out.extend(blocks);
    }

    /// Converts a node in `<pre>`: its text, or the block of Markdown in its place.
    fn pre_node(&mut self, id: DomId, text: &mut String, blocks: &mut Vec<DocumentNode>) {
        match &self.dom.get(id).content {
            DomContent::Text(part) => text.push_str(part),
            DomContent::Element { .. } if self.dom.name(id) == "br" => text.push('\n'),
            DomContent::Element { .. } if self.dom.name(id) == NODE => match self.markdown(id) {
                Some(DocumentNode::Inline(inline)) => text.push_str(&plain_text(&[inline])),
                block => blocks.extend(block),
            },
            DomContent::Element { .. } | DomContent::Other => {}
        }
    }

    /// Returns the language in the class of `<pre>` or of the `<code>` in it.
    fn code_language(&self, id: DomId) -> String {
        let code = self.dom.children(id).find(|child| self.dom.name(*child) == "code");
        let mut classes = code.into_iter().chain([id]).flat_map(|id| self.dom.classes(id));
        let language = classes.find_map(|class| {
            class.strip_prefix("language-").or_else(|| class.strip_prefix("lang-"))
        });
        language.unwrap_or_default().to_owned()
    }

    /// Converts `<figure>`: its caption belongs to the last picture or table in it.
    fn figure(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let (mut nodes, mut caption, mut rest) = (Vec::new(), Vec::new(), Vec::new());
        for child in self.dom.children(id) {
            if self.dom.name(child) == "figcaption" {
                rest.extend(self.add_caption(child, around, &mut caption));
            } else {
                self.push(child, around, &mut nodes);
            }
        }
        let mut blocks = inline::gather_blocks(nodes, true);
        let caption = put_caption(&mut blocks, inline::trim_space(caption));
        let loose = caption.map(|text| Block {
            kind: BlockKind::Paragraph(text),
            span: self.span(id),
            attributes: Attributes::with_class("caption"),
        });
        out.extend(blocks.into_iter().chain(loose).chain(rest).map(DocumentNode::Block));
    }
}

/// Returns the inlines of a node; those of a paragraph are separated from their neighbours.
fn running_inlines(node: DocumentNode) -> Vec<Inline> {
    match node {
        DocumentNode::Inline(inline) => vec![inline],
        DocumentNode::Block(Block { kind: BlockKind::Paragraph(content), span, .. }) => {
            spaced_inlines(content, span)
        }
        DocumentNode::Block(_) => Vec::new(),
    }
}

fn spaced_inlines(mut content: Vec<Inline>, span: Span) -> Vec<Inline> {
    content.insert(0, Inline::new(InlineKind::Space, span));
    content.push(Inline::new(InlineKind::Space, span));
    content
}

/// Gives a caption to the last picture or table of `blocks`; returns it if there is none, or if that has a
/// caption already.
fn put_caption(blocks: &mut [Block], caption: Vec<Inline>) -> Option<Vec<Inline>> {
    let place = blocks.iter_mut().rev().find_map(|block| match &mut block.kind {
        BlockKind::Figure(figure) => Some(&mut figure.caption),
        BlockKind::Table(table) => Some(&mut table.caption),
        _ => None,
    });
    match place {
        Some(place) if place.is_empty() => {
            *place = caption;
            None
        }
        _ => Some(caption).filter(|caption| !caption.is_empty()),
    }
}

fn strong_paragraph(content: Vec<Inline>) -> BlockKind {
    BlockKind::Paragraph(vec![strong_inline(content)])
}
