//! The seeds of games that reach what no example reaches.

use super::{CoveredPart, MissingRule, ReachedBy};
use crate::diagnostic::Findings;
use crate::engine::trace::Trace;
use crate::example::command::SeededGames;
use crate::rules::Program;
use crate::rules::executor::Executor;

/// Plays games, from their set-up on, and notes for all that is missing the smallest seed that
/// reaches it.
pub(super) fn seek_seeds(
    parts: &mut [CoveredPart],
    games: &SeededGames<'_>,
    program: &Program,
    player: &dyn Executor,
    findings: &mut Findings,
) {
    let mut missing: Vec<&mut MissingRule> =
        parts.iter_mut().flat_map(|part| &mut part.missing).collect();
    if missing.is_empty() {
        return;
    }
    let mut note = |seed: u64, trace: &Trace| {
        for missing in
            missing.iter_mut().filter(|missing| missing.seed.is_none_or(|known| known > seed))
        {
            if reaches(trace, &missing.by) {
                missing.seed = Some(seed);
            }
        }
    };
    games.play_each(program, player, findings, |seed, trace| note(seed, &trace));
    games.set_up_each(program, player, |seed, trace| note(seed, &trace));
}

fn reaches(trace: &Trace, by: &ReachedBy) -> bool {
    let among =
        |all: &[u32], wanted: &[u32]| wanted.iter().any(|number| all.binary_search(number).is_ok());
    match by {
        ReachedBy::Functions(functions) => among(&trace.reached, functions),
        ReachedBy::Line(place) => trace.lines.contains(place),
        ReachedBy::Ways(ways) => among(&trace.walked, ways),
    }
}
