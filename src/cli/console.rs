//! What the program prints: data on standard output, findings and progress on standard error.

use std::fmt;
use std::io::{ErrorKind, IsTerminal, Write};
use std::time::Duration;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

use super::args::ReportFormat;
use super::exit::Exit;
use crate::diagnostic::{self, Findings, Severity};
use crate::example::command::CommandReport;
use crate::source::Sources;

/// Writes to standard output. A closed pipe, as behind `| head`, is no failure; a full disk ends the
/// program.
pub(super) fn print_out(words: fmt::Arguments<'_>) {
    let mut to = std::io::stdout().lock();
    let written = to.write_fmt(words).and_then(|()| to.flush());
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        print_error(format_args!("error: cannot write to standard output: {error}\n"));
        std::process::exit(Exit::Errors.code().into());
    }
}

/// Writes to standard error; a failure there has nowhere else to go.
pub(super) fn print_error(words: fmt::Arguments<'_>) {
    let _ = std::io::stderr().lock().write_fmt(words);
}

/// Prints findings for a person.
pub(super) fn print_findings(findings: &Findings, sources: &Sources) {
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    print_error(format_args!("{}", diagnostic::findings_text(findings, sources, colour)));
}

/// "2 warnings, 1 note"
pub(super) fn findings_summary(findings: &Findings) -> String {
    let kinds =
        [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")];
    let counts = kinds.map(|(severity, word)| counted_findings(findings.count(severity), word));
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    if counts.is_empty() { "no findings".to_owned() } else { counts.join(", ") }
}

fn counted_findings(count: usize, word: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(format!("1 {word}")),
        count => Some(format!("{count} {word}s")),
    }
}

/// Prints a report and its findings, and gives the code to end with.
pub(super) fn print_report(
    report: CommandReport,
    sources: &Sources,
    format: ReportFormat,
) -> Result<Exit> {
    let CommandReport { text, json, mut findings } = report;
    match format {
        ReportFormat::Text => print_out(format_args!("{text}")),
        ReportFormat::Json => print_out(format_args!("{}\n", serde_json::to_string_pretty(&json)?)),
    }
    findings.sort();
    print_findings(&findings, sources);
    Ok(Exit::after(&findings))
}

/// A bar that shows itself only after half a second, and only on a terminal.
pub(super) fn progress_bar(steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} {wide_msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
