//! Levels of a part that is too large for dagre. In: a part. Out: levels that make all lines as
//! short as possible; in each cycle, the line that closes it runs back.

use super::super::super::Chart;
use super::super::parts::ChartPart;
use super::super::simplex::DistanceProblem;
use super::{edge_length, level_at, level_heights};

/// Returns the level of each vertex.
pub fn plain_levels(chart: &Chart, part: &ChartPart) -> Vec<usize> {
    let top = part.vertices.len();
    let mut problem = DistanceProblem::with_variables(top + 1);
    (0..top).for_each(|vertex| problem.add_arc(top, vertex, 0.0, 0.0));
    let back = closing_edges(part);
    for (index, edge) in part.edges.iter().enumerate().filter(|(_, edge)| !edge.is_loop()) {
        let ends = if back[index] { (edge.to, edge.from) } else { (edge.from, edge.to) };
        problem.add_arc(ends.0, ends.1, edge_length(chart, edge.edge) as f64, 1.0);
    }
    let mut heights = problem.solve().unwrap_or_else(|| vec![0.0; top + 1]);
    heights.truncate(top);
    let levels = level_heights(heights.clone());
    heights.iter().map(|height| level_at(&levels, *height)).collect()
}

/// Marks the edges that lead back to a vertex on the way to them, on a walk in source order.
fn closing_edges(part: &ChartPart) -> Vec<bool> {
    let mut out = vec![vec![]; part.vertices.len()];
    for (index, edge) in part.edges.iter().enumerate() {
        out[edge.from].push((index, edge.to));
    }
    let mut closing = vec![false; part.edges.len()];
    let (mut seen, mut on_way) = (vec![false; out.len()], vec![false; out.len()]);
    for start in 0..out.len() {
        let mut way = if seen[start] { vec![] } else { vec![(start, 0)] };
        while let Some((vertex, next)) = way.pop() {
            (seen[vertex], on_way[vertex]) = (true, true);
            let Some(&(edge, to)) = out[vertex].get(next) else {
                on_way[vertex] = false;
                continue;
            };
            way.push((vertex, next + 1));
            closing[edge] = on_way[to];
            if !seen[to] {
                way.push((to, 0));
            }
        }
    }
    closing
}
