//! A part of a chart: some of its boxes with their neighbours, where the whole would be too small.

use std::collections::BTreeSet;

use super::{Chart, End, ways};

/// The boxes of `kept` and those one line away from them, as a chart of its own; for each of its
/// boxes the number it has in the whole.
pub fn around(chart: &Chart, kept: &BTreeSet<usize>) -> (Chart, Vec<usize>) {
    let mut nodes = kept.clone();
    for (node, ways) in ways(chart).iter().enumerate() {
        for way in ways {
            if kept.contains(&node) || kept.contains(&way.to) {
                nodes.extend([node, way.to]);
            }
        }
    }
    let own: Vec<usize> = nodes.into_iter().filter(|node| *node < chart.nodes.len()).collect();
    let at = |node: usize| own.iter().position(|own| *own == node);
    let mut part =
        Chart { direction: chart.direction, groups: chart.groups.clone(), ..Chart::default() };
    part.nodes = own.iter().map(|node| chart.nodes[*node].clone()).collect();
    let used: BTreeSet<usize> =
        part.nodes.iter().flat_map(|node| frames(chart, node.group)).collect();
    let moved = |end: End| match end {
        End::Node(node) => at(node).map(End::Node),
        End::Group(group) => used.contains(&group).then_some(End::Group(group)),
    };
    for edge in &chart.edges {
        if let (Some(from), Some(to)) = (moved(edge.from), moved(edge.to)) {
            let mut edge = edge.clone();
            (edge.from, edge.to) = (from, to);
            part.edges.push(edge);
        }
    }
    without_empty_frames(&mut part, &used);
    part.waits = chart.waits.iter().filter_map(|node| at(*node)).collect();
    part.leads =
        chart.leads.iter().filter_map(|(node, to)| Some((at(*node)?, to.clone()))).collect();
    (part, own)
}

/// The frames that a box stands in.
fn frames(chart: &Chart, mut group: Option<usize>) -> Vec<usize> {
    let mut frames = Vec::new();
    while let Some(own) = group {
        frames.push(own);
        group = chart.groups[own].parent;
    }
    frames
}

fn without_empty_frames(part: &mut Chart, used: &BTreeSet<usize>) {
    let at = |group: usize| used.iter().position(|own| *own == group);
    part.groups = used.iter().map(|group| part.groups[*group].clone()).collect();
    part.groups.iter_mut().for_each(|group| group.parent = group.parent.and_then(at));
    part.nodes.iter_mut().for_each(|node| node.group = node.group.and_then(at));
    for edge in &mut part.edges {
        for end in [&mut edge.from, &mut edge.to] {
            if let End::Group(group) = end {
                *group = at(*group).unwrap_or(0);
            }
        }
    }
}
