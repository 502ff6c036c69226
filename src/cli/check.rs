//! `check`: reports the faults of a book, without writing an output.

use std::path::Path;

use anyhow::{Result, bail};

use super::args::{CheckArgs, CheckFormat};
use super::console::{print_book_findings, print_error, print_json, print_out, report_findings};
use super::diff::write_file;
use super::executor::{games_at_once, play_book, rules_executor};
use super::exit::Exit;
use super::fix::apply_fixes;
use super::panics::guard_input;
use super::paths::named_books;
use super::place::PlacePath;
use super::work::{BookWork, WorkOrder, announce_templates, interrupt, show_stage, work_on_books};
use crate::health::{HealthGames, HealthReport, examine, report_page};
use crate::pipeline::PlayedBook;
use base::diagnostic::{self, Diagnostic, FindingRecord, Findings, code};
use base::source::Sources;
use base::source::manifest::version_edit;
use base::text::shown_path;
use example::command::{BalanceGames, CommandReport, PlayedBalance};
use rules::executor::Executor;

/// Checks every book; with `--fix`, makes the corrections that need no decision.
pub fn run_check(args: &CheckArgs) -> Result<Exit> {
    args.rules.require_paths()?;
    let (paths, limits) = (&named_books(args.path.as_deref(), &args.rules.read)?, &args.limits);
    require_report(args, paths.len())?;
    let as_data = args.format == CheckFormat::Json;
    let here = |path: &Path| check_path(path, args);
    let BookWork { exit, records, .. } =
        work_on_books(&WorkOrder { paths, limits, as_data, here: &here });
    if as_data && exit != Exit::WrongUse {
        print_json(&records)?;
    }
    Ok(exit)
}

/// Checks one book, and fixes it or reports its findings.
pub fn check_path(path: &Path, args: &CheckArgs) -> Result<BookWork> {
    let book = CheckedBook::of(path, args)?;
    if args.fix && book.findings.0.iter().any(|finding| finding.fix.is_some()) {
        return Ok(book.mend().into());
    }
    let mut work = BookWork::from(Exit::after(&book.findings));
    match args.format {
        CheckFormat::Json => work.records = book.records(),
        CheckFormat::Github => {
            print_out(format_args!("{}", diagnostic::finding_annotations(&book.records())));
        }
        CheckFormat::Text => print_book_findings(path, &book.findings, &book.sources),
    }
    Ok(work)
}

/// A book with all its findings, also those of its layout.
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

    /// Returns a finding whose edit adds the version of the program to book.toml, if book.toml has none.
    fn missing_version(&self) -> Option<Diagnostic> {
        let real = self.path.join("book.toml").canonicalize().ok()?;
        let mut all = self.sources.iter();
        let (id, text) = all
            .find(|(_, text)| self.sources.real_path(&text.path).is_ok_and(|path| path == real))?;
        version_edit(id, &text.text)
    }

    fn mend(&self) -> Exit {
        let (mended, unwritten) = apply_fixes(&self.findings, &self.sources);
        print_error(format_args!(
            "{}: {mended} fixed; check again to see what is left\n",
            shown_path(self.path)
        ));
        report_findings(&unwritten, &self.sources)
    }

    fn records(&self) -> Vec<FindingRecord> {
        diagnostic::finding_records(&self.findings, &self.sources)
    }
}

fn check_book(path: &Path, args: &CheckArgs) -> Result<(Sources, Findings)> {
    let mut played = play_book(&args.rules.location(path))?;
    if let Some(file) = &args.report {
        require_own_file(file, &played.sources)?;
    }
    let (report, found) = play_games(path, &played, args)?;
    played.findings.append(found);
    let theme = played.manuscript.theme.clone();
    let mut printable = played.join_within(args.limits.rulebook_memory());
    PlacePath::keep_named(args.path.as_deref(), &mut printable)?;
    announce_templates(&printable.book);
    let _stage = show_stage("layout");
    printable.check();
    if let (Some(mut report), Some(file)) = (report, &args.report) {
        report.count_findings(&printable.findings);
        let written = if is_data(file) {
            serde_json::to_string_pretty(&report)? + "\n"
        } else {
            report_page(&report, &theme)?
        };
        write_file(file, written.as_bytes())?;
    }
    Ok((printable.sources, printable.findings))
}

