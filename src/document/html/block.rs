//! Elements that are blocks.

use super::Node;
use super::convert::{Around, Converter};
use super::dom::{Content, Id};
use super::feed::NODE;
use super::inline;
use crate::document::{
    Address, Anchor, Block, BlockKind, Code, Heading, Inline, InlineKind, plain,
};

impl Converter<'_> {
    /// Converts an element that is a block; whether it is one.
    pub(super) fn block(&mut self, id: Id, around: Around, out: &mut Vec<Node>) -> bool {
        let from = out.len();
        match self.dom.name(id) {
            "p" | "dt" | "dd" => out.extend(self.blocks(id, around).into_iter().map(Node::Block)),
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
            "figcaption" => out.extend(self.blocks(id, around).into_iter().map(Node::Block)),
            "table" => self.table(id, around, out),
            "dl" => self.definitions(id, around, out),
            "details" => out.extend(self.blocks(id, around).into_iter().map(Node::Block)),
            "summary" => self.summary(id, around, out),
            _ => return false,
        }
        self.name_first(id, &mut out[from..]);
        true
    }

    /// Adds a block that reaches over an element.
    pub(super) fn add(&self, id: Id, kind: BlockKind, out: &mut Vec<Node>) {
        out.push(Node::Block(Block::new(kind, self.span(id))));
    }

    /// Gives the `id` of an element to the first block that came of it.
    fn name_first(&self, id: Id, blocks: &mut [Node]) {
        let first = blocks.iter_mut().find_map(|node| match node {
            Node::Block(block) => Some(block),
            Node::Inline(_) => None,
        });
        if let (Some(attributes), Some(first)) = (self.anchor(id), first)
            && first.attributes.id.is_none()
        {
            first.attributes.id = attributes.id;
        }
    }

    /// The inlines that an element begins with, and what follows from the first block on that is
    /// more than a paragraph.
    pub(super) fn title(&mut self, id: Id, around: Around) -> (Vec<Inline>, Vec<Block>) {
        let mut nodes = self.children(id, around).into_iter();
        let mut inlines = Vec::new();
        let mut rest = Vec::new();
        for node in nodes.by_ref() {
            match node {
                Node::Inline(inline) => inlines.push(inline),
                Node::Block(block) => match block.kind {
                    BlockKind::Paragraph(content) => {
                        inlines.push(Inline::new(InlineKind::Space, block.span));
                        inlines.extend(content);
                        inlines.push(Inline::new(InlineKind::Space, block.span));
                    }
                    _ => {
                        rest.push(Node::Block(block));
                        break;
                    }
                },
            }
        }
        rest.extend(nodes);
        (inline::trim(inlines), inline::blocks(rest, !around.cell))
    }

    fn heading(&mut self, id: Id, around: Around, out: &mut Vec<Node>) {
        let level = self.dom.name(id)[1..].parse().unwrap_or(1);
        let (content, rest) = self.title(id, around);
        if !content.is_empty() && around.inner {
            let mut block = Block::new(strong(content), self.span(id));
            block.attributes.classes.push("title".to_owned());
            out.push(Node::Block(block));
        } else if !content.is_empty() {
            let heading = Heading {
                level,
                content,
                anchor: Anchor(String::new()),
                address: Address::default(),
            };
            self.add(id, BlockKind::Heading(heading), out);
        }
        out.extend(rest.into_iter().map(Node::Block));
    }

    fn summary(&mut self, id: Id, around: Around, out: &mut Vec<Node>) {
        let (content, rest) = self.title(id, around);
        if !content.is_empty() {
            self.add(id, strong(content), out);
        }
        out.extend(rest.into_iter().map(Node::Block));
    }

    /// `<pre>`: its text with all white space; blocks of Markdown that stand in it come after it.
    fn pre(&mut self, id: Id, out: &mut Vec<Node>) {
        let dom = self.dom;
        let mut text = String::new();
        let mut blocks = Vec::new();
        for below in dom.descendants(id) {
            match &dom.get(below).content {
                Content::Text(part) => text.push_str(part),
                _ if dom.name(below) == "br" => text.push('\n'),
                _ if dom.name(below) == NODE => match self.markdown(below) {
                    Some(Node::Inline(inline)) => text.push_str(&plain(&[inline])),
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
            self.add(id, BlockKind::Code(Code { language, text, lines: Vec::new() }), out);
        }
        out.extend(blocks);
    }

    /// The language in the class of `<pre>` or of the `<code>` in it.
    fn language(&self, id: Id) -> String {
        let code = self.dom.children(id).find(|child| self.dom.name(*child) == "code");
        let classes =
            |id| self.dom.attribute(id, "class").unwrap_or_default().split_ascii_whitespace();
        let language = code.into_iter().chain([id]).flat_map(classes).find_map(|class| {
            class.strip_prefix("language-").or_else(|| class.strip_prefix("lang-"))
        });
        language.unwrap_or_default().to_owned()
    }

    /// `<figure>`: its caption goes to the last picture or table in it.
    fn figure(&mut self, id: Id, around: Around, out: &mut Vec<Node>) {
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
        let mut blocks = inline::blocks(nodes, true);
        let caption = inline::trim(caption);
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
        out.extend(blocks.into_iter().chain(rest).map(Node::Block));
    }
}

fn strong(content: Vec<Inline>) -> BlockKind {
    let span = content[0].span.to(content[content.len() - 1].span);
    BlockKind::Paragraph(vec![Inline::new(InlineKind::Strong(content), span)])
}
