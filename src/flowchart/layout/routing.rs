//! In: items placed across. Out: heights of layers, gaps and frames, and the corners of all lines,
//! in a layout that runs down.

mod tracks;

use super::layers::{EdgeRoute, LayerItemKind, LayeredGraph};
use super::parts::{ChartPart, Vertex};
use super::ports::{SIDE_PORT_GAP, VertexBox};
use super::positions::{ItemPositions, PartGeometry};
use super::sides::{BoxSide, outline_inset, side_on_paper};
use crate::drawing::Area;
use crate::flowchart::{
    ChartDirection, ChartSheet, EdgeHead, PlacedEdge, PlacedLabel, PlacedNode, PlacedSubgraph,
};
use std::collections::BTreeMap;
use tracks::{TRACK_GAP, TrackSegment, assign_tracks};

/// From a box or a label to the first track below it.
const STUB_LENGTH: f64 = 0.6;
/// From the last track to the box below it, with room for an arrow head.
const ARROW_ROOM: f64 = 1.0;

/// A drawn layout that runs down, in em.
#[derive(Debug, Clone, Default)]
pub(super) struct RoutedPart {
    /// What is drawn.
    pub sheet: ChartSheet,
    /// Foot of each level's boxes.
    pub feet: Vec<f64>,
}

/// Heights along the layout.
struct LayerRows {
    /// Head and foot of each layer.
    layers: Vec<(f64, f64)>,
    /// First track of the gap above each layer, and below the last.
    tracks: Vec<f64>,
    /// Head and foot of each frame.
    subgraphs: BTreeMap<usize, (f64, f64)>,
    height: f64,
}

/// Pieces that run across, by gap; a route's piece is found by (route, from which item).
#[derive(Default)]
struct GapSegments {
    gaps: Vec<Vec<TrackSegment>>,
    index: BTreeMap<(usize, usize), (usize, usize)>,
    counts: Vec<usize>,
}

/// Room inside a frame above its first and below its last layer.
pub(super) struct SubgraphPadding {
    /// Above.
    pub above: f64,
    /// Below.
    pub below: f64,
    /// Least heights of frames, by group.
    pub least: Vec<f64>,
}

/// Draws a placed part.
pub(super) fn route_part(
    scene: &PartGeometry,
    columns: &ItemPositions,
    ports: &[(f64, f64)],
    pads: &SubgraphPadding,
    direction: ChartDirection,
) -> RoutedPart {
    let pen = PartRouting { scene, columns, ports, direction };
    let pieces = pen.gap_segments();
    let rows = pen.layer_rows(&pieces, pads);
    let mut sheet = ChartSheet { height: rows.height, ..ChartSheet::default() };
    for (&group, &(left, right)) in &columns.subgraphs {
        let (head, foot) = rows.subgraphs[&group];
        let rect = Area { x: left, y: head, width: right - left, height: foot - head };
        sheet.subgraphs.push(PlacedSubgraph {
            subgraph: group,
            area: rect,
            title: scene.chart.subgraphs[group].title.clone(),
        });
    }
    for vertex in 0..scene.part.vertices.len() {
        pen.place_vertex(&rows, vertex, &mut sheet);
    }
    for route in 0..scene.graph.routes.len() {
        sheet.edges.push(pen.route_edge(&rows, &pieces, route));
    }
    let feet = rows
        .layers
        .iter()
        .zip(&scene.graph.half_levels)
        .filter(|(_, half)| *half % 2 == 0)
        .map(|(row, _)| row.1);
    RoutedPart { feet: feet.collect(), sheet }
}

struct PartRouting<'a> {
    scene: &'a PartGeometry<'a>,
    columns: &'a ItemPositions,
    ports: &'a [(f64, f64)],
    direction: ChartDirection,
}

