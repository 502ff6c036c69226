//! `accept`: new traces are taken, and rules whose sentences changed are confirmed.

use std::path::Path;

use anyhow::Result;

use super::args::{AcceptArgs, ReportFormat, RulesArgs};
use super::console::{print_out, print_report, report_findings};
use super::executor::{play_book, rules_executor};
use super::exit::Exit;
use super::paths::book_paths;
use super::play::{load_with_scenario, require_rules};
use super::write::write_file;
use crate::diagnostic::{Findings, code};
use crate::example::command;
use crate::example::examples::{self, Example};
use crate::example::game::{BookLocation, PlayableBook};
use crate::pipeline::{PlayedBook, PrintableBook};
use crate::rules::lock;
use crate::source::Sources;

/// Accepts the scenarios or books that are named; without any, every book of `content`.
pub(super) fn run_accept(args: &AcceptArgs) -> Result<Exit> {
    if args.scenarios.is_empty() {
        return accept_all_books(&args.rules);
    }
    Exit::worst_of(args.scenarios.iter().map(|path| accept_path(path, args)))
}

fn accept_all_books(rules: &RulesArgs) -> Result<Exit> {
    let books = book_paths(Path::new("content"));
    Exit::worst_of(books.iter().map(|book| accept_book(&rules.location(book))))
}

fn accept_path(path: &Path, args: &AcceptArgs) -> Result<Exit> {
    if path.extension().is_some_and(|extension| extension == "toml") {
        return accept_scenario(path, args);
    }
    accept_book(&args.rules.location(path))
}

fn accept_scenario(path: &Path, args: &AcceptArgs) -> Result<Exit> {
    let loaded = load_with_scenario(path, args.book.as_deref(), &args.rules)?;
    require_rules(&loaded)?;
    let PlayedBook { sources, rules, examples, findings, .. } = loaded.play(&rules_executor()?);
    accept_examples(rules.as_ref(), &examples, findings, &sources)
}

/// Accepts every example of a book and confirms its rules; another book's rules are not confirmed.
fn accept_book(location: &BookLocation) -> Result<Exit> {
    let PrintableBook { sources, rules, examples, mut findings, .. } = play_book(location)?.join();
    let Some(rules) = &rules else {
        return Ok(report_findings(&findings, &sources));
    };
    if location.foreign.is_none() {
        write_lock(&location.path, rules)?;
    }
    forget_unconfirmed(&mut findings);
    accept_examples(Some(rules), &examples, findings, &sources)
}

/// Writes the lock of a book, if it changed.
fn write_lock(book: &Path, rules: &PlayableBook) -> Result<()> {
    let path = book.join("rules.lock");
    let text = lock::confirmed_lock(&rules.program);
    if std::fs::read_to_string(&path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    write_file(&path, text)?;
    print_out(format_args!("confirmed {}\n", path.display()));
    Ok(())
}

/// Rules that have just been confirmed are no findings any more.
fn forget_unconfirmed(findings: &mut Findings) {
    let confirmed = [code::UNCONFIRMED_RULE, code::CHANGED_RULE];
    findings.0.retain(|finding| !confirmed.contains(&finding.code));
}

/// Writes the traces that changed.
fn accept_examples(
    rules: Option<&PlayableBook>,
    examples: &[Example],
    findings: Findings,
    sources: &Sources,
) -> Result<Exit> {
    let files = rules.map_or(&[][..], |rules| &rules.files);
    let written = examples::accepted_traces(files, examples);
    for (path, text) in &written {
        write_file(path, text)?;
    }
    let report = command::report_accepted(&written, examples, findings);
    print_report(report, sources, ReportFormat::Text)
}
