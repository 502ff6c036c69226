//! `rulepress gaps`: where the book does not say how to go on.

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

/// The verb of a choice that somebody made because the book does not say.
const UNSAID: &str = "unsaid";

/// One question the book leaves open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenQuestion {
    /// Its words.
    pub question: String,
    /// The rule that asks; index in [`Program::places`].
    pub place: Option<u32>,
    /// The answers that were possible.
    pub options: BTreeSet<String>,
    /// How many games met it.
    pub games: u64,
    /// The smallest seed of a game that meets it.
    pub seed: u64,
}

impl OpenQuestion {
    /// A question that no game has met yet; the game of this seed is the first.
    fn of((place, question): &AskedQuestion, seed: u64) -> Self {
        let question = question.to_owned();
        Self { question, place: *place, options: BTreeSet::new(), games: 0, seed }
    }
}

/// Plays games from many seeds and lists every question the book leaves open, the most frequent
/// first.
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
pub struct OpenQuestions(BTreeMap<AskedQuestion, OpenQuestion>);

/// The place that asks, and the words of the question.
type AskedQuestion = (Option<u32>, String);

impl OpenQuestions {
    /// Adds the questions of one game; a game with a smaller seed is added earlier.
    pub fn add(&mut self, seed: u64, trace: Trace) {
        for (asked, options) in open_questions(trace) {
            let open =
                self.0.entry(asked).or_insert_with_key(|asked| OpenQuestion::of(asked, seed));
            open.games += 1;
            open.options.extend(options);
        }
    }

    /// Adds those of later games.
    pub fn append(&mut self, later: Self) {
        for (asked, question) in later.0 {
            match self.0.entry(asked) {
                Entry::Vacant(entry) => drop(entry.insert(question)),
                Entry::Occupied(mut known) => {
                    let known = known.get_mut();
                    known.games += question.games;
                    known.options.extend(question.options);
                }
            }
        }
    }

    /// The questions, the most frequent first.
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

/// The questions that a game met and the book leaves open, each once, by the place that asks, with
/// the answers that were possible.
fn open_questions(trace: Trace) -> Vec<(AskedQuestion, Vec<String>)> {
    let mut found: Vec<(AskedQuestion, Vec<String>)> = Vec::new();
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
