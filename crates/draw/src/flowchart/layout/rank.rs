//! Finds the level of each box. In: a part of a chart. Out: on which level each vertex stands, and
//! in what order (dagre). The only file that knows the crate dagre.

mod acyclic;
mod inherit;

use std::sync::Arc;

use dagre::graph::{Graph, GraphOptions};
use dagre::{EdgeLabel, LayoutOptions, NodeLabel};

use super::super::Chart;
use super::parts::ChartPart;
use crate::drawing::{Point, pt};

pub use inherit::inherit_ranks;

/// Above this many vertices only the first of dagre's tie rules is tried.
const MANY_VERTICES: usize = 120;
/// The most vertices times edges that dagre is asked to place.
const MOST_FOR_DAGRE: usize = 100_000;
/// The most levels that a line may ask for.
const LONGEST: usize = 50;

/// Where dagre put everything.
struct DagreLayout {
    vertices: Vec<Point>,
    /// By edge.
    corners: Vec<Vec<Point>>,
}

/// Levels and orders of a part.
#[derive(Debug, Clone, Default)]
pub struct Ranks {
    /// Level of each vertex, from 0, without gaps.
    pub level: Vec<usize>,
    /// By tie rule: where everything stands from left to right.
    pub orders: Vec<RankOrder>,
}

/// Where everything stands from left to right.
#[derive(Debug, Clone, Default)]
pub struct RankOrder {
    /// Place of each vertex.
    pub vertices: Vec<f64>,
    /// By edge, then by half level (level times two): place of the line there, as corners in
    /// between.
    pub edges: Vec<Vec<HalfCorner>>,
}

/// A half level and the place of a line there.
pub type HalfCorner = (f64, f64);

/// Levels by network simplex, and one order by barycentres.
pub fn rank_part(chart: &Chart, part: &ChartPart) -> Ranks {
    let mut ranks = Ranks::default();
    if part.vertices.len() * part.edges.len() > MOST_FOR_DAGRE {
        ranks.level = acyclic::plain_levels(chart, part);
        return ranks;
    }
    add_dagre_order(chart, part, false, &mut ranks);
    ranks
}

/// A second order by dagre's other tie rule, unless the part is too large for that.
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

/// How many levels an edge spans at least.
pub fn edge_length(chart: &Chart, edge: usize) -> usize {
    chart.edges[edge].length.clamp(1, LONGEST)
}

/// The heights of the levels at which vertices stand, from the top.
fn level_heights(mut heights: Vec<f64>) -> Vec<f64> {
    heights.sort_by(f64::total_cmp);
    heights.dedup_by(|a, b| (*a - *b).abs() < 0.5);
    heights
}

fn level_at(heights: &[f64], y: f64) -> usize {
    heights.partition_point(|height| *height < y - 0.5)
}

/// Two vertices, and how many levels apart they are at least.
type DagreEdge = (usize, usize, usize);

/// What dagre makes of a part. The same chart is laid out for many rooms and papers, and again
/// after every edit of a preview; this depends on the graph alone. So it is memoized beside what
/// Typst memoizes, and forgotten with it.
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

/// A height in half levels, between the two levels around it.
fn half_level(heights: &[f64], y: f64) -> f64 {
    let above = heights.partition_point(|height| *height <= y).max(1) - 1;
    let next = heights.get(above + 1).copied().unwrap_or(heights[above] + 1.0);
    2.0 * above as f64 + 2.0 * (y - heights[above]) / (next - heights[above])
}

impl RankOrder {
    /// Where an edge passes a half level.
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
