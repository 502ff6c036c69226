//! In: layers. Out: the same layers in an order with few crossings, the first-declared branch on
//! the left where that costs nothing.

use std::collections::BTreeMap;

use super::back_edges::{PlacedLayers, insert_back_edges};
use super::layers::{LayerItem, LayerItemKind, LayeredGraph};
use super::parts::ChartPart;
use super::rank::{RankOrder, Ranks};

/// Above this many items no single exchanges are tried.
const MANY: usize = 150;
/// How often neighbours are gone through to exchange them.
const ROUNDS: usize = 12;

/// Tries several first orders, improves each, and takes the best. Lines that run back are put in on
/// the way.
pub(super) fn order_layers(graph: LayeredGraph, part: &ChartPart, ranks: &Ranks) -> LayeredGraph {
    let mut keys = vec![declaration_keys(&graph, part)];
    keys.extend(ranks.orders.iter().map(|order| dagre_keys(&graph, order)));
    let mut best: Option<OrderedLayers> = None;
    for key in keys {
        for sign in [1.0, -1.0] {
            let key: Vec<f64> = key.iter().map(|place| place * sign).collect();
            let next = OrderedLayers::sorted_by(&graph, part, &key);
            if best.as_ref().is_none_or(|best| next.score < best.score) {
                best = Some(next);
            }
        }
        if best.as_ref().is_some_and(|best| best.score == (0, 0)) {
            break;
        }
    }
    best.map_or(graph, |best| exchange_neighbours(best, part).full)
}

/// Layers without and with the lines that run back.
struct OrderedLayers {
    base: LayeredGraph,
    full: LayeredGraph,
    score: (usize, usize),
}

impl OrderedLayers {
    /// Puts the lines that run back into layers in a first order.
    fn new(mut base: LayeredGraph, part: &ChartPart) -> Self {
        swap_neighbours(&mut base);
        let mut full = base.clone();
        insert_back_edges(&mut full, part);
        swap_neighbours(&mut full);
        let score = order_score(&full, part);
        OrderedLayers { base, full, score }
    }

    fn sorted_by(graph: &LayeredGraph, part: &ChartPart, key: &[f64]) -> Self {
        let mut base = graph.clone();
        sort_layers(&mut base, key);
        Self::new(base, part)
    }

    /// The same with the items at `place` and before it exchanged, unless that tears a subgraph
    /// apart.
    fn with_exchange(&self, part: &ChartPart, layer: usize, place: usize) -> Option<Self> {
        let items = &self.base.layers[layer];
        let subgraph = |place: usize| self.base.items[items[place]].subgraph;
        if subgraph(place - 1) != subgraph(place) {
            return None;
        }
        let mut base = self.base.clone();
        base.layers[layer].swap(place - 1, place);
        Some(Self::new(base, part))
    }
}

/// Crossings and detours, then branches against their source order; less is better.
pub(super) fn order_score(full: &LayeredGraph, part: &ChartPart) -> (usize, usize) {
    let layers = PlacedLayers::new(full, part);
    (count_crossings(&layers) + layers.count_detours(), count_inversions(&layers))
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
            let next = best.with_exchange(part, layer, place);
            if let Some(next) = next.filter(|next| next.score < best.score) {
                best = next;
            }
        }
    }
    best
}

/// Places by a walk down the lines in source order: a tree comes out without a crossing.
fn declaration_keys(graph: &LayeredGraph, part: &ChartPart) -> Vec<f64> {
    let below = forward_links(graph);
    let mut key = vec![f64::NAN; graph.items.len()];
    let mut count = 0.0;
    let tops = (0..part.vertices.len()).filter(|&vertex| graph.up[vertex].is_empty());
    for start in tops.chain(0..graph.items.len()) {
        let mut stack = vec![start];
        while let Some(item) = stack.pop() {
            if key[item].is_nan() {
                key[item] = count;
                count += 1.0;
                stack.extend(below[item].iter().rev());
            }
        }
    }
    key
}

/// By item: what follows on the lines that run down, in source order.
fn forward_links(graph: &LayeredGraph) -> Vec<Vec<usize>> {
    let mut below = vec![vec![]; graph.items.len()];
    let forward = graph.routes.iter().filter(|route| !route.back);
    for pair in forward.flat_map(|route| route.items.windows(2)) {
        below[pair[0]].push(pair[1]);
    }
    below
}

fn dagre_keys(graph: &LayeredGraph, order: &RankOrder) -> Vec<f64> {
    let mut key: Vec<f64> = graph.items.iter().map(|item| dagre_key(graph, order, item)).collect();
    let means = subgraph_means(graph, &key);
    for (item, place) in key.iter_mut().enumerate().filter(|(_, place)| place.is_nan()) {
        let mean = graph.items[item].subgraph.and_then(|subgraph| means.get(&subgraph));
        *place = mean.copied().unwrap_or(0.0);
    }
    key
}

