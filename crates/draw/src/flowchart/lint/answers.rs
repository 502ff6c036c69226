//! Decisions and what their exits answer.

use std::collections::HashSet;
use std::ops::Range;

use super::super::{Chart, ChartFinding, Edge, FigureShape, Node, NodeShape};
use super::flow::ChartFlow;
use super::vocabulary::{PAIRS, first_word};
use base::diagnostic::{Code, code};

/// An exit: its answer, and where its line stands.
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

/// Findings in the exits of all boxes.
pub fn check_answers(chart: &Chart, flow: &ChartFlow) -> Vec<ChartFinding> {
    (0..chart.nodes.len()).flat_map(|node| check_node(chart, flow, node)).collect()
}

/// Findings in the exits of a box. All exits of a fork are taken at once, so that they answer nothing.
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

/// What is wrong with how many exits a box has, and whether it may have them.
fn check_exit_count(node: &Node, exits: &[AnsweredExit], elsewhere: bool) -> Option<ChartFinding> {
    if !elsewhere && let Some(answers) = missing_answer(exits) {
        return Some(one_sided(node, answers));
    }
    match (node.shape == NodeShape::Diamond, exits.len()) {
        (true, 1) if !elsewhere => Some(one_exit(node)),
        (false, 2..) if exits.iter().any(|exit| exit.answer.is_some()) => Some(plain_branch(node)),
        (true | false, _) => None,
    }
}

fn one_sided(node: &Node, (given, missing): (&str, &str)) -> ChartFinding {
    let message = format!("`{}` has an exit for \"{given}\", but none for \"{missing}\"", node.id);
    let hint = format!("add an arrow with the answer \"{missing}\"");
    node_finding(code::CHART_MISSING_ANSWER, node, message, &hint)
}

fn one_exit(node: &Node) -> ChartFinding {
    let message = format!("the decision `{}` has only one exit", node.id);
    let hint = "add the other answer, or draw it as a box: `[...]`";
    node_finding(code::CHART_ONE_EXIT, node, message, hint)
}

fn plain_branch(node: &Node) -> ChartFinding {
    let message = format!("`{}` branches, but is not drawn as a decision", node.id);
    node_finding(code::CHART_BRANCH, node, message, "draw it as a decision: `{...}`")
}

/// The first words of the answers, if there are exits and all have one.
fn first_answer_words(exits: &[AnsweredExit]) -> Option<Vec<String>> {
    let words = exits.iter().map(|exit| exit.answer.map(first_word));
    words.collect::<Option<Vec<String>>>().filter(|words| !words.is_empty())
}

/// The answer that all exits give, and its opposite that none gives.
fn missing_answer(exits: &[AnsweredExit]) -> Option<(&'static str, &'static str)> {
    let answers = first_answer_words(exits)?;
    let all = |word: &str| answers.iter().all(|answer| answer.eq_ignore_ascii_case(word));
    let both_ways = PAIRS.iter().flat_map(|&(one, other)| [(one, other), (other, one)]);
    both_ways.into_iter().find(|(given, _)| all(given))
}

/// Exits without an answer beside others, or a decision without any answers.
fn find_unanswered(node: &Node, exits: &[AnsweredExit]) -> Vec<ChartFinding> {
    let answered = exits.iter().filter(|exit| exit.answer.is_some()).count();
    if exits.len() < 2 || answered == exits.len() {
        return Vec::new();
    }
    if answered == 0 {
        let is_decision = node.shape == NodeShape::Diamond;
        return Vec::from_iter(is_decision.then(|| no_answers(node)));
    }
    let unanswered = exits.iter().filter(|exit| exit.answer.is_none());
    unanswered.map(|exit| no_answer(&node.id, exit.place.clone())).collect()
}

const ANSWER_IT: &str = "write the answer on the line: `-- Yes -->`";

fn no_answers(node: &Node) -> ChartFinding {
    let message = format!("the exits of the decision `{}` have no answers", node.id);
    node_finding(code::CHART_NO_ANSWER, node, message, ANSWER_IT)
}

fn no_answer(id: &str, place: Range<usize>) -> ChartFinding {
    let message = format!("this exit of `{id}` has no answer, while others have one");
    ChartFinding::new(code::CHART_NO_ANSWER, place, message, ANSWER_IT)
}

/// Exits with an answer that an earlier exit has as well.
fn find_same_answers(node: &Node, exits: &[AnsweredExit]) -> Vec<ChartFinding> {
    let mut seen: HashSet<String> = HashSet::new();
    let mut findings = Vec::new();
    for exit in exits {
        if let Some(answer) = exit.answer
            && !seen.insert(answer.to_lowercase())
        {
            findings.push(same_answer(node, exit.place, answer));
        }
    }
    findings
}

fn same_answer(node: &Node, place: &Range<usize>, answer: &str) -> ChartFinding {
    let message = format!("two exits of `{}` have the answer \"{answer}\"", node.id);
    let hint = "give each exit an answer of its own";
    ChartFinding::new(code::CHART_SAME_ANSWER, place.clone(), message, hint)
}

fn node_finding(code: Code, node: &Node, message: String, hint: &str) -> ChartFinding {
    ChartFinding::new(code, node.place.clone(), message, hint)
}
