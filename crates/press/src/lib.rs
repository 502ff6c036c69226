//! The press: a book on a paper becomes pages and files, by Typst and the templates beside
//! the code.
//!
//! Calls go one way: [`make`] asks for an output, which typesets its pages in one compile and
//! exports them. A large deck is several compiles, one after the other, whose PDFs are joined.
//!
//! * [`outputs`] has a folder for each kind of output, and their list; `set` is what they share on the way to pages,
//!   [`pdf`] on the way from pages to files.
//! * [`book`] joins what is printed.
//! * [`check`] finds what only a whole manuscript shows, such as open places and empty sections.
//! * [`ledger`] counts the words of the sources against those of the tree and of the pages, so that
//!   none is lost.
//! * [`preflight`] looks at a finished PDF, ours or another's, as a print shop does.
//!
//! A print profile of `crates/press/profiles` says which files are made of a book and how: the rulebook, the flowcharts,
//! the reference sheet, cards and decks (one to a page or many on a sheet) and the booklet. Files for printers
//! get their boxes and their black at the end.

pub mod archive;
pub mod book;
mod change_marks;
mod changed;
pub mod check;
pub mod chart_layout;
mod demands;
pub mod figure;
pub mod inks;
pub mod inspect;
mod ink_pictures;
pub mod ledger;
pub mod look;
mod off_page;
mod overflow;
mod own_templates;
pub mod outputs;
mod page_boxes;
pub mod paper;
pub mod papers;
pub mod pdf;
pub mod preflight;
pub mod preview;
pub mod print_standard;
pub mod profile;
mod raster;
mod resolution;
mod set;
mod table_layout;
mod text_estimate;
mod word_breaks;
pub mod word_check;

use clap::ValueEnum;

use crate::book::{Book, Output};
use base::diagnostic::Findings;
use base::size::Size;
use base::source::Sources;
use outputs::OutputContext;
use outputs::cards::CardRequest;
pub use own_templates::fields_of;
pub use own_templates::leave_book_templates;
use pdf::home::{HomeRequest, PaperUse};
use profile::Profile;
pub use set::world;

/// The file format of pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum PageFormat {
    /// One PDF.
    #[default]
    Pdf,
    /// A picture for each page.
    Png,
    /// A drawing for each page.
    Svg,
}

/// A request for an output, besides its kind.
#[derive(Debug, Clone)]
pub struct PrintRequest<'a> {
    /// The print profile.
    pub profile: &'a Profile,
    /// Name of the theme.
    pub theme: &'a str,
    /// The file format of pages.
    pub format: PageFormat,
    /// Layout of the cards.
    pub cards: CardRequest,
    /// Earlier book: only the differences from it are made.
    pub since: Option<&'a Book>,
    /// True if words on the pages carry their places in the text of the author, which costs time.
    pub places: bool,
    /// The least margin at the binding, in millimetres.
    pub inside: f64,
    /// Settings for printing at home.
    pub home: HomeRequest,
    /// True if the web edition contains the page on which the game is played.
    pub player: bool,
}

impl<'a> PrintRequest<'a> {
    /// Returns a request for PDFs as a profile makes them.
    pub fn usual(profile: &'a Profile) -> Self {
        Self {
            profile,
            theme: look::MODIFIERS[0],
            format: PageFormat::Pdf,
            cards: CardRequest::default(),
            since: None,
            places: false,
            inside: 0.0,
            home: HomeRequest::default(),
            player: false,
        }
    }
}

/// A file to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputFile {
    /// Its path below the folder of the book.
    pub name: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// Sheets and ink that printing it at home takes; `None` for a file that is not printed, and for the
    /// second of two files for the same sheets.
    pub paper: Option<PaperUse>,
    /// Its description for those who order it.
    pub holds: FileContents,
}

/// The content of a file in terms of the game.
#[derive(Debug, Clone, PartialEq)]
pub struct FileContents {
    /// Its content in a few words; `None` for that of its output.
    pub what: Option<String>,
    /// Number of the page that it shows, where each page is a picture.
    pub page: Option<usize>,
    /// Number of times that it is printed for one copy of the game.
    pub copies: usize,
    /// Number and kind of the pieces made from one copy: cards, tokens, boxes.
    pub pieces: Option<(usize, &'static str)>,
    /// The size of a picture after it is cut, in millimetres, where it is known.
    pub trim: Option<Size>,
    /// A note for the person who orders.
    pub note: Option<String>,
}

impl Default for FileContents {
    fn default() -> Self {
        Self { what: None, page: None, copies: 1, pieces: None, trim: None, note: None }
    }
}

impl OutputFile {
    /// Creates a file without further description.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), bytes, paper: None, holds: FileContents::default() }
    }

    fn pdf(stem: &str, bytes: Vec<u8>) -> Self {
        Self::new(format!("{stem}.pdf"), bytes)
    }

    /// Sets its content in words.
    fn holding(mut self, what: impl Into<String>) -> Self {
        self.holds.what = Some(what.into());
        self
    }

    /// Sets the pieces that are made from it.
    fn of_pieces(mut self, count: usize, kind: &'static str) -> Self {
        self.holds.pieces = Some((count, kind));
        self
    }
}

/// Makes the files of one output of `book`, and reports what could not be made. Pages for a browser are made
/// by the module `web` of the program.
pub fn make(
    book: &Book,
    output: Output,
    request: &PrintRequest<'_>,
    sources: &Sources,
    findings: &mut Findings,
) -> Vec<OutputFile> {
    outputs::make_files(output, OutputContext { book, request, sources, findings, kept: None })
}

/// Reports what does not fit the pages, the sheet and the cards of `book`, without writing them.
pub fn check_fit(book: &Book, sources: &Sources, findings: &mut Findings) {
    let theme = look::MODIFIERS[0];
    for paper in papers::output_papers(book, Output::Rulebook, theme, sources, findings) {
        table_layout::report_wide_tables(book, &paper, theme, findings);
    }
    outputs::check_pieces(book, sources, findings);
    if !book.theme.templates.hooks.is_empty() {
        outputs::check_templates(book, sources, findings);
    }
}