/// Plays the games that are asked for, and examines the book if a report is asked for.
fn play_games(
    path: &Path,
    played: &PlayedBook,
    args: &CheckArgs,
) -> Result<(Option<HealthReport>, Findings)> {
    let (executor, mut found) = (rules_executor()?, Findings::default());
    let stop = &|| interrupt().is_some();
    let _stage = show_stage(if args.games.is_some() { "games" } else { "report" });
    let balance = balance_games(played, args, &executor, stop);
    let balance = balance.as_ref().map(BalanceGames::play);
    if args.games.is_some() {
        let CommandReport { text, findings, .. } = balance_report(path, played, balance.as_ref());
        found.append(findings);
        if args.format == CheckFormat::Text {
            print_out(format_args!("{text}"));
        }
    }
    if args.report.is_none() {
        return Ok((None, found));
    }
    let games = args.games.map(|games| HealthGames { seed: 1, games, executor: &executor, stop });
    let report = examine(played, games.as_ref(), balance.as_ref(), &mut found);
    Ok((Some(report), found))
}

/// True if the name of a report asks for JSON instead of a page.
fn is_data(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
}

/// Checks that a report is for one book and that its name ends in .html or .json.
fn require_report(args: &CheckArgs, books: usize) -> Result<()> {
    let Some(file) = &args.report else { return Ok(()) };
    if !is_data(file) && file.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("html"))
    {
        bail!("--report takes a file whose name ends in .html or .json, not {}", shown_path(file));
    }
    if books > 1 {
        bail!("a report is about one book, but there are {books} here: name one");
    }
    Ok(())
}

/// Checks, before anything is played, that the report overwrites no text of the book and that its folder
/// exists.
fn require_own_file(file: &Path, sources: &Sources) -> Result<()> {
    let is_read = |real: &Path| {
        sources.iter().any(|(_, text)| sources.real_path(&text.path).is_ok_and(|own| own == real))
    };
    if file.canonicalize().is_ok_and(|real| is_read(&real)) {
        bail!(
            "--report would overwrite {}, a file of the book; name another file",
            shown_path(file)
        );
    }
    if file.is_dir() {
        bail!("--report takes a file, but {} is a folder", shown_path(file));
    }
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        bail!(
            "--report cannot write {}: its folder does not exist; make the folder first",
            shown_path(file)
        );
    }
    Ok(())
}

/// Returns the games of `[balance]`, if they are asked for and the book has both bounds and rules.
fn balance_games<'a>(
    played: &'a PlayedBook,
    args: &CheckArgs,
    executor: &'a dyn Executor,
    stop: &'a (dyn Fn() -> bool + Sync),
) -> Option<BalanceGames<'a>> {
    let (manifest, sources) = (&played.manuscript.manifest, &played.sources);
    let program = &played.rules.as_ref()?.program;
    let games = args.games.filter(|_| !manifest.balance.is_empty())?;
    let jobs = games_at_once();
    Some(BalanceGames { manifest, program, sources, executor, seed: 1, games, jobs, stop })
}

/// Returns the results of the games by `[balance]`, or the reason why there are none.
fn balance_report(
    path: &Path,
    played: &PlayedBook,
    balance: Option<&PlayedBalance<'_>>,
) -> CommandReport {
    let path = shown_path(path);
    if played.manuscript.manifest.balance.is_empty() {
        let text = format!("{path}: book.toml has no [balance] to check with games\n");
        return CommandReport { text, ..CommandReport::default() };
    }
    let Some(balance) = balance else {
        let finding =
            Diagnostic::global(code::UNBALANCED, "the book has no rules to check [balance] with")
                .hint("write them in the folder rules/ of the book; docs/rules.md says how");
        return CommandReport { findings: Findings(vec![finding]), ..CommandReport::default() };
    };
    let report = balance.report();
    CommandReport { text: format!("{path}, {}", report.text), ..report }
}
