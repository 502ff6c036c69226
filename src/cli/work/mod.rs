//! Work on books, each in a child process of this program under limits, side by side. In: the paths of books.
//! Out: the messages of each child in the order of the books, and the worst exit.
//!
//! The child parses the same command line for one book only, so a book that needs too much memory or time, or
//! that ends the program, does not harm the others. Without processes (in a browser tab) the work is done in
//! this process, and its host sets the limits.

mod crew;
mod death;
mod interrupt;
mod limits;
mod message;
mod progress;
mod serve;
#[cfg(not(target_family = "wasm"))]
mod steady;
mod supervisor;

use std::path::{Path, PathBuf};

use anyhow::Result;

pub use crew::work_on_books;
pub use interrupt::{await_interrupts, ends_itself, interrupt, kill_children};
pub use limits::LimitArgs;
#[cfg(not(target_family = "wasm"))]
pub use message::tell_preview;
pub use message::{
    announce_templates, announce_write, say, show_stage, tell_error, tell_summary, tell_written,
    wants_colour, wants_output_colour,
};
pub use serve::{WorkArgs, serve_work};
#[cfg(not(target_family = "wasm"))]
pub use steady::{SteadyChild, SteadyNews};

use super::exit::Exit;
use base::diagnostic::FindingRecord;
use press::book::Output;

/// Result of the work on one book.
#[derive(Debug, Default)]
pub struct BookWork {
    /// Exit of the work.
    pub exit: Exit,
    /// Its findings as data, if they are wanted.
    pub records: Vec<FindingRecord>,
    /// Files that were written.
    pub written: Vec<PathBuf>,
    /// Kinds of outputs that were made.
    pub made: Vec<Output>,
}

impl From<Exit> for BookWork {
    fn from(exit: Exit) -> Self {
        Self { exit, ..Self::default() }
    }
}

/// The books to work on, and the work.
pub struct WorkOrder<'a> {
    /// Their paths, in the order of printing.
    pub paths: &'a [PathBuf],
    /// Limits of each book.
    pub limits: &'a LimitArgs,
    /// True if findings are wanted as data.
    pub as_data: bool,
    /// Does the work in this process, where there are no children.
    pub here: &'a (dyn Fn(&Path) -> Result<BookWork> + Sync),
}
