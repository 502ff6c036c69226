//! `rulepress gaps`: the questions that the book leaves open.

use std::cmp::Reverse;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::{CommandReport, SeededGames};
use crate::fields::backticked_names;
use crate::places;
use base::diagnostic::Findings;
use base::text::counted;
use rules::Program;
use rules::engine::trace::{Act, Outcome, Trace};
use rules::executor::Executor;

/// The verb of a choice that a player made because the book gives no answer.
const UNSAID: &str = "unsaid";

/// A question that the book leaves open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenQuestion {
    /// Its wording.
    pub question: String,
    /// The rule that asks; index in [`Program::places`].
    pub place: Option<u32>,
    /// The possible answers.
    pub options: BTreeSet<String>,
    /// Number of games that met it.
    pub games: u64,
    /// The smallest seed of a game that meets it.
    pub seed: u64,
}

/// Plays games from many seeds and lists every question that the book leaves open, the most frequent first.
pub fn report_gaps(
    games: &SeededGames<'_>,
    program: &Program,
    executor: &dyn Executor,
) -> CommandReport {
    let mut findings = Findings::default();
    let mut found = OpenQuestions::default();
    games.play_each(program, executor, &mut findings, |seed, trace| found.add(seed, trace));
    let gaps = found.sorted();
    let (count, all) = (counted(gaps.len(), "gap"), counted(games.games, "game"));
    let lines: String = gaps.iter().map(|gap| gap_text(gap, program)).collect();
    let text = format!("{count} in {all}\n{lines}");
    let data: Vec<Value> = gaps.iter().map(|gap| gap_data(gap, program)).collect();
    CommandReport { json: json!({ "games": games.games, "gaps": data }), text, findings }
}

/// Open questions by the place that asks and their words.
#[derive(Debug, Default)]
pub struct OpenQuestions(BTreeMap<(Option<u32>, String), OpenQuestion>);

impl OpenQuestions {
    /// Adds the questions of one game; a game with a smaller seed is added earlier.
    pub fn add(&mut self, seed: u64, trace: Trace) {
        open_questions(seed, trace).into_iter().for_each(|open| self.note(open));
    }

    /// Adds the questions of later games.
    pub fn append(&mut self, later: Self) {
        later.0.into_values().for_each(|open| self.note(open));
    }

    fn note(&mut self, open: OpenQuestion) {
        match self.0.entry((open.place, open.question.clone())) {
            Entry::Vacant(entry) => drop(entry.insert(open)),
            Entry::Occupied(mut known) => {
                let known = known.get_mut();
                known.games += open.games;
                known.options.extend(open.options);
            }
        }
    }

    /// Returns the questions, the most frequent first.
    pub fn sorted(self) -> Vec<OpenQuestion> {
        let mut gaps: Vec<OpenQuestion> = self.0.into_values().collect();
        gaps.sort_by(|a, b| gap_order(a).cmp(&gap_order(b)));
        gaps
    }
}

fn gap_order(gap: &OpenQuestion) -> (Reverse<u64>, &str, Option<u32>) {
    (Reverse(gap.games), &gap.question, gap.place)
}

fn gap_text(gap: &OpenQuestion, program: &Program) -> String {
    let OpenQuestion { question, options, games, seed, .. } = gap;
    let address = gap.place.map(|place| format!("{}: ", places::address_of(program, place)));
    let at = address.unwrap_or_default();
    let possible = possible_line(options);
    let games = counted(*games, "game");
    format!(
        "\n{at}the book does not say: {question}\n{possible}  in {games}; the first has the seed {seed}\n"
    )
}

fn possible_line(options: &BTreeSet<String>) -> String {
    if options.is_empty() {
        return String::new();
    }
    let names = backticked_names(options.iter().map(String::as_str));
    format!("  possible: {names}\n")
}

fn gap_data(gap: &OpenQuestion, program: &Program) -> Value {
    json!({
        "question": gap.question, "options": gap.options, "games": gap.games, "seed": gap.seed,
        "address": gap.place.map(|place| places::address_of(program, place)),
        "anchor": gap.place.map(|place| places::key_of(program, place)),
    })
}

/// Returns the questions that a game met and the book leaves open, each once, with the answers that were
/// possible.
fn open_questions(seed: u64, trace: Trace) -> Vec<OpenQuestion> {
    let mut found: Vec<OpenQuestion> = Vec::new();
    for record in trace.records.into_iter().filter(|record| record.verb == UNSAID) {
        let Act::Ask { question, options, .. } = record.act else { continue };
        let place = record.place;
        match found.iter_mut().find(|open| open.place == place && open.question == question) {
            Some(open) => open.options.extend(options),
            None => {
                let options = options.into_iter().collect();
                found.push(OpenQuestion { question, place, options, games: 1, seed });
            }
        }
    }
    if let Outcome::Gap { question, options, place } = trace.outcome {
        let options = options.into_iter().collect();
        found.push(OpenQuestion { question, place, options, games: 1, seed });
    }
    found
}
