//! A chart that is being read. Names are not resolved yet, since a line may lead to a subgraph that
//! comes later.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::super::{Chart, ChartDirection, Edge, EdgeEnd, Node, NodeShape, Subgraph};
use super::link::LooseEdge;
use super::reader::{ParseError, ParseResult, name_error, too_large_error};
use super::{MAX_DEPTH, MAX_EDGES, MAX_NODES};

/// A chart in the making. The ends of its lines are all [`EdgeEnd::Node`] with the index of a slot.
#[derive(Default)]
pub struct ChartDraft {
    pub title: String,
    pub direction: ChartDirection,
    pub slots: Vec<NameSlot>,
    pub slot_of: HashMap<String, usize>,
    pub edges: Vec<Edge>,
    pub edge_ids: HashSet<String>,
    pub subgraphs: Vec<Subgraph>,
    pub subgraph_of: HashMap<String, usize>,
    /// Subgraphs that are not closed yet, outer before inner.
    pub open: Vec<usize>,
    pub references: NodeReferences,
}

/// Boxes named in separate statements, such as `click`.
#[derive(Default)]
pub struct NodeReferences {
    /// Boxes of `click` lines, with their addresses.
    pub clicks: Vec<(WrittenName, String)>,
    pub waits: Vec<WrittenName>,
    /// Names in `style` lines.
    pub styles: Vec<WrittenName>,
    /// Boxes with the anchors that they lead to.
    pub leads: Vec<(WrittenName, String)>,
}

/// A name and its place in the text.
pub struct WrittenName {
    pub name: String,
    pub place: Range<usize>,
}

impl WrittenName {
    /// Returns the name that begins at a byte.
    pub fn new(name: &str, at: usize) -> Self {
        Self { name: name.to_owned(), place: at..at + name.len() }
    }
}

/// A name of a box, which may turn out to be the name of a subgraph.
pub struct NameSlot {
    pub node: Node,
    /// True if its label was written.
    pub labelled: bool,
    /// True if its shape was written.
    pub shaped: bool,
    /// True if its settings name its shape.
    pub named: bool,
    /// Subgraphs in which it was named, with the places.
    pub inside: Vec<(usize, Range<usize>)>,
    /// Place at which it was named without a line.
    pub alone: Option<Range<usize>>,
}

impl NameSlot {
    fn new(id: &str, place: Range<usize>) -> Self {
        let (id, label) = (id.to_owned(), id.to_owned());
        let node =
            Node { id, label, shape: NodeShape::Rectangle, subgraph: None, link: None, place };
        let (labelled, shaped, named) = (false, false, false);
        Self { node, labelled, shaped, named, inside: Vec::new(), alone: None }
    }
}

impl ChartDraft {
    /// Returns the slot of a name at `place`.
    pub fn mention(&mut self, id: &str, place: Range<usize>) -> ParseResult<usize> {
        let slot = match self.slot_of.get(id) {
            Some(&slot) => slot,
            None => self.add_slot(id, place.clone())?,
        };
        if let Some(&subgraph) = self.open.last() {
            // As in Mermaid, a box belongs to the first subgraph to be closed of those that name
            // it.
            let node = &mut self.slots[slot].node;
            if node.subgraph.is_none_or(|settled| self.open.contains(&settled)) {
                node.subgraph = Some(subgraph);
            }
            let inside = &mut self.slots[slot].inside;
            if inside.last().is_none_or(|(last, _)| *last != subgraph) {
                inside.push((subgraph, place));
            }
        }
        Ok(slot)
    }

    fn add_slot(&mut self, id: &str, place: Range<usize>) -> ParseResult<usize> {
        let slot = self.slots.len();
        if slot == MAX_NODES {
            return Err(too_many_error(place, MAX_NODES, "boxes"));
        }
        self.slot_of.insert(id.to_owned(), slot);
        self.slots.push(NameSlot::new(id, place));
        Ok(slot)
    }

    /// Gives a box the label at `place`.
    pub fn set_label(
        &mut self,
        slot: usize,
        label: String,
        place: Range<usize>,
    ) -> ParseResult<()> {
        let NameSlot { node, labelled, .. } = &mut self.slots[slot];
        if *labelled && node.label != label {
            return Err(second_value_error(node, "label", place));
        }
        (node.label, *labelled) = (label, true);
        Ok(())
    }

