//! What each folder of `outputs/` says of its output, and of the pages that its template sets.

use super::OutputContext;
use crate::OutputFile;
use crate::book::Book;
use base::diagnostic::BookPart;

/// What there is to know of a kind of output.
pub struct OutputRecord {
    /// Its name, as `--only` takes it.
    pub name: &'static str,
    /// The part of a game that it makes, in a few words.
    pub words: &'static str,
    /// Its title in the preview.
    pub title: &'static str,
    /// The part of a book that it is made of besides the chapters.
    pub part: Option<BookPart>,
    /// Whether it is made of the chapters, which a deck alone lacks.
    pub is_of_chapters: bool,
    /// Whether a book has anything for it.
    pub is_in: fn(&Book) -> bool,
    /// Whether an archive for a print shop says that it is left out.
    pub is_ordered: bool,
    /// Whether it is compared with what it was earlier.
    pub is_compared: bool,
    /// Whether it shows what changed since an earlier edition.
    pub is_marked: bool,
    /// The papers that a book asks for it on, by name.
    pub papers: for<'b> fn(&'b Book) -> &'b [String],
    /// The papers of a book that asks for none.
    pub usual_papers: &'static [&'static str],
    /// Whether the theme says which page a book has that asks for no paper.
    pub has_theme_page: bool,
    /// Message and hint where a book has nothing for it.
    pub lacks: (&'static str, &'static str),
    /// Message where it needs a paper for printers and the profile names none.
    pub lacks_paper: Option<&'static str>,
    /// The template that sets its pages, unless that of another output does.
    pub template: Option<&'static PageTemplate>,
    /// Makes its files.
    pub make: fn(&mut OutputContext<'_>) -> Vec<OutputFile>,
}

impl OutputRecord {
    /// An output of the chapters, on the usual paper.
    pub const fn new(
        name: &'static str,
        words: &'static str,
        make: fn(&mut OutputContext<'_>) -> Vec<OutputFile>,
    ) -> Self {
        Self {
            name,
            words,
            title: name,
            part: None,
            is_of_chapters: false,
            is_in: |book| !book.blocks.is_empty(),
            is_ordered: false,
            is_compared: false,
            is_marked: false,
            papers: |_| &[],
            usual_papers: &[USUAL_PAPER],
            has_theme_page: false,
            lacks: ("the book has no text", "list its chapters under `sources` in book.toml"),
            lacks_paper: None,
            template: None,
            make,
        }
    }
}

/// The paper of outputs that ask for no other.
pub const USUAL_PAPER: &str = "a4";
/// Message and hint where a book has no cards of a data file.
pub const NO_DECK: (&str, &str) =
    ("the book has no deck", "write [deck.main] and data = \"cards.csv\" in book.toml");

/// Whether a deck of a book holds cards.
pub fn has_deck(book: &Book) -> bool {
    book.decks.iter().any(|deck| !deck.cards.is_empty())
}

/// How a kind of page is set.
pub struct PageTemplate {
    /// What its output is called in a finding.
    pub place: &'static str,
    /// Templates by their virtual path; the first one sets the pages.
    pub files: &'static [(&'static str, &'static str)],
}
