//! Turns the nodes of an HTML text into blocks and inlines of our tree.

use super::Node;
use super::dom::{Content, Dom, Id};
use super::feed::NODE;
use super::{inline, names};
use crate::diagnostic::Findings;
use crate::document::{Block, BlockKind, Inline, InlineKind};
use crate::source::{SourceId, Span};

/// Nodes deeper than this become plain text; the reader lets hardly anything through that is.
const DEEPEST: usize = 200;

/// Where a node stands.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    /// Elements above.
    pub(super) depth: usize,
    /// In an item, cell or definition, where a heading is no section.
    pub(super) inner: bool,
    /// In a cell, where a picture alone is no figure.
    pub(super) cell: bool,
}

impl Around {
    /// Below one more element.
    pub(super) fn deeper(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }

    /// Whether elements no longer count.
    pub(super) fn deepest(self) -> bool {
        self.depth > DEEPEST
    }
}

/// What is known while a text is converted.
pub(super) struct Converter<'a> {
    /// The nodes.
    pub(super) dom: &'a Dom,
    /// The text they stand in.
    pub(super) source: SourceId,
    /// The Markdown nodes that were not yet put into their place.
    pub(super) nodes: Vec<Option<Node>>,
    /// What was found.
    pub(super) findings: &'a mut Findings,
}

impl Converter<'_> {
    /// The place of a node.
    pub(super) fn span(&self, id: Id) -> Span {
        let (start, end) = self.dom.get(id).place;
        Span::new(self.source, start..end)
    }

    /// The content of an element, white space as it comes.
    pub(super) fn children(&mut self, id: Id, around: Around) -> Vec<Node> {
        let mut out = Vec::new();
        let dom = self.dom;
        for child in dom.children(id) {
            self.push(child, around, &mut out);
        }
        out
    }

    /// The content of an element as blocks.
    pub(super) fn blocks(&mut self, id: Id, around: Around) -> Vec<Block> {
        let nodes = self.children(id, around);
        inline::blocks(nodes, !around.cell)
    }

    /// Converts one node.
    pub(super) fn push(&mut self, id: Id, around: Around, out: &mut Vec<Node>) {
        let dom = self.dom;
        match &dom.get(id).content {
            Content::Text(text) => inline::words(text, self.span(id), out),
            Content::Element { .. } if around.deepest() => self.flat(id, out),
            Content::Element { .. } => self.element(id, around.deeper(), out),
            Content::Other => {}
        }
    }

    /// The text and the Markdown nodes below `id`, without any structure.
    fn flat(&mut self, id: Id, out: &mut Vec<Node>) {
        let dom = self.dom;
        for below in std::iter::once(id).chain(dom.descendants(id)) {
            match &dom.get(below).content {
                Content::Text(text) => inline::words(text, self.span(below), out),
                _ if dom.name(below) == NODE => out.extend(self.markdown(below)),
                _ => {}
            }
        }
    }

    /// The Markdown node that an element stands for.
    pub(super) fn markdown(&mut self, id: Id) -> Option<Node> {
        let number: usize = self.dom.attribute(id, "n")?.parse().ok()?;
        self.nodes.get_mut(number)?.take()
    }

    /// Whether an element stands for a block of Markdown.
    pub(super) fn stands_for_block(&self, id: Id) -> bool {
        let number = self.dom.attribute(id, "n").and_then(|n| n.parse::<usize>().ok());
        self.dom.name(id) == NODE
            && matches!(number.and_then(|n| self.nodes.get(n)), Some(Some(Node::Block(_))))
    }

    fn element(&mut self, id: Id, around: Around, out: &mut Vec<Node>) {
        let dom = self.dom;
        let span = self.span(id);
        match dom.name(id) {
            NODE => out.extend(self.markdown(id)),
            "head" | "script" | "style" | "iframe" | "wbr" => {}
            "em" | "i" | "cite" | "dfn" | "var" => self.wrap(id, around, out, InlineKind::Emphasis),
            "strong" | "b" => self.wrap(id, around, out, InlineKind::Strong),
            "s" | "del" | "strike" => self.wrap(id, around, out, InlineKind::Strike),
            "sub" => self.wrap(id, around, out, InlineKind::Subscript),
            "sup" => self.wrap(id, around, out, InlineKind::Superscript),
            "code" | "kbd" | "samp" | "tt" => {
                let content = self.children(id, around);
                out.extend(inline::code(content, span));
            }
            "br" => out.push(Node::Inline(Inline::new(InlineKind::Break, span))),
            "hr" => out.push(Node::Block(Block::new(BlockKind::Rule, span))),
            "img" => out.push(Node::Inline(Inline::new(InlineKind::Image(self.image(id)), span))),
            "a" => self.link(id, around, out),
            "q" => {
                out.push(inline::text("“", span));
                out.extend(self.children(id, around));
                out.push(inline::text("”", span));
            }
            "button" | "option" | "textarea" | "rt" => {
                out.push(Node::Inline(Inline::new(InlineKind::Space, span)));
                out.extend(self.children(id, around));
                out.push(Node::Inline(Inline::new(InlineKind::Space, span)));
            }
            name if names::transparent(name) => {
                out.extend(self.blocks(id, around).into_iter().map(Node::Block))
            }
            "span" | "u" | "ins" | "mark" | "small" | "font" | "abbr" | "big" => {
                self.named(id, around, out)
            }
            _ if self.block(id, around, out) => {}
            _ => out.extend(self.children(id, around)),
        }
    }

    /// Puts the inlines of an element into one of ours; blocks among them get it inside.
    fn wrap(
        &mut self,
        id: Id,
        around: Around,
        out: &mut Vec<Node>,
        kind: fn(Vec<Inline>) -> InlineKind,
    ) {
        let content = self.children(id, around);
        out.extend(inline::wrap(content, self.span(id), &kind));
    }

    /// An element that is nothing but its content, and perhaps a place to link to.
    fn named(&mut self, id: Id, around: Around, out: &mut Vec<Node>) {
        let content = self.children(id, around);
        let span = self.span(id);
        match self.anchor(id) {
            Some(attributes) => inline::name(content, attributes, span, out),
            None => out.extend(content),
        }
    }
}
