//! In: ordered layers and bodies. Out: where every item stands across the layout, and the sides of
//! the frames: long lines straight, the main path straight, everything close together (a linear
//! program, solved by `simplex`).

use super::grid::{Grid, Kind, Route};
use super::parts::{Part, around};
use super::ports::{Body, half};
use super::simplex::{Problem, solve};
use crate::flowchart::Chart;
use std::collections::BTreeMap;

/// Places across the layout.
#[derive(Debug, Clone, Default)]
pub(super) struct Columns {
    /// Middle of each item.
    pub x: Vec<f64>,
    /// Left and right of each frame.
    pub frames: BTreeMap<usize, (f64, f64)>,
}

/// What is needed to place items.
pub(super) struct Scene<'a> {
    /// The chart.
    pub chart: &'a Chart,
    /// The part of it.
    pub part: &'a Part,
    /// Its layers.
    pub grid: &'a Grid,
    /// Its boxes.
    pub bodies: &'a [Body],
    /// Width and height of the labels, by wire.
    pub labels: &'a [Option<(f64, f64)>],
    /// Room inside a frame at its low and its high side.
    pub pads: (f64, f64),
    /// Least widths of frames, by group.
    pub titles: &'a [f64],
}

/// Finds all places.
pub(super) fn place(scene: &Scene) -> Columns {
    let grid = scene.grid;
    let mut problem = Problem { count: grid.items.len(), arcs: vec![] };
    let sides: BTreeMap<usize, (usize, usize)> =
        grid.spans.keys().map(|&group| (group, (problem.variable(), problem.variable()))).collect();
    let (low, high) = (problem.variable(), problem.variable());
    problem.arc(low, high, 0.0, 5.0);
    neighbours(scene, &sides, &mut problem);
    frames(scene, &sides, &mut problem);
    for item in 0..grid.items.len() {
        let half = half(grid, scene.bodies, scene.labels, item);
        problem.arc(low, item, half, 0.0);
        problem.arc(item, high, half, 0.0);
    }
    for (left, right) in sides.values() {
        problem.arc(low, *left, 0.0, 0.0);
        problem.arc(*right, high, 0.0, 0.0);
    }
    lines(scene, &mut problem);
    let values = solve(&problem).expect("frames and boxes stand in one order in all layers");
    Columns {
        x: (0..grid.items.len()).map(|item| values[item] - values[low]).collect(),
        frames: sides
            .iter()
            .map(|(&group, &(l, r))| (group, (values[l] - values[low], values[r] - values[low])))
            .collect(),
    }
}

/// Keeps neighbours apart; at a frame's side it is the frame that is kept apart.
fn neighbours(scene: &Scene, sides: &BTreeMap<usize, (usize, usize)>, problem: &mut Problem) {
    let grid = scene.grid;
    for pair in grid.layers.iter().flat_map(|layer| layer.windows(2)) {
        let (a, b) = (pair[0], pair[1]);
        let outer = |mine: usize, other: usize| {
            let other = grid.frames(other);
            grid.frames(mine).iter().rfind(|group| !other.contains(group)).copied()
        };
        let (left, right) = (outer(a, b), outer(b, a));
        let (from, before) = left
            .map_or((a, half(grid, scene.bodies, scene.labels, a)), |group| (sides[&group].1, 0.0));
        let (to, after) = right
            .map_or((b, half(grid, scene.bodies, scene.labels, b)), |group| (sides[&group].0, 0.0));
        let gap = if left.is_some() || right.is_some() { 0.9 } else { gap(scene, a, b) };
        problem.arc(from, to, before + gap + after, 0.0);
    }
}

