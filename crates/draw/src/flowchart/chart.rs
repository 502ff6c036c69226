//! A chart as a graph: boxes, the lines between them, and subgraphs around them.

use std::ops::Range;

use super::figure::FigureShape;
use crate::drawing::Size;

/// A chart as written by its author.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Chart {
    /// Title from the front matter; empty without one.
    pub title: String,
    /// Direction of its lines.
    pub direction: ChartDirection,
    /// Boxes, in the order in which they are first named.
    pub nodes: Vec<Node>,
    /// Lines, in source order.
    pub edges: Vec<Edge>,
    /// Subgraphs, in source order; an inner one comes after the one around it.
    pub subgraphs: Vec<Subgraph>,
    /// `%% wait: A B`: boxes at which players get the opportunity to respond.
    pub waits: Vec<usize>,
    /// `%% link: A -> #anchor`: boxes that lead on to another place.
    pub leads: Vec<(usize, String)>,
}

impl Chart {
    /// Returns all printed words: the title, and the words in boxes, on lines and above frames.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let boxes = self.nodes.iter_mut().map(|node| &mut node.label);
        let lines = self.edges.iter_mut().filter_map(|edge| edge.label.as_mut());
        let frames = self.subgraphs.iter_mut().map(|frame| &mut frame.title);
        std::iter::once(&mut self.title).chain(boxes).chain(lines).chain(frames)
    }
}

/// Direction of a chart or a frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ChartDirection {
    /// Down: `TD`, `TB`.
    #[default]
    Down,
    /// Up: `BT`.
    Up,
    /// To the right: `LR`.
    Right,
    /// To the left: `RL`.
    Left,
}

impl ChartDirection {
    /// True if it runs to the left or to the right.
    pub fn is_sideways(self) -> bool {
        matches!(self, ChartDirection::Right | ChartDirection::Left)
    }

    /// Swaps width and height for a chart that runs sideways, because a layout always runs down.
    pub fn turned(self, size: Size) -> Size {
        if self.is_sideways() { Size::new(size.height, size.width) } else { size }
    }
}

/// A box.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Name, as written.
    pub id: String,
    /// Words in the box; `
    /// ` for a line break that the author wrote.
    pub label: String,
    /// Shape.
    pub shape: NodeShape,
    /// Index of the innermost frame around it.
    pub subgraph: Option<usize>,
    /// Address from `click`.
    pub link: Option<String>,
    /// Bytes of the chart's text where it is first named.
    pub place: Range<usize>,
}

/// Shape of a box.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum NodeShape {
    /// `[x]`
    #[default]
    Rectangle,
    /// `(x)`
    Rounded,
    /// `([x])`: a start or an end.
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
    /// One of the shapes that can only be written by name.
    Figure(FigureShape),
}

/// A line between two ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// First end.
    pub from: EdgeEnd,
    /// Second end.
    pub to: EdgeEnd,
    /// Words on the line.
    pub label: Option<String>,
    /// Style of the line.
    pub style: EdgeStyle,
    /// Sign at its first end.
    pub tail: EdgeHead,
    /// Sign at its second end.
    pub head: EdgeHead,
    /// Least number of ranks that it spans; `---->` is 3.
    pub length: usize,
    /// Bytes of the chart's text.
    pub place: Range<usize>,
}

/// An end of a line: a box or a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EdgeEnd {
    /// Index of a box.
    Node(usize),
    /// Index of a frame.
    Subgraph(usize),
}

/// Style of a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EdgeStyle {
    /// `---`
    #[default]
    Solid,
    /// `-.-`
    Dotted,
    /// `===`
    Thick,
    /// `~~~`: keeps the order of boxes but is not drawn.
    Invisible,
}

/// Sign at the end of a line.
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

/// A frame around boxes.
#[derive(Debug, Clone, PartialEq)]
pub struct Subgraph {
    /// Name, as written.
    pub id: String,
    /// Title.
    pub title: String,
    /// Direction of the frame, if it has its own.
    pub direction: Option<ChartDirection>,
    /// Index of the frame around it.
    pub parent: Option<usize>,
    /// Bytes of the chart's text.
    pub place: Range<usize>,
}

impl Edge {
    /// True if the line is drawn.
    pub fn is_drawn(&self) -> bool {
        self.style != EdgeStyle::Invisible
    }
}

impl Chart {
    /// Returns a subgraph and those around it, innermost first.
    pub fn enclosing_subgraphs(&self, innermost: Option<usize>) -> Vec<usize> {
        let mut enclosing = Vec::new();
        let mut next = innermost;
        while let Some(subgraph) = next.filter(|subgraph| !enclosing.contains(subgraph)) {
            enclosing.push(subgraph);
            next = self.subgraphs[subgraph].parent;
        }
        enclosing
    }

    /// True if a subgraph is `outer` or is inside it at any depth.
    pub fn subgraph_within(&self, inner: Option<usize>, outer: usize) -> bool {
        self.enclosing_subgraphs(inner).contains(&outer)
    }

    /// True if a box is in a subgraph at any depth.
    pub fn node_within(&self, node: usize, subgraph: usize) -> bool {
        self.subgraph_within(self.nodes[node].subgraph, subgraph)
    }

    /// Returns the boxes in a subgraph at any depth.
    pub fn nodes_within(&self, subgraph: usize) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(move |&node| self.node_within(node, subgraph))
    }

    /// Returns the box at which a line enters: the first box of a subgraph; `None` if the subgraph
    /// is empty.
    pub fn entry_node(&self, end: EdgeEnd) -> Option<usize> {
        match end {
            EdgeEnd::Node(node) => Some(node),
            EdgeEnd::Subgraph(subgraph) => self.nodes_within(subgraph).next(),
        }
    }

    /// Returns the box at which a line leaves: the last box of a subgraph.
    fn last_node(&self, end: EdgeEnd) -> Option<usize> {
        match end {
            EdgeEnd::Node(node) => Some(node),
            EdgeEnd::Subgraph(subgraph) => self.nodes_within(subgraph).next_back(),
        }
    }

    /// Returns the first and the last box of a line; `None` if it is tied to an empty subgraph.
    pub fn edge_nodes(&self, edge: usize) -> Option<(usize, usize)> {
        let edge = &self.edges[edge];
        Some((self.last_node(edge.from)?, self.entry_node(edge.to)?))
    }

    /// True if a line is drawn.
    pub fn is_drawn(&self, edge: usize) -> bool {
        self.edges[edge].is_drawn()
    }

    /// Returns the addresses that a box leads to, as written.
    pub fn lead_addresses(&self, node: usize) -> impl Iterator<Item = &String> {
        let leads = self.leads.iter().filter(move |lead| lead.0 == node).map(|lead| &lead.1);
        leads.chain(&self.nodes[node].link)
    }
}
