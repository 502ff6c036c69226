//! The executor that plays the rules of a book: a child of this program, under limits. In the module, this
//! process and the threads of its host, which sets the limits.

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

/// Hidden subcommand of the child.
#[cfg(not(target_family = "wasm"))]
const SUBCOMMAND: &str = "play-rules";

/// Returns an executor that plays in a child, so that a failure of the rules ends only one play.
#[cfg(not(target_family = "wasm"))]
pub fn rules_executor() -> Result<RulesExecutor> {
    RulesExecutor::of_this_binary(SUBCOMMAND)
}

/// Returns an executor that plays in this process, or in threads of the host if it has some. Rules are
/// bounded in steps and memory, and the host ends plays that take too long.
#[cfg(target_family = "wasm")]
pub fn rules_executor() -> Result<RulesExecutor> {
    Ok(RulesExecutor::of_environment(JOB_FILES))
}

/// Default number of games at once.
#[cfg(not(target_family = "wasm"))]
pub fn games_at_once() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

/// Default number of games at once.
#[cfg(target_family = "wasm")]
pub fn games_at_once() -> usize {
    RulesExecutor::of_environment(JOB_FILES).threads()
}

/// Returns the book at `location` after a child has played its examples and checked its lessons.
pub fn play_book(location: &BookLocation) -> Result<PlayedBook> {
    let executor = rules_executor()?;
    let mut played = pipeline::load(location)?.play(&executor);
    played.check_lessons(&executor);
    Ok(played)
}

/// Plays the requests on standard input; this is the child's side.
pub fn serve_child() -> Result<Exit> {
    serve_rules()?;
    Ok(Exit::Done)
}
