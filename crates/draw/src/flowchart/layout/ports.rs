//! Orders the lines along the sides of the boxes. In: ordered layers and the sizes of boxes. Out:
//! boxes in the layout that runs down, wide enough for all lines tied to them, and the order of
//! these lines along their sides.

use super::super::{Chart, ChartDirection, NodeShape};
use super::back_edges::PlacedLayers;
use super::layers::{EdgeRoute, LayeredGraph};
use super::measure::{MeasuredChart, TextBox};
use super::parts::{ChartPart, Vertex};
use super::sides::{BoxSide, port_reach, side_on_paper};
use crate::drawing::Size;

/// Least distance between two lines at the top or the bottom of a box, in em.
const PORT_GAP: f64 = 1.1;
/// Least distance between two lines at the left or the right of a box, in em.
pub const SIDE_PORT_GAP: f64 = 0.8;
/// Radius of a ringed letter, in em.
pub const CONNECTOR_RADIUS: f64 = 0.7;

/// An end of a route.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RouteEnd {
    /// Index into the routes.
    pub route: usize,
    /// True if the route leaves its box at this end.
    pub leaving: bool,
}

/// A vertex in the layout that runs down, and the routes tied to it.
#[derive(Debug, Clone, Default)]
pub struct VertexBox {
    /// Extent of its outline on paper.
    pub extent: TextBox,
    /// Shape.
    pub shape: NodeShape,
    /// Size across the layout that runs down.
    pub width: f64,
    /// Size along that layout.
    pub height: f64,
    /// Routes tied to its top, from left to right.
    pub top: Vec<usize>,
    /// Routes tied to its bottom, from left to right.
    pub bottom: Vec<usize>,
    /// Ends of routes tied to its left side, from top to bottom.
    pub left: Vec<RouteEnd>,
    /// Ends of routes tied to its right side, from top to bottom.
    pub right: Vec<RouteEnd>,
    /// Spans in which lines may be tied to its top and to its bottom, from its middle.
    pub reach: [(f64, f64); 2],
}

/// Returns the boxes of all vertices.
pub fn vertex_boxes(
    chart: &Chart,
    part: &ChartPart,
    graph: &LayeredGraph,
    sizes: &MeasuredChart,
    direction: ChartDirection,
) -> Vec<VertexBox> {
    let vertices = part.vertices.iter();
    let mut ties = RouteTies {
        layers: PlacedLayers::new(graph, part),
        boxes: vertices.map(|vertex| vertex_box(chart, sizes, *vertex)).collect(),
        level: vec![Default::default(); part.vertices.len()],
    };
    for (index, route) in graph.routes.iter().enumerate() {
        if route.back {
            ties.tie_back_route(index, route);
        } else {
            ties.tie_forward_route(index, route);
        }
    }
    ties.into_boxes(direction)
}

fn vertex_box(chart: &Chart, sizes: &MeasuredChart, vertex: Vertex) -> VertexBox {
    let (shape, extent) = match vertex {
        Vertex::Node(node) => (chart.nodes[node].shape, sizes.nodes[node].clone()),
        Vertex::Connector(_) => {
            let across = 2.0 * CONNECTOR_RADIUS;
            (NodeShape::Circle, TextBox { width: across, height: across, ..TextBox::default() })
        }
    };
    VertexBox { extent, shape, ..VertexBox::default() }
}

/// The sides of boxes that lines are tied to.
struct RouteTies<'a> {
    layers: PlacedLayers<'a>,
    boxes: Vec<VertexBox>,
    /// Routes at the top and at the bottom, with the places that they run towards, by box.
    level: Vec<[Vec<(f64, usize)>; 2]>,
}

