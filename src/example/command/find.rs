//! `rulepress find #ANCHOR`: seeds whose games reach a rule, the shortest first.

use serde_json::json;

use super::{Games, Report, counted};
use crate::diagnostic::{Diagnostic, Findings};
use crate::engine::trace::Trace;
use crate::example::fields::short;
use crate::example::{Player, codes, facts, outcome, places};
use crate::rules::Program;

/// Seeds that are listed.
const MOST: usize = 10;

/// A game that reaches the rule.
struct Found {
    events: usize,
    /// Number of the first event that cites it, from 1; 0 when none does.
    event: usize,
    seed: u64,
    outcome: &'static str,
}

/// Plays games from many seeds and lists those that reach `anchor`: that enter a function bound there, cite it, or let it
/// decide as a line of a printed list.
pub fn find(anchor: &str, games: &Games<'_>, program: &Program, player: &Player<'_>) -> Report {
    let mut findings = Findings::default();
    let Some(place) = places::place(program, anchor) else {
        let finding = Diagnostic::global(codes::SCENARIO_PLACE, format!("there is no place `{}`", short(anchor)));
        let meant = places::meant(program, anchor, |_| true);
        findings.push(match meant {
            Some(meant) => finding.hint(format!("did you mean `{meant}`?")),
            None => finding.hint("write the anchor of a heading, a step or an item: `#activate-cards 2.1`"),
        });
        return Report { findings, ..Report::default() };
    };
    let bound: Vec<u32> = places::bound_to(program, place).collect();
    let mut found: Vec<Found> = Vec::new();
    let mut count = 0;
    games.play(program, player, &mut findings, |seed, trace| {
        if !reaches(&trace, place, &bound) {
            return;
        }
        count += 1;
        let cites = trace.records.iter().position(|record| record.place == Some(place));
        let event = cites.map_or(0, |at| at + 1);
        found.push(Found { events: trace.records.len(), event, seed, outcome: outcome::word(&trace.outcome) });
        found.sort_by_key(|found| (found.events, found.seed));
        found.truncate(MOST);
    });
    let address = places::address(program, place);
    let mut text = format!("{address} is reached in {} of {}\n", count, counted(games.games, "game"));
    for found in &found {
        let event = if found.event > 0 { format!(", event {}", found.event) } else { String::new() };
        text +=
            &format!("  seed {}: {}{event}, {}\n", found.seed, counted(found.events as u64, "event"), found.outcome);
    }
    let seeds: Vec<_> = found
        .iter()
        .map(|found| json!({ "seed": found.seed, "events": found.events, "event": found.event, "outcome": found.outcome }))
        .collect();
    let json = json!({ "anchor": places::key(program, place), "address": address, "reached": count, "seeds": seeds });
    Report { text, json, findings }
}

fn reaches(trace: &Trace, place: u32, bound: &[u32]) -> bool {
    let entered = bound.iter().any(|function| trace.reached.binary_search(function).is_ok());
    entered || trace.lines.contains(&place) || facts::cites(trace, place)
}
