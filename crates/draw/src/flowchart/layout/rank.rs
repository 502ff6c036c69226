//! Finds the level of each box. In: a part of a chart. Out: the level of each vertex, and its order
//! there (dagre). The only file that uses the crate dagre.

mod acyclic;
mod inherit;

use std::sync::Arc;

use dagre::graph::{Graph, GraphOptions};
use dagre::{EdgeLabel, LayoutOptions, NodeLabel};

use super::super::Chart;
use super::parts::ChartPart;
use crate::drawing::{Point, pt};

pub use inherit::inherit_ranks;

/// Number of vertices above which only the first of dagre's tie rules is tried.
const MANY_VERTICES: usize = 120;
/// Most vertices times edges that dagre is asked to place.
const MOST_FOR_DAGRE: usize = 100_000;
/// Most levels that a line may ask for.
const LONGEST: usize = 50;

/// The places from dagre.
struct DagreLayout {
    vertices: Vec<Point>,
    /// Corners, by edge.
    corners: Vec<Vec<Point>>,
}

/// Levels and orders of a part.
#[derive(Debug, Clone, Default)]
pub struct Ranks {
    /// Level of each vertex, from 0, without gaps.
    pub level: Vec<usize>,
    /// Orders from left to right, by tie rule.
    pub orders: Vec<RankOrder>,
}

/// The places of vertices and edges from left to right.
#[derive(Debug, Clone, Default)]
pub struct RankOrder {
    /// Place of each vertex.
    pub vertices: Vec<f64>,
    /// By edge, then by half level (level times two): place of the line there, with corners in
    /// between.
    pub edges: Vec<Vec<HalfCorner>>,
}

/// A half level and the place of a line there.
pub type HalfCorner = (f64, f64);

/// Ranks a part: levels by network simplex, and one order by barycentres.
pub fn rank_part(chart: &Chart, part: &ChartPart) -> Ranks {
    let mut ranks = Ranks::default();
    if part.vertices.len() * part.edges.len() > MOST_FOR_DAGRE {
        ranks.level = acyclic::plain_levels(chart, part);
        return ranks;
    }
    add_dagre_order(chart, part, false, &mut ranks);
    ranks
}

/// Adds a second order by dagre's other tie rule, unless the part is too large for that.
pub fn add_second_order(chart: &Chart, part: &ChartPart, ranks: &mut Ranks) {
    if part.vertices.len() <= MANY_VERTICES && !ranks.orders.is_empty() {
        add_dagre_order(chart, part, true, ranks);
    }
}

fn add_dagre_order(chart: &Chart, part: &ChartPart, first: bool, ranks: &mut Ranks) {
    let layout = run_dagre(part.vertices.len(), &dagre_edges(chart, part), first);
    let heights = level_heights(layout.vertices.iter().map(|vertex| vertex.y).collect());
    ranks.level = layout.vertices.iter().map(|vertex| level_at(&heights, vertex.y)).collect();
    ranks.orders.push(layout.rank_order(&heights));
}

fn dagre_edges(chart: &Chart, part: &ChartPart) -> Vec<DagreEdge> {
    part.edges.iter().map(|own| (own.from, own.to, edge_length(chart, own.edge))).collect()
}

/// Returns the least number of levels that an edge spans.
pub fn edge_length(chart: &Chart, edge: usize) -> usize {
    chart.edges[edge].length.clamp(1, LONGEST)
}

/// Returns the heights of the levels of vertices, from the top.
fn level_heights(mut heights: Vec<f64>) -> Vec<f64> {
    heights.sort_by(f64::total_cmp);
    heights.dedup_by(|a, b| (*a - *b).abs() < 0.5);
    heights
}

fn level_at(heights: &[f64], y: f64) -> usize {
    heights.partition_point(|height| *height < y - 0.5)
}

/// Two vertices, and the least number of levels between them.
type DagreEdge = (usize, usize, usize);

