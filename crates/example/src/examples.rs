//! All examples of a book. In: the scenarios of its folder, the checked rules and a way to play. Out: each
//! example with its trace and its sentences, and findings: expectations that do not hold, stale traces, and
//! places that do not exist.

use std::collections::BTreeMap;

use super::acceptance::{Acceptance, compare_with_accepted};
use super::companion::Companion;
use super::fields::{Located, did_you_mean};
use super::folder::{ScenarioFile, TodoOpening};
use super::lessons::BookLesson;
use super::narrate::{self, Lexicon, Narration};
use super::scenario::{self, Expectations, Scenario, Standing};
use super::story::{self, Story, TableStyle};
use super::trace_file::{self, TraceFile};
use super::{facts, outcome, places, start};
use base::diagnostic::{Diagnostic, Findings, Severity, code, nearest_name, short_quote};
use base::source::{SourceId, Sources};
use base::theme::BookTheme;
use draw::picture::PlayMat;
use rules::Program;
use rules::engine::trace::{Start, Trace};
use rules::executor::{Executor, refused_traces};

/// The parts of a book that its examples need.
#[derive(Debug, Clone, Copy)]
pub struct ExampleContext<'a> {
    /// The checked rules.
    pub program: &'a Program,
    /// The texts of the book, its modules and its scenarios.
    pub sources: &'a Sources,
    /// The sentences of the book's language.
    pub words: &'a Lexicon,
    /// The book's own file of words.
    pub own_words: Option<SourceId>,
    /// Style of its table.
    pub look: &'a TableStyle,
    /// Settings for play at a table with real cards, if there are any.
    pub companion: Option<&'a Companion>,
    /// Theme of its pages.
    pub theme: &'a BookTheme,
    /// The play mat of its text.
    pub mat: Option<&'a PlayMat>,
    /// The `TODO`s of its text that wait for an example.
    pub openings: &'a [TodoOpening],
    /// Its lessons.
    pub lessons: &'a [BookLesson],
}

