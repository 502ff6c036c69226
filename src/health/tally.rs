//! Counts of many games of a book. In: the trace of each game. Out: the number of games that reached each
//! function, place, line, exit and row, and the choices in them.

use std::collections::{BTreeMap, BTreeSet};

use super::choices::ChoiceTally;
use example::command::{OpenQuestions, Reached};
use rules::engine::Role;
use rules::engine::trace::{Act, Outcome, Trace, TraceRecord};

/// Counts of many games.
#[derive(Debug, Default)]
pub struct HealthTally {
    /// Number of games.
    pub games: u64,
    /// Number of games that a fault or a limit stopped, or that could not continue.
    pub stopped: u64,
    /// The places, functions and lines that they reached.
    pub reach: Reached,
    /// The number of games in which each name comes up.
    pub names: BTreeMap<String, u64>,
    /// Tables whose rows are spaces of maps.
    pub maps: BTreeSet<u16>,
    /// Counts of choices.
    pub choices: ChoiceTally,
    /// The questions that the book leaves open.
    pub questions: OpenQuestions,
}

impl HealthTally {
    /// Adds a game; counts only the names in `known`.
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
            let told = told_names(record).into_iter();
            names.extend(told.filter_map(|name| known.get(name)));
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

    /// Adds the counts of later games.
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

/// Returns the names in a record: the card carried out, the given answer, and the subjects of the act; not
/// spaces, and not the options that were not taken.
fn told_names(record: &TraceRecord) -> Vec<&str> {
    let mut names: Vec<&str> = record.effect.as_deref().into_iter().collect();
    if let Act::Ask { answer, .. } = &record.act {
        names.push(answer);
    }
    for (role, thing) in record.act.subjects() {
        let is_met = match role {
            Role::Changed | Role::Told | Role::Chosen | Role::Compared => true,
            Role::Host => matches!(record.act, Act::Attach { .. }),
            Role::End | Role::Offered | Role::Excluded => false,
        };
        names.extend(is_met.then_some(thing.name.as_str()));
    }
    names
}
