//! Printing: data on standard output, findings on standard error.

use std::fmt;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::Result;
use serde::Serialize;

use super::args::ReportFormat;
use super::exit::Exit;
use super::verbosity::detail;
use super::work::{kill_children, say, tell_error, tell_summary, wants_colour};
use base::diagnostic::{self, Detail, Findings, Severity};
use base::source::Sources;
use base::text::counted;
use example::command::CommandReport;

/// Writes to standard output. Ignores a closed pipe, as behind `| head`; a full disk ends the program.
pub fn print_out(words: fmt::Arguments<'_>) {
    let failure = say(words).err();
    if let Some(error) = failure.filter(|error| error.kind() != ErrorKind::BrokenPipe) {
        kill_children();
        print_error(format_args!("error: cannot write to standard output: {error}\n"));
        std::process::exit(Exit::Errors.code().into())
    }
}

/// Writes data as JSON to standard output.
pub fn print_json(data: &impl Serialize) -> Result<()> {
    print_out(format_args!("{}\n", serde_json::to_string_pretty(data)?));
    Ok(())
}

/// Writes to standard error; a failure is ignored.
pub fn print_error(words: fmt::Arguments<'_>) {
    tell_error(words);
}

/// Prints findings for a person to read.
pub fn print_findings(findings: &Findings, sources: &Sources) {
    print_detailed(findings, sources, Detail::Most);
}

/// Prints findings for a person to read, with the `usual` detail unless the command line sets another.
pub fn print_detailed(findings: &Findings, sources: &Sources, usual: Detail) {
    let text = diagnostic::detailed_text(findings, sources, detail(usual), wants_colour());
    print_error(format_args!("{text}"));
}

/// Prints findings, and returns the exit of the program.
pub fn report_findings(findings: &Findings, sources: &Sources) -> Exit {
    print_findings(findings, sources);
    Exit::after(findings)
}

/// Prints the findings of the book at `path`, and their number.
pub fn print_book_findings(path: &Path, findings: &Findings, sources: &Sources) {
    print_findings(findings, sources);
    tell_summary(path, &findings_summary(findings));
}

/// Counts the findings: "2 warnings, 1 note".
pub fn findings_summary(findings: &Findings) -> String {
    let kinds =
        [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")];
    let counts = kinds.map(|(severity, word)| counted_words(findings.count(severity), word));
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    if counts.is_empty() { "no findings".to_owned() } else { counts.join(", ") }
}

/// Counts things: "2 warnings"; `None` for 0.
pub fn counted_words(count: usize, word: &str) -> Option<String> {
    (count > 0).then(|| counted(count, word))
}

/// Prints a report and its findings, and returns the exit of the program.
pub fn print_report(
    report: CommandReport,
    sources: &Sources,
    format: ReportFormat,
) -> Result<Exit> {
    let CommandReport { text, json, mut findings } = report;
    match format {
        ReportFormat::Text => print_out(format_args!("{text}")),
        ReportFormat::Json => print_json(&json)?,
    }
    findings.sort();
    Ok(report_findings(&findings, sources))
}
