//! Gives a piece of a cut part the levels that it has in the whole. In: the levels and orders of an
//! uncut part, and a piece of it. Out: the piece's levels and orders. Items that are above or left
//! of others in the whole are so in the piece, so that a reader of one knows the other.

use std::collections::BTreeMap;
use std::ops::Range;

use super::super::super::Chart;
use super::super::parts::{ChartPart, PartEdge, Vertex};
use super::super::simplex::DistanceProblem;
use super::{HalfCorner, RankOrder, Ranks, edge_length, level_at, level_heights};

/// The indices of a piece's vertices and edges in the whole.
struct PieceOrigin<'a> {
    chart: &'a Chart,
    piece: &'a ChartPart,
    part: &'a ChartPart,
    ranks: &'a Ranks,
    /// Vertex of the whole, by vertex of the piece; `None` for a new connector.
    vertices: Vec<Option<usize>>,
    /// Edge of the whole, by edge of the piece.
    edges: Vec<usize>,
}

/// Returns the levels and orders of a piece of a whole part.
pub fn inherit_ranks(chart: &Chart, piece: &ChartPart, part: &ChartPart, ranks: &Ranks) -> Ranks {
    let (vertices, edges) = find_origins(piece, part);
    let origin = PieceOrigin { chart, piece, part, ranks, vertices, edges };
    let level = origin.inherit_levels();
    let orders = ranks.orders.iter().map(|order| origin.inherit_order(&level, order)).collect();
    Ranks { level, orders }
}

/// Returns the indices in the whole of a piece's vertices and edges.
fn find_origins(piece: &ChartPart, part: &ChartPart) -> (Vec<Option<usize>>, Vec<usize>) {
    let vertices: BTreeMap<Vertex, usize> =
        part.vertices.iter().enumerate().map(|(at, vertex)| (*vertex, at)).collect();
    let edges: BTreeMap<usize, usize> =
        part.edges.iter().enumerate().map(|(at, own)| (own.edge, at)).collect();
    let vertices = piece.vertices.iter().map(|vertex| vertices.get(vertex).copied()).collect();
    (vertices, piece.edges.iter().map(|own| edges[&own.edge]).collect())
}

impl PieceOrigin<'_> {
    /// Returns the ends of the edge in the whole, if both are in the piece.
    fn ends(&self, edge: &PartEdge) -> Option<(usize, usize)> {
        self.vertices[edge.from].zip(self.vertices[edge.to])
    }

    /// Returns levels that make lines as short as possible while they run down and back as in the
    /// whole; a connector is next to its box.
    fn inherit_levels(&self) -> Vec<usize> {
        let top = self.piece.vertices.len();
        let mut problem = DistanceProblem::with_variables(top + 1);
        (0..top).for_each(|vertex| problem.add_arc(top, vertex, 0.0, 0.0));
        for edge in self.piece.edges.iter().filter(|edge| !edge.is_loop()) {
            let (above, below) =
                if self.runs_back(edge) { (edge.to, edge.from) } else { (edge.from, edge.to) };
            problem.add_arc(above, below, self.least_levels(edge) as f64, 1.0);
        }
        let mut heights = problem.solve().unwrap_or_default();
        heights.truncate(top);
        let levels = level_heights(heights.clone());
        heights.iter().map(|height| level_at(&levels, *height)).collect()
    }

    fn runs_back(&self, edge: &PartEdge) -> bool {
        let level = &self.ranks.level;
        self.ends(edge).is_some_and(|(from, to)| level[from] > level[to])
    }

    fn least_levels(&self, edge: &PartEdge) -> usize {
        if self.ends(edge).is_some() { edge_length(self.chart, edge.edge) } else { 1 }
    }

    fn inherit_order(&self, level: &[usize], order: &RankOrder) -> RankOrder {
        let mut inherited = RankOrder {
            vertices: self
                .vertices
                .iter()
                .map(|at| at.map_or(0.0, |at| order.vertices[at]))
                .collect(),
            edges: vec![],
        };
        for (edge, &at) in self.piece.edges.iter().zip(&self.edges) {
            let halves = 2.0 * level[edge.from] as f64..2.0 * level[edge.to] as f64;
            let corners = match self.ends(edge) {
                Some((from, to)) => {
                    let whole = self.half_level(from)..self.half_level(to);
                    move_corners(&order.edges[at], whole, halves)
                }
                None => {
                    let x = self.position_beside(edge, at, order);
                    inherited.vertices[self.new_end(edge)] = x;
                    vec![(halves.start, x)]
                }
            };
            inherited.edges.push(corners);
        }
        inherited
    }

    /// Returns the end of an edge that is a new connector.
    fn new_end(&self, edge: &PartEdge) -> usize {
        if self.vertices[edge.from].is_none() { edge.from } else { edge.to }
    }

    fn half_level(&self, vertex: usize) -> f64 {
        2.0 * self.ranks.level[vertex] as f64
    }

    /// Returns the position of the whole's edge next to the end that is in the piece.
    fn position_beside(&self, edge: &PartEdge, at: usize, order: &RankOrder) -> f64 {
        let whole = &self.part.edges[at];
        let starts_here = self.vertices[edge.from].is_some();
        let (own, other) =
            if starts_here { (whole.from, whole.to) } else { (whole.to, whole.from) };
        let (own, other) = (self.ranks.level[own] as f64, self.ranks.level[other] as f64);
        order.edge_position(at, 2.0 * own + (other - own).signum())
    }
}

/// Moves the corners of an edge from the half levels of the whole to those of the piece; both run
/// from where the edge leaves to where it enters, down or up.
fn move_corners(corners: &[HalfCorner], whole: Range<f64>, piece: Range<f64>) -> Vec<HalfCorner> {
    let (first, last) = (whole.start, whole.end);
    if first == last {
        return corners.to_vec();
    }
    let Range { start, end } = piece;
    let moved = |half: f64| start + (half - first) * (end - start) / (last - first);
    corners.iter().map(|corner| (moved(corner.0), corner.1)).collect()
}
