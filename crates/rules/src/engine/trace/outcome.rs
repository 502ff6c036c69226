//! How a play ends.

use serde::{Deserialize, Serialize};

use super::NamedSubject;

/// How a play ended.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The function of the stop point was entered.
    Stopped,
    /// The function that was played returned.
    Finished,
    /// The game is over.
    Over {
        /// Name of the player who won.
        winner: Option<String>,
        /// Name of the player who lost.
        loser: Option<String>,
        /// Why.
        reason: String,
    },
    /// The book does not say which.
    Gap {
        /// What it does not say.
        question: String,
        /// What would be possible.
        options: Vec<String>,
        /// The rule; index into `Program.places`.
        place: Option<u32>,
    },
    /// The rules failed outside an attempt.
    Stuck {
        /// Why.
        reason: String,
        /// The rule; index into `Program.places`.
        place: Option<u32>,
    },
    /// A question has no answer in the scenario.
    Unanswered {
        /// The question.
        question: String,
        /// How often it was asked so far, this time included.
        times: u32,
        /// Name of the player who is asked, if the rules say so.
        by: Option<Box<str>>,
        /// The piece that it is about.
        about: Option<Box<NamedSubject>>,
        /// The pieces among the options.
        among: Vec<NamedSubject>,
        /// The answers that are allowed.
        options: Vec<String>,
        /// The rule; index into `Program.places`.
        place: Option<u32>,
    },
    /// A bound on time, memory or size was hit.
    Limit {
        /// Which.
        what: String,
    },
    /// The rules or the position are wrong.
    Fault(Fault),
}

/// An error in the text of a module, or in a position (then `module` is empty and the numbers are
/// 0).
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq, Default)]
pub struct Fault {
    /// Path of the module, `rules/turn.star`.
    pub module: String,
    /// Line, from 1.
    pub line: u32,
    /// First column, from 1, in characters.
    pub column: u32,
    /// One past the last column, on the same line.
    pub end_column: u32,
    /// Lower case, no full stop, names in backticks.
    pub message: String,
    /// What to write instead.
    pub hint: Option<String>,
    /// The calls that led there, outermost first: `rules/turn.star:12 activate_cards`.
    pub trail: Vec<String>,
    /// What of the start is wrong, if that is known.
    pub entry: Option<Box<StartEntry>>,
}

/// A part of what a play starts from.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub enum StartEntry {
    /// What the function is called with, by parameter.
    Argument(String),
    /// How chance falls, by name.
    Chance(String),
    /// A team, by name.
    Team(String),
    /// The player for whom the function is called.
    Player,
    /// How many sit at the table.
    SeatCount,
}
