//! All examples of a book. In: the scenarios of its folder, the checked rules and a way to play.
//! Out: each example with its trace and its sentences, and findings: what does not hold, what is
//! stale, what stands nowhere.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::compare::{Comparison, compare_traces};
use super::fields::{Located, did_you_mean};
use super::folder::{ScenarioFile, TodoOpening};
use super::narrate::{self, Lexicon, Narration};
use super::scenario::{self, Scenario, Standing};
use super::story::{self, Story, TableStyle};
use super::trace_file::{self, TraceFile, UnreadableTrace};
use super::{facts, outcome, places, start};
use crate::diagnostic::{Diagnostic, Findings, Severity, code};
use crate::document::short_quote;
use crate::engine::trace::{Start, Trace};
use crate::picture::PlayMat;
use crate::rules::Program;
use crate::rules::executor::{Executor, refused_traces};
use crate::source::{SourceId, Sources};

/// What the examples of a book need to know of it.
#[derive(Debug, Clone, Copy)]
pub struct ExampleContext<'a> {
    /// The checked rules.
    pub program: &'a Program,
    /// The texts of the book, its modules and its scenarios.
    pub sources: &'a Sources,
    /// The sentences of its language.
    pub words: &'a Lexicon,
    /// The book's own file of words.
    pub own_words: Option<SourceId>,
    /// How its table is drawn.
    pub look: &'a TableStyle,
    /// The play area of its text.
    pub mat: Option<&'a PlayMat>,
    /// Where its text wants an example.
    pub openings: &'a [TodoOpening],
}

impl ExampleContext<'_> {
    /// Uses what the story of an example is made of.
    pub fn with_story_source<R>(
        &self,
        example: &Example,
        with: impl FnOnce(&story::StorySource<'_>) -> R,
    ) -> R {
        let mat = self.mat.map(|mat| mat_with_zones(mat, &example.trace));
        with(&story::StorySource {
            scenario: &example.scenario,
            start: &example.start,
            trace: &example.trace,
            narration: &example.told,
            program: self.program,
            lexicon: self.words,
            style: self.look,
            mat: mat.as_ref(),
        })
    }
}

/// One example that was played.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// What was asked for.
    pub scenario: Scenario,
    /// What was played.
    pub start: Start,
    /// What happened.
    pub trace: Trace,
    /// The same as text.
    pub played: TraceFile,
    /// What lies where at its start.
    pub opening: Vec<narrate::Sentence>,
    /// The same as its steps with their pictures.
    pub story: Story,
    /// The same in sentences.
    pub told: Narration,
    /// How it stands to what was accepted.
    pub state: Acceptance,
}

/// How an example stands to what was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Acceptance {
    /// It is the same.
    Accepted,
    /// Only numbers of places differ.
    Moved,
    /// It differs, as said.
    Stale(Vec<String>),
    /// Nothing was accepted yet.
    Unaccepted,
    /// It has errors, so that it cannot be accepted.
    Wrong,
}

/// Plays all scenarios and says what is to be said of them.
pub fn play_scenarios(
    files: &[ScenarioFile],
    book: &ExampleContext<'_>,
    executor: &dyn Executor,
    findings: &mut Findings,
) -> Vec<Example> {
    let ready = ready_scenarios(files, book, findings);
    let starts: Vec<Start> = ready.iter().map(|ready| ready.start.clone()).collect();
    let traces = executor.play(book.program, &starts).unwrap_or_else(|reasons| {
        let wrong = reasons.iter();
        findings.0.extend(
            wrong.map(|reason| outcome::unplayable_rules(reason, book.program, book.sources)),
        );
        refused_traces(&reasons, starts.len())
    });
    narrate::unknown_verbs(&traces, book.words, book.own_words, findings);
    let played = ready.into_iter().zip(traces);
    played.map(|(ready, trace)| judged_example(ready, trace, book, findings)).collect()
}

/// A scenario that can be played.
struct ReadyScenario<'f> {
    file: &'f ScenarioFile,
    scenario: Scenario,
    /// Whether all of it could be understood.
    sound: bool,
    start: Start,
}

/// The scenarios that can be read and played; findings say what is wrong with the others.
fn ready_scenarios<'f>(
    files: &'f [ScenarioFile],
    book: &ExampleContext<'_>,
    findings: &mut Findings,
) -> Vec<ReadyScenario<'f>> {
    let mut read: Vec<(&ScenarioFile, Scenario, bool)> = Vec::new();
    for file in files {
        let errors = findings.count(Severity::Error);
        let text = &book.sources.get(file.source).text;
        let scenario = scenario::read_scenario(&file.name, file.source, text, findings);
        let sound = findings.count(Severity::Error) == errors;
        read.extend(scenario.map(|scenario| {
            let seed = file.seed.unwrap_or(scenario.seed);
            (file, Scenario { seed, ..scenario }, sound)
        }));
    }
    check_standing(read.iter().map(|(_, scenario, _)| scenario), book, findings);
    let ready = read.into_iter().filter_map(|(file, scenario, sound)| {
        let start = start::scenario_start(&scenario, book.program, findings)?;
        Some(ReadyScenario { file, scenario, sound, start })
    });
    ready.collect()
}

