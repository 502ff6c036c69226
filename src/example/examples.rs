//! All examples of a book. In: the scenarios of its folder, the checked rules and a way to play.
//! Out: each example with its trace and its sentences, and findings: what does not hold, what is
//! stale, what stands nowhere.

use std::collections::BTreeMap;

use super::compare::{Comparison, compare_traces};
use super::fields::shortened;
use super::folder::{ScenarioFile, TodoOpening};
use super::narrate::{self, Lexicon, Narration};
use super::scenario::{self, Scenario, Standing};
use super::story::{self, Story, TableStyle};
use super::trace_file::{self, TraceFile};
use super::{Located, codes, facts, outcome, places, start};
use crate::diagnostic::{Code, Diagnostic, Findings, Severity};
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
    /// Places of a text that is not the rules' own, by our name of them: `#setup` = `#game-setup`,
    /// or "" where it has none. With it, accepted traces and expected facts are of another text,
    /// and are not compared.
    pub foreign: Option<&'a BTreeMap<String, String>>,
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
    /// It has errors, so that it can not be accepted.
    Wrong,
    /// It plays another text; nothing is compared.
    Foreign,
}

/// Plays all scenarios and says what is to be said of them.
pub fn play_scenarios(
    files: &[ScenarioFile],
    book: &ExampleContext<'_>,
    player: &dyn Executor,
    findings: &mut Findings,
) -> Vec<Example> {
    let mut scenarios: Vec<(&ScenarioFile, Scenario, bool)> = Vec::new();
    for file in files {
        let before = findings.count(Severity::Error);
        let read = scenario::read_scenario(
            &file.name,
            file.source,
            &book.sources.get(file.source).text,
            findings,
        );
        let sound = findings.count(Severity::Error) == before;
        scenarios.extend(read.map(|scenario| (file, scenario, sound)));
    }
    check_standing(scenarios.iter().map(|(_, scenario, _)| scenario), book, findings);
    let mut ready = Vec::new();
    for (file, scenario, sound) in scenarios {
        if let Some(start) = start::scenario_start(&scenario, book.program, findings) {
            ready.push(ReadyScenario { file, scenario, sound, start });
        }
    }
    let starts: Vec<Start> = ready.iter().map(|ready| ready.start.clone()).collect();
    let traces = player.play(book.program, &starts).unwrap_or_else(|reasons| {
        let wrong = reasons
            .iter()
            .map(|reason| outcome::unplayable_rules(reason, book.program, book.sources));
        findings.0.extend(wrong);
        refused_traces(&reasons, starts.len())
    });
    narrate::unknown_verbs(&traces, book.words, book.own_words, findings);
    ready
        .into_iter()
        .zip(traces)
        .map(|(ready, trace)| judged_example(ready, trace, book, findings))
        .collect()
}

/// A scenario that can be played.
struct ReadyScenario<'f> {
    file: &'f ScenarioFile,
    scenario: Scenario,
    /// Whether all of it could be understood.
    sound: bool,
    start: Start,
}

fn judged_example(
    ready: ReadyScenario<'_>,
    trace: Trace,
    book: &ExampleContext<'_>,
    findings: &mut Findings,
) -> Example {
    let ReadyScenario { file, scenario, sound, start } = ready;
    let mut own = Findings::default();
    if book.foreign.is_none() {
        outcome::judge_outcome(&scenario, book.program, &trace, book.sources, &mut own);
        // What was not played to its end is not measured.
        let broken =
            ["fault", "limit", "unanswered"].contains(&outcome::outcome_word(&trace.outcome));
        if !broken {
            check_expectations(&scenario, &trace, book, &mut own);
        }
    } else {
        let scenario = Scenario { expect: scenario::Expectations::default(), ..scenario.clone() };
        outcome::judge_outcome(&scenario, book.program, &trace, book.sources, &mut own);
    }
    check_drawn_zones(&scenario, &trace, &mut own);
    let told = narrate::narrate(&trace, book.program, book.words);
    let opening = narrate::opening_sentences(&trace, &start.position, book.program, book.words);
    let played = trace_file::trace_file_of(&scenario.title.value, &trace, book.program, &told);
    let state = match book.foreign {
        Some(_) => Acceptance::Foreign,
        None => {
            let wrong = !sound || own.count(Severity::Error) > 0;
            let state = match wrong && file.accepted.is_none() {
                true => Acceptance::Wrong,
                false => compare_with_accepted(file, &scenario, &played, book.words, &mut own),
            };
            if wrong { Acceptance::Wrong } else { state }
        }
    };
    findings.append(own);
    let story = Story::default();
    let mut example = Example { scenario, start, trace, played, opening, story, told, state };
    example.story = book.with_story_source(&example, story::tell_story);
    example
}

/// Every zone that is to be drawn must be one of the rules.
fn check_drawn_zones(scenario: &Scenario, trace: &Trace, findings: &mut Findings) {
    let known = || trace.table.iter().map(|zone| zone.key.as_str());
    for wanted in scenario.draw.iter().filter(|wanted| known().all(|key| key != wanted.value)) {
        if trace.table.is_empty() {
            return;
        }
        let message = format!("no zone is called `{}`", shortened(&wanted.value));
        let finding = Diagnostic::at(codes::SCENARIO, wanted.span, message);
        findings.push(match crate::document::nearest_name(&wanted.value, known()) {
            Some(meant) => finding.hint(format!("did you mean `{}`?", shortened(meant))),
            None => finding.hint("name zones as in positions: \"automa.hand\""),
        });
    }
}

