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

/// What pages are written as.
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

/// What is asked for besides the kind of output.
#[derive(Debug, Clone)]
pub struct PrintRequest<'a> {
    /// The print profile.
    pub profile: &'a Profile,
    /// Name of the theme.
    pub theme: &'a str,
    /// What the pages are written as.
    pub format: PageFormat,
    /// How cards are laid.
    pub cards: CardRequest,
    /// Only what differs from this earlier book.
    pub since: Option<&'a Book>,
    /// Whether words on the pages carry their places in the author's text, which costs time.
    pub places: bool,
    /// The least margin at the binding, in millimetres.
    pub inside: f64,
    /// How a printer at home prints it.
    pub home: HomeRequest,
    /// Whether the page that plays stands in the web edition.
    pub player: bool,
}

impl<'a> PrintRequest<'a> {
    /// PDFs as a profile makes them unless something else is asked for.
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
    /// What stands in it.
    pub bytes: Vec<u8>,
    /// What it takes to be printed at home; none for what is not, and for the second of two files for the same sheets.
    pub paper: Option<PaperUse>,
    /// What it is to those who order it.
    pub holds: FileContents,
}

/// What a file holds of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct FileContents {
    /// What it shows, in a few words; that of its output unless told.
    pub what: Option<String>,
    /// The number of the page that it shows, where pages are a picture each.
    pub page: Option<usize>,
    /// How often it is printed for one copy of the game.
    pub copies: usize,
    /// How many pieces come out of one, and what they are: cards, tokens, boxes.
    pub pieces: Option<(usize, &'static str)>,
    /// The size of a picture after it is cut, in millimetres, where it is known.
    pub trim: Option<Size>,
    /// What else is to be known.
    pub note: Option<String>,
}

impl Default for FileContents {
    fn default() -> Self {
        Self { what: None, page: None, copies: 1, pieces: None, trim: None, note: None }
    }
}

impl OutputFile {
    /// A file of which nothing more is said.
    pub fn new(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), bytes, paper: None, holds: FileContents::default() }
    }

    fn pdf(stem: &str, bytes: Vec<u8>) -> Self {
        Self::new(format!("{stem}.pdf"), bytes)
    }

    /// The same, with what it shows.
    fn holding(mut self, what: impl Into<String>) -> Self {
        self.holds.what = Some(what.into());
        self
    }

    /// The same, with the pieces that come out of it.
    fn of_pieces(mut self, count: usize, kind: &'static str) -> Self {
        self.holds.pieces = Some((count, kind));
        self
    }
}

/// Makes the files of one output of `book`; what could not be made is said in the findings. Pages
/// for a browser are made by the module `web` of the program.
pub fn make(
    book: &Book,
    output: Output,
    request: &PrintRequest<'_>,
    sources: &Sources,
    findings: &mut Findings,
) -> Vec<OutputFile> {
    outputs::make_files(output, OutputContext { book, request, sources, findings, kept: None })
}

/// Says what will not fit the pages, the sheet and the cards of `book`, without writing them.
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
