//! `rulepress simulate --against`: the same seeds under two editions of the rules. In: both, and how many
//! games. Out: what differs, how sure that is, and where the first games part.

mod difference;
mod parted;
mod picture;
mod tally;
mod words;

use std::ops::ControlFlow;

pub use difference::Difference;
pub use tally::{Measure, PairTally};

use super::seeds::rules_not_loaded;
use super::{CommandReport, GameLine, SeededGames};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::short_quote;
use crate::drawing::render_svg;
use crate::example::narrate::Lexicon;
use crate::rules::Program;
use crate::rules::executor::{Executor, GamesToCount};

/// How many games are played of one edition before the other has its turn.
const AT_ONCE: u64 = 4_096;

/// One of two editions.
#[derive(Clone, Copy)]
pub struct Edition<'a> {
    /// What the command line calls it.
    pub name: &'a str,
    /// Its rules.
    pub program: &'a Program,
    /// What its steps are told with.
    pub words: &'a Lexicon,
    /// What plays it.
    pub executor: &'a dyn Executor,
}

/// Games to be played under two editions.
#[derive(Clone, Copy)]
pub struct PairedGames<'a> {
    /// The earlier edition.
    pub old: Edition<'a>,
    /// The later edition.
    pub new: Edition<'a>,
    /// Which games.
    pub games: SeededGames<'a>,
    /// How many play at once.
    pub jobs: usize,
    /// Whether to stop early; asked now and then.
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
            let games = (first, end.min(first.saturating_add(AT_ONCE)));
            let lines = [&self.old, &self.new].map(|edition| self.lines_of(edition, games));
            let [Ok(old), Ok(new)] = &lines else {
                let failed = lines.into_iter().filter_map(Result::err);
                return (tally, Findings(failed.flat_map(|findings| findings.0).collect()));
            };
            old.iter().zip(new).for_each(|(old, new)| tally.add(old, new));
            first = games.1;
        }
        (tally, Findings::default())
    }

    /// The games of one edition from one seed up to another.
    fn lines_of(
        &self,
        edition: &Edition<'_>,
        (first, end): (u64, u64),
    ) -> Result<Vec<GameLine>, Findings> {
        let Some(start) = self.games.start(edition.program) else {
            let fault = self.games.fault(edition.program);
            return Err(Findings(
                fault.into_iter().map(|fault| of_edition(edition, fault)).collect(),
            ));
        };
        let mut lines = Vec::new();
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

    /// What was counted, in words and as data.
    pub fn report(&self, tally: &PairTally, findings: Findings) -> CommandReport {
        let measures = tally.measures();
        let parted = self.first_steps_apart(tally);
        let text = words::pairs_text(self, (tally, &measures), &parted);
        let json = words::pairs_data(self, (tally, &measures), &parted);
        CommandReport { text, json, findings }
    }
}

/// A finding that says which edition it is of.
fn of_edition(edition: &Edition<'_>, mut finding: Diagnostic) -> Diagnostic {
    finding.message = format!("{}: {}", edition.name, finding.message);
    finding
}

/// The histograms of a number in both editions as an SVG file; a finding where no game has it.
pub fn paired_histogram_svg(tally: &PairTally, name: &str) -> Result<String, Box<Diagnostic>> {
    let Some(number) = tally.number(name) else {
        let message = format!("no number is called `{}` in these games", short_quote(name));
        return Err(Box::new(Diagnostic::global(code::UNKNOWN_METRIC, message)));
    };
    let palette = crate::theme::Palette::standard();
    let drawing = picture::draw_pair(name, number);
    Ok(render_svg(&drawing, &|token| palette.css_colour(token)))
}
