//! Work on books, each in a child process of this program under limits, side by side. In: the paths
//! of books. Out: what each child says, book by book in this order, and how the worst one ended.
//!
//! The child parses the same command line for one book alone, so a book that needs too much memory
//! or time, or that ends the program, costs no other book. Where there are no processes (a tab of a
//! browser) the work is done in this process, and its host sets the limits.

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

/// What came of the work on one book.
#[derive(Debug, Default)]
pub struct BookWork {
    /// How it ended.
    pub exit: Exit,
    /// Its findings as data, where these are asked for.
    pub records: Vec<FindingRecord>,
    /// The outputs that were written.
    pub written: Vec<PathBuf>,
    /// The outputs that were made of it.
    pub made: Vec<Output>,
}

impl From<Exit> for BookWork {
    fn from(exit: Exit) -> Self {
        Self { exit, ..Self::default() }
    }
}

/// Books to work on, and how.
pub struct WorkOrder<'a> {
    /// Their paths, in the order of what is printed.
    pub paths: &'a [PathBuf],
    /// What each may use.
    pub limits: &'a LimitArgs,
    /// Whether findings are wanted as data.
    pub as_data: bool,
    /// The work itself, where no child can do it.
    pub here: &'a (dyn Fn(&Path) -> Result<BookWork> + Sync),
}
