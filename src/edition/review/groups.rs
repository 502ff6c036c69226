//! Groups the items of a review by cause. In: a book, and an earlier edition of it or the records of its
//! lock. Out: the review.

use std::collections::BTreeSet;

use super::super::causes::{CauseSearch, EarlierPlays, play_without};
use super::super::compare::{NamedEdition, book_changes};
use super::super::examples::scenario_change;
use super::super::passages::{Places, collect_passages};
use super::super::values::{EarlierValue, earlier_value_changes};
use super::super::{Change, ExampleChange, StepDifference, Subject};
use super::examples::{WaitingExample, Waits, waiting_examples};
use super::recorded::{changed_values, earlier_program, recorded_changes, reworded_rule};
use super::rules::WaitingRule;
use super::{Review, ReviewBody, ReviewCause, ReviewGroup, ReviewItem};
use crate::pipeline::PlayedBook;
use example::examples::Example;
use example::game::PlayableBook;
use example::narrate::Narration;
use example::trace_file::TraceFile;
use rules::Program;
use rules::executor::Executor;
use rules::lock::{ConfirmedRules, open_bindings};

/// Returns the review of `book`; `earlier` is an earlier edition, and `executor` plays examples again to find
/// the causes of their differences.
pub fn review_book(
    book: &PlayedBook,
    earlier: Option<NamedEdition<'_>>,
    executor: &dyn Executor,
) -> Review {
    let mut review = Review { book: book.manuscript.title().to_owned(), ..Review::default() };
    let Some(rules) = &book.rules else { return review };
    let earlier = earlier.filter(|edition| edition.book.rules.is_some());
    review.since = earlier.map(|edition| edition.name.to_owned());
    let reviewer = Reviewer::new(book, rules, earlier.map(|edition| edition.book), executor);
    review.groups = reviewer.groups();
    review
}

/// The material for the groups.
struct Reviewer<'a> {
    book: &'a PlayedBook,
    rules: &'a PlayableBook,
    edition: Option<&'a PlayedBook>,
    executor: &'a dyn Executor,
    /// True if the accepted plays are those of the earlier edition.
    is_whole: bool,
    waiting: Vec<WaitingExample<'a>>,
    bindings: Vec<WaitingRule<'a>>,
    /// Values that were different when everything was accepted.
    values: Vec<EarlierValue>,
    /// The earlier rules, or what is known of them.
    program: Program,
}

impl<'a> Reviewer<'a> {
    fn new(
        book: &'a PlayedBook,
        rules: &'a PlayableBook,
        edition: Option<&'a PlayedBook>,
        executor: &'a dyn Executor,
    ) -> Self {
        let lock = rules.lock.map(|lock| ConfirmedRules::of_text(&book.sources.get(lock).text));
        let lock = lock.unwrap_or_default();
        let before = edition.and_then(|edition| Some(&edition.rules.as_ref()?.program));
        let open = open_bindings(&rules.program, &lock, before);
        let bindings =
            open.into_iter().filter_map(|open| WaitingRule::of(open, &rules.program)).collect();
        let waiting = waiting_examples(book, rules);
        let is_whole = edition.is_some_and(|edition| {
            waiting.iter().filter(|waiting| waiting.change().is_some()).all(|waiting| {
                edition_example(edition, waiting.name())
                    .is_some_and(|was| waiting.was_played_as(&was.played, rules))
            })
        });
        // If the edition is not the accepted state, the recorded values of that state count.
        let values = if is_whole { Vec::new() } else { changed_values(&rules.program, &lock) };
        let program = earlier_program(before.unwrap_or(&rules.program), &values);
        Self { book, rules, edition, executor, is_whole, waiting, bindings, values, program }
    }

    fn groups(&self) -> Vec<ReviewGroup> {
        let mut changes = self.changes();
        let examples = changes.iter().flat_map(|change| &change.examples);
        let known: BTreeSet<&str> = examples.map(|example| example.name.as_str()).collect();
        let open = self.waiting.iter().filter(|waiting| !known.contains(waiting.name()));
        let open: Vec<ExampleChange> = open.filter_map(WaitingExample::change).collect();
        let accepted = |name: &str| self.waiting_example(name)?.accepted.as_ref();
        let earlier =
            EarlierPlays { program: &self.program, named: &accepted, is_whole: self.is_whole };
        let (new, rules, executor) = (self.book, self.rules, self.executor);
        let rest = CauseSearch { earlier, new, rules, executor }.attribute(open, &mut changes);

        let mut groups: Vec<ReviewGroup> = Vec::new();
        let causes = self.rule_causes(&mut changes);
        for (at, mut change) in changes.into_iter().enumerate() {
            let own = (0..self.bindings.len()).filter(|nth| causes[*nth] == Some(at));
            let mut items: Vec<ReviewItem> =
                own.map(|nth| self.bindings[nth].item(&self.book.sources)).collect();
            change.examples.sort_by_key(|example| example.what);
            let examples: Vec<ReviewItem> =
                change.examples.iter().filter_map(|own| self.example(own, &change)).collect();
            for (example, item) in change.examples.iter_mut().zip(&examples) {
                example.first = first_difference(item);
            }
            items.extend(examples);
            if !items.is_empty() {
                groups.push(ReviewGroup { cause: ReviewCause::Change(Box::new(change)), items });
            }
        }
        let unexplained = rest.iter().filter_map(|own| self.example(own, &Change::default()));
        push_group(&mut groups, ReviewCause::Unexplained, unexplained.collect());
        let new = (0..self.bindings.len()).filter(|nth| causes[*nth].is_none());
        let mut new: Vec<ReviewItem> =
            new.map(|nth| self.bindings[nth].item(&self.book.sources)).collect();
        new.extend(self.examples_that(Waits::New));
        push_group(&mut groups, ReviewCause::New, new);
        push_group(&mut groups, ReviewCause::Renumbered, self.examples_that(Waits::Renumbered));
        groups
    }

