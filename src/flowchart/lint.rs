//! In: a chart. Out: remarks on what it says: ways that are missing, lead nowhere or are not told
//! apart.

mod answers;
mod cycles;
mod flow;
mod prose;
mod words;

use std::ops::Range;

use super::{Chart, End, Remark, Shape, codes, layout};
use flow::Flow;

pub use prose::prose_exits;

/// All remarks on the chart's sense, in the order of their places. None is an error.
pub fn lint(chart: &Chart) -> Vec<Remark> {
    let flow = Flow::of(chart);
    let mut remarks = unreachable(chart, &flow);
    remarks.extend(dead_ends(chart, &flow));
    remarks.extend(answers::check(chart, &flow));
    remarks.extend(endless(chart, &flow));
    remarks.extend(directions(chart));
    remarks.sort_by_key(|remark| remark.place.start);
    remarks
}

/// Boxes that no way leads to. The way begins at the first box without an entry of each connected
/// part, or at its first box. Of a piece that cannot be reached only the beginning is named.
fn unreachable(chart: &Chart, flow: &Flow) -> Vec<Remark> {
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
                remarks.push(remark(codes::UNREACHABLE, &chart.nodes[node].place, message, hint));
            }
        }
    }
    remarks
}

/// Boxes without exits that neither look like ends nor say so. A part's only end needs no mark.
fn dead_ends(chart: &Chart, flow: &Flow) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for part in flow.parts() {
        let last: Vec<usize> = part.iter().copied().filter(|&node| flow.ends(node)).collect();
        let marked = last.iter().any(|&node| is_end(chart, node));
        let unmarked: Vec<usize> = last
            .into_iter()
            .filter(|&node| !is_end(chart, node) && !is_abort(chart, node))
            .collect();
        let natural =
            !marked && unmarked.len() == 1 && chart.nodes[unmarked[0]].shape != Shape::Diamond;
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
            remarks.push(remark(codes::DEAD_END, &node.place, message, hint));
        }
    }
    remarks
}

fn is_end(chart: &Chart, node: usize) -> bool {
    let shape = chart.nodes[node].shape;
    let drawn =
        matches!(shape, Shape::Stadium | Shape::Circle | Shape::DoubleCircle | Shape::Rounded);
    drawn || shape != Shape::Diamond && words::names_end(&chart.nodes[node].label)
}

fn is_abort(chart: &Chart, node: usize) -> bool {
    chart.nodes[node].shape != Shape::Diamond && words::names_abort(&chart.nodes[node].label)
}

/// Cycles that nothing leads out of.
fn endless(chart: &Chart, flow: &Flow) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for cycle in cycles::closed(&flow.onward) {
        let boxes: Vec<usize> =
            cycle.into_iter().filter(|vertex| *vertex < chart.nodes.len()).collect();
        let Some(&first) = boxes.iter().min() else { continue };
        if boxes.iter().any(|&node| flow.leaves[node]) {
            continue;
        }
        let message = format!("nothing leads out of the cycle through `{}`", chart.nodes[first].id);
        remarks.push(remark(
            codes::ENDLESS,
            &chart.nodes[first].place,
            message,
            "add a line out of it",
        ));
    }
    remarks
}

/// Frames with lines inside whose own direction the layout cannot follow.
fn directions(chart: &Chart) -> Vec<Remark> {
    let inside =
        |end: End, group| matches!(end, End::Node(node) if layout::within(chart, node, group));
    let lines =
        |group| chart.edges.iter().any(|edge| inside(edge.from, group) && inside(edge.to, group));
    let mut remarks = Vec::new();
    for (index, group) in chart.groups.iter().enumerate() {
        if group.direction.is_none() || !lines(index) || layout::follows(chart, index) {
            continue;
        }
        let message = format!("the subgraph `{}` does not run in its own direction", group.id);
        let hint =
            "only one that stands alone can: remove `direction`, or put it into a chart of its own";
        remarks.push(remark(codes::DIRECTION, &group.place, message, hint));
    }
    remarks
}

fn remark(code: &'static str, place: &Range<usize>, message: String, hint: &str) -> Remark {
    Remark { code, error: false, place: place.clone(), message, hint: hint.to_owned(), fix: None }
}
