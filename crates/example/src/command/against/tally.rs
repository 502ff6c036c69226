//! Counts of pairs of games: the same seed under an earlier and a later edition.

use std::collections::{BTreeMap, BTreeSet};

use super::super::simulate::{GameLine, GameTally, LineMetric, NumberCounts};
use super::difference::{Difference, PairedNumber, PairedShare, beyond_chance};

/// Number of seeds that are reported of games that part.
const SEEDS_TOLD: usize = 3;
/// The most different things that are counted; any more are ignored.
const MOST_KINDS: usize = 1_000;

/// An event that happens in a game or not.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Happening {
    /// Somebody wins.
    Winner(String),
    /// Somebody loses.
    Loser(String),
    /// A metric has a word.
    Word(String, String),
    /// The game has this ending.
    Ending(String),
}

impl Happening {
    /// Returns "won by Ada" and the like.
    fn name(&self) -> String {
        match self {
            Self::Winner(name) => format!("won by {name}"),
            Self::Loser(name) => format!("lost by {name}"),
            Self::Word(metric, word) => format!("{metric}: {word}"),
            Self::Ending(line) => line.clone(),
        }
    }

    fn all_of(game: &GameLine) -> BTreeSet<Self> {
        let words = game.metrics.iter().filter_map(|(name, value)| match value {
            LineMetric::Word(word) => Some(Self::Word(name.clone(), word.clone())),
            LineMetric::Number(_) => None,
        });
        let sides = game.winner.clone().map(Self::Winner).into_iter();
        let sides = sides.chain(game.loser.clone().map(Self::Loser));
        sides.chain(words).chain([Self::Ending(game.ending.clone())]).collect()
    }
}

/// Pairs of games, counted.
#[derive(Debug, Default)]
pub struct PairTally {
    /// The games of the earlier edition.
    pub old: GameTally,
    /// The games of the later edition.
    pub new: GameTally,
    /// Pairs whose games had the same result.
    pub alike: u64,
    /// The first seeds whose games had different results.
    pub parted: Vec<u64>,
    shares: BTreeMap<Happening, PairedShare>,
    /// The later minus the earlier number, by name, over pairs in which both games have it.
    apart: BTreeMap<String, NumberCounts>,
}

/// A measure that is compared: a share or a mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    /// "won by Ada", "turns".
    pub name: String,
    /// True for a share of the games, false for a mean.
    pub is_share: bool,
    /// Difference between the editions.
    pub difference: Difference,
    /// True if the difference is more than chance, with all measures judged together.
    pub differs: bool,
}

impl PairTally {
    /// Counts a pair.
    pub fn add(&mut self, old: GameLine, new: GameLine) {
        let told = |game: &GameLine| (game.turns, game.rounds, game.events);
        if told(&old) == told(&new) && old.ending == new.ending && old.metrics == new.metrics {
            self.alike += 1;
        } else if self.parted.len() < SEEDS_TOLD {
            self.parted.push(new.seed);
        }
        let (before, after) = (Happening::all_of(&old), Happening::all_of(&new));
        for what in before.union(&after) {
            let Some(share) = entry(&mut self.shares, what) else { continue };
            match (before.contains(what), after.contains(what)) {
                (true, true) => share.both += 1,
                (true, false) => share.old_only += 1,
                (false, _) => share.new_only += 1,
            }
        }
        let before = numbers_of(&old);
        for (name, after) in numbers_of(&new) {
            let Some(before) = before.get(&name) else { continue };
            if let Some(apart) = entry(&mut self.apart, &name) {
                apart.add(after.saturating_sub(*before));
            }
        }
        self.old.add(old, None);
        self.new.add(new, None);
    }

    /// Returns the number of counted pairs.
    pub fn pairs(&self) -> u64 {
        self.new.games()
    }

    /// Returns everything that is not the same in all games, or only the `wanted` numbers; shares first.
    /// Shares that count the same games are listed once.
    pub fn measures(&self, wanted: &[String]) -> Vec<Measure> {
        let mut seen = Vec::new();
        let shares =
            self.shares.iter().filter(|_| wanted.is_empty()).filter_map(|(what, share)| {
                let share = PairedShare { pairs: self.pairs(), ..*share };
                let is_new = !share.is_constant() && !seen.contains(&share);
                seen.push(share);
                is_new.then(|| (what.name(), true, share.difference()))
            });
        let means = self.names(wanted).into_iter().filter_map(|name| {
            let number = self.number(name)?;
            (!number.is_constant()).then(|| (name.to_owned(), false, number.difference()))
        });
        let all: Vec<_> = shares.chain(means).collect();
        let chances: Vec<f64> = all.iter().map(|(.., own)| own.chance()).collect();
        let told = beyond_chance(&chances);
        let measure = |((name, is_share, difference), differs)| Measure {
            name,
            is_share,
            difference,
            differs,
        };
        all.into_iter().zip(told).map(measure).collect()
    }

    /// Returns the names of the numbers to report: the `wanted` ones, or all except the events.
    fn names<'t>(&'t self, wanted: &'t [String]) -> BTreeSet<&'t str> {
        if !wanted.is_empty() {
            return wanted.iter().map(String::as_str).collect();
        }
        let all = [&self.old, &self.new].into_iter().flat_map(GameTally::numbers);
        all.map(|number| number.name).filter(|name| *name != "events").collect()
    }

    /// Returns the number of this name in both editions, if both have games with it.
    pub fn number(&self, name: &str) -> Option<PairedNumber<'_>> {
        let (old, new) = (self.old.counts_of(name)?, self.new.counts_of(name)?);
        Some(PairedNumber { old, new, apart: self.apart.get(name) })
    }
}

fn numbers_of(game: &GameLine) -> BTreeMap<String, i64> {
    let recorded = game.metrics.iter().filter_map(|(name, value)| match value {
        LineMetric::Number(number) => Some((name.clone(), *number)),
        LineMetric::Word(_) => None,
    });
    let counted = [("turns", game.turns), ("rounds", game.rounds), ("events", game.events)];
    recorded.chain(counted.map(|(name, count)| (name.to_owned(), count.into()))).collect()
}

/// Returns the entry of a key, unless there are too many.
fn entry<'m, K: Ord + Clone, T: Default>(
    kinds: &'m mut BTreeMap<K, T>,
    key: &K,
) -> Option<&'m mut T> {
    let room = kinds.len() < MOST_KINDS || kinds.contains_key(key);
    room.then(|| kinds.entry(key.clone()).or_default())
}
