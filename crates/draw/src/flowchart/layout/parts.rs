//! Finds the unconnected parts of a chart. In: a chart. Out: its unconnected parts in source order,
//! and parts of these if a sheet cannot hold one.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Chart, ChartDirection};

/// A vertex of a part: something that a layout places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Vertex {
    /// Index of a box.
    Node(usize),
    /// Index of an edge that continues elsewhere; drawn as a ringed letter.
    Connector(usize),
}

/// An edge, or the piece of it on one sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartEdge {
    /// Index into the chart's edges.
    pub edge: usize,
    /// Index into the part's vertices.
    pub from: usize,
    /// Index into the part's vertices.
    pub to: usize,
    /// True if the edge has a label, and the label is in this part.
    pub label: bool,
}

impl PartEdge {
    /// Returns the vertex that the edge leaves, or the one that it enters.
    pub fn end(&self, leaving: bool) -> usize {
        if leaving { self.from } else { self.to }
    }

    /// True if it returns to the box it leaves.
    pub fn is_loop(&self) -> bool {
        self.from == self.to
    }
}

/// Boxes and edges that are laid out together.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChartPart {
    /// Boxes in source order, then connectors.
    pub vertices: Vec<Vertex>,
    /// Edges in source order.
    pub edges: Vec<PartEdge>,
}

/// Returns the unconnected parts of a chart: boxes that a line or a subgraph ties together stay
/// together.
pub fn connected_parts(chart: &Chart) -> Vec<ChartPart> {
    let mut sets = NodeSets((0..chart.nodes.len()).collect());
    for (a, b) in (0..chart.edges.len()).filter_map(|edge| chart.edge_nodes(edge)) {
        sets.join(a, b);
    }
    for subgraph in 0..chart.subgraphs.len() {
        if let Some(first) = chart.nodes_within(subgraph).next() {
            chart.nodes_within(subgraph).for_each(|node| sets.join(node, first));
        }
    }
    sets.into_sets().iter().map(|nodes| extract_part(chart, nodes)).collect()
}

/// Disjoint sets of boxes: each box points to another of its set, and the chain ends at the first.
struct NodeSets(Vec<usize>);

impl NodeSets {
    fn root(&self, mut node: usize) -> usize {
        while self.0[node] != node {
            node = self.0[node];
        }
        node
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }

    fn into_sets(self) -> Vec<BTreeSet<usize>> {
        let mut sets = BTreeMap::<usize, BTreeSet<usize>>::new();
        for node in 0..self.0.len() {
            sets.entry(self.root(node)).or_default().insert(node);
        }
        sets.into_values().collect()
    }
}

/// Returns the part of a chart that consists of these boxes; an edge that leaves it ends at a
/// connector.
pub fn extract_part(chart: &Chart, nodes: &BTreeSet<usize>) -> ChartPart {
    let vertices = nodes.iter().map(|&node| Vertex::Node(node)).collect();
    let mut part = ChartPart { vertices, edges: vec![] };
    let index: BTreeMap<usize, usize> =
        nodes.iter().enumerate().map(|(index, &node)| (node, index)).collect();
    for edge in 0..chart.edges.len() {
        if let Some((from, to)) = chart.edge_nodes(edge) {
            part.add_edge(chart, edge, index.get(&from).copied(), index.get(&to).copied());
        }
    }
    part
}

impl ChartPart {
    /// Adds an edge of the chart with the given ends. An end outside the part is replaced by a new
    /// connector; an edge with both ends outside is left out.
    fn add_edge(&mut self, chart: &Chart, edge: usize, from: Option<usize>, to: Option<usize>) {
        let connector = self.vertices.len();
        let labelled = chart.edges[edge].label.is_some();
        let (from, to, label) = match (from, to) {
            (Some(from), Some(to)) => (from, to, labelled),
            (None, None) => return,
            (Some(_), None) | (None, Some(_)) if !chart.is_drawn(edge) => return,
            (Some(from), None) => (from, connector, labelled),
            (None, Some(to)) => (connector, to, false),
        };
        if from == connector || to == connector {
            self.vertices.push(Vertex::Connector(edge));
        }
        self.edges.push(PartEdge { edge, from, to, label });
    }

    /// Returns the direction that the author wants for it: that of the innermost subgraph that
    /// holds all of it and has a direction, or that of the chart. A line to a box outside the
    /// subgraph makes that box belong to the part.
    pub fn direction(&self, chart: &Chart) -> ChartDirection {
        let nodes = self.nodes();
        let first = nodes.first().and_then(|&node| chart.nodes[node].subgraph);
        let holds_all =
            |subgraph: &usize| nodes.iter().all(|&node| chart.node_within(node, *subgraph));
        let holding = chart.enclosing_subgraphs(first).into_iter().filter(holds_all);
        let mut directions = holding.filter_map(|subgraph| chart.subgraphs[subgraph].direction);
        directions.next().unwrap_or(chart.direction)
    }

    /// Returns its boxes.
    pub fn nodes(&self) -> BTreeSet<usize> {
        self.vertices.iter().filter_map(|vertex| vertex.node()).collect()
    }

    /// Returns the innermost subgraph of a vertex; for a connector, that of its box.
    pub fn subgraph(&self, chart: &Chart, vertex: usize) -> Option<usize> {
        let node = match self.vertices[vertex] {
            Vertex::Node(node) => node,
            Vertex::Connector(edge) => {
                let (from, to) = chart.edge_nodes(edge)?;
                if self.vertices.contains(&Vertex::Node(from)) { from } else { to }
            }
        };
        chart.nodes[node].subgraph
    }
}

impl Vertex {
    /// Returns the node, if it is a box.
    pub fn node(self) -> Option<usize> {
        match self {
            Self::Node(node) => Some(node),
            Self::Connector(_) => None,
        }
    }
}
