//! Flowcharts. In: the text of a Mermaid block. Out: a graph that has every box, line and label of
//! it; then boxes and lines on sheets of a given size.

pub mod codes;
pub mod layout;

mod excerpt;
mod parse;
mod lint;
mod print;
mod draw;
mod describe;
mod exits;

use std::ops::Range;

pub use describe::describe_chart;
pub use draw::{ChartMarks, draw_sheet};
pub use excerpt::chart_excerpt;
pub use exits::{NodeExit, node_exits, start_node};
pub use lint::{lint_chart, prose_exits};
pub use parse::{apply_fixes, parse_chart};
pub use print::print_chart;

/// A chart as its author means it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Chart {
    /// Where it runs.
    pub direction: ChartDirection,
    /// Boxes, in the order in which they are first named.
    pub nodes: Vec<Node>,
    /// Lines, in source order.
    pub edges: Vec<Edge>,
    /// Frames, in source order; an inner one comes after the one around it.
    pub subgraphs: Vec<Subgraph>,
    /// `%% wait: A B`: boxes at which players get the opportunity to respond.
    pub waits: Vec<usize>,
    /// `%% link: A -> #anchor`: boxes that lead on to another place.
    pub leads: Vec<(usize, String)>,
}

/// Where a chart or a frame runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ChartDirection {
    /// `TD`, `TB`
    #[default]
    Down,
    /// `BT`
    Up,
    /// `LR`
    Right,
    /// `RL`
    Left,
}

impl ChartDirection {
    /// Whether it runs sideways.
    pub fn is_sideways(self) -> bool {
        matches!(self, ChartDirection::Right | ChartDirection::Left)
    }
}

/// A box.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// As written.
    pub id: String,
    /// What it says; `\n` for a line end that the author wrote.
    pub label: String,
    /// How it is drawn.
    pub shape: NodeShape,
    /// The innermost frame it stands in.
    pub subgraph: Option<usize>,
    /// Address from `click`.
    pub link: Option<String>,
    /// Bytes of the chart's text where it is first named.
    pub place: Range<usize>,
}

/// How a box is drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NodeShape {
    /// `[x]`
    #[default]
    Rectangle,
    /// `(x)`
    Rounded,
    /// `([x])`: an end.
    Stadium,
    /// `[[x]]`
    Subroutine,
    /// `[(x)]`
    Cylinder,
    /// `((x))`
    Circle,
    /// `(((x)))`
    DoubleCircle,
    /// `{x}`: a decision.
    Diamond,
    /// `{{x}}`
    Hexagon,
    /// `[/x/]`
    LeanRight,
    /// `[\x\]`
    LeanLeft,
    /// `[/x\]`
    Trapezoid,
    /// `[\x/]`
    InvertedTrapezoid,
    /// `>x]`
    Flag,
}

/// A line between two ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// Where it begins.
    pub from: EdgeEnd,
    /// Where it ends.
    pub to: EdgeEnd,
    /// What it says.
    pub label: Option<String>,
    /// How it is drawn.
    pub style: EdgeStyle,
    /// At its beginning.
    pub tail: EdgeHead,
    /// At its end.
    pub head: EdgeHead,
    /// How many ranks it spans at least; `---->` is 3.
    pub length: usize,
    /// Bytes of the chart's text.
    pub place: Range<usize>,
}

/// What a line is tied to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EdgeEnd {
    /// A box.
    Node(usize),
    /// A frame.
    Subgraph(usize),
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EdgeStyle {
    /// `---`
    #[default]
    Solid,
    /// `-.-`
    Dotted,
    /// `===`
    Thick,
    /// `~~~`: keeps order, is not drawn.
    Invisible,
}

/// What stands at the end of a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EdgeHead {
    /// Nothing.
    #[default]
    None,
    /// `>`
    Arrow,
    /// `x`
    Cross,
    /// `o`
    Circle,
}

/// A frame round boxes.
#[derive(Debug, Clone, PartialEq)]
pub struct Subgraph {
    /// As written.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its own direction.
    pub direction: Option<ChartDirection>,
    /// The frame around it.
    pub parent: Option<usize>,
    /// Bytes of the chart's text.
    pub place: Range<usize>,
}

/// Something to say about a chart's text.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartFinding {
    /// Stable name, such as `chart-quotes`.
    pub code: &'static str,
    /// Whether nothing can be drawn until it is mended.
    pub error: bool,
    /// Bytes of the chart's text.
    pub place: Range<usize>,
    /// Lower case, no full stop.
    pub message: String,
    /// What to write instead.
    pub hint: String,
    /// The edit that `check --fix` makes.
    pub fix: Option<TextEdit>,
}

/// An edit of a chart's text.
#[derive(Debug, Clone, PartialEq)]
pub struct TextEdit {
    /// Bytes that are replaced.
    pub place: Range<usize>,
    /// What stands there afterwards.
    pub text: String,
}

/// A chart on paper: as many sheets as it was cut into, all in one type size.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartLayout {
    /// Type size in points.
    pub size: f64,
    /// In reading order.
    pub sheets: Vec<ChartSheet>,
}

/// Boxes and lines in a frame of `width x height` points, from the top left corner.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChartSheet {
    /// Points.
    pub width: f64,
    /// Points.
    pub height: f64,
    /// Frames, outer before inner.
    pub subgraphs: Vec<PlacedSubgraph>,
    /// Boxes.
    pub nodes: Vec<PlacedNode>,
    /// Lines.
    pub edges: Vec<PlacedEdge>,
    /// Ends of lines that go on elsewhere.
    pub connectors: Vec<Connector>,
}

/// A rectangle in points.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

/// A drawn box.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedNode {
    /// Index into [`Chart::nodes`].
    pub node: usize,
    /// Its outline's extent.
    pub rect: Rect,
    /// How far the corners of a hexagon are cut, in points; 0 for other shapes.
    pub cut: f64,
    /// Its label, broken into lines.
    pub lines: Vec<String>,
}

/// A drawn line.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedEdge {
    /// Index into [`Chart::edges`].
    pub edge: usize,
    /// Corners from its beginning to its end, horizontal and vertical by turns.
    pub points: Vec<(f64, f64)>,
    /// Extent and lines of its label.
    pub label: Option<(Rect, Vec<String>)>,
    /// Whether the edge's own beginning and end are on this sheet (false where a connector stands
    /// instead).
    pub ends: (bool, bool),
}

/// A drawn frame.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedSubgraph {
    /// Index into [`Chart::subgraphs`].
    pub subgraph: usize,
    /// Its extent.
    pub rect: Rect,
    /// Its title as printed ("... (continued)" on later sheets).
    pub title: String,
}

/// A ringed letter where a line goes on: the same letter stands on another sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Connector {
    /// Centre.
    pub at: (f64, f64),
    /// `A`, `B`, ...
    pub letter: String,
    /// Index into [`Chart::edges`].
    pub edge: usize,
}
