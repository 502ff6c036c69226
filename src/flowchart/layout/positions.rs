//! In: ordered layers and bodies. Out: where every item stands across the layout, and the sides of
//! the frames: long lines straight, the main path straight, everything close together (a linear
//! program, solved by `simplex`).

use super::layers::{EdgeRoute, LayerItemKind, LayeredGraph};
use super::parts::ChartPart;
use super::ports::{VertexBox, item_half_width};
use super::simplex::DistanceProblem;
use crate::flowchart::Chart;
use std::collections::BTreeMap;

/// Places across the layout.
#[derive(Debug, Clone, Default)]
pub(super) struct ItemPositions {
    /// Middle of each item.
    pub x: Vec<f64>,
    /// Left and right of each frame.
    pub subgraphs: BTreeMap<usize, (f64, f64)>,
}

/// What is needed to place items.
pub(super) struct PartGeometry<'a> {
    /// The chart.
    pub chart: &'a Chart,
    /// The part of it.
    pub part: &'a ChartPart,
    /// Its layers.
    pub graph: &'a LayeredGraph,
    /// Its boxes.
    pub boxes: &'a [VertexBox],
    /// Width and height of the labels, by wire.
    pub labels: &'a [Option<(f64, f64)>],
    /// Room inside a frame at its low and its high side.
    pub pads: (f64, f64),
    /// Least widths of frames, by group.
    pub titles: &'a [f64],
}

/// Finds all places.
pub(super) fn position_items(scene: &PartGeometry) -> ItemPositions {
    let grid = scene.graph;
    let mut problem = DistanceProblem::with_variables(grid.items.len());
    let sides: BTreeMap<usize, (usize, usize)> = grid
        .spans
        .keys()
        .map(|&group| (group, (problem.add_variable(), problem.add_variable())))
        .collect();
    let (low, high) = (problem.add_variable(), problem.add_variable());
    problem.add_arc(low, high, 0.0, 5.0);
    separate_neighbours(scene, &sides, &mut problem);
    enclose_items(scene, &sides, &mut problem);
    for item in 0..grid.items.len() {
        let half = item_half_width(grid, scene.boxes, scene.labels, item);
        problem.add_arc(low, item, half, 0.0);
        problem.add_arc(item, high, half, 0.0);
    }
    for (left, right) in sides.values() {
        problem.add_arc(low, *left, 0.0, 0.0);
        problem.add_arc(*right, high, 0.0, 0.0);
    }
    attract_linked_items(scene, &mut problem);
    let values = problem.solve().expect("frames and boxes stand in one order in all layers");
    ItemPositions {
        x: (0..grid.items.len()).map(|item| values[item] - values[low]).collect(),
        subgraphs: sides
            .iter()
            .map(|(&group, &(l, r))| (group, (values[l] - values[low], values[r] - values[low])))
            .collect(),
    }
}

/// Keeps neighbours apart; at a frame's side it is the frame that is kept apart.
fn separate_neighbours(
    scene: &PartGeometry,
    sides: &BTreeMap<usize, (usize, usize)>,
    problem: &mut DistanceProblem,
) {
    let grid = scene.graph;
    for pair in grid.layers.iter().flat_map(|layer| layer.windows(2)) {
        let (a, b) = (pair[0], pair[1]);
        let outer = |mine: usize, other: usize| {
            let other = grid.enclosing_of(other);
            grid.enclosing_of(mine).iter().rfind(|group| !other.contains(group)).copied()
        };
        let (left, right) = (outer(a, b), outer(b, a));
        let (from, before) = left
            .map_or((a, item_half_width(grid, scene.boxes, scene.labels, a)), |group| {
                (sides[&group].1, 0.0)
            });
        let (to, after) = right
            .map_or((b, item_half_width(grid, scene.boxes, scene.labels, b)), |group| {
                (sides[&group].0, 0.0)
            });
        let gap = if left.is_some() || right.is_some() { 0.9 } else { item_gap(scene, a, b) };
        problem.add_arc(from, to, before + gap + after, 0.0);
    }
}

/// Room between two items.
fn item_gap(scene: &PartGeometry, a: usize, b: usize) -> f64 {
    let kind = |item: usize| match scene.graph.items[item].kind {
        LayerItemKind::Label(wire) if scene.labels[wire].is_none() => LayerItemKind::Bend(wire),
        kind => kind,
    };
    match (kind(a), kind(b)) {
        (LayerItemKind::Placeholder, _) | (_, LayerItemKind::Placeholder) => 0.4,
        (LayerItemKind::Vertex(_), LayerItemKind::Vertex(_)) => 1.3,
        (LayerItemKind::Vertex(vertex), LayerItemKind::Bend(wire))
        | (LayerItemKind::Bend(wire), LayerItemKind::Vertex(vertex)) => {
            let wire = scene.part.edges[wire];
            if wire.from == vertex || wire.to == vertex { 1.3 } else { 0.9 }
        }
        (LayerItemKind::Vertex(_), LayerItemKind::Label(_))
        | (LayerItemKind::Label(_), LayerItemKind::Vertex(_)) => 0.6,
        (LayerItemKind::Bend(_), LayerItemKind::Bend(_)) => 0.9,
        _ => 0.4,
    }
}

