//! In: a chart. Out: where one goes from each of its boxes, for who walks through it.

use super::{Chart, Edge, EdgeEnd, EdgeHead, EdgeStyle};

/// A way out of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeExit {
    /// Index into [`Chart::edges`].
    pub edge: usize,
    /// The box it leads to; index into [`Chart::nodes`].
    pub to: usize,
}

/// The ways out of each box, in source order. A line to a frame leads to its first box; a line from
/// a frame is taken where nothing else leads on from a box in it.
pub fn node_exits(chart: &Chart) -> Vec<Vec<NodeExit>> {
    (0..chart.nodes.len())
        .map(|node| {
            let own = exits_from(chart, EdgeEnd::Node(node));
            let mut frame = chart.nodes[node].subgraph.filter(|_| own.is_empty());
            let mut found = own;
            while let Some(group) = frame.filter(|_| found.is_empty()) {
                found = exits_from(chart, EdgeEnd::Subgraph(group));
                frame = chart.subgraphs[group].parent;
            }
            found
        })
        .collect()
}

/// The box at which one begins: the first that no line leads to, or the first of all.
pub fn start_node(chart: &Chart) -> Option<usize> {
    let mut entered = vec![false; chart.nodes.len()];
    node_exits(chart).iter().flatten().for_each(|way| entered[way.to] = true);
    (0..entered.len()).find(|node| !entered[*node]).or((!entered.is_empty()).then_some(0))
}

/// Whether a line leads forth, back, or both.
pub(super) fn edge_directions(edge: &Edge) -> (bool, bool) {
    match (edge.style, edge.tail, edge.head) {
        (EdgeStyle::Invisible, _, _) => (false, false),
        (_, EdgeHead::None, _) => (true, false),
        (_, _, EdgeHead::None) => (false, true),
        _ => (true, true),
    }
}

fn exits_from(chart: &Chart, end: EdgeEnd) -> Vec<NodeExit> {
    let mut found = Vec::new();
    for (index, edge) in chart.edges.iter().enumerate() {
        let (forth, back) = edge_directions(edge);
        let forth = (forth && edge.from == end).then_some(edge.to);
        let back = (back && edge.to == end).then_some(edge.from);
        let to = forth.into_iter().chain(back).filter_map(|to| entry_node(chart, to));
        found.extend(to.map(|to| NodeExit { edge: index, to }));
    }
    found
}

/// The box at which one comes in.
fn entry_node(chart: &Chart, end: EdgeEnd) -> Option<usize> {
    match end {
        EdgeEnd::Node(node) => Some(node),
        EdgeEnd::Subgraph(group) => (0..chart.nodes.len())
            .find(|node| subgraph_contains(chart, chart.nodes[*node].subgraph, group)),
    }
}

fn subgraph_contains(chart: &Chart, inner: Option<usize>, outer: usize) -> bool {
    inner.is_some_and(|inner| {
        inner == outer || subgraph_contains(chart, chart.subgraphs[inner].parent, outer)
    })
}
