//! What is counted of many games.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::game_line::{GameLine, LineMetric};
use super::statistics::{NamedNumber, NumberCounts};
use rules::engine::trace::Outcome;

/// How many seeds are told of games that end as no game should.
const SEEDS_TOLD: usize = 3;
/// The most different endings, metrics or words of a metric that are told apart.
const MOST_KINDS: usize = 1_000;
/// What all others count as.
const OTHERS: &str = "(others)";

/// Games that ended in one way.
#[derive(Debug)]
pub struct TalliedOutcome {
    /// How many.
    pub count: u64,
    /// The first seeds.
    pub seeds: Vec<u64>,
    /// `over`, `gap` and so on.
    pub word: String,
    /// Whether somebody won or lost.
    pub decided: bool,
    /// The outcome of the first one, unless that was played earlier.
    pub outcome: Option<Outcome>,
}

impl TalliedOutcome {
    /// Returns whether games may end so: they are over, or the rule that was played came to its end.
    pub fn is_regular(&self) -> bool {
        ["over", "finished", "stopped"].contains(&self.word.as_str())
    }
}

/// A word or a number of each game.
#[derive(Debug, Default)]
pub struct TalliedMetric {
    pub numbers: NumberCounts,
    pub words: BTreeMap<String, u64>,
}

impl TalliedMetric {
    /// Returns how many games recorded words.
    pub fn worded(&self) -> u64 {
        self.words.values().sum()
    }
}

/// What a name stands for that has no histogram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetricKind {
    /// Words are recorded under it.
    Words,
    /// A number that is 0 in every game.
    Nought,
    /// Nothing.
    Unknown,
}

/// What is counted of many games.
#[derive(Debug, Default)]
pub struct GameTally {
    pub(crate) games: u64,
    pub(crate) first: Option<u64>,
    pub(crate) last: u64,
    pub(crate) outcomes: BTreeMap<String, TalliedOutcome>,
    pub(crate) winners: BTreeMap<String, u64>,
    pub(crate) losers: BTreeMap<String, u64>,
    pub(crate) events: NumberCounts,
    pub(crate) turns: NumberCounts,
    pub(crate) rounds: NumberCounts,
    pub(crate) metrics: BTreeMap<String, TalliedMetric>,
}

impl GameTally {
    /// Returns how many games were counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Counts a game; `outcome` is all that is known of its end, if it was just played.
    pub fn add(&mut self, game: GameLine, outcome: Option<Outcome>) {
        self.games += 1;
        self.first.get_or_insert(game.seed);
        self.last = game.seed;
        self.events.add(game.events.into());
        self.turns.add(game.turns.into());
        self.rounds.add(game.rounds.into());
        if let Some(winner) = &game.winner {
            *kind_of(&mut self.winners, winner) += 1;
        }
        if let Some(loser) = &game.loser {
            *kind_of(&mut self.losers, loser) += 1;
        }
        self.add_outcome(&game, outcome);
        for (name, value) in game.metrics {
            let metric = kind_of(&mut self.metrics, &name);
            match value {
                LineMetric::Number(number) => metric.numbers.add(number),
                LineMetric::Word(word) => *kind_of(&mut metric.words, &word) += 1,
            }
        }
    }

    fn add_outcome(&mut self, game: &GameLine, outcome: Option<Outcome>) {
        let known = self.outcomes.len() < MOST_KINDS || self.outcomes.contains_key(&game.ending);
        let line = if known { game.ending.clone() } else { format!("{}: {OTHERS}", game.outcome) };
        let ends = self.outcomes.entry(line).or_insert_with(|| TalliedOutcome {
            count: 0,
            seeds: Vec::new(),
            word: game.outcome.clone(),
            decided: game.winner.is_some() || game.loser.is_some(),
            outcome,
        });
        ends.count += 1;
        if ends.seeds.len() < SEEDS_TOLD {
            ends.seeds.push(game.seed);
        }
    }

    /// Returns how many games somebody won or lost.
    pub fn decided_games(&self) -> u64 {
        self.outcomes.values().filter(|ends| ends.decided).map(|ends| ends.count).sum()
    }

    /// Returns whether somebody won or lost at least this percentage of the games.
    pub fn is_decided_in(&self, percent: u8) -> bool {
        self.decided_games() * 100 >= self.games * u64::from(percent)
    }

