//! Counts of many games.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::game_line::{GameLine, LineMetric};
use super::statistics::{NamedNumber, NumberCounts};
use rules::engine::trace::Outcome;

/// Number of seeds that are reported of games with an irregular ending.
const SEEDS_TOLD: usize = 3;
/// The most different endings, metrics or words of a metric that are counted separately.
const MOST_KINDS: usize = 1_000;
/// Name under which all others are counted.
const OTHERS: &str = "(others)";

/// Games with the same ending.
#[derive(Debug)]
pub struct TalliedOutcome {
    /// Number of games.
    pub count: u64,
    /// Seeds of the first games.
    pub seeds: Vec<u64>,
    /// The outcome as a word: `over`, `gap` and so on.
    pub word: String,
    /// True if somebody won or lost.
    pub decided: bool,
    /// The outcome of the first game, unless that was played in an earlier run.
    pub outcome: Option<Outcome>,
}

impl TalliedOutcome {
    /// Returns whether the ending is regular: the game is over, or the rule that was played came to its end.
    pub fn is_regular(&self) -> bool {
        ["over", "finished", "stopped"].contains(&self.word.as_str())
    }
}

/// A metric with a word or a number in each game.
#[derive(Debug, Default)]
pub struct TalliedMetric {
    pub numbers: NumberCounts,
    pub words: BTreeMap<String, u64>,
}

impl TalliedMetric {
    /// Returns the number of games that recorded words.
    pub fn worded(&self) -> u64 {
        self.words.values().sum()
    }
}

/// Kind of a name that has no histogram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MetricKind {
    /// The metric has words.
    Words,
    /// The number is 0 in every game.
    Nought,
    /// There is nothing of this name.
    Unknown,
}

/// Counts of many games.
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
    /// Returns the number of counted games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Counts a game; `outcome` is its outcome in full, if it was just played.
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

    /// Returns the number of games that somebody won or lost.
    pub fn decided_games(&self) -> u64 {
        self.outcomes.values().filter(|ends| ends.decided).map(|ends| ends.count).sum()
    }

    /// Returns whether the share of games that somebody won or lost is at least this percentage.
    pub fn is_decided_in(&self, percent: u8) -> bool {
        self.decided_games() * 100 >= self.games * u64::from(percent)
    }

    /// Returns the outcomes, the most frequent first.
    pub fn sorted_outcomes(&self) -> Vec<(&str, &TalliedOutcome)> {
        let ends = self.outcomes.iter().map(|(line, ends)| (line.as_str(), ends));
        let mut ends: Vec<_> = ends.collect();
        ends.sort_by_key(|(line, ends)| (Reverse(ends.count), *line));
        ends
    }

    /// Returns the numbers by name: turns, rounds, recorded metrics, and events.
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

    /// Returns the kind of a name that is not in [`Self::numbers`].
    pub fn kind_of_metric(&self, name: &str) -> MetricKind {
        match self.metrics.get(name) {
            Some(metric) if !metric.words.is_empty() => MetricKind::Words,
            Some(_) => MetricKind::Nought,
            None if ["turns", "rounds", "events"].contains(&name) => MetricKind::Nought,
            None => MetricKind::Unknown,
        }
    }

    /// Returns whether every play came to its regular end, but no game was over.
    pub fn stops_early(&self) -> bool {
        let mut ends = self.outcomes.values();
        self.games > 0 && ends.all(|ends| ends.is_regular() && ends.word != "over")
    }

    /// Returns the number of this name, even if it is 0 in every game.
    pub fn counts_of(&self, name: &str) -> Option<&NumberCounts> {
        let counts = match name {
            "turns" => &self.turns,
            "rounds" => &self.rounds,
            "events" => &self.events,
            _ => &self.metrics.get(name)?.numbers,
        };
        (counts.games > 0).then_some(counts)
    }

    /// Returns the number of games in which something happens: `won by NAME`, `lost by NAME`, `decided`,
    /// `METRIC: WORD`, or the line of an ending. None if no game has anything of this name.
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

    /// Returns the names that [`Self::count_of`] knows.
    pub fn happenings(&self) -> Vec<String> {
        let won = self.winners.keys().map(|name| format!("won by {name}"));
        let lost = self.losers.keys().map(|name| format!("lost by {name}"));
        let words = self.metrics.iter().flat_map(|(metric, own)| {
            own.words.keys().map(move |word| format!("{metric}: {word}"))
        });
        let names = won.chain(lost).chain(["decided".to_owned()]).chain(words);
        names.chain(self.outcomes.keys().cloned()).collect()
    }

    /// Returns the number of this name.
    pub fn number(&self, name: &str) -> Option<&NumberCounts> {
        let mut numbers = self.numbers().into_iter();
        numbers.find(|number| number.name == name).map(|number| number.counts)
    }
}

/// Returns the entry of a name, or that of all others if there are too many.
fn kind_of<'a, T: Default>(kinds: &'a mut BTreeMap<String, T>, name: &str) -> &'a mut T {
    let known = kinds.len() < MOST_KINDS || kinds.contains_key(name);
    kinds.entry(if known { name } else { OTHERS }.to_owned()).or_default()
}

/// Returns names and counts, the most frequent first.
pub fn sorted_counts(counts: &BTreeMap<String, u64>) -> Vec<(&str, u64)> {
    let mut sorted: Vec<_> = counts.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    sorted.sort_by_key(|(name, count)| (Reverse(*count), *name));
    sorted
}
