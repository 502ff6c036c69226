//! Routes the lines between the layers. In: items placed across. Out: heights of layers, gaps and
//! subgraphs, and the corners of all lines, in a layout that runs down.

mod knots;
mod rows;
mod skyline;
mod titles;
mod tracks;
mod untie;

use super::super::{ChartSheet, Connector, PlacedEdge, PlacedLabel, PlacedNode, PlacedSubgraph};
use super::geometry::PartGeometry;
use super::layers::{EdgeRoute, LayerItemKind};
use super::part_layout::PartLayout;
use super::parts::{PartEdge, Vertex};
use super::ports::{PortPair, RouteEnd, VertexBox};
use super::positions::ItemPositions;
use super::sides::{BoxSide, outline_inset, side_on_paper};
use crate::drawing::{Area, Point, Size, pt};
use rows::LayerRows;
use tracks::{TRACK_GAP, TrackSegment};
use untie::GapSegments;

/// Draws a placed part in a layout that runs down.
pub fn route_part(
    geometry: &PartGeometry,
    positions: &ItemPositions,
    ports: &[PortPair],
) -> PartLayout {
    let mut ports = ports.to_vec();
    let segments = untie::untied_segments(geometry, positions, &mut ports);
    let ends = RouteEnds { geometry, positions, ports: &ports };
    let rows = LayerRows::new(geometry, &segments.counts, &ends.crossed_titles());
    let routing = PartRouting { ends, segments, rows };
    let rows = routing.rows.layers.iter().zip(&geometry.graph.half_levels);
    let feet: Vec<f64> = rows.filter(|(_, half)| *half % 2 == 0).map(|(row, _)| row.1).collect();
    PartLayout { sheet: routing.draw_sheet(), feet, steps: 0 }
}

/// Places of routes in the layers and at their boxes.
struct RouteEnds<'a> {
    geometry: &'a PartGeometry<'a>,
    positions: &'a ItemPositions,
    ports: &'a [PortPair],
}

impl RouteEnds<'_> {
    fn route(&self, index: usize) -> &EdgeRoute {
        &self.geometry.graph.routes[index]
    }

    fn edge(&self, index: usize) -> PartEdge {
        self.geometry.part.edges[self.route(index).edge]
    }

    /// Returns the box that a route leaves or enters.
    fn end_box(&self, index: usize, leaving: bool) -> &VertexBox {
        &self.geometry.boxes[self.edge(index).end(leaving)]
    }

    fn port(&self, index: usize, leaving: bool) -> f64 {
        if leaving { self.ports[index].0 } else { self.ports[index].1 }
    }

    /// Returns the side that the end of a route is tied to.
    fn end_side(&self, index: usize, leaving: bool) -> BoxSide {
        let (own, end) = (self.end_box(index, leaving), RouteEnd { route: index, leaving });
        match leaving {
            _ if own.left.contains(&end) => BoxSide::Left,
            _ if own.right.contains(&end) => BoxSide::Right,
            true => BoxSide::Bottom,
            false => BoxSide::Top,
        }
    }

    /// Returns the place across of a route at one of its items.
    fn route_position(&self, index: usize, at: usize) -> f64 {
        let route = self.route(index);
        let (starts, ends) = (at == 0, at + 1 == route.items.len());
        if !route.back && (starts || ends) {
            return self.port(index, starts);
        }
        self.positions.x[route.items[at]]
    }

    fn item_layer(&self, index: usize, at: usize) -> usize {
        self.geometry.graph.items[self.route(index).items[at]].layer
    }

    fn gap_segments(&self) -> GapSegments {
        let mut segments = GapSegments::with_gaps(self.geometry.graph.layers.len() + 1);
        for (index, route) in self.geometry.graph.routes.iter().enumerate() {
            self.add_item_segments(index, &mut segments);
            if route.back {
                self.add_detour_segments(index, &mut segments);
            }
        }
        segments
    }

    /// Adds the pieces between the items of a route.
    fn add_item_segments(&self, index: usize, segments: &mut GapSegments) {
        for at in 1..self.route(index).items.len() {
            let above = self.route_position(index, at - 1);
            let below = self.route_position(index, at);
            let gap = self.item_layer(index, at);
            if (above - below).abs() > 1e-3 {
                segments.add((index, at), gap, [(above, true), (below, false)]);
            } else {
                segments.add_straight(gap, above);
            }
        }
    }

    /// Adds the pieces below the box that a line leaves and above the box that it enters.
    fn add_detour_segments(&self, index: usize, segments: &mut GapSegments) {
        let last = self.route(index).items.len() - 1;
        if self.end_side(index, true) == BoxSide::Bottom {
            let (port, item) = (self.port(index, true), self.route_position(index, last));
            let gap = self.item_layer(index, last) + 1;
            segments.add((index, last + 1), gap, [(port, true), (item, true)]);
        }
        if self.end_side(index, false) == BoxSide::Top {
            let (port, item) = (self.port(index, false), self.route_position(index, 0));
            let gap = self.item_layer(index, 0);
            segments.add((index, 0), gap, [(item, false), (port, false)]);
        }
    }
}

