//! `check`: what is wrong with a book, without writing an output.

use std::path::Path;

use anyhow::Result;

use super::args::{CheckArgs, ReportFormat};
use super::console::{print_book_findings, print_error, print_json};
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
    let mut records = Vec::new();
    let paths = book_paths(&args.path);
    let worst = Exit::worst_of(paths.iter().map(|path| check_path(path, args, &mut records)))?;
    if args.format == ReportFormat::Json {
        print_json(&records)?;
    }
    Ok(worst)
}

/// Checks one book and mends or reports it; what is reported as data joins the `records`.
fn check_path(path: &Path, args: &CheckArgs, records: &mut Vec<FindingRecord>) -> Result<Exit> {
    let book = CheckedBook::of(path, args)?;
    if args.fix && book.has_fixes() {
        return book.mend();
    }
    match args.format {
        ReportFormat::Json => records.extend(book.records()),
        ReportFormat::Text => print_book_findings(path, &book.findings, &book.sources),
    }
    Ok(Exit::after(&book.findings))
}

/// One book with its findings, those of its layout among them.
struct CheckedBook<'a> {
    path: &'a Path,
    sources: Sources,
    findings: Findings,
}

impl<'a> CheckedBook<'a> {
    fn of(path: &'a Path, args: &CheckArgs) -> Result<Self> {
        let (sources, findings) = match guard_input(path, || check_book(path, args))? {
            Ok(checked) => checked,
            Err(panic) => (Sources::new(Path::new("."))?, Findings(vec![panic])),
        };
        Ok(Self { path, sources, findings })
    }

    /// Whether anything can be mended without asking.
    fn has_fixes(&self) -> bool {
        self.findings.0.iter().any(|finding| finding.fix.is_some())
    }

    fn mend(&self) -> Result<Exit> {
        let mended = apply_fixes(&self.findings, &self.sources)?;
        print_error(format_args!(
            "{}: {mended} mended; check again to see what is left\n",
            self.path.display()
        ));
        Ok(Exit::Done)
    }

    fn records(&self) -> Vec<FindingRecord> {
        diagnostic::finding_records(&self.findings, &self.sources)
    }
}

fn check_book(path: &Path, args: &CheckArgs) -> Result<(Sources, Findings)> {
    let mut printable = play_book(&args.rules.location(path))?.join();
    printable.check();
    Ok((printable.sources, printable.findings))
}
