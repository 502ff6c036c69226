//! The order in which the boxes of a chart are read, and so their printed numbers. In: a chart.
//! Out: its boxes in the order of declaration if a reader meets them in that order; otherwise each
//! after all boxes whose lines lead to it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Chart;
use super::cycles::strong_components;

/// Returns the number of each box, by node: from 1, along the lines.
pub fn box_numbers(chart: &Chart) -> Vec<usize> {
    let mut numbers = vec![0; chart.nodes.len()];
    flow_order(chart).into_iter().enumerate().for_each(|(nth, node)| numbers[node] = nth + 1);
    numbers
}

/// Returns all boxes along the lines.
fn flow_order(chart: &Chart) -> Vec<usize> {
    let mut ways = box_ways(chart);
    let starts = start_boxes(&ways);
    if is_declared_along(&ways, &starts) {
        return (0..ways.len()).collect();
    }
    remove_closing_ways(&mut ways, &starts);
    order_along(&ways)
}

/// Returns the boxes that the lines of each box lead to.
fn box_ways(chart: &Chart) -> Vec<Vec<usize>> {
    let mut ways = vec![Vec::new(); chart.nodes.len()];
    for edge in (0..chart.edges.len()).filter(|edge| chart.is_drawn(*edge)) {
        if let Some((from, to)) = chart.edge_nodes(edge).filter(|(from, to)| from != to) {
            ways[from].push(to);
        }
    }
    ways
}

/// Returns the boxes at which a reader begins: those that no line leads to, and the first box of
/// each cycle that no line leads into.
fn start_boxes(ways: &[Vec<usize>]) -> Vec<usize> {
    let components = strong_components(ways);
    let mut cycles = vec![0; ways.len()];
    for (cycle, vertices) in components.iter().enumerate() {
        vertices.iter().for_each(|vertex| cycles[*vertex] = cycle);
    }
    let mut entered = vec![false; components.len()];
    for (from, ways) in ways.iter().enumerate() {
        ways.iter().for_each(|to| entered[cycles[*to]] |= cycles[from] != cycles[*to]);
    }
    let free = components.iter().zip(entered).filter(|(_, entered)| !entered);
    let mut starts: Vec<usize> =
        free.filter_map(|(vertices, _)| vertices.first().copied()).collect();
    starts.sort_unstable();
    starts
}

/// True if each box is a start, or is declared after a box whose line leads to it.
fn is_declared_along(ways: &[Vec<usize>], starts: &[usize]) -> bool {
    let mut reached = vec![false; ways.len()];
    starts.iter().for_each(|start| reached[*start] = true);
    for (from, ways) in ways.iter().enumerate() {
        ways.iter().for_each(|to| reached[*to] |= from < *to);
    }
    reached.into_iter().all(|reached| reached)
}

/// Removes the ways that close a cycle, on walks from the starts.
fn remove_closing_ways(ways: &mut [Vec<usize>], starts: &[usize]) {
    let (mut seen, mut on_way) = (vec![false; ways.len()], vec![false; ways.len()]);
    for &start in starts {
        let mut walk = vec![(start, 0)];
        while let Some((vertex, next)) = walk.pop() {
            (seen[vertex], on_way[vertex]) = (true, true);
            let Some(&to) = ways[vertex].get(next) else {
                on_way[vertex] = false;
                continue;
            };
            if on_way[to] {
                ways[vertex].remove(next);
                walk.push((vertex, next));
                continue;
            }
            walk.push((vertex, next + 1));
            if !seen[to] {
                walk.push((to, 0));
            }
        }
    }
}

/// Returns each box after all those whose ways lead to it, otherwise in the order of declaration.
fn order_along(ways: &[Vec<usize>]) -> Vec<usize> {
    let mut open = vec![0; ways.len()];
    ways.iter().flatten().for_each(|to| open[*to] += 1);
    let free = (0..ways.len()).filter(|node| open[*node] == 0).map(Reverse);
    let mut free: BinaryHeap<Reverse<usize>> = free.collect();
    let mut order = Vec::with_capacity(ways.len());
    while let Some(Reverse(node)) = free.pop() {
        order.push(node);
        for &to in &ways[node] {
            open[to] -= 1;
            if open[to] == 0 {
                free.push(Reverse(to));
            }
        }
    }
    order
}
