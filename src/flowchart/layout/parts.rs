//! In: a chart. Out: its unconnected parts in source order, and parts of parts when a sheet cannot
//! hold one.

use crate::flowchart::{Chart, Direction, End, Line};
use std::collections::{BTreeMap, BTreeSet};

/// What a layout places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Vertex {
    /// A box, by node.
    Box(usize),
    /// A ringed letter for an edge that goes on elsewhere.
    Ring(usize),
}

/// An edge, or the piece of it on one sheet.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Wire {
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
pub(super) struct Part {
    /// Boxes in source order, then rings.
    pub vertices: Vec<Vertex>,
    /// Edges in source order.
    pub wires: Vec<Wire>,
}

/// The boxes that an edge's ends stand for: a frame is stood for by its last box where a line
/// leaves and by its first box where one enters; `None` where a frame is empty.
pub(super) fn ends(chart: &Chart, edge: usize) -> Option<(usize, usize)> {
    let edge = &chart.edges[edge];
    let from = match edge.from {
        End::Node(node) => node,
        End::Group(group) => (0..chart.nodes.len()).rfind(|&node| within(chart, node, group))?,
    };
    let to = match edge.to {
        End::Node(node) => node,
        End::Group(group) => (0..chart.nodes.len()).find(|&node| within(chart, node, group))?,
    };
    Some((from, to))
}

/// Whether a box stands in a frame, however deep.
pub(in crate::flowchart) fn within(chart: &Chart, node: usize, group: usize) -> bool {
    around(chart, chart.nodes[node].group).contains(&group)
}

/// A frame and the frames around it, innermost first.
pub(super) fn around(chart: &Chart, group: Option<usize>) -> Vec<usize> {
    let mut groups = vec![];
    let mut next = group;
    while let Some(group) = next {
        if groups.contains(&group) {
            break;
        }
        groups.push(group);
        next = chart.groups[group].parent;
    }
    groups
}

/// Falls a chart apart: boxes that a line or a frame ties together stay together.
pub(super) fn parts(chart: &Chart) -> Vec<Part> {
    let mut root: Vec<usize> = (0..chart.nodes.len()).collect();
    for (a, b) in (0..chart.edges.len()).filter_map(|edge| ends(chart, edge)) {
        join(&mut root, a, b);
    }
    let mut first = BTreeMap::new();
    for (node, data) in chart.nodes.iter().enumerate() {
        for group in around(chart, data.group) {
            join(&mut root, node, *first.entry(group).or_insert(node));
        }
    }
    let mut sets: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for node in 0..chart.nodes.len() {
        sets.entry(find(&root, node)).or_default().insert(node);
    }
    sets.into_values().map(|nodes| part(chart, &nodes)).collect()
}

fn find(root: &[usize], mut node: usize) -> usize {
    while root[node] != node {
        node = root[node];
    }
    node
}

fn join(root: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(root, a), find(root, b));
    root[a.max(b)] = a.min(b);
}

/// The part of a chart that these boxes make up; an edge that leaves it ends at a ring.
pub(super) fn part(chart: &Chart, nodes: &BTreeSet<usize>) -> Part {
    let mut vertices: Vec<Vertex> = nodes.iter().map(|&node| Vertex::Box(node)).collect();
    let mut wires = vec![];
    let index: BTreeMap<usize, usize> =
        nodes.iter().enumerate().map(|(index, &node)| (node, index)).collect();
    for edge in 0..chart.edges.len() {
        let Some((from, to)) = ends(chart, edge) else { continue };
        let (ring, label) = (vertices.len(), chart.edges[edge].label.is_some());
        let wire = match (index.get(&from), index.get(&to)) {
            (Some(&from), Some(&to)) => Wire { edge, from, to, label },
            (None, None) => continue,
            _ if chart.edges[edge].line == Line::Invisible => continue,
            (Some(&from), None) => Wire { edge, from, to: ring, label },
            (None, Some(&to)) => Wire { edge, from: ring, to, label: false },
        };
        if wire.from == ring || wire.to == ring {
            vertices.push(Vertex::Ring(edge));
        }
        wires.push(wire);
    }
    Part { vertices, wires }
}

impl Part {
    /// Where its author wants it to run: as the innermost frame that holds all of it and has a
    /// direction, or as the chart. A line to a box outside makes that box a part of it.
    pub(super) fn direction(&self, chart: &Chart) -> Direction {
        let nodes = self.nodes();
        let frames =
            nodes.first().map(|&node| around(chart, chart.nodes[node].group)).unwrap_or_default();
        let holding = frames
            .into_iter()
            .filter(|&group| nodes.iter().all(|&node| within(chart, node, group)));
        holding.filter_map(|group| chart.groups[group].direction).next().unwrap_or(chart.direction)
    }

    /// Its boxes.
    pub(super) fn nodes(&self) -> BTreeSet<usize> {
        let node = |vertex: &Vertex| match vertex {
            Vertex::Box(node) => Some(*node),
            Vertex::Ring(_) => None,
        };
        self.vertices.iter().filter_map(node).collect()
    }

    /// The innermost frame of a vertex; a ring stands beside its box.
    pub(super) fn group(&self, chart: &Chart, vertex: usize) -> Option<usize> {
        match self.vertices[vertex] {
            Vertex::Box(node) => chart.nodes[node].group,
            Vertex::Ring(edge) => {
                let (from, to) = ends(chart, edge)?;
                let inside = self.vertices.contains(&Vertex::Box(from));
                chart.nodes[if inside { from } else { to }].group
            }
        }
    }
}
