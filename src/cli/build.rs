//! `build`: the outputs of one or more books.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::args::BuildArgs;
use super::console::{
    counted_words, findings_summary, print_detailed, print_error, report_findings,
};
use super::deck::tell_columns;
use super::diff::compare_with;
use super::edition_files::require_edition;
use super::executor::play_book;
use super::exit::Exit;
use super::open::open_made;
use super::panics::guard_input;
use super::paper_report::{PaperLine, paper_lines, paper_text};
use super::paths::{named_books, require_own_outputs};
use super::place::PlacePath;
use super::player::{player_files, require_player};
use super::print_order::PrintOrder;
use super::report_failure;
use super::verbosity::{detail, is_quiet};
use super::work::{
    BookWork, WorkOrder, announce_templates, show_stage, tell_summary, work_on_books,
};
use super::write::write_output;
use crate::edition::print::what_is_new;
use crate::edition::report_lost_notes;
use crate::pipeline::{MadeOutput, PlayedBook, PrintableBook, work_side_by_side};
use base::diagnostic::{Detail, Diagnostic, Findings, Severity};
use base::source::{Sources, is_data_file};
use base::text::failure_words;
use base::text::file_names::plain_name;
use example::game::BookLocation;
use press::archive::{GamePart, pack_game};
use press::book::{ChangeMarks, Output};
use press::profile::{OutputFamily, Profile};
use press::{OutputFile, PrintRequest};

/// Makes the outputs of every book, also after another book has failed.
pub fn run_build(args: &BuildArgs) -> Result<Exit> {
    let order = PrintOrder::of(args)?;
    args.rules.require_paths()?;
    args.player.as_deref().map_or(Ok(()), require_player)?;
    let first = named_books(args.path.as_deref(), &args.rules.read)?.into_iter().next();
    if let (Some(book), Some(since)) = (first, &args.marked_since) {
        require_edition(&book, since)?;
    }
    let (paths, limits) = (&named_books(args.path.as_deref(), &args.rules.read)?, &args.limits);
    require_own_outputs(paths, &args.output)?;
    order.home.announce();
    let here = |path: &Path| build_book(path, args);
    let work = work_on_books(&WorkOrder { paths, limits, as_data: false, here: &here });
    if args.open {
        open_made(&work.written, &args.output);
    }
    let missing = order.made_by_no_book(&work.made);
    if paths.len() < 2 || work.exit != Exit::Done || missing.is_empty() {
        return Ok(work.exit);
    }
    report_alone(missing)
}

/// Reports findings that are about no text.
fn report_alone(findings: Vec<Diagnostic>) -> Result<Exit> {
    Ok(report_findings(&Findings(findings), &Sources::new(Path::new("."))?))
}

/// Makes the outputs of one book; an I/O failure is printed and does not stop the other books.
pub fn build_book(path: &Path, args: &BuildArgs) -> Result<BookWork> {
    let order = &PrintOrder::of(args)?;
    if is_data_file(path) {
        tell_columns(path, args.deck.clone().unwrap_or_default())?;
    }
    let work = BookBuild { path, args, order }.run().unwrap_or_else(|error| {
        print_error(format_args!("error: {}\n", failure_words(&error)));
        Exit::Errors.into()
    });
    Ok(work)
}

/// The build of one book.
struct BookBuild<'a> {
    path: &'a Path,
    args: &'a BuildArgs,
    order: &'a PrintOrder,
}

