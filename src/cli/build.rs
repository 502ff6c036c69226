//! `build`: the outputs of one or more books.

use std::path::Path;

use anyhow::Result;

use super::args::BuildArgs;
use super::console::{print_book_findings, print_error, report_findings};
use super::executor::play_book;
use super::exit::Exit;
use super::panics::guard_input;
use super::paths::{named_books, require_own_outputs};
use super::print_order::PrintOrder;
use super::work::{BookWork, WorkOrder, show_stage, work_on_books};
use super::write::write_output;
use crate::book::Output;
use crate::diagnostic::{Diagnostic, Findings, Severity};
use crate::pipeline::{MadeOutput, PrintableBook, work_side_by_side};
use crate::press::OutputFile;
use crate::press::profile::Profile;
use crate::source::Sources;
use crate::text::file_names::plain_name;

/// Makes the outputs; every book is tried, whatever happens to the others.
pub(super) fn run_build(args: &BuildArgs) -> Result<Exit> {
    PrintOrder::of(args)?;
    let (paths, limits) = (&named_books(args.path.as_deref(), &args.rules.read)?, &args.limits);
    require_own_outputs(paths, &args.output)?;
    let here = |path: &Path| build_book(path, args);
    Ok(work_on_books(&WorkOrder { paths, limits, as_data: false, here: &here }).exit)
}

/// Makes the outputs of one book; an I/O failure is printed and does not stop the other books.
pub(super) fn build_book(path: &Path, args: &BuildArgs) -> Result<BookWork> {
    let order = &PrintOrder::of(args)?;
    let exit = BookBuild { path, args, order }.run().unwrap_or_else(|error| {
        print_error(format_args!("error: {error:#}\n"));
        Exit::Errors
    });
    Ok(exit.into())
}

/// The build of one book.
struct BookBuild<'a> {
    path: &'a Path,
    args: &'a BuildArgs,
    order: &'a PrintOrder,
}

impl BookBuild<'_> {
    fn run(&self) -> Result<Exit> {
        match guard_input(self.path, || self.printable())? {
            Ok(printable) => self.print(printable),
            Err(panic) => report_panic(panic),
        }
    }

    /// Makes what is ordered of a book, and prints what is wrong with it.
    fn print(&self, mut printable: PrintableBook) -> Result<Exit> {
        printable.forgive_parts(&self.asked().collect::<Vec<_>>());
        if !self.is_stale(&printable) {
            self.make_outputs(&mut printable)?;
        }
        print_book_findings(self.path, &printable.findings, &printable.sources);
        Ok(self.exit(&printable.findings))
    }

    /// Whether stale examples forbid to print a book.
    fn is_stale(&self, printable: &PrintableBook) -> bool {
        self.args.locked && self.exit(&printable.findings) == Exit::Stale
    }

    /// The outputs that are ordered.
    fn asked(&self) -> impl Iterator<Item = Output> {
        self.order.outputs().into_iter().map(|(_, output)| output)
    }

    fn printable(&self) -> Result<PrintableBook> {
        let played = play_book(&self.args.rules.location(self.path))?;
        let mut printable = played.join_within(self.args.limits.rulebook_memory());
        printable.book.date = printable.book.date.or_else(source_date);
        Ok(printable)
    }

    fn exit(&self, findings: &Findings) -> Exit {
        if self.args.locked { Exit::after_locked(findings) } else { Exit::after(findings) }
    }

    /// Makes and writes what is ordered, and reports of what there is nothing.
    fn make_outputs(&self, printable: &mut PrintableBook) -> Result<()> {
        let errors = printable.findings.count(Severity::Error);
        let mut settled = self.make_ordered(printable)?;
        if printable.findings.count(Severity::Error) == errors {
            settled.extend(self.asked().filter(|output| !printable.is_printable(*output)));
            printable.findings.0.extend(self.order.left_out(&settled));
        }
        printable.findings.sort();
        Ok(())
    }

    /// Makes what is ordered side by side and writes it in its order; gives the outputs that are
    /// not empty.
    fn make_ordered(&self, printable: &mut PrintableBook) -> Result<Vec<Output>> {
        let book = &*printable;
        let mut outputs = self.order.outputs();
        outputs.retain(|(_, output)| book.is_printable(*output));
        if outputs.is_empty() {
            return Ok(Vec::new());
        }
        let earlier = self.order.earlier_book(self.path)?;
        let make = |(profile, output): &(&Profile, Output)| {
            let request = self.order.request(profile, earlier.as_ref());
            let _stage = show_stage(output.name());
            (*output, guard_input(self.path, || book.make(*output, &request)))
        };
        let mut made = OutputsMade::default();
        work_side_by_side(&outputs, make, |(output, result)| {
            if made.failure.is_none() {
                made.failure = self.take_output(output, result, book, &mut made).err();
            }
        });
        printable.findings.0.append(&mut made.findings.0);
        made.failure.map_or(Ok(made.outputs), Err)
    }

    /// Writes what was made of one output, and keeps what was found.
    fn take_output(
        &self,
        output: Output,
        result: Result<Result<MadeOutput, Diagnostic>>,
        book: &PrintableBook,
        made: &mut OutputsMade,
    ) -> Result<()> {
        match result? {
            Ok(MadeOutput { files, mut findings }) => {
                made.findings.0.append(&mut findings.0);
                files.iter().for_each(|file| self.write_file(file, book, &mut made.findings));
                made.outputs.extend(Some(output).filter(|_| !files.is_empty()));
            }
            Err(panic) => made.findings.push(panic),
        }
        Ok(())
    }

    /// Writes one file; one that cannot be written is said in the findings.
    fn write_file(&self, file: &OutputFile, book: &PrintableBook, findings: &mut Findings) {
        let name = plain_name(&book.book.name);
        let written = write_output(&self.args.output, &name, file);
        findings.0.extend(written.err().map(|failure| failure.finding()));
    }
}

/// What was made of a book.
#[derive(Default)]
struct OutputsMade {
    /// The outputs that have files.
    outputs: Vec<Output>,
    /// What could not be made.
    findings: Findings,
    /// What stopped the writing.
    failure: Option<anyhow::Error>,
}

/// Reports a panic on a book that could not be read at all.
fn report_panic(panic: Diagnostic) -> Result<Exit> {
    Ok(report_findings(&Findings(vec![panic]), &Sources::new(Path::new("."))?))
}

/// The day that `SOURCE_DATE_EPOCH` names, for books without a date.
fn source_date() -> Option<(i32, u8, u8)> {
    let seconds = std::env::var("SOURCE_DATE_EPOCH").ok()?.parse().ok()?;
    let date = time::OffsetDateTime::from_unix_timestamp(seconds).ok()?.date();
    Some((date.year(), date.month().into(), date.day()))
}
