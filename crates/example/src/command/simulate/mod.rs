//! `rulepress simulate`: many games, their endings, and the metrics that their rules record.

mod game_line;
mod picture;
mod statistics;
mod tally;
mod words;

use std::ops::ControlFlow;

use sha2::{Digest, Sha256};

pub use picture::draw_histograms;
pub use words::rounded_number;

pub use game_line::{
    GameLine, KeptGamesFault, KeptLines, LineMetric, WantedGames, read_kept_games,
};
pub use statistics::{
    HistogramBar, Interval, NamedNumber, NumberCounts, histogram_bars, wilson_interval,
};
pub use tally::GameTally;
pub use words::TerminalLook;

use super::plot::plot_svg;
use super::seeds::rules_not_loaded;
use super::{CommandReport, SeededGames, whole_games_hint};
use crate::outcome;
use base::diagnostic::{Diagnostic, Findings, code, nearest_name, short_quote};
use base::source::Sources;
use base::text::counted;
use draw::drawing::Drawing;
use rules::Program;
use rules::engine::trace::{Outcome, Start};
use rules::executor::{Executor, GamesToCount, program_key};
use tally::{MetricKind, TalliedOutcome};
use words::{percent, tally_data, tally_text};

/// Games to be played and counted by the rules of a book.
#[derive(Clone, Copy)]
pub struct Simulation<'a> {
    /// The seeds and the rule to play.
    pub games: SeededGames<'a>,
    /// The rules.
    pub program: &'a Program,
    /// Its texts, for findings.
    pub sources: &'a Sources,
    /// Plays the rules.
    pub executor: &'a dyn Executor,
    /// Number of games that are played at once.
    pub jobs: usize,
    /// Returns true to stop early; called now and then.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for Simulation<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} by {}", self.games, self.jobs)
    }
}

/// Options for the report of a tally.
#[derive(Debug, Clone, Default)]
pub struct TallyStyle<'a> {
    /// The least percentage of games that must have a winner or a loser.
    pub won: Option<u8>,
    /// Names of the numbers that get a histogram; if empty, those that seem worth it.
    pub drawn: &'a [String],
    /// Capabilities of the terminal.
    pub look: TerminalLook,
    /// The rules that play whole games, if these games do not and nobody chose the rule.
    pub whole: &'a [String],
}

impl Simulation<'_> {
    /// Returns 16 digits that are the same for games of the same rules, played rule, turns, players and
    /// version of the program.
    pub fn run_key(&self) -> String {
        let mut key = Sha256::new();
        key.update(program_key(self.program));
        let start = self.games.start(self.program);
        key.update(format!("{start:?} {}", env!("CARGO_PKG_VERSION")));
        key.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Plays the games that `tally` lacks and counts them; `keep` receives each line, and can stop the
    /// counting. The findings say why nothing can be played.
    pub fn count_into(
        &self,
        tally: &mut GameTally,
        keep: &mut dyn FnMut(&GameLine) -> ControlFlow<()>,
    ) -> Findings {
        let Some(start) = self.games.start(self.program) else {
            return Findings(self.games.fault(self.program).into_iter().collect());
        };
        let end = self.games.seed.saturating_add(self.games.games);
        let first = self.games.seed.saturating_add(tally.games());
        let games = GamesToCount { start: &start, first, end, jobs: self.jobs, stop: self.stop };
        let run = self.run_key();
        let counted = self.executor.count_games(self.program, &games, &mut |game| {
            let outcome = game.outcome.clone();
            let line = GameLine::of(game, &run);
            let kept = keep(&line);
            tally.add(line, Some(outcome));
            kept
        });
        Findings(counted.err().iter().flatten().map(rules_not_loaded).collect())
    }

    /// Reports the counts. Every fault is a finding with the first seed that shows it; so is a share of games
    /// with a winner or a loser that is too low.
    pub fn report(&self, tally: &GameTally, style: &TallyStyle<'_>) -> CommandReport {
        let mut findings = Findings::default();
        for ends in tally.outcomes.values() {
            findings.0.extend(self.outcome_finding(ends));
        }
        let missed = style.won.filter(|wanted| !tally.is_decided_in(*wanted));
        findings.0.extend(missed.map(|wanted| {
            let share = percent(tally.decided_games(), tally.games());
            let games = counted(tally.games(), "game");
            let message = format!("too few games have a winner or a loser: {share} of {games}");
            Diagnostic::global(code::UNMET_EXPECTATION, message).hint(format!(
                "at least {wanted} % are required; `rulepress play` shows a game from its seed"
            ))
        }));
        findings.0.extend(
            style
                .drawn
                .iter()
                .filter(|name| tally.number(name).is_none())
                .map(|name| no_number(tally, name)),
        );
        let mut text = tally_text(tally, style.drawn, style.look);
        text.extend(self.parts_of_games(style.whole));
        let mut json = tally_data(tally);
        if !style.whole.is_empty() {
            json["whole_games"] = style.whole.into();
        }
        CommandReport { text, json, findings }
    }

    /// Says that no game came to its end, and suggests what to play instead.
    fn parts_of_games(&self, whole: &[String]) -> Option<String> {
        let hint = whole_games_hint(whole)?;
        let played = counted(self.games.turns, "time");
        let rule = short_quote(self.games.play);
        Some(format!("\nNone of these games is over: `{rule}` is played {played}; {hint}.\n"))
    }

    /// Reports games with an irregular ending.
    fn outcome_finding(&self, ends: &TalliedOutcome) -> Option<Diagnostic> {
        if ends.is_regular() || ends.word == "gap" {
            return None;
        }
        let finding = match ends.outcome.clone().or_else(|| self.outcome_again(ends))? {
            fault @ Outcome::Fault(_) => {
                outcome::unplayable_rules(&fault, self.program, self.sources)
            }
            Outcome::Limit { what } => {
                let message = format!("a game hit a limit: {}", short_quote(&what));
                Diagnostic::global(code::RULES_LIMIT, message)
            }
            Outcome::Stuck { reason, .. } => {
                let message = format!("a game cannot continue: {}", short_quote(&reason));
                Diagnostic::global(code::RULES_STUCK, message)
            }
            Outcome::Unanswered { question, .. } => {
                let message = format!("the choice `{}` has no answer", short_quote(&question));
                Diagnostic::global(code::UNANSWERED_CHOICE, message)
            }
            Outcome::Gap { .. } | Outcome::Stopped | Outcome::Finished | Outcome::Over { .. } => {
                return None;
            }
        };
        let games = counted(ends.count, "game");
        let seed = ends.seeds.first().copied().unwrap_or_default();
        Some(finding.hint(format!("this happens in {games}; the first has the seed {seed}")))
    }

    /// Returns the outcome of the first of these games by playing it again, because of kept games only a line
    /// is known.
    fn outcome_again(&self, ends: &TalliedOutcome) -> Option<Outcome> {
        let start = Start { seed: *ends.seeds.first()?, ..self.games.start(self.program)? };
        let traces = self.executor.play(self.program, &[start]).ok()?;
        traces.into_iter().next().map(|trace| trace.outcome)
    }
}

