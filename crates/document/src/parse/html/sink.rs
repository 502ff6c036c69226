//! Receives the calls of html5ever's tree builder: puts each element and text into the [`Dom`], with the
//! bytes it was read from.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use html5ever::tendril::StrTendril;
use html5ever::tree_builder::{ElemName, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::{Attribute, LocalName, Namespace, QualName};

use super::dom::{Dom, DomContent, DomId};

/// First byte and one past the last.
pub type ByteSpan = (usize, usize);

/// The tree under construction, and the current token.
pub struct DomSink {
    /// The tree.
    pub dom: RefCell<Dom>,
    /// Name of the current start tag until its element is made.
    tag: RefCell<Option<LocalName>>,
    /// Range of the current tag.
    place: Cell<ByteSpan>,
    /// Texts that the tree builder has taken and not yet put into the tree: it holds back text between rows.
    waiting: RefCell<VecDeque<(StrTendril, ByteSpan)>>,
    /// Cells for which a row was made up.
    pub rowless: RefCell<Vec<ByteSpan>>,
}

impl DomSink {
    /// Makes a tree with a root.
    pub fn new() -> Self {
        let mut dom = Dom::default();
        dom.add(DomContent::Other, (0, 0));
        Self {
            dom: RefCell::new(dom),
            tag: RefCell::new(None),
            place: Cell::new((0, 0)),
            waiting: RefCell::default(),
            rowless: RefCell::default(),
        }
    }

    /// Records that a tag comes next; `name` is given if it starts an element.
    pub fn begin(&self, name: Option<LocalName>, place: ByteSpan) {
        *self.tag.borrow_mut() = name;
        self.place.set(place);
    }

    /// Records that the tree builder is done with the tag. Returns whether it made the element.
    pub fn done(&self) -> bool {
        self.waiting.borrow_mut().clear();
        self.tag.borrow_mut().take().is_none()
    }

    /// Records that text comes next.
    pub fn text(&self, text: StrTendril, place: ByteSpan) {
        self.place.set((place.1, place.1));
        self.waiting.borrow_mut().push_back((text, place));
    }

    /// Returns the place of a text that the tree builder puts into the tree: it only splits and drops texts
    /// it was given.
    fn locate(&self, text: &str) -> ByteSpan {
        let mut waiting = self.waiting.borrow_mut();
        while let Some((whole, place)) = waiting.front_mut() {
            let Some(at) = whole.find(text) else {
                waiting.pop_front();
                continue;
            };
            let exact = place.1 - place.0 == whole.len();
            let found = if exact { (place.0 + at, place.0 + at + text.len()) } else { *place };
            if at + text.len() == whole.len() {
                waiting.pop_front();
            } else {
                place.0 = if exact { found.1 } else { place.0 };
                whole.pop_front((at + text.len()) as u32);
            }
            return found;
        }
        let (start, _) = self.place.get();
        (start, start)
    }

    fn add_node(&self, content: DomContent, place: ByteSpan) -> DomId {
        self.dom.borrow_mut().add(content, place)
    }

    fn node(&self, child: NodeOrText<DomId>) -> DomId {
        match child {
            NodeOrText::AppendNode(id) => id,
            NodeOrText::AppendText(text) => {
                let place = self.locate(&text);
                self.add_node(DomContent::Text(text), place)
            }
        }
    }

    /// Returns the place of a new element: its tag, or the start of the current token if the tree builder
    /// makes it up.
    fn place_of(&self, name: &LocalName) -> ByteSpan {
        let mut tag = self.tag.borrow_mut();
        let (start, end) = self.place.get();
        if tag.as_ref() == Some(name) {
            *tag = None;
            return (start, end);
        }
        if &**name == "tr" && tag.as_ref().is_some_and(|tag| matches!(&**tag, "td" | "th")) {
            self.rowless.borrow_mut().push((start, end));
        }
        (start, start)
    }
}

/// Name of an element, in the form that the tree builder needs.
#[derive(Debug)]
pub struct ElementName(QualName);

impl ElemName for ElementName {
    fn ns(&self) -> &Namespace {
        &self.0.ns
    }

    fn local_name(&self) -> &LocalName {
        &self.0.local
    }
}

impl TreeSink for DomSink {
    type Handle = DomId;
    type Output = Dom;
    type ElemName<'a> = ElementName;

    fn finish(self) -> Dom {
        self.dom.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> DomId {
        Dom::ROOT
    }

    fn elem_name<'a>(&'a self, target: &'a DomId) -> ElementName {
        match &self.dom.borrow().get(*target).content {
            DomContent::Element { name, .. } => ElementName(name.clone()),
            _ => ElementName(QualName::new(None, Namespace::default(), LocalName::default())),
        }
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> DomId {
        let place = self.place_of(&name.local);
        self.add_node(DomContent::Element { name, attributes }, place)
    }

    fn create_comment(&self, _: StrTendril) -> DomId {
        self.add_node(DomContent::Other, self.place.get())
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> DomId {
        self.add_node(DomContent::Other, self.place.get())
    }

    fn append(&self, parent: &DomId, child: NodeOrText<DomId>) {
        let child = self.node(child);
        self.dom.borrow_mut().append(*parent, child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &DomId,
        previous: &DomId,
        child: NodeOrText<DomId>,
    ) {
        if self.dom.borrow().parent(*element).is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &DomId) -> DomId {
        *target
    }

    fn same_node(&self, x: &DomId, y: &DomId) -> bool {
        x == y
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &DomId, child: NodeOrText<DomId>) {
        let child = self.node(child);
        self.dom.borrow_mut().insert_before(*sibling, child);
    }

    fn add_attrs_if_missing(&self, target: &DomId, more: Vec<Attribute>) {
        if let DomContent::Element { attributes, .. } =
            &mut self.dom.borrow_mut().get_mut(*target).content
        {
            // Only the language of a doubled `<html>` has a meaning here, and text may repeat it very often.
            let more = more.into_iter().filter(|a| &*a.name.local == "lang");
            for attribute in more {
                if !attributes.iter().any(|a| a.name == attribute.name) {
                    attributes.push(attribute);
                }
            }
        }
    }

    fn remove_from_parent(&self, target: &DomId) {
        self.dom.borrow_mut().detach(*target);
    }

    fn reparent_children(&self, node: &DomId, new_parent: &DomId) {
        self.dom.borrow_mut().reparent(*node, *new_parent);
    }

    fn allow_declarative_shadow_roots(&self, _: &DomId) -> bool {
        false
    }
}
