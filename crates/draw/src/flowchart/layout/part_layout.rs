//! Runs the passes of the layout for one part. In: a part, its order, and sizes. Out: one sheet in
//! em with the part laid out on it.

use std::collections::BTreeSet;

use super::super::{Chart, ChartDirection, ChartSheet};
use super::geometry::PartGeometry;
use super::layers::{LayerItemKind, LayeredGraph, build_layers};
use super::measure::MeasuredChart;
use super::order::{order_layers, order_score, order_steps};
use super::parts::{ChartPart, extract_part};
use super::ports::place_ports;
use super::positions::position_items;
use super::rank::{Ranks, add_second_order, inherit_ranks, rank_part};
use super::routing::route_part;
use super::transform::{clip_to_subgraphs, trim_sheet, turn_sheet};
use crate::drawing::{Area, Point};

/// Offsets of two boxes on a straight line at which they look crooked, in em.
const ASKEW: std::ops::Range<f64> = 0.1..6.0;
/// Most steps for ordering layers; a chart that needs more is not ordered.
const MOST_ORDER_STEPS: u64 = 100_000_000;
/// Greatest distance between a box and the end of a line that is tied to it, in em.
const TIED: f64 = 0.6;

/// A part with its levels and order, which do not depend on sizes.
#[derive(Debug, Clone, Default)]
pub struct OrderedPart {
    /// The part.
    pub part: ChartPart,
    /// Levels.
    pub ranks: Ranks,
    /// Layers, in order.
    pub graph: LayeredGraph,
    /// Steps of work that ordering took.
    pub steps: u64,
}

/// A part, laid out in em.
#[derive(Debug, Clone, Default)]
pub struct PartLayout {
    /// Boxes and lines.
    pub sheet: ChartSheet,
    /// Lower edge of each level, measured in the direction of the chart.
    pub feet: Vec<f64>,
    /// Steps of work that the layout took.
    pub steps: u64,
}

/// Ranks and orders an uncut part.
pub fn order_part(chart: &Chart, part: ChartPart) -> OrderedPart {
    let ranks = rank_part(chart, &part);
    let ordered = OrderedPart::with_ranks(chart, part, ranks);
    if ordered.steps > MOST_ORDER_STEPS || order_score(&ordered.graph, &ordered.part) == (0, 0) {
        return ordered;
    }
    let OrderedPart { part, mut ranks, .. } = ordered;
    add_second_order(chart, &part, &mut ranks);
    OrderedPart::with_ranks(chart, part, ranks)
}

/// Places and draws a part, outer subgraphs before inner ones.
pub fn lay_out_part(
    chart: &Chart,
    ordered: &OrderedPart,
    sizes: &MeasuredChart,
    direction: ChartDirection,
) -> PartLayout {
    let geometry = PartGeometry::new(chart, ordered, sizes, direction);
    let positions = position_items(&geometry);
    let ports = place_ports(&ordered.part, &ordered.graph, &geometry.boxes, &positions.x);
    let mut layout = route_part(&geometry, &positions, &ports);
    layout.steps = positions.steps + 10 * ordered.graph.items.len() as u64;
    for placed in &mut layout.sheet.edges {
        if let (Some(label), Some(extent)) = (&mut placed.label, &sizes.labels[placed.edge]) {
            label.lines.clone_from(&extent.lines);
        }
    }
    layout.sheet.subgraphs.sort_by_key(|placed| placed.subgraph);
    clip_to_subgraphs(chart, &mut layout.sheet);
    trim_sheet(&mut layout.sheet);
    turn_sheet(&mut layout.sheet, direction);
    layout
}

/// Returns the number of straight lines between two boxes that are not quite aligned; less is
/// better.
pub fn count_askew(sheet: &ChartSheet) -> usize {
    let looks_askew = |points: &[Point]| {
        let [start, end] = *points else { return false };
        tied_distance(sheet, start, end).is_some_and(|apart| ASKEW.contains(&apart.abs()))
    };
    sheet.edges.iter().filter(|placed| looks_askew(&placed.points)).count()
}

/// Returns the offset between the middles of the two boxes of a straight line.
fn tied_distance(sheet: &ChartSheet, start: Point, end: Point) -> Option<f64> {
    let (a, b) = (tied_middle(sheet, start)?, tied_middle(sheet, end)?);
    Some(if start.x == end.x { a.x - b.x } else { a.y - b.y })
}

/// Returns the middle of the box that the end of a line is tied to.
fn tied_middle(sheet: &ChartSheet, end: Point) -> Option<Point> {
    let is_tied = |area: &Area| {
        (area.x - TIED..=area.right() + TIED).contains(&end.x)
            && (area.y - TIED..=area.bottom() + TIED).contains(&end.y)
    };
    sheet.nodes.iter().map(|placed| placed.area).find(is_tied).map(|area| area.middle())
}

/// Returns the number of corners of a sheet's lines; less is better.
pub fn count_bends(sheet: &ChartSheet) -> usize {
    sheet.edges.iter().map(|placed| placed.points.len().saturating_sub(2)).sum()
}

impl OrderedPart {
    fn with_ranks(chart: &Chart, part: ChartPart, ranks: Ranks) -> Self {
        let layers = build_layers(chart, &part, &ranks);
        let steps = order_steps(&layers);
        let heavy = steps > MOST_ORDER_STEPS;
        let graph = if heavy { layers } else { order_layers(layers, &part, &ranks) };
        OrderedPart { part, ranks, graph, steps }
    }

    /// Returns the piece of this part that consists of these boxes.
    pub fn extract_piece(&self, chart: &Chart, nodes: &BTreeSet<usize>) -> Self {
        let part = extract_part(chart, nodes);
        let ranks = inherit_ranks(chart, &part, &self.part, &self.ranks);
        Self::with_ranks(chart, part, ranks)
    }

    /// Returns the number of lines that a cut below a level crosses.
    pub fn edges_across(&self, level: usize) -> usize {
        let above = |vertex: usize| self.ranks.level[vertex] <= level;
        self.part.edges.iter().filter(|edge| above(edge.from) != above(edge.to)).count()
    }

    /// Returns the horizontal place of a vertex in its layer, from 0 (left) to 1 (right).
    pub fn place_across(&self, vertex: usize) -> f64 {
        let layer = &self.graph.layers[self.graph.items[vertex].layer];
        let is_own = |item: &usize| self.graph.items[*item].kind == LayerItemKind::Vertex(vertex);
        let place = layer.iter().position(is_own).unwrap_or(0);
        (place as f64 + 0.5) / layer.len() as f64
    }
}
