//! In: a part and its levels. Out: layers of items (boxes, bends of lines, labels, frames' place
//! holders) and the links between neighbouring layers.

use super::parts::{Part, around};
use super::rank::Ranks;
use crate::flowchart::{Chart, Line};
use std::collections::{BTreeMap, BTreeSet};

/// What stands in a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A vertex of the part.
    Vertex(usize),
    /// A line on its way.
    Bend(usize),
    /// A line's label; the line runs through its middle.
    Label(usize),
    /// Keeps a frame's place in a layer in which none of its boxes stands.
    Pin,
}

/// Something in a layer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Item {
    /// What it is; lines by index into the part's wires.
    pub kind: Kind,
    /// Its layer.
    pub layer: usize,
    /// The innermost frame it stands in.
    pub group: Option<usize>,
}

/// A line's way through the layers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Route {
    /// Index into the part's wires.
    pub wire: usize,
    /// Items from top to bottom. A line that runs down begins and ends with its boxes; one that
    /// runs back or loops has only bends, from beside the box it enters to beside the box it
    /// leaves.
    pub items: Vec<usize>,
    /// Whether it runs back up.
    pub back: bool,
}

/// A part in layers.
#[derive(Debug, Clone, Default)]
pub(super) struct Grid {
    /// All items; those of the part's vertices first.
    pub items: Vec<Item>,
    /// Items from left to right.
    pub layers: Vec<Vec<usize>>,
    /// By item: what it is linked with in the layer above.
    pub up: Vec<Vec<usize>>,
    /// By item: what it is linked with in the layer below.
    pub down: Vec<Vec<usize>>,
    /// Lines.
    pub routes: Vec<Route>,
    /// First and last layer of each frame.
    pub spans: BTreeMap<usize, (usize, usize)>,
    /// Half level (level times two) of each layer.
    pub halves: Vec<usize>,
    /// The frames around each frame, itself first.
    pub around: Vec<Vec<usize>>,
}

/// Puts boxes, labels and the bends of lines that run down into layers; lines that run back come in
/// later.
pub(super) fn grid(chart: &Chart, part: &Part, ranks: &Ranks) -> Grid {
    let halves = halves(chart, part, ranks);
    let layer = |half: usize| halves.partition_point(|have| *have < half);
    let mut grid = Grid {
        layers: vec![vec![]; halves.len()],
        around: (0..chart.groups.len()).map(|group| around(chart, Some(group))).collect(),
        ..Grid::default()
    };
    for vertex in 0..part.vertices.len() {
        grid.add(Kind::Vertex(vertex), layer(2 * ranks.level[vertex]), part.group(chart, vertex));
    }
    grid.spans();
    for (index, wire) in part.wires.iter().enumerate() {
        let (above, below) = (ranks.level[wire.from], ranks.level[wire.to]);
        if chart.edges[wire.edge].line == Line::Invisible {
            continue;
        }
        if above >= below {
            grid.routes.push(Route { wire: index, items: vec![], back: true });
            continue;
        }
        let label =
            (wire.label && chart.edges[wire.edge].label.is_some()).then_some(layer(2 * above + 1));
        grid.descend(index, (wire.from, wire.to), label);
    }
    grid.pin();
    grid.halves = halves;
    grid
}

/// The half levels that need a layer: all levels, and between two levels where a label stands.
fn halves(chart: &Chart, part: &Part, ranks: &Ranks) -> Vec<usize> {
    let mut halves: BTreeSet<usize> = ranks.level.iter().map(|level| 2 * level).collect();
    for wire in
        part.wires.iter().filter(|wire| wire.label && chart.edges[wire.edge].label.is_some())
    {
        let (from, to) = (ranks.level[wire.from], ranks.level[wire.to]);
        if chart.edges[wire.edge].line != Line::Invisible && from != to {
            halves.insert(if from < to { 2 * from + 1 } else { 2 * from - 1 });
        }
    }
    halves.into_iter().collect()
}

impl Grid {
    /// A further item, at the right end of its layer.
    pub(super) fn add(&mut self, kind: Kind, layer: usize, group: Option<usize>) -> usize {
        let item = self.items.len();
        self.items.push(Item { kind, layer, group });
        self.up.push(vec![]);
        self.down.push(vec![]);
        self.layers[layer].push(item);
        item
    }

    /// Ties two items in neighbouring layers together.
    pub(super) fn link(&mut self, above: usize, below: usize) {
        self.down[above].push(below);
        self.up[below].push(above);
    }

    /// The frames that an item stands in, innermost first.
    pub(super) fn frames(&self, item: usize) -> &[usize] {
        self.items[item].group.map_or(&[], |group| &self.around[group])
    }

    fn spans(&mut self) {
        for item in 0..self.items.len() {
            let layer = self.items[item].layer;
            for group in self.frames(item).to_vec() {
                let span = self.spans.entry(group).or_insert((layer, layer));
                *span = (span.0.min(layer), span.1.max(layer));
            }
        }
    }

    fn descend(&mut self, wire: usize, (from, to): (usize, usize), label: Option<usize>) {
        let mut items = vec![from];
        for layer in self.items[from].layer + 1..self.items[to].layer {
            let kind = if label == Some(layer) { Kind::Label(wire) } else { Kind::Bend(wire) };
            let bend = self.add(kind, layer, self.passing(from, to, layer));
            self.link(items[items.len() - 1], bend);
            items.push(bend);
        }
        self.link(items[items.len() - 1], to);
        items.push(to);
        self.routes.push(Route { wire, items, back: false });
    }

    /// The frame in which a line from one item to another passes a layer: it stays in the frames of
    /// its ends for as long as these last.
    pub(super) fn passing(&self, from: usize, to: usize, layer: usize) -> Option<usize> {
        let lasts = |group: &&usize| {
            self.spans.get(group).is_some_and(|span| (span.0..=span.1).contains(&layer))
        };
        let (from, to) = (self.frames(from), self.frames(to));
        let own = |mine: &[usize], other: &[usize]| {
            mine.iter().take_while(|group| !other.contains(group)).find(lasts).copied()
        };
        own(from, to)
            .or_else(|| own(to, from))
            .or_else(|| from.iter().find(|group| to.contains(group)).copied())
    }

    fn pin(&mut self) {
        for (group, (first, last)) in self.spans.clone() {
            for layer in first..=last {
                if !self.layers[layer].iter().any(|&item| self.frames(item).contains(&group)) {
                    self.add(Kind::Pin, layer, Some(group));
                }
            }
        }
    }

    /// Where each item stands in its layer.
    pub(super) fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.items.len()];
        for layer in &self.layers {
            layer.iter().enumerate().for_each(|(place, &item)| places[item] = place);
        }
        places
    }
}
