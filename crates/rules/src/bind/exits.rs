//! The exits of boxes with the answers that take them.

use crate::foreign::MappingLine;
use crate::program::{BoxExit, label_head, normal_answer};
use draw::flowchart::{self, Chart, NodeExit};

/// The exits of each box. An exit is taken by its whole label, or by the part before its
/// parenthesis where no other exit of the box begins so; and by what `synonyms` say stands for one
/// of these.
pub fn chart_exits(chart: &Chart, synonyms: &[MappingLine<'_>]) -> Vec<Vec<BoxExit>> {
    let ways = flowchart::node_exits(chart);
    let mut exits: Vec<_> = ways.iter().map(|ways| exits_of_box(chart, ways)).collect();
    for exits in &mut exits {
        synonyms.iter().for_each(|line| add_synonym(exits, line));
    }
    exits
}

fn exits_of_box(chart: &Chart, ways: &[NodeExit]) -> Vec<BoxExit> {
    let labels: Vec<String> = ways.iter().map(|way| way_label(chart, way)).collect();
    let answers: Vec<Vec<String>> = labels.iter().map(|own| exit_answers(own, &labels)).collect();
    let exits = ways.iter().zip(labels).zip(answers);
    exits.map(|((way, label), answers)| BoxExit { label, to: way.to as u32, answers }).collect()
}

fn way_label(chart: &Chart, way: &NodeExit) -> String {
    chart.edges[way.edge].label.as_deref().map(one_line_label).unwrap_or_default()
}

/// The answers that take an exit of this label.
fn exit_answers(label: &str, labels: &[String]) -> Vec<String> {
    let (whole, head) = (normal_answer(label), normal_answer(label_head(label)));
    if head != whole && labels.iter().filter(|other| begins_with(other, &head)).count() == 1 {
        return vec![whole, head];
    }
    vec![whole]
}

/// Whether a label, or its part before the parenthesis, is this answer.
fn begins_with(label: &str, head: &str) -> bool {
    normal_answer(label) == head || normal_answer(label_head(label)) == head
}

/// Lets one of our answers take the exit that one of theirs takes, and no other.
fn add_synonym(exits: &mut [BoxExit], line: &MappingLine<'_>) {
    let (ours, theirs) = (normal_answer(line.ours), normal_answer(line.theirs));
    let Some(at) = exits.iter().position(|exit| exit.answers.contains(&theirs)) else { return };
    for exit in &mut *exits {
        exit.answers.retain(|known| *known != ours || *known == theirs);
    }
    if !exits[at].answers.contains(&ours) {
        exits[at].answers.push(ours);
    }
}

/// A label in one line.
pub fn one_line_label(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ")
}