impl RouteTies<'_> {
    fn tie_forward_route(&mut self, index: usize, route: &EdgeRoute) {
        let edge = self.layers.part.edges[route.edge];
        let place = |item: usize| self.layers.places[item] as f64;
        let (out, into) = (place(route.items[1]), place(route.items[route.items.len() - 2]));
        self.level[edge.from][1].push((out, index));
        self.level[edge.to][0].push((into, index));
    }

    fn tie_back_route(&mut self, index: usize, route: &EdgeRoute) {
        let edge = self.layers.part.edges[route.edge];
        for leaving in [true, false] {
            let (end, item) = (edge.end(leaving), route.back_end(leaving));
            let (place, middle) = (self.layers.places[item], self.layers.places[end]);
            let far = if place < middle { -1e6 } else { 1e6 } - place as f64;
            match self.layers.back_edge_side(route, leaving) {
                BoxSide::Top => self.level[end][0].push((far, index)),
                BoxSide::Bottom => self.level[end][1].push((far, index)),
                BoxSide::Left => self.boxes[end].left.push(RouteEnd { route: index, leaving }),
                BoxSide::Right => self.boxes[end].right.push(RouteEnd { route: index, leaving }),
            }
        }
    }

    fn into_boxes(self, direction: ChartDirection) -> Vec<VertexBox> {
        let Self { layers, mut boxes, level } = self;
        for (own, [top, bottom]) in boxes.iter_mut().zip(level) {
            own.top = sorted_ports(top);
            own.bottom = sorted_ports(bottom);
            own.left.sort_by_key(|&end| nesting_key(&layers, end, -1));
            own.right.sort_by_key(|&end| nesting_key(&layers, end, 1));
            own.widen(direction);
            own.turn(direction);
        }
        boxes
    }
}

fn sorted_ports(mut ports: Vec<(f64, usize)>) -> Vec<usize> {
    ports.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    ports.into_iter().map(|(_, route)| route).collect()
}

/// Returns the sort key of a line at the side of a box: lines that leave come above those that
/// enter; the inner leave above the outer and enter below them.
fn nesting_key(layers: &PlacedLayers, end: RouteEnd, side: i64) -> (bool, i64) {
    let item = layers.graph.routes[end.route].back_end(end.leaving);
    let out = layers.places[item] as i64 * side;
    (!end.leaving, if end.leaving { out } else { -out })
}

impl VertexBox {
    /// Returns its size across and along the layout that runs down.
    pub fn size(&self) -> Size {
        Size::new(self.width, self.height)
    }

    /// Makes the box large enough for its lines.
    fn widen(&mut self, direction: ChartDirection) {
        for (side, count) in [(BoxSide::Top, self.top.len()), (BoxSide::Bottom, self.bottom.len())]
        {
            let (low, high) = self.reach_at(side, direction);
            let lack = gaps_between(count) * PORT_GAP - (high - low);
            if lack > 0.0 {
                self.widen_by(lack, direction);
            }
        }
        let beside = gaps_between(self.left.len().max(self.right.len())) * SIDE_PORT_GAP + 1.0;
        let sideways = direction.is_sideways();
        let along = if sideways { &mut self.extent.width } else { &mut self.extent.height };
        *along = along.max(beside);
    }

    /// Enlarges the extent by the length that its lines lack on the straight part of a side.
    fn widen_by(&mut self, lack: f64, direction: ChartDirection) {
        let sign = self.is_growing_sign();
        let extent = &mut self.extent;
        if matches!(self.shape, NodeShape::Circle | NodeShape::DoubleCircle) {
            extent.width += lack * 2.5;
            extent.height = extent.width;
        } else if sign {
            extent.width += lack * 1.5;
            extent.height += lack * 1.5;
        } else if direction.is_sideways() {
            extent.height += lack;
        } else {
            extent.width += if self.shape == NodeShape::Cylinder { lack * 2.5 } else { lack };
        }
    }

    /// True if it is a sign that grows in both directions.
    fn is_growing_sign(&self) -> bool {
        matches!(self.shape, NodeShape::Figure(figure) if figure.is_round_sign())
    }

