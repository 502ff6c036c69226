//! In: a part of a chart. Out: on which level each vertex stands, and in what order (dagre). The
//! only file that knows the crate dagre.

use super::parts::ChartPart;
use crate::flowchart::Chart;
use dagre::graph::{Graph, GraphOptions};
use dagre::{EdgeLabel, LayoutOptions, NodeLabel};
use std::sync::Arc;

/// Above this many vertices only the first of dagre's tie rules is tried.
const MANY: usize = 120;

/// Where dagre put everything.
struct DagreLayout {
    vertices: Vec<(f64, f64)>,
    /// By wire.
    corners: Vec<Vec<(f64, f64)>>,
}

/// Levels and orders of a part.
#[derive(Debug, Clone, Default)]
pub(super) struct Ranks {
    /// Level of each vertex, from 0, without gaps.
    pub level: Vec<usize>,
    /// By tie rule: where everything stands from left to right.
    pub orders: Vec<RankOrder>,
}

/// Where everything stands from left to right.
#[derive(Debug, Clone, Default)]
pub(super) struct RankOrder {
    /// Place of each vertex.
    pub vertices: Vec<f64>,
    /// By wire, then by half level (level times two): place of the line there, as corners in
    /// between.
    pub edges: Vec<Vec<(f64, f64)>>,
}

/// Levels by network simplex, and one order by barycentres.
pub(super) fn rank_part(chart: &Chart, part: &ChartPart) -> Ranks {
    let mut ranks = Ranks::default();
    add_dagre_order(chart, part, false, &mut ranks);
    ranks
}

/// A second order by dagre's other tie rule, unless the part is too large for that.
pub(super) fn add_second_order(chart: &Chart, part: &ChartPart, ranks: &mut Ranks) {
    if part.vertices.len() <= MANY {
        add_dagre_order(chart, part, true, ranks);
    }
}

fn add_dagre_order(chart: &Chart, part: &ChartPart, first: bool, ranks: &mut Ranks) {
    let wires: Vec<DagreEdge> =
        part.edges.iter().map(|wire| (wire.from, wire.to, chart.edges[wire.edge].length)).collect();
    let laid = run_dagre(part.vertices.len(), &wires, first);
    let mut heights: Vec<f64> = laid.vertices.iter().map(|vertex| vertex.1).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup_by(|a, b| (*a - *b).abs() < 0.5);
    let level = |y: f64| heights.partition_point(|height| *height < y - 0.5);
    ranks.level = laid.vertices.iter().map(|vertex| level(vertex.1)).collect();
    ranks.orders.push(rank_order(&laid, &heights));
}

/// Two vertices, and how many levels apart they are at least.
type DagreEdge = (usize, usize, usize);

/// What dagre makes of a part. The same chart is laid out for many rooms; this does not depend on
/// them.
#[comemo::memoize]
fn run_dagre(vertices: usize, wires: &[DagreEdge], first: bool) -> Arc<DagreLayout> {
    let options = GraphOptions { directed: true, multigraph: true, compound: false };
    let mut graph = Graph::with_options(options);
    for vertex in 0..vertices {
        graph.set_node(
            vertex.to_string(),
            Some(NodeLabel { width: 4.0, height: 1.0, ..Default::default() }),
        );
    }
    for (index, (from, to, length)) in
        wires.iter().enumerate().filter(|(_, (from, to, _))| from != to)
    {
        let label = EdgeLabel { minlen: (*length).clamp(1, 50) as i32, ..Default::default() };
        graph.set_edge(from.to_string(), to.to_string(), Some(label), Some(&index.to_string()));
    }
    let options = LayoutOptions {
        nodesep: 2.0,
        edgesep: 2.0,
        ranksep: 20.0,
        tie_keep_first: first,
        ..Default::default()
    };
    dagre::layout(&mut graph, Some(options));
    let place = |vertex: usize| {
        graph
            .node(&vertex.to_string())
            .map_or((0.0, 0.0), |node| (node.x.unwrap_or(0.0), node.y.unwrap_or(0.0)))
    };
    let corners = |(index, (from, to, _)): (usize, &DagreEdge)| {
        let edge = graph.edge(&from.to_string(), &to.to_string(), Some(&index.to_string()));
        edge.iter().flat_map(|edge| &edge.points).map(|point| (point.x, point.y)).collect()
    };
    Arc::new(DagreLayout {
        vertices: (0..vertices).map(place).collect(),
        corners: wires.iter().enumerate().map(corners).collect(),
    })
}

fn rank_order(laid: &DagreLayout, heights: &[f64]) -> RankOrder {
    let half = |y: f64| {
        let above = heights.partition_point(|height| *height <= y).max(1) - 1;
        let next = heights.get(above + 1).copied().unwrap_or(heights[above] + 1.0);
        2.0 * above as f64 + 2.0 * (y - heights[above]) / (next - heights[above])
    };
    let wire = |corners: &Vec<(f64, f64)>| {
        let mut corners: Vec<(f64, f64)> = corners.iter().map(|(x, y)| (half(*y), *x)).collect();
        corners.sort_by(|a, b| a.0.total_cmp(&b.0));
        corners
    };
    RankOrder {
        vertices: laid.vertices.iter().map(|vertex| vertex.0).collect(),
        edges: laid.corners.iter().map(wire).collect(),
    }
}

impl RankOrder {
    /// Where a wire passes a half level.
    pub(super) fn edge_position(&self, wire: usize, half: f64) -> f64 {
        let corners = &self.edges[wire];
        let next = corners.partition_point(|corner| corner.0 < half);
        match (next.checked_sub(1).and_then(|last| corners.get(last)), corners.get(next)) {
            (Some(a), Some(b)) if b.0 > a.0 => a.1 + (b.1 - a.1) * (half - a.0) / (b.0 - a.0),
            (Some(a), _) | (None, Some(a)) => a.1,
            (None, None) => 0.0,
        }
    }
}