/// Keeps what is in a frame inside.
fn enclose_items(
    scene: &PartGeometry,
    sides: &BTreeMap<usize, (usize, usize)>,
    problem: &mut DistanceProblem,
) {
    let (before, after) = scene.pads;
    for (item, data) in scene.graph.items.iter().enumerate() {
        let Some((left, right)) = data.subgraph.and_then(|group| sides.get(&group)) else {
            continue;
        };
        let half = item_half_width(scene.graph, scene.boxes, scene.labels, item);
        problem.add_arc(*left, item, before + half, 0.0);
        problem.add_arc(item, *right, after + half, 0.0);
    }
    for (&group, &(left, right)) in sides {
        problem.add_arc(left, right, scene.titles[group], 4.0);
        let Some(outer) =
            scene.chart.enclosing_subgraphs(Some(group)).get(1).and_then(|outer| sides.get(outer))
        else {
            continue;
        };
        problem.add_arc(outer.0, left, before, 0.0);
        problem.add_arc(right, outer.1, after, 0.0);
    }
}

/// Draws linked items together.
fn attract_linked_items(scene: &PartGeometry, problem: &mut DistanceProblem) {
    let main = main_path_routes(scene);
    for (index, route) in scene.graph.routes.iter().enumerate() {
        if route.back {
            attract_back_edge(scene, route, problem);
            continue;
        }
        let wire = scene.part.edges[route.edge];
        let last = route.items.len() - 1;
        for at in 0..last {
            let pair = (route.items[at], route.items[at + 1]);
            let out =
                if at == 0 { scene.boxes[wire.from].port_range(index, true) } else { (0.0, 0.0) };
            let into = if at + 1 == last {
                scene.boxes[wire.to].port_range(index, false)
            } else {
                (0.0, 0.0)
            };
            let stiff = if at > 0 && at + 1 < last { 160.0 } else { 80.0 };
            problem.attract(pair, (out.0 - into.1, out.1 - into.0), stiff);
            problem.attract(pair, (0.0, 0.0), if main[index] { 32.0 } else { 2.0 });
        }
    }
}

fn attract_back_edge(scene: &PartGeometry, route: &EdgeRoute, problem: &mut DistanceProblem) {
    let wire = scene.part.edges[route.edge];
    for pair in route.items.windows(2) {
        problem.attract((pair[0], pair[1]), (0.0, 0.0), 160.0);
    }
    problem.attract((wire.to, route.items[0]), (0.0, 0.0), 6.0);
    problem.attract((wire.from, route.items[route.items.len() - 1]), (0.0, 0.0), 6.0);
}

/// Which routes are the main path: of each box's branches the one with the longest way still to go,
/// of each box's approaches the one with the longest way behind it; the first-declared if several
/// are equal.
fn main_path_routes(scene: &PartGeometry) -> Vec<bool> {
    let (grid, part) = (scene.graph, scene.part);
    let count = part.vertices.len();
    let mut ahead = vec![0; count];
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&vertex| std::cmp::Reverse(grid.items[vertex].layer));
    let mut out: Vec<Vec<usize>> = vec![vec![]; count];
    let mut into: Vec<Vec<usize>> = vec![vec![]; count];
    for (index, route) in grid.routes.iter().enumerate().filter(|(_, route)| !route.back) {
        out[part.edges[route.edge].from].push(index);
        into[part.edges[route.edge].to].push(index);
    }
    let target = |route: usize| part.edges[grid.routes[route].edge].to;
    for &vertex in &order {
        ahead[vertex] =
            out[vertex].iter().map(|&route| ahead[target(route)] + 1).max().unwrap_or(0);
    }
    let mut main = vec![false; grid.routes.len()];
    for branches in &out {
        let far = |route: &&usize| (ahead[target(**route)], std::cmp::Reverse(**route));
        let Some(&best) = branches.iter().max_by_key(far) else { continue };
        let near = |route: &&usize| (grid.routes[**route].items.len(), **route);
        main[best] = into[target(best)].iter().min_by_key(near) == Some(&best);
    }
    main
}
