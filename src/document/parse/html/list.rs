//! Lists and definition lists.

use super::convert::{HtmlConverter, NodeContext};
use super::dom::DomId;
use super::{DocumentNode, inline};
use crate::document::{
    Block, BlockKind, Definition, Inline, InlineKind, List, ListItem, ListStyle,
};
use crate::source::Span;

impl HtmlConverter<'_> {
    /// `<ul>`, `<ol>`
    pub(super) fn list(&mut self, id: DomId, around: NodeContext, out: &mut Vec<DocumentNode>) {
        let dom = self.dom;
        let around = NodeContext { inner: true, ..around };
        let mut items: Vec<ListItem> = Vec::new();
        let mut loose = Vec::new();
        let tight = !dom.children(id).any(|item| self.holds_paragraph(item));
        for child in dom.children(id) {
            if dom.name(child) == "li" {
                self.add_loose(&mut loose, around, &mut items);
                let item = self.item(child, around);
                items.push(item);
            } else {
                self.push(child, around, &mut loose);
            }
        }
        self.add_loose(&mut loose, around, &mut items);
        if items.is_empty() {
            return;
        }
        let (style, start) = match dom.name(id) {
            "ol" => (
                ListStyle::Ordered,
                dom.attribute(id, "start").and_then(|s| s.trim().parse().ok()).unwrap_or(1),
            ),
            _ => (ListStyle::Bullet, 1),
        };
        self.add(id, BlockKind::List(List { style, start, tight, items }), out);
    }

    /// What stands between items belongs to the item before it.
    fn add_loose(
        &mut self,
        loose: &mut Vec<DocumentNode>,
        around: NodeContext,
        items: &mut Vec<ListItem>,
    ) {
        let blocks = inline::gather_blocks(std::mem::take(loose), !around.cell);
        let (Some(first), Some(last)) = (blocks.first(), blocks.last()) else { return };
        let span = first.span.to(last.span);
        match items.last_mut() {
            Some(item) => item.blocks.extend(blocks),
            None => items.push(ListItem { blocks, span: Some(span), ..ListItem::default() }),
        }
    }

    fn item(&mut self, id: DomId, around: NodeContext) -> ListItem {
        let blocks = self.blocks(id, NodeContext { inner: true, ..around });
        let attributes = self.anchor(id).unwrap_or_default();
        ListItem { blocks, attributes, span: Some(self.span(id)), ..ListItem::default() }
    }

    /// Whether an item has a paragraph of its own, in HTML or in Markdown.
    fn holds_paragraph(&self, item: DomId) -> bool {
        let paragraph =
            |child: &DomId| self.dom.name(*child) == "p" || self.stands_for_block(*child);
        self.dom.name(item) == "li" && self.dom.children(item).any(|child| paragraph(&child))
    }

    /// An item without a list: neighbours share one.
    pub(super) fn stray_item(
        &mut self,
        id: DomId,
        around: NodeContext,
        out: &mut Vec<DocumentNode>,
    ) {
        let item = self.item(id, around);
        let tight = !self.holds_paragraph(id);
        while matches!(out.last(), Some(DocumentNode::Inline(i)) if i.kind == InlineKind::Space) {
            out.pop();
        }
        let follows = self.dom.before(id).is_some_and(|before| self.dom.name(before) == "li");
        match out.last_mut() {
            Some(DocumentNode::Block(Block { kind: BlockKind::List(list), span, .. }))
                if follows =>
            {
                *span = span.to(self.span(id));
                list.tight &= tight;
                list.items.push(item);
            }
            _ => {
                let list = List { style: ListStyle::Bullet, start: 1, tight, items: vec![item] };
                self.add(id, BlockKind::List(list), out);
            }
        }
    }

    /// `<dl>`
    pub(super) fn definitions(
        &mut self,
        id: DomId,
        around: NodeContext,
        out: &mut Vec<DocumentNode>,
    ) {
        let around = NodeContext { inner: true, ..around };
        let mut list = DefinitionsDraft::default();
        self.define(id, around, &mut list);
        list.close();
        if !list.done.is_empty() {
            self.add(id, BlockKind::Definitions(list.done), out);
        }
    }

    /// Terms and meanings below `id`; HTML lets a `<div>` stand round each pair.
    fn define(&mut self, id: DomId, around: NodeContext, list: &mut DefinitionsDraft) {
        let dom = self.dom;
        for child in dom.children(id) {
            let span = self.span(child);
            match dom.name(child) {
                "dt" => {
                    list.close();
                    let (term, rest) = self.title(child, around);
                    list.term(term, span);
                    list.loose.extend(rest.into_iter().map(DocumentNode::Block));
                }
                "dd" => {
                    list.close();
                    let body = self.blocks(child, around);
                    list.body(body, span);
                }
                "div" if !around.deepest() => self.define(child, around.deeper(), list),
                _ => self.push(child, around, &mut list.loose),
            }
        }
    }
}

/// A definition list under construction.
#[derive(Default)]
struct DefinitionsDraft {
    done: Vec<Definition>,
    /// What stands neither in a term nor in a meaning.
    loose: Vec<DocumentNode>,
}

impl DefinitionsDraft {
    /// Terms that follow each other share their meanings.
    fn term(&mut self, term: Vec<Inline>, span: Span) {
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

    /// Ends what stands loose: it becomes a meaning of the term before it.
    fn close(&mut self) {
        let blocks = inline::gather_blocks(std::mem::take(&mut self.loose), true);
        if let Some(first) = blocks.first() {
            let span = first.span;
            self.body(blocks, span);
        }
    }
}
