//! `review`: shows examples and rules that differ from their accepted state, by cause. On a terminal each is
//! accepted or rejected; elsewhere the review is printed and nothing changes.

#[cfg(not(target_family = "wasm"))]
mod acceptor;
#[cfg(not(target_family = "wasm"))]
mod dialogue;
#[cfg(not(target_family = "wasm"))]
mod editor;
mod state;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args as ClapArgs;

#[cfg(not(target_family = "wasm"))]
pub use self::{
    acceptor::Acceptor,
    state::{EarlierEdition, accepting_edition, review_against},
};
use super::args::{ReadArgs, ReportFormat};
use super::console::{print_json, print_out};
use super::exit::Exit;
use super::paths::named_books;
use super::verbosity::detail;
use super::work::wants_output_colour;
use crate::edition::print::{LEAST_WIDTH, ReviewStyle, TextStyle, review_text};
use base::diagnostic::Detail;
pub use state::ReviewState;

#[derive(Debug, ClapArgs)]
pub struct ReviewArgs {
    /// A book's folder, or a folder of books; by default `content`, or else the working folder.
    path: Option<PathBuf>,
    /// The edition to compare with for the causes: a commit, a tag, a folder, or the archive of a release. By
    /// default the commit that last changed accepted files, or else the state in rules.lock.
    #[arg(long, value_name = "EDITION")]
    since: Option<String>,
    /// Format of the review, which is then printed without asking.
    #[arg(long)]
    format: Option<ReportFormat>,
    #[command(flatten)]
    read: ReadArgs,
}

/// Reviews each book.
pub fn run_review(args: &ReviewArgs) -> Result<Exit> {
    let books = named_books(args.path.as_deref(), &args.read)?;
    if books.len() > 1 && args.format == Some(ReportFormat::Json) {
        bail!("there are {} books; name the one to print", books.len());
    }
    Exit::worst_of(books.iter().map(|book| review_one(book, args)))
}

/// Asks on a terminal, and prints elsewhere.
#[cfg(not(target_family = "wasm"))]
fn review_one(path: &Path, args: &ReviewArgs) -> Result<Exit> {
    use std::io::{IsTerminal, stdin, stdout};
    if args.format.is_none() && stdin().is_terminal() && stdout().is_terminal() {
        return dialogue::ask_about(path, args);
    }
    print_review(path, args)
}

/// A browser tab has no terminal.
#[cfg(target_family = "wasm")]
fn review_one(path: &Path, args: &ReviewArgs) -> Result<Exit> {
    print_review(path, args)
}

/// Prints the items that wait, and changes nothing.
fn print_review(path: &Path, args: &ReviewArgs) -> Result<Exit> {
    let Some(state) = ReviewState::read(path, args.since.as_deref(), &args.read)? else {
        return Ok(Exit::Errors);
    };
    let review = &state.review;
    match args.format {
        Some(ReportFormat::Json) => print_json(review)?,
        Some(ReportFormat::Text) | None => {
            print_out(format_args!("{}", review_text(review, review_style())));
        }
    }
    Ok(match review.groups.is_empty() {
        true if state.errors > 0 => Exit::Errors,
        true => Exit::Done,
        false => Exit::Stale,
    })
}

/// Returns the style of a printed review: the width of the terminal, but at least the minimum width.
fn review_style() -> ReviewStyle {
    let width = terminal_size::terminal_size().map_or(0, |(width, _)| usize::from(width.0));
    let text =
        TextStyle { colour: wants_output_colour(), all: detail(Detail::Most) == Detail::All };
    ReviewStyle { text, width: width.max(LEAST_WIDTH) }
}
