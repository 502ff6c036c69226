//! The twelve charts as their author wrote them.
use super::check;
use rulepress::flowchart::Chart;
use rulepress::flowchart::print_chart;

use crate::common::seed_charts;

/// Boxes and lines of each chart.
const COUNTS: [(usize, usize); 12] = [
    (7, 6),
    (20, 19),
    (9, 9),
    (7, 7),
    (11, 12),
    (8, 8),
    (6, 6),
    (10, 12),
    (9, 8),
    (39, 38),
    (14, 16),
    (12, 13),
];

#[test]
fn all_are_read_and_mended() {
    let Some(charts) = seed_charts() else { return };
    assert_eq!(charts.len(), 12);
    for (index, text) in charts.iter().enumerate() {
        let (chart, _) = check(text);
        assert_eq!((chart.nodes.len(), chart.edges.len()), COUNTS[index], "chart {}", index + 1);
        assert_eq!(chart.subgraphs.len(), [0, 1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0][index]);
    }
}

/// Labels of the words that replace one label.
const NEW: [&str; 3] = ["Zebra", "Zebra (x; y), 'z' & /w/ 1.", "The \"new\" one [sic]"];

#[test]
fn a_changed_label_changes_one_label() {
    let Some(charts) = seed_charts() else { return };
    let mut changed = 0;
    for text in charts {
        let (chart, _) = check(&text);
        for new in NEW {
            changed +=
                nodes(&text, &chart, new) + edges(&text, &chart, new) + groups(&text, &chart, new);
        }
    }
    assert_eq!(changed, 3 * (152 + 59 + 6));
}

fn nodes(text: &str, chart: &Chart, new: &str) -> usize {
    for (index, node) in chart.nodes.iter().enumerate() {
        let start = label_of(text, &node.id, &node.label);
        let mut expected = chart.clone();
        expected.nodes[index].label = new.to_owned();
        replaced(text, start, &node.label, new, &expected);
    }
    chart.nodes.len()
}

/// Finds `id[label`, `id(label` or `id{label` behind a blank.
fn label_of(text: &str, id: &str, label: &str) -> usize {
    for (at, _) in text.match_indices(label) {
        let before = &text[..at - 1];
        if text[at - 1..].starts_with(['[', '(', '{']) && before.ends_with(id) {
            let outer = &before[..before.len() - id.len()];
            if outer.is_empty() || outer.ends_with([' ', '\n']) {
                return at;
            }
        }
    }
    panic!("no label of {id}")
}

fn edges(text: &str, chart: &Chart, new: &str) -> usize {
    let mut count = 0;
    for (index, edge) in chart.edges.iter().enumerate() {
        let Some(label) = &edge.label else { continue };
        let start = edge.place.start
            + text[edge.place.clone()].find(label.as_str()).expect("label in its line");
        let mut expected = chart.clone();
        expected.edges[index].label = Some(new.to_owned());
        replaced(text, start, label, new, &expected);
        count += 1;
    }
    count
}

fn groups(text: &str, chart: &Chart, new: &str) -> usize {
    for (index, group) in chart.subgraphs.iter().enumerate() {
        let found = text[group.place.clone()].find(&format!("[{}", group.title));
        let start = group.place.start + found.expect("title in its line") + 1;
        let mut expected = chart.clone();
        expected.subgraphs[index].title = new.to_owned();
        replaced(text, start, &group.title, new, &expected);
    }
    chart.subgraphs.len()
}

fn replaced(text: &str, start: usize, old: &str, new: &str, expected: &Chart) {
    let changed = format!("{}{new}{}", &text[..start], &text[start + old.len()..]);
    assert_eq!(print_chart(&check(&changed).0), print_chart(expected));
}

#[test]
fn sense_of_the_charts() {
    let Some(charts) = seed_charts() else { return };
    let mut found = String::new();
    for (index, text) in charts.iter().enumerate() {
        let (chart, _) = check(text);
        for remark in rulepress::flowchart::lint_chart(&chart) {
            assert!(!remark.is_fatal());
            found += &format!("{} {} {}\n", index + 1, remark.code.name, remark.message);
        }
    }
    if std::env::var("BLESS").is_ok() {
        std::fs::write("tests/cases/flowchart/seeds.lint.txt", &found).expect("writable");
    }
    assert_eq!(
        found,
        std::fs::read_to_string("tests/cases/flowchart/seeds.lint.txt").unwrap_or_default()
    );
}
