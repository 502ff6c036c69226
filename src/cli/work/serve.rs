//! The child's side: it limits itself, does the work on one book and reports the result.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args as ClapArgs, Parser};

use super::BookWork;
use super::limits::limit_own_memory;
use super::message::{StreamColours, WorkMessage, speak_to_parent, tell_parent};
use crate::cli::args::{Command, CommandLine};
use crate::cli::exit::Exit;
use crate::cli::{accept, build, check, diff, dump, release, report_failure};
pub use press::leave_book_templates;

/// Hidden subcommand of a child.
pub const WORK_COMMAND: &str = "work-on";

/// Maximum number of threads; more would reserve much memory for little gain.
const MOST_THREADS: usize = 16;

/// Arguments of a child.
#[derive(Debug, ClapArgs)]
pub struct WorkArgs {
    /// The book.
    #[arg(long)]
    path: PathBuf,
    /// The most bytes of memory.
    #[arg(long)]
    memory: u64,
    /// True if findings are coloured.
    #[arg(long)]
    colour: bool,
    /// True if standard output is coloured.
    #[arg(long)]
    output_colour: bool,
    /// True if the bundled templates print the book, instead of its own.
    #[arg(long)]
    bundled_templates: bool,
    /// The whole command line of the process that started this one.
    #[arg(last = true)]
    line: Vec<OsString>,
}

/// Works on one book, under limits that may end this process.
pub fn serve_work(args: &WorkArgs) -> Result<Exit> {
    speak_to_parent(StreamColours { output: args.output_colour, error: args.colour });
    limit_own_memory(args.memory);
    limit_threads();
    end_with_parent();
    if args.bundled_templates {
        leave_book_templates();
    }
    let BookWork { exit, records, made, .. } =
        work_on(args).unwrap_or_else(|error| report_failure(&error).into());
    if !records.is_empty() {
        tell_parent(&WorkMessage::Records(records));
    }
    if !made.is_empty() {
        let made = made.iter().map(|output| output.name().to_owned()).collect();
        tell_parent(&WorkMessage::Made(made));
    }
    tell_parent(&WorkMessage::Ended(exit.code()));
    Ok(exit)
}

/// Time between two checks that the parent is alive.
#[cfg(unix)]
const PARENT_CHECK: std::time::Duration = std::time::Duration::from_millis(250);

/// Ends this process when its parent was killed.
#[cfg(unix)]
fn end_with_parent() {
    use std::os::unix::process::parent_id;
    let parent = parent_id();
    // If this thread cannot start, the work is still done.
    let _ = std::thread::Builder::new().spawn(move || {
        while parent_id() == parent {
            std::thread::sleep(PARENT_CHECK);
        }
        std::process::exit(Exit::Interrupted.code().into());
    });
}

/// Does nothing: on other systems a child ends with its next message.
#[cfg(not(unix))]
fn end_with_parent() {}

/// Limits the number of threads, because the memory limit is meant for this many.
fn limit_threads() {
    let most = std::thread::available_parallelism().map_or(1, NonZero::get);
    if most > MOST_THREADS && std::env::var_os("RAYON_NUM_THREADS").is_none() {
        // Running threads stay as they are.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(MOST_THREADS).build_global();
    }
}

fn work_on(args: &WorkArgs) -> Result<BookWork> {
    let path = &args.path;
    let CommandLine { command, verbosity } = CommandLine::try_parse_from(&args.line)?;
    verbosity.settle();
    match command {
        Command::Build(build) => build::build_book(path, &build),
        Command::Deck(deck) => build::build_book(path, &deck.build()),
        #[cfg(not(target_family = "wasm"))]
        Command::Watch(watch) => crate::cli::watch::serve_preview(path, &watch),
        Command::Check(check) => check::check_path(path, &check),
        Command::Accept(accept) => accept::accept_path(path, &accept),
        Command::Diff(diff) => diff::diff_path(path, &diff),
        Command::Release(release) => release::release_path(path, release),
        Command::Dump(dump) => dump::dump_path(path, &dump),
        Command::Play(_) | Command::Simulate(_) | Command::Coverage(_) | Command::Gaps(_) => {
            bail!("this command works on no single book")
        }
        Command::Preflight(_) | Command::Printer(_) | Command::Review(_) => {
            bail!("this command works on no single book")
        }
        Command::Find(_) | Command::New(_) | Command::Explain(_) | Command::Doctor(_) => {
            bail!("this command works on no single book")
        }
        Command::Icons(_) | Command::Colours(_) | Command::Man(_) => {
            bail!("this command works on no single book")
        }
        Command::Completions { .. } | Command::PlayRules | Command::WorkOn(_) => {
            bail!("this command works on no single book")
        }
    }
}
