//! `rulepress play --record`: asks each open choice, and writes the answers into the scenario.

use std::io::{BufRead, Write};

use toml_edit::DocumentMut;

use super::table_words::{TableWords, policy_answers};
use crate::scenario::Scenario;
use crate::{places, start};
use base::diagnostic::Findings;
use rules::Program;
use rules::engine::trace::{Outcome, Start, Trace};
use rules::executor::{Executor, refused_traces};

/// The most choices of one scenario.
const MOST: usize = 1_000;

/// An open choice of a play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenChoice {
    /// The question.
    pub question: String,
    /// The possible answers; empty if anything can be answered.
    pub options: Vec<String>,
    /// Address of the rule that asks, as readers see it, if there is one.
    pub address: Option<String>,
    /// Answers since the last question that no person gave, a line for each.
    pub answered: Vec<String>,
    /// The table, a line for each zone and player that changed since the last question.
    pub table: Vec<String>,
}

/// A person's reply to a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// An answer.
    Answer(String),
    /// Take the last answer back.
    Back,
    /// Stop answering.
    Stop,
}

/// A scenario whose choices are answered.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedScenario {
    /// Its new text.
    pub text: String,
    /// Number of added answers.
    pub added: usize,
    /// The play with these answers.
    pub trace: Trace,
    /// True if every choice has an answer.
    pub complete: bool,
    /// Answers after the last question that no person gave.
    pub answered: Vec<String>,
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
    /// Plays the rules.
    pub executor: &'a dyn Executor,
}

/// Plays until no choice is open; `ask` returns the reply to a choice. None if a finding says why nothing can
/// be played.
pub fn record_answers(
    recording: ScenarioRecording<'_>,
    ask: &mut dyn FnMut(&OpenChoice) -> Reply,
    findings: &mut Findings,
) -> Option<RecordedScenario> {
    let mut start = start::scenario_start(recording.scenario, recording.program, findings)?;
    let (mut asked, mut shown) = (Vec::new(), ShownPlay::default());
    loop {
        let trace = recording.play(&start)?;
        let (reply, question) = match recording.open_choice(&trace, &mut shown) {
            None => return Some(recording.recorded(&start, &asked, trace, &shown)),
            Some(choice) if start.answers.contains_key(&choice.question) => (Reply::Stop, None),
            Some(_) if asked.len() == MOST => (Reply::Stop, None),
            Some(choice) => (ask(&choice), Some(choice.question)),
        };
        match (reply, question) {
            (Reply::Answer(answer), Some(question)) => {
                asked.push(question.clone());
                start.answers.insert(question, answer);
            }
            (Reply::Back, _) => {
                asked.pop().map(|last| start.answers.remove(&last));
                shown = ShownPlay::default();
            }
            (Reply::Answer(_) | Reply::Stop, _) => {
                return Some(recording.recorded(&start, &asked, trace, &shown));
            }
        }
    }
}

/// The part of a play that a person has seen so far.
#[derive(Default)]
struct ShownPlay {
    /// Number of its records.
    records: usize,
    /// The table at the last question.
    table: TableWords,
}

impl ScenarioRecording<'_> {
    fn play(&self, start: &Start) -> Option<Trace> {
        let traces = self.executor.play(self.program, std::slice::from_ref(start));
        traces.unwrap_or_else(|reasons| refused_traces(&reasons, 1)).into_iter().next()
    }

    /// Returns the choice that stopped a play, if one did, with the changes since the last one.
    fn open_choice(&self, trace: &Trace, shown: &mut ShownPlay) -> Option<OpenChoice> {
        let Outcome::Unanswered { question, options, place, .. } = &trace.outcome else {
            return None;
        };
        let address = place.map(|place| places::address_of(self.program, place));
        let (question, options) = (question.clone(), options.clone());
        let answered = policy_answers(trace, shown.records, self.program);
        let table = TableWords::of(trace);
        let changed = table.changed_since(&shown.table);
        *shown = ShownPlay { records: trace.records.len(), table };
        Some(OpenChoice { question, options, address, answered, table: changed })
    }

    /// Returns the scenario with the answers of `start` to the questions in `asked`.
    fn recorded(
        &self,
        start: &Start,
        asked: &[String],
        trace: Trace,
        shown: &ShownPlay,
    ) -> RecordedScenario {
        let complete = !matches!(trace.outcome, Outcome::Unanswered { .. });
        let answered = policy_answers(&trace, shown.records, self.program);
        let text = match asked {
            [] => self.text.to_owned(),
            asked => with_answers(self.text, asked, start),
        };
        RecordedScenario { text, added: asked.len(), trace, complete, answered }
    }
}

