//! `check --games`: whether many games keep the bounds in `[balance]` of book.toml. In: a book's bounds and
//! its rules. Out: a line for each bound, and a finding for each that does not hold or needs more games.

mod verdict;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

pub use verdict::{Measured, Verdict};

use serde_json::json;

use super::simulate::{Interval, rounded_number};
use super::{CommandReport, GameTally, SeededGames, Simulation, TallyStyle};
use base::diagnostic::{Diagnostic, Findings, code, nearest_name, short_quote};
use base::source::balance::{BalanceBound, BoundKind};
use base::source::manifest::Manifest;
use base::source::{Sources, Span};
use base::text::counted;
use rules::Program;
use rules::executor::Executor;

/// The games that decide whether a book keeps its `[balance]`.
#[derive(Clone, Copy)]
pub struct BalanceGames<'a> {
    /// The manifest with the bounds.
    pub manifest: &'a Manifest,
    /// The rules of the book.
    pub program: &'a Program,
    /// Its texts, for findings.
    pub sources: &'a Sources,
    /// Plays the rules.
    pub executor: &'a dyn Executor,
    /// The first seed.
    pub seed: u64,
    /// Number of games of each rule.
    pub games: u64,
    /// Number of games that are played at once.
    pub jobs: usize,
    /// Returns true to stop early; called now and then.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for BalanceGames<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} games of {:?}", self.games, self.manifest.balance)
    }
}

/// Result of the games for `[balance]`.
#[derive(Debug, Default)]
pub struct PlayedBalance<'a> {
    /// The rules that could be played, in the order of their names.
    pub rules: Vec<BalancedRule<'a>>,
    /// Reasons why other rules cannot be played, games that a fault stopped, and bounds that do not hold.
    pub findings: Findings,
}

/// A rule that was played for its bounds.
#[derive(Debug)]
pub struct BalancedRule<'a> {
    /// The anchor of the rule, `#turn`.
    pub play: &'a str,
    /// Counts of its games.
    pub tally: GameTally,
    /// Its bounds, in the order of their names.
    pub bounds: Vec<MeasuredBound<'a>>,
}

/// A bound and the result of the games.
#[derive(Debug)]
pub struct MeasuredBound<'a> {
    /// Name of the bounded number or share: `turns`, `won by You`.
    pub name: &'a str,
    /// The range that the value must be in.
    pub bound: BalanceBound,
    /// Span of the bound in book.toml.
    pub place: Option<Span>,
    /// The measured value; none if no game has anything of this name.
    pub measured: Option<Measured>,
}

impl BalanceGames<'_> {
    /// Plays the games of each rule that has bounds, and measures each bound.
    pub fn play(&self) -> PlayedBalance<'_> {
        let mut played = PlayedBalance::default();
        for play in self.manifest.balance.keys() {
            let (tally, findings) = self.count(play);
            played.findings.append(findings);
            if tally.games() == 0 {
                continue;
            }
            let bounds = self.bounds(play, &tally);
            let broken = bounds.iter().filter_map(|bound| bound.finding(play, &tally));
            played.findings.0.extend(broken);
            played.rules.push(BalancedRule { play, tally, bounds });
        }
        played
    }

    /// Plays the games of one rule. The findings say why it cannot be played and which games a fault stopped.
    fn count(&self, play: &str) -> (GameTally, Findings) {
        let Self { program, sources, executor, seed, games, jobs, stop, .. } = *self;
        let games = SeededGames { play, turns: 1, players: None, seed, games };
        let mut tally = GameTally::default();
        if let Some(fault) = games.fault(program) {
            let place = self.place_of(play);
            return (tally, Findings(vec![Diagnostic { span: place, ..fault }]));
        }
        let simulation = Simulation { games, program, sources, executor, jobs, stop };
        let mut findings = simulation.count_into(&mut tally, &mut |_| ControlFlow::Continue(()));
        findings.append(simulation.report(&tally, &TallyStyle::default()).findings);
        (tally, findings)
    }

    /// Returns the span of the first bound of a rule.
    fn place_of(&self, play: &str) -> Option<Span> {
        let bounds = self.manifest.balance.get(play).into_iter().flat_map(BTreeMap::values);
        bounds.filter_map(|bounds| self.manifest.place(bounds)).min_by_key(|place| place.start)
    }

    fn bounds<'l>(&'l self, play: &str, tally: &GameTally) -> Vec<MeasuredBound<'l>> {
        let all = self.manifest.balance.get(play).into_iter().flatten();
        let measured = all.flat_map(|(name, bounds)| {
            let place = self.manifest.place(bounds);
            // Bounds that cannot be read are reported when the file is read.
            let read = bounds.get_ref().as_slice().iter();
            read.filter_map(|words| BalanceBound::parse(words).ok()).map(move |bound| {
                let measured = Measured::of(tally, name, &bound.kind);
                MeasuredBound { name, bound, place, measured }
            })
        });
        measured.collect()
    }
}