    /// The outcomes, the most frequent first.
    pub fn sorted_outcomes(&self) -> Vec<(&str, &TalliedOutcome)> {
        let ends = self.outcomes.iter().map(|(line, ends)| (line.as_str(), ends));
        let mut ends: Vec<_> = ends.collect();
        ends.sort_by_key(|(line, ends)| (Reverse(ends.count), *line));
        ends
    }

    /// The numbers of each game by name: turns, rounds, what the rules recorded, and events.
    pub fn numbers(&self) -> Vec<NamedNumber<'_>> {
        let recorded = self.metrics.iter().map(|(name, metric)| (name.as_str(), &metric.numbers));
        let counted = [("turns", &self.turns), ("rounds", &self.rounds)].into_iter();
        let all = counted.chain(recorded).chain([("events", &self.events)]);
        let all = all.map(|(name, counts)| NamedNumber { name, counts });
        all.filter(|NamedNumber { counts, .. }| {
            counts.games > 0 && (counts.least, counts.most) != (0, 0)
        })
        .collect()
    }

    /// Returns what a name is that is none of [`Self::numbers`].
    pub fn kind_of_metric(&self, name: &str) -> MetricKind {
        match self.metrics.get(name) {
            Some(metric) if !metric.words.is_empty() => MetricKind::Words,
            Some(_) => MetricKind::Nought,
            None if ["turns", "rounds", "events"].contains(&name) => MetricKind::Nought,
            None => MetricKind::Unknown,
        }
    }

    /// Returns whether what is played came to its end in every game and no game did.
    pub fn stops_early(&self) -> bool {
        let mut ends = self.outcomes.values();
        self.games > 0 && ends.all(|ends| ends.is_regular() && ends.word != "over")
    }

    /// The number of this name, also where it is nought in every game.
    pub fn counts_of(&self, name: &str) -> Option<&NumberCounts> {
        let counts = match name {
            "turns" => &self.turns,
            "rounds" => &self.rounds,
            "events" => &self.events,
            _ => &self.metrics.get(name)?.numbers,
        };
        (counts.games > 0).then_some(counts)
    }

    /// In how many games something happens: `won by NAME`, `lost by NAME`, `decided`, `METRIC: WORD`, or the
    /// line that tells how a game ends; none where nothing is known of such a thing.
    pub fn count_of(&self, name: &str) -> Option<u64> {
        if name == "decided" {
            return Some(self.decided_games());
        }
        let side = |of: &BTreeMap<String, u64>, side: &str| of.get(side).copied();
        if let Some(winner) = name.strip_prefix("won by ") {
            let loses = self.losers.contains_key(winner).then_some(0);
            return side(&self.winners, winner).or(loses);
        }
        if let Some(loser) = name.strip_prefix("lost by ") {
            let wins = self.winners.contains_key(loser).then_some(0);
            return side(&self.losers, loser).or(wins);
        }
        if let Some(ends) = self.outcomes.get(name) {
            return Some(ends.count);
        }
        let (metric, word) = name.split_once(": ")?;
        let words = &self.metrics.get(metric)?.words;
        (!words.is_empty()).then(|| words.get(word).copied().unwrap_or(0))
    }

    /// The names of [`Self::count_of`] that there are.
    pub fn happenings(&self) -> Vec<String> {
        let won = self.winners.keys().map(|name| format!("won by {name}"));
        let lost = self.losers.keys().map(|name| format!("lost by {name}"));
        let words = self.metrics.iter().flat_map(|(metric, own)| {
            own.words.keys().map(move |word| format!("{metric}: {word}"))
        });
        let names = won.chain(lost).chain(["decided".to_owned()]).chain(words);
        names.chain(self.outcomes.keys().cloned()).collect()
    }

    /// The number of this name.
    pub fn number(&self, name: &str) -> Option<&NumberCounts> {
        let mut numbers = self.numbers().into_iter();
        numbers.find(|number| number.name == name).map(|number| number.counts)
    }
}

/// The entry of a name, or that of all others where there are too many.
fn kind_of<'a, T: Default>(kinds: &'a mut BTreeMap<String, T>, name: &str) -> &'a mut T {
    let known = kinds.len() < MOST_KINDS || kinds.contains_key(name);
    kinds.entry(if known { name } else { OTHERS }.to_owned()).or_default()
}

/// Names and counts, the most frequent first.
pub fn sorted_counts(counts: &BTreeMap<String, u64>) -> Vec<(&str, u64)> {
    let mut sorted: Vec<_> = counts.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    sorted.sort_by_key(|(name, count)| (Reverse(*count), *name));
    sorted
}
