//! Finds the heights of layers and gaps. In: items placed across, and the number of tracks of each
//! gap. Out: heights of layers, gaps and subgraphs.

use std::collections::{BTreeMap, BTreeSet};

use super::super::super::{ChartDirection, EdgeHead};
use super::super::geometry::PartGeometry;
use super::tracks::TRACK_GAP;

/// Distance from a box or a label to the first track below it, in em.
const STUB_LENGTH: f64 = 0.6;
/// Distance from the last track to the box below it, with room for an arrow head, in em.
const ARROW_ROOM: f64 = 1.0;

/// Upper and lower edge of a row.
type RowExtent = (f64, f64);

/// Heights along the layout.
#[derive(Default)]
pub struct LayerRows {
    pub layers: Vec<RowExtent>,
    /// First track of the gap above each layer, and below the last.
    pub tracks: Vec<f64>,
    pub subgraphs: BTreeMap<usize, RowExtent>,
    pub height: f64,
}

impl LayerRows {
    /// Stacks the layers, and does so again with more room if a subgraph is too low for its title.
    /// Between a title that is `crossed` by a line and the next box there is room for an arrow
    /// head.
    pub fn new(geometry: &PartGeometry, tracks: &[usize], crossed: &BTreeSet<usize>) -> Self {
        let stack = RowStack { geometry, tracks, borders: subgraph_borders(geometry, crossed) };
        let mut extra = vec![0.0; geometry.graph.layers.len()];
        let rows = stack.stack_rows(&extra);
        for (subgraph, (head, foot)) in &rows.subgraphs {
            let last = geometry.graph.spans[subgraph].1;
            extra[last] = f64::max(extra[last], geometry.least_height(*subgraph) - (foot - head));
        }
        if extra.iter().any(|lack| *lack > 0.0) { stack.stack_rows(&extra) } else { rows }
    }
}

/// Returns how far each subgraph reaches above its first and below its last layer.
fn subgraph_borders(
    geometry: &PartGeometry,
    crossed: &BTreeSet<usize>,
) -> BTreeMap<usize, RowExtent> {
    let graph = geometry.graph;
    let mut borders: BTreeMap<usize, RowExtent> = BTreeMap::new();
    for (&subgraph, span) in graph.spans.iter().rev() {
        let (mut above, mut below) = (0.0f64, 0.0f64);
        for (inner, within) in &graph.spans {
            if graph.enclosing[*inner].get(1) == Some(&subgraph) {
                let border = borders[inner];
                above = if within.0 == span.0 { above.max(border.0) } else { above };
                below = if within.1 == span.1 { below.max(border.1) } else { below };
            }
        }
        let mut padding = geometry.padding_along(subgraph);
        if crossed.contains(&subgraph) {
            match geometry.direction {
                ChartDirection::Up => padding.1 += ARROW_ROOM,
                ChartDirection::Down | ChartDirection::Left | ChartDirection::Right => {
                    padding.0 += ARROW_ROOM
                }
            }
        }
        borders.insert(subgraph, (above + padding.0, below + padding.1));
    }
    borders
}

/// The stacking of layers and gaps.
struct RowStack<'a> {
    geometry: &'a PartGeometry<'a>,
    /// Number of tracks of each gap.
    tracks: &'a [usize],
    borders: BTreeMap<usize, RowExtent>,
}

impl RowStack<'_> {
    /// Returns the rows with `extra` room below each layer.
    fn stack_rows(&self, extra: &[f64]) -> LayerRows {
        let graph = self.geometry.graph;
        let mut rows = LayerRows::default();
        let mut y = 0.0;
        for (layer, lack) in extra.iter().enumerate() {
            let (before, after) = self.stub_lengths(layer);
            rows.tracks.push(y + before);
            y += before + (self.tracks[layer].max(1) - 1) as f64 * TRACK_GAP + after;
            let opening = graph.spans.iter().filter(|(_, span)| span.0 == layer);
            y += opening.map(|(subgraph, _)| self.borders[subgraph].0).fold(0.0, f64::max);
            let items = graph.layers[layer].iter();
            let height = items.map(|&item| self.geometry.item_height(item)).fold(0.0, f64::max);
            rows.layers.push((y, y + height));
            let closing = graph.spans.iter().filter(|(_, span)| span.1 == layer);
            let border = closing.map(|(subgraph, _)| self.borders[subgraph].1);
            y += height + lack.max(0.0) + border.fold(0.0, f64::max);
        }
        rows.tracks.push(y + STUB_LENGTH);
        rows.height = y + self.detour_room();
        rows.subgraphs = self.subgraph_spans(&rows, extra);
        rows
    }

    /// Returns the room for the tracks below the last layer.
    fn detour_room(&self) -> f64 {
        match self.tracks[self.geometry.graph.layers.len()] {
            0 => 0.0,
            below => STUB_LENGTH + (below - 1) as f64 * TRACK_GAP,
        }
    }

    fn subgraph_spans(&self, rows: &LayerRows, extra: &[f64]) -> BTreeMap<usize, RowExtent> {
        let mut spans = BTreeMap::new();
        for (&subgraph, &(first, last)) in &self.geometry.graph.spans {
            let (above, below) = self.borders[&subgraph];
            let foot = rows.layers[last].1 + extra[last].max(0.0) + below;
            spans.insert(subgraph, (rows.layers[first].0 - above, foot));
        }
        spans
    }

    /// Returns the room before the first and after the last track of the gap above a layer.
    fn stub_lengths(&self, layer: usize) -> (f64, f64) {
        let labels = |layer: usize| self.geometry.graph.half_levels[layer] % 2 == 1;
        match (layer, self.tracks[layer]) {
            (0, 0) => (0.0, 0.0),
            (0, _) => (0.0, ARROW_ROOM),
            (_, 0) if labels(layer) => (self.tail_stub(0.25, layer), 0.3),
            (_, 0) => (STUB_LENGTH, if labels(layer - 1) { 0.5 } else { 0.9 }),
            _ if labels(layer) => (self.tail_stub(STUB_LENGTH, layer), 0.4),
            _ if labels(layer - 1) => (0.4, ARROW_ROOM),
            _ => (self.tail_stub(STUB_LENGTH, layer), ARROW_ROOM),
        }
    }

    /// Returns the stub with more room if a line has a head at its beginning above this gap.
    fn tail_stub(&self, stub: f64, layer: usize) -> f64 {
        let mut routes = self.geometry.graph.routes.iter();
        let headed = routes.any(|route| {
            let PartGeometry { chart, part, graph, .. } = self.geometry;
            let edge = &chart.edges[part.edges[route.edge].edge];
            let begins = !route.back && graph.items[route.items[0]].layer + 1 == layer;
            begins && edge.tail != EdgeHead::None
        });
        if headed { stub.max(ARROW_ROOM) } else { stub }
    }
}
