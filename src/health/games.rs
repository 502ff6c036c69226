//! The games of a report. In: the rules of a book, and the number of games. Out: their results, which do not
//! depend on the number of threads.

use std::collections::BTreeSet;

use super::tally::HealthTally;
use crate::pipeline::work_side_by_side;
use base::diagnostic::Findings;
use base::source::manifest::Manifest;
use example::command::{SeededGames, rules_not_loaded, whole_games};
use example::start::game_start;
use rules::Program;
use rules::engine::trace::Start;
use rules::executor::Executor;

/// Number of games that a thread plays at a time.
const CHUNK: u64 = 25;
/// The rule to play if none is named.
const USUAL: &str = "#turn";

/// Games by the rules of a book.
#[derive(Clone, Copy)]
pub struct HealthGames<'a> {
    /// The first seed.
    pub seed: u64,
    /// Number of games of each rule.
    pub games: u64,
    /// The executor of the games.
    pub executor: &'a (dyn Executor + Sync),
    /// Returns true to stop early; called now and then.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for HealthGames<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} games from seed {}", self.games, self.seed)
    }
}

/// The games of one rule.
pub struct PlayedRule {
    pub rule: String,
    pub tally: HealthTally,
}

impl HealthGames<'_> {
    /// Plays each rule that `[balance]` bounds; without bounds the rules that play whole games, or else
    /// `#turn`.
    pub fn play(
        &self,
        program: &Program,
        manifest: &Manifest,
        findings: &mut Findings,
    ) -> Vec<PlayedRule> {
        let rows = program.data.iter().flat_map(|data| &data.rows);
        let names = rows.filter_map(|row| row.first()).map(String::as_str);
        let known: BTreeSet<&str> = names.filter(|name| !name.is_empty()).collect();
        let mut played = Vec::new();
        for rule in self.rules(program, manifest) {
            let games = self.of_rule(&rule);
            let Some(start) = games.start(program) else { continue };
            let mut tally = self.tally(&start, program, &known, findings);
            if played.is_empty() {
                // Setting games up reaches places, but is no game of its own.
                let set_up = self.set_up(program, &known);
                tally.append(HealthTally { games: 0, stopped: 0, ..set_up });
            }
            played.push(PlayedRule { rule, tally });
        }
        played
    }

    fn of_rule<'r>(&self, play: &'r str) -> SeededGames<'r> {
        SeededGames { play, turns: 1, players: None, seed: self.seed, games: self.games }
    }

    fn rules(&self, program: &Program, manifest: &Manifest) -> Vec<String> {
        let is_bound = |rule: &String| self.of_rule(rule).fault(program).is_none();
        let bounded: Vec<String> =
            manifest.balance.keys().filter(|rule| is_bound(rule)).cloned().collect();
        if !bounded.is_empty() {
            return bounded;
        }
        let whole = whole_games(&self.of_rule(USUAL), program, self.executor).unwrap_or_default();
        if !whole.is_empty() {
            return whole;
        }
        Some(USUAL.to_owned()).filter(is_bound).into_iter().collect()
    }

    /// Returns what the set-up of the same games reaches; their traces begin after it.
    fn set_up(&self, program: &Program, known: &BTreeSet<&str>) -> HealthTally {
        let opening = game_start(program);
        let Some(play) = opening.setup else { return HealthTally::default() };
        let start = Start { play, seeded: true, ..opening };
        // The games report rules that cannot be run.
        self.tally(&start, program, known, &mut Findings::default())
    }

    /// Plays the games of a rule, a few at a time on each thread; they are added in the order of their seeds.
    fn tally(
        &self,
        start: &Start,
        program: &Program,
        known: &BTreeSet<&str>,
        findings: &mut Findings,
    ) -> HealthTally {
        let end = self.seed.saturating_add(self.games);
        let chunks: Vec<u64> = (self.seed..end).step_by(CHUNK as usize).collect();
        let mut all = HealthTally::default();
        let play = |first: &u64| {
            let seeds = *first..end.min(first.saturating_add(CHUNK));
            let mut tally = HealthTally::default();
            if (self.stop)() {
                return Ok(tally);
            }
            let starts: Vec<Start> =
                seeds.clone().map(|seed| Start { seed, ..start.clone() }).collect();
            let traces = self.executor.play(program, &starts)?;
            seeds.zip(traces).for_each(|(seed, trace)| tally.add(seed, trace, known));
            Ok(tally)
        };
        work_side_by_side(&chunks, play, |played: Result<HealthTally, Vec<_>>| match played {
            Ok(tally) => all.append(tally),
            Err(reasons) => {
                if findings.0.is_empty() {
                    findings.0.extend(reasons.iter().map(rules_not_loaded));
                }
            }
        });
        all
    }
}