impl BookBuild<'_> {
    fn run(&self) -> Result<BookWork> {
        match guard_input(self.path, || self.printable())? {
            Ok(printable) => self.print(printable),
            Err(panic) => report_alone(vec![panic]).map(BookWork::from),
        }
    }

    /// Makes the ordered outputs of a book, and prints its findings.
    fn print(&self, mut printable: PrintableBook) -> Result<BookWork> {
        if let Err(error) = PlacePath::keep_named(self.args.path.as_deref(), &mut printable) {
            return Ok(report_failure(&error).into());
        }
        announce_templates(&printable.book);
        printable.forgive_parts(&self.asked().collect::<Vec<_>>());
        printable.forget_replaced_theme(&self.order.theme);
        let mut made = OutputsMade::default();
        if !self.is_stale(&printable) {
            made = self.make_outputs(&mut printable)?;
        }
        let PrintableBook { findings, sources, .. } = &printable;
        print_detailed(findings, sources, Detail::Kinds);
        if !is_quiet() || self.order.estimates() {
            print_error(format_args!("{}", paper_text(&made.paper)));
        }
        let files = counted_words(made.files.len(), "file");
        let files = files.unwrap_or_else(|| "no file".to_owned());
        let is_summed_up = detail(Detail::Kinds) == Detail::Kinds
            && findings.0.iter().any(|finding| finding.code.severity != Severity::Error);
        let cure = if is_summed_up { "; -v shows each" } else { "" };
        tell_summary(self.path, &format!("{files}, {}{cure}", findings_summary(findings)));
        let exit = self.exit(findings);
        Ok(BookWork { made: made.outputs, written: made.files, ..exit.into() })
    }

    /// True if `--locked` forbids printing the book because its examples are stale.
    fn is_stale(&self, printable: &PrintableBook) -> bool {
        self.args.locked && self.exit(&printable.findings) == Exit::Stale
    }

    /// Returns the ordered outputs.
    fn asked(&self) -> impl Iterator<Item = Output> {
        self.order.outputs().into_iter().map(|(_, output)| output)
    }

    fn printable(&self) -> Result<PrintableBook> {
        let location = self.args.rules.location(self.path);
        let played = play_book(&BookLocation { deck: self.args.deck.clone(), ..location })?;
        let since = self.args.marked_since.as_deref();
        let marks = since.map(|since| self.changes(&played, since)).transpose()?;
        let mut printable = played.join_within(self.args.limits.rulebook_memory());
        if let Some((marks, lost)) = marks.flatten() {
            printable.book.mark_changes(marks);
            printable.findings.0.extend(lost);
        }
        printable.book.date = printable.book.date.or_else(source_date);
        Ok(printable)
    }

    /// Returns the changes to mark since an edition, and the findings about its notes; `None` if the book did
    /// not exist then.
    fn changes(
        &self,
        new: &PlayedBook,
        since: &str,
    ) -> Result<Option<(ChangeMarks, Vec<Diagnostic>)>> {
        let diff = compare_with(self.path, since, new, &self.args.rules.read)?;
        let Some(diff) = diff else { return Ok(None) };
        let news = what_is_new(&diff, &new.manuscript);
        let lost = report_lost_notes(&diff, &new.manuscript);
        Ok(Some((ChangeMarks { news, ..diff.marks }, lost)))
    }

    fn exit(&self, findings: &Findings) -> Exit {
        if self.args.locked { Exit::after_locked(findings) } else { Exit::after(findings) }
    }

    /// Makes and writes the ordered outputs, and reports outputs that have no content.
    fn make_outputs(&self, printable: &mut PrintableBook) -> Result<OutputsMade<'_>> {
        let errors = printable.findings.count(Severity::Error);
        let made = self.make_ordered(printable)?;
        if printable.findings.count(Severity::Error) == errors {
            let refused = self.asked().filter(|output| !printable.is_printable(*output));
            let settled: Vec<Output> = made.outputs.iter().copied().chain(refused).collect();
            let named = named_books(self.args.path.as_deref(), &self.args.rules.read)?;
            let alone = named.len() < 2;
            printable.findings.0.extend(self.order.left_out(&settled, alone));
        }
        printable.findings.sort();
        Ok(made)
    }

    /// Makes the ordered outputs side by side, and writes them in order.
    fn make_ordered<'p>(&'p self, printable: &mut PrintableBook) -> Result<OutputsMade<'p>> {
        let book = &*printable;
        let mut outputs = self.order.outputs();
        outputs.retain(|(_, output)| book.is_printable(*output));
        if outputs.is_empty() {
            return Ok(OutputsMade::default());
        }
        let earlier = self.order.earlier_book(self.path)?;
        let make = |(profile, output): &(&'p Profile, Output)| {
            let request = self.order.request(profile, earlier.as_ref());
            let _stage = show_stage(output.name());
            let made = guard_input(self.path, || book.make(*output, &request));
            let low = self.low_ink_files(*output, &request, book);
            TriedOutput { profile, output: *output, made, low }
        };
        let mut made = OutputsMade::default();
        work_side_by_side(&outputs, make, |tried| {
            if made.failure.is_none() {
                made.failure = self.take_output(tried, book, &mut made).err();
            }
        });
        self.write_archives(book, &mut made)?;
        printable.findings.0.append(&mut made.findings.0);
        made.failure.take().map_or(Ok(made), Err)
    }

    /// Returns the files of an output in the low-ink theme, if the request asks for ink.
    fn low_ink_files(
        &self,
        output: Output,
        request: &PrintRequest<'_>,
        book: &PrintableBook,
    ) -> Vec<OutputFile> {
        let is_home = request.profile.family == OutputFamily::Home;
        let Some(theme) = self.order.low_theme().filter(|_| request.home.ink && is_home) else {
            return Vec::new();
        };
        let low = PrintRequest { theme: &theme, ..request.clone() };
        let made = guard_input(self.path, || book.make(output, &low));
        made.ok().and_then(Result::ok).map(|made| made.files).unwrap_or_default()
    }

    /// Writes the files of one output, and keeps its findings.
    fn take_output<'m>(
        &self,
        tried: TriedOutput<'m>,
        book: &PrintableBook,
        made: &mut OutputsMade<'m>,
    ) -> Result<()> {
        let TriedOutput { profile, output, made: result, low } = tried;
        match result? {
            Ok(MadeOutput { mut files, mut findings }) => {
                files.extend(self.player_files(output, &files, book)?);
                made.findings.0.append(&mut findings.0);
                made.paper.extend(paper_lines(&files, &low));
                made.outputs.extend(Some(output).filter(|_| !files.is_empty()));
                if self.order.estimates() {
                    return Ok(());
                }
                if self.args.zip && output != Output::Web {
                    made.parts.push((profile, (output, files)));
                } else {
                    files.iter().for_each(|file| self.write_file(file, book, made));
                }
            }
            Err(panic) => made.findings.push(panic),
        }
        Ok(())
    }

    /// Returns the files of the page that plays, if it is asked for and the output is a web edition.
    fn player_files(
        &self,
        output: Output,
        files: &[OutputFile],
        book: &PrintableBook,
    ) -> Result<Vec<OutputFile>> {
        let web = files.first().and_then(|file| file.name.split('/').next());
        match (&self.args.player, web) {
            (Some(player), Some(web)) if output == Output::Web => {
                player_files(player, self.path, web, book)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Writes an archive for each profile, if archives are asked for.
    fn write_archives(&self, book: &PrintableBook, made: &mut OutputsMade<'_>) -> Result<()> {
        let mut parts = std::mem::take(&mut made.parts).into_iter().peekable();
        while let Some((profile, first)) = parts.next() {
            let mut game = vec![first];
            let is_next = |(next, _): &(&Profile, GamePart)| next.name == profile.name;
            while let Some((_, part)) = parts.next_if(is_next) {
                game.push(part);
            }
            if game.iter().all(|(_, files)| files.is_empty()) {
                continue;
            }
            let archive = pack_game(&book.book, &self.order.request(profile, None), game)?;
            self.write_file(&archive, book, made);
        }
        Ok(())
    }

    /// Writes one file; a failure becomes a finding.
    fn write_file(&self, file: &OutputFile, book: &PrintableBook, made: &mut OutputsMade<'_>) {
        let name = plain_name(&book.book.name);
        match write_output(&self.args.output, &name, file) {
            Ok(()) => made.files.push(self.args.output.join(&name).join(&file.name)),
            Err(failure) => made.findings.push(failure.finding()),
        }
    }
}

/// The result of making one output.
struct TriedOutput<'a> {
    profile: &'a Profile,
    output: Output,
    /// Its files, or the panic that ended it.
    made: Result<Result<MadeOutput, Diagnostic>>,
    /// Its files in the low-ink theme.
    low: Vec<OutputFile>,
}

/// The outputs of a book.
#[derive(Default)]
struct OutputsMade<'a> {
    /// The outputs that have files.
    outputs: Vec<Output>,
    /// Parts for the archives, with their profiles.
    parts: Vec<(&'a Profile, GamePart)>,
    /// The files that were written.
    files: Vec<PathBuf>,
    /// Sheets and ink for printing the files at home.
    paper: Vec<PaperLine>,
    /// Reasons why some could not be made.
    findings: Findings,
    /// The error that stopped the writing.
    failure: Option<anyhow::Error>,
}

/// Returns the date in `SOURCE_DATE_EPOCH` as year, month and day, for books without a date.
pub fn source_date() -> Option<(i32, u8, u8)> {
    let seconds = std::env::var("SOURCE_DATE_EPOCH").ok()?.parse().ok()?;
    let date = time::OffsetDateTime::from_unix_timestamp(seconds).ok()?.date();
    Some((date.year(), date.month().into(), date.day()))
}
