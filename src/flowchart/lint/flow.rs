//! In: a chart. Out: which box leads to which. A line to a frame leads to all boxes in it, a line
//! from a frame leads on from each of them.

use super::super::ways::directions;
use super::super::{Chart, End, Head};

/// The ways through a chart. Vertices are its boxes, then the entry and the exit of each frame.
pub(super) struct Flow {
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
    groups: usize,
}

impl Flow {
    /// The ways through `chart`.
    pub(super) fn of(chart: &Chart) -> Flow {
        let (nodes, groups) = (chart.nodes.len(), chart.groups.len());
        let count = nodes + 2 * groups;
        let mut leaves: Vec<bool> = chart.nodes.iter().map(|node| node.link.is_some()).collect();
        chart.leads.iter().for_each(|(node, _)| leaves[*node] = true);
        let (ways, onward) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        let mut flow = Flow {
            ways,
            onward,
            entries: vec![0; count],
            exits: vec![Vec::new(); nodes],
            leaves,
            nodes,
            groups,
        };
        flow.follow_lines(chart);
        flow.follow_frames(chart);
        flow
    }

    fn follow_lines(&mut self, chart: &Chart) {
        for (index, edge) in chart.edges.iter().enumerate() {
            let (forth, back) = directions(edge);
            if forth {
                self.lead(edge.from, edge.to, index);
            }
            if back {
                self.lead(edge.to, edge.from, index);
            }
            if forth && !back && edge.head == Head::None {
                let (from, to) = (self.exit(edge.to), self.entry(edge.from));
                self.ways[from].push(to);
            }
        }
    }

    fn lead(&mut self, from: End, to: End, edge: usize) {
        if let End::Node(node) = from {
            self.exits[node].push(edge);
        }
        let (from, to) = (self.exit(from), self.entry(to));
        self.join(from, to);
    }

    fn join(&mut self, from: usize, to: usize) {
        self.ways[from].push(to);
        self.onward[from].push(to);
        self.entries[to] += 1;
    }

    fn entry(&self, end: End) -> usize {
        match end {
            End::Node(node) => node,
            End::Group(group) => self.nodes + group,
        }
    }

    fn exit(&self, end: End) -> usize {
        match end {
            End::Node(node) => node,
            End::Group(group) => self.nodes + self.groups + group,
        }
    }

    /// Ties frames to what stands in them, if lines lead to or from them. Outer frames come first.
    fn follow_frames(&mut self, chart: &Chart) {
        let mut tied = Vec::with_capacity(self.groups);
        for (group, frame) in chart.groups.iter().enumerate() {
            let (entry, exit) = (self.entry(End::Group(group)), self.exit(End::Group(group)));
            let outer: (bool, bool) = frame.parent.map_or((false, false), |parent| tied[parent]);
            tied.push((outer.0 || self.entries[entry] > 0, outer.1 || !self.ways[exit].is_empty()));
            if let Some(parent) = frame.parent {
                self.nest(outer, (entry, exit), parent);
            }
        }
        for (index, node) in chart.nodes.iter().enumerate() {
            if let Some(group) = node.group {
                self.nest(tied[group], (index, index), group);
            }
        }
    }

    fn nest(&mut self, tied: (bool, bool), (entry, exit): (usize, usize), outer: usize) {
        if tied.0 {
            self.join(self.nodes + outer, entry);
        }
        if tied.1 {
            self.join(exit, self.nodes + self.groups + outer);
        }
    }

    /// Whether nothing leads on from a box.
    pub(super) fn ends(&self, node: usize) -> bool {
        self.onward[node].is_empty() && !self.leaves[node]
    }

    /// Where the way through a connected part begins.
    pub(super) fn start(&self, part: &[usize]) -> usize {
        part.iter().copied().find(|node| self.entries[*node] == 0).unwrap_or(part[0])
    }

    /// Marks all that can be reached from `start`.
    pub(super) fn reach(&self, start: usize, reached: &mut [bool]) {
        mark(&self.ways, start, reached);
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
                number(&both, node, parts.len(), &mut part_of);
                parts.push(Vec::new());
            }
            parts[part_of[node]].push(node);
        }
        parts
    }
}

fn mark(ways: &[Vec<usize>], start: usize, reached: &mut [bool]) {
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

fn number(ways: &[Vec<usize>], start: usize, part: usize, part_of: &mut [usize]) {
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
