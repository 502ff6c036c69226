//! `build`: the outputs of one or more books.

use std::path::Path;

use anyhow::Result;

use super::args::BuildArgs;
use super::console::{findings_summary, print_error, print_findings, progress_bar};
use super::executor::play_book;
use super::exit::Exit;
use super::panics::guard_input;
use super::paths::{book_paths, require_path};
use super::print_order::PrintOrder;
use super::write::write_output;
use crate::book::Output;
use crate::diagnostic::{Diagnostic, Findings, Severity};
use crate::pipeline::PrintableBook;
use crate::press::PrintRequest;
use crate::source::Sources;

/// Makes the outputs; every book is tried, whatever happens to the others.
pub(super) fn run_build(args: &BuildArgs) -> Result<Exit> {
    require_path(&args.path)?;
    let order = PrintOrder::of(args)?;
    let paths = book_paths(&args.path);
    let bar = progress_bar(paths.len() as u64);
    let mut worst = Exit::Done;
    for path in &paths {
        bar.set_message(path.display().to_string());
        let build = BookBuild { path, args, order: &order };
        worst = worst.max(bar.suspend(|| build.run_reported()));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(worst)
}

/// The build of one book.
struct BookBuild<'a> {
    path: &'a Path,
    args: &'a BuildArgs,
    order: &'a PrintOrder,
}

impl BookBuild<'_> {
    /// Builds the book; an I/O failure is printed and does not stop the other books.
    fn run_reported(&self) -> Exit {
        self.run().unwrap_or_else(|error| {
            print_error(format_args!("error: {error:#}\n"));
            Exit::Errors
        })
    }

    fn run(&self) -> Result<Exit> {
        let printable = match guard_input(self.path, || self.printable())? {
            Ok(printable) => printable,
            Err(panic) => return report_panic(panic),
        };
        let printable = self.make_outputs(printable)?;
        print_findings(&printable.findings, &printable.sources);
        let summary = findings_summary(&printable.findings);
        print_error(format_args!("{}: {summary}\n", self.path.display()));
        Ok(self.exit(&printable.findings))
    }

    fn printable(&self) -> Result<PrintableBook> {
        let location = self.args.rules.location(self.path);
        let mut printable = play_book(&location)?.join();
        printable.book.date = printable.book.date.or_else(source_date);
        Ok(printable)
    }

    fn exit(&self, findings: &Findings) -> Exit {
        if self.args.locked { Exit::after_locked(findings) } else { Exit::after(findings) }
    }

    /// Makes and writes what was ordered, unless errors or stale examples forbid it.
    fn make_outputs(&self, mut printable: PrintableBook) -> Result<PrintableBook> {
        let stale = self.args.locked && self.exit(&printable.findings) == Exit::Stale;
        if stale || !printable.is_printable() {
            return Ok(printable);
        }
        let earlier = self.order.earlier_book(self.path)?;
        let errors = printable.findings.count(Severity::Error);
        let mut made = Vec::new();
        for (profile, output) in self.order.outputs() {
            let request = self.order.request(profile, earlier.as_ref());
            if self.make_output(output, &request, &mut printable)? {
                made.push(output);
            }
        }
        if printable.findings.count(Severity::Error) == errors {
            self.order.report_missing(&made, &mut printable.findings);
        }
        printable.findings.sort();
        Ok(printable)
    }

    /// Makes and writes one output; whether there was anything to write.
    fn make_output(
        &self,
        output: Output,
        request: &PrintRequest<'_>,
        printable: &mut PrintableBook,
    ) -> Result<bool> {
        let folder = self.args.output.join(&printable.book.name);
        match guard_input(self.path, || printable.make(output, request))? {
            Ok(files) => {
                files.iter().try_for_each(|file| write_output(&folder, file))?;
                Ok(!files.is_empty())
            }
            Err(panic) => {
                printable.findings.push(panic);
                Ok(false)
            }
        }
    }
}

/// Reports a panic on a book that could not be read at all.
fn report_panic(panic: Diagnostic) -> Result<Exit> {
    let findings = Findings(vec![panic]);
    print_findings(&findings, &Sources::new(Path::new("."))?);
    Ok(Exit::after(&findings))
}

/// The day that `SOURCE_DATE_EPOCH` names, for books without a date.
fn source_date() -> Option<(i32, u8, u8)> {
    let seconds = std::env::var("SOURCE_DATE_EPOCH").ok()?.parse().ok()?;
    let date = time::OffsetDateTime::from_unix_timestamp(seconds).ok()?.date();
    Some((date.year(), date.month().into(), date.day()))
}
