//! What a review is made of: the book as it lies there, played, and the edition that it is compared
//! with.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::cli::args::ReadArgs;
use crate::cli::console::report_findings;
use crate::cli::edition_files::{accepting_commit, find_edition, missing_edition, read_edition};
use crate::cli::executor::{play_book, rules_executor};
use crate::cli::exit::Exit;
use crate::edition::review::{Review, review_book};
use crate::example::game::BookLocation;
use crate::pipeline::PlayedBook;
use crate::rules::executor::Executor;

/// A book with what waits in it.
pub(in crate::cli) struct ReviewState {
    /// The book as it was read and played.
    #[cfg(not(target_family = "wasm"))]
    pub(in crate::cli) book: PlayedBook,
    /// What waits.
    pub(in crate::cli) review: Review,
}

/// An edition of before, as it was played.
pub(in crate::cli) struct EarlierEdition {
    name: String,
    book: PlayedBook,
}

impl ReviewState {
    /// Reads the book at `path`; none where it has no rules, once it is told why.
    pub(in crate::cli) fn read(
        path: &Path,
        since: Option<&str>,
        read: &ReadArgs,
    ) -> Result<Option<Self>> {
        let book = play_book(&location(path, read))?;
        if book.rules.is_none() {
            let exit = report_findings(&book.findings, &book.sources);
            if exit == Exit::Done {
                return Ok(Some(Self::new(book, Review::default())));
            }
            return Ok(None);
        }
        let earlier = EarlierEdition::find(path, since, &book, read)?;
        let review = review_against(&book, earlier.as_ref(), &rules_executor()?);
        Ok(Some(Self::new(book, review)))
    }

    #[cfg(not(target_family = "wasm"))]
    pub(in crate::cli) fn new(book: PlayedBook, review: Review) -> Self {
        Self { book, review }
    }

    /// Where nothing is accepted, the review alone is needed.
    #[cfg(target_family = "wasm")]
    fn new(_book: PlayedBook, review: Review) -> Self {
        Self { review }
    }

    /// Whether every text that was read is still what lies there.
    #[cfg(not(target_family = "wasm"))]
    pub(in crate::cli) fn is_current(&self) -> bool {
        self.book.sources.iter().all(|(_, source)| {
            // What this review itself wrote is no change of the book.
            source.name.ends_with("rules.lock")
                || std::fs::read(&source.name).is_ok_and(|bytes| bytes == source.bytes())
        })
    }
}

/// What waits in a book, told against an earlier edition if there is one.
pub(in crate::cli) fn review_against(
    book: &PlayedBook,
    earlier: Option<&EarlierEdition>,
    executor: &dyn Executor,
) -> Review {
    review_book(book, earlier.map(|earlier| (&earlier.book, earlier.name.as_str())), executor)
}

/// Where a book lies, which is played by its own rules.
pub(in crate::cli) fn location(path: &Path, read: &ReadArgs) -> BookLocation {
    BookLocation { options: read.options(), ..BookLocation::of(path) }
}

impl EarlierEdition {
    /// The edition that is asked for; else the commit that last changed what was accepted, if that can
    /// be read.
    pub(in crate::cli) fn find(
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
        // Without it the causes are those that were recorded.
        let Ok(Some(folder)) = find_edition(path, &name) else { return Ok(None) };
        let book = play_book(&BookLocation::of(&folder.path));
        let book = book.ok().filter(|book| book.rules.is_some());
        Ok(book.map(|book| Self { name, book }))
    }

    /// What the command line calls it.
    #[cfg(not(target_family = "wasm"))]
    pub(in crate::cli) fn name(&self) -> &str {
        &self.name
    }
}

/// The commit that last changed what was accepted of a book: its traces or its lock.
pub(in crate::cli) fn accepting_edition(path: &Path, book: &PlayedBook) -> Option<String> {
    let files = book.rules.iter().flat_map(|rules| &rules.files);
    let traces = files.filter(|file| file.accepted.is_some()).map(|file| file.trace.clone());
    let accepted: Vec<PathBuf> = traces.chain([path.join("rules.lock")]).collect();
    accepting_commit(path, &accepted)
}