/// Runs dagre on a part. The same chart is laid out for many rooms and papers, and again after
/// every edit of a preview, but this depends on the graph alone. So it is memoized together with
/// what Typst memoizes, and forgotten with it.
#[comemo::memoize]
fn run_dagre(vertices: usize, edges: &[DagreEdge], first: bool) -> Arc<DagreLayout> {
    let mut graph = dagre_graph(vertices, edges);
    dagre::layout(&mut graph, Some(dagre_options(first)));
    Arc::new(DagreLayout {
        vertices: (0..vertices)
            .map(|vertex| {
                let node = graph.node(&vertex.to_string());
                node.map_or(pt(0.0, 0.0), |node| pt(node.x.unwrap_or(0.0), node.y.unwrap_or(0.0)))
            })
            .collect(),
        corners: (0..edges.len()).map(|edge| edge_corners(&graph, edges, edge)).collect(),
    })
}

fn dagre_options(first: bool) -> LayoutOptions {
    LayoutOptions {
        nodesep: 2.0,
        edgesep: 2.0,
        ranksep: 20.0,
        tie_keep_first: first,
        ..Default::default()
    }
}

type DagreGraph = Graph<NodeLabel, EdgeLabel>;

fn dagre_graph(vertices: usize, edges: &[DagreEdge]) -> DagreGraph {
    let options = GraphOptions { directed: true, multigraph: true, compound: false };
    let mut graph = Graph::with_options(options);
    for vertex in 0..vertices {
        set_dagre_vertex(&mut graph, vertex);
    }
    for (index, (from, to, length)) in edges.iter().enumerate() {
        if from != to {
            let label = EdgeLabel { minlen: *length as i32, ..Default::default() };
            let name = index.to_string();
            graph.set_edge(from.to_string(), to.to_string(), Some(label), Some(&name));
        }
    }
    graph
}

fn set_dagre_vertex(graph: &mut DagreGraph, vertex: usize) {
    let label = NodeLabel { width: 4.0, height: 1.0, ..Default::default() };
    graph.set_node(vertex.to_string(), Some(label));
}

fn edge_corners(graph: &DagreGraph, edges: &[DagreEdge], index: usize) -> Vec<Point> {
    let (from, to, _) = edges[index];
    let edge = graph.edge(&from.to_string(), &to.to_string(), Some(&index.to_string()));
    edge.iter().flat_map(|edge| &edge.points).map(|point| pt(point.x, point.y)).collect()
}

impl DagreLayout {
    fn rank_order(&self, heights: &[f64]) -> RankOrder {
        let edge = |corners: &Vec<Point>| {
            let mut corners: Vec<HalfCorner> =
                corners.iter().map(|at| (half_level(heights, at.y), at.x)).collect();
            corners.sort_by(|a, b| a.0.total_cmp(&b.0));
            corners
        };
        RankOrder {
            vertices: self.vertices.iter().map(|vertex| vertex.x).collect(),
            edges: self.corners.iter().map(edge).collect(),
        }
    }
}

/// Turns a height into half levels, by the two levels around it.
fn half_level(heights: &[f64], y: f64) -> f64 {
    let above = heights.partition_point(|height| *height <= y).max(1) - 1;
    let next = heights.get(above + 1).copied().unwrap_or(heights[above] + 1.0);
    2.0 * above as f64 + 2.0 * (y - heights[above]) / (next - heights[above])
}

impl RankOrder {
    /// Returns the place at which an edge passes a half level.
    pub fn edge_position(&self, edge: usize, half: f64) -> f64 {
        let corners = &self.edges[edge];
        let next = corners.partition_point(|corner| corner.0 < half);
        let last = next.checked_sub(1).and_then(|last| corners.get(last));
        match (last, corners.get(next)) {
            (Some(a), Some(b)) if b.0 > a.0 => a.1 + (b.1 - a.1) * (half - a.0) / (b.0 - a.0),
            (Some(a), _) | (None, Some(a)) => a.1,
            (None, None) => 0.0,
        }
    }
}
