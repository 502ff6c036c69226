//! Lists and definition lists.

use super::convert::{HtmlConverter, NodeContext};
use super::dom::DomId;
use super::{DocumentNode, inline};
use crate::parse::blocks::list_kind;
use crate::{Attributes, Block, BlockKind, Definition, Inline, InlineKind, ListItem};
use base::source::Span;

impl HtmlConverter<'_> {
    /// Converts `<ul>` and `<ol>`.
    pub fn list(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let tight = !self.dom.children(id).any(|item| self.holds_paragraph(item));
        let items = self.list_items(id, around.in_item());
        if items.is_empty() {
            return;
        }
        let start = self.dom.attribute(id, "start").and_then(|start| start.trim().parse().ok());
        let start = (self.dom.name(id) == "ol").then(|| start.unwrap_or(1));
        self.add(id, list_kind(start, tight, items), out);
    }

    fn list_items(&mut self, id: DomId, around: NodeContext) -> Vec<ListItem> {
        let mut items: Vec<ListItem> = Vec::new();
        let mut loose = Vec::new();
        for child in self.dom.children(id) {
            if self.dom.name(child) == "li" {
                add_loose(&mut loose, around, &mut items);
                items.push(self.item(child, around));
            } else {
                self.push(child, around, &mut loose);
            }
        }
        add_loose(&mut loose, around, &mut items);
        items
    }

    fn item(&mut self, id: DomId, around: NodeContext) -> ListItem {
        let blocks = self.blocks(id, around.in_item());
        let attributes = self.anchor(id).map(Attributes::with_id).unwrap_or_default();
        ListItem { blocks, attributes, span: Some(self.span(id)), ..ListItem::default() }
    }

    /// Reports whether an item has a paragraph of its own, in HTML or in Markdown.
    fn holds_paragraph(&self, item: DomId) -> bool {
        let paragraph = |child| self.dom.name(child) == "p" || self.stands_for_block(child);
        self.dom.name(item) == "li" && self.dom.children(item).any(paragraph)
    }

    /// Converts an item without a list; neighbours share a list.
    pub fn stray_item(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let item = self.item(id, around);
        let tight = !self.holds_paragraph(id);
        while out.last().is_some_and(DocumentNode::is_space) {
            out.pop();
        }
        match out.last_mut() {
            Some(DocumentNode::Block(Block { kind: BlockKind::List(list), span, .. }))
                if self.dom.before(id).is_some_and(|before| self.dom.name(before) == "li") =>
            {
                *span = span.to(self.span(id));
                list.tight &= tight;
                list.items.push(item);
            }
            _ => self.add(id, list_kind(None, tight, vec![item]), out),
        }
    }

    /// Converts `<dl>`.
    pub fn definitions(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let list = self.definition_list(id, around.in_item());
        if !list.is_empty() {
            self.add(id, BlockKind::Definitions(list), out);
        }
    }

    fn definition_list(&mut self, id: DomId, around: NodeContext) -> Vec<Definition> {
        let mut list = DefinitionsDraft::default();
        self.define(id, around, &mut list);
        list.close();
        list.done
    }

    /// Reads terms and meanings below `id`; HTML allows a `<div>` around each pair.
    fn define(&mut self, id: DomId, around: NodeContext, list: &mut DefinitionsDraft) {
        for child in self.dom.children(id) {
            let span = self.span(child);
            match self.dom.name(child) {
                "dt" => {
                    let (term, blocks) = self.title(child, around);
                    list.term(term, blocks, span);
                }
                "dd" => {
                    list.close();
                    list.body(self.blocks(child, around), span);
                }
                "div" if !around.deepest() => self.define(child, around.deeper(), list),
                _ => self.push(child, around, &mut list.loose),
            }
        }
    }
}

/// Adds loose content between items to the item before it.
fn add_loose(loose: &mut Vec<DocumentNode>, around: NodeContext, items: &mut Vec<ListItem>) {
    let blocks = inline::gather_blocks(std::mem::take(loose), !around.cell);
    let (Some(first), Some(last)) = (blocks.first(), blocks.last()) else { return };
    let span = first.span.to(last.span);
    match items.last_mut() {
        Some(item) => item.blocks.extend(blocks),
        None => items.push(ListItem { blocks, span: Some(span), ..ListItem::default() }),
    }
}

/// A definition list under construction.
#[derive(Default)]
struct DefinitionsDraft {
    done: Vec<Definition>,
    /// Content outside of terms and meanings.
    loose: Vec<DocumentNode>,
}

impl DefinitionsDraft {
    /// Adds a term, and the blocks within it. Terms that follow each other share their meanings.
    fn term(&mut self, term: Vec<Inline>, blocks: Vec<Block>, span: Span) {
        self.close();
        self.loose.extend(blocks.into_iter().map(DocumentNode::Block));
        match self.done.last_mut() {
            Some(last) if last.bodies.is_empty() => {
                last.term.push(Inline::new(InlineKind::Break, span));
                last.term.extend(term);
            }
            _ => self.done.push(Definition { term, bodies: Vec::new(), span }),
        }
    }

    fn body(&mut self, body: Vec<Block>, span: Span) {
        match self.done.last_mut() {
            Some(last) => last.bodies.push(body),
            None => self.done.push(Definition { term: Vec::new(), bodies: vec![body], span }),
        }
    }

    /// Makes loose content a meaning of the term before it.
    fn close(&mut self) {
        let blocks = inline::gather_blocks(std::mem::take(&mut self.loose), true);
        if let Some(first) = blocks.first() {
            let span = first.span;
            self.body(blocks, span);
        }
    }
}
