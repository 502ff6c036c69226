//! The parts of a review: the book as it is now, played, and the edition that it is compared with.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::cli::args::ReadArgs;
use crate::cli::console::{print_error, report_findings};
use crate::cli::edition_files::{accepting_commit, find_edition, missing_edition, read_edition};
use crate::cli::executor::{play_book, rules_executor};
use crate::cli::exit::Exit;
use crate::edition::NamedEdition;
use crate::edition::review::{Review, review_book};
use crate::pipeline::PlayedBook;
use base::diagnostic::{Severity, code};
use base::text::counted;
use base::text::shown_path;
use example::game::BookLocation;
use rules::executor::Executor;

/// A book with the items that wait in it.
pub struct ReviewState {
    /// The book as it was read and played.
    #[cfg(not(target_family = "wasm"))]
    pub book: PlayedBook,
    /// The items that wait.
    pub review: Review,
    /// Number of other errors: the parts that they spoil are not played, and cannot wait.
    pub errors: usize,
}

/// An earlier edition, as it was played.
pub struct EarlierEdition {
    name: String,
    book: PlayedBook,
}

impl ReviewState {
    /// Reads the book at `path`; returns `None`, after its findings are printed, if it has no rules.
    pub fn read(path: &Path, since: Option<&str>, read: &ReadArgs) -> Result<Option<Self>> {
        let book = play_book(&location(path, read))?;
        if book.rules.is_none() {
            let exit = report_findings(&book.findings, &book.sources);
            if exit == Exit::Done && !path.join("rules.lock").exists() {
                let title = book.manuscript.title().to_owned();
                return Ok(Some(Self::new(book, Review { book: title, ..Review::default() })));
            }
            if exit == Exit::Done {
                print_error(format_args!(
                    "error: {} has no rules, but its rules.lock lists confirmed rules\n  help: bring the rules back, or \
                     remove rules.lock and the traces\n",
                    shown_path(path)
                ));
            }
            return Ok(None);
        }
        let earlier = EarlierEdition::find(path, since, &book, read)?;
        let review = review_against(&book, earlier.as_ref(), &rules_executor()?);
        let state = Self::new(book, review);
        if state.errors > 0 {
            let errors = counted(state.errors, "error");
            print_error(format_args!(
                "note: {} also has {errors}; `rulepress check` lists them\n",
                shown_path(path)
            ));
        }
        Ok(Some(state))
    }

    #[cfg(not(target_family = "wasm"))]
    pub fn new(book: PlayedBook, review: Review) -> Self {
        let errors = other_errors(&book);
        Self { book, review, errors }
    }

    /// Keeps only the review, where nothing can be accepted.
    #[cfg(target_family = "wasm")]
    fn new(book: PlayedBook, review: Review) -> Self {
        Self { errors: other_errors(&book), review }
    }

    /// True if no text has changed on disk since it was read.
    #[cfg(not(target_family = "wasm"))]
    pub fn is_current(&self) -> bool {
        self.book.sources.iter().all(|(_, source)| {
            // Files that this review itself wrote are no change of the book.
            source.name.ends_with("rules.lock")
                || std::fs::read(&source.name).is_ok_and(|bytes| bytes == source.bytes())
        })
    }
}

/// Returns the number of errors that no item of the review shows.
fn other_errors(book: &PlayedBook) -> usize {
    let told = [code::UNMET_EXPECTATION, code::STALE_EXAMPLE, code::UNCONFIRMED_RULE];
    let errors = book.findings.0.iter();
    errors
        .filter(|finding| finding.code.severity == Severity::Error && !told.contains(&finding.code))
        .count()
}

/// Returns the review of a book, compared with an earlier edition if there is one.
pub fn review_against(
    book: &PlayedBook,
    earlier: Option<&EarlierEdition>,
    executor: &dyn Executor,
) -> Review {
    let earlier = earlier.map(|EarlierEdition { name, book }| NamedEdition { name, book });
    review_book(book, earlier, executor)
}

/// Returns the location of a book that is played by its own rules.
pub fn location(path: &Path, read: &ReadArgs) -> BookLocation {
    BookLocation { options: read.options(), ..BookLocation::of(path) }
}

impl EarlierEdition {
    /// Returns the requested edition; else the commit that last changed accepted files, if that can be read.
    pub fn find(
        path: &Path,
        since: Option<&str>,
        book: &PlayedBook,
        read: &ReadArgs,
    ) -> Result<Option<Self>> {
        if let Some(asked) = since {
            let folder = find_edition(path, asked)?;
            let folder = folder.ok_or_else(|| anyhow::anyhow!(missing_edition(path, asked)))?;
            let book = read_edition(&folder.path, asked, read)?.ok();
            return Ok(book.map(|book| Self { name: asked.to_owned(), book }));
        }
        let Some(name) = accepting_edition(path, book) else { return Ok(None) };
        // Otherwise the causes come from the recorded state.
        let Ok(Some(folder)) = find_edition(path, &name) else { return Ok(None) };
        let book = play_book(&BookLocation::of(&folder.path));
        let book = book.ok().filter(|book| book.rules.is_some());
        Ok(book.map(|book| Self { name, book }))
    }

    /// Its name on the command line.
    #[cfg(not(target_family = "wasm"))]
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Returns the commit that last changed the accepted files of a book: its traces or its lock.
pub fn accepting_edition(path: &Path, book: &PlayedBook) -> Option<String> {
    let files = book.rules.iter().flat_map(|rules| &rules.files);
    let traces = files.filter(|file| file.accepted.is_some()).map(|file| file.trace.clone());
    let accepted: Vec<PathBuf> = traces.chain([path.join("rules.lock")]).collect();
    accepting_commit(path, &accepted)
}
