//! Groups events into steps: events of one rule step, trivial events with the next one, and equal events in
//! one sentence.

use std::ops::Range;

use super::{Step, StepSentence, StoryEntry, StorySource, steps_are_events};
use crate::narrate::{Citation, NarratedSentence, Narrator, handled_piece};
use base::text::capitalized;
use rules::engine::trace::{Act, NamedBox, NamedSubject, TraceRecord};

/// The most sentences of one step.
const MOST: usize = 6;
/// The most words that name the deeds of a step.
const MOST_LEADS: usize = 3;

/// Returns the headings and steps of a trace.
pub fn story_entries(source: &StorySource<'_>, teller: &Narrator<'_>) -> Vec<StoryEntry> {
    let records = &source.trace.records;
    let groups = step_groups(source);
    let mut entries = Vec::new();
    let (mut number, mut from) = (0, 0);
    for (at, group) in groups.iter().enumerate() {
        let to = match groups.get(at + 1) {
            Some(next) => end_behind_boxes(group.last_record() + 1, next.0[0].record, records),
            None => records.len(),
        };
        if group.is_heading() {
            entries.push(StoryEntry::Heading(group.0[0].sentence.clone()));
            // Records without a sentence belong to the step before.
            let Some(step) = entries.iter_mut().rev().find_map(as_step) else { continue };
            step.records.end = to;
        } else {
            number += 1;
            let step = group.step(number, from..to, records, teller);
            entries.push(StoryEntry::Step(Box::new(step)));
        }
        from = to;
    }
    entries
}

/// Returns the narrated sentences in groups that become one heading or one step each.
fn step_groups<'a>(source: &StorySource<'a>) -> Vec<StepGroup<'a>> {
    let joined = !steps_are_events(source.scenario);
    let mut groups: Vec<StepGroup<'_>> = Vec::new();
    for told in &source.narration.sentences {
        match groups.last_mut() {
            Some(group) if joined && group.takes(told, &source.trace.records) => group.0.push(told),
            _ => groups.push(StepGroup(vec![told])),
        }
    }
    groups
}

/// Returns the end of the records of a step, with the boxes after it in which its events happened.
fn end_behind_boxes(mut to: usize, next: usize, records: &[TraceRecord]) -> usize {
    while to < next && matches!(records[to].act, Act::Box(NamedBox { acts: true, .. })) {
        to += 1;
    }
    to
}

pub fn as_step(entry: &mut StoryEntry) -> Option<&mut Step> {
    match entry {
        StoryEntry::Step(step) => Some(step.as_mut()),
        StoryEntry::Heading(_) => None,
    }
}

/// Sentences that become one heading or one step.
struct StepGroup<'a>(Vec<&'a NarratedSentence>);

impl StepGroup<'_> {
    fn is_heading(&self) -> bool {
        self.0[0].number.is_none()
    }

    fn last_told(&self) -> &NarratedSentence {
        self.0[self.0.len() - 1]
    }

    fn last_record(&self) -> usize {
        self.last_told().record
    }

    /// Returns the records of its sentences.
    fn told_records<'r>(
        &self,
        records: &'r [TraceRecord],
    ) -> impl Iterator<Item = &'r TraceRecord> {
        self.0.iter().map(|told| &records[told.record])
    }

    /// Returns whether a condition holds for all records of its sentences.
    fn all(&self, records: &[TraceRecord], is_so: fn(&TraceRecord) -> bool) -> bool {
        self.told_records(records).all(is_so)
    }

    /// Returns whether the next sentence belongs to this step.
    fn takes(&self, next: &NarratedSentence, records: &[TraceRecord]) -> bool {
        if self.is_heading() || next.number.is_none() || self.sentences(records) >= MOST {
            return false;
        }
        let (own, other) = (&records[self.last_record()], &records[next.record]);
        // Boxes that are only passed are joined to the event that they lead to; a box after an event begins a
        // new step.
        if is_box(own) || is_box(other) {
            return self.all(records, is_box)
                && (!is_box(other) || chart_of_box(own) == chart_of_box(other));
        }
        if own.effect != other.effect {
            return self.takes_effect(own, other, records);
        }
        same_rule(self.last_told().citation.as_ref(), next.citation.as_ref())
            || is_refusal(own)
            || self.all(records, |record| {
                matches!(record.act, Act::Flip { .. } | Act::Flag { .. } | Act::Check { .. })
            })
            || self.0.len() == 1
                && subject_piece(own).is_some_and(|own| subject_piece(other) == Some(own))
    }

    /// Returns whether the next event is the effect of a card that this step uses; the step itself must not
    /// be an effect.
    fn takes_effect(
        &self,
        own: &TraceRecord,
        other: &TraceRecord,
        records: &[TraceRecord],
    ) -> bool {
        let uses = |card: &str| {
            self.told_records(records).any(|record| {
                used_thing(&record.act).is_some_and(|thing| thing.seen && thing.name == card)
            })
        };
        own.effect.is_none() && other.effect.as_deref().is_some_and(uses)
    }

    /// Returns the number of its sentences after equal events are joined.
    fn sentences(&self, records: &[TraceRecord]) -> usize {
        let pairs = self.0.windows(2).filter(|pair| {
            !differ_in_piece_only(&records[pair[0].record], &records[pair[1].record])
        });
        1 + pairs.count()
    }

    fn step(
        &self,
        number: u32,
        span: Range<usize>,
        records: &[TraceRecord],
        teller: &Narrator<'_>,
    ) -> Step {
        let boxes = span.clone().filter(|at| is_box(&records[*at])).collect();
        Step {
            number,
            lead: self.lead(records, teller),
            sentences: self.step_sentences(records, teller),
            records: span,
            boxes,
            ..Step::default()
        }
    }

    /// Returns the sentences of the step, with equal events joined.
    fn step_sentences(&self, records: &[TraceRecord], teller: &Narrator<'_>) -> Vec<StepSentence> {
        let mut said: Vec<StepSentence> = Vec::new();
        for told in &self.0 {
            if said.last_mut().is_some_and(|last| fold_into(last, told, records, teller)) {
                continue;
            }
            said.push(StepSentence::of(told, &records[told.record]));
        }
        said
    }

    /// Returns the words for the deeds: "Turn up, fail, draw"; those for checks if there are no deeds.
    fn lead(&self, records: &[TraceRecord], teller: &Narrator<'_>) -> String {
        let records = self.told_records(records);
        let (checks, deeds): (Vec<_>, Vec<_>) =
            records.partition(|record| matches!(record.act, Act::Check { .. } | Act::Note { .. }));
        let mut leads = distinct_leads(&deeds, teller);
        if leads.is_empty() {
            leads = distinct_leads(&checks, teller);
        }
        leads.truncate(MOST_LEADS);
        capitalized(&leads.iter().map(|lead| lowered_words(lead)).collect::<Vec<_>>().join(", "))
    }
}