impl ExampleContext<'_> {
    /// Calls `with` with the parts that the story of an example is made of.
    pub fn with_story_source<R>(
        &self,
        example: &Example,
        with: impl FnOnce(&story::StorySource<'_>) -> R,
    ) -> R {
        let mat = self.mat.map(|mat| mat_with_zones(mat, &example.trace));
        with(&story::StorySource {
            earlier: story::EarlierParts::NONE,
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
    /// The scenario.
    pub scenario: Scenario,
    /// Its start.
    pub start: Start,
    /// Its play.
    pub trace: Trace,
    /// The play as a trace file.
    pub played: TraceFile,
    /// Sentences about the position at its start.
    pub opening: Vec<narrate::Sentence>,
    /// Its steps, with their pictures.
    pub story: Story,
    /// Its steps in sentences.
    pub told: Narration,
    /// Comparison with its accepted trace.
    pub state: Acceptance,
}

/// Plays all scenarios and reports what is wrong with them.
pub fn play_scenarios(
    files: &[ScenarioFile],
    book: &ExampleContext<'_>,
    executor: &dyn Executor,
    findings: &mut Findings,
) -> Vec<Example> {
    let (ready, starts) = ready_scenarios(files, book, findings);
    let traces = executor.play(book.program, &starts).unwrap_or_else(|reasons| {
        let wrong = reasons.iter();
        let wrong = wrong.map(|why| outcome::unplayable_rules(why, book.program, book.sources));
        findings.0.extend(wrong);
        refused_traces(&reasons, starts.len())
    });
    narrate::unknown_verbs(&traces, book.words, book.own_words, findings);
    let played = ready.into_iter().zip(starts.into_iter().zip(traces));
    played.map(|(ready, (start, trace))| ready.judged(start, trace, book, findings)).collect()
}

/// A scenario that can be played.
struct ReadyScenario<'f> {
    file: &'f ScenarioFile,
    scenario: Scenario,
    /// True if all of it could be understood.
    sound: bool,
}

/// Returns the scenarios that can be read and played, with their starts. The findings say what is wrong with
/// the others.
fn ready_scenarios<'f>(
    files: &'f [ScenarioFile],
    book: &ExampleContext<'_>,
    findings: &mut Findings,
) -> (Vec<ReadyScenario<'f>>, Vec<Start>) {
    let files = files.iter();
    let read: Vec<ReadyScenario<'_>> =
        files.filter_map(|file| ReadyScenario::read(file, book, findings)).collect();
    check_standing(read.iter().map(|ready| &ready.scenario), book, findings);
    let ready = read.into_iter().filter_map(|ready| {
        let start = start::scenario_start(&ready.scenario, book.program, findings)?;
        Some((ready, start))
    });
    ready.unzip()
}

impl<'f> ReadyScenario<'f> {
    fn read(
        file: &'f ScenarioFile,
        book: &ExampleContext<'_>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let errors = findings.count(Severity::Error);
        let text = &book.sources.get(file.source).text;
        let mut scenario = scenario::read_scenario(&file.name, file.source, text, findings)?;
        scenario.seed = file.seed.unwrap_or(scenario.seed);
        Some(Self { file, scenario, sound: findings.count(Severity::Error) == errors })
    }

    /// Returns the example that was played, with findings about its ending.
    fn judged(
        self,
        start: Start,
        trace: Trace,
        book: &ExampleContext<'_>,
        findings: &mut Findings,
    ) -> Example {
        let ExampleContext { program, words, .. } = *book;
        let mut own = Findings::default();
        judge_play(&self.scenario, &trace, book, &mut own);
        let told = narrate::narrate(&trace, program, words);
        let mut shown = start.clone();
        let hidden = &self.scenario.lesson.hide;
        shown.position.retain(|put| !hidden.iter().any(|zone| zone.value == put.zone));
        let opening = narrate::opening_sentences(&trace, &shown, program, words);
        let title = &self.scenario.title.value;
        let played = trace_file::trace_file_of(title, &trace, program, &told);
        let state = Acceptance::Wrong;
        let (scenario, story) = (self.scenario.clone(), Story::default());
        let mut example = Example { scenario, start, trace, played, opening, story, told, state };
        example.story = book.with_story_source(&example, story::tell_story);
        for line in &mut example.opening {
            example.story.copies.mark(line);
        }
        if outcome::can_be_expected(&example.trace.outcome) {
            story::check_lesson(&example, program, &mut own);
        }
        example.state = self.acceptance(&example.played, words, &mut own);
        findings.append(own);
        example
    }

    /// Compares the play with the accepted trace; `own` are the findings about it.
    fn acceptance(&self, played: &TraceFile, words: &Lexicon, own: &mut Findings) -> Acceptance {
        let wrong = !self.sound || own.count(Severity::Error) > 0;
        if wrong && self.file.accepted.is_none() {
            return Acceptance::Wrong;
        }
        let state = compare_with_accepted(self.file, &self.scenario, played, words, own);
        if wrong { Acceptance::Wrong } else { state }
    }
}

/// Reports an irregular ending and unmet expectations of the author.
fn judge_play(
    scenario: &Scenario,
    trace: &Trace,
    book: &ExampleContext<'_>,
    findings: &mut Findings,
) {
    outcome::judge_outcome(scenario, book.program, trace, book.sources, findings);
    // A play that did not come to its end is not judged.
    if outcome::can_be_expected(&trace.outcome) {
        findings.0.extend(unmet_expectations(&scenario.expect, trace, book.program));
        findings.0.extend(outcome::unused_answers(scenario, trace));
        findings.0.extend(outcome::unused_chances(scenario, trace));
        findings.0.extend(outcome::empty_play(scenario, trace, book.program));
    }
    check_drawn_zones(scenario, trace, findings);
}

/// Checks that every zone that the scenario wants drawn or hidden is a zone of the rules; it may want flags
/// and counters drawn too.
pub(crate) fn check_drawn_zones(scenario: &Scenario, trace: &Trace, findings: &mut Findings) {
    if trace.table.is_empty() {
        return;
    }
    let lesson = &scenario.lesson;
    let names = &trace.names;
    let is_token = |name: &String| names.counters.contains(name) || names.flags.contains(name);
    let shown = lesson.show.iter().filter(|shown| !is_token(&shown.value));
    let wanted = shown.chain(&lesson.hide);
    let unknown = wanted.filter(|wanted| !trace.table.iter().any(|zone| zone.key == wanted.value));
    findings.0.extend(unknown.map(|wanted| {
        let message = format!("unknown zone `{}`", short_quote(&wanted.value));
        let known = trace.table.iter().map(|zone| zone.key.as_str());
        let hint = did_you_mean(&wanted.value, known);
        Diagnostic::at(code::SCENARIO, wanted.span, message)
            .hint(hint.unwrap_or_else(|| "name zones as in positions: \"automa.hand\"".to_owned()))
    }));
}

/// Returns the play mat with the zones of a trace in its fields.
pub(crate) fn mat_with_zones(mat: &PlayMat, trace: &Trace) -> PlayMat {
    let mut mat = mat.clone();
    story::assign_zones(&mut mat, &trace.table, &story::trace_players(trace));
    mat
}

/// Reports the facts and citations stated by the author that do not hold.
fn unmet_expectations(expect: &Expectations, trace: &Trace, program: &Program) -> Vec<Diagnostic> {
    let facts = expect.facts.iter().filter_map(|fact| {
        let failure = facts::judge_fact(&fact.value, trace, program).err()?;
        Some(failure.finding(fact.span))
    });
    let cites =
        expect.cites.iter().filter_map(|cite| match places::find_place(program, &cite.value) {
            None => Some(start::no_place(program, cite, |_| true)),
            Some(place) if facts::is_cited(trace, program, place) => None,
            Some(_) => {
                let message = format!("the example never cites `{}`", cite.value);
                Some(Diagnostic::at(code::UNMET_EXPECTATION, cite.span, message))
            }
        });
    facts.chain(cites).collect()
}

/// Checks that each example has a place that exists, and that only one fills a `TODO`.
fn check_standing<'s>(
    scenarios: impl Iterator<Item = &'s Scenario>,
    book: &ExampleContext<'_>,
    findings: &mut Findings,
) {
    let mut filled = FilledOpenings::default();
    for standing in scenarios.filter_map(|scenario| scenario.stands.as_ref()) {
        let written = standing.anchor();
        if written.value.trim_start_matches('#').is_empty() {
            continue;
        }
        findings.0.extend(match standing {
            _ if places::find_place(book.program, &written.value).is_none() => {
                Some(start::no_place(book.program, written, |_| true))
            }
            Standing::Fills(written) => filled.fill(written, book),
            Standing::After(written) => in_other_book(book.program, written),
        });
    }
}

