//! Follows the lines of a chart from box to box. In: a chart. Out: the boxes that each box leads
//! to. A line to a subgraph leads to all boxes in it; a line from a subgraph leads on from each of
//! them.

use super::super::{Chart, Edge, EdgeEnd, EdgeHead};

/// The ways through a chart. Vertices are its boxes, then the entry and the exit of each subgraph.
pub struct ChartFlow {
    /// Vertices that a player can go to, by vertex; lines without heads lead in both directions.
    pub ways: Vec<Vec<usize>>,
    /// Vertices that a player can go to along the lines only, by vertex.
    pub onward: Vec<Vec<usize>>,
    /// Number of ways that lead to it, by vertex.
    pub entries: Vec<usize>,
    /// Lines that leave the box itself, by box.
    pub exits: Vec<Vec<usize>>,
    /// True if it leads to another place of the book, by box.
    pub leaves: Vec<bool>,
    nodes: usize,
    subgraphs: usize,
}

/// Lines at a subgraph: whether any lead to it, and whether any leave it.
#[derive(Clone, Copy, Default)]
struct SubgraphTies {
    entered: bool,
    left: bool,
}

impl ChartFlow {
    /// Returns the ways through `chart`.
    pub fn of(chart: &Chart) -> ChartFlow {
        let (nodes, subgraphs) = (chart.nodes.len(), chart.subgraphs.len());
        let count = nodes + 2 * subgraphs;
        let mut leaves: Vec<bool> = chart.nodes.iter().map(|node| node.link.is_some()).collect();
        chart.leads.iter().for_each(|(node, _)| leaves[*node] = true);
        let mut flow = ChartFlow {
            ways: vec![Vec::new(); count],
            onward: vec![Vec::new(); count],
            entries: vec![0; count],
            exits: vec![Vec::new(); nodes],
            leaves,
            nodes,
            subgraphs,
        };
        for (index, edge) in chart.edges.iter().enumerate() {
            flow.follow_edge(index, edge);
        }
        flow.follow_subgraphs(chart);
        flow
    }

    fn follow_edge(&mut self, index: usize, edge: &Edge) {
        let (forth, back) = (edge.leads_forth(), edge.leads_back());
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

    fn add_way(&mut self, from: EdgeEnd, to: EdgeEnd, edge: usize) {
        match from {
            EdgeEnd::Node(node) => self.exits[node].push(edge),
            EdgeEnd::Subgraph(_) => {}
        }
        self.join_vertices(self.exit(from), self.entry(to));
    }

    fn join_vertices(&mut self, from: usize, to: usize) {
        self.ways[from].push(to);
        self.onward[from].push(to);
        self.entries[to] += 1;
    }

    fn entry(&self, end: EdgeEnd) -> usize {
        match end {
            EdgeEnd::Node(node) => node,
            EdgeEnd::Subgraph(subgraph) => self.nodes + subgraph,
        }
    }

    fn exit(&self, end: EdgeEnd) -> usize {
        match end {
            EdgeEnd::Node(node) => node,
            EdgeEnd::Subgraph(subgraph) => self.nodes + self.subgraphs + subgraph,
        }
    }

    /// Ties subgraphs to their contents, if lines lead to or from them. Outer ones come first.
    fn follow_subgraphs(&mut self, chart: &Chart) {
        let mut ties: Vec<SubgraphTies> = Vec::with_capacity(self.subgraphs);
        for (index, subgraph) in chart.subgraphs.iter().enumerate() {
            let outer = subgraph.parent.map_or(SubgraphTies::default(), |parent| ties[parent]);
            let own = EdgeEnd::Subgraph(index);
            ties.push(SubgraphTies {
                entered: outer.entered || self.entries[self.entry(own)] > 0,
                left: outer.left || !self.ways[self.exit(own)].is_empty(),
            });
            if let Some(parent) = subgraph.parent {
                self.nest_in(parent, outer, own);
            }
        }
        for (index, node) in chart.nodes.iter().enumerate() {
            if let Some(subgraph) = node.subgraph {
                self.nest_in(subgraph, ties[subgraph], EdgeEnd::Node(index));
            }
        }
    }

    fn nest_in(&mut self, outer: usize, ties: SubgraphTies, inner: EdgeEnd) {
        let outer = EdgeEnd::Subgraph(outer);
        if ties.entered {
            self.join_vertices(self.entry(outer), self.entry(inner));
        }
        if ties.left {
            self.join_vertices(self.exit(inner), self.exit(outer));
        }
    }

    /// True if a box leads nowhere.
    pub fn is_end(&self, node: usize) -> bool {
        self.onward[node].is_empty() && !self.leaves[node]
    }

    /// Returns the box at which the way through a connected part begins.
    pub fn start(&self, part: &[usize]) -> usize {
        part.iter().copied().find(|node| self.entries[*node] == 0).unwrap_or(part[0])
    }

    /// Marks everything that can be reached from `start`.
    pub fn mark_reachable(&self, start: usize, reached: &mut [bool]) {
        visit_reachable(&self.ways, start, &mut |vertex| {
            !std::mem::replace(&mut reached[vertex], true)
        });
    }

    /// Returns the boxes of each connected part, in the chart's order.
    pub fn parts(&self) -> Vec<Vec<usize>> {
        let both = self.ways_in_both_directions();
        let mut part_of: Vec<Option<usize>> = vec![None; both.len()];
        let mut parts: Vec<Vec<usize>> = Vec::new();
        for node in 0..self.nodes {
            if part_of[node].is_none() {
                let part = Some(parts.len());
                let mut enter =
                    |vertex: usize| std::mem::replace(&mut part_of[vertex], part).is_none();
                visit_reachable(&both, node, &mut enter);
                parts.push(Vec::new());
            }
            if let Some(part) = part_of[node] {
                parts[part].push(node);
            }
        }
        parts
    }

    fn ways_in_both_directions(&self) -> Vec<Vec<usize>> {
        let mut both = self.ways.clone();
        for (from, ways) in self.ways.iter().enumerate() {
            ways.iter().for_each(|to| both[*to].push(from));
        }
        both
    }
}

/// Visits everything that can be reached from `start`; `enter` returns true for a new vertex.
fn visit_reachable(ways: &[Vec<usize>], start: usize, enter: &mut dyn FnMut(usize) -> bool) {
    let mut open = vec![start];
    enter(start);
    while let Some(vertex) = open.pop() {
        open.extend(ways[vertex].iter().copied().filter(|to| enter(*to)));
    }
}