/// A route, and the item that a piece of it runs across to.
type SegmentKey = (usize, usize);

/// The drawing of a part whose layers have their heights.
struct PartRouting<'a> {
    ends: RouteEnds<'a>,
    segments: GapSegments,
    rows: LayerRows,
}

impl PartRouting<'_> {
    fn draw_sheet(&self) -> ChartSheet {
        let geometry = self.ends.geometry;
        let mut sheet = ChartSheet { height: self.rows.height, ..ChartSheet::default() };
        sheet.subgraphs = self.place_subgraphs();
        for vertex in 0..geometry.part.vertices.len() {
            self.place_vertex(vertex, &mut sheet);
        }
        sheet.edges =
            (0..geometry.graph.routes.len()).map(|route| self.place_edge(route)).collect();
        sheet
    }

    fn place_subgraphs(&self) -> Vec<PlacedSubgraph> {
        let mut placed = vec![];
        for (&subgraph, &(left, right)) in &self.ends.positions.subgraphs {
            let (head, foot) = self.rows.subgraphs[&subgraph];
            let area = Area { x: left, y: head, width: right - left, height: foot - head };
            let title = self.ends.geometry.chart.subgraphs[subgraph].title.clone();
            placed.push(PlacedSubgraph { subgraph, area, title });
        }
        placed
    }

    /// Returns the middle of an item.
    fn item_middle(&self, item: usize) -> Point {
        let (head, foot) = self.rows.layers[self.ends.geometry.graph.items[item].layer];
        pt(self.ends.positions.x[item], (head + foot) / 2.0)
    }

    fn place_vertex(&self, vertex: usize, sheet: &mut ChartSheet) {
        let (own, at) = (&self.ends.geometry.boxes[vertex], self.item_middle(vertex));
        match self.ends.geometry.part.vertices[vertex] {
            Vertex::Node(node) => {
                let area = Area::centred_at(at, own.width, own.height);
                let (cut, lines) = (own.extent.cut, own.extent.lines.clone());
                sheet.nodes.push(PlacedNode { node, area, cut, lines });
            }
            Vertex::Connector(edge) => {
                sheet.connectors.push(Connector { at, letter: String::new(), edge });
            }
        }
    }

    fn place_edge(&self, index: usize) -> PlacedEdge {
        let (route, edge) = (self.ends.route(index), self.ends.edge(index));
        let corners =
            if route.back { self.back_corners(index) } else { self.forward_corners(index) };
        let is_node = |end: usize| self.ends.geometry.part.vertices[end].node().is_some();
        PlacedEdge {
            edge: edge.edge,
            points: straighten_corners(corners),
            label: self.place_label(route),
            ends: (is_node(edge.from), is_node(edge.to)),
        }
    }

    fn place_label(&self, route: &EdgeRoute) -> Option<PlacedLabel> {
        let geometry = self.ends.geometry;
        let Size { width, height } = geometry.labels[route.edge]?;
        let is_label =
            |item: &usize| matches!(geometry.graph.items[*item].kind, LayerItemKind::Label(_));
        let item = route.items.iter().copied().find(is_label)?;
        let area = Area::centred_at(self.item_middle(item), width, height);
        Some(PlacedLabel { area, lines: vec![] })
    }

    fn forward_corners(&self, index: usize) -> Vec<Point> {
        let mut points = vec![self.end_point(index, true)];
        for at in 1..self.ends.route(index).items.len() {
            points.extend(self.segment_corners((index, at)));
        }
        points.push(self.end_point(index, false));
        points
    }

    fn back_corners(&self, index: usize) -> Vec<Point> {
        let last = self.ends.route(index).items.len() - 1;
        let mut points = vec![self.end_point(index, true)];
        points.extend(self.segment_corners((index, last + 1)));
        points.extend(self.side_corner(index, last, true));
        for at in (1..=last).rev() {
            points.extend(self.segment_corners((index, at)).into_iter().rev());
        }
        points.extend(self.side_corner(index, 0, false));
        points.extend(self.segment_corners((index, 0)));
        points.push(self.end_point(index, false));
        points
    }

    /// Returns the point at which a route tied to the left or right of a box turns along its
    /// layers.
    fn side_corner(&self, index: usize, at: usize, leaving: bool) -> Option<Point> {
        match self.ends.end_side(index, leaving) {
            BoxSide::Left | BoxSide::Right => {
                Some(pt(self.ends.route_position(index, at), self.end_point(index, leaving).y))
            }
            BoxSide::Top | BoxSide::Bottom => None,
        }
    }

    /// Returns the corners of a piece that runs across.
    fn segment_corners(&self, key: SegmentKey) -> Vec<Point> {
        let Some((gap, pieces)) = self.segments.pieces(key) else { return vec![] };
        let height = |track: usize| self.rows.tracks[gap] + track as f64 * TRACK_GAP;
        let ends = |piece: &TrackSegment| piece.ends.map(|end| pt(end.0, height(piece.track)));
        pieces.iter().flat_map(ends).collect()
    }

    /// Returns the point at which a route meets the outline of the box that it leaves or enters.
    fn end_point(&self, index: usize, leaving: bool) -> Point {
        let own = self.ends.end_box(index, leaving);
        let side = self.ends.end_side(index, leaving);
        let Point { x, y } = self.item_middle(self.ends.edge(index).end(leaving));
        let port = self.ends.port(index, leaving);
        let off = match side {
            BoxSide::Top | BoxSide::Bottom => port - x,
            BoxSide::Left | BoxSide::Right => {
                own.side_port(side, RouteEnd { route: index, leaving })
            }
        };
        let on_paper = side_on_paper(side, self.ends.geometry.direction);
        let inset = outline_inset(own.shape, &own.extent, on_paper, off);
        let (width, height) = (own.width / 2.0 - inset, own.height / 2.0 - inset);
        match side {
            BoxSide::Top => pt(port, y - height),
            BoxSide::Bottom => pt(port, y + height),
            BoxSide::Left => pt(x - width, y + off),
            BoxSide::Right => pt(x + width, y + off),
        }
    }
}

/// Removes corners at which the line does not turn.
pub fn straighten_corners(points: Vec<Point>) -> Vec<Point> {
    let same = |a: f64, b: f64| (a - b).abs() < 1e-3;
    let mut kept: Vec<Point> = vec![];
    for point in points {
        if kept.last().is_some_and(|last| same(last.x, point.x) && same(last.y, point.y)) {
            continue;
        }
        if let [.., a, b] = kept[..]
            && (same(a.x, b.x) && same(b.x, point.x) || same(a.y, b.y) && same(b.y, point.y))
        {
            kept.pop();
        }
        kept.push(point);
    }
    kept
}