impl PartRouting<'_> {
    fn grid(&self) -> &LayeredGraph {
        self.scene.graph
    }

    fn part(&self) -> &ChartPart {
        self.scene.part
    }

    fn vertex_box(&self, vertex: usize) -> &VertexBox {
        &self.scene.boxes[vertex]
    }

    /// On which side the end of a route that runs back is tied.
    fn back_edge_side(&self, route: usize, leaving: bool) -> BoxSide {
        let wire = self.part().edges[self.grid().routes[route].edge];
        let body = self.vertex_box(if leaving { wire.from } else { wire.to });
        match leaving {
            _ if body.left.contains(&(route, leaving)) => BoxSide::Left,
            _ if body.right.contains(&(route, leaving)) => BoxSide::Right,
            true => BoxSide::Bottom,
            false => BoxSide::Top,
        }
    }

    fn gap_segments(&self) -> GapSegments {
        let mut pieces = GapSegments {
            gaps: vec![vec![]; self.grid().layers.len() + 1],
            ..GapSegments::default()
        };
        for (index, route) in self.grid().routes.iter().enumerate() {
            self.add_item_segments(index, route, &mut pieces);
            if route.back {
                self.add_detour_segments(index, route, &mut pieces);
            }
        }
        pieces.counts = pieces.gaps.iter_mut().map(|gap| assign_tracks(gap)).collect();
        pieces
    }

    /// Pieces between the items of a route.
    fn add_item_segments(&self, index: usize, route: &EdgeRoute, pieces: &mut GapSegments) {
        for at in 1..route.items.len() {
            let (above, below) =
                (self.route_position(index, at - 1), self.route_position(index, at));
            if (above - below).abs() > 1e-3 {
                let gap = self.grid().items[route.items[at]].layer;
                pieces.add_segment((index, at), gap, [(above, true), (below, false)]);
            }
        }
    }

    /// Pieces below the box that a line leaves and above the box that it enters.
    fn add_detour_segments(&self, index: usize, route: &EdgeRoute, pieces: &mut GapSegments) {
        let last = route.items.len() - 1;
        if self.back_edge_side(index, true) == BoxSide::Bottom {
            let gap = self.grid().items[route.items[last]].layer + 1;
            pieces.add_segment(
                (index, last + 1),
                gap,
                [(self.ports[index].0, true), (self.route_position(index, last), true)],
            );
        }
        if self.back_edge_side(index, false) == BoxSide::Top {
            let gap = self.grid().items[route.items[0]].layer;
            pieces.add_segment(
                (index, 0),
                gap,
                [(self.route_position(index, 0), false), (self.ports[index].1, false)],
            );
        }
    }

    /// Where a route stands at one of its items.
    fn route_position(&self, index: usize, at: usize) -> f64 {
        let route = &self.grid().routes[index];
        match at {
            0 if !route.back => self.ports[index].0,
            at if !route.back && at + 1 == route.items.len() => self.ports[index].1,
            at => self.columns.x[route.items[at]],
        }
    }

    fn layer_rows(&self, pieces: &GapSegments, pads: &SubgraphPadding) -> LayerRows {
        let mut extra = vec![0.0; self.grid().layers.len()];
        let rows = self.stack_rows(pieces, pads, &extra);
        for (group, (head, foot)) in &rows.subgraphs {
            let last = self.grid().spans[group].1;
            extra[last] = f64::max(extra[last], pads.least[*group] - (foot - head));
        }
        if extra.iter().any(|lack| *lack > 0.0) {
            self.stack_rows(pieces, pads, &extra)
        } else {
            rows
        }
    }

    fn stack_rows(&self, pieces: &GapSegments, pads: &SubgraphPadding, extra: &[f64]) -> LayerRows {
        let grid = self.grid();
        let (opening, closing) = self.subgraph_borders(pads);
        let mut rows =
            LayerRows { layers: vec![], tracks: vec![], subgraphs: BTreeMap::new(), height: 0.0 };
        let most =
            |layer: usize, depths: &BTreeMap<usize, f64>, end: fn(&(usize, usize)) -> usize| {
                let here = depths.iter().filter(|(group, _)| end(&grid.spans[*group]) == layer);
                here.map(|(_, depth)| *depth).fold(0.0, f64::max)
            };
        let mut y = 0.0;
        for (layer, lack) in extra.iter().enumerate() {
            let (before, after) = self.stub_lengths(layer, pieces.counts[layer]);
            rows.tracks.push(y + before);
            y += before + (pieces.counts[layer].max(1) - 1) as f64 * TRACK_GAP + after;
            y += most(layer, &opening, |span| span.0);
            let height =
                grid.layers[layer].iter().map(|&item| self.item_height(item)).fold(0.0, f64::max);
            rows.layers.push((y, y + height));
            y += height + lack.max(0.0) + most(layer, &closing, |span| span.1);
        }
        let below = pieces.counts[grid.layers.len()];
        rows.tracks.push(y + STUB_LENGTH);
        rows.height =
            y + if below > 0 { STUB_LENGTH + (below - 1) as f64 * TRACK_GAP } else { 0.0 };
        for (group, span) in &grid.spans {
            let foot = rows.layers[span.1].1 + extra[span.1].max(0.0) + closing[group];
            rows.subgraphs.insert(*group, (rows.layers[span.0].0 - opening[group], foot));
        }
        rows
    }

    /// How far each frame reaches above its first and below its last layer.
    fn subgraph_borders(
        &self,
        pads: &SubgraphPadding,
    ) -> (BTreeMap<usize, f64>, BTreeMap<usize, f64>) {
        let spans = &self.grid().spans;
        let (mut opening, mut closing) = (BTreeMap::new(), BTreeMap::new());
        for (&group, span) in spans.iter().rev() {
            let inner = spans
                .iter()
                .filter(|(other, _)| self.grid().enclosing[**other].get(1) == Some(&group));
            let (mut above, mut below) = (0.0f64, 0.0f64);
            for (other, within) in inner {
                above = if within.0 == span.0 { above.max(opening[other]) } else { above };
                below = if within.1 == span.1 { below.max(closing[other]) } else { below };
            }
            opening.insert(group, above + pads.above);
            closing.insert(group, below + pads.below);
        }
        (opening, closing)
    }

    /// Room before the first and after the last track of the gap above a layer.
    fn stub_lengths(&self, layer: usize, tracks: usize) -> (f64, f64) {
        let labels = |layer: usize| self.grid().half_levels[layer] % 2 == 1;
        match (layer, tracks) {
            (0, 0) => (0.0, 0.0),
            (0, _) => (0.0, ARROW_ROOM),
            (_, 0) if labels(layer) => (self.tail_stub(0.25, layer), 0.3),
            (_, 0) => (STUB_LENGTH, if labels(layer - 1) { 0.5 } else { 0.9 }),
            _ if labels(layer) => (self.tail_stub(STUB_LENGTH, layer), 0.4),
            _ if labels(layer - 1) => (0.4, ARROW_ROOM),
            _ => (self.tail_stub(STUB_LENGTH, layer), ARROW_ROOM),
        }
    }

    /// More room where a line has a head at its beginning above this gap.
    fn tail_stub(&self, stub: f64, layer: usize) -> f64 {
        let headed = |route: &EdgeRoute| {
            let edge = &self.scene.chart.edges[self.part().edges[route.edge].edge];
            !route.back
                && edge.tail != EdgeHead::None
                && self.grid().items[route.items[0]].layer + 1 == layer
        };
        if self.grid().routes.iter().any(headed) { stub.max(ARROW_ROOM) } else { stub }
    }

    fn item_height(&self, item: usize) -> f64 {
        match self.grid().items[item].kind {
            LayerItemKind::Vertex(vertex) => self.vertex_box(vertex).height,
            LayerItemKind::Label(wire) => self.scene.labels[wire].map_or(0.0, |label| label.1),
            LayerItemKind::Bend(_) | LayerItemKind::Placeholder => 0.0,
        }
    }

    fn item_middle(&self, rows: &LayerRows, item: usize) -> f64 {
        let (head, foot) = rows.layers[self.grid().items[item].layer];
        (head + foot) / 2.0
    }

    fn place_vertex(&self, rows: &LayerRows, vertex: usize, sheet: &mut ChartSheet) {
        let body = self.vertex_box(vertex);
        let (x, y) = (self.columns.x[vertex], self.item_middle(rows, vertex));
        let rect = area_around(x, y, body.width, body.height);
        match self.part().vertices[vertex] {
            Vertex::Node(node) => {
                let (cut, lines) = (body.extent.cut, body.extent.lines.clone());
                sheet.nodes.push(PlacedNode { node, area: rect, cut, lines });
            }
            Vertex::Connector(edge) => {
                sheet.connectors.push(crate::flowchart::Connector {
                    at: (x, y),
                    letter: String::new(),
                    edge,
                });
            }
        }
    }

    fn route_edge(&self, rows: &LayerRows, pieces: &GapSegments, index: usize) -> PlacedEdge {
        let route = &self.grid().routes[index];
        let wire = self.part().edges[route.edge];
        let points = if route.back {
            self.back_corners(rows, pieces, index)
        } else {
            self.forward_corners(rows, pieces, index)
        };
        let real = |vertex: usize| matches!(self.part().vertices[vertex], Vertex::Node(_));
        PlacedEdge {
            edge: wire.edge,
            points: straighten_corners(points),
            label: self.label_area(rows, route),
            ends: (real(wire.from), real(wire.to)),
        }
    }

    fn label_area(&self, rows: &LayerRows, route: &EdgeRoute) -> Option<PlacedLabel> {
        let (width, height) = self.scene.labels[route.edge]?;
        let named =
            |item: &&usize| matches!(self.grid().items[**item].kind, LayerItemKind::Label(_));
        let item = *route.items.iter().find(named)?;
        let area = area_around(self.columns.x[item], self.item_middle(rows, item), width, height);
        Some(PlacedLabel { area, lines: vec![] })
    }

    fn forward_corners(
        &self,
        rows: &LayerRows,
        pieces: &GapSegments,
        index: usize,
    ) -> Vec<(f64, f64)> {
        let route = &self.grid().routes[index];
        let mut points = vec![self.end_point(rows, index, BoxSide::Bottom, true)];
        for at in 1..route.items.len() {
            points.extend(pieces.corners(rows, (index, at)));
        }
        points.push(self.end_point(rows, index, BoxSide::Top, false));
        points
    }

    fn back_corners(
        &self,
        rows: &LayerRows,
        pieces: &GapSegments,
        index: usize,
    ) -> Vec<(f64, f64)> {
        let last = self.grid().routes[index].items.len() - 1;
        let turn = |at: usize, end: (f64, f64), side: BoxSide| match side {
            BoxSide::Left | BoxSide::Right => vec![(self.route_position(index, at), end.1)],
            _ => vec![],
        };
        let (out, into) = (self.back_edge_side(index, true), self.back_edge_side(index, false));
        let (start, end) =
            (self.end_point(rows, index, out, true), self.end_point(rows, index, into, false));
        let mut points = vec![start];
        points.extend(pieces.corners(rows, (index, last + 1)));
        points.extend(turn(last, start, out));
        for at in (1..=last).rev() {
            points.extend(pieces.corners(rows, (index, at)).into_iter().rev());
        }
        points.extend(turn(0, end, into));
        points.extend(pieces.corners(rows, (index, 0)));
        points.push(end);
        points
    }

    /// Where a route meets the outline of the box that it leaves or enters.
    fn end_point(
        &self,
        rows: &LayerRows,
        index: usize,
        side: BoxSide,
        leaving: bool,
    ) -> (f64, f64) {
        let wire = self.part().edges[self.grid().routes[index].edge];
        let vertex = if leaving { wire.from } else { wire.to };
        let body = self.vertex_box(vertex);
        let (x, y) = (self.columns.x[vertex], self.item_middle(rows, vertex));
        let port = if leaving { self.ports[index].0 } else { self.ports[index].1 };
        let ends = if side == BoxSide::Left { &body.left } else { &body.right };
        let place = ends.iter().position(|end| *end == (index, leaving)).unwrap_or(0) as f64;
        let off = match side {
            BoxSide::Top | BoxSide::Bottom => port - x,
            BoxSide::Left | BoxSide::Right => {
                (place - (ends.len().max(1) - 1) as f64 / 2.0) * SIDE_PORT_GAP
            }
        };
        let inset =
            outline_inset(body.shape, &body.extent, side_on_paper(side, self.direction), off);
        let (width, height) = (body.width / 2.0 - inset, body.height / 2.0 - inset);
        match side {
            BoxSide::Top => (port, y - height),
            BoxSide::Bottom => (port, y + height),
            BoxSide::Left => (x - width, y + off),
            BoxSide::Right => (x + width, y + off),
        }
    }
}

