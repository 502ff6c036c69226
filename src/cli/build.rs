//! `build`, `check` and `dump`: read, print, write.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};

use super::args::{self, DumpStage, ReportFormat};
use super::fix;
use super::player::play_in_child_process;
use super::prints::{self, PrintOrder};
use super::{book_paths, exit_code, findings_summary, print_findings, worse_exit};
use crate::book::Output;
use crate::diagnostic::{self, Diagnostic, Findings, Severity, code};
use crate::press::look::PageLook;
use crate::press::rulebook::typeset_rulebook;
use crate::press::{OutputFile, papers};
use crate::source::Sources;
use crate::{Read, document, press, read_with};

/// Makes the PDFs; every book is tried, whatever happens to the others.
pub(super) fn run_build(args: &args::BuildArgs) -> Result<u8> {
    require_path(&args.path)?;
    let order = PrintOrder::of(args)?;
    let paths = book_paths(&args.path);
    let bar = progress_bar(paths.len() as u64);
    let mut worst = 0;
    for path in &paths {
        bar.set_message(path.display().to_string());
        let code = bar.suspend(|| build_book(path, args, &order)).unwrap_or_else(|error| {
            super::print_error(format_args!("error: {error:#}\n"));
            1
        });
        worst = worse_exit(worst, code);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(worst)
}

fn build_book(path: &Path, args: &args::BuildArgs, order: &PrintOrder) -> Result<u8> {
    let place = args.rules.place(path);
    let mut read = match guarded(path, || read_with(&place, &play_in_child_process))? {
        Ok(read) => read,
        Err(cause) => return report_panic(cause),
    };
    read.book.date = read.book.date.or_else(source_date);
    let stale = args.locked && exit_code(&read.findings, true) == 3;
    if is_printable(&read) && !stale {
        let old = order.earlier(path)?;
        let errors = read.findings.count(Severity::Error);
        let mut made = Vec::new();
        for (profile, output) in order.outputs() {
            let work = || Ok(prints::make_output(&mut read, profile, output, order, old.as_ref()));
            match guarded(path, work)? {
                Ok(files) => {
                    files.iter().try_for_each(|file| {
                        write_output(&args.output.join(&read.book.name), file)
                    })?;
                    made.extend((!files.is_empty()).then_some(output));
                }
                Err(cause) => read.findings.push(cause),
            }
        }
        if read.findings.count(Severity::Error) == errors {
            order.nothing(&made).into_iter().for_each(|finding| read.findings.push(finding));
        }
        if order.wants_site() {
            write_site(&read, args)?;
        }
    }
    read.findings.sort();
    print_findings(&read.findings, &read.sources);
    super::print_error(format_args!("{}: {}\n", path.display(), findings_summary(&read.findings)));
    Ok(exit_code(&read.findings, args.locked))
}

/// Writes the text and the examples as pages for a browser.
fn write_site(read: &Read, args: &args::BuildArgs) -> Result<()> {
    let rules = read.game.as_ref().map(|game| game.context(&read.sources));
    let folder = args.output.join(&read.book.name).join("web");
    for file in crate::web::book_site(&read.book, &read.examples, rules.as_ref())? {
        write_output(&folder, &OutputFile { name: file.path, bytes: file.text.into_bytes() })?;
    }
    Ok(())
}

/// Errors keep a book from being printed; of a single file everything is printed that can be.
fn is_printable(read: &Read) -> bool {
    let errors = read.findings.count(Severity::Error) > 0;
    !errors || (read.book.single && !read.book.blocks.is_empty())
}

/// Reports a panic on a book that could not be read at all.
fn report_panic(cause: Diagnostic) -> Result<u8> {
    let findings = Findings(vec![cause]);
    print_findings(&findings, &Sources::new(Path::new("."))?);
    Ok(exit_code(&findings, false))
}

/// Says what is wrong, without writing anything.
pub(super) fn run_check(args: &args::CheckArgs) -> Result<u8> {
    require_path(&args.path)?;
    let mut worst = 0;
    let mut records = Vec::new();
    for path in book_paths(&args.path) {
        let work = || {
            let mut read = read_with(&args.rules.place(&path), &play_in_child_process)?;
            press::check_fit(&read.book, &read.sources, &mut read.findings);
            read.findings.sort();
            Ok((read.sources, read.findings))
        };
        let (sources, findings) = match guarded(&path, work)? {
            Ok(found) => found,
            Err(cause) => (Sources::new(Path::new("."))?, Findings(vec![cause])),
        };
        if args.fix && findings.0.iter().any(|finding| finding.fix.is_some()) {
            let made = fix::apply_fixes(&findings, &sources)?;
            super::print_error(format_args!(
                "{}: {made} mended; check again to see what is left\n",
                path.display()
            ));
            continue;
        }
        worst = worse_exit(worst, exit_code(&findings, false));
        match args.format {
            ReportFormat::Json => records.extend(diagnostic::finding_records(&findings, &sources)),
            ReportFormat::Text => {
                print_findings(&findings, &sources);
                super::print_error(format_args!(
                    "{}: {}\n",
                    path.display(),
                    findings_summary(&findings)
                ));
            }
        }
    }
    if args.format == ReportFormat::Json {
        super::print_out(format_args!("{}\n", serde_json::to_string_pretty(&records)?));
    }
    Ok(worst)
}

/// Prints a stage as text.
pub(super) fn run_dump(args: &args::DumpArgs) -> Result<u8> {
    require_path(&args.path)?;
    let mut findings = Findings::default();
    match args.stage {
        DumpStage::Document => {
            let (_, manuscript) = document::load(&args.path, &mut findings)?;
            super::print_out(format_args!("{}", document::print_tree(&manuscript.document)));
        }
        DumpStage::Addresses => {
            let (_, manuscript) = document::load(&args.path, &mut findings)?;
            for (anchor, entry) in &manuscript.index.entries {
                super::print_out(format_args!("{anchor}\t{}\t{}\n", entry.address, entry.title));
            }
        }
        DumpStage::Pages => {
            let mut read = read_with(&args.rules.place(&args.path), &play_in_child_process)?;
            let Read { book, sources, findings, .. } = &mut read;
            let papers = papers::output_papers(book, Output::Rulebook, sources, findings);
            let look = PageLook::default();
            let pages = typeset_rulebook(book, &papers[0], &look, sources, findings);
            if let Some(pages) = pages {
                super::print_out(format_args!("{}", press::inspect::page_text(&pages)));
            }
            print_findings(&read.findings, &read.sources);
            return Ok(exit_code(&read.findings, false));
        }
    }
    Ok(0)
}

/// A wrong path is wrong use.
fn require_path(path: &Path) -> Result<()> {
    std::fs::metadata(path).map(|_| ()).with_context(|| format!("there is no `{}`", path.display()))
}

/// Runs one book's work; a panic inside becomes a finding that names the path.
fn guarded<T>(path: &Path, work: impl FnOnce() -> Result<T>) -> Result<Result<T, Diagnostic>> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map(Ok),
        Err(cause) => {
            let cause = cause
                .downcast_ref::<String>()
                .cloned()
                .or(cause.downcast_ref::<&str>().map(|s| (*s).to_owned()));
            let message =
                format!("the program broke down on this input: {}", cause.unwrap_or_default());
            let finding = Diagnostic::file(code::PANIC, path.display().to_string(), message);
            Ok(Err(finding.hint("please report it with this file")))
        }
    }
}

/// The day that `SOURCE_DATE_EPOCH` names, for books without a date.
fn source_date() -> Option<(i32, u8, u8)> {
    let seconds = std::env::var("SOURCE_DATE_EPOCH").ok()?.parse().ok()?;
    let date = time::OffsetDateTime::from_unix_timestamp(seconds).ok()?.date();
    Some((date.year(), date.month().into(), date.day()))
}

/// Writes one output and prints its path.
fn write_output(folder: &Path, file: &OutputFile) -> Result<()> {
    let path = folder.join(&file.name);
    let below = path.parent().unwrap_or(folder);
    std::fs::create_dir_all(below)
        .with_context(|| format!("can not make the folder `{}`", below.display()))?;
    std::fs::write(&path, &file.bytes)
        .with_context(|| format!("can not write `{}`", path.display()))?;
    super::print_out(format_args!("{}\n", path.display()));
    Ok(())
}

/// A bar that shows itself only after half a second, and only on a terminal.
fn progress_bar(steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} {wide_msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
