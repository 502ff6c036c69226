//! Exits of boxes with the answers that take them.

use crate::foreign::MappingLine;
use crate::program::{BoxExit, label_head, normal_answer};
use base::text::single_spaced;
use draw::flowchart::{self, Chart, NodeExit};

/// Returns the exits of each box. An exit is taken by its whole label. It is also taken by the part before
/// its parenthesis, if no other exit of the box begins so, and by the synonyms of its answers.
pub fn chart_exits(chart: &Chart, synonyms: &[MappingLine<'_>]) -> Vec<Vec<BoxExit>> {
    let ways = flowchart::node_exits(chart);
    let label = |way: &NodeExit| {
        chart.edges[way.edge].label.as_deref().map(single_spaced).unwrap_or_default()
    };
    let mut all = Vec::new();
    for ways in &ways {
        let labels: Vec<String> = ways.iter().map(label).collect();
        let exit = |(way, label): (&NodeExit, &String)| BoxExit {
            label: label.clone(),
            to: way.to as u32,
            answers: exit_answers(label, &labels),
        };
        let mut exits: Vec<BoxExit> = ways.iter().zip(&labels).map(exit).collect();
        synonyms.iter().for_each(|line| add_synonym(&mut exits, line));
        all.push(exits);
    }
    all
}

/// Returns the answers that take an exit of this label.
fn exit_answers(label: &str, labels: &[String]) -> Vec<String> {
    let (whole, head) = (normal_answer(label), normal_answer(label_head(label)));
    let begins_so =
        |other: &&String| normal_answer(other) == head || normal_answer(label_head(other)) == head;
    if head != whole && labels.iter().filter(begins_so).count() == 1 {
        return vec![whole, head];
    }
    vec![whole]
}

/// Lets one of our answers take the exit that one of theirs takes, and no other exit.
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
