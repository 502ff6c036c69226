//! A chart on paper: its boxes, lines and subgraphs, placed on sheets.

use crate::drawing::{Area, Point};

/// A chart on paper: the sheets it was cut into, all in one type size.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartLayout {
    /// Type size in points.
    pub size: f64,
    /// Sheets, in reading order.
    pub sheets: Vec<ChartSheet>,
    /// Reason for the coarse layout with all boxes below each other; `None` for the usual layout.
    pub coarse: Option<String>,
}

/// Boxes and lines in a frame of `width x height` points, from the top left corner.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChartSheet {
    /// Width, in points.
    pub width: f64,
    /// Height, in points.
    pub height: f64,
    /// Title of the chart, broken into lines, above everything else.
    pub title: Vec<String>,
    /// Subgraphs, outer before inner.
    pub subgraphs: Vec<PlacedSubgraph>,
    /// Boxes.
    pub nodes: Vec<PlacedNode>,
    /// Lines.
    pub edges: Vec<PlacedEdge>,
    /// Ends of lines that continue elsewhere.
    pub connectors: Vec<Connector>,
}

/// A drawn box.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedNode {
    /// Index into [`Chart::nodes`](super::Chart::nodes).
    pub node: usize,
    /// Extent of its outline.
    pub area: Area,
    /// Length of the points of a hexagon, in points; 0 for other shapes.
    pub cut: f64,
    /// Its label, broken into lines.
    pub lines: Vec<String>,
}

/// A drawn line.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedEdge {
    /// Index into [`Chart::edges`](super::Chart::edges).
    pub edge: usize,
    /// Corners from its beginning to its end, with horizontal and vertical pieces in turn.
    pub points: Vec<Point>,
    /// Its label, if that is on this piece.
    pub label: Option<PlacedLabel>,
    /// True for the beginning and for the end, if the edge's own one is on this sheet; false for an
    /// end at a connector.
    pub ends: (bool, bool),
}

/// A straight piece of a line.
#[derive(Debug, Clone, Copy)]
pub struct Segment {
    /// Its first end.
    pub from: Point,
    /// Its second end.
    pub to: Point,
}

/// The drawn label of a line.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlacedLabel {
    /// Its extent.
    pub area: Area,
    /// Lines, already broken.
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

/// A ringed letter at which a line continues: the same letter is on another sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Connector {
    /// Centre.
    pub at: Point,
    /// Letter: `A`, `B`, ...
    pub letter: String,
    /// Index into [`Chart::edges`](super::Chart::edges).
    pub edge: usize,
}

impl ChartSheet {
    /// Returns a box, if it is on this sheet.
    pub fn placed_node(&self, node: usize) -> Option<&PlacedNode> {
        self.nodes.iter().find(|placed| placed.node == node)
    }

    /// Returns a subgraph, if it is on this sheet.
    pub fn placed_subgraph(&self, subgraph: usize) -> Option<&PlacedSubgraph> {
        self.subgraphs.iter().find(|placed| placed.subgraph == subgraph)
    }
}

impl Segment {
    /// Returns its extent without its width.
    pub fn area(self) -> Area {
        Area::between(self.from, self.to)
    }
}

impl PlacedEdge {
    /// Returns its straight pieces.
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = Segment> + '_ {
        self.points.windows(2).map(|pair| Segment { from: pair[0], to: pair[1] })
    }

    /// Returns the extent of its label.
    pub fn label_area(&self) -> Option<Area> {
        self.label.as_ref().map(|label| label.area)
    }
}
