//! `rulepress play --record`: each open choice is asked, and the answers are written into the
//! scenario.

use std::io::{BufRead, Write};

use crate::diagnostic::Findings;
use crate::engine::trace::{Outcome, Trace};
use crate::example::scenario::{self, Scenario};
use crate::example::{places, start, toml_quoted};
use crate::rules::Program;
use crate::rules::executor::{Executor, refused_traces};

/// The most choices of one scenario.
const MOST: usize = 1_000;

/// An open choice of a play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenChoice {
    /// What is asked.
    pub question: String,
    /// What can be answered; empty when anything can.
    pub options: Vec<String>,
    /// What the reader calls the rule that asks, if there is one.
    pub address: Option<String>,
}

/// A scenario whose choices are answered.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedScenario {
    /// Its new text.
    pub text: String,
    /// How many answers were added.
    pub added: usize,
    /// The play with these answers.
    pub trace: Trace,
    /// Whether every choice has an answer.
    pub complete: bool,
}

/// A scenario whose choices are to be answered.
#[derive(Clone, Copy)]
pub struct ScenarioRecording<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// Its text.
    pub text: &'a str,
    /// The checked rules.
    pub program: &'a Program,
    /// What plays.
    pub player: &'a dyn Executor,
}

/// Plays until no choice is open; `ask` gives the answer to one, or none to stop. None when a
/// finding says why nothing can be played.
pub fn record_answers(
    recording: ScenarioRecording<'_>,
    ask: &mut dyn FnMut(&OpenChoice) -> Option<String>,
    findings: &mut Findings,
) -> Option<RecordedScenario> {
    let ScenarioRecording { scenario, text, program, player } = recording;
    let mut start = start::scenario_start(scenario, program, findings)?;
    let mut text = text.to_owned();
    let mut added = 0;
    loop {
        let traces = player
            .play(program, std::slice::from_ref(&start))
            .unwrap_or_else(|reasons| refused_traces(&reasons, 1));
        let trace = traces.into_iter().next()?;
        let Outcome::Unanswered { question, options, place } = &trace.outcome else {
            return Some(RecordedScenario { text, added, trace, complete: true });
        };
        let address = place.map(|place| places::address_of(program, place));
        let choice = OpenChoice { question: question.clone(), options: options.clone(), address };
        let known = start.answers.contains_key(question);
        let answer = if known || added == MOST { None } else { ask(&choice) };
        let Some(answer) = answer else {
            return Some(RecordedScenario { text, added, trace, complete: false });
        };
        text = with_answer(scenario, &text, question, &answer);
        start.answers.insert(question.clone(), answer);
        added += 1;
    }
}

/// The text of a scenario with one more answer.
fn with_answer(scenario: &Scenario, text: &str, question: &str, answer: &str) -> String {
    let line = format!("{} = {}", toml_quoted(question), toml_quoted(answer));
    let again =
        scenario::read_scenario(&scenario.name, scenario.source, text, &mut Findings::default());
    match again.as_ref().and_then(|scenario| scenario.answers_end) {
        Some(end) => {
            let (before, after) = text.split_at(end as usize);
            format!("{before}\n{line}{after}")
        }
        None => {
            let gap = if text.is_empty() || text.ends_with("\n\n") {
                ""
            } else if text.ends_with('\n') {
                "\n"
            } else {
                "\n\n"
            };
            format!("{text}{gap}[answers]\n{line}\n")
        }
    }
}

/// Asks on a terminal: prints the choice with its numbered options, and reads a number or an
/// answer.
pub fn ask_on_terminal<'t>(
    input: &'t mut dyn BufRead,
    output: &'t mut dyn Write,
) -> impl FnMut(&OpenChoice) -> Option<String> + 't {
    move |choice| {
        let address =
            choice.address.as_ref().map_or_else(String::new, |address| format!(" ({address})"));
        writeln!(output, "{}?{address}", choice.question.trim_end_matches('?')).ok()?;
        for (nth, option) in choice.options.iter().enumerate() {
            writeln!(output, "  {}. {option}", nth + 1).ok()?;
        }
        loop {
            write!(output, "> ").ok()?;
            output.flush().ok()?;
            let mut line = String::new();
            if input.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match chosen_option(&choice.options, line.trim()) {
                Some(answer) => return Some(answer),
                None => writeln!(output, "write one of the options, or its number").ok()?,
            }
        }
    }
}

/// The option that a line names, in full, by its number or by its beginning.
fn chosen_option(options: &[String], line: &str) -> Option<String> {
    if line.is_empty() {
        return None;
    }
    if options.is_empty() {
        return Some(line.to_owned());
    }
    if let Some(exact) = options.iter().find(|option| option.as_str() == line) {
        return Some(exact.clone());
    }
    let nth = line.parse::<usize>().ok().and_then(|number| options.get(number.checked_sub(1)?));
    let lower = line.to_lowercase();
    let mut begun = options.iter().filter(|option| option.to_lowercase().starts_with(&lower));
    let only = begun.next().filter(|_| begun.next().is_none());
    nth.or(only).cloned()
}
