//! A game as a scenario. In: its start and all its answers. Out: TOML that plays the same without a question.

use toml_edit::{DocumentMut, value};

use crate::places;
use rules::Program;
use rules::engine::trace::SeatChoice;

/// Returns the scenario of a game from its set-up on, without answers; `seed` must be one that TOML can
/// write.
pub fn head_of(program: &Program, play: &str, seed: u64) -> String {
    let place = places::find_place(program, play);
    let place = place.and_then(|place| program.places.get(place as usize));
    let title = place.map_or("A game", |place| place.title.as_str());
    let mut scenario = DocumentMut::new();
    scenario["title"] = value(title);
    scenario["play"] = value(play);
    scenario["seed"] = value(seed as i64);
    scenario.to_string()
}

/// Differences of a saved game from the scenario with which it began.
pub struct Changed<'a> {
    /// Its title, if it is new.
    pub title: Option<&'a str>,
    /// Its seed.
    pub seed: u64,
    /// The players at the table.
    pub players: &'a SeatChoice,
    /// True if it is played with real cards.
    pub at_table: bool,
    /// Its answers by question, in addition to those of the scenario.
    pub answers: Vec<(String, String)>,
}

/// Returns the scenario `text` with these changes.
pub fn scenario_of(text: &str, changed: Changed<'_>) -> String {
    let Ok(mut scenario) = text.parse::<DocumentMut>() else { return text.to_owned() };
    if let Some(title) = changed.title {
        scenario["title"] = value(title);
    }
    scenario["seed"] = value(changed.seed as i64);
    if changed.at_table {
        scenario["companion"] = value(true);
    }
    match changed.players {
        SeatChoice::Count(count) => scenario["players"] = value(i64::from(*count)),
        SeatChoice::Usual | SeatChoice::Named(_) => {}
    }
    for (key, answer) in changed.answers {
        let table = scenario.entry("answers").or_insert_with(toml_edit::table);
        table[&key] = value(answer);
    }
    scenario.to_string()
}
