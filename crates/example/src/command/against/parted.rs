//! Where the first games part: the first step that the later edition takes otherwise.

use super::{Edition, PairTally, PairedGames};
use crate::narrate::narrate;
use rules::engine::trace::Start;

/// The first step of a game that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepApart {
    pub seed: u64,
    /// The number of the step.
    pub step: usize,
    /// What the earlier edition tells there; none where its game is over.
    pub old: Option<String>,
    /// What the later edition tells there; none where its game is over.
    pub new: Option<String>,
}

impl PairedGames<'_> {
    /// The first step that differs in each of the first games that part.
    pub fn first_steps_apart(&self, tally: &PairTally) -> Vec<StepApart> {
        tally.parted.iter().filter_map(|seed| self.step_apart(*seed)).collect()
    }

    fn step_apart(&self, seed: u64) -> Option<StepApart> {
        let [old, new] = [&self.old, &self.new].map(|edition| self.steps(edition, seed));
        let (old, new) = (old?, new?);
        let step = (0..old.len().max(new.len())).find(|at| old.get(*at) != new.get(*at))?;
        let told = |steps: &[String]| steps.get(step).cloned();
        Some(StepApart { seed, step: step + 1, old: told(&old), new: told(&new) })
    }

    /// The steps of a game as they are told, and how it ends.
    fn steps(&self, edition: &Edition<'_>, seed: u64) -> Option<Vec<String>> {
        let start = Start { seed, ..self.games.start(edition.program)? };
        let traces = edition.executor.play(edition.program, &[start]).ok()?;
        let trace = traces.into_iter().next()?;
        let told = narrate(&trace, edition.program, edition.words);
        let steps = told.sentences.iter().filter(|told| told.number.is_some());
        let steps = steps.map(|step| step.sentence.to_string());
        let end = (!told.end.parts.is_empty()).then(|| told.end.to_string());
        Some(steps.chain(end).collect())
    }
}
