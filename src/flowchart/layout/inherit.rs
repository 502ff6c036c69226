//! In: the levels and orders of an uncut part, and a piece of it. Out: the piece's levels and
//! orders: what stands above or left of something in the whole does so in the piece, so that a
//! reader of one knows the other.

use super::parts::{ChartPart, PartEdge, Vertex};
use super::rank::{RankOrder, Ranks};
use super::simplex::{DistanceProblem, solve_distances};
use crate::flowchart::Chart;
use std::collections::BTreeMap;

/// Where a piece's vertices and wires stand in the whole.
struct PieceOrigin<'a> {
    part: &'a ChartPart,
    ranks: &'a Ranks,
    /// By the piece's vertex: the whole's; `None` for a ring that is new.
    vertices: Vec<Option<usize>>,
    /// By the piece's wire: the whole's.
    edges: Vec<usize>,
}

/// Levels and orders of a piece of `whole`.
pub(super) fn inherit_ranks(
    chart: &Chart,
    piece: &ChartPart,
    (whole, ranks): (&ChartPart, &Ranks),
) -> Ranks {
    let origin = PieceOrigin::find(piece, whole, ranks);
    let level = origin.inherit_levels(chart, piece);
    let orders =
        ranks.orders.iter().map(|order| origin.inherit_order(piece, &level, order)).collect();
    Ranks { level, orders }
}

impl<'a> PieceOrigin<'a> {
    fn find(piece: &ChartPart, part: &'a ChartPart, ranks: &'a Ranks) -> Self {
        let known: BTreeMap<Vertex, usize> =
            part.vertices.iter().enumerate().map(|(at, vertex)| (*vertex, at)).collect();
        let edges: BTreeMap<usize, usize> =
            part.edges.iter().enumerate().map(|(at, wire)| (wire.edge, at)).collect();
        PieceOrigin {
            part,
            ranks,
            vertices: piece.vertices.iter().map(|vertex| known.get(vertex).copied()).collect(),
            edges: piece.edges.iter().map(|wire| edges[&wire.edge]).collect(),
        }
    }

    /// The ends of the whole's wire, where both stand in the piece.
    fn ends(&self, wire: &PartEdge) -> Option<(usize, usize)> {
        self.vertices[wire.from].zip(self.vertices[wire.to])
    }

    /// As short as lines can be that run down and back as they do in the whole; a ring stands next
    /// to its box.
    fn inherit_levels(&self, chart: &Chart, piece: &ChartPart) -> Vec<usize> {
        let mut problem = DistanceProblem { count: piece.vertices.len(), arcs: vec![] };
        let top = problem.add_variable();
        (0..top).for_each(|vertex| problem.add_arc(top, vertex, 0.0, 0.0));
        for wire in piece.edges.iter().filter(|wire| wire.from != wire.to) {
            let (least, back) = match self.ends(wire) {
                Some((from, to)) => (
                    chart.edges[wire.edge].length.clamp(1, 50),
                    self.ranks.level[from] > self.ranks.level[to],
                ),
                None => (1, false),
            };
            let (above, below) = if back { (wire.to, wire.from) } else { (wire.from, wire.to) };
            problem.add_arc(above, below, least as f64, 1.0);
        }
        let heights = solve_distances(&problem).unwrap_or_default();
        dense_levels(&heights[..top.min(heights.len())])
    }

    fn inherit_order(&self, piece: &ChartPart, level: &[usize], order: &RankOrder) -> RankOrder {
        let mut vertices: Vec<f64> =
            self.vertices.iter().map(|at| at.map_or(0.0, |at| order.vertices[at])).collect();
        let mut wires = vec![];
        for (wire, &at) in piece.edges.iter().zip(&self.edges) {
            let halves = (2.0 * level[wire.from] as f64, 2.0 * level[wire.to] as f64);
            wires.push(match self.ends(wire) {
                Some(ends) => self.move_corners(ends, halves, &order.edges[at]),
                None => {
                    let x = self.position_beside(wire, at, order);
                    let ring = if self.vertices[wire.from].is_none() { wire.from } else { wire.to };
                    vertices[ring] = x;
                    vec![(halves.0, x)]
                }
            });
        }
        RankOrder { vertices, edges: wires }
    }

    /// The corners of a wire between the piece's half levels instead of the whole's.
    fn move_corners(
        &self,
        (from, to): (usize, usize),
        (start, end): (f64, f64),
        corners: &[(f64, f64)],
    ) -> Vec<(f64, f64)> {
        let (first, last) =
            (2.0 * self.ranks.level[from] as f64, 2.0 * self.ranks.level[to] as f64);
        if first == last {
            return corners.to_vec();
        }
        let half = |half: f64| start + (half - first) * (end - start) / (last - first);
        corners.iter().map(|corner| (half(corner.0), corner.1)).collect()
    }

    /// Where the whole's wire passes next to the end that stands in the piece.
    fn position_beside(&self, wire: &PartEdge, at: usize, order: &RankOrder) -> f64 {
        let (from, to) = (self.part.edges[at].from, self.part.edges[at].to);
        let (own, other) = if self.vertices[wire.from].is_some() { (from, to) } else { (to, from) };
        let half = 2.0 * self.ranks.level[own] as f64;
        let towards = (self.ranks.level[other] as f64 - self.ranks.level[own] as f64).signum();
        order.edge_position(at, half + towards)
    }
}

/// Levels from 0 without gaps.
fn dense_levels(heights: &[f64]) -> Vec<usize> {
    let mut steps = heights.to_vec();
    steps.sort_by(f64::total_cmp);
    steps.dedup_by(|a, b| (*a - *b).abs() < 0.5);
    heights.iter().map(|height| steps.partition_point(|step| *step < height - 0.5)).collect()
}
