//! One way through a lesson: the answers so far, and the result by the rules. In: a lesson and the trace of
//! each play. Out: the ways that continue, each with its next start, and findings.

use std::collections::BTreeSet;

use super::{BookLesson, Guess, LessonChoice, LessonPart, LessonQuestion, PartScenario};
use crate::examples::{self, ExampleContext};
use crate::fields::{Located, backticked_names, did_you_mean};
use crate::{facts, outcome, places, start};
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use base::source::Span;
use rules::engine::trace::{Decider, Deciders, Outcome, Probe, Start, Trace};

/// Findings on all ways through the lessons of a book.
#[derive(Default)]
pub struct WalkLog {
    /// Findings that hold in any case.
    pub findings: Findings,
    /// Findings that hold unless another way refutes them: an answer that is no option there, words that
    /// explain nothing.
    unless_used: Vec<Diagnostic>,
    /// Spans of answers and words that were used on some way.
    used: BTreeSet<Span>,
}

impl WalkLog {
    /// Returns all findings, each once.
    pub fn findings(self) -> Findings {
        let is_unused = |one: &Diagnostic| one.span.is_none_or(|span| !self.used.contains(&span));
        let unused = self.unless_used.into_iter().filter(is_unused);
        let mut found = Findings::default();
        for finding in self.findings.0.into_iter().chain(unused) {
            let is_same =
                |known: &Diagnostic| known.span == finding.span && known.message == finding.message;
            if !found.0.iter().any(is_same) {
                found.push(finding);
            }
        }
        found
    }
}

/// A way through consecutive parts of a lesson.
#[derive(Clone)]
pub struct LessonWay<'l> {
    lesson: &'l BookLesson,
    scenario: &'l PartScenario,
    /// Start of the next play.
    pub start: Start,
    /// Indices of the next part and of its next choice.
    at: (usize, usize),
    /// The guess that the next play is to judge.
    guessed: Option<&'l Guess>,
    /// Number of records when the part began.
    begun: usize,
    /// True if the rule that the part teaches asked a question of the part.
    taught: bool,
}

impl<'l> LessonWay<'l> {
    /// Returns the beginnings of all ways: one for each part that does not continue another.
    pub fn beginnings(
        lesson: &'l BookLesson,
        book: &ExampleContext<'_>,
        log: &mut WalkLog,
    ) -> Vec<Self> {
        if lesson.seat_in(book).is_none() {
            return Vec::new();
        }
        let parts = lesson.parts.iter().enumerate();
        let own = parts.filter_map(|(at, part)| part.scenario.as_ref().map(|own| (at, own)));
        let way = |(at, scenario): (usize, &'l PartScenario)| {
            let start = start::scenario_start(&scenario.read, book.program, &mut log.findings)?;
            let start = seated(start, lesson.seat_in(book), book);
            let (guessed, begun, taught) = (None, 0, false);
            Some(Self { lesson, scenario, start, at: (at, 0), guessed, begun, taught })
        };
        own.filter_map(way).collect()
    }

