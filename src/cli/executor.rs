//! What plays the rules of a book for the command line: a child of this program, under limits; this
//! process, where there are no others and its host sets the limits.

use anyhow::Result;

use super::exit::Exit;
use crate::example::game::BookLocation;
use crate::pipeline::{self, PlayedBook};
#[cfg(not(target_family = "wasm"))]
use crate::rules::executor::ChildProcess as RulesExecutor;
#[cfg(target_family = "wasm")]
use crate::rules::executor::InProcess as RulesExecutor;
use crate::rules::executor::serve_rules;

/// The hidden subcommand that the child runs.
#[cfg(not(target_family = "wasm"))]
const SUBCOMMAND: &str = "play-rules";

/// Plays in a child, so that whatever rules do costs one play.
#[cfg(not(target_family = "wasm"))]
pub(super) fn rules_executor() -> Result<RulesExecutor> {
    RulesExecutor::of_this_binary(SUBCOMMAND)
}

/// Plays here; rules are bounded in steps and memory, and the host ends what takes too long.
#[cfg(target_family = "wasm")]
pub(super) fn rules_executor() -> Result<RulesExecutor> {
    Ok(RulesExecutor)
}

/// The book at `location`, its examples played and its lessons walked in a child.
pub(super) fn play_book(location: &BookLocation) -> Result<PlayedBook> {
    let executor = rules_executor()?;
    let mut played = pipeline::load(location)?.play(&executor);
    played.check_lessons(&executor);
    Ok(played)
}

/// The child's side: plays what it is told on its standard input.
pub(super) fn serve_child() -> Result<Exit> {
    serve_rules()?;
    Ok(Exit::Done)
}
