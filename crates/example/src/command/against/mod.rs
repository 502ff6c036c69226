//! `rulepress simulate --against`: the same seeds under two editions of the rules. In: both editions, and the
//! number of games. Out: what differs, how sure that is, and at which step the first games part.

mod difference;
mod tally;
mod words;

use std::ops::{ControlFlow, Range};

pub use difference::Difference;
pub use tally::{Measure, PairTally};

use super::plot::plot_svg;
use super::seeds::rules_not_loaded;
use super::simulate::{NamedNumber, draw_histograms, no_number};
use super::{CommandReport, GameLine, SeededGames, Simulation, TallyStyle};
use crate::narrate::{Lexicon, narrate};
use base::diagnostic::{Diagnostic, Findings};
use base::source::Sources;
use rules::Program;
use rules::engine::trace::Start;
use rules::executor::{Executor, GamesToCount};

/// Number of games that are played of one edition before the other has its turn.
const AT_ONCE: u64 = 4_096;

/// One of two editions.
#[derive(Clone, Copy)]
pub struct Edition<'a> {
    /// Its name on the command line.
    pub name: &'a str,
    /// Its rules.
    pub program: &'a Program,
    /// Words of its steps.
    pub words: &'a Lexicon,
    /// Its texts, for findings.
    pub sources: &'a Sources,
    /// Plays its rules.
    pub executor: &'a dyn Executor,
}

/// Games to be played under two editions.
#[derive(Clone, Copy)]
pub struct PairedGames<'a> {
    /// The earlier edition.
    pub old: Edition<'a>,
    /// The later edition.
    pub new: Edition<'a>,
    /// The seeds and the rule to play.
    pub games: SeededGames<'a>,
    /// Number of games that are played at once.
    pub jobs: usize,
    /// Returns true to stop early; called now and then.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for PairedGames<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} of {} and {}", self.games, self.old.name, self.new.name)
    }
}

impl PairedGames<'_> {
    /// Plays all games under both editions; findings say why an edition cannot be played.
    pub fn count(&self) -> (PairTally, Findings) {
        let mut tally = PairTally::default();
        let (mut first, end) = (self.games.seed, self.games.seed.saturating_add(self.games.games));
        while first < end && !(self.stop)() {
            let seeds = first..end.min(first.saturating_add(AT_ONCE));
            let lines = [&self.old, &self.new].map(|edition| self.lines_of(edition, &seeds));
            let (old, new) = match lines {
                [Ok(old), Ok(new)] => (old, new),
                failed => {
                    let failed = failed.into_iter().filter_map(Result::err);
                    return (tally, Findings(failed.flat_map(|findings| findings.0).collect()));
                }
            };
            old.into_iter().zip(new).for_each(|(old, new)| tally.add(old, new));
            first = seeds.end;
        }
        (tally, Findings::default())
    }

    /// Plays the games of one edition from these seeds.
    fn lines_of(
        &self,
        edition: &Edition<'_>,
        seeds: &Range<u64>,
    ) -> Result<Vec<GameLine>, Findings> {
        let Some(start) = self.games.start(edition.program) else {
            let fault = self.games.fault(edition.program);
            return Err(Findings(
                fault.into_iter().map(|fault| of_edition(edition, fault)).collect(),
            ));
        };
        let mut lines = Vec::new();
        let (first, end) = (seeds.start, seeds.end);
        let games = GamesToCount { start: &start, first, end, jobs: self.jobs, stop: self.stop };
        let counted = edition.executor.count_games(edition.program, &games, &mut |game| {
            lines.push(GameLine::of(game, ""));
            ControlFlow::Continue(())
        });
        match counted {
            Ok(()) => Ok(lines),
            Err(reasons) => {
                let told = reasons.iter().map(rules_not_loaded);
                Err(Findings(told.map(|fault| of_edition(edition, fault)).collect()))
            }
        }
    }

    /// Returns the counts in words and as data, only of the `wanted` numbers if there are any. Games of an
    /// edition that did not end properly are findings.
    pub fn report(
        &self,
        tally: &PairTally,
        wanted: &[String],
        mut findings: Findings,
    ) -> CommandReport {
        for (edition, games) in [(&self.old, &tally.old), (&self.new, &tally.new)] {
            let own = self.simulation(edition).report(games, &TallyStyle::default()).findings;
            findings.0.extend(own.0.into_iter().map(|finding| of_edition(edition, finding)));
        }
        let is_unknown = |name: &&String| tally.pairs() > 0 && tally.number(name).is_none();
        findings.0.extend(wanted.iter().filter(is_unknown).map(|name| no_number(&tally.new, name)));
        let measures = tally.measures(wanted);
        let parted = tally.parted.iter().filter_map(|seed| self.step_apart(*seed));
        let parted: Vec<StepApart> = parted.collect();
        let text = words::pairs_text(self, tally, &measures, &parted);
        let json = words::pairs_data(self, tally, &measures, &parted);
        CommandReport { text, json, findings }
    }

    /// Returns the games of one edition.
    fn simulation<'s>(&'s self, edition: &'s Edition<'_>) -> Simulation<'s> {
        let Edition { program, sources, executor, .. } = *edition;
        Simulation {
            games: self.games,
            program,
            sources,
            executor,
            jobs: self.jobs,
            stop: self.stop,
        }
    }
}

/// Puts the name of the edition before the message of a finding.
fn of_edition(edition: &Edition<'_>, mut finding: Diagnostic) -> Diagnostic {
    finding.message = format!("{}: {}", edition.name, finding.message);
    finding
}

/// Draws the histograms of a number in both editions as an SVG file; a finding if an edition has no game with
/// it.
pub fn paired_histogram_svg(tally: &PairTally, name: &str) -> Result<String, Box<Diagnostic>> {
    let number = tally.number(name).ok_or_else(|| Box::new(no_number(&tally.new, name)))?;
    let titles = ["earlier", "later"].map(|edition| format!("{name}, {edition} edition"));
    let [above, below] = &titles;
    Ok(plot_svg(&draw_histograms(&[
        NamedNumber { name: above, counts: number.old },
        NamedNumber { name: below, counts: number.new },
    ])))
}

/// The first step of a game that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepApart {
    pub seed: u64,
    /// The number of the step.
    pub step: usize,
    /// Sentence of the earlier edition; none if its game is over.
    pub old: Option<String>,
    /// Sentence of the later edition; none if its game is over.
    pub new: Option<String>,
}

impl PairedGames<'_> {
    /// Returns the first step of a game that differs, if one does.
    fn step_apart(&self, seed: u64) -> Option<StepApart> {
        let [old, new] = [&self.old, &self.new].map(|edition| self.steps(edition, seed));
        let (old, new) = (old?, new?);
        let step = (0..old.len().max(new.len())).find(|at| old.get(*at) != new.get(*at))?;
        let told = |steps: &[String]| steps.get(step).cloned();
        Some(StepApart { seed, step: step + 1, old: told(&old), new: told(&new) })
    }

    /// Returns the steps of a game in words, and how it ends.
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
