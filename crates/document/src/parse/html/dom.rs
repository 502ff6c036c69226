//! Nodes of a parsed HTML text in one arena, linked by index. Neither this code nor dropping it is recursive.

use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName};

use super::sink::ByteSpan;

/// Identifies a node of a [`Dom`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DomId(u32);

/// Content of a node.
pub enum DomContent {
    /// An element.
    Element {
        /// Name, in lower case unless it is SVG.
        name: QualName,
        /// Attributes as written, with character references decoded.
        attributes: Vec<Attribute>,
    },
    /// Text of one token.
    Text(StrTendril),
    /// The root, or a node that is never printed.
    Other,
}

/// A node, its place in the text and its neighbours.
pub struct DomNode {
    /// Content.
    pub content: DomContent,
    /// First byte, and one past the last.
    pub place: ByteSpan,
    parent: Option<DomId>,
    previous: Option<DomId>,
    next: Option<DomId>,
    first: Option<DomId>,
    last: Option<DomId>,
}

impl DomNode {
    fn alone(content: DomContent, place: ByteSpan) -> Self {
        Self { content, place, parent: None, previous: None, next: None, first: None, last: None }
    }
}

/// Nodes of one text; the first is the root.
#[derive(Default)]
pub struct Dom(Vec<DomNode>);

impl Dom {
    /// Root of a text.
    pub const ROOT: DomId = DomId(0);

    /// Adds a node without a parent.
    pub fn add(&mut self, content: DomContent, place: ByteSpan) -> DomId {
        let id = u32::try_from(self.0.len()).expect("a text has fewer than 2^32 nodes");
        self.0.push(DomNode::alone(content, place));
        DomId(id)
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the node `id`.
    pub fn get(&self, id: DomId) -> &DomNode {
        &self.0[id.0 as usize]
    }

    /// Returns the node `id` for changes.
    pub fn get_mut(&mut self, id: DomId) -> &mut DomNode {
        &mut self.0[id.0 as usize]
    }

    /// Returns the node above `id`.
    pub fn parent(&self, id: DomId) -> Option<DomId> {
        self.get(id).parent
    }

    /// Returns the nodes directly below `id`, in order.
    pub fn children(&self, id: DomId) -> impl Iterator<Item = DomId> + '_ {
        std::iter::successors(self.get(id).first, |child| self.get(*child).next)
    }

    /// Returns all nodes below `id`, in order.
    pub fn descendants(&self, id: DomId) -> impl Iterator<Item = DomId> + '_ {
        std::iter::successors(self.get(id).first, move |at| {
            self.get(*at).first.or_else(|| self.after(*at, id))
        })
    }

    /// Returns the node after `at` and all below it, inside `root`.
    fn after(&self, mut at: DomId, root: DomId) -> Option<DomId> {
        while at != root {
            if let Some(next) = self.get(at).next {
                return Some(next);
            }
            at = self.get(at).parent?;
        }
        None
    }

    /// Returns the element before `id` under the same parent, if only white space is between them.
    pub fn before(&self, id: DomId) -> Option<DomId> {
        let mut before = self.get(id).previous;
        while let Some(at) = before {
            match &self.get(at).content {
                DomContent::Element { .. } => return before,
                DomContent::Text(text) if !text.trim().is_empty() => return None,
                _ => before = self.get(at).previous,
            }
        }
        None
    }

    /// Returns the name of an element; empty for other nodes.
    pub fn name(&self, id: DomId) -> &str {
        match &self.get(id).content {
            DomContent::Element { name, .. } => &name.local,
            _ => "",
        }
    }

    /// Returns the text of a text node; `None` for other nodes.
    pub fn text(&self, id: DomId) -> Option<&str> {
        match &self.get(id).content {
            DomContent::Text(text) => Some(text),
            DomContent::Element { .. } | DomContent::Other => None,
        }
    }

    /// Returns the words in the attribute `class`.
    pub fn classes(&self, id: DomId) -> impl Iterator<Item = &str> {
        self.attribute(id, "class").unwrap_or_default().split_ascii_whitespace()
    }

    /// Returns the value of an attribute.
    pub fn attribute(&self, id: DomId, key: &str) -> Option<&str> {
        match &self.get(id).content {
            DomContent::Element { attributes, .. } => {
                attributes.iter().find(|a| &*a.name.local == key).map(|a| a.value.as_ref())
            }
            _ => None,
        }
    }

    /// Puts `child` below `parent`, after all others.
    pub fn append(&mut self, parent: DomId, child: DomId) {
        self.detach(child);
        let last = self.get_mut(parent).last.replace(child);
        self.put_between(child, parent, last, None);
    }

    /// Links a node without a parent to the nodes above, before and after it.
    fn put_between(
        &mut self,
        id: DomId,
        parent: DomId,
        previous: Option<DomId>,
        next: Option<DomId>,
    ) {
        let node = self.get_mut(id);
        node.parent = Some(parent);
        node.previous = previous;
        node.next = next;
        self.link_after(parent, previous, Some(id));
    }

    /// Makes `next` follow `previous` below `parent`, or come first there without `previous`.
    fn link_after(&mut self, parent: DomId, previous: Option<DomId>, next: Option<DomId>) {
        match previous {
            Some(previous) => self.get_mut(previous).next = next,
            None => self.get_mut(parent).first = next,
        }
    }

    /// Puts `child` before `sibling`.
    pub fn insert_before(&mut self, sibling: DomId, child: DomId) {
        self.detach(child);
        let Some(parent) = self.parent(sibling) else { return };
        let previous = self.get_mut(sibling).previous.replace(child);
        self.put_between(child, parent, previous, Some(sibling));
    }

    /// Removes `id` and all below it from the tree.
    pub fn detach(&mut self, id: DomId) {
        let node = self.get_mut(id);
        let (parent, previous, next) = (node.parent.take(), node.previous.take(), node.next.take());
        let Some(parent) = parent else { return };
        self.link_after(parent, previous, next);
        match next {
            Some(next) => self.get_mut(next).previous = previous,
            None => self.get_mut(parent).last = previous,
        }
    }

    /// Moves all children of `from` to the end of `to`.
    pub fn reparent(&mut self, from: DomId, to: DomId) {
        while let Some(child) = self.get(from).first {
            self.append(to, child);
        }
    }

    /// Extends elements to their end tags: `ends` has the start of each start tag with the end of its end
    /// tag.
    pub fn stretch(&mut self, mut ends: Vec<ByteSpan>) {
        ends.sort_unstable();
        for node in &mut self.0 {
            let (start, end) = node.place;
            let element = start < end && matches!(node.content, DomContent::Element { .. });
            if element && let Ok(at) = ends.binary_search_by_key(&start, |(start, _)| *start) {
                node.place.1 = end.max(ends[at].1);
            }
        }
    }

    /// Extends the place of each element over its content.
    pub fn widen(&mut self) {
        for at in (0..self.0.len()).rev() {
            let (start, end) = self.0[at].place;
            let Some(parent) = self.0[at].parent else { continue };
            let above = &mut self.get_mut(parent).place;
            *above = (above.0.min(start), above.1.max(end));
        }
    }
}
