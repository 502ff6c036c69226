//! `rulepress gaps`: where the book does not say how to go on.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::{Games, Report, counted};
use crate::diagnostic::Findings;
use crate::engine::trace::{Act, Outcome, Trace};
use crate::example::fields::ticked;
use crate::example::{Player, places};
use crate::rules::Program;

/// One question the book leaves open.
#[derive(Default)]
struct Gap {
    games: u64,
    seed: u64,
    options: BTreeSet<String>,
    place: Option<u32>,
}

/// Plays games from many seeds and lists every question the book leaves open, the most frequent
/// first.
pub fn gaps(games: &Games<'_>, program: &Program, player: &Player<'_>) -> Report {
    let mut findings = Findings::default();
    let mut found: BTreeMap<(Option<u32>, String), Gap> = BTreeMap::new();
    games.play(program, player, &mut findings, |seed, trace| {
        for (place, question, options) in open(trace) {
            let gap =
                found.entry((place, question)).or_insert(Gap { seed, place, ..Gap::default() });
            gap.games += 1;
            gap.options.extend(options);
        }
    });
    let mut list: Vec<(&String, &Gap)> =
        found.iter().map(|((_, question), gap)| (question, gap)).collect();
    list.sort_by_key(|(question, gap)| {
        (std::cmp::Reverse(gap.games), question.as_str(), gap.place)
    });
    let address = |gap: &Gap| gap.place.map(|place| places::address(program, place));
    let mut text =
        format!("{} in {}\n", counted(list.len() as u64, "gap"), counted(games.games, "game"));
    for (question, gap) in &list {
        let at = address(gap).map_or_else(String::new, |address| format!("{address}: "));
        text += &format!("\n{at}the book does not say: {question}\n");
        if !gap.options.is_empty() {
            text += &format!("  possible: {}\n", ticked(gap.options.iter().map(String::as_str)));
        }
        text +=
            &format!("  in {}; the first has the seed {}\n", counted(gap.games, "game"), gap.seed);
    }
    let json = list.iter().map(|(question, gap)| {
        json!({
            "question": question, "options": gap.options, "games": gap.games, "seed": gap.seed,
            "address": address(gap), "anchor": gap.place.map(|place| places::key(program, place)),
        })
    });
    Report {
        json: json!({ "games": games.games, "gaps": json.collect::<Vec<_>>() }),
        text,
        findings,
    }
}

/// The verb of a choice that somebody made because the book does not say.
const UNSAID: &str = "unsaid";

/// The questions that a game met and the book leaves open, each once, with the answers that were
/// possible.
fn open(trace: Trace) -> Vec<(Option<u32>, String, Vec<String>)> {
    let mut found: Vec<(Option<u32>, String, Vec<String>)> = Vec::new();
    for record in trace.records.into_iter().filter(|record| record.verb == UNSAID) {
        let Act::Ask { question, options, .. } = record.act else { continue };
        match found
            .iter_mut()
            .find(|(place, known, _)| (*place, known.as_str()) == (record.place, &question))
        {
            Some((_, _, all)) => all.extend(options),
            None => found.push((record.place, question, options)),
        }
    }
    if let Outcome::Gap { question, options, place } = trace.outcome {
        found.push((place, question, options));
    }
    found
}