    fn part(&self) -> &'l LessonPart {
        &self.lesson.parts[self.at.0]
    }

    /// Returns the ways that continue after this play; none if the way ends, or if a finding says why.
    pub fn lead_on(
        mut self,
        trace: &Trace,
        book: &ExampleContext<'_>,
        log: &mut WalkLog,
    ) -> Vec<Self> {
        if is_broken(&trace.outcome) {
            let (scenario, program) = (&self.scenario.read, book.program);
            outcome::judge_outcome(scenario, program, trace, book.sources, &mut log.findings);
            return Vec::new();
        }
        if let Some(seat) = self.lesson.seat.as_ref()
            && !trace.names.seated.contains(&seat.value)
        {
            let message = format!("no player is called `{}`", short_quote(&seat.value));
            let names = backticked_names(trace.names.seated.iter().map(String::as_str));
            let finding = Diagnostic::at(code::STALE_LESSON, seat.span, message);
            log.findings.push(finding.hint(format!("the players are {names}")));
            return Vec::new();
        }
        if let Some(guess) = self.guessed.take() {
            if let Err(failure) = facts::judge_fact(&guess.proof.value, trace, book.program) {
                let mut finding =
                    Diagnostic::at(code::STALE_LESSON, guess.proof.span, failure.message);
                finding.hints.extend(failure.hint);
                log.findings.push(finding);
                return Vec::new();
            }
            self.at.1 += 1;
        }
        loop {
            match self.part().choices.get(self.at.1) {
                Some(choice) => return self.choose(choice, trace, book, log),
                None if !self.end_part(trace, book, log) => return Vec::new(),
                None => {}
            }
        }
    }

    /// Ends a part; returns whether the next one continues it.
    fn end_part(&mut self, trace: &Trace, book: &ExampleContext<'_>, log: &mut WalkLog) -> bool {
        self.judge_teaching(trace, book, log);
        let next = self.lesson.parts.get(self.at.0 + 1);
        if next.is_none_or(|part| part.scenario.is_some()) {
            let read = &self.scenario.read;
            log.findings.0.extend(outcome::unused_answers(read, trace));
            log.findings.0.extend(outcome::unused_chances(read, trace));
            examples::check_drawn_zones(read, trace, &mut log.findings);
            return false;
        }
        self.at = (self.at.0 + 1, 0);
        (self.begun, self.taught) = (trace.records.len(), false);
        true
    }

    /// Checks that the rule that a part teaches is followed in it, asks in it, or decides the possible
    /// answers.
    fn judge_teaching(&self, trace: &Trace, book: &ExampleContext<'_>, log: &mut WalkLog) {
        let teaches = &self.part().teaches;
        let Some(taught) = places::find_place(book.program, &teaches.value) else { return };
        let within = |place| places::is_within(book.program, place, taught);
        let records = trace.records.get(self.begun..).unwrap_or_default();
        let mut cited = records.iter().flat_map(|record| facts::cited_places(record, book.program));
        let functions =
            trace.reached.iter().filter_map(|at| book.program.functions.get(*at as usize));
        let mut reached = functions.flat_map(|function| function.places.iter().copied());
        if !self.taught && !cited.any(within) && !reached.any(within) {
            let name = short_quote(&teaches.value);
            let message = format!("this part teaches `{name}`, but never follows that rule");
            let hint =
                "teach a rule that the play of this part follows, or lay out another position";
            log.findings.push(Diagnostic::at(code::STALE_LESSON, teaches.span, message).hint(hint));
        }
    }

    fn choose(
        mut self,
        choice: &'l LessonChoice,
        trace: &Trace,
        book: &ExampleContext<'_>,
        log: &mut WalkLog,
    ) -> Vec<Self> {
        judge_cards(choice, trace, book, &mut log.findings);
        match &choice.asked {
            LessonQuestion::Guess(guess) => {
                let until = guess.until.as_ref();
                self.start.until =
                    until.and_then(|until| places::find_place(book.program, &until.value));
                self.guessed = Some(guess);
                vec![self]
            }
            LessonQuestion::Rules(asks) => self.answer(choice, asks, trace, book, log),
        }
    }

    /// Returns the ways after the right answers to a question of the rules.
    fn answer(
        mut self,
        choice: &'l LessonChoice,
        asks: &Located<String>,
        trace: &Trace,
        book: &ExampleContext<'_>,
        log: &mut WalkLog,
    ) -> Vec<Self> {
        let Outcome::Unanswered { question, times, options, place, .. } = &trace.outcome else {
            let (name, end) = (short_quote(&asks.value), outcome::outcome_word(&trace.outcome));
            let message = format!(
                "the rules do not ask `{name}` here: the play ended with `{end}` before this point"
            );
            log.findings.push(
                Diagnostic::at(code::STALE_LESSON, asks.span, message)
                    .hint("delete the choice, or let the scenario play longer"),
            );
            return Vec::new();
        };
        if *question != asks.value {
            log.findings.push(other_question(asks, question, options));
            return Vec::new();
        }
        let taught = places::find_place(book.program, &self.part().teaches.value);
        self.taught |= taught
            .zip(*place)
            .is_some_and(|(taught, place)| places::is_within(book.program, place, taught));
        judge_options(choice, asks, options, log);
        let (key, right) = (format!("{question} ({times})"), choice.right.iter());
        let right = right.filter(|right| options.contains(&right.value));
        let way = |right: &Located<String>| {
            let mut way = self.clone();
            way.start.answers.insert(key.clone(), right.value.clone());
            way.at.1 += 1;
            way
        };
        right.map(way).collect()
    }
}

impl BookLesson {
    /// Returns the seat of the reader, if the lesson or its book names one.
    pub fn seat_in<'a>(&'a self, book: &'a ExampleContext<'_>) -> Option<&'a String> {
        self.seat.as_ref().map(|seat| &seat.value).or(book.look.person.as_ref())
    }
}

/// Returns the start of a play on a page: the reader answers for one seat, or for everything if none is
/// named; the plan answers for the others.
fn seated(start: Start, seat: Option<&String>, book: &ExampleContext<'_>) -> Start {
    let players = seat.map(|seat| (seat.clone(), Decider::Person)).into_iter().collect();
    Start {
        probe: Probe { answers: true, ..Probe::default() },
        private: book.look.private.clone(),
        seeded: true,
        looker: seat.cloned(),
        deciders: Deciders { players, nobody: Decider::Person },
        ..start
    }
}

