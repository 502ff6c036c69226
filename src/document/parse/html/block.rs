//! Elements that are blocks.

use super::convert::{HtmlConverter, NodeContext};
use super::dom::{DomContent, DomId};
use super::feed::NODE;
use super::{DocumentNode, inline};
use crate::document::{
    Address, Anchor, Block, BlockKind, CodeBlock, Heading, Inline, InlineKind, plain_text,
};

impl HtmlConverter<'_> {
    /// Converts an element that is a block; whether it is one.
    pub(super) fn block(
        &mut self,
        id: DomId,
        around: NodeContext,
        out: &mut Vec<DocumentNode>,
    ) -> bool {
        let from = out.len();
        match self.dom.name(id) {
            "p" | "dt" | "dd" => {
                out.extend(self.blocks(id, around).into_iter().map(DocumentNode::Block))
            }
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
            "figcaption" => {
                out.extend(self.blocks(id, around).into_iter().map(DocumentNode::Block))
            }
            "table" => self.table(id, around, out),
            "dl" => self.definitions(id, around, out),
            "details" => out.extend(self.blocks(id, around).into_iter().map(DocumentNode::Block)),
            "summary" => self.summary(id, around, out),
            _ => return false,
        }
        self.name_first(id, &mut out[from..]);
        true
    }

    /// Adds a block that reaches over an element.
    pub(super) fn add(&self, id: DomId, kind: BlockKind, out: &mut Vec<DocumentNode>) {
        out.push(DocumentNode::Block(Block::new(kind, self.span(id))));
    }

    /// Gives the `id` of an element to the first block that came of it.
    fn name_first(&self, id: DomId, blocks: &mut [DocumentNode]) {
        let first = blocks.iter_mut().find_map(|node| match node {
            DocumentNode::Block(block) => Some(block),
            DocumentNode::Inline(_) => None,
        });
        if let (Some(attributes), Some(first)) = (self.anchor(id), first)
            && first.attributes.id.is_none()
        {
            first.attributes.id = attributes.id;
        }
    }

    /// The inlines that an element begins with, and what follows from the first block on that is
    /// more than a paragraph.
    pub(super) fn title(&mut self, id: DomId, around: NodeContext) -> (Vec<Inline>, Vec<Block>) {
        let mut nodes = self.children(id, around).into_iter();
        let mut inlines = Vec::new();
        let mut rest = Vec::new();
        for node in nodes.by_ref() {
            match node {
                DocumentNode::Inline(inline) => inlines.push(inline),
                DocumentNode::Block(block) => match block.kind {
                    BlockKind::Paragraph(content) => {
                        inlines.push(Inline::new(InlineKind::Space, block.span));
                        inlines.extend(content);
                        inlines.push(Inline::new(InlineKind::Space, block.span));
                    }
                    _ => {
                        rest.push(DocumentNode::Block(block));
                        break;
                    }
                },
            }
        }
        rest.extend(nodes);
        (inline::trim_space(inlines), inline::gather_blocks(rest, !around.cell))
    }

    fn heading(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let level = self.dom.name(id)[1..].parse().unwrap_or(1);
        let (content, rest) = self.title(id, around);
        if !content.is_empty() && around.inner {
            let mut block = Block::new(strong_paragraph(content), self.span(id));
            block.attributes.classes.push("title".to_owned());
            out.push(DocumentNode::Block(block));
        } else if !content.is_empty() {
            let heading = Heading {
                level,
                content,
                anchor: Anchor(String::new()),
                address: Address::default(),
            };
            self.add(id, BlockKind::Heading(heading), out);
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

    /// `<pre>`: its text with all white space; blocks of Markdown that stand in it come after it.
    fn pre(&mut self, id: DomId, out: &mut Vec<DocumentNode>) {
        let dom = self.dom;
        let mut text = String::new();
        let mut blocks = Vec::new();
        for below in dom.descendants(id) {
            match &dom.get(below).content {
                DomContent::Text(part) => text.push_str(part),
                _ if dom.name(below) == "br" => text.push('\n'),
                _ if dom.name(below) == NODE => match self.markdown(below) {
                    Some(DocumentNode::Inline(inline)) => text.push_str(&plain_text(&[inline])),
                    Some(block) => blocks.push(block),
                    None => {}
                },
                _ => {}
            }
        }
        if !text.trim().is_empty() {
            if !text.ends_with('\n') {
                text.push('\n');
            }
            let language = self.language(id);
            self.add(id, BlockKind::Code(CodeBlock { language, text, lines: Vec::new() }), out);
        }
        out.extend(blocks);
    }

    /// The language in the class of `<pre>` or of the `<code>` in it.
    fn language(&self, id: DomId) -> String {
        let code = self.dom.children(id).find(|child| self.dom.name(*child) == "code");
        let classes =
            |id| self.dom.attribute(id, "class").unwrap_or_default().split_ascii_whitespace();
        let language = code.into_iter().chain([id]).flat_map(classes).find_map(|class| {
            class.strip_prefix("language-").or_else(|| class.strip_prefix("lang-"))
        });
        language.unwrap_or_default().to_owned()
    }

    /// `<figure>`: its caption goes to the last picture or table in it.
    fn figure(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let dom = self.dom;
        let mut nodes = Vec::new();
        let mut caption = Vec::new();
        let mut rest = Vec::new();
        for child in dom.children(id) {
            if dom.name(child) == "figcaption" {
                let (inlines, blocks) = self.title(child, around);
                caption.push(Inline::new(InlineKind::Space, self.span(child)));
                caption.extend(inlines);
                rest.extend(blocks);
            } else {
                self.push(child, around, &mut nodes);
            }
        }
        let mut blocks = inline::gather_blocks(nodes, true);
        let caption = inline::trim_space(caption);
        let place = blocks.iter_mut().rev().find_map(|block| match &mut block.kind {
            BlockKind::Figure(figure) => Some(&mut figure.caption),
            BlockKind::Table(table) => Some(&mut table.caption),
            _ => None,
        });
        match place {
            Some(place) if place.is_empty() => *place = caption,
            _ if caption.is_empty() => {}
            _ => blocks.push(Block::new(BlockKind::Paragraph(caption), self.span(id))),
        }
        out.extend(blocks.into_iter().chain(rest).map(DocumentNode::Block));
    }
}

fn strong_paragraph(content: Vec<Inline>) -> BlockKind {
    let span = content[0].span.to(content[content.len() - 1].span);
    BlockKind::Paragraph(vec![Inline::new(InlineKind::Strong(content), span)])
}
