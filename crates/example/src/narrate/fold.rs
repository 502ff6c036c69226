//! Parts of steps other than single sentences: several equal events in one sentence, and the word that leads
//! a step.

use super::slots::{self, SlotValue, ZoneOwners};
use super::{Lexicon, Narrator, Sentence, tags};
use rules::Program;
use rules::engine::trace::{Act, NamedSubject, Trace, TraceRecord};

impl<'a> Narrator<'a> {
    /// Returns a narrator of `trace`.
    pub fn new(trace: &'a Trace, program: &'a Program, words: &'a Lexicon) -> Self {
        Self { words, program, table: ZoneOwners::of(trace) }
    }

    /// Returns one sentence for records that differ only in their piece; none if they share no sentence, or
    /// if it suits one piece only.
    pub fn folded(&self, records: &[&'a TraceRecord]) -> Option<Sentence> {
        let first = *records.first()?;
        let (seen, tags) = (&first.seen, tags::record_tags(first));
        if !records.iter().all(|own| own.seen == *seen && tags::record_tags(own) == tags) {
            return None;
        }
        let mut values = slots::record_slots(first, self);
        let pieces = records.iter().filter_map(|record| handled_piece(&record.act));
        values.insert("piece", SlotValue::plain_things(pieces));
        let template = self.template(first, &values)?;
        if template.speaks_of_several("piece") {
            self.filled_sentence(first, &values)
        } else {
            None
        }
    }

    /// Returns the word that leads a step with this event: "Draw".
    pub fn lead(&self, record: &TraceRecord) -> String {
        let known = self.words.leads.get(&record.verb);
        known.cloned().unwrap_or_else(|| record.verb.replace('-', " "))
    }

    /// Returns the printed name of a flag or counter.
    pub fn name<'n>(&'n self, name: &'n str) -> &'n str {
        self.words.name(name)
    }
}

/// Returns the piece that an act changes, if one sentence can be about several such pieces.
pub fn handled_piece(act: &Act) -> Option<&NamedSubject> {
    let is_of_one = matches!(act, Act::Stand { .. } | Act::Walk { .. } | Act::Count { .. });
    act.changed().filter(|_| !is_of_one)
}
