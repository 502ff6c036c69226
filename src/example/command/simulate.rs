//! `rulepress simulate`: many games, and how they end.

use std::collections::BTreeMap;

use serde_json::json;

use super::{CommandReport, SeededGames, counted};
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::engine::trace::{Outcome, Trace};
use crate::example::fields::shortened;
use crate::example::{codes, outcome};
use crate::rules::Program;
use crate::rules::executor::Executor;
use crate::source::Sources;

/// What is counted.
#[derive(Default)]
struct GameTally {
    games: u64,
    outcomes: BTreeMap<String, TalliedOutcome>,
    events: CountRange,
    turns: CountRange,
}

/// How many there were of something in each game.
#[derive(Default)]
struct CountRange {
    all: u64,
    least: Option<u64>,
    most: u64,
}

impl CountRange {
    fn add(&mut self, count: u64) {
        self.all += count;
        self.least = Some(self.least.map_or(count, |least| least.min(count)));
        self.most = self.most.max(count);
    }

    /// "12 turns each (3 to 20)"
    fn tally_text(&self, games: u64, what: &str) -> String {
        let mean = (self.all + games / 2).checked_div(games).unwrap_or(0);
        format!("{} each ({} to {})", counted(mean, what), self.least.unwrap_or(0), self.most)
    }

    fn tally_data(&self) -> serde_json::Value {
        json!({ "all": self.all, "least": self.least.unwrap_or(0), "most": self.most })
    }
}

/// Games that ended in one way.
struct TalliedOutcome {
    count: u64,
    seed: u64,
    outcome: Outcome,
}

impl GameTally {
    fn add(&mut self, seed: u64, trace: Trace) {
        self.games += 1;
        self.events.add(trace.records.len() as u64);
        self.turns.add(trace.end.turn.into());
        let ends = self.outcomes.entry(outcome::outcome_line(&trace.outcome));
        ends.or_insert(TalliedOutcome { count: 0, seed, outcome: trace.outcome }).count += 1;
    }
}

/// Plays games from many seeds and counts their outcomes; every fault is a finding with the first
/// seed that shows it, and so are fewer games with a winner than `won` percent.
pub fn report_simulation(
    games: &SeededGames<'_>,
    (program, sources): (&Program, &Sources),
    won: Option<u8>,
    player: &dyn Executor,
) -> CommandReport {
    let mut findings = Findings::default();
    let mut tally = GameTally::default();
    games.play_each(program, player, &mut findings, |seed, trace| tally.add(seed, trace));
    for ends in tally.outcomes.values() {
        findings.0.extend(outcome_finding(ends, program, sources));
    }
    findings.0.extend(won.and_then(|wanted| too_few_winners(&tally, wanted)));
    CommandReport { text: text(&tally), json: data(&tally), findings }
}

/// A finding: fewer games end with a winner than are wanted.
fn too_few_winners(tally: &GameTally, wanted: u8) -> Option<Diagnostic> {
    let decided = |ends: &&TalliedOutcome| matches!(&ends.outcome, Outcome::Over { winner, loser, .. } if winner.is_some() || loser.is_some());
    let won: u64 = tally.outcomes.values().filter(decided).map(|ends| ends.count).sum();
    if won * 100 >= tally.games * u64::from(wanted) {
        return None;
    }
    let message =
        format!("{} of {} have a winner", percent(won, tally.games), counted(tally.games, "game"));
    let finding = Diagnostic::global(codes::UNMET_EXPECTATION, message);
    Some(finding.hint(format!(
        "at least {wanted} % are wanted; `rulepress play` shows a game from its seed"
    )))
}

/// What is wrong with games that ended so, if anything is.
fn outcome_finding(
    ends: &TalliedOutcome,
    program: &Program,
    sources: &Sources,
) -> Option<Diagnostic> {
    let global = |code: Code, message: String| Diagnostic::global(code, message);
    let finding = match &ends.outcome {
        Outcome::Fault(fault) => {
            let span = outcome::fault_span(program, fault, sources);
            let mut finding = match span {
                Some(span) => Diagnostic::at(codes::RULE_FAULT, span, &fault.message),
                None => Diagnostic::global(codes::RULE_FAULT, &fault.message),
            };
            finding.hints.extend(fault.hint.clone());
            finding.trail.clone_from(&fault.trail);
            finding
        }
        Outcome::Limit { what } => {
            global(codes::RULES_LIMIT, format!("a game hit a limit: {}", shortened(what)))
        }
        Outcome::Stuck { reason, .. } => {
            global(codes::RULES_STUCK, format!("a game can not go on: {}", shortened(reason)))
        }
        Outcome::Unanswered { question, .. } => global(
            codes::UNANSWERED_CHOICE,
            format!("the choice `{}` has no answer", shortened(question)),
        ),
        Outcome::Gap { .. } | Outcome::Stopped | Outcome::Finished | Outcome::Over { .. } => {
            return None;
        }
    };
    Some(finding.hint(format!(
        "it happens in {}; the first has the seed {}",
        counted(ends.count, "game"),
        ends.seed
    )))
}

/// The outcomes, the most frequent first.
fn sorted_outcomes(tally: &GameTally) -> Vec<(&String, &TalliedOutcome)> {
    let mut ends: Vec<(&String, &TalliedOutcome)> = tally.outcomes.iter().collect();
    ends.sort_by_key(|(line, ends)| (std::cmp::Reverse(ends.count), line.as_str()));
    ends
}

/// "12.5 %": so much of all games.
fn percent(count: u64, games: u64) -> String {
    let mille = (count * 1_000 + games / 2).checked_div(games).unwrap_or(0);
    format!("{}.{} %", mille / 10, mille % 10)
}

fn text(tally: &GameTally) -> String {
    let (games, ends) = (tally.games, sorted_outcomes(tally));
    let each =
        [tally.turns.tally_text(games, "turn"), tally.events.tally_text(games, "event")].join(", ");
    let mut text = format!("{}, {each}\n\n", counted(games, "game"));
    let width = ends.first().map_or(0, |(_, ends)| ends.count.to_string().len());
    for (line, ends) in ends {
        let (count, share) = (ends.count, percent(ends.count, games));
        text +=
            &format!("{count:>width$}  {share:>7}  {}  (seed {})\n", shortened(line), ends.seed);
    }
    text
}

fn data(tally: &GameTally) -> serde_json::Value {
    let outcomes: Vec<_> = sorted_outcomes(tally)
        .into_iter()
        .map(|(line, ends)| {
            let share = percent(ends.count, tally.games);
            let word = outcome::outcome_word(&ends.outcome);
            json!({ "outcome": word, "line": line, "games": ends.count, "share": share, "seed": ends.seed })
        })
        .collect();
    json!({
        "games": tally.games,
        "turns": tally.turns.tally_data(),
        "events": tally.events.tally_data(),
        "outcomes": outcomes,
    })
}
