//! A chart on paper: where its boxes, lines and subgraphs stand on sheets.

use crate::drawing::{Area, Point};

/// A chart on paper: as many sheets as it was cut into, all in one type size.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartLayout {
    /// Type size in points.
    pub size: f64,
    /// In reading order.
    pub sheets: Vec<ChartSheet>,
    /// Why it is laid out coarsely, all boxes below each other; `None` for the usual layout.
    pub coarse: Option<String>,
}

/// Boxes and lines in a frame of `width x height` points, from the top left corner.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChartSheet {
    /// Points.
    pub width: f64,
    /// Points.
    pub height: f64,
    /// The title of the chart, broken into lines; it stands above all else.
    pub title: Vec<String>,
    /// Subgraphs, outer before inner.
    pub subgraphs: Vec<PlacedSubgraph>,
    /// Boxes.
    pub nodes: Vec<PlacedNode>,
    /// Lines.
    pub edges: Vec<PlacedEdge>,
    /// Ends of lines that go on elsewhere.
    pub connectors: Vec<Connector>,
}

/// A drawn box.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedNode {
    /// Index into [`Chart::nodes`](super::Chart::nodes).
    pub node: usize,
    /// Its outline's extent.
    pub area: Area,
    /// How far the corners of a hexagon are cut, in points; 0 for other shapes.
    pub cut: f64,
    /// Its label, broken into lines.
    pub lines: Vec<String>,
}

/// A drawn line.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedEdge {
    /// Index into [`Chart::edges`](super::Chart::edges).
    pub edge: usize,
    /// Corners from its beginning to its end, horizontal and vertical by turns.
    pub points: Vec<Point>,
    /// Its label, if it stands here.
    pub label: Option<PlacedLabel>,
    /// Whether the edge's own beginning and end are on this sheet (false where a connector stands
    /// instead).
    pub ends: (bool, bool),
}

/// A straight piece of a line.
#[derive(Debug, Clone, Copy)]
pub struct Segment {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
}

/// The drawn label of a line.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlacedLabel {
    /// Its extent.
    pub area: Area,
    /// As broken.
    pub lines: Vec<String>,
}

/// A drawn subgraph.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedSubgraph {
    /// Index into [`Chart::subgraphs`](super::Chart::subgraphs).
    pub subgraph: usize,
    /// Its extent.
    pub area: Area,
    /// Its title as printed ("... (continued)" on later sheets).
    pub title: String,
}

/// A ringed letter where a line goes on: the same letter stands on another sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Connector {
    /// Centre.
    pub at: Point,
    /// `A`, `B`, ...
    pub letter: String,
    /// Index into [`Chart::edges`](super::Chart::edges).
    pub edge: usize,
}

impl ChartSheet {
    /// A box, if it stands here.
    pub fn placed_node(&self, node: usize) -> Option<&PlacedNode> {
        self.nodes.iter().find(|placed| placed.node == node)
    }

    /// A subgraph, if it stands here.
    pub fn placed_subgraph(&self, subgraph: usize) -> Option<&PlacedSubgraph> {
        self.subgraphs.iter().find(|placed| placed.subgraph == subgraph)
    }
}

impl Segment {
    /// Its extent without its width.
    pub fn area(self) -> Area {
        Area::between(self.from, self.to)
    }
}

impl PlacedEdge {
    /// Its straight pieces.
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = Segment> + '_ {
        self.points.windows(2).map(|pair| Segment { from: pair[0], to: pair[1] })
    }

    /// The extent of its label.
    pub fn label_area(&self) -> Option<Area> {
        self.label.as_ref().map(|label| label.area)
    }
}
