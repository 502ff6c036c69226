//! Ways to play. In: checked rules and starts. Out: a trace for each.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::engine::trace::{Fault, Outcome, Snapshot, Start, Trace};
use crate::rules::Program;
use crate::rules::host::LoadedRules;

/// Plays in this process, with as many threads as there are. Rules that nobody trusts belong in a
/// child.
pub fn play_here(program: &Program, starts: &[Start]) -> Result<Vec<Trace>, Vec<Outcome>> {
    let machine = LoadedRules::load(program).map_err(fault_outcomes)?;
    Ok(starts.par_iter().map(|start| machine.play(start)).collect())
}

/// Faults of rules that can not be run.
pub fn fault_outcomes(faults: Vec<Fault>) -> Vec<Outcome> {
    faults.into_iter().map(Outcome::Fault).collect()
}

/// As many traces as wanted, each of which says that the rules can not be run.
pub fn refused_traces(reasons: &[Outcome], count: usize) -> Vec<Trace> {
    let first = reasons.first().cloned().unwrap_or_else(|| Outcome::Fault(Fault::default()));
    (0..count).map(|_| ended_trace(first.clone())).collect()
}

/// A play in which nothing happened.
pub fn ended_trace(outcome: Outcome) -> Trace {
    Trace {
        records: Vec::new(),
        outcome,
        table: Vec::new(),
        start: None,
        end: Snapshot::default(),
        reached: Vec::new(),
        lines: Vec::new(),
        walked: Vec::new(),
    }
}
