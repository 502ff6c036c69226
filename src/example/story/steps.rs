//! Events as steps: those of one rule step together, what is trivial with what follows it, equal
//! ones in one sentence.

use super::{Step, StepSentence, StoryEntry, StorySource, steps_are_events};
use crate::engine::trace::{Act, NamedPending, NamedSubject, TraceRecord};
use crate::example::narrate::{Citation, NarratedSentence, Narrator};

/// The most sentences of one step.
const MOST: usize = 6;
/// The most words that lead a step.
const MOST_LEADS: usize = 3;

/// Headings and steps of a trace.
pub(super) fn story_entries(source: &StorySource<'_>, teller: &Narrator<'_>) -> Vec<StoryEntry> {
    let records = &source.trace.records;
    let mut drafts: Vec<StepGroup<'_>> = Vec::new();
    for told in &source.narration.sentences {
        let joins = drafts
            .last()
            .is_some_and(|draft| !steps_are_events(source.scenario) && draft.takes(told, records));
        match drafts.last_mut() {
            Some(draft) if joins => draft.0.push(told),
            _ => drafts.push(StepGroup(vec![told])),
        }
    }
    let mut entries = Vec::new();
    let (mut number, mut from) = (0, 0);
    for (at, draft) in drafts.iter().enumerate() {
        let last = draft.0.last().map_or(from, |told| told.record);
        let next = drafts.get(at + 1).map_or(records.len(), |draft| draft.0[0].record);
        let to = if at + 1 == drafts.len() {
            records.len()
        } else {
            end_behind_boxes(last + 1, next, records)
        };
        if draft.is_heading() {
            entries.push(StoryEntry::Heading(draft.0[0].sentence.clone()));
            // What is told of nobody belongs to the step before.
            match entries.iter_mut().rev().find_map(as_step) {
                Some(step) => step.records.1 = to,
                None => continue,
            }
            from = to;
            continue;
        }
        number += 1;
        entries.push(StoryEntry::Step(draft.step(number, (from, to), records, teller)));
        from = to;
    }
    entries
}

/// Where what belongs to a record ends: a box that was told by what happened in it comes behind
/// that.
fn end_behind_boxes(mut to: usize, next: usize, records: &[TraceRecord]) -> usize {
    while to < next && matches!(records[to].act, Act::Box { acts: true, .. }) {
        to += 1;
    }
    to
}

fn as_step(entry: &mut StoryEntry) -> Option<&mut Step> {
    match entry {
        StoryEntry::Step(step) => Some(step),
        StoryEntry::Heading(_) => None,
    }
}

/// What may become a step.
struct StepGroup<'a>(Vec<&'a NarratedSentence>);

impl StepGroup<'_> {
    fn is_heading(&self) -> bool {
        self.0[0].number.is_none()
    }

    /// Whether something told next belongs to this step.
    fn takes(&self, next: &NarratedSentence, records: &[TraceRecord]) -> bool {
        let Some(last) = self.0.last() else { return false };
        if self.is_heading() || next.number.is_none() || self.sentences(records) >= MOST {
            return false;
        }
        let (own, other) = (&records[last.record], &records[next.record]);
        // Boxes that are only passed lead to what happens next; with that a step ends.
        if is_box(own) || is_box(other) {
            let passed = self.0.iter().all(|told| is_box(&records[told.record]));
            return passed && (!is_box(other) || chart_of_box(own) == chart_of_box(other));
        }
        // What a card does belongs to the step that uses the card, and nothing else to what it
        // does.
        if own.effect != other.effect {
            return match &other.effect {
                Some(card) => {
                    own.effect.is_none()
                        && self.0.iter().any(|told| uses_card(&records[told.record], card))
                }
                None => false,
            };
        }
        let alone = self.0.len() == 1;
        same_rule(last.citation.as_ref(), next.citation.as_ref())
            || is_refusal(own)
            || self.0.iter().all(|told| is_trivial(&records[told.record]))
            || alone && subject_piece(own).is_some() && subject_piece(own) == subject_piece(other)
    }

    /// How many sentences it has when equal events are told in one.
    fn sentences(&self, records: &[TraceRecord]) -> usize {
        let pairs = self.0.windows(2).filter(|pair| {
            !differ_in_piece_only(&records[pair[0].record], &records[pair[1].record])
        });
        1 + pairs.count()
    }

    fn step(
        &self,
        number: u32,
        span: (usize, usize),
        records: &[TraceRecord],
        teller: &Narrator<'_>,
    ) -> Step {
        let mut said: Vec<StepSentence> = Vec::new();
        for told in &self.0 {
            let record = &records[told.record];
            if let Some(last) = said.last_mut()
                && let Some(&first) = last.records.first()
                && last.citation == told.citation
                && differ_in_piece_only(&records[first], record)
            {
                let mut all = last.records.clone();
                all.push(told.record);
                let of: Vec<&TraceRecord> = all.iter().map(|at| &records[*at]).collect();
                if let Some(sentence) = teller.folded(&of) {
                    (last.records, last.sentence) = (all, sentence);
                    continue;
                }
            }
            said.push(StepSentence {
                records: vec![told.record],
                sentence: told.sentence.clone(),
                citation: told.citation.clone(),
                refuses: is_refusal(record),
            });
        }
        let boxes = (span.0..span.1).filter(|at| is_box(&records[*at])).collect();
        Step {
            number,
            lead: self.lead(records, teller),
            sentences: said,
            records: span,
            boxes,
            ..Step::default()
        }
    }

    /// The words for what is done: "Turn up, fail, draw".
    fn lead(&self, records: &[TraceRecord], teller: &Narrator<'_>) -> String {
        let mut leads: Vec<String> = Vec::new();
        let mut checks: Vec<String> = Vec::new();
        for record in self.0.iter().map(|told| &records[told.record]) {
            let lead = teller.lead(record);
            let into = if matches!(record.act, Act::Check { .. } | Act::Note { .. }) {
                &mut checks
            } else {
                &mut leads
            };
            if !lead.is_empty() && !into.contains(&lead) {
                into.push(lead);
            }
        }
        let mut chosen = if leads.is_empty() { checks } else { leads };
        chosen.truncate(MOST_LEADS);
        let mut lead = chosen.join(", ").to_lowercase();
        if let Some(first) = lead.chars().next() {
            lead.replace_range(..first.len_utf8(), &first.to_uppercase().collect::<String>());
        }
        lead
    }
}

