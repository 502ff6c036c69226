//! In: a chart. Out: where one goes from each of its boxes, for who walks through it.

use super::{Chart, Edge, End, Head, Line};

/// A way out of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Way {
    /// Index into [`Chart::edges`].
    pub edge: usize,
    /// The box it leads to; index into [`Chart::nodes`].
    pub to: usize,
}

/// The ways out of each box, in source order. A line to a frame leads to its first box; a line from
/// a frame is taken where nothing else leads on from a box in it.
pub fn ways(chart: &Chart) -> Vec<Vec<Way>> {
    (0..chart.nodes.len())
        .map(|node| {
            let own = from(chart, End::Node(node));
            let mut frame = chart.nodes[node].group.filter(|_| own.is_empty());
            let mut found = own;
            while let Some(group) = frame.filter(|_| found.is_empty()) {
                found = from(chart, End::Group(group));
                frame = chart.groups[group].parent;
            }
            found
        })
        .collect()
}

/// The box at which one begins: the first that no line leads to, or the first of all.
pub fn first(chart: &Chart) -> Option<usize> {
    let mut entered = vec![false; chart.nodes.len()];
    ways(chart).iter().flatten().for_each(|way| entered[way.to] = true);
    (0..entered.len()).find(|node| !entered[*node]).or((!entered.is_empty()).then_some(0))
}

/// Whether a line leads forth, back, or both.
pub(super) fn directions(edge: &Edge) -> (bool, bool) {
    match (edge.line, edge.tail, edge.head) {
        (Line::Invisible, _, _) => (false, false),
        (_, Head::None, _) => (true, false),
        (_, _, Head::None) => (false, true),
        _ => (true, true),
    }
}

fn from(chart: &Chart, end: End) -> Vec<Way> {
    let mut found = Vec::new();
    for (index, edge) in chart.edges.iter().enumerate() {
        let (forth, back) = directions(edge);
        let forth = (forth && edge.from == end).then_some(edge.to);
        let back = (back && edge.to == end).then_some(edge.from);
        let to = forth.into_iter().chain(back).filter_map(|to| entry(chart, to));
        found.extend(to.map(|to| Way { edge: index, to }));
    }
    found
}

/// The box at which one comes in.
fn entry(chart: &Chart, end: End) -> Option<usize> {
    match end {
        End::Node(node) => Some(node),
        End::Group(group) => {
            (0..chart.nodes.len()).find(|node| within(chart, chart.nodes[*node].group, group))
        }
    }
}

fn within(chart: &Chart, inner: Option<usize>, outer: usize) -> bool {
    inner.is_some_and(|inner| inner == outer || within(chart, chart.groups[inner].parent, outer))
}
