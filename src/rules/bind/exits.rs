//! The exits of boxes with the answers that take them.

use crate::flowchart::{Chart, NodeExit};
use crate::rules::foreign::MappingLine;
use crate::rules::program::{BoxExit, label_head, normal_answer};

/// The exits of each box. An exit is taken by its whole label, or by the part before its
/// parenthesis where no other exit of the box begins so; and by what `said` says stands for one of
/// these.
pub(super) fn chart_exits(
    chart: &Chart,
    ways: &[Vec<NodeExit>],
    said: &[MappingLine],
) -> Vec<Vec<BoxExit>> {
    ways.iter().map(|ways| exits_of_box(chart, ways, said)).collect()
}

fn exits_of_box(chart: &Chart, ways: &[NodeExit], said: &[MappingLine]) -> Vec<BoxExit> {
    let label = |way: &NodeExit| {
        chart.edges[way.edge].label.as_deref().map(one_line_label).unwrap_or_default()
    };
    let labels: Vec<String> = ways.iter().map(label).collect();
    let begins = |other: &String, with: &str| {
        normal_answer(other) == with || normal_answer(label_head(other)) == with
    };
    let mut exits: Vec<BoxExit> = Vec::new();
    for (way, label) in ways.iter().zip(&labels) {
        let mut answers = vec![normal_answer(label)];
        let short = normal_answer(label_head(label));
        if short != answers[0] && labels.iter().filter(|other| begins(other, &short)).count() == 1 {
            answers.push(short);
        }
        exits.push(BoxExit { label: label.clone(), to: way.to as u32, answers });
    }
    for line in said {
        let (ours, theirs) = (normal_answer(&line.ours), normal_answer(&line.theirs));
        let Some(at) = exits.iter().position(|exit| exit.answers.contains(&theirs)) else {
            continue;
        };
        exits
            .iter_mut()
            .for_each(|exit| exit.answers.retain(|known| *known != ours || *known == theirs));
        if !exits[at].answers.contains(&ours) {
            exits[at].answers.push(ours);
        }
    }
    exits
}

/// A label in one line.
pub(super) fn one_line_label(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ")
}
