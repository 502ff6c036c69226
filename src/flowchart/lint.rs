//! In: a chart. Out: findings in what it says: ways that are missing, lead nowhere or are not told
//! apart.

mod flow;
mod reach;
mod answers;
mod cycles;
mod prose;
mod vocabulary;

use super::{Chart, ChartFinding, EdgeEnd, layout};
use crate::diagnostic::code;
use flow::ChartFlow;

pub use prose::prose_exits;

/// All findings in the chart's sense, in the order of their places. None is fatal.
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

/// Cycles that nothing leads out of.
fn find_endless_cycles(chart: &Chart, flow: &ChartFlow) -> Vec<ChartFinding> {
    let cycles = cycles::closed_cycles(&flow.onward).into_iter();
    cycles.filter_map(|cycle| endless_cycle(chart, flow, &cycle)).collect()
}

fn endless_cycle(chart: &Chart, flow: &ChartFlow, cycle: &[usize]) -> Option<ChartFinding> {
    let nodes = || cycle.iter().copied().filter(|vertex| *vertex < chart.nodes.len());
    if nodes().any(|node| flow.leaves[node]) {
        return None;
    }
    let first = &chart.nodes[nodes().min()?];
    let message = format!("the cycle through `{}` has no exit", first.id);
    let hint = "add a line out of it";
    Some(ChartFinding::new(code::CHART_ENDLESS, first.place.clone(), message, hint))
}

/// Subgraphs with lines inside whose own direction the layout cannot follow.
fn find_ignored_directions(chart: &Chart) -> Vec<ChartFinding> {
    let subgraphs = 0..chart.subgraphs.len();
    subgraphs.filter_map(|subgraph| ignored_direction(chart, subgraph)).collect()
}

fn ignored_direction(chart: &Chart, index: usize) -> Option<ChartFinding> {
    let subgraph = &chart.subgraphs[index];
    subgraph.direction?;
    if !has_inner_edge(chart, index) || layout::follows_own_direction(chart, index) {
        return None;
    }
    let message = format!("the subgraph `{}` does not run in its own direction", subgraph.id);
    let hint = "remove `direction`, or put the subgraph into a chart of its own";
    Some(ChartFinding::new(code::CHART_DIRECTION, subgraph.place.clone(), message, hint))
}

fn has_inner_edge(chart: &Chart, subgraph: usize) -> bool {
    let is_inside = |end: EdgeEnd| match end {
        EdgeEnd::Node(node) => chart.node_within(node, subgraph),
        EdgeEnd::Subgraph(_) => false,
    };
    chart.edges.iter().any(|edge| is_inside(edge.from) && is_inside(edge.to))
}
