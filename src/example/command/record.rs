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
    let mut asked: Vec<String> = Vec::new();
    loop {
        let trace = recording.play(&start)?;
        let answer = match recording.open_choice(&trace) {
            None => return Some(recording.recorded(&start, &asked, trace, true)),
            Some(choice) if start.answers.contains_key(&choice.question) => None,
            Some(_) if asked.len() == MOST => None,
            Some(choice) => ask(&choice).map(|answer| (choice.question, answer)),
        };
        let Some((question, answer)) = answer else {
            return Some(recording.recorded(&start, &asked, trace, false));
        };
        asked.push(question.clone());
        start.answers.insert(question, answer);
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

    /// The scenario with the answers of `start` to what was `asked`.
    fn recorded(
        &self,
        start: &Start,
        asked: &[String],
        trace: Trace,
        complete: bool,
    ) -> RecordedScenario {
        let answers = asked.iter().map(|question| (question.as_str(), &start.answers[question]));
        let text =
            if asked.is_empty() { self.text.to_owned() } else { with_answers(self.text, answers) };
        RecordedScenario { text, added: asked.len(), trace, complete }
    }
}

/// The text of a scenario with more answers; all else stays as it is written.
fn with_answers<'a>(text: &str, answers: impl Iterator<Item = (&'a str, &'a String)>) -> String {
    let Ok(mut scenario) = text.parse::<DocumentMut>() else { return text.to_owned() };
    for (question, answer) in answers {
        let table = scenario.entry("answers").or_insert_with(toml_edit::table);
        table[question] = toml_edit::value(answer);
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
            let line = read_reply(input, output)?;
            match chosen_option(&choice.options, line.trim()) {
                Some(answer) => return Some(answer.to_owned()),
                None => writeln!(output, "write one of the options, or its number").ok()?,
            }
        }
    }
}

/// One line of a person; none at the end of the input.
fn read_reply(input: &mut dyn BufRead, output: &mut dyn Write) -> Option<String> {
    write!(output, "> ").ok()?;
    output.flush().ok()?;
    let mut line = String::new();
    let length = input.read_line(&mut line).ok()?;
    (length > 0).then_some(line)
}

/// The question with its rule, and its numbered options.
fn choice_text(choice: &OpenChoice) -> String {
    let address = choice.address.as_ref().map(|address| format!(" ({address})"));
    let address = address.unwrap_or_default();
    let question = choice.question.trim_end_matches('?');
    format!("{question}?{address}\n{}", numbered_lines(&choice.options))
}

fn numbered_lines(options: &[String]) -> String {
    let numbered = options.iter().zip(1..);
    numbered.map(|(option, number)| format!("  {number}. {option}\n")).collect()
}

/// The option that a line names, in full, by its number or by its beginning; the line itself where
/// anything can be answered.
fn chosen_option<'a>(options: &'a [String], line: &'a str) -> Option<&'a str> {
    match line {
        "" => None,
        _ if options.is_empty() || options.iter().any(|option| option == line) => Some(line),
        _ => numbered_option(options, line).or_else(|| begun_option(options, line)),
    }
}

fn numbered_option<'a>(options: &'a [String], line: &str) -> Option<&'a str> {
    let number: usize = line.parse().ok()?;
    options.get(number.checked_sub(1)?).map(String::as_str)
}

/// The only option that begins as a line does.
fn begun_option<'a>(options: &'a [String], line: &str) -> Option<&'a str> {
    let lower = line.to_lowercase();
    let mut begun = options.iter().filter(|option| option.to_lowercase().starts_with(&lower));
    let only = begun.next().filter(|_| begun.next().is_none());
    only.map(String::as_str)
}
