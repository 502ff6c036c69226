//! Builds the layers of a part. In: a part and its levels. Out: layers of items (boxes, bends of
//! lines, labels, placeholders of subgraphs) and the links between neighbouring layers.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Chart;
use super::parts::ChartPart;
use super::rank::Ranks;

/// Kind of an item in a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayerItemKind {
    /// A vertex of the part.
    Vertex(usize),
    /// A line passing through.
    Bend(usize),
    /// The label of a line that runs through its middle.
    Label(usize),
    /// Keeps the place of a subgraph in a layer without any of its boxes.
    Placeholder,
}

impl LayerItemKind {
    /// Returns the kind of item that a line has in a layer between its ends.
    pub fn on_the_way(edge: usize, labelled: bool) -> Self {
        if labelled { Self::Label(edge) } else { Self::Bend(edge) }
    }
}

/// An item of a layer.
#[derive(Debug, Clone, PartialEq)]
pub struct LayerItem {
    /// Kind of the item; lines by index into the part's edges.
    pub kind: LayerItemKind,
    /// Index of its layer.
    pub layer: usize,
    /// Innermost subgraph around it.
    pub subgraph: Option<usize>,
}

/// The way of a line through the layers.
#[derive(Debug, Clone, PartialEq)]
pub struct EdgeRoute {
    /// Index into the part's edges.
    pub edge: usize,
    /// Items from top to bottom. A line that runs down begins and ends with its boxes. A line that
    /// runs back or loops has only bends, from beside the box it enters to beside the box it
    /// leaves.
    pub items: Vec<usize>,
    /// True if it runs back up.
    pub back: bool,
}

/// A part in layers.
#[derive(Debug, Clone, Default)]
pub struct LayeredGraph {
    /// All items; those of the part's vertices first.
    pub items: Vec<LayerItem>,
    /// Items from left to right.
    pub layers: Vec<Vec<usize>>,
    /// Items linked with it in the layer above, by item.
    pub up: Vec<Vec<usize>>,
    /// Items linked with it in the layer below, by item.
    pub down: Vec<Vec<usize>>,
    /// Ways of the lines.
    pub routes: Vec<EdgeRoute>,
    /// First and last layer, by subgraph.
    pub spans: BTreeMap<usize, (usize, usize)>,
    /// Half level (level times two), by layer.
    pub half_levels: Vec<usize>,
    /// The subgraphs around each subgraph, itself first.
    pub enclosing: Vec<Vec<usize>>,
}

/// Puts boxes, labels and the bends of lines that run down into layers; lines that run back are
/// inserted later.
pub fn build_layers(chart: &Chart, part: &ChartPart, ranks: &Ranks) -> LayeredGraph {
    let mut graph = LayeredGraph::empty(chart, needed_half_levels(chart, part, ranks));
    for vertex in 0..part.vertices.len() {
        let layer = graph.layer_at(2 * ranks.level[vertex]);
        let (kind, subgraph) = (LayerItemKind::Vertex(vertex), part.subgraph(chart, vertex));
        graph.add_item(LayerItem { kind, layer, subgraph });
    }
    for item in 0..graph.items.len() {
        let layer = graph.items[item].layer;
        for subgraph in graph.enclosing_of(item).to_vec() {
            let span = graph.spans.entry(subgraph).or_insert((layer, layer));
            *span = (span.0.min(layer), span.1.max(layer));
        }
    }
    for (index, edge) in part.edges.iter().enumerate() {
        let (above, below) = (ranks.level[edge.from], ranks.level[edge.to]);
        if !chart.is_drawn(edge.edge) {
            continue;
        }
        if above < below {
            let label = edge.label.then(|| graph.layer_at(2 * above + 1));
            graph.add_forward_route(index, edge.from, edge.to, label);
        } else {
            graph.routes.push(EdgeRoute { edge: index, items: vec![], back: true });
        }
    }
    for (subgraph, layer) in graph.unfilled_layers() {
        let kind = LayerItemKind::Placeholder;
        graph.add_item(LayerItem { kind, layer, subgraph: Some(subgraph) });
    }
    graph
}

/// Returns the half levels that need a layer: all levels, and those between two levels that have a
/// label.
fn needed_half_levels(chart: &Chart, part: &ChartPart, ranks: &Ranks) -> Vec<usize> {
    let mut halves: BTreeSet<usize> = ranks.level.iter().map(|level| 2 * level).collect();
    for edge in part.edges.iter().filter(|edge| edge.label && chart.is_drawn(edge.edge)) {
        match (ranks.level[edge.from], ranks.level[edge.to]) {
            (from, to) if from < to => halves.insert(2 * from + 1),
            (from, to) if from > to => halves.insert(2 * from - 1),
            _ => false,
        };
    }
    halves.into_iter().collect()
}

