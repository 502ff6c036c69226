//! Places the items across the layout. In: ordered layers and boxes. Out: the place of every item
//! across the layout, and the sides of the subgraphs. Long lines and the main path are straight,
//! and everything is close together (a linear program, solved by `simplex`).

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::geometry::PartGeometry;
use super::layers::{EdgeRoute, LayerItemKind};
use super::simplex::DistanceProblem;

/// Room between an item and the side of a foreign subgraph, in em.
const SUBGRAPH_GAP: f64 = 0.9;

/// Places across the layout.
#[derive(Debug, Clone, Default)]
pub struct ItemPositions {
    /// Middle, by item.
    pub x: Vec<f64>,
    /// Left and right side, by subgraph.
    pub subgraphs: BTreeMap<usize, (f64, f64)>,
    /// Steps that finding them took.
    pub steps: u64,
}

/// Finds all places.
pub fn position_items(geometry: &PartGeometry) -> ItemPositions {
    let mut search = PositionSearch::new(geometry);
    search.separate_neighbours();
    search.enclose_items();
    search.enclose_subgraphs();
    let (low, high) = search.bounds;
    for item in 0..search.geometry.graph.items.len() {
        let half = search.geometry.half_width(item);
        search.problem.add_arc(low, item, half, 0.0);
        search.problem.add_arc(item, high, half, 0.0);
    }
    let (low, high) = search.bounds;
    for (left, right) in search.sides.values() {
        search.problem.add_arc(low, *left, 0.0, 0.0);
        search.problem.add_arc(*right, high, 0.0, 0.0);
    }
    search.attract_linked_items();
    search.positions()
}

/// The linear program; its first variables are the items.
struct PositionSearch<'a> {
    geometry: &'a PartGeometry<'a>,
    problem: DistanceProblem,
    /// Variables of the left and the right side, by subgraph.
    sides: BTreeMap<usize, (usize, usize)>,
    /// Variables of the outermost sides.
    bounds: (usize, usize),
}

impl<'a> PositionSearch<'a> {
    fn new(geometry: &'a PartGeometry<'a>) -> Self {
        let mut problem = DistanceProblem::with_variables(geometry.graph.items.len());
        let mut pair = || (problem.add_variable(), problem.add_variable());
        let sides = geometry.graph.spans.keys().map(|&subgraph| (subgraph, pair())).collect();
        let bounds = pair();
        problem.add_arc(bounds.0, bounds.1, 0.0, 5.0);
        Self { geometry, problem, sides, bounds }
    }

    /// Keeps neighbours apart; at the side of a subgraph, the subgraph is kept apart.
    fn separate_neighbours(&mut self) {
        let graph = self.geometry.graph;
        for pair in graph.layers.iter().flat_map(|layer| layer.windows(2)) {
            let (a, b) = (pair[0], pair[1]);
            let (left, right) = (self.outermost_side(a, b), self.outermost_side(b, a));
            let foreign = left.is_some() || right.is_some();
            let (from, before) =
                left.map_or_else(|| (a, self.geometry.half_width(a)), |left| (left.1, 0.0));
            let (to, after) =
                right.map_or_else(|| (b, self.geometry.half_width(b)), |right| (right.0, 0.0));
            let gap = if foreign { SUBGRAPH_GAP } else { item_gap(self.geometry, a, b) };
            self.problem.add_arc(from, to, before + gap + after, 0.0);
        }
    }

    /// Returns the sides of the outermost subgraph that holds an item but not its neighbour.
    fn outermost_side(&self, item: usize, neighbour: usize) -> Option<(usize, usize)> {
        let graph = self.geometry.graph;
        let others = graph.enclosing_of(neighbour);
        let mut own = graph.enclosing_of(item).iter();
        own.rfind(|subgraph| !others.contains(subgraph)).map(|subgraph| self.sides[subgraph])
    }

    /// Keeps items inside their subgraphs.
    fn enclose_items(&mut self) {
        for (index, item) in self.geometry.graph.items.iter().enumerate() {
            let Some(own) = item.subgraph else { continue };
            if let Some((left, right)) = self.sides.get(&own) {
                let (before, after) = self.geometry.padding_across(own);
                let half = self.geometry.half_width(index);
                self.problem.add_arc(*left, index, before + half, 0.0);
                self.problem.add_arc(index, *right, after + half, 0.0);
            }
        }
    }

    /// Keeps subgraphs wide enough for their titles, and inside those around them.
    fn enclose_subgraphs(&mut self) {
        for (&subgraph, &(left, right)) in &self.sides {
            self.problem.add_arc(left, right, self.geometry.least_width(subgraph), 4.0);
            let Some(&around) = self.geometry.graph.enclosing[subgraph].get(1) else { continue };
            if let Some(outer) = self.sides.get(&around) {
                let (before, after) = self.geometry.padding_across(around);
                self.problem.add_arc(outer.0, left, before, 0.0);
                self.problem.add_arc(right, outer.1, after, 0.0);
            }
        }
    }

