//! Turns the nodes of an HTML text into blocks and inlines of our tree.

use super::dom::{Dom, DomContent, DomId};
use super::feed::NODE;
use super::{DocumentNode, inline, names};
use crate::{Block, BlockKind, Inline, InlineKind};
use base::diagnostic::Findings;
use base::source::{SourceId, Span};

/// Deepest elements; nodes below become plain text. The reader lets hardly any such through.
const DEEPEST: usize = 200;

/// Surroundings of a node.
#[derive(Clone, Copy, Default)]
pub struct NodeContext {
    /// Number of elements above.
    pub depth: usize,
    /// True in an item, cell or definition, where a heading is no section.
    pub inner: bool,
    /// True in a cell, where a picture alone is no figure.
    pub cell: bool,
}

impl NodeContext {
    /// Returns the context one element deeper.
    pub fn deeper(self) -> Self {
        Self { depth: self.depth + 1, ..self }
    }

    /// Returns the context in an item, cell or definition.
    pub fn in_item(self) -> Self {
        Self { inner: true, ..self }
    }

    /// Reports whether the node is too deep for elements to count.
    pub fn deepest(self) -> bool {
        self.depth > DEEPEST
    }
}

/// State of the conversion of a text.
pub struct HtmlConverter<'a> {
    /// Nodes of the text.
    pub dom: &'a Dom,
    /// Source of the text.
    pub source: SourceId,
    /// Markdown nodes that were not yet put into their place.
    pub nodes: Vec<Option<DocumentNode>>,
    /// Findings so far.
    pub findings: &'a mut Findings,
}

impl HtmlConverter<'_> {
    /// Returns the span of a node.
    pub fn span(&self, id: DomId) -> Span {
        let (start, end) = self.dom.get(id).place;
        Span::new(self.source, start..end)
    }

    /// Converts the content of an element, with its white space.
    pub fn children(&mut self, id: DomId, around: NodeContext) -> Vec<DocumentNode> {
        let mut out = Vec::new();
        let dom = self.dom;
        for child in dom.children(id) {
            self.push(child, around, &mut out);
        }
        out
    }

    /// Converts the content of an element to blocks.
    pub fn blocks(&mut self, id: DomId, around: NodeContext) -> Vec<Block> {
        let nodes = self.children(id, around);
        inline::gather_blocks(nodes, !around.cell)
    }

    /// Converts one node.
    pub fn push(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let dom = self.dom;
        match &dom.get(id).content {
            DomContent::Text(text) => inline::split_words(text, self.span(id), out),
            DomContent::Element { .. } if around.deepest() => self.flat(id, out),
            DomContent::Element { .. } => self.element(id, around.deeper(), out),
            DomContent::Other => {}
        }
    }

    /// Converts the text and the Markdown nodes below `id` without structure.
    fn flat(&mut self, id: DomId, out: &mut Vec<DocumentNode>) {
        for below in std::iter::once(id).chain(self.dom.descendants(id)) {
            match self.dom.text(below) {
                Some(text) => inline::split_words(text, self.span(below), out),
                None if self.dom.name(below) == NODE => out.extend(self.markdown(below)),
                None => {}
            }
        }
    }

    /// Takes the Markdown node of a placeholder element.
    pub fn markdown(&mut self, id: DomId) -> Option<DocumentNode> {
        let number = self.node_number(id)?;
        self.nodes.get_mut(number)?.take()
    }

    fn node_number(&self, id: DomId) -> Option<usize> {
        self.dom.attribute(id, "n")?.parse().ok()
    }

    /// Reports whether an element is the placeholder of a Markdown block.
    pub fn stands_for_block(&self, id: DomId) -> bool {
        let node = self.node_number(id).and_then(|number| self.nodes.get(number));
        self.dom.name(id) == NODE && matches!(node, Some(Some(DocumentNode::Block(_))))
    }

    fn element(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let span = self.span(id);
        match self.dom.name(id) {
            NODE => out.extend(self.markdown(id)),
            "head" | "script" | "style" | "iframe" | "wbr" => {}
            "em" | "i" | "cite" | "dfn" | "var" => self.wrap(id, around, out, InlineKind::Emphasis),
            "strong" | "b" => self.wrap(id, around, out, InlineKind::Strong),
            "s" | "del" | "strike" => self.wrap(id, around, out, InlineKind::Strike),
            "sub" => self.wrap(id, around, out, InlineKind::Subscript),
            "sup" => self.wrap(id, around, out, InlineKind::Superscript),
            "code" | "kbd" | "samp" | "tt" => {
                let content = self.children(id, around);
                out.extend(inline::code_nodes(content, span));
            }
            "br" => out.push(DocumentNode::inline(InlineKind::Break, span)),
            "hr" => out.push(DocumentNode::block(BlockKind::Rule, span)),
            "img" => self.image(id, out),
            "a" => self.link(id, around, out),
            "q" => {
                let quote = |mark| DocumentNode::Inline(Inline::text(mark, span));
                self.surround(id, around, out, ["“", "”"].map(quote));
            }
            "button" | "option" | "textarea" | "rt" => {
                self.surround(id, around, out, [(); 2].map(|()| DocumentNode::space(span)));
            }
            name if names::is_transparent(name) => self.add_blocks(id, around, out),
            "span" | "u" | "ins" | "mark" | "small" | "font" | "abbr" | "big" => {
                let content = self.children(id, around);
                self.name_nodes(id, content, out);
            }
            _ if self.block(id, around, out) => {}
            _ => out.extend(self.children(id, around)),
        }
    }

    /// Adds the content of an element as blocks.
    pub fn add_blocks(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let mut blocks = self.blocks(id, around);
        self.align_blocks(id, &mut blocks);
        out.extend(blocks.into_iter().map(DocumentNode::Block));
    }

    /// Adds the content of an element between two nodes.
    fn surround(
        &mut self,
        id: DomId,
        around: NodeContext,
        out: &mut Vec<DocumentNode>,
        [before, after]: [DocumentNode; 2],
    ) {
        out.push(before);
        out.extend(self.children(id, around));
        out.push(after);
    }

    /// Puts the inlines of an element into one of ours; blocks among them get it inside.
    fn wrap(
        &mut self,
        id: DomId,
        around: NodeContext,
        out: &mut Vec<DocumentNode>,
        kind: fn(Vec<Inline>) -> InlineKind,
    ) {
        let content = self.children(id, around);
        out.extend(inline::wrap_nodes(content, self.span(id), &kind));
    }
}
