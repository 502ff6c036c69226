//! `check`: what is wrong with a book, without writing an output.

use std::path::Path;

use anyhow::Result;

use super::args::{CheckArgs, ReportFormat};
use super::console::{print_book_findings, print_error, print_json, report_findings};
use super::executor::play_book;
use super::exit::Exit;
use super::fix::apply_fixes;
use super::panics::guard_input;
use super::paths::named_books;
use super::place::PlacePath;
use super::work::{BookWork, WorkOrder, announce_templates, show_stage, work_on_books};
use crate::diagnostic::{self, Diagnostic, FindingRecord, Findings};
use crate::source::Sources;
use crate::source::manifest::version_edit;
use crate::text::shown_path;

/// Checks every book; with `--fix`, mends what can be mended without asking.
pub(super) fn run_check(args: &CheckArgs) -> Result<Exit> {
    args.rules.require_paths()?;
    let (paths, limits) = (&named_books(args.path.as_deref(), &args.rules.read)?, &args.limits);
    let as_data = args.format == ReportFormat::Json;
    let here = |path: &Path| check_path(path, args);
    let BookWork { exit, records, .. } =
        work_on_books(&WorkOrder { paths, limits, as_data, here: &here });
    if as_data && exit != Exit::WrongUse {
        print_json(&records)?;
    }
    Ok(exit)
}

/// Checks one book and mends or reports it.
pub(super) fn check_path(path: &Path, args: &CheckArgs) -> Result<BookWork> {
    let book = CheckedBook::of(path, args)?;
    if args.fix && book.has_fixes() {
        return Ok(book.mend().into());
    }
    let mut work = BookWork::from(Exit::after(&book.findings));
    match args.format {
        ReportFormat::Json => work.records = book.records(),
        ReportFormat::Text => print_book_findings(path, &book.findings, &book.sources),
    }
    Ok(work)
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
        let mut book = Self { path, sources, findings };
        if args.fix {
            book.findings.0.extend(book.missing_version());
        }
        Ok(book)
    }

    /// The edit of its book.toml that names the version it is written for, if that is missing.
    fn missing_version(&self) -> Option<Diagnostic> {
        let real = self.path.join("book.toml").canonicalize().ok()?;
        let mut all = self.sources.iter();
        let (id, text) = all
            .find(|(_, text)| self.sources.real_path(&text.path).is_ok_and(|path| path == real))?;
        version_edit(id, &text.text)
    }

    /// Whether anything can be mended without asking.
    fn has_fixes(&self) -> bool {
        self.findings.0.iter().any(|finding| finding.fix.is_some())
    }

    fn mend(&self) -> Exit {
        let (mended, unwritten) = apply_fixes(&self.findings, &self.sources);
        print_error(format_args!(
            "{}: {mended} mended; check again to see what is left\n",
            shown_path(self.path)
        ));
        report_findings(&unwritten, &self.sources)
    }

    fn records(&self) -> Vec<FindingRecord> {
        diagnostic::finding_records(&self.findings, &self.sources)
    }
}

fn check_book(path: &Path, args: &CheckArgs) -> Result<(Sources, Findings)> {
    let played = play_book(&args.rules.location(path))?;
    let mut printable = played.join_within(args.limits.rulebook_memory());
    PlacePath::keep_named(args.path.as_deref(), &mut printable)?;
    announce_templates(&printable.book);
    let _stage = show_stage("layout");
    printable.check();
    Ok((printable.sources, printable.findings))
}
