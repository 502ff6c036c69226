//! In: layers. Out: the same layers in an order with few crossings, the first-declared branch on
//! the left where that costs nothing.

use super::back_edges;
use super::layers::{LayerItemKind, LayeredGraph};
use super::parts::ChartPart;
use super::rank::Ranks;
use std::collections::BTreeMap;

/// Above this many items no single exchanges are tried.
const MANY: usize = 150;

/// Tries several first orders, improves each, and takes the best. Lines that run back are put in on
/// the way.
pub(super) fn order_layers(grid: LayeredGraph, part: &ChartPart, ranks: &Ranks) -> LayeredGraph {
    let mut keys = vec![declaration_keys(&grid, part)];
    keys.extend(ranks.orders.iter().map(|order| dagre_keys(&grid, order)));
    let mut best: Option<OrderedLayers> = None;
    for key in keys {
        for sign in [1.0, -1.0] {
            let key: Vec<f64> = key.iter().map(|place| place * sign).collect();
            let mut base = grid.clone();
            sort_layers(&mut base, &key);
            let next = add_back_edges(base, part);
            if best.as_ref().is_none_or(|best| next.score < best.score) {
                best = Some(next);
            }
        }
        if best.as_ref().is_some_and(|best| best.score == (0, 0)) {
            break;
        }
    }
    best.map_or(grid, |best| exchange_neighbours(best, part).full)
}

/// Layers without and with the lines that run back.
struct OrderedLayers {
    base: LayeredGraph,
    full: LayeredGraph,
    score: (usize, usize),
}

fn add_back_edges(mut base: LayeredGraph, part: &ChartPart) -> OrderedLayers {
    swap_neighbours(&mut base);
    let mut full = base.clone();
    back_edges::insert_back_edges(&mut full, part);
    swap_neighbours(&mut full);
    let score = order_score(&full, part);
    OrderedLayers { base, full, score }
}

/// Crossings and detours, then branches against their source order; less is better.
pub(super) fn order_score(full: &LayeredGraph, part: &ChartPart) -> (usize, usize) {
    (count_crossings(full) + back_edges::count_detours(full, part), count_inversions(full, part))
}

/// Exchanges neighbouring boxes where that saves crossings only once the lines that run back are
/// in.
fn exchange_neighbours(mut best: OrderedLayers, part: &ChartPart) -> OrderedLayers {
    let back = best.base.routes.iter().any(|route| route.back);
    if !back || best.score.0 == 0 || best.base.items.len() > MANY {
        return best;
    }
    for layer in 0..best.base.layers.len() {
        for place in 1..best.base.layers[layer].len() {
            let (a, b) = (best.base.layers[layer][place - 1], best.base.layers[layer][place]);
            if best.base.items[a].subgraph != best.base.items[b].subgraph {
                continue;
            }
            let mut base = best.base.clone();
            base.layers[layer].swap(place - 1, place);
            let next = add_back_edges(base, part);
            if next.score < best.score {
                best = next;
            }
        }
    }
    best
}

/// Places by a walk down the lines in source order: a tree comes out without a crossing.
fn declaration_keys(grid: &LayeredGraph, part: &ChartPart) -> Vec<f64> {
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

fn dagre_keys(grid: &LayeredGraph, order: &super::rank::RankOrder) -> Vec<f64> {
    let place = |item: &super::layers::LayerItem| match item.kind {
        LayerItemKind::Vertex(vertex) => order.vertices[vertex],
        LayerItemKind::Bend(wire) | LayerItemKind::Label(wire) => {
            order.edge_position(wire, grid.half_levels[item.layer] as f64)
        }
        LayerItemKind::Placeholder => f64::NAN,
    };
    let mut key: Vec<f64> = grid.items.iter().map(place).collect();
    let mean = subgraph_means(grid, &key);
    for (item, place) in key.iter_mut().enumerate().filter(|(_, place)| place.is_nan()) {
        *place =
            grid.items[item].subgraph.and_then(|group| mean.get(&group)).copied().unwrap_or(0.0);
    }
    key
}

/// The mean place of each frame's items.
fn subgraph_means(grid: &LayeredGraph, key: &[f64]) -> BTreeMap<usize, f64> {
    let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for item in (0..grid.items.len()).filter(|&item| !key[item].is_nan()) {
        for group in grid.enclosing_of(item) {
            let sum = sums.entry(*group).or_default();
            *sum = (sum.0 + key[item], sum.1 + 1.0);
        }
    }
    sums.into_iter().map(|(group, (sum, count))| (group, sum / count)).collect()
}

/// Sorts all layers by key, frames staying together and in the same order in all layers.
fn sort_layers(grid: &mut LayeredGraph, key: &[f64]) {
    let means = subgraph_means(grid, key);
    let rank = |item: usize| {
        let mut path: Vec<(f64, usize)> =
            grid.enclosing_of(item).iter().rev().map(|group| (means[group], group + 1)).collect();
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
fn swap_neighbours(grid: &mut LayeredGraph) {
    let mut places = grid.places_in_layers();
    for _ in 0..12 {
        let mut better = false;
        for layer in 0..grid.layers.len() {
            for place in 1..grid.layers[layer].len() {
                let (a, b) = (grid.layers[layer][place - 1], grid.layers[layer][place]);
                if grid.items[a].subgraph == grid.items[b].subgraph
                    && swap_gain(grid, &places, a, b) > 0
                {
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
fn swap_gain(grid: &LayeredGraph, places: &[usize], a: usize, b: usize) -> i64 {
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
fn count_crossings(grid: &LayeredGraph) -> usize {
    let places = grid.places_in_layers();
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
fn count_inversions(grid: &LayeredGraph, part: &ChartPart) -> usize {
    let places = grid.places_in_layers();
    let mut branches: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for route in grid.routes.iter().filter(|route| !route.back) {
        branches.entry(part.edges[route.edge].from).or_default().push(places[route.items[1]]);
    }
    let against = |places: &Vec<usize>| {
        let later = |index: usize| {
            places[index + 1..].iter().filter(|place| **place < places[index]).count()
        };
        (0..places.len()).map(later).sum::<usize>()
    };
    branches.values().map(against).sum()
}
