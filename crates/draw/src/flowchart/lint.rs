//! Checks the sense of a chart. In: a chart. Out: findings about ways that are missing, lead
//! nowhere or cannot be distinguished.

mod flow;
mod reach;
mod answers;
mod prose;
mod vocabulary;

use super::{Chart, ChartFinding, EdgeEnd, Node, cycles, layout};
use base::diagnostic::code;
use flow::ChartFlow;

pub use prose::{ChartedSection, prose_exits};

/// Returns all findings about the chart's sense, in the order of their places. None is fatal.
pub fn lint_chart(chart: &Chart) -> Vec<ChartFinding> {
    let flow = ChartFlow::of(chart);
    let mut findings = reach::find_unreachable(chart, &flow);
    findings.extend(reach::find_dead_ends(chart, &flow));
    findings.extend(answers::check_answers(chart, &flow));
    findings.extend(find_endless_cycles(chart, &flow));
    findings.extend(find_ignored_directions(chart));
    findings.sort_by_key(|finding| finding.place.start);
    findings
}

/// Reports cycles without a way out.
fn find_endless_cycles(chart: &Chart, flow: &ChartFlow) -> Vec<ChartFinding> {
    let cycles = cycles::closed_cycles(&flow.onward).into_iter();
    let starts = cycles.filter_map(|cycle| endless_start(chart, flow, &cycle));
    let finding = |first: &Node| {
        let message = format!("the cycle through `{}` has no exit", first.id);
        let place = first.place.clone();
        ChartFinding::new(code::CHART_ENDLESS, place, message, "add an arrow that leaves the cycle")
    };
    starts.map(finding).collect()
}

/// Returns the first box of a cycle, unless one of its boxes leads to another place.
fn endless_start<'a>(chart: &'a Chart, flow: &ChartFlow, cycle: &[usize]) -> Option<&'a Node> {
    let nodes = || cycle.iter().copied().filter(|vertex| *vertex < chart.nodes.len());
    if nodes().any(|node| flow.leaves[node]) {
        return None;
    }
    Some(&chart.nodes[nodes().min()?])
}

/// Reports subgraphs with lines inside whose own direction the layout cannot follow.
fn find_ignored_directions(chart: &Chart) -> Vec<ChartFinding> {
    let mut findings = Vec::new();
    for (index, subgraph) in chart.subgraphs.iter().enumerate() {
        let is_inside = |end: EdgeEnd| match end {
            EdgeEnd::Node(node) => chart.node_within(node, index),
            EdgeEnd::Subgraph(_) => false,
        };
        let mut edges = chart.edges.iter();
        if subgraph.direction.is_some()
            && edges.any(|edge| is_inside(edge.from) && is_inside(edge.to))
            && !layout::follows_own_direction(chart, index)
        {
            let name = &subgraph.id;
            let message = format!("the subgraph `{name}` does not run in its own direction");
            let hint = "remove `direction`, or put the subgraph into a chart of its own";
            let place = subgraph.place.clone();
            findings.push(ChartFinding::new(code::CHART_DIRECTION, place, message, hint));
        }
    }
    findings
}
