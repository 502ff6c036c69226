//! `build`, `check` and `dump`: read, print, write.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};

use super::args::{self, Format, Kind, Stage};
use super::fix;
use super::player::player;
use super::prints::{self, Order};
use super::{books, exit_code, report, summary, worse};
use crate::diagnostic::{self, Diagnostic, Findings, Severity, code};
use crate::press::outputs::File;
use crate::source::Sources;
use crate::{Read, document, press, read_with};

/// Makes the PDFs; every book is tried, whatever happens to the others.
pub(super) fn build(args: &args::Build) -> Result<u8> {
    exists(&args.path)?;
    let order = Order::of(args)?;
    let paths = books(&args.path);
    let bar = progress(paths.len() as u64);
    let mut worst = 0;
    for path in &paths {
        bar.set_message(path.display().to_string());
        let code = bar.suspend(|| build_one(path, args, &order)).unwrap_or_else(|error| {
            super::warn(format_args!("error: {error:#}\n"));
            1
        });
        worst = worse(worst, code);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(worst)
}

fn build_one(path: &Path, args: &args::Build, order: &Order) -> Result<u8> {
    let place = args.rules.place(path);
    let mut read = match guarded(path, || read_with(&place, &player))? {
        Ok(read) => read,
        Err(cause) => return broken(cause),
    };
    read.book.date = read.book.date.or_else(source_date);
    let stale = args.locked && exit_code(&read.findings, true) == 3;
    if is_printable(&read) && !stale {
        let old = order.earlier(path)?;
        let errors = read.findings.count(Severity::Error);
        let mut made = Vec::new();
        for (profile, output) in order.outputs() {
            let work = || Ok(prints::make(&mut read, profile, output, order, old.as_ref()));
            match guarded(path, work)? {
                Ok(files) => {
                    files
                        .iter()
                        .try_for_each(|file| write(&args.output.join(&read.book.name), file))?;
                    made.extend((!files.is_empty()).then_some(output));
                }
                Err(cause) => read.findings.push(cause),
            }
        }
        if read.findings.count(Severity::Error) == errors {
            order.nothing(&made).into_iter().for_each(|finding| read.findings.push(finding));
        }
        if args.only.contains(&Kind::Web) {
            site(&read, args)?;
        }
    }
    read.findings.sort();
    report(&read.findings, &read.sources);
    super::warn(format_args!("{}: {}\n", path.display(), summary(&read.findings)));
    Ok(exit_code(&read.findings, args.locked))
}

/// Writes the text and the examples as pages for a browser.
fn site(read: &Read, args: &args::Build) -> Result<()> {
    let rules = read.game.as_ref().map(|game| game.book(&read.sources));
    let folder = args.output.join(&read.book.name).join("web");
    for file in crate::web::site(&read.book, &read.examples, rules.as_ref())? {
        write(&folder, &File { name: file.path, bytes: file.text.into_bytes() })?;
    }
    Ok(())
}

/// Errors keep a book from being printed; of a single file everything is printed that can be.
fn is_printable(read: &Read) -> bool {
    let errors = read.findings.count(Severity::Error) > 0;
    !errors || (read.book.single && !read.book.blocks.is_empty())
}

/// Reports a panic on a book that could not be read at all.
fn broken(cause: Diagnostic) -> Result<u8> {
    let findings = Findings(vec![cause]);
    report(&findings, &Sources::new(Path::new("."))?);
    Ok(exit_code(&findings, false))
}

/// Says what is wrong, without writing anything.
pub(super) fn check(args: &args::Check) -> Result<u8> {
    exists(&args.path)?;
    let mut worst = 0;
    let mut records = Vec::new();
    for path in books(&args.path) {
        let work = || {
            let mut read = read_with(&args.rules.place(&path), &player)?;
            press::check(&read.book, &read.sources, &mut read.findings);
            read.findings.sort();
            Ok((read.sources, read.findings))
        };
        let (sources, findings) = match guarded(&path, work)? {
            Ok(found) => found,
            Err(cause) => (Sources::new(Path::new("."))?, Findings(vec![cause])),
        };
        if args.fix && findings.0.iter().any(|finding| finding.fix.is_some()) {
            let made = fix::apply(&findings, &sources)?;
            super::warn(format_args!(
                "{}: {made} mended; check again to see what is left\n",
                path.display()
            ));
            continue;
        }
        worst = worse(worst, exit_code(&findings, false));
        match args.format {
            Format::Json => records.extend(diagnostic::records(&findings, &sources)),
            Format::Text => {
                report(&findings, &sources);
                super::warn(format_args!("{}: {}\n", path.display(), summary(&findings)));
            }
        }
    }
    if args.format == Format::Json {
        super::say(format_args!("{}\n", serde_json::to_string_pretty(&records)?));
    }
    Ok(worst)
}

/// Prints a stage as text.
pub(super) fn dump(args: &args::Dump) -> Result<u8> {
    exists(&args.path)?;
    let mut findings = Findings::default();
    match args.stage {
        Stage::Document => {
            let (_, manuscript) = document::load(&args.path, &mut findings)?;
            super::say(format_args!("{}", document::print(&manuscript.document)));
        }
        Stage::Addresses => {
            let (_, manuscript) = document::load(&args.path, &mut findings)?;
            for (anchor, entry) in &manuscript.index.entries {
                super::say(format_args!("{anchor}\t{}\t{}\n", entry.address, entry.title));
            }
        }
        Stage::Pages => {
            let mut read = read_with(&args.rules.place(&args.path), &player)?;
            let paper = press::papers(&read.book, &read.sources, &mut read.findings).remove(0);
            if let Some(pages) = press::pages(&read.book, &paper, &read.sources, &mut read.findings)
            {
                super::say(format_args!("{}", press::inspect::text(&pages)));
            }
            report(&read.findings, &read.sources);
            return Ok(exit_code(&read.findings, false));
        }
    }
    Ok(0)
}

/// A wrong path is wrong use.
fn exists(path: &Path) -> Result<()> {
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
fn write(folder: &Path, file: &File) -> Result<()> {
    let path = folder.join(&file.name);
    let below = path.parent().unwrap_or(folder);
    std::fs::create_dir_all(below)
        .with_context(|| format!("can not make the folder `{}`", below.display()))?;
    std::fs::write(&path, &file.bytes)
        .with_context(|| format!("can not write `{}`", path.display()))?;
    super::say(format_args!("{}\n", path.display()));
    Ok(())
}

/// A bar that shows itself only after half a second, and only on a terminal.
fn progress(steps: u64) -> ProgressBar {
    let bar = ProgressBar::new(steps);
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len} {wide_msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
