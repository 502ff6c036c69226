//! Which files a profile makes of a book. In: a book and what is asked for. Out: files, each with
//! its name and its bytes.

mod mats;
mod pieces;
mod rulebook;

use typst_layout::PagedDocument;

use super::cards::{self, CardRequest};
use super::export::{self, PageSelection};
use super::job::{PressJob, PressTask};
use super::look::{PageLook, THEMES};
use super::profile::{self, FlipEdge, Output, OutputFamily, PageContainer, Profile};
use super::{raster, sheet};
use crate::book::Book;
use crate::diagnostic::Findings;
use crate::source::Sources;

/// What the pages are written as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum PageFormat {
    /// One PDF.
    #[default]
    Pdf,
    /// A picture of dots for each page.
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
}

/// A file to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputFile {
    /// Its path below the folder of the book.
    pub name: String,
    /// What stands in it.
    pub bytes: Vec<u8>,
}

/// Says what does not fit the sheet and the cards of `book`.
pub(super) fn check_pieces(book: &Book, sources: &Sources, findings: &mut Findings) {
    let screen = profile::find_profile("screen").expect("it is bundled");
    let look = PageLook::default();
    if !book.sheet.is_empty() {
        for paper in super::known_papers(book, &book.sheet_papers, sources, findings) {
            let _ = sheet::typeset_sheet(book, &paper, &look, sources, findings);
        }
    }
    let reference = std::iter::once(None).filter(|_| !book.cards.is_empty());
    let decks = (0..book.decks.len()).filter(|nth| !book.decks[*nth].cards.is_empty()).map(Some);
    for deck in reference.chain(decks) {
        let choice = CardRequest { deck, ..CardRequest::default() };
        let _ = cards::typeset_cards(book, &choice, (&screen, &look), sources, findings);
    }
}

/// Makes one kind of output; what could not be made is said in the findings.
pub fn make_files(
    book: &Book,
    output: Output,
    request: &PrintRequest<'_>,
    sources: &Sources,
    findings: &mut Findings,
) -> Vec<OutputFile> {
    let mut work = OutputContext { book, request, sources, findings };
    match output {
        Output::Rulebook => rulebook::make_rulebooks(&mut work),
        Output::Flowcharts => rulebook::make_flowcharts(&mut work),
        Output::Booklet => rulebook::make_booklet(&mut work),
        Output::Sheet => pieces::make_sheets(&mut work),
        Output::Cards => pieces::make_cards(&mut work),
        Output::Deck => pieces::make_decks(&mut work),
        Output::Playmat => mats::make_playmats(&mut work),
        Output::Web => Vec::new(),
        Output::Calibration => pieces::make_calibration(&mut work),
    }
}

/// What every output is made with.
struct OutputContext<'a> {
    book: &'a Book,
    request: &'a PrintRequest<'a>,
    sources: &'a Sources,
    findings: &'a mut Findings,
}

/// A file before it is written: its name without ending, and how paper is turned over that is
/// printed on both sides.
struct PrintPages<'a> {
    pages: PageSelection<'a>,
    name: String,
    flip: Option<FlipEdge>,
}

impl<'a> PrintPages<'a> {
    fn whole(document: &'a PagedDocument, name: String) -> Self {
        Self { pages: PageSelection { document, keep: None }, name, flip: None }
    }
}

impl OutputContext<'_> {
    fn profile(&self) -> &Profile {
        self.request.profile
    }

    fn look(&self) -> PageLook {
        PageLook::of(self.request.profile, self.request.theme)
    }

    /// The papers of an output: the profile's, else those the book asks for; a print shop gets one.
    fn papers(&self, asked: Vec<String>) -> Vec<String> {
        match (&self.profile().paper, self.profile().family) {
            (Some(paper), _) => vec![paper.clone()],
            (None, OutputFamily::Print) => asked.into_iter().take(1).collect(),
            (None, _) => asked,
        }
    }

    /// Name of a file without its ending: the first paper of a screen output has the plain one.
    fn named(&self, stem: &str, nth: usize, paper: &str) -> String {
        let theme = match self.request.theme {
            theme if theme == THEMES[0] => String::new(),
            theme => format!("-{theme}"),
        };
        match (self.profile().family, nth) {
            (OutputFamily::Screen, 0) => format!("{stem}{theme}"),
            (OutputFamily::Screen, _) => format!("{stem}-{paper}{theme}"),
            _ => format!("{stem}-{}{theme}", self.profile().name),
        }
    }

    fn set(&mut self, template: &str, paper: &str, task: PressTask) -> Option<PagedDocument> {
        let job = PressJob {
            book: self.book.clone(),
            paper: paper.to_owned(),
            spans: false,
            look: self.look(),
            task,
        };
        super::typeset_job(template, job, self.sources, self.findings)
    }

    /// The files of a print: a PDF, or a picture for each page.
    fn written(&mut self, print: &PrintPages<'_>) -> Vec<OutputFile> {
        if print.pages.keep.as_ref().is_some_and(Vec::is_empty) {
            return Vec::new();
        }
        let format = match (self.request.format, self.profile().container) {
            (PageFormat::Pdf, PageContainer::PngSet) => PageFormat::Png,
            (format, _) => format,
        };
        match format {
            PageFormat::Png => {
                raster::png_pages(&print.pages, &print.name, self.profile().dpi.unwrap_or(300))
            }
            PageFormat::Svg => raster::svg_pages(&print.pages, &print.name),
            PageFormat::Pdf => {
                let (profile, name) = (self.request.profile, format!("{}.pdf", print.name));
                let bytes = export::export_pdf(
                    &print.pages,
                    self.book,
                    (profile, print.flip),
                    self.sources,
                    self.findings,
                );
                bytes.map(|bytes| OutputFile { name, bytes }).into_iter().collect()
            }
        }
    }
}
