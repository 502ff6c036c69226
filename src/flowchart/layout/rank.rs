//! In: a part of a chart. Out: on which level each vertex stands, and in what order (dagre). The only file that knows
//! the crate dagre.

use super::parts::Part;
use crate::flowchart::Chart;
use dagre::graph::{Graph, GraphOptions};
use dagre::{EdgeLabel, LayoutOptions, NodeLabel};

/// Above this many vertices only the first of dagre's tie rules is tried.
const MANY: usize = 120;

/// Levels and orders of a part.
#[derive(Debug, Clone, Default)]
pub(super) struct Ranks {
    /// Level of each vertex, from 0, without gaps.
    pub level: Vec<usize>,
    /// By tie rule: where everything stands from left to right.
    pub orders: Vec<Order>,
}

/// Where everything stands from left to right.
#[derive(Debug, Clone, Default)]
pub(super) struct Order {
    /// Place of each vertex.
    pub vertices: Vec<f64>,
    /// By wire, then by half level (level times two): place of the line there, as corners in between.
    pub wires: Vec<Vec<(f64, f64)>>,
}

/// Levels by network simplex, and one order by barycentres.
pub(super) fn rank(chart: &Chart, part: &Part) -> Ranks {
    let mut ranks = Ranks::default();
    sweep(chart, part, false, &mut ranks);
    ranks
}

/// A second order by dagre's other tie rule, unless the part is too large for that.
pub(super) fn again(chart: &Chart, part: &Part, ranks: &mut Ranks) {
    if part.vertices.len() <= MANY {
        sweep(chart, part, true, ranks);
    }
}

fn sweep(chart: &Chart, part: &Part, first: bool, ranks: &mut Ranks) {
    let graph = run(chart, part, first);
    let height = |vertex: usize| graph.node(&vertex.to_string()).and_then(|node| node.y).unwrap_or(0.0);
    let mut heights: Vec<f64> = (0..part.vertices.len()).map(height).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup_by(|a, b| (*a - *b).abs() < 0.5);
    let level = |y: f64| heights.partition_point(|height| *height < y - 0.5);
    ranks.level = (0..part.vertices.len()).map(|vertex| level(height(vertex))).collect();
    ranks.orders.push(order(part, &graph, &heights));
}

fn run(chart: &Chart, part: &Part, first: bool) -> Graph<NodeLabel, EdgeLabel> {
    let options = GraphOptions { directed: true, multigraph: true, compound: false };
    let mut graph = Graph::with_options(options);
    for vertex in 0..part.vertices.len() {
        graph.set_node(vertex.to_string(), Some(NodeLabel { width: 4.0, height: 1.0, ..Default::default() }));
    }
    for (index, wire) in part.wires.iter().enumerate().filter(|(_, wire)| wire.from != wire.to) {
        let least = chart.edges[wire.edge].length.clamp(1, 50) as i32;
        let label = EdgeLabel { minlen: least, ..Default::default() };
        graph.set_edge(wire.from.to_string(), wire.to.to_string(), Some(label), Some(&index.to_string()));
    }
    let options =
        LayoutOptions { nodesep: 2.0, edgesep: 2.0, ranksep: 20.0, tie_keep_first: first, ..Default::default() };
    dagre::layout(&mut graph, Some(options));
    graph
}

fn order(part: &Part, graph: &Graph<NodeLabel, EdgeLabel>, heights: &[f64]) -> Order {
    let x = |vertex: usize| graph.node(&vertex.to_string()).and_then(|node| node.x).unwrap_or(0.0);
    let half = |y: f64| {
        let above = heights.partition_point(|height| *height <= y).max(1) - 1;
        let next = heights.get(above + 1).copied().unwrap_or(heights[above] + 1.0);
        2.0 * above as f64 + 2.0 * (y - heights[above]) / (next - heights[above])
    };
    let corners = |(index, wire): (usize, &super::parts::Wire)| {
        let edge = graph.edge(&wire.from.to_string(), &wire.to.to_string(), Some(&index.to_string()));
        let mut corners: Vec<(f64, f64)> =
            edge.iter().flat_map(|edge| &edge.points).map(|point| (half(point.y), point.x)).collect();
        corners.sort_by(|a, b| a.0.total_cmp(&b.0));
        corners
    };
    Order {
        vertices: (0..part.vertices.len()).map(x).collect(),
        wires: part.wires.iter().enumerate().map(corners).collect(),
    }
}

impl Order {
    /// Where a wire passes a half level.
    pub(super) fn at(&self, wire: usize, half: f64) -> f64 {
        let corners = &self.wires[wire];
        let next = corners.partition_point(|corner| corner.0 < half);
        match (next.checked_sub(1).and_then(|last| corners.get(last)), corners.get(next)) {
            (Some(a), Some(b)) if b.0 > a.0 => a.1 + (b.1 - a.1) * (half - a.0) / (b.0 - a.0),
            (Some(a), _) | (None, Some(a)) => a.1,
            (None, None) => 0.0,
        }
    }
}
