//! In: ordered layers and the sizes of boxes. Out: bodies of boxes in the layout that runs down,
//! wide enough for all lines tied to them, and the order of these lines along their sides.

use super::back_edges::back_edge_side;
use super::layers::{LayerItemKind, LayeredGraph};
use super::measure::{MeasuredChart, TextBox};
use super::parts::{ChartPart, Vertex};
use super::sides::{BoxSide, port_reach, side_on_paper};
use crate::flowchart::{Chart, ChartDirection, NodeShape};

/// Least distance of two lines on one side of a box.
pub(super) const PORT_GAP: f64 = 1.1;
/// Radius of a ringed letter.
pub(super) const CONNECTOR_RADIUS: f64 = 0.7;

/// A vertex as the layout sees it, and the routes tied to it.
#[derive(Debug, Clone, Default)]
pub(super) struct VertexBox {
    /// Its outline's extent on paper.
    pub extent: TextBox,
    /// Its shape.
    pub shape: NodeShape,
    /// Across the layout that runs down.
    pub width: f64,
    /// Along it.
    pub height: f64,
    /// Routes tied to its top, from left to right.
    pub top: Vec<usize>,
    /// Routes tied to its bottom, from left to right.
    pub bottom: Vec<usize>,
    /// Route and whether it leaves, tied to its left side, from top to bottom.
    pub left: Vec<(usize, bool)>,
    /// The same for its right side.
    pub right: Vec<(usize, bool)>,
    /// Where lines may be tied to its top and to its bottom.
    pub reach: [(f64, f64); 2],
}

/// Bodies of all vertices.
pub(super) fn vertex_boxes(
    chart: &Chart,
    part: &ChartPart,
    grid: &LayeredGraph,
    sizes: &MeasuredChart,
    direction: ChartDirection,
) -> Vec<VertexBox> {
    let mut bodies: Vec<VertexBox> =
        part.vertices.iter().map(|vertex| vertex_box(chart, sizes, *vertex)).collect();
    let places = grid.places_in_layers();
    let mut level: Vec<[Vec<(f64, usize)>; 2]> = vec![Default::default(); bodies.len()];
    for (index, route) in grid.routes.iter().enumerate() {
        let wire = part.edges[route.edge];
        let last = route.items.len() - 1;
        if !route.back {
            level[wire.from][1].push((places[route.items[1]] as f64, index));
            level[wire.to][0].push((places[route.items[last - 1]] as f64, index));
            continue;
        }
        for (end, item, leaving) in
            [(wire.from, route.items[last], true), (wire.to, route.items[0], false)]
        {
            let far = if places[item] < places[end] { -1e6 } else { 1e6 } - places[item] as f64;
            match back_edge_side(grid, part, &places, route, leaving) {
                BoxSide::Top => level[end][0].push((far, index)),
                BoxSide::Bottom => level[end][1].push((far, index)),
                BoxSide::Left => bodies[end].left.push((index, leaving)),
                BoxSide::Right => bodies[end].right.push((index, leaving)),
            }
        }
    }
    for (body, [top, bottom]) in bodies.iter_mut().zip(level) {
        body.top = sorted_ports(top);
        body.bottom = sorted_ports(bottom);
        body.left.sort_by_key(|&(route, leaving)| nesting_key(grid, &places, route, leaving, -1));
        body.right.sort_by_key(|&(route, leaving)| nesting_key(grid, &places, route, leaving, 1));
        body.widen(direction);
    }
    bodies
}

fn sorted_ports(mut ports: Vec<(f64, usize)>) -> Vec<usize> {
    ports.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    ports.into_iter().map(|(_, route)| route).collect()
}

/// Lines that leave stand above those that enter; the inner leave above the outer and enter below
/// them.
fn nesting_key(
    grid: &LayeredGraph,
    places: &[usize],
    route: usize,
    leaving: bool,
    side: i64,
) -> (bool, i64) {
    let items = &grid.routes[route].items;
    let item = if leaving { items[items.len() - 1] } else { items[0] };
    let out = places[item] as i64 * side;
    (!leaving, if leaving { out } else { -out })
}

fn vertex_box(chart: &Chart, sizes: &MeasuredChart, vertex: Vertex) -> VertexBox {
    match vertex {
        Vertex::Node(node) => VertexBox {
            extent: sizes.nodes[node].clone(),
            shape: chart.nodes[node].shape,
            ..VertexBox::default()
        },
        Vertex::Connector(_) => {
            let extent = TextBox {
                width: 2.0 * CONNECTOR_RADIUS,
                height: 2.0 * CONNECTOR_RADIUS,
                ..TextBox::default()
            };
            VertexBox { extent, shape: NodeShape::Circle, ..VertexBox::default() }
        }
    }
}

impl VertexBox {
    /// Makes the box large enough for its lines, then sees it as the layout does.
    fn widen(&mut self, direction: ChartDirection) {
        let across = matches!(direction, ChartDirection::Down | ChartDirection::Up);
        for (side, count) in [(BoxSide::Top, self.top.len()), (BoxSide::Bottom, self.bottom.len())]
        {
            let (low, high) = port_reach(self.shape, &self.extent, side_on_paper(side, direction));
            let lack = (count.max(1) - 1) as f64 * PORT_GAP - (high - low);
            if lack > 0.0 && matches!(self.shape, NodeShape::Circle | NodeShape::DoubleCircle) {
                self.extent.width += lack * 2.5;
                self.extent.height = self.extent.width;
            } else if lack > 0.0 && across {
                self.extent.width +=
                    if self.shape == NodeShape::Cylinder { lack * 2.5 } else { lack };
            } else if lack > 0.0 {
                self.extent.height += lack;
            }
        }
        let beside =
            (self.left.len().max(self.right.len()).max(1) - 1) as f64 * SIDE_PORT_GAP + 1.0;
        let along = if across { &mut self.extent.height } else { &mut self.extent.width };
        *along = along.max(beside);
        let (width, height) = (self.extent.width, self.extent.height);
        (self.width, self.height) = if across { (width, height) } else { (height, width) };
        self.reach = [BoxSide::Top, BoxSide::Bottom]
            .map(|side| port_reach(self.shape, &self.extent, side_on_paper(side, direction)));
    }

