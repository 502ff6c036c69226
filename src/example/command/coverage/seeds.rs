//! The seeds of games that reach what no example reaches.

use super::{By, Missing, Part};
use crate::diagnostic::Findings;
use crate::engine::trace::Trace;
use crate::example::Player;
use crate::example::command::Games;
use crate::rules::Program;

/// Plays games, from their set-up on, and notes for all that is missing the smallest seed that
/// reaches it.
pub(super) fn seek(
    parts: &mut [Part],
    games: &Games<'_>,
    program: &Program,
    player: &Player<'_>,
    findings: &mut Findings,
) {
    let mut missing: Vec<&mut Missing> =
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
    games.play(program, player, findings, |seed, trace| note(seed, &trace));
    games.set_up(program, player, |seed, trace| note(seed, &trace));
}

fn reaches(trace: &Trace, by: &By) -> bool {
    let among =
        |all: &[u32], wanted: &[u32]| wanted.iter().any(|number| all.binary_search(number).is_ok());
    match by {
        By::Functions(functions) => among(&trace.reached, functions),
        By::Line(place) => trace.lines.contains(place),
        By::Ways(ways) => among(&trace.walked, ways),
    }
}
