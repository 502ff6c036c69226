//! Places the lines that run back up. In: ordered layers. Out: the layers with the lines that run
//! back up or loop, each beside the boxes it joins, on the way with the fewest crossings.

use super::layers::{EdgeRoute, LayerItem, LayerItemKind, LayeredGraph};
use super::parts::{ChartPart, PartEdge};
use super::sides::BoxSide;

/// Inserts all lines that run back into the layers, short ones first.
pub fn insert_back_edges(graph: &mut LayeredGraph, part: &ChartPart) {
    for route in back_routes_by_reach(graph, part) {
        let edge = part.edges[graph.routes[route].edge];
        let slots = SlotSearch { layers: PlacedLayers::new(graph, part), edge }.cheapest_slots();
        insert_route(graph, route, edge, &slots);
    }
}

fn back_routes_by_reach(graph: &LayeredGraph, part: &ChartPart) -> Vec<usize> {
    let reach = |route: usize| {
        let edge = part.edges[graph.routes[route].edge];
        graph.items[edge.from].layer - graph.items[edge.to].layer
    };
    let mut routes: Vec<usize> =
        (0..graph.routes.len()).filter(|&route| graph.routes[route].back).collect();
    routes.sort_by_key(|&route| (reach(route), route));
    routes
}

fn insert_route(graph: &mut LayeredGraph, route: usize, edge: PartEdge, slots: &[usize]) {
    let own = graph.routes[route].edge;
    let (top, bottom) = (graph.items[edge.to].layer, graph.items[edge.from].layer);
    let label = bottom.saturating_sub(1).max(top);
    let mut items: Vec<usize> = vec![];
    for (layer, &slot) in (top..=bottom).zip(slots) {
        let kind = LayerItemKind::on_the_way(own, layer == label);
        let subgraph = graph.passed_subgraph(edge.from, edge.to, layer);
        let item = graph.insert_item(LayerItem { kind, layer, subgraph }, slot);
        if let Some(&above) = items.last() {
            graph.link_items(above, item);
        }
        items.push(item);
    }
    graph.routes[route].items = items;
}

/// Layers in order, with the place of each item in its layer.
pub struct PlacedLayers<'a> {
    pub graph: &'a LayeredGraph,
    pub part: &'a ChartPart,
    /// Places, by item.
    pub places: Vec<usize>,
}

impl<'a> PlacedLayers<'a> {
    pub fn new(graph: &'a LayeredGraph, part: &'a ChartPart) -> Self {
        Self { graph, part, places: graph.places_in_layers() }
    }

    /// Returns the side of a box that the end of a line running back is tied to: left or right if
    /// the end is next to the box; otherwise below the box it leaves (`Bottom`) or above the box it
    /// enters (`Top`).
    pub fn back_edge_side(&self, route: &EdgeRoute, leaving: bool) -> BoxSide {
        let edge = self.part.edges[route.edge];
        let (end, item) = (edge.end(leaving), route.back_end(leaving));
        let labelled = edge.is_loop() && edge.label;
        let beside = !labelled && self.stand_together(end, item);
        match (beside, self.places[item] < self.places[end], leaving) {
            (true, true, _) => BoxSide::Left,
            (true, false, _) => BoxSide::Right,
            (false, _, true) => BoxSide::Bottom,
            (false, _, false) => BoxSide::Top,
        }
    }

    /// True if a box and an item in its layer have nothing between them, except one line that is
    /// tied to the box as well.
    fn stand_together(&self, end: usize, item: usize) -> bool {
        let (low, high) =
            (self.places[item].min(self.places[end]), self.places[item].max(self.places[end]));
        let layer = &self.graph.layers[self.graph.items[end].layer];
        self.only_own_ends(end, &layer[low + 1..high])
    }

    fn only_own_ends(&self, end: usize, between: &[usize]) -> bool {
        between.len() < 2 && between.iter().all(|&item| self.is_back_edge_end(item, end))
    }

    /// True if an item is the end of a line that runs back from or to this box and is not a loop.
    fn is_back_edge_end(&self, item: usize, end: usize) -> bool {
        let edge = match self.graph.items[item].kind {
            LayerItemKind::Bend(edge) | LayerItemKind::Label(edge) => self.part.edges[edge],
            LayerItemKind::Vertex(_) | LayerItemKind::Placeholder => return false,
        };
        let graph = self.graph;
        !edge.is_loop()
            && graph.items[edge.from].layer >= graph.items[edge.to].layer
            && (edge.from == end && graph.down[item].is_empty()
                || edge.to == end && graph.up[item].is_empty())
    }

    /// Returns the number of ends of lines running back that are not beside their boxes.
    pub fn count_detours(&self) -> usize {
        let routes = self.graph.routes.iter().filter(|route| route.back);
        let ends = routes.flat_map(|route| [(route, true), (route, false)]);
        let sides = ends.map(|(route, leaving)| self.back_edge_side(route, leaving));
        sides.filter(|side| matches!(side, BoxSide::Top | BoxSide::Bottom)).count()
    }
}

/// The least cost of a way down to a slot, and the slot above it on that way.
type SlotWay = (f64, usize);

/// The search for the slots of a line that runs back from a box below to one above.
struct SlotSearch<'a> {
    layers: PlacedLayers<'a>,
    edge: PartEdge,
}