    fn waiting_example(&self, name: &str) -> Option<&WaitingExample<'a>> {
        self.waiting.iter().find(|waiting| waiting.name() == name)
    }

    fn examples_that(&self, why: Waits) -> Vec<ReviewItem> {
        let own = self.waiting.iter().filter(|waiting| waiting.why == why);
        own.map(|waiting| waiting.item(None, &self.book.sources)).collect()
    }

    /// Returns all changes, also those of scenarios; only these have their examples.
    fn changes(&self) -> Vec<Change> {
        let (manuscript, sources) = (&self.book.manuscript, &self.book.sources);
        let passages = collect_passages(manuscript, sources, &BTreeSet::new());
        let Some(edition) = self.edition else {
            let changes = earlier_value_changes(&self.values, manuscript, &passages);
            return recorded_changes(changes, &self.bindings, passages.places);
        };
        let mut changes = book_changes(edition, self.book).changes;
        let recorded = earlier_value_changes(&self.values, manuscript, &passages);
        changes.retain(|change| {
            let is_recorded = self.values.iter().any(|value| value.name == change.name);
            change.subject != Subject::Value || !is_recorded
        });
        changes.splice(0..0, recorded);
        for waiting in &self.waiting {
            let (Some(was), Some(change)) =
                (edition_example(edition, waiting.name()), waiting.change())
            else {
                continue;
            };
            let own = scenario_change(was, &edition.sources, waiting.example, &self.book.sources);
            changes.extend(own.map(|own| Change { examples: vec![change], ..own }));
        }
        changes
    }

    /// Returns the index of the change of each waiting rule; a rule without a change gets one of its own.
    fn rule_causes(&self, changes: &mut Vec<Change>) -> Vec<Option<usize>> {
        let mut causes = Vec::with_capacity(self.bindings.len());
        for rule in &self.bindings {
            let known = changes.iter().position(|change| is_about(change, rule));
            let is_wholly_new = rule.is_new() && self.rules.lock.is_none();
            causes.push(match known.filter(|_| !is_wholly_new) {
                Some(at) => Some(at),
                None if rule.is_new() => None,
                None => {
                    let own = rule.has_other_function().then(|| rule.function_change());
                    let places = self.places();
                    changes.push(Change {
                        functions: Vec::from_iter(own),
                        ..reworded_rule(rule, places)
                    });
                    Some(changes.len() - 1)
                }
            });
        }
        causes
    }

    fn places(&self) -> Places<'a> {
        Places { sources: &self.book.sources, folder: &self.book.manuscript.folder }
    }

    /// Returns the item of an example that a change makes differ.
    fn example(&self, own: &ExampleChange, change: &Change) -> Option<ReviewItem> {
        let waiting = self.waiting_example(&own.name)?;
        let told = self.accepted_words(waiting, change);
        Some(waiting.item(told.as_ref(), &self.book.sources))
    }

    /// Returns the sentences of the accepted play: those of the earlier edition, or of a play without the
    /// change, if that is the same play.
    fn accepted_words(&self, waiting: &WaitingExample<'a>, change: &Change) -> Option<Narration> {
        let is_same = |file: &TraceFile| waiting.was_played_as(file, self.rules);
        let edition = self.edition.and_then(|edition| edition_example(edition, waiting.name()));
        if let Some(was) = edition.filter(|was| is_same(&was.played)) {
            return Some(was.told.clone());
        }
        let example = [waiting.example];
        let other = play_without(&example, change, &self.program, self.rules, self.executor);
        other.into_iter().find(|other| is_same(&other.file)).map(|other| other.told)
    }
}

fn edition_example<'e>(edition: &'e PlayedBook, name: &str) -> Option<&'e Example> {
    edition.examples.iter().find(|example| example.scenario.name == name)
}

/// True if a change is about a rule: about its function, or about the words at its place.
fn is_about(change: &Change, rule: &WaitingRule<'_>) -> bool {
    let own = rule.function_change();
    let by_function = rule.has_other_function()
        && change.functions.iter().any(|known| known.file == own.file && known.name == own.name);
    let is_text = matches!(
        change.subject,
        Subject::Rule | Subject::List | Subject::Chart | Subject::Table | Subject::Term
    );
    let place = change.new.as_ref().map(|place| place.address.as_str());
    let by_place = place.is_some_and(|place| !place.is_empty() && place == rule.address())
        || (rule.address().is_empty() && change.anchor.is_some() && change.anchor == rule.anchor());
    by_function || (is_text && by_place)
}

fn push_group(groups: &mut Vec<ReviewGroup>, cause: ReviewCause, items: Vec<ReviewItem>) {
    if !items.is_empty() {
        groups.push(ReviewGroup { cause, items });
    }
}

/// Returns the first step of an example that differs.
fn first_difference(item: &ReviewItem) -> Option<StepDifference> {
    let ReviewBody::Example(example) = &item.body else { return None };
    let at = example.steps.iter().position(|row| row.first)?;
    let row = &example.steps[at];
    let side = row.new.as_ref().or(row.old.as_ref());
    // A line without a number belongs to the step before it.
    let before = example.steps[..at].iter().rev().filter_map(|row| row.new.as_ref()?.number);
    let step = side.and_then(|line| line.number).or_else(|| before.into_iter().next());
    let text = |line: &Option<super::StepLine>| line.as_ref().map(|line| line.text.clone());
    Some(StepDifference { step: step.unwrap_or(0), old: text(&row.old), new: text(&row.new) })
}