    /// Updates the size and the reach for the layout that runs down.
    fn turn(&mut self, direction: ChartDirection) {
        Size { width: self.width, height: self.height } = direction.turned(self.extent.size());
        self.reach = [BoxSide::Top, BoxSide::Bottom].map(|side| self.reach_at(side, direction));
    }

    fn reach_at(&self, side: BoxSide, direction: ChartDirection) -> (f64, f64) {
        port_reach(self.shape, &self.extent, side_on_paper(side, direction))
    }

    /// Returns the routes tied to its bottom or to its top.
    pub fn level_ports(&self, bottom: bool) -> &[usize] {
        if bottom { &self.bottom } else { &self.top }
    }

    /// Returns the span, measured from the box's middle, in which a route may be tied so that all
    /// its neighbours have room.
    pub fn port_range(&self, route: usize, bottom: bool) -> (f64, f64) {
        self.range_at(place_in_row(self.level_ports(bottom), &route), bottom)
    }

    /// Returns the spans of all routes tied to its bottom or to its top, from left to right.
    fn port_ranges(&self, bottom: bool) -> Vec<(f64, f64)> {
        let places = 0..self.level_ports(bottom).len();
        places.map(|place| self.range_at(place as f64, bottom)).collect()
    }

    fn range_at(&self, place: f64, bottom: bool) -> (f64, f64) {
        let (low, high) = self.reach[bottom as usize];
        let after = self.level_ports(bottom).len() as f64 - 1.0 - place;
        (low + place * PORT_GAP, (high - after * PORT_GAP).max(low + place * PORT_GAP))
    }

    /// Returns the ends of routes tied to its left or to its right side.
    fn side_ends(&self, side: BoxSide) -> &[RouteEnd] {
        if side == BoxSide::Left { &self.left } else { &self.right }
    }

    /// Returns the distance below its middle at which an end of a route is tied to its left or
    /// right side.
    pub fn side_port(&self, side: BoxSide, end: RouteEnd) -> f64 {
        let ends = self.side_ends(side);
        let place = place_in_row(ends, &end);
        (place - gaps_between(ends.len()) / 2.0) * SIDE_PORT_GAP
    }
}

/// Returns the place of an item in a row, from 0.
fn place_in_row<T: PartialEq>(row: &[T], wanted: &T) -> f64 {
    row.iter().position(|item| item == wanted).unwrap_or(0) as f64
}

fn gaps_between(count: usize) -> f64 {
    (count.max(1) - 1) as f64
}

/// Places where a route is tied to the box it leaves, and to the box it enters.
pub type PortPair = (f64, f64);

/// Returns the ports of all routes.
pub fn place_ports(
    part: &ChartPart,
    graph: &LayeredGraph,
    boxes: &[VertexBox],
    x: &[f64],
) -> Vec<PortPair> {
    let aims = PortAims { part, boxes, x };
    let routes = graph.routes.iter().enumerate();
    let mut ports: Vec<PortPair> = routes.map(|(index, route)| aims.aim(index, route)).collect();
    for _ in 0..4 {
        for (own, middle) in boxes.iter().zip(x) {
            for bottom in [true, false] {
                BoxPorts { graph, own, middle: *middle, bottom }.spread(&mut ports);
            }
        }
    }
    ports
}

/// The search for the best ports of routes.
struct PortAims<'a> {
    part: &'a ChartPart,
    boxes: &'a [VertexBox],
    /// Middle of each item.
    x: &'a [f64],
}

