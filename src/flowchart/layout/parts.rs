//! In: a chart. Out: its unconnected parts in source order, and parts of parts when a sheet cannot
//! hold one.

use crate::flowchart::{Chart, ChartDirection, EdgeEnd, EdgeStyle};
use std::collections::{BTreeMap, BTreeSet};

/// What a layout places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Vertex {
    /// A box, by node.
    Node(usize),
    /// A ringed letter for an edge that goes on elsewhere.
    Connector(usize),
}

/// An edge, or the piece of it on one sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PartEdge {
    /// Index into the chart's edges.
    pub edge: usize,
    /// Index into the part's vertices.
    pub from: usize,
    /// Index into the part's vertices.
    pub to: usize,
    /// Whether the edge has a label and it stands here.
    pub label: bool,
}

/// What is laid out together.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct ChartPart {
    /// Boxes in source order, then rings.
    pub vertices: Vec<Vertex>,
    /// Edges in source order.
    pub edges: Vec<PartEdge>,
}

/// The boxes that an edge's ends stand for: a frame is stood for by its last box where a line
/// leaves and by its first box where one enters; `None` where a frame is empty.
pub(super) fn edge_nodes(chart: &Chart, edge: usize) -> Option<(usize, usize)> {
    let edge = &chart.edges[edge];
    let from = match edge.from {
        EdgeEnd::Node(node) => node,
        EdgeEnd::Subgraph(group) => {
            (0..chart.nodes.len()).rfind(|&node| node_in_subgraph(chart, node, group))?
        }
    };
    let to = match edge.to {
        EdgeEnd::Node(node) => node,
        EdgeEnd::Subgraph(group) => {
            (0..chart.nodes.len()).find(|&node| node_in_subgraph(chart, node, group))?
        }
    };
    Some((from, to))
}

/// Whether a box stands in a frame, however deep.
pub(in crate::flowchart) fn node_in_subgraph(chart: &Chart, node: usize, group: usize) -> bool {
    enclosing_subgraphs(chart, chart.nodes[node].subgraph).contains(&group)
}

/// A frame and the frames around it, innermost first.
pub(super) fn enclosing_subgraphs(chart: &Chart, group: Option<usize>) -> Vec<usize> {
    let mut groups = vec![];
    let mut next = group;
    while let Some(group) = next {
        if groups.contains(&group) {
            break;
        }
        groups.push(group);
        next = chart.subgraphs[group].parent;
    }
    groups
}

/// Falls a chart apart: boxes that a line or a frame ties together stay together.
pub(super) fn connected_parts(chart: &Chart) -> Vec<ChartPart> {
    let mut root: Vec<usize> = (0..chart.nodes.len()).collect();
    for (a, b) in (0..chart.edges.len()).filter_map(|edge| edge_nodes(chart, edge)) {
        join_roots(&mut root, a, b);
    }
    let mut first = BTreeMap::new();
    for (node, data) in chart.nodes.iter().enumerate() {
        for group in enclosing_subgraphs(chart, data.subgraph) {
            join_roots(&mut root, node, *first.entry(group).or_insert(node));
        }
    }
    let mut sets: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for node in 0..chart.nodes.len() {
        sets.entry(find_root(&root, node)).or_default().insert(node);
    }
    sets.into_values().map(|nodes| extract_part(chart, &nodes)).collect()
}

fn find_root(root: &[usize], mut node: usize) -> usize {
    while root[node] != node {
        node = root[node];
    }
    node
}

fn join_roots(root: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find_root(root, a), find_root(root, b));
    root[a.max(b)] = a.min(b);
}

/// The part of a chart that these boxes make up; an edge that leaves it ends at a ring.
pub(super) fn extract_part(chart: &Chart, nodes: &BTreeSet<usize>) -> ChartPart {
    let mut vertices: Vec<Vertex> = nodes.iter().map(|&node| Vertex::Node(node)).collect();
    let mut wires = vec![];
    let index: BTreeMap<usize, usize> =
        nodes.iter().enumerate().map(|(index, &node)| (node, index)).collect();
    for edge in 0..chart.edges.len() {
        let Some((from, to)) = edge_nodes(chart, edge) else { continue };
        let (ring, label) = (vertices.len(), chart.edges[edge].label.is_some());
        let wire = match (index.get(&from), index.get(&to)) {
            (Some(&from), Some(&to)) => PartEdge { edge, from, to, label },
            (None, None) => continue,
            _ if chart.edges[edge].style == EdgeStyle::Invisible => continue,
            (Some(&from), None) => PartEdge { edge, from, to: ring, label },
            (None, Some(&to)) => PartEdge { edge, from: ring, to, label: false },
        };
        if wire.from == ring || wire.to == ring {
            vertices.push(Vertex::Connector(edge));
        }
        wires.push(wire);
    }
    ChartPart { vertices, edges: wires }
}

impl ChartPart {
    /// Where its author wants it to run: as the innermost frame that holds all of it and has a
    /// direction, or as the chart. A line to a box outside makes that box a part of it.
    pub(super) fn direction(&self, chart: &Chart) -> ChartDirection {
        let nodes = self.nodes();
        let frames = nodes
            .first()
            .map(|&node| enclosing_subgraphs(chart, chart.nodes[node].subgraph))
            .unwrap_or_default();
        let holding = frames
            .into_iter()
            .filter(|&group| nodes.iter().all(|&node| node_in_subgraph(chart, node, group)));
        holding
            .filter_map(|group| chart.subgraphs[group].direction)
            .next()
            .unwrap_or(chart.direction)
    }

    /// Its boxes.
    pub(super) fn nodes(&self) -> BTreeSet<usize> {
        let node = |vertex: &Vertex| match vertex {
            Vertex::Node(node) => Some(*node),
            Vertex::Connector(_) => None,
        };
        self.vertices.iter().filter_map(node).collect()
    }

    /// The innermost frame of a vertex; a ring stands beside its box.
    pub(super) fn subgraph(&self, chart: &Chart, vertex: usize) -> Option<usize> {
        match self.vertices[vertex] {
            Vertex::Node(node) => chart.nodes[node].subgraph,
            Vertex::Connector(edge) => {
                let (from, to) = edge_nodes(chart, edge)?;
                let inside = self.vertices.contains(&Vertex::Node(from));
                chart.nodes[if inside { from } else { to }].subgraph
            }
        }
    }
}
