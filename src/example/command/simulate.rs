//! `rulepress simulate`: many games, and how they end.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{CommandReport, SeededGames, counted};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::short_quote;
use crate::engine::trace::{Outcome, Trace};
use crate::example::outcome;
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
    fn text(&self, games: u64, what: &str) -> String {
        let mean = (self.all + games / 2).checked_div(games).unwrap_or(0);
        format!("{} each ({} to {})", counted(mean, what), self.least.unwrap_or(0), self.most)
    }

    fn data(&self) -> serde_json::Value {
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

    /// How many games somebody won or lost.
    fn decided_games(&self) -> u64 {
        let decided = self.outcomes.values().filter(|ends| is_decided(&ends.outcome));
        decided.map(|ends| ends.count).sum()
    }

    /// Whether somebody won or lost at least this percentage of the games.
    fn is_decided_in(&self, percent: u8) -> bool {
        self.decided_games() * 100 >= self.games * u64::from(percent)
    }

    /// The outcomes, the most frequent first.
    fn sorted_outcomes(&self) -> Vec<(&String, &TalliedOutcome)> {
        let mut ends: Vec<(&String, &TalliedOutcome)> = self.outcomes.iter().collect();
        ends.sort_by_key(|(line, ends)| (Reverse(ends.count), line.as_str()));
        ends
    }
}

/// Plays games from many seeds and counts their outcomes; every fault is a finding with the first
/// seed that shows it, and so are fewer games with a winner than `won` percent.
pub fn report_simulation(
    games: &SeededGames<'_>,
    (program, sources): (&Program, &Sources),
    won: Option<u8>,
    executor: &dyn Executor,
) -> CommandReport {
    let mut findings = Findings::default();
    let mut tally = GameTally::default();
    games.play_each(program, executor, &mut findings, |seed, trace| tally.add(seed, trace));
    for ends in tally.outcomes.values() {
        findings.0.extend(outcome_finding(ends, program, sources));
    }
    let missed = won.filter(|wanted| !tally.is_decided_in(*wanted));
    findings.0.extend(missed.map(|wanted| too_few_winners(&tally, wanted)));
    CommandReport { text: tally_text(&tally), json: tally_data(&tally), findings }
}

/// A finding: fewer games end with a winner than are wanted.
fn too_few_winners(tally: &GameTally, wanted: u8) -> Diagnostic {
    let share = percent(tally.decided_games(), tally.games);
    let games = counted(tally.games, "game");
    let message = format!("too few games have a winner: {share} of {games}");
    Diagnostic::global(code::UNMET_EXPECTATION, message).hint(format!(
        "at least {wanted} % are wanted; `rulepress play` shows a game from its seed"
    ))
}

/// Whether somebody won or lost.
fn is_decided(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Over { winner, loser, .. } if winner.is_some() || loser.is_some())
}

/// What is wrong with games that ended so, if anything is.
fn outcome_finding(
    ends: &TalliedOutcome,
    program: &Program,
    sources: &Sources,
) -> Option<Diagnostic> {
    let finding = match &ends.outcome {
        Outcome::Fault(_) => outcome::unplayable_rules(&ends.outcome, program, sources),
        Outcome::Limit { what } => limit_of_game(what),
        Outcome::Stuck { reason, .. } => stuck_game(reason),
        Outcome::Unanswered { question, .. } => unanswered_choice(question),
        Outcome::Gap { .. } | Outcome::Stopped | Outcome::Finished | Outcome::Over { .. } => {
            return None;
        }
    };
    Some(finding.hint(ends.seed_hint()))
}

fn limit_of_game(what: &str) -> Diagnostic {
    let message = format!("a game hit a limit: {}", short_quote(what));
    Diagnostic::global(code::RULES_LIMIT, message)
}

fn stuck_game(reason: &str) -> Diagnostic {
    let message = format!("a game cannot go on: {}", short_quote(reason));
    Diagnostic::global(code::RULES_STUCK, message)
}

fn unanswered_choice(question: &str) -> Diagnostic {
    let message = format!("the choice `{}` has no answer", short_quote(question));
    Diagnostic::global(code::UNANSWERED_CHOICE, message)
}

impl TalliedOutcome {
    /// In how many games it happens, and in which first.
    fn seed_hint(&self) -> String {
        let games = counted(self.count, "game");
        format!("it happens in {games}; the first has the seed {}", self.seed)
    }
}

/// "12.5 %": so much of all games.
fn percent(count: u64, games: u64) -> String {
    let mille = (count * 1_000 + games / 2).checked_div(games).unwrap_or(0);
    format!("{}.{} %", mille / 10, mille % 10)
}

fn tally_text(tally: &GameTally) -> String {
    let (games, ends) = (tally.games, tally.sorted_outcomes());
    let (turns, events) = (tally.turns.text(games, "turn"), tally.events.text(games, "event"));
    let mut text = format!("{}, {turns}, {events}\n\n", counted(games, "game"));
    let width = ends.first().map_or(0, |(_, ends)| ends.count.to_string().len());
    for (line, TalliedOutcome { count, seed, .. }) in ends {
        let (share, line) = (percent(*count, games), short_quote(line));
        text += &format!("{count:>width$}  {share:>7}  {line}  (seed {seed})\n");
    }
    text
}

fn tally_data(tally: &GameTally) -> Value {
    let outcomes = tally.sorted_outcomes().into_iter().map(|(line, ends)| {
        let share = percent(ends.count, tally.games);
        let word = outcome::outcome_word(&ends.outcome);
        json!({
            "outcome": word, "line": line, "games": ends.count, "share": share, "seed": ends.seed,
        })
    });
    json!({
        "games": tally.games,
        "turns": tally.turns.data(),
        "events": tally.events.data(),
        "outcomes": outcomes.collect::<Vec<_>>(),
    })
}