    /// Pulls linked items together.
    fn attract_linked_items(&mut self) {
        let main = MainPath::new(self.geometry).routes();
        for (index, route) in self.geometry.graph.routes.iter().enumerate() {
            if route.back {
                for pair in route.items.windows(2) {
                    self.problem.attract(pair[0], pair[1], 0.0..0.0, 160.0);
                }
                let edge = self.geometry.part.edges[route.edge];
                for leaving in [false, true] {
                    let (end, item) = (edge.end(leaving), route.back_end(leaving));
                    self.problem.attract(end, item, 0.0..0.0, 6.0);
                }
            } else {
                self.attract_forward_edge(index, route, main[index]);
            }
        }
    }

    fn attract_forward_edge(&mut self, index: usize, route: &EdgeRoute, main: bool) {
        let (boxes, edge) = (&self.geometry.boxes, self.geometry.part.edges[route.edge]);
        let last = route.items.len() - 1;
        for at in 0..last {
            let (above, below) = (route.items[at], route.items[at + 1]);
            let (starts, ends) = (at == 0, at + 1 == last);
            let free = (0.0, 0.0);
            let out = if starts { boxes[edge.from].port_range(index, true) } else { free };
            let into = if ends { boxes[edge.to].port_range(index, false) } else { free };
            let stiff = if starts || ends { 80.0 } else { 160.0 };
            self.problem.attract(above, below, out.0 - into.1..out.1 - into.0, stiff);
            self.problem.attract(above, below, 0.0..0.0, if main { 32.0 } else { 2.0 });
        }
    }

    fn positions(&self) -> ItemPositions {
        let solved = self.problem.solve_counted();
        let (values, steps) = solved.expect("the order of all layers can be kept");
        let at = |variable: usize| values[variable] - values[self.bounds.0];
        let sides = self.sides.iter();
        ItemPositions {
            x: (0..self.geometry.graph.items.len()).map(at).collect(),
            subgraphs: sides.map(|(&own, &(left, right))| (own, (at(left), at(right)))).collect(),
            steps,
        }
    }
}

/// Returns the room between two items.
fn item_gap(geometry: &PartGeometry, a: usize, b: usize) -> f64 {
    use LayerItemKind::{Bend, Label, Placeholder, Vertex};
    match (geometry.item_kind(a), geometry.item_kind(b)) {
        (Placeholder, _) | (_, Placeholder) => 0.4,
        (Vertex(_), Vertex(_)) => 1.3,
        (Vertex(vertex), Bend(edge)) | (Bend(edge), Vertex(vertex)) => {
            let edge = geometry.part.edges[edge];
            if edge.from == vertex || edge.to == vertex { 1.3 } else { 0.9 }
        }
        (Vertex(_), Label(_)) | (Label(_), Vertex(_)) => 0.6,
        (Bend(_), Bend(_)) => 0.9,
        (Label(_), Bend(_) | Label(_)) | (Bend(_), Label(_)) => 0.4,
    }
}

/// The search for the main path: of each box's branches the one with the longest way ahead, and of
/// each box's approaches the one with the longest way behind; among equals the one declared first.
struct MainPath<'a> {
    geometry: &'a PartGeometry<'a>,
    /// Routes that run down from it, by vertex.
    out: Vec<Vec<usize>>,
    /// Routes that run down to it, by vertex.
    into: Vec<Vec<usize>>,
    /// Number of routes on the longest way ahead, by vertex.
    ahead: Vec<usize>,
}

impl<'a> MainPath<'a> {
    fn new(geometry: &'a PartGeometry<'a>) -> Self {
        let count = geometry.part.vertices.len();
        let (mut out, mut into) = (vec![vec![]; count], vec![vec![]; count]);
        let routes = geometry.graph.routes.iter().enumerate();
        for (index, route) in routes.filter(|(_, route)| !route.back) {
            out[geometry.part.edges[route.edge].from].push(index);
            into[geometry.part.edges[route.edge].to].push(index);
        }
        let mut path = Self { geometry, out, into, ahead: vec![0; count] };
        let mut order: Vec<usize> = (0..path.ahead.len()).collect();
        order.sort_by_key(|&vertex| Reverse(path.geometry.graph.items[vertex].layer));
        for vertex in order {
            let ways = path.out[vertex].iter().map(|&route| path.ahead[path.target(route)] + 1);
            path.ahead[vertex] = ways.max().unwrap_or(0);
        }
        path
    }

    fn target(&self, route: usize) -> usize {
        self.geometry.part.edges[self.geometry.graph.routes[route].edge].to
    }

    /// Marks the routes on the main path.
    fn routes(&self) -> Vec<bool> {
        let routes = &self.geometry.graph.routes;
        let mut main = vec![false; routes.len()];
        for branches in &self.out {
            let far = |route: &&usize| (self.ahead[self.target(**route)], Reverse(**route));
            let Some(&best) = branches.iter().max_by_key(far) else { continue };
            let near = |route: &&usize| (routes[**route].items.len(), **route);
            main[best] = self.into[self.target(best)].iter().min_by_key(near) == Some(&best);
        }
        main
    }
}
