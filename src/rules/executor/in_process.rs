//! Plays in this process. Rules that nobody trusts belong in a [`super::ChildProcess`].

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::{Executor, fault_outcomes};
use crate::engine::trace::{Outcome, Start, Trace};
use crate::rules::Program;
use crate::rules::host::LoadedRules;

/// Plays in this process, on as many threads as the machine has.
#[derive(Debug, Clone, Copy, Default)]
pub struct InProcess;

impl Executor for InProcess {
    fn play(&self, program: &Program, starts: &[Start]) -> Result<Vec<Trace>, Vec<Outcome>> {
        let rules = LoadedRules::load(program).map_err(fault_outcomes)?;
        Ok(starts.par_iter().map(|start| rules.play(start)).collect())
    }
}
