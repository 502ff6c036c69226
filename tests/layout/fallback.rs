//! Charts for which the usual layout finds no place: drawn coarsely or printed as their source, with
//! a warning, and the document is printed all the same.

use std::fmt::Write;

use super::charts::{measure, room};
use crate::common::Folder;
use rulepress::flowchart::layout::{lay_out_chart, verify_layout};
use rulepress::flowchart::parse_chart;
use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect::page_text;
use rulepress::press::look::PageLook;
use rulepress::press::outputs::flowcharts::typeset_flowcharts;

/// Boxes that are tied together at random, more than can be kept in order.
fn tangle(count: usize, lines: usize) -> String {
    let mut text = String::from("graph TD\nsubgraph f [A frame]\nn0\nn1\nend\n");
    let mut at = 1;
    for line in 0..lines {
        at = (at * 7919 + 104_729) % 1_000_003;
        let label = if line % 3 == 0 { "|some words|" } else { "" };
        writeln!(text, "n{} -->{label} n{}", at % count, (at / count) % count).expect("a string");
    }
    text
}

/// Returns a chart with all boxes around one box.
fn star(count: usize) -> String {
    let mut text = String::from("graph TD\n");
    (1..count).for_each(|at| writeln!(text, "hub --> n{at}").expect("a string"));
    text
}

#[test]
fn what_is_too_much_is_drawn_below_each_other() {
    let chart = parse_chart(&tangle(300, 700)).0.expect("the chart has no error");
    let room = room(180.0, 250.0);
    let plan = lay_out_chart(&chart, &room, &measure()).expect("it can be laid out");
    assert!(plan.coarse.is_some());
    assert_eq!(verify_layout(&chart, &plan), Vec::<String>::new());
    assert!(plan.size >= room.least);
    for sheet in &plan.sheets {
        assert!(sheet.width <= room.width + 0.1 && sheet.height <= room.height + 0.1);
        let over = |a: &rulepress::flowchart::Connector| {
            let near = |b: &&rulepress::flowchart::Connector| {
                (a.at.x - b.at.x).abs() < 1.0 && (a.at.y - b.at.y).abs() < 9.0
            };
            sheet.connectors.iter().filter(near).count() > 1
        };
        assert!(!sheet.connectors.iter().any(over), "two rings lie on top of each other");
    }
}

/// A chart gives the same plan every time.
#[test]
fn coarse_plans_are_the_same_twice() {
    let chart = parse_chart(&tangle(300, 700)).0.expect("the chart has no error");
    let plan = || lay_out_chart(&chart, &room(180.0, 250.0), &measure());
    assert_eq!(plan(), plan());
}

#[test]
fn a_chart_without_a_place_does_not_cost_the_document() {
    let folder = Folder::new("chart-fallback");
    let chart = |text: &str| format!("```mermaid\n{text}\n```\n\n");
    let charts = chart(&star(220)) + &chart("graph TD\nA & B --> C & D");
    folder.write("book.md", format!("# Title\n\nBefore.\n\n{charts}After.\n"));
    let only = ["build", "book.md", "--only", "rulebook,flowcharts", "-o", "out", "-v"];
    let ran = folder.run(&only).ended(0);
    for place in ["the rulebook", "the flowcharts"] {
        let said =
            format!("warning[chart-fallback]: the chart is printed as source text in {place}: ");
        assert_eq!(ran.stderr.matches(&said).count(), 1, "{}", ran.stderr);
    }
    assert!(ran.stderr.contains("book.md:5"), "{}", ran.stderr);
    assert!(folder.path().join("out").read_dir().is_ok_and(|files| files.count() > 0));
}

/// A chart that is not drawn is printed as its source among the flowcharts as well.
#[test]
fn a_chart_that_is_not_drawn_is_no_empty_page() {
    let folder = Folder::new("chart-source");
    folder.write("book.md", format!("# Title\n\n```mermaid\n{}```\n", star(220)));
    let mut read = folder.book("book.md");
    let PrintableBook { book, sources, findings, .. } = &mut read;
    let pages = typeset_flowcharts(book, "a4", &PageLook::default(), sources, findings);
    let words = page_text(&pages.expect("it can be set"));
    assert!(words.contains("hub --> n1\n") && words.contains("hub --> n219"), "{words}");
}

/// Each output reports the size of a chart that it prints.
#[test]
fn a_chart_on_many_sheets_is_told() {
    let folder = Folder::new("chart-length");
    let ties: String =
        (0..297).map(|at| format!("n{at} --> n{} & n{} & n{}\n", at + 1, at + 2, at + 3)).collect();
    folder.write("book.md", format!("# Title\n\n```mermaid\ngraph TD\n{ties}```\n"));
    let only = ["build", "book.md", "--only", "rulebook,flowcharts", "-o", "out", "-v"];
    let ran = folder.run(&only).ended(0);
    for place in ["the rulebook", "the flowcharts"] {
        let said = format!("warning[chart-fallback]: the chart is too long in {place}: it fills ");
        assert_eq!(ran.stderr.matches(&said).count(), 1, "{}", ran.stderr);
    }
    assert!(ran.stderr.contains(" sheets, in 7.8 pt type"), "{}", ran.stderr);
    assert!(ran.stderr.contains("split the chart into several smaller ones"));
}

/// Boxes that are declared in no order are below each other in the order of their lines.
#[test]
fn coarse_boxes_stand_along_the_lines() {
    let declared: String = (0..150).rev().map(|at| format!("n{at}\n")).collect();
    let ties: String = (0..149).map(|at| format!("n{at} --> n{}\n", at + 1)).collect();
    let more: String = (10..149).map(|at| format!("n0 --> n{at}\n")).collect();
    let text = format!("graph TD\n{declared}{ties}{more}");
    let chart = parse_chart(&text).0.expect("the chart has no error");
    let plan = lay_out_chart(&chart, &room(180.0, 1000.0), &measure()).expect("it can be laid out");
    assert!(plan.coarse.is_some());
    let mut boxes = vec![];
    for (nth, sheet) in plan.sheets.iter().enumerate() {
        let id = |node: usize| chart.nodes[node].id.clone();
        boxes.extend(
            sheet
                .nodes
                .iter()
                .map(|own| ((nth, own.area.x as i64, own.area.y as i64), id(own.node))),
        );
    }
    boxes.sort();
    let found: Vec<String> = boxes.into_iter().map(|(_, id)| id).collect();
    let wanted: Vec<String> = (0..150).map(|at| format!("n{at}")).collect();
    assert_eq!(found, wanted);
}