/// The play area with the zones of a trace in its fields.
pub(super) fn mat_with_zones(mat: &PlayMat, trace: &Trace) -> PlayMat {
    let mut mat = mat.clone();
    story::assign_zones(&mut mat, &trace.table, &story::trace_players(trace));
    mat
}

/// Facts and citations that the author states.
fn check_expectations(
    scenario: &Scenario,
    trace: &Trace,
    book: &ExampleContext<'_>,
    findings: &mut Findings,
) {
    for fact in &scenario.expect.facts {
        if let Err(failure) = facts::judge_fact(&fact.value, trace, book.program) {
            let finding = Diagnostic::at(codes::UNMET_EXPECTATION, fact.span, failure.message);
            findings.push(match failure.hint {
                Some(hint) => finding.hint(hint),
                None => finding,
            });
        }
    }
    for cite in &scenario.expect.cites {
        match places::find_place(book.program, &cite.value) {
            None => findings.push(start::no_place(book.program, cite, |_| true)),
            Some(place) if !facts::cites(trace, place) => {
                let message = format!("the example never cites `{}`", cite.value);
                findings.push(Diagnostic::at(codes::UNMET_EXPECTATION, cite.span, message));
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
    let at = |code: Code, message: String| Diagnostic::at(code, scenario.title.span, message);
    let accept = format!(
        "look at it with `rulepress play`, then write `rulepress accept` for `{}`",
        scenario.name
    );
    let Some(text) = &file.accepted else {
        let finding = at(
            codes::UNACCEPTED_EXAMPLE,
            format!("the example `{}` was never accepted", scenario.name),
        );
        findings.push(finding.hint(accept));
        return Acceptance::Unaccepted;
    };
    let accepted = match trace_file::parse_trace_file(text) {
        Ok(accepted) => accepted,
        Err(why) => {
            let name = file.trace.to_string_lossy().into_owned();
            let message = format!("line {} can not be read: {}", why.line, why.message);
            findings.push(Diagnostic::file(codes::TRACE_FILE, name, message).hint(accept));
            return Acceptance::Stale(vec!["the accepted trace can not be read".to_owned()]);
        }
    };
    match compare_traces(&accepted, played, words) {
        Comparison::Equal => Acceptance::Accepted,
        Comparison::Moved(lines) => {
            let what = if lines == 1 { "1 line" } else { &format!("{lines} lines") };
            let message = format!(
                "the example `{}` has moved: numbers of places differ in {what}",
                scenario.name
            );
            findings.push(
                at(codes::MOVED_EXAMPLE, message).hint("`rulepress accept` takes the new numbers"),
            );
            Acceptance::Moved
        }
        Comparison::Stale(notes) => {
            let mut finding = at(
                codes::STALE_EXAMPLE,
                format!("the example `{}` is stale: {}", scenario.name, notes[0]),
            );
            finding.hints.extend(notes.iter().skip(1).cloned());
            findings.push(finding.hint(accept));
            Acceptance::Stale(notes)
        }
    }
}

/// Each example must stand at a place that is there, and at a `TODO` only one.
fn check_standing<'s>(
    scenarios: impl Iterator<Item = &'s Scenario>,
    book: &ExampleContext<'_>,
    findings: &mut Findings,
) {
    let mut filled: BTreeMap<String, &Located<String>> = BTreeMap::new();
    for stands in scenarios.filter_map(|scenario| scenario.stands.as_ref()) {
        let written = stands.read_anchor();
        let Some(anchor) = anchor_in(book, &written.value) else { continue };
        let Some(_) = places::find_place(book.program, &format!("#{anchor}")) else {
            findings.push(start::no_place(book.program, written, |_| true));
            continue;
        };
        if let Standing::After(_) = stands {
            continue;
        }
        if !book.openings.iter().any(|opening| opening.anchor == anchor) {
            findings.push(no_opening(book, written));
        } else if let Some(first) = filled.get(&anchor) {
            let message = format!("two scenarios fill `{}`", written.value);
            let finding = Diagnostic::at(codes::DOUBLED_EXAMPLE, written.span, message);
            findings.push(
                finding.related(first.span, "the other one").hint("write `after` in one of them"),
            );
        } else {
            filled.insert(anchor, written);
        }
    }
}

/// The anchor, in the text that is played, of what a scenario names; none where that text has no
/// such place.
pub fn anchor_in(book: &ExampleContext<'_>, written: &str) -> Option<String> {
    let meant =
        book.foreign.and_then(|foreign| foreign.get(written)).map_or(written, String::as_str);
    let anchor = meant.trim_start_matches('#');
    (!anchor.is_empty()).then(|| anchor.to_owned())
}

fn no_opening(book: &ExampleContext<'_>, written: &Located<String>) -> Diagnostic {
    let message = format!("no example is wanted at `{}`: no `TODO` stands below it", written.value);
    let finding = Diagnostic::at(codes::SCENARIO_PLACE, written.span, message);
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
pub fn accepted_traces(
    files: &[ScenarioFile],
    examples: &[Example],
) -> Vec<(std::path::PathBuf, String)> {
    let text = |file: &ScenarioFile| {
        let example = examples.iter().find(|example| example.scenario.source == file.source)?;
        let changed = matches!(
            example.state,
            Acceptance::Moved | Acceptance::Stale(_) | Acceptance::Unaccepted
        );
        changed.then(|| (file.trace.clone(), example.played.to_string()))
    };
    files.iter().filter_map(text).collect()
}