/// Plays games from many seeds and counts their outcomes and recorded metrics. Every fault is a finding with
/// the first seed that shows it; so is a share of games with a winner or a loser below `won` percent.
pub fn report_simulation(
    games: &SeededGames<'_>,
    program: &Program,
    sources: &Sources,
    won: Option<u8>,
    executor: &dyn Executor,
) -> CommandReport {
    let simulation =
        Simulation { games: *games, program, sources, executor, jobs: 1, stop: &|| false };
    let mut tally = GameTally::default();
    let failed = simulation.count_into(&mut tally, &mut |_| ControlFlow::Continue(()));
    let mut report = simulation.report(&tally, &TallyStyle { won, ..TallyStyle::default() });
    report.findings.append(failed);
    report
}

/// Draws the histogram of the number of this name, if these games have it.
pub fn histogram_drawing(tally: &GameTally, name: &str) -> Option<Drawing> {
    Some(draw_histograms(&[NamedNumber { name, counts: tally.counts_of(name)? }]))
}

/// Draws the histogram of the number of this name as an SVG file, or reports the names that exist.
pub fn histogram_svg(tally: &GameTally, name: &str) -> Result<String, Box<Diagnostic>> {
    let counts = tally.number(name).ok_or_else(|| Box::new(no_number(tally, name)))?;
    Ok(plot_svg(&draw_histograms(&[NamedNumber { name, counts }])))
}

pub fn no_number(tally: &GameTally, name: &str) -> Diagnostic {
    let numbers = tally.numbers();
    let names = || numbers.iter().map(|number| number.name);
    let all = || format!("the numbers are {}", names().collect::<Vec<_>>().join(", "));
    let (shown, known) = (short_quote(name), nearest_name(name, names()));
    let (message, hint) = match (tally.kind_of_metric(name), known) {
        (MetricKind::Words, _) => (
            format!("`{shown}` is a word and has no histogram"),
            format!("read under `{shown}` how often each word comes; {}", all()),
        ),
        (MetricKind::Nought, _) => (format!("`{shown}` is 0 in each of these games"), all()),
        (MetricKind::Unknown, Some(near)) => (
            format!("no number is called `{shown}` in these games"),
            format!("did you mean `{near}`?"),
        ),
        (MetricKind::Unknown, None) => {
            (format!("no number is called `{shown}` in these games"), all())
        }
    };
    Diagnostic::global(code::UNKNOWN_METRIC, message).hint(hint)
}

/// Reports why the games in the file at `path` cannot be continued.
pub fn kept_games_finding(path: &str, fault: &KeptGamesFault) -> Diagnostic {
    let again = "name another file, or start again with --restart";
    let (message, hint) = match fault {
        KeptGamesFault::OtherRun => (
            format!("the games in `{path}` were played with other rules or arguments"),
            again.to_owned(),
        ),
        KeptGamesFault::OtherSeed(wanted, found) => (
            format!("the games in `{path}` have other seeds: {found} instead of {wanted}"),
            again.to_owned(),
        ),
        KeptGamesFault::NoGame(line) => {
            (format!("line {line} of `{path}` is not a game of `simulate`"), again.to_owned())
        }
        KeptGamesFault::InUse => (
            format!("another program is writing games to `{path}`"),
            "wait until it has ended, or name another file".to_owned(),
        ),
    };
    Diagnostic::global(code::OTHER_GAMES, message).hint(hint)
}
