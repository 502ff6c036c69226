//! `rulepress gaps`: where the book does not say how to go on.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::{CommandReport, SeededGames, counted};
use crate::diagnostic::Findings;
use crate::engine::trace::{Act, Outcome, Trace};
use crate::example::fields::backticked_names;
use crate::example::places;
use crate::rules::Program;
use crate::rules::executor::Executor;

/// One question the book leaves open.
#[derive(Default)]
struct OpenQuestion {
    games: u64,
    seed: u64,
    options: BTreeSet<String>,
    place: Option<u32>,
}

/// Plays games from many seeds and lists every question the book leaves open, the most frequent
/// first.
pub fn report_gaps(
    games: &SeededGames<'_>,
    program: &Program,
    player: &dyn Executor,
) -> CommandReport {
    let mut findings = Findings::default();
    let mut found: BTreeMap<(Option<u32>, String), OpenQuestion> = BTreeMap::new();
    games.play_each(program, player, &mut findings, |seed, trace| {
        for (place, question, options) in open_questions(trace) {
            let gap = found.entry((place, question)).or_insert(OpenQuestion {
                seed,
                place,
                ..OpenQuestion::default()
            });
            gap.games += 1;
            gap.options.extend(options);
        }
    });
    let mut list: Vec<(&String, &OpenQuestion)> =
        found.iter().map(|((_, question), gap)| (question, gap)).collect();
    list.sort_by_key(|(question, gap)| {
        (std::cmp::Reverse(gap.games), question.as_str(), gap.place)
    });
    let address = |gap: &OpenQuestion| gap.place.map(|place| places::address_of(program, place));
    let mut text =
        format!("{} in {}\n", counted(list.len() as u64, "gap"), counted(games.games, "game"));
    for (question, gap) in &list {
        let at = address(gap).map_or_else(String::new, |address| format!("{address}: "));
        text += &format!("\n{at}the book does not say: {question}\n");
        if !gap.options.is_empty() {
            text += &format!(
                "  possible: {}\n",
                backticked_names(gap.options.iter().map(String::as_str))
            );
        }
        text +=
            &format!("  in {}; the first has the seed {}\n", counted(gap.games, "game"), gap.seed);
    }
    let json = list.iter().map(|(question, gap)| {
        json!({
            "question": question, "options": gap.options, "games": gap.games, "seed": gap.seed,
            "address": address(gap), "anchor": gap.place.map(|place| places::key_of(program, place)),
        })
    });
    CommandReport {
        json: json!({ "games": games.games, "gaps": json.collect::<Vec<_>>() }),
        text,
        findings,
    }
}

/// The verb of a choice that somebody made because the book does not say.
const UNSAID: &str = "unsaid";

/// The questions that a game met and the book leaves open, each once, with the answers that were
/// possible.
fn open_questions(trace: Trace) -> Vec<(Option<u32>, String, Vec<String>)> {
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
