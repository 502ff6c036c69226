//! `play BOOK`: the whole game of a book, or one of its rules, from a seed.

use std::path::Path;

use anyhow::{Result, bail};

use super::{PlayArgs, print_play, require_rules};
use crate::cli::executor::rules_executor;
use crate::cli::exit::Exit;
use crate::cli::paths::require_path;
use crate::cli::place::PlacePath;
use crate::cli::simulate::tell_line;
use crate::pipeline;
use base::diagnostic::code::UNACCEPTED_EXAMPLE;
use base::source::{has_texts, is_book};
use base::text::shown_path;
use example::command::{self, SeededGames};
use rules::Program;
use rules::executor::Executor;

/// Name of the scenario of a game.
const NAME: &str = "game";

/// True if a path names a book or one of its rules, not a scenario.
pub fn is_game(place: &PlacePath) -> bool {
    let is_folder = is_book(&place.path) || has_texts(&place.path);
    let is_scenario = place.path.extension().is_some_and(|ending| ending == "toml");
    place.anchor.is_some() || is_folder || place.path.is_file() && !is_scenario
}

/// True if a file is a saved game that is played with real cards.
pub fn is_at_table(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let scenario: toml::Table = text.parse().unwrap_or_default();
    scenario.get("companion") == Some(&toml::Value::Boolean(true))
}

/// Plays a game; its seed answers open choices.
pub fn play_game(args: &PlayArgs, place: &PlacePath) -> Result<Exit> {
    let shown = shown_path(&place.path);
    if args.book.is_some() {
        bail!("--book names the book of a scenario, and `{shown}` is a book");
    }
    require_path(&place.path)?;
    args.rules.require_paths()?;
    let mut loaded = pipeline::load(&args.rules.location(&place.path))?;
    let program = &require_rules(&loaded)?.program;
    let executor = rules_executor()?;
    let play = played_rule(place, program, &executor)?;
    let seed = args.seed.unwrap_or(1);
    let games = SeededGames { play: &play, turns: 1, players: None, seed, games: 1 };
    let title = &loaded.manuscript.title();
    let text = command::game_scenario(title, &games, program, &executor);
    let Some(text) = text else {
        let hint = games.fault(program).and_then(|fault| fault.hints.into_iter().next());
        bail!("`{shown}` has no rule `{play}` to play; {}", hint.unwrap_or_default());
    };
    loaded.keep_text(NAME, text);
    let mut played = loaded.play(&executor);
    played.findings.0.retain(|finding| finding.code != UNACCEPTED_EXAMPLE);
    print_play(played, args, command::report_game)
}

/// Returns the named rule, or else the rule that plays whole games.
fn played_rule(place: &PlacePath, program: &Program, executor: &dyn Executor) -> Result<String> {
    if let Some(anchor) = &place.anchor {
        return Ok(format!("#{anchor}"));
    }
    let games = SeededGames { play: "", turns: 1, players: None, seed: 1, games: 1 };
    let mut rules = program.bindings.iter().map(|binding| binding.key.as_str());
    let any = rules.find(|key| !key.contains('/')).unwrap_or("#turn");
    // A later step reports why the rules cannot be run.
    let Ok(whole) = command::whole_games(&games, program, executor) else {
        return Ok(any.to_owned());
    };
    let book = shown_path(&place.path);
    let mut others = whole.iter().skip(1).map(|other| format!("`{book}{other}`"));
    match (whole.first(), others.next()) {
        (None, _) => bail!("no rule of `{book}` plays a whole game; name one, as `{book}{any}`"),
        (Some(only), None) => Ok(only.clone()),
        (Some(first), Some(second)) => {
            let rest: String = others.map(|other| format!(", {other}")).collect();
            tell_line(&format!("`{first}` is played; the other whole games are {second}{rest}"));
            Ok(first.clone())
        }
    }
}
