//! Seeds of games that reach the rules that no example reaches.

use super::{CoveredPart, MissingRule, ReachedBy};
use crate::command::SeededGames;
use base::diagnostic::Findings;
use rules::Program;
use rules::engine::trace::Trace;
use rules::executor::Executor;

/// Plays games from their set-up on, and notes for every missing item the smallest seed that reaches it.
pub fn seek_seeds(
    parts: &mut [CoveredPart],
    games: &SeededGames<'_>,
    program: &Program,
    executor: &dyn Executor,
) -> Findings {
    let mut findings = Findings::default();
    let mut missing: Vec<&mut MissingRule> =
        parts.iter_mut().flat_map(|part| &mut part.missing).collect();
    if missing.is_empty() {
        return findings;
    }
    let mut note = |seed: u64, trace: &Trace| {
        for missing in &mut missing {
            // A seed of a game of another rule is kept, and so is a smaller one.
            let known = missing.seed.as_ref();
            let is_first = known.is_none_or(|(known, by)| by == games.play && seed < *known);
            if is_first && reaches(trace, &missing.by) {
                missing.seed = Some((seed, games.play.to_owned()));
            }
        }
    };
    games.play_each(program, executor, &mut findings, |seed, trace| note(seed, &trace));
    games.set_up_each(program, executor, |seed, trace| note(seed, &trace));
    findings
}

fn reaches(trace: &Trace, by: &ReachedBy) -> bool {
    match by {
        ReachedBy::Functions(functions) => has_any_of(&trace.reached, functions),
        ReachedBy::Line(place) => trace.lines.contains(place),
        ReachedBy::Ways(ways) => has_any_of(&trace.walked, ways),
        ReachedBy::Nothing => false,
    }
}

/// Returns whether one of the wanted numbers is among `sorted`.
fn has_any_of(sorted: &[u32], wanted: &[u32]) -> bool {
    wanted.iter().any(|number| sorted.binary_search(number).is_ok())
}
