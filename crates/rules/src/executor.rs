//! Ways to play checked rules. In: a program and the start of each play. Out: a trace of each play, even if
//! the rules hang or crash.

mod child_process;
mod counting_child;
mod death;
mod games;
mod host_threads;
mod in_process;
mod memory_limit;
mod own_program;
mod remembered;
mod resident;
mod running_child;
mod serve;
mod wire;

use std::ops::ControlFlow;

use super::host::{PartedPlay, PlayPart};
use super::program::Program;
use crate::engine::trace::{Fault, Outcome, Start, Trace};

pub use child_process::{ChildProcess, IdleChild};
pub use death::{Death, LastSign};
pub use games::{CountedGame, GamesToCount};
pub use host_threads::{HostThreads, JobFiles};
pub use in_process::InProcess;
#[cfg(unix)]
pub use memory_limit::limit_process;
pub use memory_limit::lower_limit;
pub use own_program::{own_program, started_program};
pub use remembered::{Remembered, program_key};
pub use resident::Resident;
pub use running_child::last_words;
pub use serve::{serve_plays, serve_rules};
pub use wire::{encode_message, receive_message, send_message};

/// Plays checked rules.
pub trait Executor {
    /// Returns one trace for each start, in the same order. The rules are loaded and checked even without a
    /// start. If they cannot be run, returns every reason instead: faults, or one limit.
    fn play(&self, program: &Program, starts: &[Start]) -> Result<Vec<Trace>, Vec<Outcome>>;

    /// Plays once in parts, continuing after the last part that can be kept. `known` are the parts of a play
    /// from the same start, perhaps with other answers. An executor that keeps no parts plays everything.
    fn play_parts(
        &self,
        program: &Program,
        start: &Start,
        known: &[PlayPart],
    ) -> Result<PartedPlay, Vec<Outcome>> {
        let _ = known;
        let traces = self.play(program, std::slice::from_ref(start))?;
        let trace = traces.into_iter().next().unwrap_or_else(|| Trace::ended(Outcome::Finished));
        Ok(PartedPlay { trace, kept: 0, parts: Vec::new() })
    }

    /// Plays games and passes each result to `each` in the order of the seeds, until `each` breaks off or
    /// `games.stop` is true. If the rules cannot be run, returns every reason.
    fn count_games(
        &self,
        program: &Program,
        games: &GamesToCount<'_>,
        each: &mut dyn FnMut(CountedGame) -> ControlFlow<()>,
    ) -> Result<(), Vec<Outcome>> {
        for seed in games.first..games.end {
            let traces = self.play(program, &[games.start_of(seed)])?;
            let mut counted = traces.into_iter().map(|trace| CountedGame::of_trace(seed, trace));
            if counted.try_for_each(&mut *each).is_break() || (games.stop)() {
                break;
            }
        }
        Ok(())
    }
}

/// Returns `count` traces, each of which says that the rules cannot be run.
pub fn refused_traces(reasons: &[Outcome], count: usize) -> Vec<Trace> {
    let first = reasons.first().cloned().unwrap_or_else(|| Outcome::Fault(Fault::default()));
    vec![Trace::ended(first); count]
}

/// Converts faults of rules that cannot be run to outcomes.
fn fault_outcomes(faults: Vec<Fault>) -> Vec<Outcome> {
    faults.into_iter().map(Outcome::Fault).collect()
}