impl PlayedBalance<'_> {
    /// Returns a line for each bound, as text and as data, with the findings.
    pub fn report(&self) -> CommandReport {
        let text = self.rules.iter().map(BalancedRule::table).collect();
        let json = self.rules.iter().map(BalancedRule::data).collect();
        CommandReport { text, json, findings: self.findings.clone() }
    }
}

impl MeasuredBound<'_> {
    /// Returns "48.7 % (46.5 to 50.9)" and the like.
    pub fn found(&self) -> String {
        let Some(Measured { value, interval, is_share, .. }) = self.measured else {
            return "no game has it".to_owned();
        };
        let Interval { low, high } = interval;
        match is_share {
            true => {
                format!("{:.1} %  ({:.1} to {:.1})", value * 100.0, low * 100.0, high * 100.0)
            }
            false => {
                let places = interval.decimals();
                format!("{value:.places$}  ({low:.places$} to {high:.places$})")
            }
        }
    }

    /// Returns the verdict in a word or two.
    pub fn verdict_words(&self) -> &'static str {
        match self.measured.map(|measured| measured.verdict) {
            Some(Verdict::Holds) => "holds",
            Some(Verdict::Broken) => "BROKEN",
            Some(Verdict::Unsure(_)) => "unsure",
            None => "unknown",
        }
    }

    fn finding(&self, play: &str, tally: &GameTally) -> Option<Diagnostic> {
        let (name, bound) = (short_quote(self.name), short_quote(&self.bound.words));
        let games = counted(tally.games(), "game");
        let found = self.found().replace("  ", " ");
        let about = match self.bound.kind {
            BoundKind::Share(_) => format!("`{name}` comes in {found} of {games}"),
            BoundKind::Mean(_) => format!("the mean of `{name}` is {found} in {games}"),
            BoundKind::Within { .. } => {
                format!("`{name}` is within its bound in {found} of {games}")
            }
        };
        let rule = short_quote(play);
        let finding = match self.measured.map(|measured| measured.verdict) {
            Some(Verdict::Holds) => return None,
            Some(Verdict::Broken) => {
                let message = format!("{about}, but the book wants {bound}");
                Diagnostic::global(code::UNBALANCED, message).hint(format!(
                    "change the rules or the bound; `rulepress simulate BOOK --play '{rule}'` shows more, and `--set` tries other numbers"
                ))
            }
            Some(Verdict::Unsure(needed)) => {
                let message = format!("{about}: too few games to say whether it is {bound}");
                let hint = match needed {
                    Some(needed) => {
                        format!("play about {needed} games: `check --games {needed}`")
                    }
                    None => "widen the bound: the games are at its edge".to_owned(),
                };
                Diagnostic::global(code::UNSURE_BALANCE, message).hint(hint)
            }
            None => self.unknown(tally),
        };
        Some(Diagnostic { span: self.place, ..finding })
    }

    /// Reports a name that no game has, and lists the names that exist.
    fn unknown(&self, tally: &GameTally) -> Diagnostic {
        let is_number = !matches!(self.bound.kind, BoundKind::Share(_));
        let names: Vec<String> = match is_number {
            true => tally.numbers().into_iter().map(|number| number.name.to_owned()).collect(),
            false => tally.happenings(),
        };
        let kind = if is_number { "number" } else { "share" };
        let name = short_quote(self.name);
        let message = format!("no {kind} is called `{name}` in these games");
        let known = names.iter().map(String::as_str);
        let hint = match nearest_name(self.name, known) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("there are {}", names.join(", ")),
        };
        Diagnostic::global(code::UNKNOWN_METRIC, message).hint(hint)
    }

    fn data(&self) -> serde_json::Value {
        let kind = match self.bound.kind {
            BoundKind::Share(_) => "share",
            BoundKind::Mean(_) => "mean",
            BoundKind::Within { .. } => "within",
        };
        let verdict = self.verdict_words().to_lowercase();
        json!({
            "name": self.name, "bound": self.bound.words, "kind": kind, "verdict": verdict,
            "value": self.measured.map(|own| rounded_number(own.value)),
            "confidence": self.measured.map(|own| own.interval.rounded()),
        })
    }
}

impl BalancedRule<'_> {
    /// Returns a line for each bound, below the rule and its number of games.
    fn table(&self) -> String {
        let rows = self.bounds.iter().map(|line| {
            let (name, bound) = (short_quote(line.name), short_quote(&line.bound.words));
            [name, line.found(), bound, line.verdict_words().to_owned()]
        });
        let rows: Vec<[String; 4]> = rows.collect();
        let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max().unwrap_or(0);
        let [name, found, bound] = [0, 1, 2].map(width);
        let line = |[own, value, wanted, verdict]: &[String; 4]| {
            format!("  {own:<name$}  {value:<found$}  wanted {wanted:<bound$}  {verdict}\n")
        };
        let head = format!("{} of {}\n", counted(self.tally.games(), "game"), self.play);
        head + &rows.iter().map(line).collect::<String>()
    }

    fn data(&self) -> serde_json::Value {
        let bounds: Vec<_> = self.bounds.iter().map(MeasuredBound::data).collect();
        json!({ "rule": self.play, "games": self.tally.games(), "bounds": bounds })
    }
}