/// Returns whether a play ended in a way that no lesson wants.
fn is_broken(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Gap { .. } | Outcome::Stuck { .. } | Outcome::Limit { .. } | Outcome::Fault(_) => {
            true
        }
        Outcome::Stopped
        | Outcome::Finished
        | Outcome::Over { .. }
        | Outcome::Unanswered { .. } => false,
    }
}

fn other_question(asks: &Located<String>, question: &str, options: &[String]) -> Diagnostic {
    let (asked, wanted) = (short_quote(question), short_quote(&asks.value));
    let message = format!("the rules ask `{asked}` here, but the lesson expects `{wanted}`");
    let options = backticked_names(options.iter().map(String::as_str));
    Diagnostic::at(code::STALE_LESSON, asks.span, message)
        .hint(format!("possible answers to `{asked}`: {options}"))
}

/// Compares each answer with the options: right and wrong ones must be an option, forbidden ones must not;
/// and each option needs its words.
fn judge_options(
    choice: &LessonChoice,
    asks: &Located<String>,
    options: &[String],
    log: &mut WalkLog,
) {
    let wrong = choice.wrong.iter().map(|(answer, _)| answer);
    for answer in choice.right.iter().chain(wrong) {
        if options.contains(&answer.value) {
            log.used.insert(answer.span);
        } else {
            log.unless_used.push(no_option(answer, asks, options));
        }
    }
    if !choice.right.iter().any(|answer| options.contains(&answer.value)) {
        log.findings.0.extend(choice.right.first().map(|answer| no_option(answer, asks, options)));
    }
    for (answer, _) in choice.forbidden.iter().filter(|(one, _)| options.contains(&one.value)) {
        let given = short_quote(&answer.value);
        let message =
            format!("the rules allow `{given}` here, but the lesson says that they forbid it");
        let hint = "write it under `[part.choice.wrong]`, or make it a right answer";
        log.findings.push(Diagnostic::at(code::STALE_LESSON, answer.span, message).hint(hint));
    }
    let is_known = |option: &&String| {
        let mut known = choice.right.iter().chain(choice.wrong.iter().map(|(answer, _)| answer));
        known.any(|known| known.value == **option)
    };
    let open: Vec<&str> = options.iter().filter(|one| !is_known(one)).map(String::as_str).collect();
    match &choice.otherwise {
        Some(otherwise) if open.is_empty() => {
            let message = "no answer is left for `otherwise` to explain";
            let finding = Diagnostic::at(code::UNEXPLAINED_CHOICE, otherwise.span, message);
            log.unless_used.push(finding.hint("delete it"));
        }
        None if !open.is_empty() => {
            let open = backticked_names(open.into_iter());
            let message = format!("these wrong answers have no explanation: {open}");
            let hint = "write each under `[part.choice.wrong]`, or write `otherwise`";
            let finding = Diagnostic::at(code::UNEXPLAINED_CHOICE, asks.span, message);
            log.findings.push(finding.hint(hint));
        }
        Some(otherwise) => drop(log.used.insert(otherwise.span)),
        None => {}
    }
}

fn no_option(answer: &Located<String>, asks: &Located<String>, options: &[String]) -> Diagnostic {
    let names = || options.iter().map(String::as_str);
    let (given, question) = (short_quote(&answer.value), short_quote(&asks.value));
    let message = format!("the answer `{given}` is not an option of `{question}`");
    let mut finding = Diagnostic::at(code::STALE_LESSON, answer.span, message);
    finding.hints.extend(did_you_mean(&answer.value, names()));
    finding.hint(format!("possible answers: {}", backticked_names(names())))
}

/// Reports a forbidden choice that names a card if no such card is on the table, so that nobody could try it.
fn judge_cards(
    choice: &LessonChoice,
    trace: &Trace,
    book: &ExampleContext<'_>,
    findings: &mut Findings,
) {
    if matches!(choice.asked, LessonQuestion::Guess(_)) {
        return;
    }
    for (answer, _) in &choice.forbidden {
        let name = card_name(&answer.value);
        let is_card = places::card_names(book.program).any(|card| card == name);
        let mut pieces = trace.end.zones.values().flatten();
        if is_card && !pieces.any(|piece| piece.name == name) {
            let message = format!("no `{}` is on the table here", short_quote(name));
            let hint = "lay it out in the position, or delete the choice";
            findings.push(Diagnostic::at(code::STALE_LESSON, answer.span, message).hint(hint));
        }
    }
}

/// Returns the name of a card without the number that distinguishes copies: `Bot` of `Bot (2)`.
pub fn card_name(choice: &str) -> &str {
    let name = choice.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    let numbered = name.filter(|(_, number)| number.parse::<u32>().is_ok());
    numbered.map_or(choice, |(name, _)| name)
}