fn judged_example(
    ready: ReadyScenario<'_>,
    trace: Trace,
    book: &ExampleContext<'_>,
    findings: &mut Findings,
) -> Example {
    let ReadyScenario { file, scenario, sound, start } = ready;
    let mut own = Findings::default();
    judge_play(&scenario, &trace, book, &mut own);
    let told = narrate::narrate(&trace, book.program, book.words);
    let opening = narrate::opening_sentences(&trace, &start.position, book.program, book.words);
    let title = &scenario.title.value;
    let played = trace_file::trace_file_of(title, &trace, book.program, &told);
    let wrong = !sound || own.count(Severity::Error) > 0;
    let state = match &file.accepted {
        None if wrong => Acceptance::Wrong,
        _ => match compare_with_accepted(file, &scenario, &played, book.words, &mut own) {
            _ if wrong => Acceptance::Wrong,
            state => state,
        },
    };
    findings.append(own);
    let story = Story::default();
    let mut example = Example { scenario, start, trace, played, opening, story, told, state };
    example.story = book.with_story_source(&example, story::tell_story);
    example
}

/// Reports how a play ends and what it does not do of what its author expects.
fn judge_play(
    scenario: &Scenario,
    trace: &Trace,
    book: &ExampleContext<'_>,
    findings: &mut Findings,
) {
    outcome::judge_outcome(scenario, book.program, trace, book.sources, findings);
    // What was not played to its end is not measured.
    let broken = ["fault", "limit", "unanswered"];
    if !broken.contains(&outcome::outcome_word(&trace.outcome)) {
        check_facts(scenario, trace, book, findings);
        check_cites(scenario, trace, book, findings);
    }
    check_drawn_zones(scenario, trace, findings);
}

/// Every zone that is to be drawn must be one of the rules.
fn check_drawn_zones(scenario: &Scenario, trace: &Trace, findings: &mut Findings) {
    if trace.table.is_empty() {
        return;
    }
    let known = || trace.table.iter().map(|zone| zone.key.as_str());
    for wanted in scenario.draw.iter().filter(|wanted| known().all(|key| key != wanted.value)) {
        let message = format!("unknown zone `{}`", short_quote(&wanted.value));
        let hint = did_you_mean(&wanted.value, known())
            .unwrap_or_else(|| "name zones as in positions: \"automa.hand\"".to_owned());
        findings.push(Diagnostic::at(code::SCENARIO, wanted.span, message).hint(hint));
    }
}

/// The play area with the zones of a trace in its fields.
pub(super) fn mat_with_zones(mat: &PlayMat, trace: &Trace) -> PlayMat {
    let mut mat = mat.clone();
    story::assign_zones(&mut mat, &trace.table, &story::trace_players(trace));
    mat
}

/// Facts that the author states.
fn check_facts(
    scenario: &Scenario,
    trace: &Trace,
    book: &ExampleContext<'_>,
    findings: &mut Findings,
) {
    for fact in &scenario.expect.facts {
        if let Err(failure) = facts::judge_fact(&fact.value, trace, book.program) {
            let mut finding = Diagnostic::at(code::UNMET_EXPECTATION, fact.span, failure.message);
            finding.hints.extend(failure.hint);
            findings.push(finding);
        }
    }
}

/// Citations that the author states.
fn check_cites(
    scenario: &Scenario,
    trace: &Trace,
    book: &ExampleContext<'_>,
    findings: &mut Findings,
) {
    for cite in &scenario.expect.cites {
        match places::find_place(book.program, &cite.value) {
            None => findings.push(start::no_place(book.program, cite, |_| true)),
            Some(place) if !facts::is_cited(trace, place) => {
                let message = format!("the example never cites `{}`", cite.value);
                findings.push(Diagnostic::at(code::UNMET_EXPECTATION, cite.span, message));
            }
            Some(_) => {}
        }
    }
}

