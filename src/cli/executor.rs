//! What plays the rules of a book for the command line: a child of this program, under limits.

use anyhow::Result;

use super::exit::Exit;
use crate::example::game::BookLocation;
use crate::pipeline::{self, PlayedBook};
use crate::rules::executor::{ChildProcess, serve_rules};

/// The hidden subcommand that the child runs.
const SUBCOMMAND: &str = "play-rules";

/// Plays in a child, so that whatever rules do costs one play.
pub(super) fn rules_executor() -> Result<ChildProcess> {
    ChildProcess::of_this_binary(SUBCOMMAND)
}

/// The book at `location`, played in a child.
pub(super) fn play_book(location: &BookLocation) -> Result<PlayedBook> {
    Ok(pipeline::load(location)?.play(&rules_executor()?))
}

/// The child's side: plays what it is told on its standard input.
pub(super) fn serve_child() -> Result<Exit> {
    serve_rules()?;
    Ok(Exit::Done)
}