impl EdgeRoute {
    /// Returns the item beside the box that a line running back leaves, or beside the one it
    /// enters.
    pub fn back_end(&self, leaving: bool) -> usize {
        if leaving { self.items[self.items.len() - 1] } else { self.items[0] }
    }
}

impl LayeredGraph {
    fn empty(chart: &Chart, half_levels: Vec<usize>) -> Self {
        let subgraphs = 0..chart.subgraphs.len();
        LayeredGraph {
            layers: vec![vec![]; half_levels.len()],
            enclosing: subgraphs.map(|inner| chart.enclosing_subgraphs(Some(inner))).collect(),
            half_levels,
            ..LayeredGraph::default()
        }
    }

    /// Returns the layer of a half level.
    fn layer_at(&self, half: usize) -> usize {
        self.half_levels.partition_point(|have| *have < half)
    }

    /// Adds an item at the right end of its layer.
    fn add_item(&mut self, item: LayerItem) -> usize {
        let index = self.items.len();
        self.layers[item.layer].push(index);
        self.items.push(item);
        self.up.push(vec![]);
        self.down.push(vec![]);
        index
    }

    /// Adds an item in a slot of its layer.
    pub fn insert_item(&mut self, item: LayerItem, slot: usize) -> usize {
        let layer = item.layer;
        let index = self.add_item(item);
        self.layers[layer].pop();
        self.layers[layer].insert(slot, index);
        index
    }

    /// Links two items in neighbouring layers.
    pub fn link_items(&mut self, above: usize, below: usize) {
        self.down[above].push(below);
        self.up[below].push(above);
    }

    /// Returns the subgraphs around an item, innermost first.
    pub fn enclosing_of(&self, item: usize) -> &[usize] {
        self.items[item].subgraph.map_or(&[], |subgraph| &self.enclosing[subgraph])
    }

    fn add_forward_route(&mut self, edge: usize, from: usize, to: usize, label: Option<usize>) {
        let mut items = vec![from];
        for layer in self.items[from].layer + 1..self.items[to].layer {
            let kind = LayerItemKind::on_the_way(edge, label == Some(layer));
            let subgraph = self.passed_subgraph(from, to, layer);
            let bend = self.add_item(LayerItem { kind, layer, subgraph });
            self.link_items(items[items.len() - 1], bend);
            items.push(bend);
        }
        self.link_items(items[items.len() - 1], to);
        items.push(to);
        self.routes.push(EdgeRoute { edge, items, back: false });
    }

    /// Returns the subgraph in which a line from one item to another passes a layer: the line stays
    /// in the subgraphs of its ends as long as they span the layer.
    pub fn passed_subgraph(&self, from: usize, to: usize, layer: usize) -> Option<usize> {
        let lasts = |subgraph: &&usize| {
            self.spans.get(subgraph).is_some_and(|span| (span.0..=span.1).contains(&layer))
        };
        let (from, to) = (self.enclosing_of(from), self.enclosing_of(to));
        let own = |mine: &[usize], other: &[usize]| {
            mine.iter().take_while(|subgraph| !other.contains(subgraph)).find(lasts).copied()
        };
        own(from, to)
            .or_else(|| own(to, from))
            .or_else(|| from.iter().find(|subgraph| to.contains(subgraph)).copied())
    }

    /// Returns the subgraphs, with those layers that they span without an item.
    fn unfilled_layers(&self) -> Vec<(usize, usize)> {
        let spanned = |(&subgraph, &(first, last)): (&usize, &(usize, usize))| {
            (first..=last).map(move |layer| (subgraph, layer))
        };
        let spans = self.spans.iter().flat_map(spanned);
        spans.filter(|&(subgraph, layer)| !self.layer_has_subgraph(layer, subgraph)).collect()
    }

    /// True if an item of a layer is in a subgraph.
    pub fn layer_has_subgraph(&self, layer: usize, subgraph: usize) -> bool {
        self.layers[layer].iter().any(|&item| self.enclosing_of(item).contains(&subgraph))
    }

    /// Returns the links between a layer and the next, as places in the two layers.
    pub fn links_below(&self, layer: usize, places: &[usize]) -> Vec<(usize, usize)> {
        let items = self.layers[layer].iter();
        let links = items.flat_map(|&item| self.down[item].iter().map(move |&below| (item, below)));
        links.map(|(above, below)| (places[above], places[below])).collect()
    }

    /// Returns the place of each item in its layer.
    pub fn places_in_layers(&self) -> Vec<usize> {
        let mut places = vec![0; self.items.len()];
        for layer in &self.layers {
            layer.iter().enumerate().for_each(|(place, &item)| places[item] = place);
        }
        places
    }
}
