//! Outcomes of plays.

use serde::{Deserialize, Serialize};

use super::NamedSubject;

/// Outcome of a play.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The function of the stop point was entered.
    Stopped,
    /// The played function returned.
    Finished,
    /// The game is over.
    Over {
        /// Name of the player who won.
        winner: Option<String>,
        /// Name of the player who lost.
        loser: Option<String>,
        /// Reason of the end.
        reason: String,
    },
    /// The book does not decide among several options.
    Gap {
        /// Question that it leaves open.
        question: String,
        /// The possible options.
        options: Vec<String>,
        /// The rule; index into `Program.places`.
        place: Option<u32>,
    },
    /// The rules failed outside an attempt.
    Stuck {
        /// Reason of the failure.
        reason: String,
        /// The rule; index into `Program.places`.
        place: Option<u32>,
    },
    /// A question has no answer in the scenario.
    Unanswered {
        /// The question.
        question: String,
        /// Number of times it was asked so far, this time included.
        times: u32,
        /// Name of the player who is asked, if the rules say so.
        by: Option<Box<str>>,
        /// Piece that it is about.
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
        /// The bound.
        what: String,
    },
    /// The rules or the position are wrong.
    Fault(Fault),
}

/// An error in the text of a module, or in a position (then `module` is empty and the numbers are 0).
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq, Default)]
pub struct Fault {
    /// Path of the module, `rules/turn.star`.
    pub module: String,
    /// Line, from 1.
    pub line: u32,
    /// First column, from 1, in characters.
    pub column: u32,
    /// Column after the last one, on the same line.
    pub end_column: u32,
    /// Message: lower case, no full stop, names in backticks.
    pub message: String,
    /// Hint with the correct form.
    pub hint: Option<String>,
    /// Calls that led there, outermost first: `rules/turn.star:12 activate_cards`.
    pub trail: Vec<String>,
    /// Faulty entry of the start, if it is known.
    pub entry: Option<Box<StartEntry>>,
}

/// Entry of a start.
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub enum StartEntry {
    /// Argument of the function, by parameter.
    Argument(String),
    /// Results of chance, by name.
    Chance(String),
    /// A team, by name.
    Team(String),
    /// The player for whom the function is called.
    Player,
    /// Number of players at the table.
    SeatCount,
}
