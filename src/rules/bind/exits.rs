//! The exits of boxes with the answers that take them.

use crate::flowchart::{Chart, Way};
use crate::rules::foreign::Line;
use crate::rules::program::{Exit, answer, head};

/// The exits of each box. An exit is taken by its whole label, or by the part before its
/// parenthesis where no other exit of the box begins so; and by what `said` says stands for one of
/// these.
pub(super) fn all(chart: &Chart, ways: &[Vec<Way>], said: &[Line]) -> Vec<Vec<Exit>> {
    ways.iter().map(|ways| of(chart, ways, said)).collect()
}

fn of(chart: &Chart, ways: &[Way], said: &[Line]) -> Vec<Exit> {
    let label = |way: &Way| chart.edges[way.edge].label.as_deref().map(flat).unwrap_or_default();
    let labels: Vec<String> = ways.iter().map(label).collect();
    let begins = |other: &String, with: &str| answer(other) == with || answer(head(other)) == with;
    let mut exits: Vec<Exit> = Vec::new();
    for (way, label) in ways.iter().zip(&labels) {
        let mut answers = vec![answer(label)];
        let short = answer(head(label));
        if short != answers[0] && labels.iter().filter(|other| begins(other, &short)).count() == 1 {
            answers.push(short);
        }
        exits.push(Exit { label: label.clone(), to: way.to as u32, answers });
    }
    for line in said {
        let (ours, theirs) = (answer(&line.ours), answer(&line.theirs));
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
pub(super) fn flat(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ")
}
