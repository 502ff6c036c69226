//! A chart as a graph: boxes, lines between them, subgraphs round them.

use std::ops::Range;

use super::figure::FigureShape;
use crate::drawing::Size;

/// A chart as its author means it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Chart {
    /// What its front matter calls it; empty without one.
    pub title: String,
    /// Where it runs.
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
    /// All that it says on paper: its title, and what stands in boxes, on lines and above frames.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let boxes = self.nodes.iter_mut().map(|node| &mut node.label);
        let lines = self.edges.iter_mut().filter_map(|edge| edge.label.as_mut());
        let frames = self.subgraphs.iter_mut().map(|frame| &mut frame.title);
        std::iter::once(&mut self.title).chain(boxes).chain(lines).chain(frames)
    }
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

    /// A size on paper, across and along the layout that runs down.
    pub fn turned(self, size: Size) -> Size {
        if self.is_sideways() { Size::new(size.height, size.width) } else { size }
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
    /// One of the shapes that are only written by name.
    Figure(FigureShape),
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

impl Edge {
    /// Whether it is drawn.
    pub fn is_drawn(&self) -> bool {
        self.style != EdgeStyle::Invisible
    }
}

impl Chart {
    /// A subgraph and those around it, innermost first.
    pub fn enclosing_subgraphs(&self, innermost: Option<usize>) -> Vec<usize> {
        let mut enclosing = Vec::new();
        let mut next = innermost;
        while let Some(subgraph) = next.filter(|subgraph| !enclosing.contains(subgraph)) {
            enclosing.push(subgraph);
            next = self.subgraphs[subgraph].parent;
        }
        enclosing
    }

    /// Whether a subgraph is `outer` or stands in it, however deep.
    pub fn subgraph_within(&self, inner: Option<usize>, outer: usize) -> bool {
        self.enclosing_subgraphs(inner).contains(&outer)
    }

    /// Whether a box stands in a subgraph, however deep.
    pub fn node_within(&self, node: usize, subgraph: usize) -> bool {
        self.subgraph_within(self.nodes[node].subgraph, subgraph)
    }

    /// The boxes in a subgraph, however deep.
    pub fn nodes_within(&self, subgraph: usize) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(move |&node| self.node_within(node, subgraph))
    }

    /// The box at which a line comes in: a subgraph is entered at its first box; `None` where it is
    /// empty.
    pub fn entry_node(&self, end: EdgeEnd) -> Option<usize> {
        match end {
            EdgeEnd::Node(node) => Some(node),
            EdgeEnd::Subgraph(subgraph) => self.nodes_within(subgraph).next(),
        }
    }

    /// The box at which a line goes out: a subgraph is left at its last box.
    fn last_node(&self, end: EdgeEnd) -> Option<usize> {
        match end {
            EdgeEnd::Node(node) => Some(node),
            EdgeEnd::Subgraph(subgraph) => self.nodes_within(subgraph).next_back(),
        }
    }

    /// The boxes that a line's ends stand for; `None` where one is an empty subgraph.
    pub fn edge_nodes(&self, edge: usize) -> Option<(usize, usize)> {
        let edge = &self.edges[edge];
        Some((self.last_node(edge.from)?, self.entry_node(edge.to)?))
    }

    /// Whether a line is drawn.
    pub fn is_drawn(&self, edge: usize) -> bool {
        self.edges[edge].is_drawn()
    }

    /// The places that a box leads to, as written.
    pub fn lead_addresses(&self, node: usize) -> impl Iterator<Item = &String> {
        let leads = self.leads.iter().filter(move |lead| lead.0 == node).map(|lead| &lead.1);
        leads.chain(&self.nodes[node].link)
    }
}
