//! What is counted of pairs of games: the same seed under an earlier and a later edition.

use std::collections::{BTreeMap, BTreeSet};

use super::super::simulate::{GameLine, LineMetric};
use super::difference::{Difference, PairedNumber, PairedShare, beyond_chance};

/// How many seeds are told of games that part.
const SEEDS_TOLD: usize = 3;
/// The most different things that are told apart; the others are not counted.
const MOST_KINDS: usize = 1_000;

/// Something that happens in a game or not.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Happening {
    /// Somebody wins.
    Winner(String),
    /// Somebody loses.
    Loser(String),
    /// A metric has a word.
    Word(String, String),
    /// It ends so.
    Ending(String),
}

impl Happening {
    /// "won by Ada"
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
    pub(super) pairs: u64,
    /// Pairs of which the games came to the same.
    pub(super) alike: u64,
    /// The first seeds whose games came to something else.
    pub(super) parted: Vec<u64>,
    shares: BTreeMap<Happening, PairedShare>,
    numbers: BTreeMap<String, PairedNumber>,
}

/// What is compared: a share or a mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    /// "won by Ada", "turns"
    pub name: String,
    /// Whether it is a share of the games, and not a mean.
    pub is_share: bool,
    /// How far the editions lie apart.
    pub difference: Difference,
    /// Whether that is more than chance, with all measures looked at together.
    pub differs: bool,
}

impl PairTally {
    /// Counts a pair.
    pub fn add(&mut self, old: &GameLine, new: &GameLine) {
        self.pairs += 1;
        if same_game(old, new) {
            self.alike += 1;
        } else if self.parted.len() < SEEDS_TOLD {
            self.parted.push(new.seed);
        }
        let (before, after) = (Happening::all_of(old), Happening::all_of(new));
        for what in before.union(&after) {
            let Some(share) = entry(&mut self.shares, what) else { continue };
            match (before.contains(what), after.contains(what)) {
                (true, true) => share.both += 1,
                (true, false) => share.old_only += 1,
                (false, _) => share.new_only += 1,
            }
        }
        let (before, after) = (numbers_of(old), numbers_of(new));
        let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        for name in names {
            let Some(number) = entry(&mut self.numbers, name) else { continue };
            number.add(before.get(name).copied(), after.get(name).copied());
        }
    }

    /// Everything that is not the same in all games, shares first. What says the same of the same
    /// games stands once.
    pub fn measures(&self) -> Vec<Measure> {
        let mut seen = Vec::new();
        let shares = self.shares.iter().filter_map(|(what, share)| {
            let share = PairedShare { pairs: self.pairs, ..*share };
            let is_new = !share.is_constant() && !seen.contains(&share);
            seen.push(share);
            is_new.then(|| (what.name(), true, share.difference()))
        });
        let numbers = self.numbers.iter().filter(|(_, number)| !number.is_constant());
        let numbers =
            numbers.filter_map(|(name, number)| Some((name.clone(), false, number.difference()?)));
        let all: Vec<_> = shares.chain(numbers).collect();
        let chances: Vec<f64> = all.iter().map(|(.., own)| own.chance()).collect();
        let told = beyond_chance(&chances);
        all.into_iter()
            .zip(told)
            .map(|((name, is_share, difference), differs)| Measure {
                name,
                is_share,
                difference,
                differs,
            })
            .collect()
    }

    /// The number of this name in both editions.
    pub(super) fn number(&self, name: &str) -> Option<&PairedNumber> {
        self.numbers.get(name)
    }
}

/// Whether two games came to the same.
fn same_game(old: &GameLine, new: &GameLine) -> bool {
    let told = |game: &GameLine| (game.turns, game.rounds, game.events);
    told(old) == told(new) && old.ending == new.ending && old.metrics == new.metrics
}

fn numbers_of(game: &GameLine) -> BTreeMap<String, i64> {
    let recorded = game.metrics.iter().filter_map(|(name, value)| match value {
        LineMetric::Number(number) => Some((name.clone(), *number)),
        LineMetric::Word(_) => None,
    });
    let counted = [("turns", game.turns), ("rounds", game.rounds)];
    recorded.chain(counted.map(|(name, count)| (name.to_owned(), count.into()))).collect()
}

/// The entry of a key, unless there are too many.
fn entry<'m, K: Ord + Clone, T: Default>(
    kinds: &'m mut BTreeMap<K, T>,
    key: &K,
) -> Option<&'m mut T> {
    let room = kinds.len() < MOST_KINDS || kinds.contains_key(key);
    room.then(|| kinds.entry(key.clone()).or_default())
}
