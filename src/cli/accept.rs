//! `accept`: new traces are taken, and rules whose sentences changed are confirmed.

use std::path::Path;

use anyhow::Result;

use super::args::{AcceptArgs, ReportFormat};
use super::console::{print_out, print_report, report_findings};
use super::executor::{play_book, rules_executor};
use super::exit::Exit;
use super::paths::{named_books, require_path};
use super::play::{load_with_scenario, require_rules};
use super::work::{BookWork, WorkOrder, work_on_books};
use super::write::{Before, WriteFailure, write_source};
use crate::diagnostic::{Findings, code};
use crate::example::command;
use crate::example::examples::{self, Example};
use crate::example::game::{BookLocation, PlayableBook};
use crate::pipeline::{PlayedBook, PrintableBook};
use crate::rules::lock;
use crate::source::Sources;
use crate::text::shown_path;

/// Accepts the scenarios or books that are named; without any, every book of `content`.
pub(super) fn run_accept(args: &AcceptArgs) -> Result<Exit> {
    let paths = match args.scenarios.as_slice() {
        [] => &named_books(None, &args.rules.read)?,
        _ => &args.scenarios,
    };
    paths.iter().try_for_each(|path| require_path(path))?;
    args.rules.require_paths()?;
    let here = |path: &Path| accept_path(path, args);
    let order = WorkOrder { paths, limits: &args.limits, as_data: false, here: &here };
    Ok(work_on_books(&order).exit)
}

/// Accepts one scenario or book.
pub(super) fn accept_path(path: &Path, args: &AcceptArgs) -> Result<BookWork> {
    let exit = match path.extension() {
        Some(extension) if extension == "toml" => accept_scenario(path, args),
        Some(_) | None => accept_book(&args.rules.location(path)),
    };
    Ok(exit?.into())
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
    forget_unconfirmed(&mut findings);
    if location.foreign.is_none() {
        let written = write_lock(&location.path, rules, &sources);
        findings.0.extend(written.err().map(|failure| failure.finding()));
    }
    accept_examples(Some(rules), &examples, findings, &sources)
}

/// Writes the lock of a book, if it changed.
fn write_lock(book: &Path, rules: &PlayableBook, sources: &Sources) -> Result<(), WriteFailure> {
    let path = book.join("rules.lock");
    let text = lock::confirmed_lock(&rules.program);
    let old = rules.lock.map(|lock| sources.get(lock));
    if old.is_some_and(|old| *old.text == *text) {
        return Ok(());
    }
    let before = old.map_or(Before::Nothing, |old| Before::Bytes(old.bytes()));
    write_source(&path, text, before)?;
    print_out(format_args!("confirmed {}\n", shown_path(&path)));
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
    mut findings: Findings,
    sources: &Sources,
) -> Result<Exit> {
    let files = rules.map_or(&[][..], |rules| &rules.files);
    let mut written = Vec::new();
    for (file, text) in examples::accepted_traces(files, examples) {
        match write_source(&file.trace, &text, Before::read(file.accepted.as_deref())) {
            Ok(()) => written.push(file.trace.as_path()),
            Err(failure) => findings.push(failure.finding()),
        }
    }
    let report = command::report_accepted(&written, examples, findings);
    print_report(report, sources, ReportFormat::Text)
}
