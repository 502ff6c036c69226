//! What has been read of a chart so far: names are not resolved, since a line may lead to a
//! subgraph that comes later.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::super::{Chart, ChartDirection, Edge, EdgeEnd, Node, NodeShape, Subgraph, codes};
use super::link::LooseEdge;
use super::reader::{ParseResult, parse_error};
use super::{MAX_DEPTH, MAX_EDGES, MAX_NODES};

/// A chart in the making. The ends of its lines are all [`End::Node`] and mean slots.
#[derive(Default)]
pub(super) struct ChartDraft {
    pub(super) direction: ChartDirection,
    pub(super) slots: Vec<NameSlot>,
    pub(super) slot_of: HashMap<String, usize>,
    pub(super) edges: Vec<Edge>,
    pub(super) edge_ids: HashSet<String>,
    pub(super) subgraphs: Vec<Subgraph>,
    pub(super) subgraph_of: HashMap<String, usize>,
    /// Subgraphs that are not closed yet, outer before inner.
    pub(super) open: Vec<usize>,
    /// Name, its place, address.
    pub(super) clicks: Vec<(String, Range<usize>, String)>,
    /// Name and its place.
    pub(super) waits: Vec<(String, Range<usize>)>,
    /// Name, its place, anchor.
    pub(super) leads: Vec<(String, Range<usize>, String)>,
}

/// A name that stands for a box, or, as it may turn out, for a subgraph.
pub(super) struct NameSlot {
    pub(super) node: Node,
    /// Whether label and shape were written.
    pub(super) given: (bool, bool),
    /// The subgraphs in which it was named, and where.
    pub(super) inside: Vec<(usize, Range<usize>)>,
    /// Where it was named without a line.
    pub(super) alone: Option<Range<usize>>,
}

impl ChartDraft {
    /// The slot of a name at `place`.
    pub(super) fn mention(&mut self, id: &str, place: Range<usize>) -> ParseResult<usize> {
        let slot = match self.slot_of.get(id) {
            Some(&slot) => slot,
            None => self.add_slot(id, place.clone())?,
        };
        if let Some(&group) = self.open.last() {
            self.settle_slot(slot, group);
            let inside = &mut self.slots[slot].inside;
            if inside.last().is_none_or(|(last, _)| *last != group) {
                inside.push((group, place));
            }
        }
        Ok(slot)
    }

    fn add_slot(&mut self, id: &str, place: Range<usize>) -> ParseResult<usize> {
        if self.slots.len() == MAX_NODES {
            let message = format!("the chart has more than {MAX_NODES} boxes");
            return Err(parse_error(
                codes::TOO_LARGE,
                place,
                message,
                "split it into several charts",
            ));
        }
        let node = Node {
            id: id.to_owned(),
            label: id.to_owned(),
            shape: NodeShape::Rectangle,
            subgraph: None,
            link: None,
            place,
        };
        self.slot_of.insert(id.to_owned(), self.slots.len());
        self.slots.push(NameSlot { node, given: (false, false), inside: Vec::new(), alone: None });
        Ok(self.slots.len() - 1)
    }

    /// Like Mermaid, a box stands in the first subgraph to be closed of those that name it.
    fn settle_slot(&mut self, slot: usize, group: usize) {
        let node = &mut self.slots[slot].node;
        if node.subgraph.is_none_or(|settled| self.open.contains(&settled)) {
            node.subgraph = Some(group);
        }
    }

    /// Gives a box the label that is written at `place`.
    pub(super) fn set_label(
        &mut self,
        slot: usize,
        label: String,
        place: Range<usize>,
    ) -> ParseResult<()> {
        let NameSlot { node, given, .. } = &mut self.slots[slot];
        if given.0 && node.label != label {
            let message = format!("`{}` already has another label", node.id);
            return Err(parse_error(
                codes::NAME,
                place,
                message,
                "give each box its own name, and its label only once",
            ));
        }
        (node.label, given.0) = (label, true);
        Ok(())
    }

    /// Gives a box the shape that is written at `place`.
    pub(super) fn set_shape(
        &mut self,
        slot: usize,
        shape: NodeShape,
        place: Range<usize>,
    ) -> ParseResult<()> {
        let NameSlot { node, given, .. } = &mut self.slots[slot];
        if given.1 && node.shape != shape {
            let message = format!("`{}` already has another shape", node.id);
            return Err(parse_error(
                codes::NAME,
                place,
                message,
                "give each box its own name, and its shape only once",
            ));
        }
        (node.shape, given.1) = (shape, true);
        Ok(())
    }

    /// Ties each of `from` to each of `to`.
    pub(super) fn add_edges(
        &mut self,
        from: &[usize],
        to: &[usize],
        link: &LooseEdge,
    ) -> ParseResult<()> {
        for &from in from {
            for &to in to {
                if self.edges.len() == MAX_EDGES {
                    let message = format!("the chart has more than {MAX_EDGES} lines");
                    let hint = "split it into several charts";
                    return Err(parse_error(codes::TOO_LARGE, link.place.clone(), message, hint));
                }
                self.edges.push(link.between(EdgeEnd::Node(from), EdgeEnd::Node(to)));
            }
        }
        Ok(())
    }

    /// Opens a subgraph whose name and title are not known yet.
    pub(super) fn open_subgraph(&mut self, place: Range<usize>) -> ParseResult<usize> {
        if self.open.len() == MAX_DEPTH {
            let message = format!("subgraphs are nested more than {MAX_DEPTH} deep");
            return Err(parse_error(codes::TOO_LARGE, place, message, "use fewer subgraphs"));
        }
        let parent = self.open.last().copied();
        self.open.push(self.subgraphs.len());
        self.subgraphs.push(Subgraph {
            id: String::new(),
            title: String::new(),
            direction: None,
            parent,
            place,
        });
        Ok(self.subgraphs.len() - 1)
    }

    /// Names a subgraph.
    pub(super) fn name_subgraph(
        &mut self,
        group: usize,
        id: &str,
        place: Range<usize>,
    ) -> ParseResult<()> {
        self.subgraphs[group].id = id.to_owned();
        if id.is_empty() {
            return Ok(());
        }
        if let Some(&first) = self.subgraph_of.get(id) {
            let message = match self.open.contains(&first) {
                true => format!("subgraph `{id}` stands inside itself"),
                false => format!("there are two subgraphs `{id}`"),
            };
            return Err(parse_error(
                codes::NAME,
                place,
                message,
                "give each subgraph its own name",
            ));
        }
        self.subgraph_of.insert(id.to_owned(), group);
        Ok(())
    }

    /// Whether `group` is `outer` or stands in it.
    pub(super) fn is_within(&self, group: usize, outer: usize) -> bool {
        std::iter::successors(Some(group), |&group| self.subgraphs[group].parent)
            .any(|group| group == outer)
    }

    /// A chart without its names resolved.
    pub(super) fn into_chart(self) -> Chart {
        let nodes = self.slots.into_iter().map(|slot| slot.node).collect();
        let (direction, edges, groups) = (self.direction, self.edges, self.subgraphs);
        Chart { direction, nodes, edges, subgraphs: groups, waits: Vec::new(), leads: Vec::new() }
    }
}
