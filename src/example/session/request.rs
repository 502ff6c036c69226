//! What a page or a program asks for. In: a line of JSON. Out: a request, or words that say what is wrong with it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Refusal;
use crate::engine::trace::Decider;

/// The longest line, in bytes.
pub const LONGEST_REQUEST: usize = 4 << 20;

/// What is asked for.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Request {
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
pub(super) struct Nothing {}

/// What a saved game is called.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Title {
    pub(super) title: Option<String>,
}

/// How a game begins.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Begin {
    /// The rule that is played.
    pub(super) play: Option<String>,
    /// The text of a scenario, in place of a rule.
    pub(super) scenario: Option<String>,
    /// The seed of all chance.
    pub(super) seed: Option<u64>,
    /// Whether it is played at a table with real cards.
    pub(super) companion: bool,
    /// How many sit at the table.
    pub(super) players: Option<u32>,
    /// Who answers for each player.
    pub(super) seats: BTreeMap<String, Decider>,
    /// Who answers for the others.
    pub(super) others: Option<Decider>,
    /// Who answers what is asked of nobody.
    pub(super) nobody: Option<Decider>,
    /// Who looks on; the only person unless it is said.
    pub(super) looker: Option<String>,
    /// Width of the table, in points.
    pub(super) width: Option<f64>,
    /// Answers of persons to begin with: key and answer.
    pub(super) answers: Vec<(String, String)>,
}

/// Reads a request.
pub(super) fn read(line: &str) -> Result<Request, Refusal> {
    if line.len() > LONGEST_REQUEST {
        return Err(format!("a request has at most {} MiB", LONGEST_REQUEST >> 20));
    }
    serde_json::from_str(line).map_err(|error| {
        format!("this is no request: {error}; send one of begin, answer, keep, look, save, lessons, lesson")
    })
}