fn dagre_key(graph: &LayeredGraph, order: &RankOrder, item: &LayerItem) -> f64 {
    match item.kind {
        LayerItemKind::Vertex(vertex) => order.vertices[vertex],
        LayerItemKind::Bend(edge) | LayerItemKind::Label(edge) => {
            order.edge_position(edge, graph.half_levels[item.layer] as f64)
        }
        LayerItemKind::Placeholder => f64::NAN,
    }
}

/// The mean place of each subgraph's items.
fn subgraph_means(graph: &LayeredGraph, key: &[f64]) -> BTreeMap<usize, f64> {
    let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for item in (0..graph.items.len()).filter(|&item| !key[item].is_nan()) {
        for subgraph in graph.enclosing_of(item) {
            let sum = sums.entry(*subgraph).or_default();
            *sum = (sum.0 + key[item], sum.1 + 1.0);
        }
    }
    sums.into_iter().map(|(subgraph, (sum, count))| (subgraph, sum / count)).collect()
}

/// Sorts all layers by key, subgraphs staying together and in the same order in all layers.
fn sort_layers(graph: &mut LayeredGraph, key: &[f64]) {
    let means = subgraph_means(graph, key);
    let path = |item: usize| {
        let enclosing = graph.enclosing_of(item).iter().rev();
        let own = std::iter::once((key[item], 0));
        enclosing.map(|subgraph| (means[subgraph], subgraph + 1)).chain(own).collect()
    };
    let paths: Vec<Vec<(f64, usize)>> = (0..graph.items.len()).map(path).collect();
    let compare = |a: &usize, b: &usize| {
        let pairs = paths[*a].iter().zip(&paths[*b]);
        let mut orders = pairs.map(|(a, b)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        orders.find(|order| order.is_ne()).unwrap_or(a.cmp(b))
    };
    graph.layers.iter_mut().for_each(|layer| layer.sort_by(compare));
}

/// Exchanges neighbours for as long as that saves crossings.
fn swap_neighbours(graph: &mut LayeredGraph) {
    let mut places = graph.places_in_layers();
    for _ in 0..ROUNDS {
        let mut better = false;
        for layer in 0..graph.layers.len() {
            better |= swap_in_layer(graph, &mut places, layer);
        }
        if !better {
            return;
        }
    }
}

fn swap_in_layer(graph: &mut LayeredGraph, places: &mut [usize], layer: usize) -> bool {
    let mut better = false;
    for place in 1..graph.layers[layer].len() {
        let (a, b) = (graph.layers[layer][place - 1], graph.layers[layer][place]);
        let together = graph.items[a].subgraph == graph.items[b].subgraph;
        if together && swap_gain(graph, places, a, b) > 0 {
            graph.layers[layer].swap(place - 1, place);
            (places[a], places[b]) = (place, place - 1);
            better = true;
        }
    }
    better
}

/// How many crossings it saves to exchange `a` and its right neighbour `b`.
fn swap_gain(graph: &LayeredGraph, places: &[usize], a: usize, b: usize) -> i64 {
    let mut gain = 0;
    for (left, right) in [(&graph.up[a], &graph.up[b]), (&graph.down[a], &graph.down[b])] {
        for x in left {
            let apart = right.iter().map(|y| places[*x] as i64 - places[*y] as i64);
            gain += apart.map(i64::signum).sum::<i64>();
        }
    }
    gain
}

/// How often links cross.
fn count_crossings(layers: &PlacedLayers) -> usize {
    let mut count = 0;
    for layer in 0..layers.graph.layers.len() {
        let links = layers.graph.links_below(layer, &layers.places);
        for (index, a) in links.iter().enumerate() {
            count += links[index + 1..].iter().filter(|b| a.0 < b.0 && a.1 > b.1).count();
        }
    }
    count
}

/// How many pairs of branches of one box stand against their source order.
fn count_inversions(layers: &PlacedLayers) -> usize {
    let mut branches: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for route in layers.graph.routes.iter().filter(|route| !route.back) {
        let from = layers.part.edges[route.edge].from;
        branches.entry(from).or_default().push(layers.places[route.items[1]]);
    }
    branches.values().map(|places| inversions(places)).sum()
}

fn inversions(places: &[usize]) -> usize {
    let lower_after =
        |at: usize| places[at + 1..].iter().filter(|place| **place < places[at]).count();
    (0..places.len()).map(lower_after).sum()
}