fn is_box(record: &TraceRecord) -> bool {
    matches!(record.act, Act::Box { .. })
}

/// The chart whose box was passed.
fn chart_of_box(record: &TraceRecord) -> Option<u32> {
    if let Act::Box { chart, .. } = &record.act { Some(*chart) } else { None }
}

/// Something was tried and is not allowed.
fn is_refusal(record: &TraceRecord) -> bool {
    matches!(record.act, Act::Check { holds: false, .. } | Act::Attempt { .. })
}

/// What is not worth a step of its own.
fn is_trivial(record: &TraceRecord) -> bool {
    matches!(record.act, Act::Flip { .. } | Act::Flag { .. } | Act::Check { .. })
}

fn same_rule(a: Option<&Citation>, b: Option<&Citation>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (&a.address, &a.book, &a.effect) == (&b.address, &b.book, &b.effect),
        _ => false,
    }
}

/// The piece that a record is about.
fn subject_piece(record: &TraceRecord) -> Option<u32> {
    match &record.act {
        Act::Move { piece, .. } | Act::Flip { piece, .. } | Act::Flag { piece, .. } => {
            Some(piece.id)
        }
        Act::Count { of, .. } => of.owner.as_ref().map(|_| of.id),
        Act::Check { things, .. } | Act::Note { things, .. } => {
            things.first().filter(|thing| thing.owner.is_some()).map(|thing| thing.id)
        }
        _ => None,
    }
}

/// Whether a record is about a card of this name that everybody knows.
fn uses_card(record: &TraceRecord, card: &str) -> bool {
    let is = |thing: &NamedSubject| thing.seen && thing.name == card;
    match &record.act {
        Act::Move { piece, .. } | Act::Flip { piece, .. } | Act::Flag { piece, .. } => is(piece),
        Act::Push { what: NamedPending::Thing(piece) }
        | Act::Resolve { what: NamedPending::Thing(piece) } => is(piece),
        Act::Check { things, .. } | Act::Note { things, .. } => things.first().is_some_and(is),
        _ => false,
    }
}

/// Whether two records differ only in their piece.
fn differ_in_piece_only(a: &TraceRecord, b: &TraceRecord) -> bool {
    let same = match (&a.act, &b.act) {
        (
            Act::Move { from, to, piece, .. },
            Act::Move { from: from2, to: to2, piece: other, .. },
        ) => {
            from.key == from2.key && to.key == to2.key && from.key != to.key && piece.id != other.id
        }
        (Act::Flip { up, piece }, Act::Flip { up: up2, piece: other }) => {
            up == up2 && piece.id != other.id
        }
        (Act::Flag { flag, on, piece }, Act::Flag { flag: flag2, on: on2, piece: other }) => {
            (flag, on) == (flag2, on2) && piece.id != other.id
        }
        _ => false,
    };
    same && a.verb == b.verb && a.actor == b.actor && a.effect == b.effect
}
