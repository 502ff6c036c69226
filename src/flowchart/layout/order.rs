//! In: layers. Out: the same layers in an order with few crossings, the first-declared branch on
//! the left where that costs nothing.

use super::back;
use super::grid::{Grid, Kind};
use super::parts::Part;
use super::rank::Ranks;
use std::collections::BTreeMap;

/// Above this many items no single exchanges are tried.
const MANY: usize = 150;

/// Tries several first orders, improves each, and takes the best. Lines that run back are put in on
/// the way.
pub(super) fn order(grid: Grid, part: &Part, ranks: &Ranks) -> Grid {
    let mut keys = vec![declared(&grid, part)];
    keys.extend(ranks.orders.iter().map(|order| dagre(&grid, order)));
    let mut best: Option<Ordered> = None;
    for key in keys {
        for sign in [1.0, -1.0] {
            let key: Vec<f64> = key.iter().map(|place| place * sign).collect();
            let mut base = grid.clone();
            arrange(&mut base, &key);
            let next = finish(base, part);
            if best.as_ref().is_none_or(|best| next.score < best.score) {
                best = Some(next);
            }
        }
        if best.as_ref().is_some_and(|best| best.score == (0, 0)) {
            break;
        }
    }
    best.map_or(grid, |best| exchange(best, part).full)
}

/// Layers without and with the lines that run back.
struct Ordered {
    base: Grid,
    full: Grid,
    score: (usize, usize),
}

fn finish(mut base: Grid, part: &Part) -> Ordered {
    improve(&mut base);
    let mut full = base.clone();
    back::insert(&mut full, part);
    improve(&mut full);
    let score = score(&full, part);
    Ordered { base, full, score }
}

/// Crossings and detours, then branches against their source order; less is better.
pub(super) fn score(full: &Grid, part: &Part) -> (usize, usize) {
    (crossings(full) + back::detours(full, part), inversions(full, part))
}

/// Exchanges neighbouring boxes where that saves crossings only once the lines that run back are
/// in.
fn exchange(mut best: Ordered, part: &Part) -> Ordered {
    let back = best.base.routes.iter().any(|route| route.back);
    if !back || best.score.0 == 0 || best.base.items.len() > MANY {
        return best;
    }
    for layer in 0..best.base.layers.len() {
        for place in 1..best.base.layers[layer].len() {
            let (a, b) = (best.base.layers[layer][place - 1], best.base.layers[layer][place]);
            if best.base.items[a].group != best.base.items[b].group {
                continue;
            }
            let mut base = best.base.clone();
            base.layers[layer].swap(place - 1, place);
            let next = finish(base, part);
            if next.score < best.score {
                best = next;
            }
        }
    }
    best
}

/// Places by a walk down the lines in source order: a tree comes out without a crossing.
fn declared(grid: &Grid, part: &Part) -> Vec<f64> {
    let mut first: Vec<Vec<usize>> = vec![vec![]; grid.items.len()];
    for route in grid.routes.iter().filter(|route| !route.back) {
        for pair in route.items.windows(2) {
            first[pair[0]].push(pair[1]);
        }
    }
    let mut key = vec![f64::NAN; grid.items.len()];
    let mut count = 0.0;
    let tops = (0..part.vertices.len()).filter(|&vertex| grid.up[vertex].is_empty());
    for start in tops.chain(0..grid.items.len()) {
        let mut stack = vec![start];
        while let Some(item) = stack.pop() {
            if key[item].is_nan() {
                key[item] = count;
                count += 1.0;
                stack.extend(first[item].iter().rev());
            }
        }
    }
    key
}

fn dagre(grid: &Grid, order: &super::rank::Order) -> Vec<f64> {
    let place = |item: &super::grid::Item| match item.kind {
        Kind::Vertex(vertex) => order.vertices[vertex],
        Kind::Bend(wire) | Kind::Label(wire) => order.at(wire, grid.halves[item.layer] as f64),
        Kind::Pin => f64::NAN,
    };
    let mut key: Vec<f64> = grid.items.iter().map(place).collect();
    let mean = means(grid, &key);
    for (item, place) in key.iter_mut().enumerate().filter(|(_, place)| place.is_nan()) {
        *place = grid.items[item].group.and_then(|group| mean.get(&group)).copied().unwrap_or(0.0);
    }
    key
}

