//! Data shared by the passes after the ordering of layers: a part of a chart in layers, with the
//! sizes of its boxes and labels in the layout that runs down.

use super::super::{Chart, ChartDirection};
use super::layers::{LayerItemKind, LayeredGraph};
use super::measure::{MeasuredChart, TITLE_HEIGHT, further_lines};
use super::part_layout::OrderedPart;
use super::parts::{ChartPart, PartEdge};
use super::ports::{VertexBox, vertex_boxes};
use crate::drawing::Size;

/// Room between the side of a subgraph and its contents, in em.
pub const SUBGRAPH_PADDING: f64 = 0.8;
/// Room between a subgraph and its contents on the side of the title, in em.
const TITLE_PADDING: f64 = TITLE_HEIGHT + 0.3;

/// A part of a chart in layers, and the sizes of its boxes, labels and titles.
pub struct PartGeometry<'a> {
    pub chart: &'a Chart,
    pub part: &'a ChartPart,
    pub graph: &'a LayeredGraph,
    /// Direction of the chart.
    pub direction: ChartDirection,
    /// Boxes, by vertex.
    pub boxes: Vec<VertexBox>,
    /// Sizes of the labels, by edge of the part.
    pub labels: Vec<Option<Size>>,
    /// Lengths of the title rows, by subgraph.
    titles: Vec<f64>,
    /// Widths of the titles alone, by subgraph.
    pub title_widths: &'a [f64],
}

impl<'a> PartGeometry<'a> {
    pub fn new(
        chart: &'a Chart,
        ordered: &'a OrderedPart,
        sizes: &'a MeasuredChart,
        direction: ChartDirection,
    ) -> Self {
        let (part, graph) = (&ordered.part, &ordered.graph);
        let boxes = vertex_boxes(chart, part, graph, sizes, direction);
        let titles = sizes.titles.iter().map(|title| title + 2.0 * SUBGRAPH_PADDING).collect();
        let labels = label_sizes(part, sizes, direction);
        let title_widths = &sizes.first_titles;
        Self { chart, part, graph, direction, boxes, labels, titles, title_widths }
    }

    /// Returns half the width that an item takes in its layer.
    pub fn half_width(&self, item: usize) -> f64 {
        self.item_size(item).width / 2.0
    }

    /// Returns the height that an item takes in its layer.
    pub fn item_height(&self, item: usize) -> f64 {
        self.item_size(item).height
    }

    fn item_size(&self, item: usize) -> Size {
        match self.graph.items[item].kind {
            LayerItemKind::Vertex(vertex) => self.boxes[vertex].size(),
            LayerItemKind::Label(edge) => self.labels[edge].unwrap_or_default(),
            LayerItemKind::Bend(_) | LayerItemKind::Placeholder => Size::default(),
        }
    }

    /// Returns the kind of an item; a label without words in this part counts as a bend.
    pub fn item_kind(&self, item: usize) -> LayerItemKind {
        match self.graph.items[item].kind {
            LayerItemKind::Label(edge) if self.labels[edge].is_none() => LayerItemKind::Bend(edge),
            kind => kind,
        }
    }

    /// Returns the room inside a subgraph at its low and its high side.
    pub fn padding_across(&self, subgraph: usize) -> (f64, f64) {
        let sideways = self.direction.is_sideways();
        let title = self.title_padding(subgraph);
        (if sideways { title } else { SUBGRAPH_PADDING }, SUBGRAPH_PADDING)
    }

    fn title_padding(&self, subgraph: usize) -> f64 {
        TITLE_PADDING + further_lines(&self.chart.subgraphs[subgraph].title)
    }

    /// Returns the room inside a subgraph above its first and below its last layer.
    pub fn padding_along(&self, subgraph: usize) -> (f64, f64) {
        match self.direction {
            ChartDirection::Down => (self.title_padding(subgraph), SUBGRAPH_PADDING),
            ChartDirection::Up => (SUBGRAPH_PADDING, self.title_padding(subgraph)),
            ChartDirection::Left | ChartDirection::Right => (SUBGRAPH_PADDING, SUBGRAPH_PADDING),
        }
    }

    /// Returns the least width of a subgraph.
    pub fn least_width(&self, subgraph: usize) -> f64 {
        if self.direction.is_sideways() { 0.0 } else { self.titles[subgraph] }
    }

    /// Returns the least height of a subgraph.
    pub fn least_height(&self, subgraph: usize) -> f64 {
        if self.direction.is_sideways() { self.titles[subgraph] } else { 0.0 }
    }
}

fn label_sizes(
    part: &ChartPart,
    sizes: &MeasuredChart,
    direction: ChartDirection,
) -> Vec<Option<Size>> {
    let label = |edge: &PartEdge| sizes.labels[edge.edge].as_ref().filter(|_| edge.label);
    let labels = part.edges.iter().map(label);
    labels.map(|label| label.map(|extent| direction.turned(extent.size()))).collect()
}
