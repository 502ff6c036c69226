//! `diff`: compares two editions of a book.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Args as ClapArgs, ValueEnum};

use super::args::ReadArgs;
use super::console::{print_error, print_findings, print_out, report_findings};
use super::edition_files::{
    find_edition, missing_edition, read_edition, real_name, released_name, require_edition,
};
use super::errata::{ErrataOrder, write_errata};
use super::executor::rules_executor;
use super::exit::Exit;
use super::paths::{named_books, require_path};
use super::verbosity::detail;
use super::work::{
    BookWork, LimitArgs, WorkOrder, show_stage, tell_written, wants_output_colour, work_on_books,
};
use super::write::{Before, write_made};
use crate::edition::print::{
    TextStyle, change_sheet, diff_annotations, diff_markdown, diff_page, diff_text,
};
use crate::edition::{EditionDiff, NamedEdition, compare_editions, report_lost_notes};
use crate::pipeline::PlayedBook;
use base::diagnostic::{Detail, Findings};
use base::source::is_book;
use base::text::file_names::plain_name;
use base::text::{path_words, shown_path};
use press::book::Output;
use press::profile::find_profile;
use press::{self, PrintRequest};

#[derive(Debug, ClapArgs)]
pub struct DiffArgs {
    /// The earlier edition: a commit, a branch or a tag of git, the archive of a release, a folder of the
    /// book, or a folder that has a book of the same name in it.
    old: String,
    /// The later edition, named in the same way; by default the book as it is now.
    new: Option<String>,
    /// The book's folder, or a folder of books; by default `content`, or else the working folder.
    #[arg(long, value_name = "PATH")]
    book: Option<PathBuf>,
    /// Format of the changes; by default from the ending of --output, or else text.
    #[arg(long)]
    format: Option<DiffFormat>,
    /// Write the changes to this file.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print profile of the cards of --format errata.
    #[arg(long, value_name = "NAME", default_value = "home-a4")]
    profile: String,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// Format of the changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DiffFormat {
    /// Lines for a terminal.
    Text,
    /// Data; its schema is docs/schemas/diff.schema.json.
    Json,
    /// Markdown, for a pull request or the page of a release.
    Markdown,
    /// One page for a browser, complete in itself.
    Html,
    /// A change sheet to print, with old and new numbers and words.
    Pdf,
    /// Lines that GitHub shows beside the lines of a pull request.
    Github,
    /// For owners of the earlier print: a sheet that says page by page what to read instead, and the changed
    /// cards, to stick over the old ones.
    Errata,
}

impl DiffFormat {
    /// Returns the ending of a file name for this format.
    fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Json => "json",
            Self::Markdown => "md",
            Self::Html => "html",
            Self::Pdf | Self::Errata => "pdf",
            Self::Github => "annotations",
        }
    }
}

impl DiffArgs {
    /// Returns the format of `--format`, or else the one for the ending of `--output`.
    fn wanted_format(&self) -> Result<DiffFormat> {
        let ending = self.output.as_deref().and_then(Path::extension);
        let ending = ending.map(|ending| ending.to_string_lossy().to_lowercase());
        let named = DiffFormat::value_variants()
            .iter()
            .copied()
            .find(|format| Some(format.ending()) == ending.as_deref());
        match (self.format, named, &self.output) {
            (Some(asked), Some(named), Some(path)) if asked.ending() != named.ending() => {
                bail!(
                    "-o takes a file whose name ends in .{}, not {}",
                    asked.ending(),
                    shown_path(path)
                )
            }
            (Some(asked), _, _) => Ok(asked),
            (None, Some(named), _) => Ok(named),
            (None, None, Some(path)) => bail!(
                "`{}` does not show which format to write; end it in .txt, .json, .md, .html or .pdf",
                shown_path(path)
            ),
            (None, None, None) => Ok(DiffFormat::Text),
        }
    }

    /// Returns the books to compare, in their present state.
    fn books(&self) -> Result<Vec<PathBuf>> {
        if let Some(book) = &self.book {
            return named_books(Some(book), &self.read);
        }
        // A book's folder shows which book is meant.
        let folder = |name: &str| Some(PathBuf::from(name)).filter(|path| is_book(path));
        if let Some(new) = self.new.as_deref().and_then(folder) {
            return Ok(vec![new]);
        }
        let old = folder(&self.old);
        let Some(name) = old.as_deref().map_or_else(|| released_name(&self.old), real_name) else {
            return named_books(None, &self.read);
        };
        let mut books = named_books(None, &self.read).unwrap_or_default();
        // An archive names its book; a folder may be a copy under another name.
        let is_release = old.is_none();
        if is_release {
            books.extend(name.to_str().and_then(folder).filter(|book| !books.contains(book)));
        }
        if is_release || books.len() > 1 {
            books.retain(|book| real_name(book).as_ref() == Some(&name));
        }
        match books.is_empty() {
            true => bail!(
                "no book here is called `{}`, as in `{}`; use --book to name the book to compare with",
                name.to_string_lossy(),
                self.old
            ),
            false => Ok(books),
        }
    }
}

/// Compares the editions of each book.
pub fn run_diff(args: &DiffArgs) -> Result<Exit> {
    let format = args.wanted_format()?;
    let paths = &args.books()?;
    let is_one = matches!(format, DiffFormat::Json | DiffFormat::Html);
    if paths.len() > 1 && (is_one || args.output.is_some()) {
        bail!("there are {} books; use --book to name the one to write", paths.len());
    }
    if let Some(path) = paths.first() {
        let asked = std::iter::once(&args.old).chain(&args.new);
        asked.into_iter().try_for_each(|asked| require_edition(path, asked))?;
    }
    let here = |path: &Path| diff_path(path, args);
    let order = WorkOrder { paths, limits: &args.limits, as_data: false, here: &here };
    Ok(work_on_books(&order).exit)
}

