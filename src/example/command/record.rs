//! `rulepress play --record`: each open choice is asked, and the answers are written into the
//! scenario.

use std::io::{BufRead, Write};

use toml_edit::DocumentMut;

use crate::diagnostic::Findings;
use crate::engine::trace::{Outcome, Start, Trace};
use crate::example::scenario::Scenario;
use crate::example::{places, start};
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
    pub executor: &'a dyn Executor,
}

/// Plays until no choice is open; `ask` gives the answer to one, or none to stop. None when a
/// finding says why nothing can be played.
pub fn record_answers(
    recording: ScenarioRecording<'_>,
    ask: &mut dyn FnMut(&OpenChoice) -> Option<String>,
    findings: &mut Findings,
) -> Option<RecordedScenario> {
    let mut start = start::scenario_start(recording.scenario, recording.program, findings)?;
    let mut answers: Vec<(String, String)> = Vec::new();
    loop {
        let trace = recording.play(&start)?;
        let answer = match recording.open_choice(&trace) {
            None => return Some(recording.recorded(&answers, trace, true)),
            Some(choice) if start.answers.contains_key(&choice.question) => None,
            Some(_) if answers.len() == MOST => None,
            Some(choice) => ask(&choice).map(|answer| (choice.question, answer)),
        };
        let Some((question, answer)) = answer else {
            return Some(recording.recorded(&answers, trace, false));
        };
        start.answers.insert(question.clone(), answer.clone());
        answers.push((question, answer));
    }
}

impl ScenarioRecording<'_> {
    fn play(&self, start: &Start) -> Option<Trace> {
        let traces = self.executor.play(self.program, std::slice::from_ref(start));
        traces.unwrap_or_else(|reasons| refused_traces(&reasons, 1)).into_iter().next()
    }

    /// The choice that stopped a play, if one did.
    fn open_choice(&self, trace: &Trace) -> Option<OpenChoice> {
        let Outcome::Unanswered { question, options, place } = &trace.outcome else { return None };
        let address = place.map(|place| places::address_of(self.program, place));
        Some(OpenChoice { question: question.clone(), options: options.clone(), address })
    }

    fn recorded(
        &self,
        answers: &[(String, String)],
        trace: Trace,
        complete: bool,
    ) -> RecordedScenario {
        let text = with_answers(self.text, answers);
        RecordedScenario { text, added: answers.len(), trace, complete }
    }
}

/// The text of a scenario with more answers; all else stays as it is written.
fn with_answers(text: &str, answers: &[(String, String)]) -> String {
    let Ok(mut scenario) = text.parse::<DocumentMut>() else { return text.to_owned() };
    if answers.is_empty() {
        return text.to_owned();
    }
    let table = scenario.entry("answers").or_insert_with(toml_edit::table);
    for (question, answer) in answers {
        table[question.as_str()] = toml_edit::value(answer);
    }
    scenario.to_string()
}

/// Asks on a terminal: prints the choice with its numbered options, and reads a number or an
/// answer.
pub fn ask_on_terminal<'t>(
    input: &'t mut dyn BufRead,
    output: &'t mut dyn Write,
) -> impl FnMut(&OpenChoice) -> Option<String> + 't {
    move |choice| {
        write!(output, "{}", choice_text(choice)).ok()?;
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

/// The question with its rule, and its numbered options.
fn choice_text(choice: &OpenChoice) -> String {
    let address =
        choice.address.as_ref().map_or_else(String::new, |address| format!(" ({address})"));
    let question = choice.question.trim_end_matches('?');
    let options = choice.options.iter().zip(1..);
    let options: String =
        options.map(|(option, number)| format!("  {number}. {option}\n")).collect();
    format!("{question}?{address}\n{options}")
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