/// Room between two items.
fn gap(scene: &Scene, a: usize, b: usize) -> f64 {
    let kind = |item: usize| match scene.grid.items[item].kind {
        Kind::Label(wire) if scene.labels[wire].is_none() => Kind::Bend(wire),
        kind => kind,
    };
    match (kind(a), kind(b)) {
        (Kind::Pin, _) | (_, Kind::Pin) => 0.4,
        (Kind::Vertex(_), Kind::Vertex(_)) => 1.3,
        (Kind::Vertex(vertex), Kind::Bend(wire)) | (Kind::Bend(wire), Kind::Vertex(vertex)) => {
            let wire = scene.part.wires[wire];
            if wire.from == vertex || wire.to == vertex { 1.3 } else { 0.9 }
        }
        (Kind::Vertex(_), Kind::Label(_)) | (Kind::Label(_), Kind::Vertex(_)) => 0.6,
        (Kind::Bend(_), Kind::Bend(_)) => 0.9,
        _ => 0.4,
    }
}

/// Keeps what is in a frame inside.
fn frames(scene: &Scene, sides: &BTreeMap<usize, (usize, usize)>, problem: &mut Problem) {
    let (before, after) = scene.pads;
    for (item, data) in scene.grid.items.iter().enumerate() {
        let Some((left, right)) = data.group.and_then(|group| sides.get(&group)) else { continue };
        let half = half(scene.grid, scene.bodies, scene.labels, item);
        problem.arc(*left, item, before + half, 0.0);
        problem.arc(item, *right, after + half, 0.0);
    }
    for (&group, &(left, right)) in sides {
        problem.arc(left, right, scene.titles[group], 4.0);
        let Some(outer) =
            around(scene.chart, Some(group)).get(1).and_then(|outer| sides.get(outer))
        else {
            continue;
        };
        problem.arc(outer.0, left, before, 0.0);
        problem.arc(right, outer.1, after, 0.0);
    }
}

/// Draws linked items together.
fn lines(scene: &Scene, problem: &mut Problem) {
    let main = main(scene);
    for (index, route) in scene.grid.routes.iter().enumerate() {
        if route.back {
            back(scene, route, problem);
            continue;
        }
        let wire = scene.part.wires[route.wire];
        let last = route.items.len() - 1;
        for at in 0..last {
            let pair = (route.items[at], route.items[at + 1]);
            let out = if at == 0 { scene.bodies[wire.from].range(index, true) } else { (0.0, 0.0) };
            let into =
                if at + 1 == last { scene.bodies[wire.to].range(index, false) } else { (0.0, 0.0) };
            let stiff = if at > 0 && at + 1 < last { 160.0 } else { 80.0 };
            problem.draw(pair, (out.0 - into.1, out.1 - into.0), stiff);
            problem.draw(pair, (0.0, 0.0), if main[index] { 32.0 } else { 2.0 });
        }
    }
}

fn back(scene: &Scene, route: &Route, problem: &mut Problem) {
    let wire = scene.part.wires[route.wire];
    for pair in route.items.windows(2) {
        problem.draw((pair[0], pair[1]), (0.0, 0.0), 160.0);
    }
    problem.draw((wire.to, route.items[0]), (0.0, 0.0), 6.0);
    problem.draw((wire.from, route.items[route.items.len() - 1]), (0.0, 0.0), 6.0);
}

/// Which routes are the main path: of each box's branches the one with the longest way still to go,
/// of each box's approaches the one with the longest way behind it; the first-declared if several
/// are equal.
fn main(scene: &Scene) -> Vec<bool> {
    let (grid, part) = (scene.grid, scene.part);
    let count = part.vertices.len();
    let mut ahead = vec![0; count];
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&vertex| std::cmp::Reverse(grid.items[vertex].layer));
    let mut out: Vec<Vec<usize>> = vec![vec![]; count];
    let mut into: Vec<Vec<usize>> = vec![vec![]; count];
    for (index, route) in grid.routes.iter().enumerate().filter(|(_, route)| !route.back) {
        out[part.wires[route.wire].from].push(index);
        into[part.wires[route.wire].to].push(index);
    }
    let target = |route: usize| part.wires[grid.routes[route].wire].to;
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