    /// From where to where, measured from the box's middle, a route may be tied so that all its
    /// neighbours find room.
    pub(super) fn port_range(&self, route: usize, bottom: bool) -> (f64, f64) {
        let ports = if bottom { &self.bottom } else { &self.top };
        let (low, high) = self.reach[bottom as usize];
        let place = ports.iter().position(|port| *port == route).unwrap_or(0) as f64;
        let after = ports.len() as f64 - 1.0 - place;
        (low + place * PORT_GAP, (high - after * PORT_GAP).max(low + place * PORT_GAP))
    }
}

/// Least distance of two lines at the left or right of a box.
pub(super) const SIDE_PORT_GAP: f64 = 0.8;

/// Places of all ports: by route, where it leaves and where it enters.
pub(super) fn place_ports(
    part: &ChartPart,
    grid: &LayeredGraph,
    bodies: &[VertexBox],
    x: &[f64],
) -> Vec<(f64, f64)> {
    let mut ports: Vec<(f64, f64)> =
        grid.routes.iter().map(|route| port_aims(part, grid, bodies, x, route)).collect();
    for _ in 0..4 {
        for (vertex, body) in bodies.iter().enumerate() {
            spread_ports(grid, &mut ports, (body, x[vertex]), true);
            spread_ports(grid, &mut ports, (body, x[vertex]), false);
        }
    }
    ports
}

/// Where a route would best be tied at its two ends: in one straight line if that can be.
fn port_aims(
    part: &ChartPart,
    grid: &LayeredGraph,
    bodies: &[VertexBox],
    x: &[f64],
    route: &super::layers::EdgeRoute,
) -> (f64, f64) {
    let wire = part.edges[route.edge];
    let index = grid.routes.iter().position(|other| other == route).unwrap_or(0);
    let window = |vertex: usize, bottom| {
        let (low, high) = bodies[vertex].port_range(index, bottom);
        (x[vertex] + low, x[vertex] + high)
    };
    let (out, into) = (window(wire.from, true), window(wire.to, false));
    let last = route.items.len() - 1;
    if route.back {
        let aim = |vertex: usize, item: usize, side: (f64, f64)| {
            if x[item] < x[vertex] { side.0 } else { side.1 }
        };
        return (aim(wire.from, route.items[last], out), aim(wire.to, route.items[0], into));
    }
    if last > 1 {
        return (
            x[route.items[1]].clamp(out.0, out.1),
            x[route.items[last - 1]].clamp(into.0, into.1),
        );
    }
    let (low, high) = (out.0.max(into.0), out.1.min(into.1));
    if low <= high {
        let alone = (bodies[wire.from].bottom.len() == 1, bodies[wire.to].top.len() == 1);
        let middle = match alone {
            (true, false) => x[wire.from],
            (false, true) => x[wire.to],
            _ => (x[wire.from] + x[wire.to]) / 2.0,
        };
        let aim = middle.clamp(low, high);
        return (aim, aim);
    }
    (x[wire.to].clamp(out.0, out.1), x[wire.from].clamp(into.0, into.1))
}

/// Moves the ports on one side of a box apart; a line straight between two boxes takes its other
/// end along.
fn spread_ports(
    grid: &LayeredGraph,
    ports: &mut [(f64, f64)],
    (body, middle): (&VertexBox, f64),
    bottom: bool,
) {
    let routes = if bottom { &body.bottom } else { &body.top };
    let firm = |route: usize| grid.routes[route].items.len() > 2 || grid.routes[route].back;
    let mut places: Vec<f64> =
        routes.iter().map(|&route| if bottom { ports[route].0 } else { ports[route].1 }).collect();
    for pass in 0..routes.len() * 2 {
        for next in 1..places.len() {
            let lack = places[next - 1] + PORT_GAP - places[next];
            if lack > 1e-9 {
                let share = match (firm(routes[next - 1]), firm(routes[next])) {
                    (true, false) if pass < routes.len() => 0.0,
                    (false, true) if pass < routes.len() => 1.0,
                    _ => 0.5,
                };
                places[next - 1] -= lack * share;
                places[next] += lack * (1.0 - share);
            }
        }
        for (place, &route) in places.iter_mut().zip(routes) {
            let (low, high) = body.port_range(route, bottom);
            *place = place.clamp(middle + low, middle + high);
        }
    }
    for (&route, place) in routes.iter().zip(places) {
        let straight =
            (ports[route].0 - ports[route].1).abs() < 1e-6 && grid.routes[route].items.len() == 2;
        if bottom || straight && !grid.routes[route].back {
            ports[route].0 = place;
        }
        if !bottom || straight && !grid.routes[route].back {
            ports[route].1 = place;
        }
    }
}

/// Half the width that an item takes in its layer.
pub(super) fn item_half_width(
    grid: &LayeredGraph,
    bodies: &[VertexBox],
    labels: &[Option<(f64, f64)>],
    item: usize,
) -> f64 {
    match grid.items[item].kind {
        LayerItemKind::Vertex(vertex) => bodies[vertex].width / 2.0,
        LayerItemKind::Label(wire) => labels[wire].map_or(0.0, |label| label.0 / 2.0),
        LayerItemKind::Bend(_) | LayerItemKind::Placeholder => 0.0,
    }
}
