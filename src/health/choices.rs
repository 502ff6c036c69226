//! Choices of many games. In: the records of games. Out: how often each option was offered and taken, and the
//! options that chance alone does not explain.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use rules::engine::trace::{Act, Answerer, TraceRecord};

/// Maximum number of questions, and of options of a question.
const MOST_QUESTIONS: usize = 2_000;
const MOST_OPTIONS: usize = 64;
/// Limit for an option that is always, or never, taken: by chance 1 in 1 000, as a negative natural
/// logarithm.
const UNLIKELY: f64 = 6.9;

/// The place that asks, and the words of the question.
type Asked = (Option<u32>, String);

/// Counts of choices.
#[derive(Debug, Default)]
pub struct ChoiceTally {
    all: BTreeMap<Asked, TalliedChoice>,
}

#[derive(Debug, Default)]
struct TalliedChoice {
    asked: u64,
    /// Number of answers from a policy of the rules, not by chance.
    by_policy: u64,
    options: BTreeMap<String, TalliedOption>,
}

#[derive(Debug, Default, Clone, Copy)]
struct TalliedOption {
    offered: u64,
    taken: u64,
    /// Expected number of times that chance takes it, and the negative logarithm of the chance that it was
    /// taken each time.
    expected: f64,
    surprise: f64,
}

impl ChoiceTally {
    /// Counts a record if it is an answer to a question with several options. The part of a question after a
    /// colon is its subject, as in "heal: Bot"; questions that differ only there count as one. Copies of a
    /// card are one option.
    pub fn add(&mut self, record: &TraceRecord) {
        let Act::Ask { question, options, answer, from, .. } = &record.act else { return };
        let mut names: Vec<&str> = options.iter().map(|option| without_copy(option)).collect();
        names.sort_unstable();
        names.dedup();
        if names.len() > 1 {
            let question = question.split_once(": ").map_or(question.as_str(), |(head, _)| head);
            let asked = (record.place, question.to_owned());
            self.count(asked, *from == Answerer::Policy, &names, without_copy(answer));
        }
    }

    fn count(&mut self, key: Asked, by_policy: bool, options: &[&str], answer: &str) {
        if self.all.len() >= MOST_QUESTIONS && !self.all.contains_key(&key) {
            return;
        }
        let choice = self.all.entry(key).or_default();
        choice.asked += 1;
        choice.by_policy += u64::from(by_policy);
        let share = 1.0 / options.len().max(1) as f64;
        for name in options {
            if choice.options.len() >= MOST_OPTIONS && !choice.options.contains_key(*name) {
                continue;
            }
            let option = choice.options.entry((*name).to_owned()).or_default();
            option.offered += 1;
            option.taken += u64::from(*name == answer);
            option.expected += share;
            option.surprise -= share.ln();
        }
    }

    /// Adds the counts of later games.
    pub fn append(&mut self, later: Self) {
        for (asked, choice) in later.all {
            if self.all.len() >= MOST_QUESTIONS && !self.all.contains_key(&asked) {
                continue;
            }
            let own = self.all.entry(asked).or_default();
            own.asked += choice.asked;
            own.by_policy += choice.by_policy;
            for (name, option) in choice.options {
                if own.options.len() >= MOST_OPTIONS && !own.options.contains_key(&name) {
                    continue;
                }
                let known = own.options.entry(name).or_default();
                known.offered += option.offered;
                known.taken += option.taken;
                known.expected += option.expected;
                known.surprise += option.surprise;
            }
        }
    }

    /// Returns every question; those with an option that chance does not explain come first.
    pub fn choices(&self, address: impl Fn(u32) -> String) -> Vec<Choice> {
        let mut all: Vec<Choice> = self
            .all
            .iter()
            .map(|((place, question), choice)| Choice {
                question: question.clone(),
                address: place.map(&address).unwrap_or_default(),
                asked: choice.asked,
                by_policy: choice.by_policy == choice.asked,
                options: choice.options(),
            })
            .collect();
        all.sort_by_key(|choice| !choice.is_one_sided());
        all
    }
}

/// Returns the name of an option without the number of a copy: "Bot" for "Bot (2)".
fn without_copy(name: &str) -> &str {
    let number = name.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    match number {
        Some((base, number)) if number.chars().all(|c| c.is_ascii_digit()) => base,
        _ => name,
    }
}

impl TalliedChoice {
    fn options(&self) -> Vec<ChoiceOption> {
        let options = self.options.iter().map(|(name, option)| ChoiceOption {
            name: name.clone(),
            offered: option.offered,
            taken: option.taken,
            taken_when: option.verdict(),
        });
        options.collect()
    }
}

impl TalliedOption {
    fn verdict(self) -> OptionVerdict {
        if self.taken == 0 && self.expected >= UNLIKELY {
            OptionVerdict::Never
        } else if self.taken == self.offered && self.surprise >= UNLIKELY {
            OptionVerdict::Always
        } else {
            OptionVerdict::Sometimes
        }
    }
}

/// A question that games asked.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Choice {
    /// Its words.
    pub question: String,
    /// The address of the rule that asks; empty if there is none.
    pub address: String,
    /// Number of times that it was asked.
    pub asked: u64,
    /// True if the rules answer it instead of chance.
    pub by_policy: bool,
    /// Its options by name.
    pub options: Vec<ChoiceOption>,
}

/// A possible answer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ChoiceOption {
    /// The answer.
    pub name: String,
    /// Number of times that it was possible.
    pub offered: u64,
    /// Number of times that it was given.
    pub taken: u64,
    /// The verdict on these numbers.
    pub taken_when: OptionVerdict,
}

/// A verdict on the times that an option is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OptionVerdict {
    /// Each time, although there were others.
    Always,
    /// Never, although it was offered often enough.
    Never,
    /// As often as chance may explain.
    Sometimes,
}

impl Choice {
    /// True if an option is always or never taken.
    pub fn is_one_sided(&self) -> bool {
        self.options.iter().any(|option| option.taken_when != OptionVerdict::Sometimes)
    }
}
