//! `accept`: takes new examples and rules. Those that were accepted before and changed since are taken only
//! if the command names them or has `--all`; otherwise they wait for `review`.

use std::path::Path;

use anyhow::Result;

use super::args::{AcceptArgs, ReportFormat};
use super::console::{counted_words, print_error, print_out, print_report, report_findings};
use super::executor::{play_book, rules_executor};
use super::exit::Exit;
use super::paths::{named_books, require_path};
use super::play::{load_with_scenario, require_rules};
use super::work::{BookWork, WorkOrder, work_on_books};
use super::write::{Before, WriteFailure, write_source};
use crate::pipeline::{PlayedBook, PrintableBook};
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::Sources;
use base::text::shown_path;
use example::acceptance::Acceptance;
use example::command;
use example::examples::{self, Example};
use example::game::{BookLocation, PlayableBook};
use rules::lock::{self, BindingChange, ConfirmedRules, OpenBinding};

/// Accepts the named scenarios or books, or by default every book of `content`.
pub fn run_accept(args: &AcceptArgs) -> Result<Exit> {
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
pub fn accept_path(path: &Path, args: &AcceptArgs) -> Result<BookWork> {
    let exit = match path.extension() {
        Some(extension) if extension == "toml" => accept_scenario(path, args),
        Some(_) | None => accept_book(&args.rules.location(path), args.all),
    };
    Ok(exit?.into())
}

/// Accepts a named scenario, and prints what changed in it.
fn accept_scenario(path: &Path, args: &AcceptArgs) -> Result<Exit> {
    let loaded = load_with_scenario(path, args.book.as_deref(), &args.rules)?;
    require_rules(&loaded)?;
    let PlayedBook { sources, rules, examples, findings, .. } = loaded.play(&rules_executor()?);
    for example in &examples {
        if let Acceptance::Stale(notes) = &example.state {
            let note = notes.first().map_or("it differs", String::as_str);
            print_out(format_args!("{}: {note}\n", example.scenario.name));
        }
    }
    accept_examples(rules.as_ref(), &examples, findings, &sources)
}

/// Accepts the examples of a book and confirms its rules; another book's rules are not confirmed.
fn accept_book(location: &BookLocation, all: bool) -> Result<Exit> {
    let PrintableBook { sources, rules, mut examples, mut findings, .. } =
        play_book(location)?.join();
    let Some(rules) = &rules else {
        return Ok(report_findings(&findings, &sources));
    };
    let own = location.foreign.is_none();
    if own && !all && findings.0.iter().any(|finding| finding.code == code::LOCK_FILE) {
        report_findings(&findings, &sources);
        print_error(format_args!(
            "not accepted: some lines of rules.lock cannot be read; fix them, or run `rulepress accept {} --all` to accept everything\n",
            shown_path(&location.path)
        ));
        return Ok(Exit::Errors);
    }
    let mut waiting = Waiting::default();
    if !all {
        if own {
            let lock = rules.lock.map(|lock| ConfirmedRules::of_text(&sources.get(lock).text));
            waiting.rules = lock::open_bindings(&rules.program, &lock.unwrap_or_default(), None);
            waiting.rules.retain(|open| open.change != BindingChange::New);
        }
        let is_changed = |example: &mut Example| matches!(example.state, Acceptance::Stale(_));
        waiting.examples = examples.extract_if(.., is_changed).collect();
    }
    if own {
        let written = write_lock(&location.path, rules, &sources, &waiting);
        findings.0.extend(written.err().map(|failure| failure.finding()));
        // A rule that has just been confirmed needs no finding any more.
        let lock = [code::UNCONFIRMED_RULE, code::CHANGED_RULE];
        findings.0.retain(|finding| {
            let waits = || waiting.rules.iter().any(|open| open.is_told_by(finding));
            !lock.contains(&finding.code) || waits()
        });
    }
    let stays = std::mem::take(&mut findings.0);
    let (stays, findings) = stays.into_iter().partition(|finding| waiting.is_about(finding));
    let accepted = accept_examples(Some(rules), &examples, Findings(findings), &sources)?;
    let left = report_findings(&Findings(stays), &sources);
    waiting.tell(location);
    Ok(accepted.max(left).max(waiting.exit()))
}

/// Examples and rules that changed since they were accepted, and wait for review.
#[derive(Default)]
struct Waiting<'a> {
    rules: Vec<OpenBinding<'a>>,
    examples: Vec<Example>,
}

impl Waiting<'_> {
    fn is_empty(&self) -> bool {
        self.rules.is_empty() && self.examples.is_empty()
    }

    fn exit(&self) -> Exit {
        if self.is_empty() { Exit::Done } else { Exit::Stale }
    }

    /// True if a finding says that one of these examples is stale.
    fn is_about(&self, finding: &Diagnostic) -> bool {
        let stale = [code::STALE_EXAMPLE, code::TRACE_FILE].contains(&finding.code);
        stale && !self.examples.is_empty()
    }

    /// Prints what waits, and the command that reviews it.
    fn tell(&self, location: &BookLocation) {
        let counts = [(self.examples.len(), "example"), (self.rules.len(), "rule")];
        let counted: Vec<String> =
            counts.into_iter().filter_map(|(count, word)| counted_words(count, word)).collect();
        if counted.is_empty() {
            return;
        }
        let book = shown_path(&location.path);
        let counted = counted.join(" and ");
        print_error(format_args!(
            "not accepted: {counted} that changed; `rulepress review {book}` shows the old and the new, `rulepress accept {book} --all` accepts everything\n"
        ));
    }
}

/// Writes the lock of a book, if it changed; rules that wait stay as they were confirmed.
fn write_lock(
    book: &Path,
    rules: &PlayableBook,
    sources: &Sources,
    waiting: &Waiting<'_>,
) -> Result<(), WriteFailure> {
    let path = book.join("rules.lock");
    let old = rules.lock.map(|lock| sources.get(lock));
    let before = old.map(|old| &*old.text);
    let text = match waiting.is_empty() {
        true => lock::confirmed_lock(&rules.program),
        false => {
            let lock = before.map(ConfirmedRules::of_text).unwrap_or_default();
            let open = lock::open_bindings(&rules.program, &lock, None).into_iter();
            let names = open.filter(|open| !waiting.rules.contains(open)).map(|open| open.name);
            lock::lock_confirming(&rules.program, before, &names.collect())
        }
    };
    if before == Some(&*text) {
        return Ok(());
    }
    let before = old.map_or(Before::Nothing, |old| Before::Bytes(old.bytes()));
    write_source(&path, text, before)?;
    print_out(format_args!("confirmed {}\n", shown_path(&path)));
    Ok(())
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
