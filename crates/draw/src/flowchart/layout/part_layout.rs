//! Runs the passes of the layout for one part. In: a part, its order, and sizes. Out: one sheet in
//! em with the part drawn on it.

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

/// Two boxes of a straight line that are out of line by so much look crooked, in em.
const ASKEW: std::ops::Range<f64> = 0.1..6.0;
/// Layers that would take more steps are not ordered; they are more than a chart is worth.
const MOST_ORDER_STEPS: u64 = 100_000_000;
/// How far from a box the end of a line that is tied to it may be.
const TIED: f64 = 0.6;

/// What does not depend on sizes: levels and order.
#[derive(Debug, Clone, Default)]
pub struct OrderedPart {
    /// The part.
    pub part: ChartPart,
    /// Its levels.
    pub ranks: Ranks,
    /// Its layers, in order.
    pub graph: LayeredGraph,
    /// How many steps of work it took to order them.
    pub steps: u64,
}

/// A part, drawn in em.
#[derive(Debug, Clone, Default)]
pub struct PartLayout {
    /// Boxes and lines.
    pub sheet: ChartSheet,
    /// How far each level reaches, measured the way the chart runs.
    pub feet: Vec<f64>,
    /// How many steps of work it took.
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

/// How many straight lines run between two boxes that are not quite in line; less is better.
pub fn count_askew(sheet: &ChartSheet) -> usize {
    let looks_askew = |points: &[Point]| {
        let [start, end] = *points else { return false };
        tied_distance(sheet, start, end).is_some_and(|apart| ASKEW.contains(&apart.abs()))
    };
    sheet.edges.iter().filter(|placed| looks_askew(&placed.points)).count()
}

/// How far the middles of the two boxes of a straight line are out of line.
fn tied_distance(sheet: &ChartSheet, start: Point, end: Point) -> Option<f64> {
    let (a, b) = (tied_middle(sheet, start)?, tied_middle(sheet, end)?);
    Some(if start.x == end.x { a.x - b.x } else { a.y - b.y })
}

/// The middle of the box to which the end of a line is tied.
fn tied_middle(sheet: &ChartSheet, end: Point) -> Option<Point> {
    let is_tied = |area: &Area| {
        (area.x - TIED..=area.right() + TIED).contains(&end.x)
            && (area.y - TIED..=area.bottom() + TIED).contains(&end.y)
    };
    sheet.nodes.iter().map(|placed| placed.area).find(is_tied).map(|area| area.middle())
}

/// How many corners a sheet's lines have; less is better.
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

    /// The piece of this part that these boxes make up.
    pub fn extract_piece(&self, chart: &Chart, nodes: &BTreeSet<usize>) -> Self {
        let part = extract_part(chart, nodes);
        let ranks = inherit_ranks(chart, &part, &self.part, &self.ranks);
        Self::with_ranks(chart, part, ranks)
    }

    /// How many lines would be cut below a level.
    pub fn edges_across(&self, level: usize) -> usize {
        let above = |vertex: usize| self.ranks.level[vertex] <= level;
        self.part.edges.iter().filter(|edge| above(edge.from) != above(edge.to)).count()
    }

    /// How far right a vertex stands in its layer, from 0 to 1.
    pub fn place_across(&self, vertex: usize) -> f64 {
        let layer = &self.graph.layers[self.graph.items[vertex].layer];
        let is_own = |item: &usize| self.graph.items[*item].kind == LayerItemKind::Vertex(vertex);
        let place = layer.iter().position(is_own).unwrap_or(0);
        (place as f64 + 0.5) / layer.len() as f64
    }
}
