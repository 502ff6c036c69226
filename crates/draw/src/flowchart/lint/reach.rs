//! Reports boxes that cannot be reached, and boxes without an exit that are not marked as ends.

use super::super::{Chart, ChartFinding, FigureShape, NodeShape};
use super::flow::ChartFlow;
use super::vocabulary;
use base::diagnostic::code;

/// Reports boxes that no way leads to. The way begins at the first box without an entry of each
/// connected part, or at its first box. Only the first box of an unreachable piece is reported.
pub fn find_unreachable(chart: &Chart, flow: &ChartFlow) -> Vec<ChartFinding> {
    let mut reached = vec![false; flow.ways.len()];
    let mut findings = Vec::new();
    for part in flow.parts() {
        let start = flow.start(&part);
        flow.mark_reachable(start, &mut reached);
        let mut sources_first = part;
        sources_first.sort_by_key(|node| flow.entries[*node] > 0);
        for node in sources_first {
            if !reached[node] {
                flow.mark_reachable(node, &mut reached);
                let (start, node) = (&chart.nodes[start], &chart.nodes[node]);
                let message = format!("no way leads from `{}` to `{}`", start.id, node.id);
                let hint = "add an arrow that leads to the box, or move the box into its own chart";
                let place = node.place.clone();
                findings.push(ChartFinding::new(code::CHART_UNREACHABLE, place, message, hint));
            }
        }
    }
    findings
}

/// Reports boxes without exits that neither look like ends nor say so. The only end of a part needs
/// no mark.
pub fn find_dead_ends(chart: &Chart, flow: &ChartFlow) -> Vec<ChartFinding> {
    let parts = flow.parts().into_iter().filter(|part| part.len() > 1);
    let finding = |node: usize| {
        let node = &chart.nodes[node];
        let message = format!("`{}` leads nowhere and is not marked as an end", node.id);
        let hint = "add an arrow that leaves the box, or draw the box as an end: `([...])`";
        ChartFinding::new(code::CHART_DEAD_END, node.place.clone(), message, hint)
    };
    parts.flat_map(|part| dead_ends_of_part(chart, flow, &part)).map(finding).collect()
}

fn dead_ends_of_part(chart: &Chart, flow: &ChartFlow, part: &[usize]) -> Vec<usize> {
    let last = || part.iter().copied().filter(|&node| flow.is_end(node));
    let marked = last().any(|node| is_end_node(chart, node));
    let is_abort = |node: usize| {
        let node = &chart.nodes[node];
        node.shape != NodeShape::Diamond && vocabulary::names_abort(&node.label)
    };
    let unmarked: Vec<usize> =
        last().filter(|&node| !is_end_node(chart, node) && !is_abort(node)).collect();
    match unmarked[..] {
        [only] if !marked && chart.nodes[only].shape != NodeShape::Diamond => Vec::new(),
        _ => unmarked,
    }
}

fn is_end_node(chart: &Chart, node: usize) -> bool {
    let node = &chart.nodes[node];
    match node.shape {
        NodeShape::Stadium | NodeShape::Circle | NodeShape::DoubleCircle | NodeShape::Rounded => {
            true
        }
        NodeShape::Diamond => false,
        NodeShape::Figure(FigureShape::Stop) => true,
        NodeShape::Rectangle
        | NodeShape::Subroutine
        | NodeShape::Cylinder
        | NodeShape::Hexagon
        | NodeShape::LeanRight
        | NodeShape::LeanLeft
        | NodeShape::Trapezoid
        | NodeShape::InvertedTrapezoid
        | NodeShape::Flag
        | NodeShape::Figure(_) => vocabulary::names_end(&node.label),
    }
}