/// How what was played stands to what was accepted.
fn compare_with_accepted(
    file: &ScenarioFile,
    scenario: &Scenario,
    played: &TraceFile,
    words: &Lexicon,
    findings: &mut Findings,
) -> Acceptance {
    let Some(text) = &file.accepted else {
        findings.push(never_accepted(scenario));
        return Acceptance::Unaccepted;
    };
    let accepted = match trace_file::parse_trace_file(text) {
        Ok(accepted) => accepted,
        Err(why) => {
            findings.push(unreadable_trace(file, &why, scenario));
            return Acceptance::Stale(vec!["the accepted trace cannot be read".to_owned()]);
        }
    };
    match compare_traces(&accepted, played, words) {
        Comparison::Equal => Acceptance::Accepted,
        Comparison::Moved(lines) => {
            findings.push(moved_example(scenario, lines));
            Acceptance::Moved
        }
        Comparison::Stale(notes) => {
            findings.push(stale_example(scenario, &notes));
            Acceptance::Stale(notes)
        }
    }
}

/// What to do about a trace that is not accepted.
fn how_to_accept(scenario: &Scenario) -> String {
    let name = &scenario.name;
    format!("look at it with `rulepress play`, then write `rulepress accept` for `{name}`")
}

fn never_accepted(scenario: &Scenario) -> Diagnostic {
    let message = format!("the example `{}` was never accepted", scenario.name);
    Diagnostic::at(code::UNACCEPTED_EXAMPLE, scenario.title.span, message)
        .hint(how_to_accept(scenario))
}

fn unreadable_trace(file: &ScenarioFile, why: &UnreadableTrace, scenario: &Scenario) -> Diagnostic {
    let message = format!("line {} cannot be read: {}", why.line, why.message);
    Diagnostic::file(code::TRACE_FILE, file.trace.to_string_lossy(), message)
        .hint(how_to_accept(scenario))
}

fn moved_example(scenario: &Scenario, lines: usize) -> Diagnostic {
    let what = if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
    let message =
        format!("the example `{}` has moved: numbers of places differ in {what}", scenario.name);
    Diagnostic::at(code::MOVED_EXAMPLE, scenario.title.span, message)
        .hint("`rulepress accept` takes the new numbers")
}

fn stale_example(scenario: &Scenario, notes: &[String]) -> Diagnostic {
    let message = format!("the example `{}` is stale: {}", scenario.name, notes[0]);
    let mut finding = Diagnostic::at(code::STALE_EXAMPLE, scenario.title.span, message);
    finding.hints.extend(notes.iter().skip(1).cloned());
    finding.hint(how_to_accept(scenario))
}

/// Each example must stand at a place that is there, and at a `TODO` only one.
fn check_standing<'s>(
    scenarios: impl Iterator<Item = &'s Scenario>,
    book: &ExampleContext<'_>,
    findings: &mut Findings,
) {
    let mut filled: BTreeMap<&str, &Located<String>> = BTreeMap::new();
    for standing in scenarios.filter_map(|scenario| scenario.stands.as_ref()) {
        let written = standing.anchor();
        let anchor = written.value.trim_start_matches('#');
        if anchor.is_empty() {
            continue;
        }
        if places::find_place(book.program, &written.value).is_none() {
            findings.push(start::no_place(book.program, written, |_| true));
        } else if let Standing::Fills(_) = standing {
            if !book.openings.iter().any(|opening| opening.anchor == anchor) {
                findings.push(no_opening(book, written));
            } else if let Some(first) = filled.get(anchor) {
                findings.push(filled_twice(written, first));
            } else {
                filled.insert(anchor, written);
            }
        }
    }
}

fn filled_twice(written: &Located<String>, first: &Located<String>) -> Diagnostic {
    let message = format!("two scenarios fill `{}`", written.value);
    Diagnostic::at(code::DOUBLED_EXAMPLE, written.span, message)
        .related(first.span, "the other one")
        .hint("write `after` in one of them")
}

fn no_opening(book: &ExampleContext<'_>, written: &Located<String>) -> Diagnostic {
    let message = format!("no `TODO` stands below `{}`, so no example fills it", written.value);
    let finding = Diagnostic::at(code::SCENARIO_PLACE, written.span, message);
    let open = book.openings.iter().map(|opening| opening.anchor.as_str());
    match crate::document::nearest_name(written.value.trim_start_matches('#'), open) {
        Some(meant) => finding.hint(format!("did you mean `#{meant}`?")),
        None => {
            finding.hint("write `after` instead of `fills`, or a line `TODO` below that heading")
        }
    }
}

/// What is to be written when the examples are accepted: the path and text of each trace that
/// changed.
pub fn accepted_traces(files: &[ScenarioFile], examples: &[Example]) -> Vec<(PathBuf, String)> {
    let text = |file: &ScenarioFile| {
        let example = examples.iter().find(|example| example.scenario.source == file.source)?;
        let is_new = match example.state {
            Acceptance::Moved | Acceptance::Stale(_) | Acceptance::Unaccepted => true,
            Acceptance::Accepted | Acceptance::Wrong => false,
        };
        is_new.then(|| (file.trace.clone(), example.played.to_string()))
    };
    files.iter().filter_map(text).collect()
}
