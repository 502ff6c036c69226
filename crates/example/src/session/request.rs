//! What a page or a program asks for. In: a line of JSON. Out: a request, or words that say what is wrong with it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Refusal;
use rules::engine::trace::Decider;

/// The longest line, in bytes.
pub const LONGEST_REQUEST: usize = 4 << 20;

/// What is asked for.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// Begins a game.
    Begin(Box<Begin>),
    /// Answers the open question.
    Answer(String),
    /// Keeps so many answers of persons.
    Keep(usize),
    /// Another player looks on; nobody in particular where it is null.
    Look(Option<String>),
    /// The game as a scenario.
    Save(Title),
    /// The lessons of the book.
    Lessons(Nothing),
    /// The lesson of this name.
    Lesson(String),
}

/// A request that takes nothing.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// What a saved game is called.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Title {
    pub title: Option<String>,
}

/// How a game begins.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Begin {
    /// The rule that is played.
    pub play: Option<String>,
    /// The text of a scenario, in place of a rule.
    pub scenario: Option<String>,
    /// The seed of all chance.
    pub seed: Option<u64>,
    /// Whether it is played at a table with real cards.
    pub companion: bool,
    /// How many sit at the table.
    pub players: Option<u32>,
    /// Who answers for each player.
    pub seats: BTreeMap<String, Decider>,
    /// Who answers for the others.
    pub others: Option<Decider>,
    /// Who answers what is asked of nobody.
    pub nobody: Option<Decider>,
    /// Who looks on; the only person unless it is said.
    pub looker: Option<String>,
    /// Width of the table, in points.
    pub width: Option<f64>,
    /// Answers of persons to begin with: key and answer.
    pub answers: Vec<(String, String)>,
}

/// Reads a request.
pub fn read(line: &str) -> Result<Request, Refusal> {
    if line.len() > LONGEST_REQUEST {
        return Err(format!("a request has at most {} MiB", LONGEST_REQUEST >> 20));
    }
    serde_json::from_str(line).map_err(|error| {
        format!("this is no request: {error}; send one of begin, answer, keep, look, save, lessons, lesson")
    })
}