/// Returns the text of a scenario with the answers of `start` to the questions in `asked`; all else stays as
/// it is written.
fn with_answers(text: &str, asked: &[String], start: &Start) -> String {
    let Ok(mut scenario) = text.parse::<DocumentMut>() else { return text.to_owned() };
    for question in asked {
        let table = scenario.entry("answers").or_insert_with(toml_edit::table);
        table[question] = toml_edit::value(&start.answers[question]);
    }
    scenario.to_string()
}

/// The word that takes the last answer back.
const BACK: &str = "back";

/// Asks on a terminal: prints the answers given meanwhile, the table and the choice with its numbered
/// options, and reads a number, an answer or `back`.
pub fn ask_on_terminal<'t>(
    input: &'t mut dyn BufRead,
    output: &'t mut dyn Write,
) -> impl FnMut(&OpenChoice) -> Reply + 't {
    move |choice| ask_once(choice, input, output).unwrap_or(Reply::Stop)
}

/// Returns the reply to a choice; none if nobody replies, or nothing can be printed.
fn ask_once(choice: &OpenChoice, input: &mut dyn BufRead, output: &mut dyn Write) -> Option<Reply> {
    write!(output, "{}", choice_text(choice)).ok()?;
    loop {
        let line = read_reply(input, output)?;
        let line = line.trim();
        if line == BACK && !choice.options.iter().any(|option| option == BACK) {
            return Some(Reply::Back);
        }
        match chosen_option(&choice.options, line) {
            Some(answer) => return Some(Reply::Answer(answer.to_owned())),
            None => writeln!(output, "write one of the options, its number, or `back`").ok()?,
        }
    }
}

/// Reads one line of input; none at its end.
fn read_reply(input: &mut dyn BufRead, output: &mut dyn Write) -> Option<String> {
    write!(output, "> ").ok()?;
    output.flush().ok()?;
    let mut line = String::new();
    let length = input.read_line(&mut line).ok()?;
    (length > 0).then_some(line)
}

/// Returns the events since the last choice, the question with its rule, and its numbered options.
fn choice_text(choice: &OpenChoice) -> String {
    let address = choice.address.as_ref().map(|address| format!(" ({address})"));
    let address = address.unwrap_or_default();
    let question = choice.question.trim_end_matches('?');
    let answered: String = choice.answered.iter().map(|line| format!("{line}\n")).collect();
    let table: String = choice.table.iter().map(|line| format!("  {line}\n")).collect();
    let numbered = choice.options.iter().zip(1..);
    let options: String =
        numbered.map(|(option, number)| format!("  {number}. {option}\n")).collect();
    format!("{answered}{table}{question}?{address}\n{options}")
}

/// Returns the option that a line names in full, by its number or by its beginning; the line itself if
/// anything can be answered.
pub fn chosen_option<'a>(options: &'a [String], line: &'a str) -> Option<&'a str> {
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

/// Returns the only option that begins with the line, if there is just one.
fn begun_option<'a>(options: &'a [String], line: &str) -> Option<&'a str> {
    let lower = line.to_lowercase();
    let mut begun = options.iter().filter(|option| option.to_lowercase().starts_with(&lower));
    let only = begun.next().filter(|_| begun.next().is_none());
    only.map(String::as_str)
}
