//! In: a chart. Out: remarks on what it says: ways that are missing, lead nowhere or are not told
//! apart.

mod answers;
mod cycles;
mod flow;
mod prose;
mod vocabulary;

use std::ops::Range;

use super::{Chart, ChartFinding, EdgeEnd, NodeShape, codes, layout};
use flow::ChartFlow;

pub use prose::prose_exits;

/// All remarks on the chart's sense, in the order of their places. None is an error.
pub fn lint_chart(chart: &Chart) -> Vec<ChartFinding> {
    let flow = ChartFlow::of(chart);
    let mut remarks = find_unreachable(chart, &flow);
    remarks.extend(find_dead_ends(chart, &flow));
    remarks.extend(answers::check_answers(chart, &flow));
    remarks.extend(find_endless_cycles(chart, &flow));
    remarks.extend(find_ignored_directions(chart));
    remarks.sort_by_key(|remark| remark.place.start);
    remarks
}

/// Boxes that no way leads to. The way begins at the first box without an entry of each connected
/// part, or at its first box. Of a piece that cannot be reached only the beginning is named.
fn find_unreachable(chart: &Chart, flow: &ChartFlow) -> Vec<ChartFinding> {
    let mut reached = vec![false; flow.ways.len()];
    let mut remarks = Vec::new();
    let parts = flow.parts();
    for part in &parts {
        let start = flow.start(part);
        flow.reach(start, &mut reached);
        let (sources, others): (Vec<usize>, Vec<usize>) =
            part.iter().partition(|node| flow.entries[**node] == 0);
        for node in sources.into_iter().chain(others) {
            if !reached[node] {
                flow.reach(node, &mut reached);
                let message = format!(
                    "no way leads from `{}` to `{}`",
                    chart.nodes[start].id, chart.nodes[node].id
                );
                let hint = "add a line to it, or put it into a chart of its own";
                remarks.push(lint_finding(
                    codes::UNREACHABLE,
                    &chart.nodes[node].place,
                    message,
                    hint,
                ));
            }
        }
    }
    remarks
}

/// Boxes without exits that neither look like ends nor say so. A part's only end needs no mark.
fn find_dead_ends(chart: &Chart, flow: &ChartFlow) -> Vec<ChartFinding> {
    let mut remarks = Vec::new();
    for part in flow.parts() {
        let last: Vec<usize> = part.iter().copied().filter(|&node| flow.is_end(node)).collect();
        let marked = last.iter().any(|&node| is_end_node(chart, node));
        let unmarked: Vec<usize> = last
            .into_iter()
            .filter(|&node| !is_end_node(chart, node) && !is_abort_node(chart, node))
            .collect();
        let natural =
            !marked && unmarked.len() == 1 && chart.nodes[unmarked[0]].shape != NodeShape::Diamond;
        if natural || part.len() == 1 {
            continue;
        }
        for node in unmarked {
            let node = &chart.nodes[node];
            let message = format!(
                "no way leads on from `{}`, and it does not say that it is an end",
                node.id
            );
            let hint = "add a line, or draw it as an end: `([...])`";
            remarks.push(lint_finding(codes::DEAD_END, &node.place, message, hint));
        }
    }
    remarks
}

fn is_end_node(chart: &Chart, node: usize) -> bool {
    let shape = chart.nodes[node].shape;
    let drawn = matches!(
        shape,
        NodeShape::Stadium | NodeShape::Circle | NodeShape::DoubleCircle | NodeShape::Rounded
    );
    drawn || shape != NodeShape::Diamond && vocabulary::names_end(&chart.nodes[node].label)
}

fn is_abort_node(chart: &Chart, node: usize) -> bool {
    chart.nodes[node].shape != NodeShape::Diamond
        && vocabulary::names_abort(&chart.nodes[node].label)
}

/// Cycles that nothing leads out of.
fn find_endless_cycles(chart: &Chart, flow: &ChartFlow) -> Vec<ChartFinding> {
    let mut remarks = Vec::new();
    for cycle in cycles::closed_cycles(&flow.onward) {
        let boxes: Vec<usize> =
            cycle.into_iter().filter(|vertex| *vertex < chart.nodes.len()).collect();
        let Some(&first) = boxes.iter().min() else { continue };
        if boxes.iter().any(|&node| flow.leaves[node]) {
            continue;
        }
        let message = format!("nothing leads out of the cycle through `{}`", chart.nodes[first].id);
        remarks.push(lint_finding(
            codes::ENDLESS,
            &chart.nodes[first].place,
            message,
            "add a line out of it",
        ));
    }
    remarks
}

/// Frames with lines inside whose own direction the layout cannot follow.
fn find_ignored_directions(chart: &Chart) -> Vec<ChartFinding> {
    let inside = |end: EdgeEnd, group| matches!(end, EdgeEnd::Node(node) if layout::node_in_subgraph(chart, node, group));
    let lines =
        |group| chart.edges.iter().any(|edge| inside(edge.from, group) && inside(edge.to, group));
    let mut remarks = Vec::new();
    for (index, group) in chart.subgraphs.iter().enumerate() {
        if group.direction.is_none() || !lines(index) || layout::follows_own_direction(chart, index)
        {
            continue;
        }
        let message = format!("the subgraph `{}` does not run in its own direction", group.id);
        let hint =
            "only one that stands alone can: remove `direction`, or put it into a chart of its own";
        remarks.push(lint_finding(codes::DIRECTION, &group.place, message, hint));
    }
    remarks
}

fn lint_finding(
    code: &'static str,
    place: &Range<usize>,
    message: String,
    hint: &str,
) -> ChartFinding {
    ChartFinding {
        code,
        error: false,
        place: place.clone(),
        message,
        hint: hint.to_owned(),
        fix: None,
    }
}