impl PortAims<'_> {
    /// Returns the best ports of a route: in one straight line if possible.
    fn aim(&self, index: usize, route: &EdgeRoute) -> PortPair {
        let edge = self.part.edges[route.edge];
        if route.back {
            return (self.back_aim(index, route, true), self.back_aim(index, route, false));
        }
        let out = self.port_window(edge.from, index, true);
        let into = self.port_window(edge.to, index, false);
        let (after, before) = (route.items[1], route.items[route.items.len() - 2]);
        let (low, high) = (out.0.max(into.0), out.1.min(into.1));
        if route.items.len() == 2 && low <= high {
            let aim = self.straight_aim(edge.from, edge.to).clamp(low, high);
            return (aim, aim);
        }
        (self.x[after].clamp(out.0, out.1), self.x[before].clamp(into.0, into.1))
    }

    /// Returns the best port at the bottom or the top of a box for a line that runs back: near its
    /// own way.
    fn back_aim(&self, index: usize, route: &EdgeRoute, leaving: bool) -> f64 {
        let end = self.part.edges[route.edge].end(leaving);
        let (low, high) = self.port_window(end, index, leaving);
        if self.x[route.back_end(leaving)] < self.x[end] { low } else { high }
    }

    /// Returns the span in which a route may be tied.
    fn port_window(&self, vertex: usize, route: usize, bottom: bool) -> (f64, f64) {
        let (low, high) = self.boxes[vertex].port_range(route, bottom);
        (self.x[vertex] + low, self.x[vertex] + high)
    }

    /// Returns the place of a straight line between two boxes: a line that is alone at one of its
    /// boxes runs to the middle of that box.
    fn straight_aim(&self, from: usize, to: usize) -> f64 {
        let alone = (self.boxes[from].bottom.len() == 1, self.boxes[to].top.len() == 1);
        match alone {
            (true, false) => self.x[from],
            (false, true) => self.x[to],
            (true, true) | (false, false) => (self.x[from] + self.x[to]) / 2.0,
        }
    }
}

/// The top or the bottom of a box.
struct BoxPorts<'a> {
    graph: &'a LayeredGraph,
    own: &'a VertexBox,
    middle: f64,
    bottom: bool,
}

impl BoxPorts<'_> {
    /// Moves the ports apart; the other end of a straight line between two boxes moves along.
    fn spread(&self, ports: &mut [PortPair]) {
        let routes = self.own.level_ports(self.bottom);
        let own_end = |port: PortPair| if self.bottom { port.0 } else { port.1 };
        let mut places: Vec<f64> = routes.iter().map(|&route| own_end(ports[route])).collect();
        let ranges = self.own.port_ranges(self.bottom);
        for pass in 0..routes.len() * 2 {
            self.push_apart(&mut places, pass < routes.len());
            for (place, (low, high)) in places.iter_mut().zip(&ranges) {
                *place = place.clamp(self.middle + low, self.middle + high);
            }
        }
        for (&route, place) in routes.iter().zip(places) {
            self.move_port(route, place, &mut ports[route]);
        }
    }

    /// Moves neighbours apart that are too close. If `gentle`, a firm one stays and only a loose
    /// one moves.
    fn push_apart(&self, places: &mut [f64], gentle: bool) {
        let routes = self.own.level_ports(self.bottom);
        for next in 1..places.len() {
            let lack = places[next - 1] + PORT_GAP - places[next];
            if lack > 1e-9 {
                let share = self.left_share(routes[next - 1], routes[next], gentle);
                places[next - 1] -= lack * share;
                places[next] += lack * (1.0 - share);
            }
        }
    }

    /// Returns the left neighbour's share of the distance that two neighbours have to move apart.
    fn left_share(&self, left: usize, right: usize, gentle: bool) -> f64 {
        match (self.is_firm(left), self.is_firm(right)) {
            (true, false) if gentle => 0.0,
            (false, true) if gentle => 1.0,
            _ => 0.5,
        }
    }

    fn is_firm(&self, route: usize) -> bool {
        self.graph.routes[route].items.len() > 2 || self.graph.routes[route].back
    }

    fn move_port(&self, route: usize, place: f64, port: &mut PortPair) {
        let straight = (port.0 - port.1).abs() < 1e-6 && !self.is_firm(route);
        if self.bottom || straight {
            port.0 = place;
        }
        if !self.bottom || straight {
            port.1 = place;
        }
    }
}
