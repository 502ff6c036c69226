//! Parts of a play that follow one another. In: a trace with the beginnings of its parts. Out: a trace of
//! each part.

use serde::{Deserialize, Serialize};

use super::{Outcome, Snapshot, Trace, TraceRecord};

/// A part of a play after the first: begun by `go_on_with`.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct TracePart {
    /// Index of its first record.
    pub first: usize,
    /// The table before the part.
    pub start: Snapshot,
}

impl Trace {
    /// Returns each part of the play as a trace of its own, with the outcome of the whole play.
    pub fn by_parts(&self) -> Vec<Self> {
        let later = self.parts.iter().map(|part| Some(&part.start));
        let starts = std::iter::once(self.start.as_ref()).chain(later);
        let firsts = std::iter::once(0).chain(self.parts.iter().map(|part| part.first));
        let behind = |nth: usize| self.parts.get(nth);
        let parts = firsts.zip(starts).enumerate().map(|(nth, (first, start))| {
            let to = behind(nth).map_or(self.records.len(), |part| part.first);
            let records = self.records.get(first..to).unwrap_or_default();
            let within = |cause: u32| (cause as usize).checked_sub(first).map(|cause| cause as u32);
            let record = |record: &TraceRecord| TraceRecord {
                cause: record.cause.and_then(within),
                ..record.clone()
            };
            Self {
                records: records.iter().map(record).collect(),
                start: start.cloned(),
                end: behind(nth).map_or(&self.end, |part| &part.start).clone(),
                ..self.without_records()
            }
        });
        parts.collect()
    }

    /// Returns the same play without its records.
    fn without_records(&self) -> Self {
        Self {
            records: Vec::new(),
            outcome: self.outcome.clone(),
            table: self.table.clone(),
            names: self.names.clone(),
            asked: self.asked.clone(),
            ..Self::ended(Outcome::Finished)
        }
    }
}
