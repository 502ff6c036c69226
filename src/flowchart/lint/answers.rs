//! Decisions and what their exits answer.

use super::super::{Chart, ChartFinding, Node, NodeShape, codes};
use super::flow::ChartFlow;
use super::lint_finding;
use super::vocabulary::{PAIRS, first_word};

/// An exit: its answer, and where its line stands.
struct AnsweredExit<'a> {
    answer: Option<&'a str>,
    place: std::ops::Range<usize>,
}

/// Remarks on the exits of all boxes.
pub(super) fn check_answers(chart: &Chart, flow: &ChartFlow) -> Vec<ChartFinding> {
    let mut remarks = Vec::new();
    for (index, node) in chart.nodes.iter().enumerate() {
        let exits: Vec<AnsweredExit> = flow.exits[index]
            .iter()
            .map(|&edge| &chart.edges[edge])
            .map(|edge| AnsweredExit {
                answer: edge.label.as_deref().filter(|text| !text.is_empty()),
                place: edge.place.clone(),
            })
            .collect();
        let elsewhere = flow.leaves[index] || flow.onward[index].len() > exits.len();
        remarks.extend(check_exit_count(node, &exits, elsewhere));
        remarks.extend(find_unanswered(node, &exits));
        remarks.extend(find_same_answers(node, &exits));
    }
    remarks
}

/// Remarks on how many exits a box has, and whether it may have them.
fn check_exit_count(node: &Node, exits: &[AnsweredExit], elsewhere: bool) -> Option<ChartFinding> {
    let decision = node.shape == NodeShape::Diamond;
    if !elsewhere && let Some((given, missing)) = missing_answer(exits) {
        let message =
            format!("`{}` has an exit for \"{given}\", but none for \"{missing}\"", node.id);
        let hint = format!("add a line with the answer \"{missing}\"");
        return Some(lint_finding(codes::MISSING_ANSWER, &node.place, message, &hint));
    }
    if decision && exits.len() == 1 && !elsewhere {
        let message = format!("the decision `{}` has only one exit", node.id);
        let hint = "add the other answer, or draw it as a box: `[...]`";
        return Some(lint_finding(codes::ONE_EXIT, &node.place, message, hint));
    }
    if !decision && exits.len() > 1 && exits.iter().any(|exit| exit.answer.is_some()) {
        let message = format!("`{}` branches, but is not drawn as a decision", node.id);
        return Some(lint_finding(
            codes::BRANCH,
            &node.place,
            message,
            "draw it as a decision: `{...}`",
        ));
    }
    None
}

/// The answer that all exits give, and its opposite that none gives.
fn missing_answer(exits: &[AnsweredExit]) -> Option<(&'static str, &'static str)> {
    let answers: Option<Vec<String>> =
        exits.iter().map(|exit| exit.answer.map(first_word)).collect();
    let answers = answers.filter(|answers| !answers.is_empty())?;
    let all = |word: &str| answers.iter().all(|answer| answer.eq_ignore_ascii_case(word));
    for &(one, other) in PAIRS {
        if all(one) {
            return Some((one, other));
        }
        if all(other) {
            return Some((other, one));
        }
    }
    None
}

/// Exits without an answer beside others, or a decision without any answers.
fn find_unanswered(node: &Node, exits: &[AnsweredExit]) -> Vec<ChartFinding> {
    let answered = exits.iter().filter(|exit| exit.answer.is_some()).count();
    if exits.len() < 2 || answered == exits.len() {
        return Vec::new();
    }
    let hint = "write the answer on the line: `-- Yes -->`";
    if answered == 0 {
        let message = format!("the exits of the decision `{}` have no answers", node.id);
        let decision = node.shape == NodeShape::Diamond;
        return decision
            .then(|| lint_finding(codes::NO_ANSWER, &node.place, message, hint))
            .into_iter()
            .collect();
    }
    let message = format!("this exit of `{}` has no answer, while others have one", node.id);
    let open = exits.iter().filter(|exit| exit.answer.is_none());
    open.map(|exit| lint_finding(codes::NO_ANSWER, &exit.place, message.clone(), hint)).collect()
}

/// Exits with an answer that an earlier exit has as well.
fn find_same_answers(node: &Node, exits: &[AnsweredExit]) -> Vec<ChartFinding> {
    let mut seen: std::collections::HashSet<String> = std::collections::HashSet::new();
    let mut remarks = Vec::new();
    for exit in exits {
        let Some(answer) = exit.answer else { continue };
        if !seen.insert(answer.to_lowercase()) {
            let message = format!("two exits of `{}` have the answer \"{answer}\"", node.id);
            remarks.push(lint_finding(
                codes::SAME_ANSWER,
                &exit.place,
                message,
                "tell the two answers apart",
            ));
        }
    }
    remarks
}
