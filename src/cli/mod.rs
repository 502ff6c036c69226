//! The command line: arguments, commands and exit codes.

mod accept;
mod args;
mod build;
mod check;
mod completions;
mod console;
mod doctor;
mod deck;
mod diff;
mod dump;
mod edition_files;
mod errata;
mod exit;
mod home;
mod explain;
mod fix;
mod open;
mod lists;
mod new;
mod panics;
mod paper_report;
mod paths;
mod place;
mod play;
mod player;
mod preflight;
mod executor;
mod print_order;
mod printers;
mod release;
mod repository;
mod review;
mod seeds;
mod simulate;
mod source_files;
mod verbosity;
mod version;
#[cfg(not(target_family = "wasm"))]
mod watch;
mod work;
mod write;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use args::{Command, CommandLine};
use console::print_error;
pub use exit::Exit;

#[cfg(target_family = "wasm")]
use base::diagnostic::print_panics;
#[cfg(not(target_family = "wasm"))]
use base::diagnostic::{catch_panic, panic_words, remember_panic_places};
use base::text::failure_words;

/// Stack of the working thread, in bytes: the depth of documents is bounded, but not the recursion of the
/// parsers that read them. Without threads, `build.rs` sets the stack.
#[cfg(not(target_family = "wasm"))]
const STACK: usize = 512 << 20;

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    #[cfg(target_family = "wasm")]
    {
        take_memory();
        enter_working_folder();
    }
    match CommandLine::try_parse() {
        Ok(line) => run_until_interrupt(line).into(),
        Err(error) => {
            let _ = error.print();
            if error.use_stderr() { Exit::WrongUse } else { Exit::Done }.into()
        }
    }
}

/// Sizes in bytes of the memory that the module takes at once; it tries the second if the first fails. Most
/// books need no more. Its allocator would ask for 64 KiB thousands of times, and each time V8 may collect
/// garbage.
#[cfg(target_family = "wasm")]
const MEMORY: [usize; 2] = [512 << 20, 128 << 20];

/// Grows the memory of the module. Freed memory stays with its allocator.
#[cfg(target_family = "wasm")]
fn take_memory() {
    for size in MEMORY {
        let mut room = Vec::<u8>::new();
        if std::hint::black_box(&mut room).try_reserve_exact(size).is_ok() {
            break;
        }
    }
}

/// Enters the folder in `PWD`, where the user is; a module starts at the top of the folders that its host
/// gives.
#[cfg(target_family = "wasm")]
fn enter_working_folder() {
    if let Some(folder) = std::env::var_os("PWD") {
        // If the host does not give that folder, the top stays the working folder.
        let _ = std::env::set_current_dir(folder);
    }
}

/// Runs one command; if somebody ends it, no child and no temporary file remain. A child gets its verbosity
/// later.
fn run_until_interrupt(line: CommandLine) -> Exit {
    let CommandLine { command, verbosity } = line;
    if !matches!(command, Command::WorkOn(_) | Command::PlayRules) {
        verbosity.settle();
        work::await_interrupts();
    }
    let exit = run_in_thread(command);
    work::interrupt().unwrap_or(exit)
}

/// Runs one command without threads; a panic ends the program.
#[cfg(target_family = "wasm")]
fn run_in_thread(command: Command) -> Exit {
    print_panics(report_breakdown);
    run_command(command)
}

/// Runs one command in a thread with a large stack; a panic is reported with its place.
#[cfg(not(target_family = "wasm"))]
fn run_in_thread(command: Command) -> Exit {
    remember_panic_places();
    let worker = std::thread::Builder::new().stack_size(STACK);
    let worker = worker.spawn(move || catch_panic(|| run_command(command)));
    let ended = match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(ended)) => ended,
        Ok(Err(panic)) => Err(panic_words(panic.as_ref())),
        Err(error) => Err(error.to_string()),
    };
    ended.unwrap_or_else(|words| report_breakdown(&words))
}

fn report_breakdown(words: &str) -> Exit {
    let bug = "this is a bug in rulepress";
    print_error(format_args!("error: the program crashed: {words}; {bug}\n"));
    Exit::Errors
}

/// Runs one command; an input that it cannot read counts as wrong use.
fn run_command(command: Command) -> Exit {
    dispatch_command(command).unwrap_or_else(|error| report_failure(&error))
}

/// Prints why a command could not begin its work.
fn report_failure(error: &anyhow::Error) -> Exit {
    print_error(format_args!("error: {}\n", failure_words(error)));
    Exit::WrongUse
}

fn dispatch_command(command: Command) -> Result<Exit> {
    match command {
        Command::Build(args) => build::run_build(&args),
        Command::Deck(args) => deck::run_deck(args),
        Command::New(args) => new::run_new(&args),
        #[cfg(not(target_family = "wasm"))]
        Command::Watch(args) => watch::run_watch(&args),
        Command::Check(args) => check::run_check(&args),
        Command::Preflight(args) => preflight::run_preflight(&args),
        Command::Dump(args) => dump::run_dump(&args),
        Command::Printer(args) => printers::run_printer(&args),
        Command::Play(args) => play::run_play(&args),
        Command::Accept(args) => accept::run_accept(&args),
        Command::Review(args) => review::run_review(&args),
        Command::Diff(args) => diff::run_diff(&args),
        Command::Release(args) => release::run_release(args),
        Command::Simulate(args) => simulate::run_simulate(&args),
        Command::Coverage(args) => seeds::run_coverage(&args),
        Command::Gaps(args) => seeds::run_gaps(&args),
        Command::Find(args) => seeds::run_find(&args),
        Command::Doctor(args) => Ok(doctor::run_doctor(&args)),
        Command::Completions { shell } => Ok(completions::run_completions(shell)),
        Command::Man(args) => completions::run_man(&args),
        Command::Explain(args) => explain::run_explain(&args),
        Command::Icons(args) => lists::run_icons(&args),
        Command::Colours(args) => lists::run_colours(&args),
        Command::PlayRules => executor::serve_child(),
        Command::WorkOn(args) => work::serve_work(&args),
    }
}
