//! The rules that plays reach. In: the trace of each play. Out: the number of plays that reached each
//! function, place, line and exit.

use std::collections::{BTreeMap, BTreeSet};

use rules::engine::trace::{Act, Trace};

/// Number of plays that reached each item, by its index.
pub type Counts = BTreeMap<u32, u64>;

/// The parts of the rules that plays reach.
#[derive(Debug, Default)]
pub struct Reached {
    /// Functions that were entered.
    pub functions: Counts,
    /// Places that an event cites or that have a list.
    pub cited: Counts,
    /// Lines of lists that dropped a candidate.
    pub lines: Counts,
    /// Exits of boxes that were taken.
    pub ways: Counts,
}

impl Reached {
    /// Adds the counts of a play.
    pub fn add(&mut self, trace: &Trace) {
        let count = |counts: &mut Counts, numbers: &mut dyn Iterator<Item = u32>| {
            numbers.for_each(|number| *counts.entry(number).or_default() += 1);
        };
        count(&mut self.functions, &mut trace.reached.iter().copied());
        count(&mut self.lines, &mut trace.lines.iter().copied());
        count(&mut self.ways, &mut trace.walked.iter().copied());
        let mut cited = BTreeSet::new();
        for record in &trace.records {
            cited.extend(record.place);
            if let Act::Pick { place, .. } = &record.act {
                cited.insert(*place);
            }
        }
        count(&mut self.cited, &mut cited.into_iter());
    }

    /// Adds the counts of later plays.
    pub fn append(&mut self, later: Self) {
        let add = |own: &mut Counts, others: Counts| {
            others.into_iter().for_each(|(number, plays)| *own.entry(number).or_default() += plays);
        };
        add(&mut self.functions, later.functions);
        add(&mut self.cited, later.cited);
        add(&mut self.lines, later.lines);
        add(&mut self.ways, later.ways);
    }
}
