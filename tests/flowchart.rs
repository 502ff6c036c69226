//! The stage `flowchart`: reading, mending, checking and printing charts.
mod broken;
mod lints;
mod numbers;
mod properties;
mod seeds;
mod sizes;
mod snippets;

use rulepress::flowchart::print_chart;
use rulepress::flowchart::{Chart, ChartFinding};
use rulepress::flowchart::{apply_fixes, parse_chart};

/// Returns the chart of a text without errors; checks that the fixed text has the same chart and
/// needs no further fix.
fn check(text: &str) -> (Chart, Vec<ChartFinding>) {
    let (chart, remarks) = parse_chart(text);
    let chart = chart.unwrap_or_else(|| panic!("{text}\n{remarks:#?}"));
    let fixed = apply_fixes(text, &remarks);
    let (again, left) = parse_chart(&fixed);
    let again = again.unwrap_or_else(|| panic!("mended:\n{fixed}\n{left:#?}"));
    assert_eq!(print_chart(&chart), print_chart(&again), "{fixed}");
    assert!(left.iter().all(|remark| remark.fix.is_none()), "{fixed}\n{left:#?}");
    (chart, remarks)
}

/// Line and column (in characters) of a byte.
fn position(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}
