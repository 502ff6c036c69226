//! `rulepress gaps`: where the book does not say how to go on.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{CommandReport, SeededGames, counted};
use crate::diagnostic::Findings;
use crate::engine::trace::{Act, Outcome, Trace};
use crate::example::fields::backticked_names;
use crate::example::places;
use crate::rules::Program;
use crate::rules::executor::Executor;

/// The verb of a choice that somebody made because the book does not say.
const UNSAID: &str = "unsaid";

/// One question the book leaves open.
struct OpenQuestion {
    question: String,
    place: Option<u32>,
    options: BTreeSet<String>,
    games: u64,
    /// The smallest seed of a game that meets it.
    seed: u64,
}

/// Plays games from many seeds and lists every question the book leaves open, the most frequent
/// first.
pub fn report_gaps(
    games: &SeededGames<'_>,
    program: &Program,
    executor: &dyn Executor,
) -> CommandReport {
    let mut findings = Findings::default();
    let mut found: BTreeMap<(Option<u32>, String), OpenQuestion> = BTreeMap::new();
    games.play_each(program, executor, &mut findings, |seed, trace| {
        for ((place, question), options) in open_questions(trace) {
            let open = found.entry((place, question.clone())).or_insert_with(|| OpenQuestion {
                question,
                place,
                options: BTreeSet::new(),
                games: 0,
                seed,
            });
            open.games += 1;
            open.options.extend(options);
        }
    });
    let mut gaps: Vec<OpenQuestion> = found.into_values().collect();
    gaps.sort_by(|a, b| gap_order(a).cmp(&gap_order(b)));
    let head = counted(gaps.len() as u64, "gap");
    let head = format!("{head} in {}\n", counted(games.games, "game"));
    let text = gaps.iter().fold(head, |text, gap| text + &gap_text(gap, program));
    let data: Vec<Value> = gaps.iter().map(|gap| gap_data(gap, program)).collect();
    CommandReport { json: json!({ "games": games.games, "gaps": data }), text, findings }
}

fn gap_order(gap: &OpenQuestion) -> (Reverse<u64>, &str, Option<u32>) {
    (Reverse(gap.games), &gap.question, gap.place)
}

fn gap_text(gap: &OpenQuestion, program: &Program) -> String {
    let OpenQuestion { question, options, games, seed, .. } = gap;
    let at = gap
        .place
        .map_or_else(String::new, |place| format!("{}: ", places::address_of(program, place)));
    let possible = match options.is_empty() {
        true => String::new(),
        false => format!("  possible: {}\n", backticked_names(options.iter().map(String::as_str))),
    };
    let games = counted(*games, "game");
    format!(
        "\n{at}the book does not say: {question}\n{possible}  in {games}; the first has the seed {seed}\n"
    )
}

fn gap_data(gap: &OpenQuestion, program: &Program) -> Value {
    json!({
        "question": gap.question, "options": gap.options, "games": gap.games, "seed": gap.seed,
        "address": gap.place.map(|place| places::address_of(program, place)),
        "anchor": gap.place.map(|place| places::key_of(program, place)),
    })
}

/// The questions that a game met and the book leaves open, each once, by the place that asks, with
/// the answers that were possible.
fn open_questions(trace: Trace) -> Vec<((Option<u32>, String), Vec<String>)> {
    let mut found: Vec<((Option<u32>, String), Vec<String>)> = Vec::new();
    for record in trace.records.into_iter().filter(|record| record.verb == UNSAID) {
        let Act::Ask { question, options, .. } = record.act else { continue };
        let asked = (record.place, question);
        match found.iter_mut().find(|(known, _)| *known == asked) {
            Some((_, all)) => all.extend(options),
            None => found.push((asked, options)),
        }
    }
    if let Outcome::Gap { question, options, place } = trace.outcome {
        found.push(((place, question), options));
    }
    found
}
