//! Lists the exits of each box of a chart: the lines that leave it, and the boxes they lead to.

use std::iter::once;

use super::{Chart, Edge, EdgeEnd, EdgeHead, EdgeStyle, Node};

/// An exit of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NodeExit {
    /// Index into [`Chart::edges`].
    pub edge: usize,
    /// Box it leads to; index into [`Chart::nodes`].
    pub to: usize,
}

/// Returns the exits of each box, in source order. A line to a subgraph leads to its first box. A
/// line from a subgraph is taken from a box in it that has no other exit.
pub fn node_exits(chart: &Chart) -> Vec<Vec<NodeExit>> {
    let exits_of = |(node, own): (usize, &Node)| {
        let around = chart.enclosing_subgraphs(own.subgraph);
        let ends = once(EdgeEnd::Node(node)).chain(around.into_iter().map(EdgeEnd::Subgraph));
        let mut exits = ends.map(|end| exits_from(chart, end));
        exits.find(|exits| !exits.is_empty()).unwrap_or_default()
    };
    chart.nodes.iter().enumerate().map(exits_of).collect()
}

/// Returns the box at which a walk begins: the first that no line leads to, or the first of all.
pub fn start_node(chart: &Chart) -> Option<usize> {
    let mut entered = vec![false; chart.nodes.len()];
    node_exits(chart).iter().flatten().for_each(|exit| entered[exit.to] = true);
    (0..entered.len()).find(|node| !entered[*node]).or((!entered.is_empty()).then_some(0))
}

impl Edge {
    /// True if a walk may follow it from its beginning to its end.
    pub fn leads_forth(&self) -> bool {
        match (self.style, self.tail) {
            (EdgeStyle::Invisible, _) => false,
            (_, EdgeHead::None) => true,
            (_, EdgeHead::Arrow | EdgeHead::Cross | EdgeHead::Circle) => {
                self.head != EdgeHead::None
            }
        }
    }

    /// True if a walk may follow it from its end to its beginning.
    pub fn leads_back(&self) -> bool {
        self.is_drawn() && self.tail != EdgeHead::None
    }

    /// Returns the ends that a walk may reach along it from one of its ends.
    fn targets_from(&self, end: EdgeEnd) -> [Option<EdgeEnd>; 2] {
        [
            (self.leads_forth() && self.from == end).then_some(self.to),
            (self.leads_back() && self.to == end).then_some(self.from),
        ]
    }
}

fn exits_from(chart: &Chart, end: EdgeEnd) -> Vec<NodeExit> {
    let mut exits = Vec::new();
    for (index, edge) in chart.edges.iter().enumerate() {
        let targets = edge.targets_from(end).into_iter().flatten();
        let targets = targets.filter_map(|to| chart.entry_node(to));
        exits.extend(targets.map(|to| NodeExit { edge: index, to }));
    }
    exits
}
