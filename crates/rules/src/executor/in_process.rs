//! Plays in this process. Untrusted rules belong in a [`super::ChildProcess`].

use std::ops::ControlFlow;

use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::{CountedGame, Executor, GamesToCount, fault_outcomes};
use crate::Program;
use crate::engine::trace::{Outcome, Start, Trace};
use crate::host::LoadedRules;

/// Number of games that are counted between two looks whether to stop.
const AT_ONCE: usize = 256;

/// Plays in this process, on as many threads as the machine has.
#[derive(Debug, Clone, Copy, Default)]
pub struct InProcess;

impl Executor for InProcess {
    fn play(&self, program: &Program, starts: &[Start]) -> Result<Vec<Trace>, Vec<Outcome>> {
        let rules = LoadedRules::load(program).map_err(fault_outcomes)?;
        Ok(starts.par_iter().map(|start| rules.play(start)).collect())
    }

    fn count_games(
        &self,
        program: &Program,
        games: &GamesToCount<'_>,
        each: &mut dyn FnMut(CountedGame) -> ControlFlow<()>,
    ) -> Result<(), Vec<Outcome>> {
        let rules = LoadedRules::load(&program.without_entries()).map_err(fault_outcomes)?;
        for first in (games.first..games.end).step_by(AT_ONCE) {
            let seeds = first..games.end.min(first.saturating_add(AT_ONCE as u64));
            let counted = seeds.into_par_iter().map(|seed| rules.count_game(&games.start_of(seed)));
            let counted: Vec<_> = counted.collect();
            if counted.into_iter().try_for_each(&mut *each).is_break() || (games.stop)() {
                break;
            }
        }
        Ok(())
    }
}
