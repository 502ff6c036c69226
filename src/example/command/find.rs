//! `rulepress find #ANCHOR`: seeds whose games reach a rule, a box or an exit of a chart, the
//! shortest first.

mod target;

use serde_json::json;

use super::{CommandReport, SeededGames, counted};
use crate::diagnostic::Findings;
use crate::example::outcome;
use crate::rules::Program;
use crate::rules::executor::Executor;
use target::SeedTarget;

/// Seeds that are listed.
const MOST: usize = 10;

/// A game that reaches what is sought.
struct FoundGame {
    events: usize,
    /// Number of the first event that shows it, from 1; 0 when none does.
    event: usize,
    seed: u64,
    outcome: &'static str,
}

/// Plays games from many seeds and lists those that reach what is `written`: a rule whose function
/// is entered, that is cited, or that decides as a line of a printed list; a box that is passed; an
/// exit that is taken.
pub fn find_seeds(
    written: &str,
    games: &SeededGames<'_>,
    program: &Program,
    player: &dyn Executor,
) -> CommandReport {
    let mut findings = Findings::default();
    let target = match SeedTarget::of(program, written) {
        Ok(target) => target,
        Err(finding) => {
            findings.push(*finding);
            return CommandReport { findings, ..CommandReport::default() };
        }
    };
    let mut found: Vec<FoundGame> = Vec::new();
    let mut count = 0;
    games.play_each(program, player, &mut findings, |seed, trace| {
        if !target.reached(&trace) {
            return;
        }
        count += 1;
        let event =
            trace.records.iter().position(|record| target.shown(record)).map_or(0, |at| at + 1);
        found.push(FoundGame {
            events: trace.records.len(),
            event,
            seed,
            outcome: outcome::outcome_word(&trace.outcome),
        });
        found.sort_by_key(|found| (found.events, found.seed));
        found.truncate(MOST);
    });
    let address = target.address(program);
    let mut text =
        format!("{address} is reached in {} of {}\n", count, counted(games.games, "game"));
    for found in &found {
        let event =
            if found.event > 0 { format!(", event {}", found.event) } else { String::new() };
        text += &format!(
            "  seed {}: {}{event}, {}\n",
            found.seed,
            counted(found.events as u64, "event"),
            found.outcome
        );
    }
    let seeds: Vec<_> = found
        .iter()
        .map(|found| json!({ "seed": found.seed, "events": found.events, "event": found.event, "outcome": found.outcome }))
        .collect();
    let mut json = json!({ "anchor": target.key(program), "address": address, "reached": count, "seeds": seeds });
    if let Some(exit) = target.exit() {
        json["exit"] = json!(exit);
    }
    CommandReport { text, json, findings }
}
