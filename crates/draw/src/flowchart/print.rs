//! Prints a chart as text. In: a chart. Out: its graph as text, one line per part, without places.

use super::{Chart, ChartDirection, Edge, EdgeEnd, EdgeHead, EdgeStyle, Node, NodeShape};

/// Returns the graph as readable text: equal texts are equal graphs.
pub fn print_chart(chart: &Chart) -> String {
    let id = |node: usize| &chart.nodes[node].id;
    let mut lines = vec![format!("chart {}", direction_word(chart.direction))];
    lines.extend(Some(format!("title {:?}", chart.title)).filter(|_| !chart.title.is_empty()));
    lines.extend((0..chart.subgraphs.len()).map(|subgraph| print_subgraph(chart, subgraph)));
    lines.extend(chart.nodes.iter().map(|node| print_node(chart, node)));
    lines.extend(chart.edges.iter().map(|edge| print_edge(chart, edge)));
    lines.extend(chart.waits.iter().map(|node| format!("wait {}", id(*node))));
    lines.extend(chart.leads.iter().map(|(node, to)| format!("lead {} -> #{to}", id(*node))));
    lines.join("\n") + "\n"
}

fn direction_word(direction: ChartDirection) -> String {
    format!("{direction:?}").to_lowercase()
}

fn print_subgraph(chart: &Chart, index: usize) -> String {
    let subgraph = &chart.subgraphs[index];
    let mut out = format!("frame {} {:?}", subgraph_name(chart, index), subgraph.title);
    if let Some(runs) = subgraph.direction {
        out += &format!(" {}", direction_word(runs));
    }
    out + &container_suffix(chart, subgraph.parent)
}

fn print_node(chart: &Chart, node: &Node) -> String {
    let shape = shape_word(node.shape);
    let mut out = format!("box {} {shape} {:?}", node.id, node.label);
    if let Some(link) = &node.link {
        out += &format!(" link {link:?}");
    }
    out + &container_suffix(chart, node.subgraph)
}

fn shape_word(shape: NodeShape) -> String {
    match shape {
        NodeShape::Figure(figure) => format!("{figure:?}").to_lowercase(),
        shape => format!("{shape:?}").to_lowercase(),
    }
}

/// Returns the name of a subgraph, or its number if it has none.
fn subgraph_name(chart: &Chart, subgraph: usize) -> String {
    match chart.subgraphs[subgraph].id.as_str() {
        "" => format!("#{subgraph}"),
        id => id.to_owned(),
    }
}

fn container_suffix(chart: &Chart, subgraph: Option<usize>) -> String {
    subgraph.map_or(String::new(), |subgraph| format!(" in {}", subgraph_name(chart, subgraph)))
}

fn print_edge(chart: &Chart, edge: &Edge) -> String {
    let (from, to) = (edge_end_name(chart, edge.from), edge_end_name(chart, edge.to));
    // The shortest form of the line in Mermaid.
    let (tail, head) = (head_notation(edge.tail, "<"), head_notation(edge.head, ">"));
    let mut out = format!("line {from} {tail}{}{head} {to}", stroke_notation(edge));
    if let Some(label) = &edge.label {
        out += &format!(" {label:?}");
    }
    if edge.length != 1 {
        out += &format!(" length {}", edge.length);
    }
    out
}

fn edge_end_name(chart: &Chart, end: EdgeEnd) -> String {
    match end {
        EdgeEnd::Node(node) => chart.nodes[node].id.clone(),
        EdgeEnd::Subgraph(subgraph) => format!("frame {}", subgraph_name(chart, subgraph)),
    }
}

fn stroke_notation(edge: &Edge) -> &'static str {
    match (edge.style, edge.head) {
        (EdgeStyle::Solid, EdgeHead::None) => "---",
        (EdgeStyle::Solid, _) => "--",
        (EdgeStyle::Dotted, _) => "-.-",
        (EdgeStyle::Thick, EdgeHead::None) => "===",
        (EdgeStyle::Thick, _) => "==",
        (EdgeStyle::Invisible, _) => "~~~",
    }
}

fn head_notation(head: EdgeHead, arrow: &'static str) -> &'static str {
    match head {
        EdgeHead::None => "",
        EdgeHead::Arrow => arrow,
        EdgeHead::Cross => "x",
        EdgeHead::Circle => "o",
    }
}
