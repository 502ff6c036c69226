//! The nodes of a parsed HTML text in one arena, linked by index: nothing here or in its drop is
//! recursive.

use html5ever::tendril::StrTendril;
use html5ever::{Attribute, QualName};

/// Names a node of a [`Dom`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Id(u32);

/// What a node is.
pub(super) enum Content {
    /// An element.
    Element {
        /// Its name, lower case unless it is SVG.
        name: QualName,
        /// As written, character references decoded.
        attributes: Vec<Attribute>,
    },
    /// The text of one token.
    Text(StrTendril),
    /// The root, or something that is never printed.
    Other,
}

/// A node, its place in the text and its neighbours.
pub(super) struct DomNode {
    /// What it is.
    pub(super) content: Content,
    /// First byte and one past the last.
    pub(super) place: (usize, usize),
    parent: Option<Id>,
    previous: Option<Id>,
    next: Option<Id>,
    first: Option<Id>,
    last: Option<Id>,
}

/// The nodes of one text; the first is the root.
#[derive(Default)]
pub(super) struct Dom(Vec<DomNode>);

impl Dom {
    /// The root of a text.
    pub(super) const ROOT: Id = Id(0);

    /// Adds a node that stands nowhere yet.
    pub(super) fn add(&mut self, content: Content, place: (usize, usize)) -> Id {
        let id =
            Id(u32::try_from(self.0.len()).expect("a text of 4 MiB has fewer than 2^32 nodes"));
        self.0.push(DomNode {
            content,
            place,
            parent: None,
            previous: None,
            next: None,
            first: None,
            last: None,
        });
        id
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The node named `id`.
    pub(super) fn get(&self, id: Id) -> &DomNode {
        &self.0[id.0 as usize]
    }

    /// The node named `id`, to be changed.
    pub(super) fn get_mut(&mut self, id: Id) -> &mut DomNode {
        &mut self.0[id.0 as usize]
    }

    /// The node above `id`.
    pub(super) fn parent(&self, id: Id) -> Option<Id> {
        self.get(id).parent
    }

    /// The nodes directly below `id`, in order.
    pub(super) fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.get(id).first, |child| self.get(*child).next)
    }

    /// All nodes below `id`, in order.
    pub(super) fn descendants(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        std::iter::successors(self.get(id).first, move |at| self.following(*at, id))
    }

    /// The node after `at` in reading order, inside `root`.
    fn following(&self, at: Id, root: Id) -> Option<Id> {
        if let Some(first) = self.get(at).first {
            return Some(first);
        }
        let mut at = at;
        while at != root {
            if let Some(next) = self.get(at).next {
                return Some(next);
            }
            at = self.get(at).parent?;
        }
        None
    }

    /// The element before `id` under the same parent, if nothing but white space stands between.
    pub(super) fn before(&self, id: Id) -> Option<Id> {
        let mut before = self.get(id).previous;
        while let Some(at) = before {
            match &self.get(at).content {
                Content::Element { .. } => return before,
                Content::Text(text) if !text.trim().is_empty() => return None,
                _ => before = self.get(at).previous,
            }
        }
        None
    }

    /// The name of an element; empty for anything else.
    pub(super) fn name(&self, id: Id) -> &str {
        match &self.get(id).content {
            Content::Element { name, .. } => &name.local,
            _ => "",
        }
    }

    /// The value of an attribute.
    pub(super) fn attribute(&self, id: Id, key: &str) -> Option<&str> {
        match &self.get(id).content {
            Content::Element { attributes, .. } => {
                attributes.iter().find(|a| &*a.name.local == key).map(|a| a.value.as_ref())
            }
            _ => None,
        }
    }

    /// Puts `child` below `parent`, after all others.
    pub(super) fn append(&mut self, parent: Id, child: Id) {
        self.detach(child);
        let last = self.get_mut(parent).last.replace(child);
        self.get_mut(child).parent = Some(parent);
        self.get_mut(child).previous = last;
        match last {
            Some(last) => self.get_mut(last).next = Some(child),
            None => self.get_mut(parent).first = Some(child),
        }
    }

    /// Puts `child` before `sibling`.
    pub(super) fn insert_before(&mut self, sibling: Id, child: Id) {
        self.detach(child);
        let Some(parent) = self.parent(sibling) else { return };
        let previous = self.get_mut(sibling).previous.replace(child);
        let node = self.get_mut(child);
        node.parent = Some(parent);
        node.next = Some(sibling);
        node.previous = previous;
        match previous {
            Some(previous) => self.get_mut(previous).next = Some(child),
            None => self.get_mut(parent).first = Some(child),
        }
    }

    /// Takes `id` and all below it out of the tree.
    pub(super) fn detach(&mut self, id: Id) {
        let node = self.get_mut(id);
        let (parent, previous, next) = (node.parent.take(), node.previous.take(), node.next.take());
        let Some(parent) = parent else { return };
        match previous {
            Some(previous) => self.get_mut(previous).next = next,
            None => self.get_mut(parent).first = next,
        }
        match next {
            Some(next) => self.get_mut(next).previous = previous,
            None => self.get_mut(parent).last = previous,
        }
    }

    /// Moves all children of `from` to the end of `to`.
    pub(super) fn reparent(&mut self, from: Id, to: Id) {
        while let Some(child) = self.get(from).first {
            self.append(to, child);
        }
    }

    /// Makes elements reach to their end tags: `ends` has the start of each start tag with the end
    /// of its end tag.
    pub(super) fn stretch(&mut self, mut ends: Vec<(usize, usize)>) {
        ends.sort_unstable();
        for node in &mut self.0 {
            let (start, end) = node.place;
            let element = start < end && matches!(node.content, Content::Element { .. });
            if element && let Ok(at) = ends.binary_search_by_key(&start, |(start, _)| *start) {
                node.place.1 = end.max(ends[at].1);
            }
        }
    }

    /// Makes the place of each element reach over all that stands in it.
    pub(super) fn widen(&mut self) {
        for at in (0..self.0.len()).rev() {
            let (start, end) = self.0[at].place;
            let Some(parent) = self.0[at].parent else { continue };
            let above = &mut self.get_mut(parent).place;
            *above = (above.0.min(start), above.1.max(end));
        }
    }
}
