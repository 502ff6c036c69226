//! `build`, `check` and `dump`: read, print, write.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};

use super::args::{self, Format, Kind, Profile, Stage};
use super::{books, report, summary};
use crate::book::Book;
use crate::diagnostic::{Diagnostic, Findings, Severity, code};
use crate::source::Sources;
use crate::{document, press};

/// Makes the PDFs; every book is tried, whatever happens to the others.
pub(super) fn build(args: &args::Build) -> Result<u8> {
    exists(&args.path)?;
    let paths = books(&args.path);
    let bar = progress(paths.len() as u64);
    let mut worst = 0;
    for path in &paths {
        bar.set_message(path.display().to_string());
        let code = bar.suspend(|| build_one(path, args))?;
        worst = worse(worst, code);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(worst)
}

fn build_one(path: &Path, args: &args::Build) -> Result<u8> {
    let Some(mut read) = guarded(path, || crate::read(path))? else { return Ok(1) };
    read.book.date = read.book.date.or_else(source_date);
    if args.only.is_empty() || args.only.contains(&Kind::Rulebook) {
        for (nth, paper) in papers(&read.book, args.profile, &mut read.findings).iter().enumerate() {
            if read.findings.count(Severity::Error) > 0 && read.book.blocks.is_empty() {
                break;
            }
            let Some(Some(pdf)) = guarded(path, || Ok(crate::print(&mut read, paper)))? else { continue };
            let name = if nth == 0 { "rulebook.pdf".to_owned() } else { format!("rulebook-{paper}.pdf") };
            write(&args.output.join(&read.book.name), &name, &pdf)?;
        }
    }
    read.findings.sort();
    let code = report(&read.findings, &read.sources, Format::Text);
    eprintln!("{}: {}", path.display(), summary(&read.findings));
    Ok(code)
}

/// Says what is wrong, without writing anything.
pub(super) fn check(args: &args::Check) -> Result<u8> {
    exists(&args.path)?;
    let mut worst = 0;
    for path in books(&args.path) {
        let Some(read) = guarded(&path, || crate::read(&path))? else {
            worst = worse(worst, 1);
            continue;
        };
        worst = worse(worst, report(&read.findings, &read.sources, args.format));
        if args.format == Format::Text {
            eprintln!("{}: {}", path.display(), summary(&read.findings));
        }
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
            print!("{}", document::print(&manuscript.document));
        }
        Stage::Addresses => {
            let (_, manuscript) = document::load(&args.path, &mut findings)?;
            for (anchor, entry) in &manuscript.index.entries {
                println!("{anchor}\t{}\t{}", entry.address, entry.title);
            }
        }
        Stage::Pages => {
            let mut read = crate::read(&args.path)?;
            let paper = papers(&read.book, Profile::Screen, &mut read.findings).remove(0);
            if let Some(pages) = press::pages(&read.book, &paper, &read.sources, &mut read.findings) {
                print!("{}", press::inspect::text(&pages));
            }
            return Ok(report(&read.findings, &read.sources, Format::Text));
        }
    }
    Ok(0)
}

/// A wrong path is wrong use.
fn exists(path: &Path) -> Result<()> {
    std::fs::metadata(path).map(|_| ()).with_context(|| format!("there is no `{}`", path.display()))
}

/// Runs one book's work; a panic inside becomes a finding that names the path.
fn guarded<T>(path: &Path, work: impl FnOnce() -> Result<T>) -> Result<Option<T>> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map(Some),
        Err(cause) => {
            let cause =
                cause.downcast_ref::<String>().cloned().or(cause.downcast_ref::<&str>().map(|s| (*s).to_owned()));
            let message = format!("the program broke down on this input: {}", cause.unwrap_or_default());
            let finding = Diagnostic::file(code::PANIC, path.display().to_string(), message);
            let sources = Sources::new(Path::new("."))?;
            report(&Findings(vec![finding.hint("please report it with this file")]), &sources, Format::Text);
            Ok(None)
        }
    }
}

/// The papers to print on: those of the profile, else those the book asks for.
fn papers(book: &Book, profile: Profile, findings: &mut Findings) -> Vec<String> {
    let forced = match profile {
        Profile::Screen => None,
        Profile::HomeA5 => Some("a5"),
        Profile::HomeA4 => Some("a4"),
        Profile::HomeLetter => Some("letter"),
    };
    if let Some(paper) = forced {
        return vec![paper.to_owned()];
    }
    let (known, unknown): (Vec<_>, Vec<_>) =
        book.papers.iter().cloned().partition(|name| press::paper::find(name).is_some());
    for name in unknown {
        let message = format!("`{name}` is no paper that is known");
        let hint = format!("write one of {}", press::paper::names().collect::<Vec<_>>().join(", "));
        findings.push(Diagnostic::global(code::BOOK_FILE, message).hint(hint));
    }
    if known.is_empty() { vec!["a4".to_owned()] } else { known }
}

/// The day that `SOURCE_DATE_EPOCH` names, for books without a date.
fn source_date() -> Option<(i32, u8, u8)> {
    let seconds = std::env::var("SOURCE_DATE_EPOCH").ok()?.parse().ok()?;
    let date = time::OffsetDateTime::from_unix_timestamp(seconds).ok()?.date();
    Some((date.year(), date.month().into(), date.day()))
}

/// Writes one output and prints its path.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| format!("can not make the folder `{}`", folder.display()))?;
    let path = folder.join(name);
    std::fs::write(&path, bytes).with_context(|| format!("can not write `{}`", path.display()))?;
    println!("{}", path.display());
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

/// The exit code that wins: a limit before other errors before success.
fn worse(a: u8, b: u8) -> u8 {
    if a == 5 || b == 5 { 5 } else { a.max(b) }
}
