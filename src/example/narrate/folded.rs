//! What steps need beside single sentences: several equal events in one sentence, and the word that
//! leads a step.

use super::values::{self, Table, Value};
use super::{Sentence, Teller, Words, fill, tags};
use crate::engine::trace::{Act, Record, Thing, Trace};
use crate::rules::Program;

impl<'a> Teller<'a> {
    /// What is needed to tell `trace`.
    pub(in crate::example) fn new(
        trace: &'a Trace,
        program: &'a Program,
        words: &'a Words,
    ) -> Self {
        Self { words, program, table: Table::of(trace) }
    }

    /// One sentence for records that differ only in their piece; none when they have not one in
    /// common.
    pub(in crate::example) fn folded(&self, records: &[&'a Record]) -> Option<Sentence> {
        let first = *records.first()?;
        let tags = tags::of_record(first);
        if records.iter().any(|record| tags::of_record(record) != tags || record.seen != first.seen)
        {
            return None;
        }
        let mut values = values::of_record(first, self);
        let things: Vec<(&Thing, String)> =
            records.iter().filter_map(|record| Some((piece(record)?, String::new()))).collect();
        values.insert("piece", Value::Things(things));
        let template = self.template(first, &tags, &values)?;
        let sentence = fill::fill(template, &values, self, first);
        (!sentence.parts.is_empty()).then_some(sentence)
    }

    /// The word that leads a step in which this is the event: "Draw".
    pub(in crate::example) fn lead(&self, record: &Record) -> String {
        let known = self.words.leads.get(&record.verb);
        known.cloned().unwrap_or_else(|| record.verb.replace('-', " "))
    }

    /// A flag or counter as it is printed.
    pub(in crate::example) fn name<'n>(&'n self, name: &'n str) -> &'n str {
        self.words.name(name)
    }
}

fn piece(record: &Record) -> Option<&Thing> {
    match &record.act {
        Act::Move { piece, .. } | Act::Flip { piece, .. } | Act::Flag { piece, .. } => Some(piece),
        _ => None,
    }
}