    /// Gives a box the shape at `place`.
    pub fn set_shape(
        &mut self,
        slot: usize,
        shape: NodeShape,
        place: Range<usize>,
    ) -> ParseResult<()> {
        let NameSlot { node, shaped, .. } = &mut self.slots[slot];
        if *shaped && node.shape != shape {
            return Err(second_value_error(node, "shape", place));
        }
        (node.shape, *shaped) = (shape, true);
        Ok(())
    }

    /// Gives a box the shape in its settings at `place`, which overrides that of its brackets.
    pub fn override_shape(
        &mut self,
        slot: usize,
        shape: NodeShape,
        place: Range<usize>,
    ) -> ParseResult<()> {
        let NameSlot { node, shaped, named, .. } = &mut self.slots[slot];
        if *named && node.shape != shape {
            return Err(second_value_error(node, "shape", place));
        }
        (node.shape, *shaped, *named) = (shape, true, true);
        Ok(())
    }

    /// Ties each of `from` to each of `to`.
    pub fn add_edges(&mut self, from: &[usize], to: &[usize], link: &LooseEdge) -> ParseResult<()> {
        for &from in from {
            for &to in to {
                self.add_edge(link.between(EdgeEnd::Node(from), EdgeEnd::Node(to)))?;
            }
        }
        Ok(())
    }

    fn add_edge(&mut self, edge: Edge) -> ParseResult<()> {
        if self.edges.len() == MAX_EDGES {
            return Err(too_many_error(edge.place, MAX_EDGES, "lines"));
        }
        self.edges.push(edge);
        Ok(())
    }

    /// Opens a subgraph whose name and title are not known yet.
    pub fn open_subgraph(&mut self, place: Range<usize>) -> ParseResult<usize> {
        if self.open.len() == MAX_DEPTH {
            let message = format!("subgraphs are nested more than {MAX_DEPTH} deep");
            return Err(too_large_error(place, message, "use fewer subgraphs"));
        }
        let (index, parent) = (self.subgraphs.len(), self.open.last().copied());
        let (id, title) = (String::new(), String::new());
        self.open.push(index);
        self.subgraphs.push(Subgraph { id, title, direction: None, parent, place });
        Ok(index)
    }

    /// Names a subgraph.
    pub fn name_subgraph(&mut self, subgraph: usize, name: WrittenName) -> ParseResult<()> {
        let WrittenName { name, place } = name;
        self.subgraphs[subgraph].id.clone_from(&name);
        if let Some(first) = self.subgraph_of.get(&name) {
            let message = match self.open.contains(first) {
                true => format!("subgraph `{name}` is inside itself"),
                false => format!("two subgraphs are named `{name}`"),
            };
            return Err(name_error(place, message, "give each subgraph its own name"));
        }
        if !name.is_empty() {
            self.subgraph_of.insert(name, subgraph);
        }
        Ok(())
    }

    /// True if `subgraph` is `outer` or is inside it.
    pub fn is_within(&self, subgraph: usize, outer: usize) -> bool {
        std::iter::successors(Some(subgraph), |&inner| self.subgraphs[inner].parent)
            .any(|subgraph| subgraph == outer)
    }

    /// Returns the chart without its names resolved; a sign has no words unless its author wrote
    /// some.
    pub fn into_chart(self) -> Chart {
        let into_node = |slot: NameSlot| match slot.node.shape {
            NodeShape::Figure(figure) if figure.is_sign() && !slot.labelled => {
                Node { label: String::new(), ..slot.node }
            }
            _ => slot.node,
        };
        let nodes = self.slots.into_iter().map(into_node).collect();
        let (edges, subgraphs) = (self.edges, self.subgraphs);
        let (title, direction) = (self.title, self.direction);
        Chart { title, direction, nodes, edges, subgraphs, ..Chart::default() }
    }
}

fn second_value_error(node: &Node, what: &str, place: Range<usize>) -> ParseError {
    let message = format!("`{}` already has another {what}", node.id);
    let hint = format!("give each box its own name, and its {what} only once");
    name_error(place, message, &hint)
}

fn too_many_error(place: Range<usize>, limit: usize, what: &str) -> ParseError {
    let message = format!("the chart has more than {limit} {what}");
    too_large_error(place, message, "split it into several charts")
}
