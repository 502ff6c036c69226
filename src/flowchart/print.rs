//! In: a chart. Out: its graph as text, one line per part, without places.

use std::fmt::Write;

use super::{Chart, Direction, Edge, End, Group, Head, Line, Node};

/// The graph as readable text: equal texts are equal graphs.
pub fn print(chart: &Chart) -> String {
    let mut out = format!("chart {}\n", direction(chart.direction));
    for (index, group) in chart.groups.iter().enumerate() {
        out += &frame(chart, index, group);
    }
    for node in &chart.nodes {
        out += &square(chart, node);
    }
    for edge in &chart.edges {
        out += &line(chart, edge);
    }
    for &node in &chart.waits {
        out += &format!("wait {}\n", chart.nodes[node].id);
    }
    for (node, anchor) in &chart.leads {
        out += &format!("lead {} -> #{anchor}\n", chart.nodes[*node].id);
    }
    out
}

fn direction(direction: Direction) -> String {
    format!("{direction:?}").to_lowercase()
}

fn frame(chart: &Chart, index: usize, group: &Group) -> String {
    let mut out = format!("frame {} {:?}", name(chart, index), group.title);
    if let Some(runs) = group.direction {
        let _ = write!(out, " {}", direction(runs));
    }
    out + &within(chart, group.parent)
}

fn square(chart: &Chart, node: &Node) -> String {
    let shape = format!("{:?}", node.shape).to_lowercase();
    let mut out = format!("box {} {shape} {:?}", node.id, node.label);
    if let Some(link) = &node.link {
        let _ = write!(out, " link {link:?}");
    }
    out + &within(chart, node.group)
}

/// The name of a frame, or its number if it has none.
fn name(chart: &Chart, group: usize) -> String {
    match chart.groups[group].id.as_str() {
        "" => format!("#{group}"),
        id => id.to_owned(),
    }
}

fn within(chart: &Chart, group: Option<usize>) -> String {
    match group {
        Some(group) => format!(" in {}\n", name(chart, group)),
        None => "\n".to_owned(),
    }
}

fn line(chart: &Chart, edge: &Edge) -> String {
    let (from, to) = (end(chart, edge.from), end(chart, edge.to));
    let mut out = format!("line {from} {} {to}", stroke(edge));
    if let Some(label) = &edge.label {
        let _ = write!(out, " {label:?}");
    }
    if edge.length != 1 {
        let _ = write!(out, " length {}", edge.length);
    }
    out + "\n"
}

fn end(chart: &Chart, end: End) -> String {
    match end {
        End::Node(node) => chart.nodes[node].id.clone(),
        End::Group(group) => format!("frame {}", name(chart, group)),
    }
}

/// The line as Mermaid writes it at its shortest.
fn stroke(edge: &Edge) -> String {
    let body = match (edge.line, edge.head) {
        (Line::Solid, Head::None) => "---",
        (Line::Solid, _) => "--",
        (Line::Dotted, _) => "-.-",
        (Line::Thick, Head::None) => "===",
        (Line::Thick, _) => "==",
        (Line::Invisible, _) => "~~~",
    };
    format!("{}{body}{}", mark(edge.tail, "<"), mark(edge.head, ">"))
}

fn mark(head: Head, arrow: &'static str) -> &'static str {
    match head {
        Head::None => "",
        Head::Arrow => arrow,
        Head::Cross => "x",
        Head::Circle => "o",
    }
}
