//! Records of the outputs: the facts that each folder of `outputs/` gives about its output, and the template
//! of its pages.

use super::OutputContext;
use crate::OutputFile;
use crate::book::Book;
use base::diagnostic::BookPart;

/// The facts about a kind of output.
pub struct OutputRecord {
    /// Its name, as `--only` takes it.
    pub name: &'static str,
    /// The part of a game that it makes, in a few words.
    pub words: &'static str,
    /// Its title in the preview.
    pub title: &'static str,
    /// The part of a book that it is made of besides the chapters.
    pub part: Option<BookPart>,
    /// True if it is made from the chapters, which a deck alone lacks.
    pub is_of_chapters: bool,
    /// Reports whether a book has anything for it.
    pub is_in: fn(&Book) -> bool,
    /// True if an archive for a print shop mentions its absence.
    pub is_ordered: bool,
    /// True if it is compared with its earlier state.
    pub is_compared: bool,
    /// True if it shows what changed since an earlier edition.
    pub is_marked: bool,
    /// Returns the names of the papers that a book asks for.
    pub papers: for<'b> fn(&'b Book) -> &'b [String],
    /// Papers for a book that asks for none.
    pub usual_papers: &'static [&'static str],
    /// True if the theme gives the page for a book that asks for no paper.
    pub has_theme_page: bool,
    /// Message and hint for a book that has nothing for it.
    pub lacks: (&'static str, &'static str),
    /// Message for a profile that names no printer paper, if the output needs one.
    pub lacks_paper: Option<&'static str>,
    /// Template of its pages, unless that of another output sets them.
    pub template: Option<&'static PageTemplate>,
    /// Makes its files.
    pub make: fn(&mut OutputContext<'_>) -> Vec<OutputFile>,
}

impl OutputRecord {
    /// Creates the record of an output of the chapters, on the usual paper.
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

/// Paper of outputs that ask for no other.
pub const USUAL_PAPER: &str = "a4";
/// Message and hint for a book without cards from a data file.
pub const NO_DECK: (&str, &str) =
    ("the book has no deck", "write [deck.main] and data = \"cards.csv\" in book.toml");

/// True if a deck of a book contains cards.
pub fn has_deck(book: &Book) -> bool {
    book.decks.iter().any(|deck| !deck.cards.is_empty())
}

/// The template of a kind of page.
pub struct PageTemplate {
    /// Name of its output in findings.
    pub place: &'static str,
    /// Files of the template by their virtual path; the first one sets the pages.
    pub files: &'static [(&'static str, &'static str)],
}
