//! What many games show of a book. In: the trace of each game. Out: how many games came to each
//! function, place, line, exit and row, and how each choice fell.

use std::collections::{BTreeMap, BTreeSet};

use super::choices::ChoiceTally;
use super::subjects::each_name;
use example::command::OpenQuestions;
use rules::engine::trace::{Act, Outcome, Trace};

/// In how many plays each was reached, by its number.
pub type Counts = BTreeMap<u32, u64>;

/// What plays reach of the rules.
#[derive(Debug, Default)]
pub struct Reach {
    /// Functions that were entered.
    pub functions: Counts,
    /// Places that an event cites or a list stands at.
    pub cited: Counts,
    /// Lines of lists that dropped a candidate.
    pub lines: Counts,
    /// Exits of boxes that were taken.
    pub ways: Counts,
}

impl Reach {
    /// Adds what a play reaches.
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

    fn append(&mut self, later: Self) {
        let add = |own: &mut Counts, others: Counts| {
            others.into_iter().for_each(|(number, plays)| *own.entry(number).or_default() += plays);
        };
        add(&mut self.functions, later.functions);
        add(&mut self.cited, later.cited);
        add(&mut self.lines, later.lines);
        add(&mut self.ways, later.ways);
    }
}

/// What many games show.
#[derive(Debug, Default)]
pub struct HealthTally {
    /// How many games.
    pub games: u64,
    /// Games that a fault or a limit stopped, or that could not go on.
    pub stopped: u64,
    /// What they reach.
    pub reach: Reach,
    /// In how many games each name comes up.
    pub names: BTreeMap<String, u64>,
    /// Tables whose rows are spaces of maps.
    pub maps: BTreeSet<u16>,
    /// How choices fell.
    pub choices: ChoiceTally,
    /// What the book leaves open.
    pub questions: OpenQuestions,
}

impl HealthTally {
    /// Adds a game; of its names those that are `known` count.
    pub fn add(&mut self, seed: u64, trace: Trace, known: &BTreeSet<&str>) {
        self.games += 1;
        self.stopped += u64::from(matches!(
            trace.outcome,
            Outcome::Fault(_) | Outcome::Limit { .. } | Outcome::Stuck { .. }
        ));
        self.reach.add(&trace);
        self.maps.extend(trace.names.spaces.values().map(|space| space.table));
        let mut names: BTreeSet<&str> = BTreeSet::new();
        for record in &trace.records {
            each_name(record, &mut |name| names.extend(known.get(name)));
            self.choices.add(record);
        }
        for name in names {
            match self.names.get_mut(name) {
                Some(games) => *games += 1,
                None => drop(self.names.insert(name.to_owned(), 1)),
            }
        }
        self.questions.add(seed, trace);
    }

    /// Adds what later games show.
    pub fn append(&mut self, later: Self) {
        self.games += later.games;
        self.stopped += later.stopped;
        self.reach.append(later.reach);
        for (name, games) in later.names {
            *self.names.entry(name).or_default() += games;
        }
        self.maps.extend(later.maps);
        self.choices.append(later.choices);
        self.questions.append(later.questions);
    }
}
