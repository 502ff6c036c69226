//! Plays one program again and again in this process. In: the program, once. Out: a trace of each play,
//! without loading the rules again for each.

use super::{Executor, fault_outcomes};
use crate::Program;
use crate::engine::trace::{Outcome, Start, Trace};
use crate::host::{LoadedRules, PartedPlay, PlayPart};

/// Plays the program that it was made of, in this process and one play after the other. Untrusted rules
/// belong in a [`super::ChildProcess`], unless the host of this process bounds it.
#[derive(Debug)]
pub struct Resident {
    rules: Result<LoadedRules, Vec<Outcome>>,
}

impl Resident {
    /// Loads the rules of a program.
    pub fn of(program: &Program) -> Self {
        Self { rules: LoadedRules::load(program).map_err(fault_outcomes) }
    }
}

impl Executor for Resident {
    fn play(&self, _program: &Program, starts: &[Start]) -> Result<Vec<Trace>, Vec<Outcome>> {
        let rules = self.rules.as_ref().map_err(Clone::clone)?;
        Ok(starts.iter().map(|start| rules.play(start)).collect())
    }

    fn play_parts(
        &self,
        _program: &Program,
        start: &Start,
        known: &[PlayPart],
    ) -> Result<PartedPlay, Vec<Outcome>> {
        let rules = self.rules.as_ref().map_err(Clone::clone)?;
        Ok(rules.play_parts(start, known))
    }
}
