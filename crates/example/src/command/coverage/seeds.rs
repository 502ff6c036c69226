//! The seeds of games that reach what no example reaches.

use super::{CoveredPart, MissingRule, ReachedBy};
use crate::command::SeededGames;
use base::diagnostic::Findings;
use rules::Program;
use rules::engine::trace::Trace;
use rules::executor::Executor;

/// Plays games, from their set-up on, and notes for all that is missing the smallest seed that
/// reaches it.
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
        missing.iter_mut().for_each(|missing| missing.note_seed(seed, games.play, trace));
    };
    games.play_each(program, executor, &mut findings, |seed, trace| note(seed, &trace));
    games.set_up_each(program, executor, |seed, trace| note(seed, &trace));
    findings
}

impl MissingRule {
    /// Notes the seed of a game that reaches it, unless a game of another rule does or a smaller
    /// seed is known.
    fn note_seed(&mut self, seed: u64, play: &str, trace: &Trace) {
        let is_first = self.seed.as_ref().is_none_or(|(known, by)| by == play && seed < *known);
        if is_first && reaches(trace, &self.by) {
            self.seed = Some((seed, play.to_owned()));
        }
    }
}

fn reaches(trace: &Trace, by: &ReachedBy) -> bool {
    match by {
        ReachedBy::Functions(functions) => has_any_of(&trace.reached, functions),
        ReachedBy::Line(place) => trace.lines.contains(place),
        ReachedBy::Ways(ways) => has_any_of(&trace.walked, ways),
        ReachedBy::Nothing => false,
    }
}

/// Whether one of the wanted numbers is among `sorted`.
fn has_any_of(sorted: &[u32], wanted: &[u32]) -> bool {
    wanted.iter().any(|number| sorted.binary_search(number).is_ok())
}
