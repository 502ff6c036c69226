//! Estimates the work of the usual layout of a chart. In: a chart. Out: whether the layout is worth
//! starting, from counts alone, so that the same chart is always laid out in the same way.

use std::ops::Range;

use super::super::Chart;
use super::rank::edge_length;

/// Most boxes, and bends of lines on levels between their ends.
const MOST_ITEMS: usize = 6_000;
/// Most lines at one box; no box on a page has room for more.
const MOST_AT_A_BOX: usize = 120;
/// Most pairs of lines between the same levels.
const MOST_PAIRS: usize = 4_000_000;

/// Returns the reason not to start the usual layout as an error, if it is too much work.
pub fn check_size(chart: &Chart) -> Result<(), String> {
    let spans = foreseen_spans(chart);
    let items =
        chart.nodes.len() + spans.iter().map(|span| span.end - span.start - 1).sum::<usize>();
    if items > MOST_ITEMS {
        return Err(format!(
            "its lines pass {items} places, and {MOST_ITEMS} can be kept in order"
        ));
    }
    let pairs: usize = lines_by_level(&spans).iter().map(|count| count * count).sum();
    if pairs > MOST_PAIRS {
        return Err("too many lines run side by side".to_owned());
    }
    match lines_by_box(chart).iter().max() {
        Some(most) if *most > MOST_AT_A_BOX => Err(format!("{most} lines meet at one box")),
        _ => Ok(()),
    }
}

/// Returns the levels between which each line would run if all lines followed the order of the
/// boxes.
fn foreseen_spans(chart: &Chart) -> Vec<Range<usize>> {
    let mut ends: Vec<(usize, usize, usize)> = vec![];
    for edge in 0..chart.edges.len() {
        if let Some((from, to)) = chart.edge_nodes(edge).filter(|(from, to)| from != to) {
            ends.push((from.min(to), from.max(to), edge_length(chart, edge)));
        }
    }
    ends.sort_unstable();
    let mut level = vec![0; chart.nodes.len()];
    for &(from, to, length) in &ends {
        level[to] = level[to].max(level[from] + length);
    }
    ends.into_iter().map(|(from, to, _)| level[from]..level[to]).collect()
}

/// Returns the number of lines below each level.
fn lines_by_level(spans: &[Range<usize>]) -> Vec<usize> {
    let deepest = spans.iter().map(|span| span.end).max().unwrap_or(0);
    let mut counts = vec![0; deepest];
    spans.iter().cloned().flatten().for_each(|level| counts[level] += 1);
    counts
}

/// Returns the number of ends of lines at each box.
fn lines_by_box(chart: &Chart) -> Vec<usize> {
    let mut counts = vec![0; chart.nodes.len()];
    for (from, to) in (0..chart.edges.len()).filter_map(|edge| chart.edge_nodes(edge)) {
        counts[from] += 1;
        counts[to] += 1;
    }
    counts
}
