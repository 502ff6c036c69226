//! In: a chart. Out: which box leads to which. A line to a frame leads to all boxes in it, a line
//! from a frame leads on from each of them.

use super::super::exits::edge_directions;
use super::super::{Chart, EdgeEnd, EdgeHead};

/// The ways through a chart. Vertices are its boxes, then the entry and the exit of each frame.
pub(super) struct ChartFlow {
    /// Where a player can go; along lines without heads in both directions.
    pub(super) ways: Vec<Vec<usize>>,
    /// The same along the lines only.
    pub(super) onward: Vec<Vec<usize>>,
    /// How many ways lead to each vertex.
    pub(super) entries: Vec<usize>,
    /// The lines that lead out of each box itself.
    pub(super) exits: Vec<Vec<usize>>,
    /// Boxes that lead to another place of the book.
    pub(super) leaves: Vec<bool>,
    nodes: usize,
    subgraphs: usize,
}

impl ChartFlow {
    /// The ways through `chart`.
    pub(super) fn of(chart: &Chart) -> ChartFlow {
        let (nodes, groups) = (chart.nodes.len(), chart.subgraphs.len());
        let count = nodes + 2 * groups;
        let mut leaves: Vec<bool> = chart.nodes.iter().map(|node| node.link.is_some()).collect();
        chart.leads.iter().for_each(|(node, _)| leaves[*node] = true);
        let (ways, onward) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        let mut flow = ChartFlow {
            ways,
            onward,
            entries: vec![0; count],
            exits: vec![Vec::new(); nodes],
            leaves,
            nodes,
            subgraphs: groups,
        };
        flow.follow_edges(chart);
        flow.follow_subgraphs(chart);
        flow
    }

    fn follow_edges(&mut self, chart: &Chart) {
        for (index, edge) in chart.edges.iter().enumerate() {
            let (forth, back) = edge_directions(edge);
            if forth {
                self.add_way(edge.from, edge.to, index);
            }
            if back {
                self.add_way(edge.to, edge.from, index);
            }
            if forth && !back && edge.head == EdgeHead::None {
                let (from, to) = (self.exit(edge.to), self.entry(edge.from));
                self.ways[from].push(to);
            }
        }
    }

    fn add_way(&mut self, from: EdgeEnd, to: EdgeEnd, edge: usize) {
        if let EdgeEnd::Node(node) = from {
            self.exits[node].push(edge);
        }
        let (from, to) = (self.exit(from), self.entry(to));
        self.join_vertices(from, to);
    }

    fn join_vertices(&mut self, from: usize, to: usize) {
        self.ways[from].push(to);
        self.onward[from].push(to);
        self.entries[to] += 1;
    }

    fn entry(&self, end: EdgeEnd) -> usize {
        match end {
            EdgeEnd::Node(node) => node,
            EdgeEnd::Subgraph(group) => self.nodes + group,
        }
    }

    fn exit(&self, end: EdgeEnd) -> usize {
        match end {
            EdgeEnd::Node(node) => node,
            EdgeEnd::Subgraph(group) => self.nodes + self.subgraphs + group,
        }
    }

    /// Ties frames to what stands in them, if lines lead to or from them. Outer frames come first.
    fn follow_subgraphs(&mut self, chart: &Chart) {
        let mut tied = Vec::with_capacity(self.subgraphs);
        for (group, frame) in chart.subgraphs.iter().enumerate() {
            let (entry, exit) =
                (self.entry(EdgeEnd::Subgraph(group)), self.exit(EdgeEnd::Subgraph(group)));
            let outer: (bool, bool) = frame.parent.map_or((false, false), |parent| tied[parent]);
            tied.push((outer.0 || self.entries[entry] > 0, outer.1 || !self.ways[exit].is_empty()));
            if let Some(parent) = frame.parent {
                self.nest_in(outer, (entry, exit), parent);
            }
        }
        for (index, node) in chart.nodes.iter().enumerate() {
            if let Some(group) = node.subgraph {
                self.nest_in(tied[group], (index, index), group);
            }
        }
    }

    fn nest_in(&mut self, tied: (bool, bool), (entry, exit): (usize, usize), outer: usize) {
        if tied.0 {
            self.join_vertices(self.nodes + outer, entry);
        }
        if tied.1 {
            self.join_vertices(exit, self.nodes + self.subgraphs + outer);
        }
    }

    /// Whether nothing leads on from a box.
    pub(super) fn is_end(&self, node: usize) -> bool {
        self.onward[node].is_empty() && !self.leaves[node]
    }

    /// Where the way through a connected part begins.
    pub(super) fn start(&self, part: &[usize]) -> usize {
        part.iter().copied().find(|node| self.entries[*node] == 0).unwrap_or(part[0])
    }

    /// Marks all that can be reached from `start`.
    pub(super) fn reach(&self, start: usize, reached: &mut [bool]) {
        mark_reachable(&self.ways, start, reached);
    }

    /// The boxes of each connected part, in the chart's order.
    pub(super) fn parts(&self) -> Vec<Vec<usize>> {
        let mut both = self.ways.clone();
        for (from, ways) in self.ways.iter().enumerate() {
            ways.iter().for_each(|to| both[*to].push(from));
        }
        let mut part_of = vec![usize::MAX; both.len()];
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for node in 0..self.nodes {
            if part_of[node] == usize::MAX {
                number_component(&both, node, parts.len(), &mut part_of);
                parts.push(Vec::new());
            }
            parts[part_of[node]].push(node);
        }
        parts
    }
}

fn mark_reachable(ways: &[Vec<usize>], start: usize, reached: &mut [bool]) {
    let mut open = vec![start];
    reached[start] = true;
    while let Some(vertex) = open.pop() {
        for &to in &ways[vertex] {
            if !reached[to] {
                reached[to] = true;
                open.push(to);
            }
        }
    }
}

fn number_component(ways: &[Vec<usize>], start: usize, part: usize, part_of: &mut [usize]) {
    let mut open = vec![start];
    part_of[start] = part;
    while let Some(vertex) = open.pop() {
        for &to in &ways[vertex] {
            if part_of[to] == usize::MAX {
                part_of[to] = part;
                open.push(to);
            }
        }
    }
}
