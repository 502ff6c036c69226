//! Metrics that rules record of a game, for statistics of many games: numbers and words.

use serde::{Deserialize, Serialize};

use super::game::KernelError;
use super::ids::TextId;
use super::texts::TextInterner;

/// The most metrics of one game.
const MOST_METRICS: usize = 100;
/// Longest name or word of a metric, in characters.
const LONGEST_NAME: usize = 80;
/// Reserved names: they are counted in every game, or name a part of its line.
pub const COUNTED_ALWAYS: [&str; 8] =
    ["seed", "outcome", "line", "winner", "loser", "turns", "rounds", "events"];

/// Value of a metric.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MetricValue {
    /// Sum of the numbers.
    Number(i64),
    /// Last word.
    Word(String),
}

/// Value of a metric inside of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    Number(i64),
    Word(TextId),
}

/// Metrics of a game by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metrics(Vec<(TextId, Recorded)>);

impl Metrics {
    /// Adds to the number of a metric; `name` is the text of `id`.
    pub fn add(&mut self, id: TextId, name: &str, number: i64) -> Result<(), KernelError> {
        match self.entry(id, Recorded::Number(0))? {
            Recorded::Number(sum) => {
                *sum = sum.checked_add(number).ok_or_else(|| too_large_sum(name))?;
            }
            Recorded::Word(_) => return Err(mixed_metric(name, "words", "a number")),
        }
        Ok(())
    }

    /// Replaces the word of a metric; `name` is the text of `id`.
    pub fn set_word(&mut self, id: TextId, name: &str, word: TextId) -> Result<(), KernelError> {
        match self.entry(id, Recorded::Word(word))? {
            Recorded::Word(last) => *last = word,
            Recorded::Number(_) => return Err(mixed_metric(name, "numbers", "a word")),
        }
        Ok(())
    }

    fn entry(&mut self, name: TextId, first: Recorded) -> Result<&mut Recorded, KernelError> {
        let at = match self.0.iter().position(|(known, _)| *known == name) {
            Some(at) => at,
            None if self.0.len() < MOST_METRICS => {
                self.0.push((name, first));
                self.0.len() - 1
            }
            None => return Err(KernelError::more_than(MOST_METRICS, "metrics")),
        };
        Ok(&mut self.0[at].1)
    }

    /// Returns all metrics by name, in alphabetical order.
    pub fn named(&self, words: &TextInterner) -> Vec<(String, MetricValue)> {
        let value = |recorded: &Recorded| match recorded {
            Recorded::Number(number) => MetricValue::Number(*number),
            Recorded::Word(word) => MetricValue::Word(words.text(*word).to_owned()),
        };
        let all = self.0.iter().map(|(name, last)| (words.text(*name).to_owned(), value(last)));
        let mut named: Vec<_> = all.collect();
        named.sort();
        named
    }
}

fn mixed_metric(name: &str, before: &str, now: &str) -> KernelError {
    KernelError::wrong(format!(
        "the metric `{name}` recorded {before} before, and now {now}: record one of the two under another name"
    ))
}

fn too_large_sum(name: &str) -> KernelError {
    KernelError::wrong(format!("the metric `{name}` adds up to a number that is too large"))
}

/// Returns the reason why a metric cannot have this name, or record this word.
pub fn metric_name_fault(name: &str) -> Option<String> {
    if COUNTED_ALWAYS.contains(&name) {
        return Some(format!("`{name}` is counted in every game already"));
    }
    let fits = !name.trim().is_empty()
        && name.chars().count() <= LONGEST_NAME
        && !name.chars().any(char::is_control);
    (!fits).then(|| format!("a metric has a name of one line and at most {LONGEST_NAME} letters"))
}
