//! The command line: what is asked for, where results go, and with which code the program ends.

mod args;
mod build;
mod fix;
mod games;
mod prints;

use std::fmt;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::diagnostic::{self, Findings, Severity, code};
use crate::example::command;
use crate::rules::executor::{self, ChildProcess};
use crate::source::Sources;
use args::Command;

/// Stack of the working thread: deep documents are bounded, but not their parsers' recursion.
const STACK: usize = 512 << 20;

/// Runs the program on the arguments of the process.
pub fn main() -> ExitCode {
    let args = match args::CommandLine::try_parse() {
        Ok(args) => args,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    std::panic::set_hook(Box::new(|_| {}));
    let worker =
        std::thread::Builder::new().stack_size(STACK).spawn(move || run_command(args.command));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => ExitCode::from(code),
        _ => {
            print_error(format_args!(
                "error: the program broke down; this is a mistake in rulepress\n"
            ));
            ExitCode::from(1)
        }
    }
}

/// Writes to standard output. Where nobody reads any more, as behind `| head`, the work goes on in
/// silence; on a full disk it ends.
fn print_out(words: fmt::Arguments<'_>) {
    let mut to = std::io::stdout().lock();
    let written = to.write_fmt(words).and_then(|()| to.flush());
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        print_error(format_args!("error: standard output can not be written: {error}\n"));
        std::process::exit(1);
    }
}

/// Writes to standard error; there is nothing else to say a failure to.
fn print_error(words: fmt::Arguments<'_>) {
    let _ = std::io::stderr().lock().write_fmt(words);
}

fn run_command(command: Command) -> u8 {
    let result = match command {
        Command::Build(build) => build::run_build(&build),
        Command::Check(check) => build::run_check(&check),
        Command::Dump(dump) => build::run_dump(&dump),
        Command::Play(play) => games::run_play(&play),
        Command::Accept(accept) => games::run_accept(&accept),
        Command::Simulate(simulate) => games::run_simulate(&simulate),
        Command::Coverage(coverage) => games::run_coverage(&coverage),
        Command::Gaps(gaps) => games::run_gaps(&gaps),
        Command::Find(find) => games::run_find(&find),
        Command::PlayRules => executor::serve_rules().map(|()| 0),
    };
    result.unwrap_or_else(|error| {
        print_error(format_args!("error: {error:#}\n"));
        2
    })
}

/// What plays the rules: children of this program, which may not take it down.
fn executor() -> anyhow::Result<ChildProcess> {
    ChildProcess::of_this_binary("play-rules")
}

/// Prints findings for a person.
fn print_findings(findings: &Findings, sources: &Sources) {
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    print_error(format_args!("{}", diagnostic::findings_text(findings, sources, colour)));
}

/// What the program ends with after these findings: a limit, then what is stale, then other errors.
/// `locked` takes rules and examples that are not confirmed for stale.
fn exit_code(findings: &Findings, locked: bool) -> u8 {
    let unconfirmed =
        [code::UNCONFIRMED_RULE, code::CHANGED_RULE].iter().any(|code| findings.has(*code));
    match command::exit_code(findings, locked) {
        code @ (0 | 1) if locked && unconfirmed => code.max(3),
        1 if findings.has(code::OVERFLOW) => 4,
        code => code,
    }
}

/// The exit code that wins: a limit, then what is stale, then other errors, then success.
fn worse_exit(a: u8, b: u8) -> u8 {
    const ORDER: [u8; 5] = [2, 5, 3, 4, 1];
    ORDER.into_iter().find(|code| [a, b].contains(code)).unwrap_or(0)
}

/// "2 warnings, 1 note".
fn findings_summary(findings: &Findings) -> String {
    let count = |severity, one: &str| match findings.count(severity) {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {one}s")),
    };
    let parts = [
        count(Severity::Error, "error"),
        count(Severity::Warning, "warning"),
        count(Severity::Note, "note"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "no findings".to_owned() } else { parts.join(", ") }
}

/// The books at `path`: the folder itself, or every folder in it that holds a book.toml.
fn book_paths(path: &std::path::Path) -> Vec<PathBuf> {
    if !path.is_dir() || path.join("book.toml").is_file() {
        return vec![path.to_path_buf()];
    }
    let mut found: Vec<PathBuf> = walkdir::WalkDir::new(path)
        .min_depth(2)
        .max_depth(3)
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name() == "book.toml")
        .filter_map(|entry| entry.path().parent().map(std::path::Path::to_path_buf))
        .collect();
    if found.is_empty() {
        found.push(path.to_path_buf());
    }
    found
}
