//! A part of a chart: some of its boxes with their neighbours, where the whole would be too small.

use std::collections::BTreeSet;

use super::{Chart, EdgeEnd, node_exits};

/// The boxes of `kept` and those one line away from them, as a chart of its own; for each of its
/// boxes the number it has in the whole.
pub fn chart_excerpt(chart: &Chart, kept: &BTreeSet<usize>) -> (Chart, Vec<usize>) {
    let mut nodes = kept.clone();
    for (node, ways) in node_exits(chart).iter().enumerate() {
        for way in ways {
            if kept.contains(&node) || kept.contains(&way.to) {
                nodes.extend([node, way.to]);
            }
        }
    }
    let own: Vec<usize> = nodes.into_iter().filter(|node| *node < chart.nodes.len()).collect();
    let at = |node: usize| own.iter().position(|own| *own == node);
    let mut part = Chart {
        direction: chart.direction,
        subgraphs: chart.subgraphs.clone(),
        ..Chart::default()
    };
    part.nodes = own.iter().map(|node| chart.nodes[*node].clone()).collect();
    let used: BTreeSet<usize> =
        part.nodes.iter().flat_map(|node| containing_subgraphs(chart, node.subgraph)).collect();
    let moved = |end: EdgeEnd| match end {
        EdgeEnd::Node(node) => at(node).map(EdgeEnd::Node),
        EdgeEnd::Subgraph(group) => used.contains(&group).then_some(EdgeEnd::Subgraph(group)),
    };
    for edge in &chart.edges {
        if let (Some(from), Some(to)) = (moved(edge.from), moved(edge.to)) {
            let mut edge = edge.clone();
            (edge.from, edge.to) = (from, to);
            part.edges.push(edge);
        }
    }
    keep_used_subgraphs(&mut part, &used);
    part.waits = chart.waits.iter().filter_map(|node| at(*node)).collect();
    part.leads =
        chart.leads.iter().filter_map(|(node, to)| Some((at(*node)?, to.clone()))).collect();
    (part, own)
}

/// The frames that a box stands in.
fn containing_subgraphs(chart: &Chart, mut group: Option<usize>) -> Vec<usize> {
    let mut frames = Vec::new();
    while let Some(own) = group {
        frames.push(own);
        group = chart.subgraphs[own].parent;
    }
    frames
}

fn keep_used_subgraphs(part: &mut Chart, used: &BTreeSet<usize>) {
    let at = |group: usize| used.iter().position(|own| *own == group);
    part.subgraphs = used.iter().map(|group| part.subgraphs[*group].clone()).collect();
    part.subgraphs.iter_mut().for_each(|group| group.parent = group.parent.and_then(at));
    part.nodes.iter_mut().for_each(|node| node.subgraph = node.subgraph.and_then(at));
    for edge in &mut part.edges {
        for end in [&mut edge.from, &mut edge.to] {
            if let EdgeEnd::Subgraph(group) = end {
                *group = at(*group).unwrap_or(0);
            }
        }
    }
}