/// Compares two editions of the book at `path`.
pub fn diff_path(path: &Path, args: &DiffArgs) -> Result<BookWork> {
    require_path(path)?;
    let Some(old) = find_edition(path, &args.old)? else {
        return absent(path, &args.old, args);
    };
    let (new_name, new) = match &args.new {
        None => (String::new(), None),
        Some(asked) => match find_edition(path, asked)? {
            Some(folder) => (asked.clone(), Some(folder)),
            None => return absent(path, asked, args),
        },
    };
    let _stage = show_stage("comparing");
    let new_path = new.as_ref().map_or(path, |folder| &folder.path);
    let before = read_edition(&old.path, &args.old, &args.read)?;
    let new_words = if new_name.is_empty() { "now" } else { &new_name };
    let after = read_edition(new_path, new_words, &args.read)?;
    let (Ok(before), Ok(after)) = (before, after) else { return Ok(Exit::Errors.into()) };
    let executor = rules_executor()?;
    let older = NamedEdition { name: &args.old, book: &before };
    let newer = NamedEdition { name: &new_name, book: &after };
    let diff = compare_editions(older, newer, &executor);
    if args.wanted_format()? == DiffFormat::Errata {
        let (place, profile) = (args.output.as_deref(), args.profile.as_str());
        return write_errata(&diff, before, after, &ErrataOrder { place, profile });
    }
    print_findings(&Findings(report_lost_notes(&diff, &after.manuscript)), &after.sources);
    put_out(&diff, &after, new_path, args)
}

/// Reports a book that an edition does not have: an error for a single book, a note among several.
fn absent(path: &Path, asked: &str, args: &DiffArgs) -> Result<BookWork> {
    if args.books()?.len() < 2 {
        bail!(missing_edition(path, asked));
    }
    print_error(format_args!("note: {}\n", missing_edition(path, asked)));
    Ok(Exit::Done.into())
}

/// Prints the changes, or writes them to a file. A sheet for print is always written to a file.
fn put_out(
    diff: &EditionDiff,
    new: &PlayedBook,
    folder: &Path,
    args: &DiffArgs,
) -> Result<BookWork> {
    let all = detail(Detail::Most) == Detail::All;
    let colour = args.output.is_none() && wants_output_colour();
    let manuscript = &new.manuscript;
    let text = match args.wanted_format()? {
        DiffFormat::Text => diff_text(diff, TextStyle { colour, all }),
        DiffFormat::Json => serde_json::to_string_pretty(diff)? + "\n",
        DiffFormat::Markdown => diff_markdown(diff),
        DiffFormat::Github => diff_annotations(diff, &path_words(folder)),
        DiffFormat::Html => {
            let language = manuscript.manifest.language.as_ref();
            let language = language.map_or("en", |language| language.get_ref().as_str());
            diff_page(diff, language, &manuscript.theme.palette())?
        }
        DiffFormat::Pdf | DiffFormat::Errata => return write_sheet(diff, new, args),
    };
    match &args.output {
        None => print_out(format_args!("{text}")),
        Some(path) => write_file(path, text.as_bytes())?,
    }
    Ok(Exit::Done.into())
}

pub fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    write_made(path, bytes, Before::Anything)
        .map_err(|failure| anyhow::anyhow!(failure.finding().message))?;
    tell_written(path);
    Ok(())
}

/// Returns the changes of a played book since an edition; `None` if the edition has no such book or, after an
/// error, if it cannot be read.
pub fn compare_with(
    path: &Path,
    since: &str,
    new: &PlayedBook,
    read: &ReadArgs,
) -> Result<Option<EditionDiff>> {
    let Some(folder) = find_edition(path, since)? else {
        print_error(format_args!("note: {}\n", missing_edition(path, since)));
        return Ok(None);
    };
    let _stage = show_stage("comparing");
    let Ok(old) = read_edition(&folder.path, since, read)? else { return Ok(None) };
    let old = NamedEdition { name: since, book: &old };
    let new = NamedEdition { name: "", book: new };
    Ok(Some(compare_editions(old, new, &rules_executor()?)))
}

/// Returns the change sheet on its first paper, if it could be made, and the findings of making it.
pub fn make_sheet(diff: &EditionDiff, new: &PlayedBook) -> Result<(Option<Vec<u8>>, Findings)> {
    let mut findings = Findings::default();
    let sheet = change_sheet(diff, new, &mut findings);
    let profile = find_profile("screen").map_err(|why| anyhow::anyhow!(why))?;
    let request = PrintRequest::usual(&profile);
    let made = press::make(&sheet, Output::Rulebook, &request, &new.sources, &mut findings);
    Ok((made.into_iter().next().map(|file| file.bytes), findings))
}

/// Writes the change sheet, by default to `changes.pdf` among the outputs of the book.
fn write_sheet(diff: &EditionDiff, new: &PlayedBook, args: &DiffArgs) -> Result<BookWork> {
    let (made, findings) = make_sheet(diff, new)?;
    if let Some(bytes) = made {
        let usual =
            || Path::new("output").join(plain_name(&new.manuscript.name)).join("changes.pdf");
        write_file(&args.output.clone().unwrap_or_else(usual), &bytes)?;
    }
    Ok(report_findings(&findings, &new.sources).into())
}