/// Refuses a place in a book that this one uses: an example belongs to the book that is played.
fn in_other_book(program: &Program, written: &Located<String>) -> Option<Diagnostic> {
    let place = places::standing_place(program, &written.value)?;
    let book = program.places.get(place as usize)?.book.as_ref()?;
    let name = short_quote(&written.value);
    let message = format!("the place `{name}` is in another book, `{}`", short_quote(book));
    Some(
        Diagnostic::at(code::SCENARIO_PLACE, written.span, message)
            .hint("name a place of this book; the example is printed after it"),
    )
}

/// `TODO`s that scenarios fill, by the anchor above them.
#[derive(Default)]
struct FilledOpenings<'s>(BTreeMap<&'s str, &'s Located<String>>);

impl<'s> FilledOpenings<'s> {
    /// Fills a `TODO`, or reports why that is impossible.
    fn fill(
        &mut self,
        written: &'s Located<String>,
        book: &ExampleContext<'_>,
    ) -> Option<Diagnostic> {
        let anchor = written.value.trim_start_matches('#');
        if !book.openings.iter().any(|opening| opening.anchor == anchor) {
            return Some(no_opening(book, written));
        }
        if let Some(first) = self.0.get(anchor) {
            let message = format!("two scenarios fill `{}`", written.value);
            return Some(
                Diagnostic::at(code::DOUBLED_EXAMPLE, written.span, message)
                    .related(first.span, "the other one")
                    .hint("write `after` in one of them"),
            );
        }
        self.0.insert(anchor, written);
        None
    }
}

fn no_opening(book: &ExampleContext<'_>, written: &Located<String>) -> Diagnostic {
    let message = format!("no `TODO` is below `{}`, so no example fills it", written.value);
    let open = book.openings.iter().map(|opening| opening.anchor.as_str());
    let meant = nearest_name(written.value.trim_start_matches('#'), open);
    let hint = meant.map_or_else(
        || "write `after` instead of `fills`, or add a line `TODO` below that heading".to_owned(),
        |meant| format!("did you mean `#{meant}`?"),
    );
    Diagnostic::at(code::SCENARIO_PLACE, written.span, message).hint(hint)
}

/// Returns the path and text of each trace that `accept` writes: those that changed.
pub fn accepted_traces<'f>(
    files: &'f [ScenarioFile],
    examples: &[Example],
) -> Vec<(&'f ScenarioFile, String)> {
    let trace = |file: &'f ScenarioFile| {
        let example = examples.iter().find(|example| example.scenario.source == file.source)?;
        example.state.is_new().then(|| (file, example.played.to_string()))
    };
    files.iter().filter_map(trace).collect()
}
