//! In: a part, its order, and sizes. Out: one sheet in em with the part drawn on it.

use super::layers::{LayerItemKind, LayeredGraph, build_layers};
use super::measure::{MeasuredChart, TITLE_HEIGHT};
use super::order::{order_layers, order_score};
use super::parts::{ChartPart, extract_part};
use super::ports::{place_ports, vertex_boxes};
use super::positions::{PartGeometry, position_items};
use super::rank::{Ranks, add_second_order, inherit_ranks, rank_part};
use super::routing::{SubgraphPadding, route_part};
use super::transform::{clip_to_subgraphs, trim_sheet, turn_sheet};
use crate::flowchart::{Chart, ChartDirection, ChartSheet};
use std::collections::BTreeSet;

/// Room between a frame and what stands in it.
const SUBGRAPH_PADDING: f64 = 0.8;

/// What does not depend on sizes: levels and order.
#[derive(Debug, Clone, Default)]
pub(super) struct OrderedPart {
    /// The part.
    pub part: ChartPart,
    /// Its levels.
    pub ranks: Ranks,
    /// Its layers, in order.
    pub graph: LayeredGraph,
}

/// A part, drawn in em.
#[derive(Debug, Clone, Default)]
pub(super) struct PartLayout {
    /// Boxes and lines.
    pub sheet: ChartSheet,
    /// How far each level reaches, measured the way the chart runs.
    pub feet: Vec<f64>,
}

/// How far the two boxes of a piece of the main path may be out of line and still look aligned.
const ALIGNED: f64 = 0.1;

/// Ranks and orders an uncut part.
pub(super) fn order_part(chart: &Chart, part: ChartPart) -> OrderedPart {
    let ranks = rank_part(chart, &part);
    let mut skeleton = OrderedPart::with_ranks(chart, part, ranks);
    if order_score(&skeleton.graph, &skeleton.part) != (0, 0) {
        let OrderedPart { part, mut ranks, .. } = skeleton;
        add_second_order(chart, &part, &mut ranks);
        skeleton = OrderedPart::with_ranks(chart, part, ranks);
    }
    skeleton
}

/// Places and draws a part.
pub(super) fn lay_out_part(
    chart: &Chart,
    skeleton: &OrderedPart,
    sizes: &MeasuredChart,
    direction: ChartDirection,
) -> PartLayout {
    let (part, grid) = (&skeleton.part, &skeleton.graph);
    let level = direction.is_sideways();
    let bodies = vertex_boxes(chart, part, grid, sizes, direction);
    let label = |wire: &super::parts::PartEdge| {
        let extent = sizes.labels[wire.edge].as_ref().filter(|_| wire.label)?;
        Some(if level { (extent.height, extent.width) } else { (extent.width, extent.height) })
    };
    let labels: Vec<Option<(f64, f64)>> = part.edges.iter().map(label).collect();
    let least: Vec<f64> = sizes.titles.iter().map(|title| title + 2.0 * SUBGRAPH_PADDING).collect();
    let none = vec![0.0; least.len()];
    let scene = PartGeometry {
        chart,
        part,
        graph: grid,
        boxes: &bodies,
        labels: &labels,
        pads: (if level { TITLE_HEIGHT + 0.3 } else { SUBGRAPH_PADDING }, SUBGRAPH_PADDING),
        titles: if level { &none } else { &least },
    };
    let columns = position_items(&scene);
    let ports = place_ports(part, grid, &bodies, &columns.x);
    let (above, below) = match direction {
        ChartDirection::Down => (TITLE_HEIGHT + 0.3, SUBGRAPH_PADDING),
        ChartDirection::Up => (SUBGRAPH_PADDING, TITLE_HEIGHT + 0.3),
        _ => (SUBGRAPH_PADDING, SUBGRAPH_PADDING),
    };
    let pads =
        SubgraphPadding { above, below, least: if level { least.clone() } else { none.clone() } };
    let mut drawing = route_part(&scene, &columns, &ports, &pads, direction);
    write_labels(&mut drawing.sheet, sizes);
    clip_to_subgraphs(chart, &mut drawing.sheet);
    trim_sheet(&mut drawing.sheet);
    turn_sheet(&mut drawing.sheet, direction);
    PartLayout { sheet: drawing.sheet, feet: drawing.feet }
}

/// Puts the labels' lines in, and the frames into the order outer before inner.
fn write_labels(sheet: &mut ChartSheet, sizes: &MeasuredChart) {
    for track in &mut sheet.edges {
        if let (Some(label), Some(extent)) = (&mut track.label, &sizes.labels[track.edge]) {
            label.lines.clone_from(&extent.lines);
        }
    }
    sheet.subgraphs.sort_by_key(|frame| frame.subgraph);
}

/// How many straight lines run between two boxes that are not quite in line; less is better.
pub(super) fn count_askew(sheet: &ChartSheet) -> usize {
    let near = |a: f64, b: f64| (ALIGNED..6.0).contains(&(a - b).abs());
    let middle = |at: (f64, f64)| {
        let rects = sheet.nodes.iter().map(|placed| placed.area);
        let mut hit =
            rects.filter(|rect| (rect.x - 0.6..=rect.x + rect.width + 0.6).contains(&at.0));
        let rect = hit.find(|rect| (rect.y - 0.6..=rect.y + rect.height + 0.6).contains(&at.1))?;
        Some((rect.x + rect.width / 2.0, rect.y + rect.height / 2.0))
    };
    let straight = sheet.edges.iter().filter(|track| track.points.len() == 2);
    let off = |points: &[(f64, f64)]| match (middle(points[0]), middle(points[1])) {
        (Some(a), Some(b)) if points[0].0 == points[1].0 => near(a.0, b.0),
        (Some(a), Some(b)) => near(a.1, b.1),
        _ => false,
    };
    straight.filter(|track| off(&track.points)).count()
}

/// How many corners a sheet's lines have; less is better.
pub(super) fn count_bends(sheet: &ChartSheet) -> usize {
    sheet.edges.iter().map(|track| track.points.len().saturating_sub(2)).sum()
}

impl OrderedPart {
    fn with_ranks(chart: &Chart, part: ChartPart, ranks: Ranks) -> Self {
        let graph = order_layers(build_layers(chart, &part, &ranks), &part, &ranks);
        OrderedPart { part, ranks, graph }
    }

    /// The piece of this part that these boxes make up.
    pub(super) fn extract_piece(&self, chart: &Chart, nodes: &BTreeSet<usize>) -> Self {
        let part = extract_part(chart, nodes);
        let ranks = inherit_ranks(chart, &part, (&self.part, &self.ranks));
        Self::with_ranks(chart, part, ranks)
    }

    /// How many lines would be cut below each level.
    pub(super) fn edges_across(&self, level: usize) -> usize {
        let wires = self.part.edges.iter();
        wires
            .filter(|wire| {
                (self.ranks.level[wire.from] <= level) != (self.ranks.level[wire.to] <= level)
            })
            .count()
    }

    /// Place of each vertex in its layer, for cutting a part that is too wide.
    pub(super) fn place_in_layer(&self, vertex: usize) -> usize {
        let layer = &self.graph.layers[self.graph.items[vertex].layer];
        layer
            .iter()
            .position(|&item| self.graph.items[item].kind == LayerItemKind::Vertex(vertex))
            .unwrap_or(0)
    }
}