impl SlotSearch<'_> {
    /// Returns the cheapest slot in each layer from the box entered to the box left.
    fn cheapest_slots(&self) -> Vec<usize> {
        let (top, bottom) = (self.layer_of(self.edge.to), self.layer_of(self.edge.from));
        let first = (0..=self.layer(top).len()).map(|slot| (self.slot_cost(top, slot), 0));
        let mut table: Vec<Vec<SlotWay>> = vec![first.collect()];
        for layer in top + 1..=bottom {
            let row = self.cheapest_ways(layer, &table[table.len() - 1]);
            table.push(row);
        }
        trace_slots(&table)
    }

    fn layer_of(&self, item: usize) -> usize {
        self.layers.graph.items[item].layer
    }

    fn layer(&self, layer: usize) -> &[usize] {
        &self.layers.graph.layers[layer]
    }

    fn cheapest_ways(&self, layer: usize, above: &[SlotWay]) -> Vec<SlotWay> {
        let crossed = self.crossing_costs(layer - 1);
        let cheapest = |slot: usize| {
            let ways =
                above.iter().enumerate().map(|(at, (cost, _))| (cost + crossed(at, slot), at));
            let (least, at) = ways.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, 0));
            (least + self.slot_cost(layer, slot), at)
        };
        (0..=self.layer(layer).len()).map(cheapest).collect()
    }

    fn slot_cost(&self, layer: usize, slot: usize) -> f64 {
        let (graph, PartEdge { from, to, .. }) = (self.layers.graph, self.edge);
        let count = self.layer(layer).len();
        let inner = slot > 0 && slot < count;
        let torn = if self.keeps_subgraphs(layer, slot) { 0.0 } else { 1e6 };
        let mut cost = torn + if inner { 0.02 } else { 0.0 };
        cost += 0.001 * (count - slot) as f64;
        cost += if inner && self.separates_tied_edge(layer, slot) { 1.6 } else { 0.0 };
        for (end, links) in [(from, &graph.down), (to, &graph.up)] {
            if layer == self.layer_of(end) {
                cost += self.tie_cost(end, slot, links);
            }
        }
        cost
    }

    /// True if the line can use a slot without tearing a subgraph apart.
    fn keeps_subgraphs(&self, layer: usize, slot: usize) -> bool {
        let (graph, items) = (self.layers.graph, self.layer(layer));
        let own = graph.passed_subgraph(self.edge.from, self.edge.to, layer);
        let own: &[usize] = own.map_or(&[], |subgraph| &graph.enclosing[subgraph]);
        let at = |place: Option<usize>| place.and_then(|place| items.get(place)).copied();
        let left = at(slot.checked_sub(1)).map_or(&[][..], |item| graph.enclosing_of(item));
        let right = at(Some(slot)).map_or(&[][..], |item| graph.enclosing_of(item));
        let torn = left.iter().any(|subgraph| right.contains(subgraph) && !own.contains(subgraph));
        let touches = |subgraph: &usize| left.contains(subgraph) || right.contains(subgraph);
        !torn && own.iter().all(|own| touches(own) || !graph.layer_has_subgraph(layer, *own))
    }

    /// True if a slot is between a foreign box and a line that is tied to its side.
    fn separates_tied_edge(&self, layer: usize, slot: usize) -> bool {
        let (a, b) = (self.layer(layer)[slot - 1], self.layer(layer)[slot]);
        let foreign = |vertex: usize| {
            let own = vertex == self.edge.from || vertex == self.edge.to;
            vertex < self.layers.part.vertices.len() && !own
        };
        let tied = |vertex: usize, item: usize| {
            foreign(vertex) && self.layers.is_back_edge_end(item, vertex)
        };
        tied(a, b) || tied(b, a)
    }

    /// Returns the cost of tying a slot to a box in its layer: low beside it, higher for a detour
    /// below or above it.
    fn tie_cost(&self, end: usize, slot: usize, links: &[Vec<usize>]) -> f64 {
        let (layer, place) = (self.layer(self.layer_of(end)), self.layers.places[end]);
        let between = if slot <= place { &layer[slot..place] } else { &layer[place + 1..slot] };
        if self.layers.only_own_ends(end, between) {
            return 0.3 * between.len() as f64;
        }
        1.5 + between.iter().map(|&item| links[item].len() as f64 + 0.1).sum::<f64>()
    }

    /// Returns the number of links that a line crosses from one slot below `layer` to another, as a
    /// function: (slot above, slot below) -> links.
    fn crossing_costs(&self, layer: usize) -> impl Fn(usize, usize) -> f64 + use<> {
        let (height, width) = (self.layer(layer).len() + 1, self.layer(layer + 1).len() + 1);
        let before = self.links_before(layer, height, width);
        move |above, below| {
            let both = before[above * width + below];
            let left_above = before[above * width + width - 1] - both;
            let left_below = before[(height - 1) * width + below] - both;
            (left_above + left_below) as f64
        }
    }

    /// Returns, by slot above and slot below, the number of links that begin left of the one and
    /// end left of the other.
    fn links_before(&self, layer: usize, height: usize, width: usize) -> Vec<usize> {
        let mut table = vec![0; height * width];
        for (above, below) in self.layers.graph.links_below(layer, &self.layers.places) {
            table[(above + 1) * width + below + 1] += 1;
        }
        for above in 1..height {
            let mut row = 0;
            for below in 0..width {
                row += table[above * width + below];
                table[above * width + below] = row + table[(above - 1) * width + below];
            }
        }
        table
    }
}

/// Follows the cheapest way from the last row of the table back to the first.
fn trace_slots(table: &[Vec<SlotWay>]) -> Vec<usize> {
    let last = table[table.len() - 1].iter().enumerate();
    let mut slot = last.min_by(|a, b| a.1.0.total_cmp(&b.1.0)).map_or(0, |(slot, _)| slot);
    let mut slots = vec![slot];
    for row in table[1..].iter().rev() {
        slot = row[slot].1;
        slots.push(slot);
    }
    slots.reverse();
    slots
}