impl StepSentence {
    /// Returns the sentence of one record.
    fn of(told: &NarratedSentence, record: &TraceRecord) -> Self {
        Self {
            records: vec![told.record],
            sentence: told.sentence.clone(),
            citation: told.citation.clone(),
            refuses: is_refusal(record),
            passes_box: is_box(record),
            left_out: false,
        }
    }
}

/// Returns words in lower case, except abbreviations such as *Q.I.C.* and *VP*.
fn lowered_words(text: &str) -> String {
    let is_abbreviation = |word: &str| word.chars().filter(|c| c.is_uppercase()).count() > 1;
    let lowered = |word: &str| match is_abbreviation(word) {
        true => word.to_owned(),
        false => word.to_lowercase(),
    };
    text.split(' ').map(lowered).collect::<Vec<_>>().join(" ")
}

/// Returns the leading words of records, each once.
fn distinct_leads(records: &[&TraceRecord], teller: &Narrator<'_>) -> Vec<String> {
    let mut leads: Vec<String> = Vec::new();
    for lead in records.iter().map(|record| teller.lead(record)) {
        if !lead.is_empty() && !leads.contains(&lead) {
            leads.push(lead);
        }
    }
    leads
}

/// Joins an event to the sentence of events that differ only in their piece, if possible.
fn fold_into(
    last: &mut StepSentence,
    told: &NarratedSentence,
    records: &[TraceRecord],
    teller: &Narrator<'_>,
) -> bool {
    let first = &records[last.records[0]];
    if last.citation != told.citation || !differ_in_piece_only(first, &records[told.record]) {
        return false;
    }
    let all = last.records.iter().chain([&told.record]);
    let folded: Vec<&TraceRecord> = all.map(|at| &records[*at]).collect();
    let Some(sentence) = teller.folded(&folded) else { return false };
    last.records.push(told.record);
    last.sentence = sentence;
    true
}

fn is_box(record: &TraceRecord) -> bool {
    matches!(record.act, Act::Box { .. })
}

/// Returns the chart whose box was passed.
fn chart_of_box(record: &TraceRecord) -> Option<u32> {
    if let Act::Box(passed) = &record.act { Some(passed.chart) } else { None }
}

/// Returns whether a record is about something that is not allowed.
fn is_refusal(record: &TraceRecord) -> bool {
    matches!(record.act, Act::Check { holds: false, .. } | Act::Attempt { .. })
}

fn same_rule(a: Option<&Citation>, b: Option<&Citation>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (&a.address, &a.book, &a.effect) == (&b.address, &b.book, &b.effect),
        _ => false,
    }
}

/// Returns the piece that a record is about.
fn subject_piece(record: &TraceRecord) -> Option<u32> {
    let subject = match &record.act {
        Act::Count { of, .. } => Some(of).filter(|of| of.owner.is_some()),
        Act::Check { things, .. } | Act::Note { things, .. } => {
            things.first().filter(|thing| thing.owner.is_some())
        }
        act => handled_piece(act),
    };
    subject.map(|piece| piece.id)
}

/// Returns the thing that an act handles, or is about first.
fn used_thing(act: &Act) -> Option<&NamedSubject> {
    match act {
        Act::Push { what } | Act::Resolve { what } => what.piece(),
        Act::Check { things, .. } | Act::Note { things, .. } => things.first(),
        act => handled_piece(act),
    }
}

/// Returns whether two records differ only in their piece.
fn differ_in_piece_only(a: &TraceRecord, b: &TraceRecord) -> bool {
    let pieces = handled_piece(&a.act).zip(handled_piece(&b.act));
    let differ = pieces.is_some_and(|(a, b)| a.id != b.id) && is_same_handling(&a.act, &b.act);
    differ && a.verb == b.verb && a.actor == b.actor && a.effect == b.effect
}

/// Returns whether two acts are the same except for the piece.
fn is_same_handling(a: &Act, b: &Act) -> bool {
    match (a, b) {
        (Act::Move { from, to, .. }, Act::Move { from: from2, to: to2, .. }) => {
            from.key == from2.key && to.key == to2.key && from.key != to.key
        }
        (Act::Flip { up, .. }, Act::Flip { up: up2, .. }) => up == up2,
        (Act::Flag { flag, on, .. }, Act::Flag { flag: flag2, on: on2, .. }) => {
            (flag, on) == (flag2, on2)
        }
        _ => false,
    }
}
