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

/// The most seeds that are listed.
const MOST: usize = 10;
/// The most games from which a scenario is tried.
const MOST_TRIED: usize = 3;

/// A game that reaches the target.
struct FoundGame {
    events: usize,
    /// Number of the first event that shows the target, from 1; 0 if no event does.
    event: usize,
    seed: u64,
    outcome: &'static str,
}

/// The shortest games that reach the target.
#[derive(Default)]
struct FoundGames {
    count: u64,
    shortest: Vec<FoundGame>,
    /// Faults that stopped some of the games.
    findings: Findings,
}

impl FoundGames {
    /// Plays the games and keeps those that reach the target.
    fn of(
        target: &SeedTarget<'_>,
        games: &SeededGames<'_>,
        program: &Program,
        executor: &dyn Executor,
    ) -> Self {
        let (mut findings, mut found) = (Findings::default(), Self::default());
        games.play_each(program, executor, &mut findings, |seed, trace| {
            if target.reached(&trace) {
                found.count += 1;
                found.shortest.push(FoundGame::of(seed, &trace, target));
                found.shortest.sort_by_key(|game| (game.events, game.seed));
                found.shortest.truncate(MOST);
            }
        });
        Self { findings, ..found }
    }

    fn report(
        self,
        target: &SeedTarget<'_>,
        games: &SeededGames<'_>,
        program: &Program,
    ) -> CommandReport {
        let (key, address) = (target.key(program), target.address(program));
        let (count, all) = (self.count, counted(games.games, "game"));
        let lines: String = self.shortest.iter().map(FoundGame::line).collect();
        let text = format!("{address} is reached in {count} of {all}\n{lines}");
        let seeds: Vec<Value> = self.shortest.iter().map(FoundGame::data).collect();
        let mut json = json!({
            "anchor": key, "address": address, "reached": count, "seeds": seeds,
        });
        if let Some(exit) = target.exit() {
            json["exit"] = json!(exit);
        }
        CommandReport { text, json, findings: self.findings }
    }
}

/// Plays games from many seeds and lists those that reach the `written` target: a rule whose function is
/// entered, that is cited, or that decides as a line of a printed list; a box that is passed; an exit that is
/// taken.
pub fn find_seeds(
    written: &str,
    games: &SeededGames<'_>,
    program: &Program,
    executor: &dyn Executor,
) -> CommandReport {
    match SeedTarget::of(program, written) {
        Ok(target) => {
            let found = FoundGames::of(&target, games, program, executor);
            found.report(&target, games, program)
        }
        Err(finding) => CommandReport::failed(*finding),
    }
}

/// Lists seeds as `find_seeds` does, and writes a scenario called `name` of one of the games. The findings
/// say why there is none.
pub fn find_scene(
    written: &str,
    name: &str,
    games: &SeededGames<'_>,
    program: &Program,
    executor: &dyn Executor,
) -> (CommandReport, Option<FoundScene>) {
    let target = match SeedTarget::of(program, written) {
        Ok(target) => target,
        Err(finding) => return (CommandReport::failed(*finding), None),
    };
    let mut found = FoundGames::of(&target, games, program, executor);
    let search = SceneSearch { target: &target, games, program, executor, name };
    let tried = found.shortest.iter().take(MOST_TRIED);
    let scene = tried.map(|game| game.seed).find_map(|seed| search.scene_of_game(seed));
    if scene.is_none() && found.findings.count(Severity::Error) == 0 {
        found.findings.push(no_scene(written, games, &found));
    }
    (found.report(&target, games, program), scene)
}

/// Reports why no scenario can be written.
fn no_scene(written: &str, games: &SeededGames<'_>, found: &FoundGames) -> Diagnostic {
    let (what, all) = (short_quote(written), counted(games.games, "game"));
    if found.count == 0 {
        let message = format!("no scenario was written: none of {all} reaches `{what}`");
        let hint =
            "play more games with --games, more turns with --turns, or another rule with --play";
        return Diagnostic::global(code::UNWRITTEN_SCENARIO, message).hint(hint);
    }
    let message =
        format!("no scenario was written: no game that reaches `{what}` ends by the rules");
    let hint = "run `rulepress simulate` to see what stops these games";
    Diagnostic::global(code::UNWRITTEN_SCENARIO, message).hint(hint)
}

impl FoundGame {
    fn of(seed: u64, trace: &Trace, target: &SeedTarget<'_>) -> Self {
        let event = trace.records.iter().position(|record| target.shown(record));
        let (events, event) = (trace.records.len(), event.map_or(0, |at| at + 1));
        Self { events, event, seed, outcome: outcome::outcome_word(&trace.outcome) }
    }

    fn line(&self) -> String {
        let Self { events, event, seed, outcome } = self;
        let event = if *event > 0 { format!(", event {event}") } else { String::new() };
        format!("  seed {seed}: {}{event}, {outcome}\n", counted(*events, "event"))
    }

    fn data(&self) -> Value {
        let Self { events, event, seed, outcome } = self;
        json!({ "seed": seed, "events": events, "event": event, "outcome": outcome })
    }
}
