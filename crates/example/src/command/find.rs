//! `rulepress find #ANCHOR`: seeds whose games reach a rule, a box or an exit of a chart, the
//! shortest first.

mod target;

use serde_json::{Value, json};

use super::scene::{FoundScene, SceneSearch};
use super::{CommandReport, SeededGames};
use crate::outcome;
use base::diagnostic::{Diagnostic, Findings, Severity, code, short_quote};
use base::text::counted;
use rules::Program;
use rules::engine::trace::Trace;
use rules::executor::Executor;
pub use target::SeedTarget;

/// Seeds that are listed.
const MOST: usize = 10;
/// Games of which a scenario is tried to be made.
const MOST_TRIED: usize = 3;

/// A game that reaches what is sought.
struct FoundGame {
    events: usize,
    /// Number of the first event that shows it, from 1; 0 when none does.
    event: usize,
    seed: u64,
    outcome: &'static str,
}

/// The games that reach what is sought, the shortest of them.
#[derive(Default)]
struct FoundGames {
    count: u64,
    shortest: Vec<FoundGame>,
}

impl FoundGames {
    /// Plays the games; findings say what stopped some.
    fn of(
        target: &SeedTarget<'_>,
        games: &SeededGames<'_>,
        program: &Program,
        executor: &dyn Executor,
    ) -> (Self, Findings) {
        let (mut findings, mut found) = (Findings::default(), Self::default());
        games.play_each(program, executor, &mut findings, |seed, trace| {
            if target.reached(&trace) {
                found.add(found_game(seed, &trace, target));
            }
        });
        (found, findings)
    }

    fn add(&mut self, game: FoundGame) {
        self.count += 1;
        self.shortest.push(game);
        self.shortest.sort_by_key(|game| (game.events, game.seed));
        self.shortest.truncate(MOST);
    }

    fn text(&self, address: &str, games: u64) -> String {
        let (count, all) = (self.count, counted(games, "game"));
        let lines: String = self.shortest.iter().map(game_line).collect();
        format!("{address} is reached in {count} of {all}\n{lines}")
    }

    fn data(&self, target: &SeedTarget<'_>, program: &Program) -> Value {
        let (key, address) = (target.key(program), target.address(program));
        let seeds: Vec<Value> = self.shortest.iter().map(game_data).collect();
        let mut data = json!({
            "anchor": key, "address": address, "reached": self.count, "seeds": seeds,
        });
        if let Some(exit) = target.exit() {
            data["exit"] = json!(exit);
        }
        data
    }
}

/// Plays games from many seeds and lists those that reach what is `written`: a rule whose function
/// is entered, that is cited, or that decides as a line of a printed list; a box that is passed; an
/// exit that is taken.
pub fn find_seeds(
    written: &str,
    games: &SeededGames<'_>,
    program: &Program,
    executor: &dyn Executor,
) -> CommandReport {
    let target = match SeedTarget::of(program, written) {
        Ok(target) => target,
        Err(finding) => return CommandReport::failed(*finding),
    };
    let (found, findings) = FoundGames::of(&target, games, program, executor);
    let text = found.text(&target.address(program), games.games);
    CommandReport { text, json: found.data(&target, program), findings }
}

/// The same, and a scenario called `name` of one of the games; findings say why there is none.
pub fn find_scene(
    (written, name): (&str, &str),
    games: &SeededGames<'_>,
    program: &Program,
    executor: &dyn Executor,
) -> (CommandReport, Option<FoundScene>) {
    let target = match SeedTarget::of(program, written) {
        Ok(target) => target,
        Err(finding) => return (CommandReport::failed(*finding), None),
    };
    let (found, mut findings) = FoundGames::of(&target, games, program, executor);
    let search = SceneSearch { target: &target, games, program, executor, name };
    let tried = found.shortest.iter().take(MOST_TRIED);
    let scene = tried.map(|game| game.seed).find_map(|seed| search.scene_of_game(seed));
    if scene.is_none() && findings.count(Severity::Error) == 0 {
        findings.push(no_scene(written, games, &found));
    }
    let text = found.text(&target.address(program), games.games);
    (CommandReport { text, json: found.data(&target, program), findings }, scene)
}

/// Returns why no scenario can be written.
fn no_scene(written: &str, games: &SeededGames<'_>, found: &FoundGames) -> Diagnostic {
    let (what, all) = (short_quote(written), counted(games.games, "game"));
    if found.count == 0 {
        let message = format!("no scenario is written: none of {all} reaches `{what}`");
        let hint =
            "play more games with --games, more turns with --turns, or another rule with --play";
        return Diagnostic::global(code::UNWRITTEN_SCENARIO, message).hint(hint);
    }
    let message =
        format!("no scenario is written: no game that reaches `{what}` ends by its rules");
    let hint = "`rulepress simulate` tells what stops these games";
    Diagnostic::global(code::UNWRITTEN_SCENARIO, message).hint(hint)
}

fn found_game(seed: u64, trace: &Trace, target: &SeedTarget<'_>) -> FoundGame {
    let event = trace.records.iter().position(|record| target.shown(record));
    FoundGame {
        events: trace.records.len(),
        event: event.map_or(0, |at| at + 1),
        seed,
        outcome: outcome::outcome_word(&trace.outcome),
    }
}

fn game_line(game: &FoundGame) -> String {
    let FoundGame { events, event, seed, outcome } = game;
    let event = if *event > 0 { format!(", event {event}") } else { String::new() };
    format!("  seed {seed}: {}{event}, {outcome}\n", counted(*events, "event"))
}

fn game_data(game: &FoundGame) -> Value {
    let FoundGame { events, event, seed, outcome } = game;
    json!({ "seed": seed, "events": events, "event": event, "outcome": outcome })
}