/// The mean place of each frame's items.
fn means(grid: &Grid, key: &[f64]) -> BTreeMap<usize, f64> {
    let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for item in (0..grid.items.len()).filter(|&item| !key[item].is_nan()) {
        for group in grid.frames(item) {
            let sum = sums.entry(*group).or_default();
            *sum = (sum.0 + key[item], sum.1 + 1.0);
        }
    }
    sums.into_iter().map(|(group, (sum, count))| (group, sum / count)).collect()
}

/// Sorts all layers by key, frames staying together and in the same order in all layers.
fn arrange(grid: &mut Grid, key: &[f64]) {
    let means = means(grid, key);
    let rank = |item: usize| {
        let mut path: Vec<(f64, usize)> =
            grid.frames(item).iter().rev().map(|group| (means[group], group + 1)).collect();
        path.push((key[item], 0));
        path
    };
    let ranks: Vec<Vec<(f64, usize)>> = (0..grid.items.len()).map(rank).collect();
    let compare = |a: &usize, b: &usize| {
        let pairs = ranks[*a].iter().zip(&ranks[*b]);
        let unequal =
            pairs.map(|(a, b)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).find(|order| order.is_ne());
        unequal.unwrap_or(a.cmp(b))
    };
    grid.layers.iter_mut().for_each(|layer| layer.sort_by(compare));
}

/// Exchanges neighbours for as long as that saves crossings.
fn improve(grid: &mut Grid) {
    let mut places = grid.places();
    for _ in 0..12 {
        let mut better = false;
        for layer in 0..grid.layers.len() {
            for place in 1..grid.layers[layer].len() {
                let (a, b) = (grid.layers[layer][place - 1], grid.layers[layer][place]);
                if grid.items[a].group == grid.items[b].group && gain(grid, &places, a, b) > 0 {
                    grid.layers[layer].swap(place - 1, place);
                    (places[a], places[b]) = (place, place - 1);
                    better = true;
                }
            }
        }
        if !better {
            return;
        }
    }
}

/// How many crossings it saves to exchange `a` and its right neighbour `b`.
fn gain(grid: &Grid, places: &[usize], a: usize, b: usize) -> i64 {
    let mut gain = 0;
    for (left, right) in [(&grid.up[a], &grid.up[b]), (&grid.down[a], &grid.down[b])] {
        for x in left {
            gain +=
                right.iter().map(|y| (places[*x] as i64 - places[*y] as i64).signum()).sum::<i64>();
        }
    }
    gain
}

/// How often links cross.
fn crossings(grid: &Grid) -> usize {
    let places = grid.places();
    let mut count = 0;
    for layer in &grid.layers {
        let ends: Vec<(usize, usize)> = layer
            .iter()
            .flat_map(|&item| grid.down[item].iter().map(move |&below| (item, below)))
            .map(|(above, below)| (places[above], places[below]))
            .collect();
        for (index, a) in ends.iter().enumerate() {
            count += ends[index + 1..].iter().filter(|b| a.0 < b.0 && a.1 > b.1).count();
        }
    }
    count
}

/// How many pairs of branches of one box stand against their source order.
fn inversions(grid: &Grid, part: &Part) -> usize {
    let places = grid.places();
    let mut branches: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for route in grid.routes.iter().filter(|route| !route.back) {
        branches.entry(part.wires[route.wire].from).or_default().push(places[route.items[1]]);
    }
    let against = |places: &Vec<usize>| {
        let later = |index: usize| {
            places[index + 1..].iter().filter(|place| **place < places[index]).count()
        };
        (0..places.len()).map(later).sum::<usize>()
    };
    branches.values().map(against).sum()
}
