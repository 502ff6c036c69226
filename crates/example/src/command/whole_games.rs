//! Rules that play whole games. In: the rules of a book. Out: the places whose functions, played alone, come
//! to the end of a game; found by playing each of them.

use super::SeededGames;
use crate::places;
use rules::Program;
use rules::engine::trace::{Outcome, Start};
use rules::executor::Executor;

/// Number of games that are played of each rule.
const SEEDS: u64 = 2;

/// Returns the places of the text, such as `#turns`, that play a game until it is over; if some take more
/// than one turn, only these. A game that a limit ends within a turn counts as whole: its player learns of
/// the limit, and no other rule takes its place.
///
/// # Errors
/// The reason why the rules cannot be run.
pub fn whole_games(
    games: &SeededGames<'_>,
    program: &Program,
    executor: &dyn Executor,
) -> Result<Vec<String>, Vec<Outcome>> {
    let (keys, starts): (Vec<&str>, Vec<Start>) = rules_to_try(games, program).into_iter().unzip();
    let traces = executor.play(program, &starts)?;
    let mut ended: Vec<(&str, u32)> = keys
        .into_iter()
        .zip(&traces)
        .filter_map(|(key, trace)| match &trace.outcome {
            Outcome::Over { .. } => Some((key, trace.end.turn)),
            // A limit that ends a game within a turn counts as more turns than any.
            Outcome::Limit { .. } if trace.end.turn > 0 => Some((key, u32::MAX)),
            _ => None,
        })
        .collect();
    // A step that ends a game is dropped if a whole section plays one.
    if ended.iter().any(|(key, _)| !is_step(program, key)) {
        ended.retain(|(key, _)| !is_step(program, key));
    }
    let has_turns = ended.iter().any(|(_, turns)| *turns > 1);
    let mut whole: Vec<String> = Vec::new();
    for (key, turns) in ended {
        if (turns > 1 || !has_turns) && !whole.iter().any(|known| known == key) {
            whole.push(key.to_owned());
        }
    }
    Ok(whole)
}

/// Returns whether a place is a step or another item of a section.
fn is_step(program: &Program, key: &str) -> bool {
    let place = places::find_place(program, key);
    let place = place.and_then(|place| program.places.get(place as usize));
    place.is_some_and(|place| !place.step.is_empty())
}

/// Returns every place of the text that can be played, with starts from some seeds.
fn rules_to_try<'p>(games: &SeededGames<'_>, program: &'p Program) -> Vec<(&'p str, Start)> {
    let keys = program.bindings.iter().filter(|binding| {
        let place = binding.place.and_then(|place| program.places.get(place as usize));
        place.is_some_and(|place| place.book.is_none())
    });
    let starts = keys.flat_map(|binding| {
        let rule = SeededGames { play: &binding.key, turns: 1, ..*games };
        let start = rule.start(program);
        let start = start.into_iter().filter(|start| start.play == binding.function);
        start.flat_map(move |start| {
            let seeds = games.seed..games.seed.saturating_add(SEEDS);
            seeds.map(move |seed| (binding.key.as_str(), Start { seed, ..start.clone() }))
        })
    });
    starts.collect()
}

/// Returns "these play whole games: `#turns`, `#practice`", if any do.
pub fn whole_games_hint(whole: &[String]) -> Option<String> {
    let names: Vec<String> = whole.iter().map(|key| format!("--play \"{key}\"")).collect();
    let verb = if whole.len() == 1 { "plays" } else { "play" };
    (!whole.is_empty()).then(|| format!("{} {verb} whole games", names.join(" and ")))
}
