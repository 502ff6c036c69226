//! What rules record of a game for those who count many: numbers, and words.

use serde::{Deserialize, Serialize};

use super::game::KernelError;
use super::ids::TextId;
use super::texts::TextInterner;

/// The most metrics of one game.
const MOST_METRICS: usize = 100;
/// The most characters of the name or the word of a metric.
const LONGEST_NAME: usize = 80;
/// What is counted of every game anyway, or names a part of its line.
pub const COUNTED_ALWAYS: [&str; 8] =
    ["seed", "outcome", "line", "winner", "loser", "turns", "rounds", "events"];

/// What was recorded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MetricValue {
    /// The sum of the numbers.
    Number(i64),
    /// The last word.
    Word(String),
}

/// The same inside of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recorded {
    Number(i64),
    Word(TextId),
}

/// The metrics of a game by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metrics(Vec<(TextId, Recorded)>);

impl Metrics {
    /// Adds to the number of a metric, given by its text too.
    pub fn add(&mut self, id: TextId, name: &str, number: i64) -> Result<(), KernelError> {
        match self.entry(id, Recorded::Number(0))? {
            Recorded::Number(sum) => {
                *sum = sum.checked_add(number).ok_or_else(|| too_large_sum(name))?;
            }
            Recorded::Word(_) => return Err(mixed_metric(name, "words", "a number")),
        }
        Ok(())
    }

    /// Takes the place of the word of a metric, given by its text too.
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

    /// All metrics by name, in the order of the alphabet.
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
        "the metric `{name}` recorded {before} before, and now {now}: record one of them under \
         another name"
    ))
}

fn too_large_sum(name: &str) -> KernelError {
    KernelError::wrong(format!("the metric `{name}` adds up to a larger number than there is"))
}

/// Why a metric cannot have this name, or record this word.
pub fn metric_name_fault(name: &str) -> Option<String> {
    if COUNTED_ALWAYS.contains(&name) {
        return Some(format!("`{name}` is counted in every game already"));
    }
    let fits = !name.trim().is_empty()
        && name.chars().count() <= LONGEST_NAME
        && !name.chars().any(char::is_control);
    (!fits).then(|| format!("a metric has a name of one line and at most {LONGEST_NAME} letters"))
}
