//! In: a chart. Out: its graph as text, one line per part, without places.

use std::fmt::Write;

use super::{Chart, ChartDirection, Edge, EdgeEnd, EdgeHead, EdgeStyle, Node, Subgraph};

/// The graph as readable text: equal texts are equal graphs.
pub fn print_chart(chart: &Chart) -> String {
    let mut out = format!("chart {}\n", direction_word(chart.direction));
    for (index, group) in chart.subgraphs.iter().enumerate() {
        out += &print_subgraph(chart, index, group);
    }
    for node in &chart.nodes {
        out += &print_node(chart, node);
    }
    for edge in &chart.edges {
        out += &print_edge(chart, edge);
    }
    for &node in &chart.waits {
        out += &format!("wait {}\n", chart.nodes[node].id);
    }
    for (node, anchor) in &chart.leads {
        out += &format!("lead {} -> #{anchor}\n", chart.nodes[*node].id);
    }
    out
}

fn direction_word(direction: ChartDirection) -> String {
    format!("{direction:?}").to_lowercase()
}

fn print_subgraph(chart: &Chart, index: usize, group: &Subgraph) -> String {
    let mut out = format!("frame {} {:?}", subgraph_name(chart, index), group.title);
    if let Some(runs) = group.direction {
        let _ = write!(out, " {}", direction_word(runs));
    }
    out + &container_suffix(chart, group.parent)
}

fn print_node(chart: &Chart, node: &Node) -> String {
    let shape = format!("{:?}", node.shape).to_lowercase();
    let mut out = format!("box {} {shape} {:?}", node.id, node.label);
    if let Some(link) = &node.link {
        let _ = write!(out, " link {link:?}");
    }
    out + &container_suffix(chart, node.subgraph)
}

/// The name of a frame, or its number if it has none.
fn subgraph_name(chart: &Chart, group: usize) -> String {
    match chart.subgraphs[group].id.as_str() {
        "" => format!("#{group}"),
        id => id.to_owned(),
    }
}

fn container_suffix(chart: &Chart, group: Option<usize>) -> String {
    match group {
        Some(group) => format!(" in {}\n", subgraph_name(chart, group)),
        None => "\n".to_owned(),
    }
}

fn print_edge(chart: &Chart, edge: &Edge) -> String {
    let (from, to) = (edge_end_name(chart, edge.from), edge_end_name(chart, edge.to));
    let mut out = format!("line {from} {} {to}", edge_notation(edge));
    if let Some(label) = &edge.label {
        let _ = write!(out, " {label:?}");
    }
    if edge.length != 1 {
        let _ = write!(out, " length {}", edge.length);
    }
    out + "\n"
}

fn edge_end_name(chart: &Chart, end: EdgeEnd) -> String {
    match end {
        EdgeEnd::Node(node) => chart.nodes[node].id.clone(),
        EdgeEnd::Subgraph(group) => format!("frame {}", subgraph_name(chart, group)),
    }
}

/// The line as Mermaid writes it at its shortest.
fn edge_notation(edge: &Edge) -> String {
    let body = match (edge.style, edge.head) {
        (EdgeStyle::Solid, EdgeHead::None) => "---",
        (EdgeStyle::Solid, _) => "--",
        (EdgeStyle::Dotted, _) => "-.-",
        (EdgeStyle::Thick, EdgeHead::None) => "===",
        (EdgeStyle::Thick, _) => "==",
        (EdgeStyle::Invisible, _) => "~~~",
    };
    format!("{}{body}{}", head_notation(edge.tail, "<"), head_notation(edge.head, ">"))
}

fn head_notation(head: EdgeHead, arrow: &'static str) -> &'static str {
    match head {
        EdgeHead::None => "",
        EdgeHead::Arrow => arrow,
        EdgeHead::Cross => "x",
        EdgeHead::Circle => "o",
    }
}
