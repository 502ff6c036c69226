//! Requests of a page or a program. In: a line of JSON. Out: a request, or an error in words.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Refusal;
use rules::engine::trace::Decider;

/// Length of the longest line, in bytes.
pub const LONGEST_REQUEST: usize = 4 << 20;

/// A request.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// Begin a game.
    Begin(Box<Begin>),
    /// Answer the open question.
    Answer(String),
    /// Keep this number of answers of persons.
    Keep(usize),
    /// Let another player look on; null for nobody in particular.
    Look(Option<String>),
    /// Return the game as a scenario.
    Save(Title),
    /// List the lessons of the book.
    Lessons(Nothing),
    /// Return the lesson of this name.
    Lesson(String),
}

/// The content of a request without parameters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Title of a saved game.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Title {
    pub title: Option<String>,
}

/// Start of a game.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Begin {
    /// The rule that is played.
    pub play: Option<String>,
    /// The text of a scenario, in place of a rule.
    pub scenario: Option<String>,
    /// The seed of all randomness.
    pub seed: Option<u64>,
    /// True to play at a table with real cards.
    pub companion: bool,
    /// Number of players at the table.
    pub players: Option<u32>,
    /// Decider for each player.
    pub seats: BTreeMap<String, Decider>,
    /// Decider for the other players.
    pub others: Option<Decider>,
    /// Decider for questions to nobody in particular.
    pub nobody: Option<Decider>,
    /// The player who looks on; if none, the only person.
    pub looker: Option<String>,
    /// Width of the table, in points.
    pub width: Option<f64>,
    /// First answers of persons: key and answer.
    pub answers: Vec<(String, String)>,
}

/// Reads a request.
pub fn read(line: &str) -> Result<Request, Refusal> {
    if line.len() > LONGEST_REQUEST {
        return Err(format!("a request has at most {} MiB", LONGEST_REQUEST >> 20));
    }
    serde_json::from_str(line).map_err(|error| {
        format!("this is not a request: {error}; send one of begin, answer, keep, look, save, lessons, lesson")
    })
}