impl GapSegments {
    fn add_segment(&mut self, key: (usize, usize), gap: usize, ends: [(f64, bool); 2]) {
        self.index.insert(key, (gap, self.gaps[gap].len()));
        self.gaps[gap].push(TrackSegment { ends, track: 0 });
    }

    fn corners(&self, rows: &LayerRows, key: (usize, usize)) -> Vec<(f64, f64)> {
        let Some(&(gap, place)) = self.index.get(&key) else { return vec![] };
        let piece = self.gaps[gap][place];
        let y = rows.tracks[gap] + piece.track as f64 * TRACK_GAP;
        piece.ends.iter().map(|end| (end.0, y)).collect()
    }
}

fn area_around(x: f64, y: f64, width: f64, height: f64) -> Area {
    Area { x: x - width / 2.0, y: y - height / 2.0, width, height }
}

/// Drops corners at which nothing turns.
pub(super) fn straighten_corners(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let same = |a: f64, b: f64| (a - b).abs() < 1e-3;
    let mut kept: Vec<(f64, f64)> = vec![];
    for point in points {
        if kept.last().is_some_and(|last| same(last.0, point.0) && same(last.1, point.1)) {
            continue;
        }
        if let [.., a, b] = kept[..]
            && (same(a.0, b.0) && same(b.0, point.0) || same(a.1, b.1) && same(b.1, point.1))
        {
            kept.pop();
        }
        kept.push(point);
    }
    kept
}
