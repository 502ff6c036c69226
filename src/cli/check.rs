//! `check`: what is wrong with a book, without writing an output.

use std::path::Path;

use anyhow::Result;

use super::args::{CheckArgs, ReportFormat};
use super::console::{findings_summary, print_error, print_findings, print_out};
use super::executor::play_book;
use super::exit::Exit;
use super::fix::apply_fixes;
use super::panics::guard_input;
use super::paths::{book_paths, require_path};
use crate::diagnostic::{self, FindingRecord, Findings};
use crate::source::Sources;

/// Checks every book; with `--fix`, mends what can be mended without asking.
pub(super) fn run_check(args: &CheckArgs) -> Result<Exit> {
    require_path(&args.path)?;
    let mut worst = Exit::Done;
    let mut records = Vec::new();
    for path in book_paths(&args.path) {
        let (sources, findings) = check_book(&path, args)?;
        if args.fix && findings.0.iter().any(|finding| finding.fix.is_some()) {
            fix_book(&path, &findings, &sources)?;
            continue;
        }
        worst = worst.max(Exit::after(&findings));
        match args.format {
            ReportFormat::Json => records.extend(diagnostic::finding_records(&findings, &sources)),
            ReportFormat::Text => print_check(&path, &findings, &sources),
        }
    }
    if args.format == ReportFormat::Json {
        print_records(&records)?;
    }
    Ok(worst)
}

fn fix_book(path: &Path, findings: &Findings, sources: &Sources) -> Result<()> {
    let mended = apply_fixes(findings, sources)?;
    let next = "check again to see what is left";
    print_error(format_args!("{}: {mended} mended; {next}\n", path.display()));
    Ok(())
}

/// The findings of one book, those of its layout among them.
fn check_book(path: &Path, args: &CheckArgs) -> Result<(Sources, Findings)> {
    let work = || {
        let mut printable = play_book(&args.rules.location(path))?.join();
        printable.check();
        Ok((printable.sources, printable.findings))
    };
    match guard_input(path, work)? {
        Ok(checked) => Ok(checked),
        Err(panic) => Ok((Sources::new(Path::new("."))?, Findings(vec![panic]))),
    }
}

fn print_check(path: &Path, findings: &Findings, sources: &Sources) {
    print_findings(findings, sources);
    print_error(format_args!("{}: {}\n", path.display(), findings_summary(findings)));
}

fn print_records(records: &[FindingRecord]) -> Result<()> {
    print_out(format_args!("{}\n", serde_json::to_string_pretty(records)?));
    Ok(())
}
