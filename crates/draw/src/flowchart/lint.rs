//! Checks what a chart says. In: a chart. Out: findings in what it says: ways that are missing,
//! lead nowhere or are not told apart.

mod flow;
mod reach;
mod answers;
mod prose;
mod vocabulary;

use super::{Chart, ChartFinding, EdgeEnd, Node, Subgraph, cycles, layout};
use base::diagnostic::code;
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
    cycles.filter_map(|cycle| endless_start(chart, flow, &cycle)).map(endless_cycle).collect()
}

/// The first box of a cycle, unless one leads to another place from it.
fn endless_start<'a>(chart: &'a Chart, flow: &ChartFlow, cycle: &[usize]) -> Option<&'a Node> {
    let nodes = || cycle.iter().copied().filter(|vertex| *vertex < chart.nodes.len());
    if nodes().any(|node| flow.leaves[node]) {
        return None;
    }
    Some(&chart.nodes[nodes().min()?])
}

fn endless_cycle(first: &Node) -> ChartFinding {
    let message = format!("the cycle through `{}` has no exit", first.id);
    ChartFinding::new(code::CHART_ENDLESS, first.place.clone(), message, "add an arrow out of it")
}

/// Subgraphs with lines inside whose own direction the layout cannot follow.
fn find_ignored_directions(chart: &Chart) -> Vec<ChartFinding> {
    let found = (0..chart.subgraphs.len()).filter(|own| ignores_direction(chart, *own));
    found.map(|own| ignored_direction(&chart.subgraphs[own])).collect()
}

fn ignores_direction(chart: &Chart, subgraph: usize) -> bool {
    chart.subgraphs[subgraph].direction.is_some()
        && has_inner_edge(chart, subgraph)
        && !layout::follows_own_direction(chart, subgraph)
}

fn ignored_direction(subgraph: &Subgraph) -> ChartFinding {
    let message = format!("the subgraph `{}` does not run in its own direction", subgraph.id);
    let hint = "remove `direction`, or put the subgraph into a chart of its own";
    ChartFinding::new(code::CHART_DIRECTION, subgraph.place.clone(), message, hint)
}

fn has_inner_edge(chart: &Chart, subgraph: usize) -> bool {
    let is_inside = |end: EdgeEnd| is_node_inside(chart, end, subgraph);
    chart.edges.iter().any(|edge| is_inside(edge.from) && is_inside(edge.to))
}

fn is_node_inside(chart: &Chart, end: EdgeEnd, subgraph: usize) -> bool {
    match end {
        EdgeEnd::Node(node) => chart.node_within(node, subgraph),
        EdgeEnd::Subgraph(_) => false,
    }
}
