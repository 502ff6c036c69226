//! In: a part and its levels. Out: layers of items (boxes, bends of lines, labels, frames' place
//! holders) and the links between neighbouring layers.

use super::parts::ChartPart;
use super::rank::Ranks;
use crate::flowchart::{Chart, EdgeStyle};
use std::collections::{BTreeMap, BTreeSet};

/// What stands in a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LayerItemKind {
    /// A vertex of the part.
    Vertex(usize),
    /// A line on its way.
    Bend(usize),
    /// A line's label; the line runs through its middle.
    Label(usize),
    /// Keeps a frame's place in a layer in which none of its boxes stands.
    Placeholder,
}

/// Something in a layer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LayerItem {
    /// What it is; lines by index into the part's wires.
    pub kind: LayerItemKind,
    /// Its layer.
    pub layer: usize,
    /// The innermost frame it stands in.
    pub subgraph: Option<usize>,
}

/// A line's way through the layers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct EdgeRoute {
    /// Index into the part's wires.
    pub edge: usize,
    /// Items from top to bottom. A line that runs down begins and ends with its boxes; one that
    /// runs back or loops has only bends, from beside the box it enters to beside the box it
    /// leaves.
    pub items: Vec<usize>,
    /// Whether it runs back up.
    pub back: bool,
}

/// A part in layers.
#[derive(Debug, Clone, Default)]
pub(super) struct LayeredGraph {
    /// All items; those of the part's vertices first.
    pub items: Vec<LayerItem>,
    /// Items from left to right.
    pub layers: Vec<Vec<usize>>,
    /// By item: what it is linked with in the layer above.
    pub up: Vec<Vec<usize>>,
    /// By item: what it is linked with in the layer below.
    pub down: Vec<Vec<usize>>,
    /// Lines.
    pub routes: Vec<EdgeRoute>,
    /// First and last layer of each frame.
    pub spans: BTreeMap<usize, (usize, usize)>,
    /// Half level (level times two) of each layer.
    pub half_levels: Vec<usize>,
    /// The frames around each frame, itself first.
    pub enclosing: Vec<Vec<usize>>,
}

/// Puts boxes, labels and the bends of lines that run down into layers; lines that run back come in
/// later.
pub(super) fn build_layers(chart: &Chart, part: &ChartPart, ranks: &Ranks) -> LayeredGraph {
    let halves = needed_half_levels(chart, part, ranks);
    let layer = |half: usize| halves.partition_point(|have| *have < half);
    let mut grid = LayeredGraph {
        layers: vec![vec![]; halves.len()],
        enclosing: (0..chart.subgraphs.len())
            .map(|group| chart.enclosing_subgraphs(Some(group)))
            .collect(),
        ..LayeredGraph::default()
    };
    for vertex in 0..part.vertices.len() {
        grid.add_item(
            LayerItemKind::Vertex(vertex),
            layer(2 * ranks.level[vertex]),
            part.subgraph(chart, vertex),
        );
    }
    grid.find_spans();
    for (index, wire) in part.edges.iter().enumerate() {
        let (above, below) = (ranks.level[wire.from], ranks.level[wire.to]);
        if chart.edges[wire.edge].style == EdgeStyle::Invisible {
            continue;
        }
        if above >= below {
            grid.routes.push(EdgeRoute { edge: index, items: vec![], back: true });
            continue;
        }
        let label =
            (wire.label && chart.edges[wire.edge].label.is_some()).then_some(layer(2 * above + 1));
        grid.add_forward_route(index, (wire.from, wire.to), label);
    }
    grid.add_placeholders();
    grid.half_levels = halves;
    grid
}

/// The half levels that need a layer: all levels, and between two levels where a label stands.
fn needed_half_levels(chart: &Chart, part: &ChartPart, ranks: &Ranks) -> Vec<usize> {
    let mut halves: BTreeSet<usize> = ranks.level.iter().map(|level| 2 * level).collect();
    for wire in
        part.edges.iter().filter(|wire| wire.label && chart.edges[wire.edge].label.is_some())
    {
        let (from, to) = (ranks.level[wire.from], ranks.level[wire.to]);
        if chart.edges[wire.edge].style != EdgeStyle::Invisible && from != to {
            halves.insert(if from < to { 2 * from + 1 } else { 2 * from - 1 });
        }
    }
    halves.into_iter().collect()
}

impl LayeredGraph {
    /// A further item, at the right end of its layer.
    pub(super) fn add_item(
        &mut self,
        kind: LayerItemKind,
        layer: usize,
        group: Option<usize>,
    ) -> usize {
        let item = self.items.len();
        self.items.push(LayerItem { kind, layer, subgraph: group });
        self.up.push(vec![]);
        self.down.push(vec![]);
        self.layers[layer].push(item);
        item
    }

    /// Ties two items in neighbouring layers together.
    pub(super) fn link_items(&mut self, above: usize, below: usize) {
        self.down[above].push(below);
        self.up[below].push(above);
    }

    /// The frames that an item stands in, innermost first.
    pub(super) fn enclosing_of(&self, item: usize) -> &[usize] {
        self.items[item].subgraph.map_or(&[], |group| &self.enclosing[group])
    }

    fn find_spans(&mut self) {
        for item in 0..self.items.len() {
            let layer = self.items[item].layer;
            for group in self.enclosing_of(item).to_vec() {
                let span = self.spans.entry(group).or_insert((layer, layer));
                *span = (span.0.min(layer), span.1.max(layer));
            }
        }
    }

    fn add_forward_route(&mut self, wire: usize, (from, to): (usize, usize), label: Option<usize>) {
        let mut items = vec![from];
        for layer in self.items[from].layer + 1..self.items[to].layer {
            let kind = if label == Some(layer) {
                LayerItemKind::Label(wire)
            } else {
                LayerItemKind::Bend(wire)
            };
            let bend = self.add_item(kind, layer, self.passed_subgraph(from, to, layer));
            self.link_items(items[items.len() - 1], bend);
            items.push(bend);
        }
        self.link_items(items[items.len() - 1], to);
        items.push(to);
        self.routes.push(EdgeRoute { edge: wire, items, back: false });
    }

    /// The frame in which a line from one item to another passes a layer: it stays in the frames of
    /// its ends for as long as these last.
    pub(super) fn passed_subgraph(&self, from: usize, to: usize, layer: usize) -> Option<usize> {
        let lasts = |group: &&usize| {
            self.spans.get(group).is_some_and(|span| (span.0..=span.1).contains(&layer))
        };
        let (from, to) = (self.enclosing_of(from), self.enclosing_of(to));
        let own = |mine: &[usize], other: &[usize]| {
            mine.iter().take_while(|group| !other.contains(group)).find(lasts).copied()
        };
        own(from, to)
            .or_else(|| own(to, from))
            .or_else(|| from.iter().find(|group| to.contains(group)).copied())
    }

    fn add_placeholders(&mut self) {
        for (group, (first, last)) in self.spans.clone() {
            for layer in first..=last {
                if !self.layers[layer].iter().any(|&item| self.enclosing_of(item).contains(&group))
                {
                    self.add_item(LayerItemKind::Placeholder, layer, Some(group));
                }
            }
        }
    }

    /// Where each item stands in its layer.
    pub(super) fn places_in_layers(&self) -> Vec<usize> {
        let mut places = vec![0; self.items.len()];
        for layer in &self.layers {
            layer.iter().enumerate().for_each(|(place, &item)| places[item] = place);
        }
        places
    }
}
