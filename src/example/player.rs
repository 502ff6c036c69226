//! Ways to play. In: checked rules and starts. Out: a trace for each.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::engine::trace::{Fault, Outcome, Snapshot, Start, Trace};
use crate::rules::Program;
use crate::rules::host::Machine;

/// Plays in this process, with as many threads as there are. Rules that nobody trusts belong in a child.
pub fn here(program: &Program, starts: &[Start]) -> Vec<Trace> {
    if starts.is_empty() {
        return Vec::new();
    }
    match Machine::load(program) {
        Ok(machine) => starts.par_iter().map(|start| machine.play(start)).collect(),
        Err(faults) => refused(&faults, starts.len()),
    }
}

/// As many traces as wanted, each of which says that the rules can not be run.
pub fn refused(faults: &[Fault], count: usize) -> Vec<Trace> {
    let first = faults.first().cloned().unwrap_or_default();
    (0..count).map(|_| ended(Outcome::Fault(first.clone()))).collect()
}

/// A play in which nothing happened.
pub fn ended(outcome: Outcome) -> Trace {
    Trace {
        records: Vec::new(),
        outcome,
        start: None,
        end: Snapshot::default(),
        reached: Vec::new(),
        lines: Vec::new(),
        walked: Vec::new(),
    }
}
