//! Orders the items in each layer. In: layers. Out: the layers in an order with few crossings; the
//! branch that is declared first is on the left if that costs nothing.

use std::collections::BTreeMap;

use super::back_edges::{PlacedLayers, insert_back_edges};
use super::layers::{LayerItem, LayerItemKind, LayeredGraph};
use super::parts::ChartPart;
use super::rank::{RankOrder, Ranks};

/// Number of items above which no single exchanges are tried.
const MANY: usize = 150;
/// Most rounds of exchanging neighbours.
const ROUNDS: usize = 12;

/// Tries several first orders, improves each, and takes the best. The lines that run back are
/// inserted on the way.
pub fn order_layers(graph: LayeredGraph, part: &ChartPart, ranks: &Ranks) -> LayeredGraph {
    let mut keys = vec![graph.declaration_keys(part)];
    keys.extend(ranks.orders.iter().map(|order| graph.dagre_keys(order)));
    let mut best: Option<OrderedLayers> = None;
    for key in keys {
        for sign in [1.0, -1.0] {
            let key: Vec<f64> = key.iter().map(|place| place * sign).collect();
            let mut base = graph.clone();
            base.sort_layers(&key);
            let next = OrderedLayers::new(base, part);
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

/// Estimates the steps of ordering the layers: each line that runs back is tried between any two
/// items of each layer that it passes.
pub fn order_steps(graph: &LayeredGraph) -> u64 {
    let back = graph.routes.iter().filter(|route| route.back).count() as u64;
    let squares = graph.layers.iter().map(|layer| (layer.len() as u64 + back / 2).pow(2));
    back * squares.sum::<u64>() + graph.items.len() as u64
}

/// Layers without and with the lines that run back.
struct OrderedLayers {
    base: LayeredGraph,
    full: LayeredGraph,
    score: (usize, usize),
}

impl OrderedLayers {
    /// Inserts the lines that run back into layers in a first order.
    fn new(mut base: LayeredGraph, part: &ChartPart) -> Self {
        base.swap_neighbours();
        let full = base.with_back_edges(part);
        let score = order_score(&full, part);
        OrderedLayers { base, full, score }
    }

    /// Returns the layers with the items at `place` and before it exchanged, unless that tears a
    /// subgraph apart.
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

/// Returns the score of an order: crossings and detours, then branches against their source order;
/// less is better.
pub fn order_score(full: &LayeredGraph, part: &ChartPart) -> (usize, usize) {
    let layers = PlacedLayers::new(full, part);
    (layers.count_crossings() + layers.count_detours(), layers.count_inversions())
}

/// Exchanges neighbouring boxes that save crossings only after the lines that run back are
/// inserted.
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

impl LayeredGraph {
    fn with_back_edges(&self, part: &ChartPart) -> Self {
        let mut full = self.clone();
        insert_back_edges(&mut full, part);
        full.swap_neighbours();
        full
    }

    /// Returns places by a walk down the lines in source order: a tree has no crossings then.
    fn declaration_keys(&self, part: &ChartPart) -> Vec<f64> {
        let below = self.forward_links();
        let mut key = vec![f64::NAN; self.items.len()];
        let mut count = 0.0;
        let tops = (0..part.vertices.len()).filter(|&vertex| self.up[vertex].is_empty());
        for start in tops.chain(0..self.items.len()) {
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

    /// Returns, by item, the next items on the lines that run down, in source order.
    fn forward_links(&self) -> Vec<Vec<usize>> {
        let mut below = vec![vec![]; self.items.len()];
        let forward = self.routes.iter().filter(|route| !route.back);
        for pair in forward.flat_map(|route| route.items.windows(2)) {
            below[pair[0]].push(pair[1]);
        }
        below
    }

    fn dagre_keys(&self, order: &RankOrder) -> Vec<f64> {
        let mut key: Vec<f64> = self.items.iter().map(|item| self.dagre_key(order, item)).collect();
        let means = self.subgraph_means(&key);
        for (item, place) in key.iter_mut().enumerate().filter(|(_, place)| place.is_nan()) {
            let mean = self.items[item].subgraph.and_then(|subgraph| means.get(&subgraph));
            *place = mean.copied().unwrap_or(0.0);
        }
        key
    }

    fn dagre_key(&self, order: &RankOrder, item: &LayerItem) -> f64 {
        match item.kind {
            LayerItemKind::Vertex(vertex) => order.vertices[vertex],
            LayerItemKind::Bend(edge) | LayerItemKind::Label(edge) => {
                order.edge_position(edge, self.half_levels[item.layer] as f64)
            }
            LayerItemKind::Placeholder => f64::NAN,
        }
    }

    /// Returns the mean place of each subgraph's items.
    fn subgraph_means(&self, key: &[f64]) -> BTreeMap<usize, f64> {
        let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for item in (0..self.items.len()).filter(|&item| !key[item].is_nan()) {
            for subgraph in self.enclosing_of(item) {
                let sum = sums.entry(*subgraph).or_default();
                *sum = (sum.0 + key[item], sum.1 + 1.0);
            }
        }
        sums.into_iter().map(|(subgraph, (sum, count))| (subgraph, sum / count)).collect()
    }

    /// Sorts all layers by key. Subgraphs stay together, in the same order in all layers.
    fn sort_layers(&mut self, key: &[f64]) {
        let means = self.subgraph_means(key);
        let path = |item: usize| {
            let enclosing = self.enclosing_of(item).iter().rev();
            let own = std::iter::once((key[item], 0));
            enclosing.map(|subgraph| (means[subgraph], subgraph + 1)).chain(own).collect()
        };
        let paths: Vec<Vec<(f64, usize)>> = (0..self.items.len()).map(path).collect();
        let compare = |a: &usize, b: &usize| {
            let pairs = paths[*a].iter().zip(&paths[*b]);
            let mut orders = pairs.map(|(a, b)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            orders.find(|order| order.is_ne()).unwrap_or(a.cmp(b))
        };
        self.layers.iter_mut().for_each(|layer| layer.sort_by(compare));
    }

    /// Exchanges neighbours as long as that saves crossings.
    fn swap_neighbours(&mut self) {
        let mut places = self.places_in_layers();
        for _ in 0..ROUNDS {
            if !self.swap_in_layers(&mut places) {
                return;
            }
        }
    }

    /// Exchanges neighbours in each layer once; false if nothing was saved.
    fn swap_in_layers(&mut self, places: &mut [usize]) -> bool {
        let mut better = false;
        for layer in 0..self.layers.len() {
            better |= self.swap_in_layer(places, layer);
        }
        better
    }

    fn swap_in_layer(&mut self, places: &mut [usize], layer: usize) -> bool {
        let mut better = false;
        for place in 1..self.layers[layer].len() {
            let (a, b) = (self.layers[layer][place - 1], self.layers[layer][place]);
            let together = self.items[a].subgraph == self.items[b].subgraph;
            if together && self.swap_gain(places, a, b) > 0 {
                self.layers[layer].swap(place - 1, place);
                (places[a], places[b]) = (place, place - 1);
                better = true;
            }
        }
        better
    }

    /// Returns the number of crossings saved by exchanging `a` and its right neighbour `b`.
    fn swap_gain(&self, places: &[usize], a: usize, b: usize) -> i64 {
        let mut gain = 0;
        for (left, right) in [(&self.up[a], &self.up[b]), (&self.down[a], &self.down[b])] {
            for x in left {
                let apart = right.iter().map(|y| places[*x] as i64 - places[*y] as i64);
                gain += apart.map(i64::signum).sum::<i64>();
            }
        }
        gain
    }
}

impl PlacedLayers<'_> {
    /// Returns the number of crossings: pairs of links of which one begins left of the other and
    /// ends right of it.
    fn count_crossings(&self) -> usize {
        let crossings = |layer: usize| {
            let mut links = self.graph.links_below(layer, &self.places);
            links.sort_unstable();
            inversions(&links.into_iter().map(|link| link.1).collect::<Vec<_>>())
        };
        (0..self.graph.layers.len()).map(crossings).sum()
    }

    /// Returns the number of pairs of branches of one box that are against their source order.
    fn count_inversions(&self) -> usize {
        let mut branches: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for route in self.graph.routes.iter().filter(|route| !route.back) {
            let from = self.part.edges[route.edge].from;
            branches.entry(from).or_default().push(self.places[route.items[1]]);
        }
        branches.values().map(|places| inversions(places)).sum()
    }
}

/// Returns the number of pairs of places in the wrong order, counted with a Fenwick tree.
fn inversions(places: &[usize]) -> usize {
    let size = places.iter().max().map_or(0, |most| most + 1);
    let mut tree = vec![0; size + 1];
    let mut count = 0;
    for (before, &place) in places.iter().enumerate() {
        let (mut at, mut not_greater) = (place + 1, 0);
        while at > 0 {
            not_greater += tree[at];
            at &= at - 1;
        }
        count += before - not_greater;
        at = place + 1;
        while at <= size {
            tree[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    count
}
