//! What plays the rules of a book for the command line: a child of this program, under limits; this
//! process and threads of its host, where there are no others and the host sets the limits.

use anyhow::Result;

use super::exit::Exit;
#[cfg(target_family = "wasm")]
use super::write::JOB_FILES;
use crate::pipeline::{self, PlayedBook};
use example::game::BookLocation;
#[cfg(not(target_family = "wasm"))]
use rules::executor::ChildProcess as RulesExecutor;
#[cfg(target_family = "wasm")]
use rules::executor::HostThreads as RulesExecutor;
use rules::executor::serve_rules;

/// The hidden subcommand that the child runs.
#[cfg(not(target_family = "wasm"))]
const SUBCOMMAND: &str = "play-rules";

/// Plays in a child, so that whatever rules do costs one play.
#[cfg(not(target_family = "wasm"))]
pub fn rules_executor() -> Result<RulesExecutor> {
    RulesExecutor::of_this_binary(SUBCOMMAND)
}

/// Plays here, or where the host has threads for games; rules are bounded in steps and memory, and the host ends what takes
/// too long.
#[cfg(target_family = "wasm")]
pub fn rules_executor() -> Result<RulesExecutor> {
    Ok(RulesExecutor::of_environment(JOB_FILES))
}

/// How many games play at once unless told.
#[cfg(not(target_family = "wasm"))]
pub fn games_at_once() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// How many games play at once unless told.
#[cfg(target_family = "wasm")]
pub fn games_at_once() -> usize {
    RulesExecutor::of_environment(JOB_FILES).threads()
}

/// The book at `location`, its examples played and its lessons walked in a child.
pub fn play_book(location: &BookLocation) -> Result<PlayedBook> {
    let executor = rules_executor()?;
    let mut played = pipeline::load(location)?.play(&executor);
    played.check_lessons(&executor);
    Ok(played)
}

/// The child's side: plays what it is told on its standard input.
pub fn serve_child() -> Result<Exit> {
    serve_rules()?;
    Ok(Exit::Done)
}
