//! Checks decisions, and the answers at their exits.

use std::collections::HashSet;
use std::ops::Range;

use super::super::{Chart, ChartFinding, Edge, FigureShape, Node, NodeShape};
use super::flow::ChartFlow;
use super::vocabulary::{PAIRS, first_word};
use base::diagnostic::{Code, code};

/// An exit: its answer, and the place of its line in the text.
struct AnsweredExit<'a> {
    answer: Option<&'a str>,
    place: &'a Range<usize>,
}

impl<'a> AnsweredExit<'a> {
    fn of(edge: &'a Edge) -> Self {
        let answer = edge.label.as_deref().filter(|text| !text.is_empty());
        Self { answer, place: &edge.place }
    }
}

/// Reports faults in the exits of all boxes.
pub fn check_answers(chart: &Chart, flow: &ChartFlow) -> Vec<ChartFinding> {
    (0..chart.nodes.len()).flat_map(|node| check_node(chart, flow, node)).collect()
}

/// Reports faults in the exits of a box. All exits of a fork are taken at once, so they have no
/// answers.
fn check_node(chart: &Chart, flow: &ChartFlow, index: usize) -> Vec<ChartFinding> {
    let node = &chart.nodes[index];
    if node.shape == NodeShape::Figure(FigureShape::Fork) {
        return Vec::new();
    }
    let edges = flow.exits[index].iter().map(|edge| &chart.edges[*edge]);
    let exits: Vec<AnsweredExit> = edges.map(AnsweredExit::of).collect();
    let elsewhere = flow.leaves[index] || flow.onward[index].len() > exits.len();
    let mut findings = Vec::from_iter(check_exit_count(node, &exits, elsewhere));
    findings.extend(find_unanswered(node, &exits));
    findings.extend(find_same_answers(node, &exits));
    findings
}

/// Reports a missing answer, or a number of exits that the box may not have.
fn check_exit_count(node: &Node, exits: &[AnsweredExit], elsewhere: bool) -> Option<ChartFinding> {
    let id = &node.id;
    if !elsewhere && let Some((given, missing)) = missing_answer(exits) {
        let message = format!("`{id}` has an exit for \"{given}\", but none for \"{missing}\"");
        let hint = format!("add an arrow with the answer \"{missing}\"");
        return Some(node_finding(code::CHART_MISSING_ANSWER, node, message, &hint));
    }
    let is_decision = node.shape == NodeShape::Diamond;
    if is_decision && exits.len() == 1 && !elsewhere {
        let message = format!("the decision `{id}` has only one exit");
        let hint = "add the other answer, or draw the decision as a plain box: `[...]`";
        return Some(node_finding(code::CHART_ONE_EXIT, node, message, hint));
    }
    let is_answered = exits.iter().any(|exit| exit.answer.is_some());
    if !is_decision && exits.len() > 1 && is_answered {
        let message = format!("`{id}` branches, but is not drawn as a decision");
        let hint = "draw the box as a decision: `{...}`";
        return Some(node_finding(code::CHART_BRANCH, node, message, hint));
    }
    None
}

/// Returns an answer of a pair that an exit gives, and the opposite that no exit gives.
fn missing_answer(exits: &[AnsweredExit]) -> Option<(&'static str, &'static str)> {
    let words = exits.iter().map(|exit| exit.answer.map(first_word));
    let answers = words.collect::<Option<Vec<String>>>().filter(|words| !words.is_empty())?;
    let all = |word: &str| answers.iter().all(|answer| answer.eq_ignore_ascii_case(word));
    let both_ways = PAIRS.iter().flat_map(|&(one, other)| [(one, other), (other, one)]);
    both_ways.into_iter().find(|(given, _)| all(given))
}

/// Reports exits without an answer beside exits with one, and a decision without any answers.
fn find_unanswered(node: &Node, exits: &[AnsweredExit]) -> Vec<ChartFinding> {
    const ANSWER_IT: &str = "write the answer on the line: `-- Yes -->`";
    let answered = exits.iter().filter(|exit| exit.answer.is_some()).count();
    if exits.len() < 2 || answered == exits.len() {
        return Vec::new();
    }
    let id = &node.id;
    if answered == 0 {
        if node.shape != NodeShape::Diamond {
            return Vec::new();
        }
        let message = format!("the exits of the decision `{id}` have no answers");
        return vec![node_finding(code::CHART_NO_ANSWER, node, message, ANSWER_IT)];
    }
    let finding = |exit: &AnsweredExit| {
        let message = format!("this exit of `{id}` has no answer, while others have one");
        ChartFinding::new(code::CHART_NO_ANSWER, exit.place.clone(), message, ANSWER_IT)
    };
    exits.iter().filter(|exit| exit.answer.is_none()).map(finding).collect()
}

/// Reports exits with the same answer as an earlier exit.
fn find_same_answers(node: &Node, exits: &[AnsweredExit]) -> Vec<ChartFinding> {
    let mut seen: HashSet<String> = HashSet::new();
    let mut findings = Vec::new();
    for exit in exits {
        if let Some(answer) = exit.answer
            && !seen.insert(answer.to_lowercase())
        {
            let message = format!("two exits of `{}` have the answer \"{answer}\"", node.id);
            let hint = "write a different answer on each exit";
            findings.push(ChartFinding::new(
                code::CHART_SAME_ANSWER,
                exit.place.clone(),
                message,
                hint,
            ));
        }
    }
    findings
}

fn node_finding(code: Code, node: &Node, message: String, hint: &str) -> ChartFinding {
    ChartFinding::new(code, node.place.clone(), message, hint)
}
