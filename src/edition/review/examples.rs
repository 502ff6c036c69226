//! The examples that wait. In: the book as it was played. Out: the examples that differ from their accepted
//! state, and the reasons why one cannot be accepted.

use super::super::examples::same_play;
use super::super::{ExampleChange, ExampleDifference};
use super::steps::{Events, side_by_side, told_lines, trace_lines};
use super::{ExampleReview, ReviewBody, ReviewItem, ReviewPlace, StepLine, StepRow};
use crate::pipeline::PlayedBook;
use base::diagnostic::Severity;
use base::source::{Sources, Span};
use example::acceptance::Acceptance;
use example::compare::{Comparison, compare_traces};
use example::examples::Example;
use example::game::PlayableBook;
use example::narrate::Narration;
use example::outcome::can_be_expected;
use example::trace_file::{TraceFile, parse_trace_file};

/// An example that waits.
pub struct WaitingExample<'a> {
    pub example: &'a Example,
    /// The accepted play; `None` if there is none or it cannot be read.
    pub accepted: Option<TraceFile>,
    pub why: Waits,
    blocked: Vec<String>,
}

/// Reason why an example waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waits {
    /// It was never accepted.
    New,
    /// Only numbers of rules, or its title, differ.
    Renumbered,
    /// Its accepted play cannot be read.
    Unreadable,
    /// It differs from the accepted play.
    Changed(ExampleDifference),
}

/// Returns the examples of a book that wait, in book order.
pub fn waiting_examples<'a>(
    book: &'a PlayedBook,
    rules: &'a PlayableBook,
) -> Vec<WaitingExample<'a>> {
    let waiting = book.examples.iter().filter_map(|example| {
        let file = rules.files.iter().find(|file| file.source == example.scenario.source)?;
        let accepted = file.accepted.as_deref().map(parse_trace_file);
        let (accepted, why) = match accepted {
            None => (None, Waits::New),
            Some(Err(_)) => (None, Waits::Unreadable),
            Some(Ok(accepted)) => {
                let why = match compare_traces(&accepted, &example.played, &rules.words) {
                    Comparison::Equal => return None,
                    Comparison::Moved(_) => Waits::Renumbered,
                    Comparison::Stale(_) => Waits::Changed(difference(&accepted, example)),
                };
                (Some(accepted), why)
            }
        };
        let blocked = blocking_errors(example, book);
        Some(WaitingExample { example, accepted, why, blocked })
    });
    waiting.collect()
}

fn difference(accepted: &TraceFile, example: &Example) -> ExampleDifference {
    match () {
        () if !can_be_expected(&example.trace.outcome) => ExampleDifference::Unplayable,
        () if accepted.outcome != example.played.outcome => ExampleDifference::Outcome,
        () if accepted.lines == example.played.lines => ExampleDifference::Table,
        () => ExampleDifference::Steps,
    }
}

/// Returns the errors that keep an example from being accepted.
fn blocking_errors(example: &Example, book: &PlayedBook) -> Vec<String> {
    if example.state != Acceptance::Wrong {
        return Vec::new();
    }
    let errors = book.findings.0.iter().filter(|finding| {
        finding.code.severity == Severity::Error
            && finding.span.is_some_and(|span| span.source == example.scenario.source)
    });
    let mut words: Vec<String> = errors
        .map(|finding| {
            let span = finding.span.unwrap_or(example.scenario.title.span);
            let ReviewPlace { file, line } = place_of(span, &book.sources);
            format!("{} ({file}:{line})", finding.message)
        })
        .collect();
    if words.is_empty() {
        words.push(format!("it cannot be played: it ends `{}`", example.played.outcome));
    }
    words
}

/// Returns the file and the line of a place.
pub fn place_of(span: Span, sources: &Sources) -> ReviewPlace {
    let source = sources.get(span.source);
    let (line, _) = source.position(span.start as usize);
    ReviewPlace { file: source.name.clone(), line }
}

impl WaitingExample<'_> {
    /// The name of its scenario.
    pub fn name(&self) -> &str {
        &self.example.scenario.name
    }

    /// Returns the difference from the accepted play, as between editions; `None` if it was never accepted or
    /// only numbers differ.
    pub fn change(&self) -> Option<ExampleChange> {
        let what = match self.why {
            Waits::Changed(what) => what,
            Waits::Unreadable => ExampleDifference::Steps,
            Waits::New | Waits::Renumbered => return None,
        };
        let (name, title) = (self.name().to_owned(), self.example.scenario.title.value.clone());
        Some(ExampleChange { name, title, what, first: None, note: None, proved: false })
    }

    /// True if `played` is the accepted play.
    pub fn was_played_as(&self, played: &TraceFile, rules: &PlayableBook) -> bool {
        self.accepted.as_ref().is_some_and(|own| same_play(own, played, Some(&rules.words)))
    }

    /// Returns the item for review; `told` are the sentences of the accepted play, if they are known.
    pub fn item(&self, told: Option<&Narration>, sources: &Sources) -> ReviewItem {
        let scenario = &self.example.scenario;
        let (difference, what) = match self.why {
            Waits::New => (None, "it was never accepted"),
            Waits::Unreadable => (None, "the accepted play cannot be read"),
            Waits::Renumbered => (None, "only numbers of rules or its title differ"),
            Waits::Changed(difference) => (Some(difference), difference_words(difference)),
        };
        let steps = step_rows(self, told);
        ReviewItem {
            id: format!("example/{}", scenario.name),
            state: format!("{:032x}", typst_utils::hash128(&self.example.played.to_string())),
            title: scenario.title.value.clone(),
            what: what.to_owned(),
            place: place_of(scenario.title.span, sources),
            blocked: self.blocked.clone(),
            body: ReviewBody::Example(ExampleReview {
                name: scenario.name.clone(),
                difference,
                steps,
            }),
        }
    }

    /// Returns the steps of the present play.
    fn new_lines(&self) -> Vec<StepLine> {
        told_lines(&self.example.told, &self.example.played.outcome)
    }
}

fn difference_words(difference: ExampleDifference) -> &'static str {
    match difference {
        ExampleDifference::Outcome => "it ends differently",
        ExampleDifference::Steps => "other things happen",
        ExampleDifference::Words => "the same happens, in other words",
        ExampleDifference::Unplayable => "it can no longer be played",
        ExampleDifference::Table => "the steps are the same, but the table at the end differs",
    }
}

/// Returns the rows in the words of readers, if these show the difference; else the events of the traces:
/// those that readers see, or all events if these do not differ.
fn step_rows(waiting: &WaitingExample<'_>, told: Option<&Narration>) -> Vec<StepRow> {
    let Some(accepted) = &waiting.accepted else {
        return side_by_side(&[], &waiting.new_lines())
            .into_iter()
            .map(|row| StepRow { first: false, ..row })
            .collect();
    };
    if waiting.why == Waits::Renumbered {
        return Vec::new();
    }
    let played = &waiting.example.played;
    let sentences =
        told.map(|told| side_by_side(&told_lines(told, &accepted.outcome), &waiting.new_lines()));
    let differs = |rows: &Vec<StepRow>| rows.iter().any(|row| row.differs);
    let events = |seen| side_by_side(&trace_lines(accepted, seen), &trace_lines(played, seen));
    sentences
        .filter(differs)
        .or_else(|| Some(events(Events::Seen)).filter(differs))
        .unwrap_or_else(|| events(Events::All))
}
