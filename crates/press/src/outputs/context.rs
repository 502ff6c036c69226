//! The files that a profile makes from a book: each kind of output in a file of its own.

use typst_layout::PagedDocument;

use crate::book::{Book, Output};
use crate::look::{MODIFIERS, PageLook};
use crate::outputs::PressTask;
use crate::outputs::cards::{CardRequest, CardSetting, typeset_cards};
use crate::outputs::deck::parts::{SetParts, each_part};
use crate::outputs::sheet::typeset_sheet;
use crate::pdf::export::{self, PageSelection};
use crate::pdf::home::files::HomePdf;
use crate::pdf::home::guide::Craft;
use crate::profile::{self, FlipEdge, OutputFamily, PageContainer, Profile};
use crate::resolution::report_coarse_pictures;
use crate::set::design::design;
use crate::set::job::PressJob;
use crate::set::typeset::typeset;
use crate::{OutputFile, PageFormat, PrintRequest, papers, raster};
use base::diagnostic::Findings;
use base::source::Sources;

/// Dots per inch of pictures of pages, unless the profile says otherwise.
pub const DOTS: u32 = 300;

/// Makes the files of one output.
pub fn make_files(output: Output, mut context: OutputContext<'_>) -> Vec<OutputFile> {
    let mut files = (output.record().make)(&mut context);
    for holds in files.iter_mut().map(|file| &mut file.holds) {
        let what = holds.what.take().unwrap_or_else(|| output.record().words.to_owned());
        holds.what = Some(match holds.page {
            Some(page) => format!("{what}, page {page}"),
            None => what,
        });
    }
    files
}

/// Returns the name of a file for a profile and a theme, without its extension; on a screen, for the first
/// paper.
pub fn profile_stem(profile: &Profile, theme: &str, stem: &str) -> String {
    let theme = theme_suffix(theme);
    match profile.family {
        OutputFamily::Screen => format!("{stem}{theme}"),
        OutputFamily::Home | OutputFamily::Print => format!("{stem}-{}{theme}", profile.name),
    }
}

/// Returns the part of a file name that names the theme.
pub fn theme_suffix(theme: &str) -> String {
    if theme == MODIFIERS[0] {
        String::new()
    } else {
        format!("-{}", theme.replace(',', "-").replace(' ', ""))
    }
}

/// Reports what does not fit the sheet and the cards of `book`, as far as they can be made.
pub fn check_pieces(book: &Book, sources: &Sources, findings: &mut Findings) {
    let (look, screen) = (PageLook::default(), profile::screen());
    let [sheet, cards, decks] = [Output::Sheet, Output::Cards, Output::Deck]
        .map(|output| !findings.spoil(output.record().part));
    if sheet && !book.sheet.is_empty() {
        for paper in papers::output_papers(book, Output::Sheet, &look.theme, sources, findings) {
            let _ = typeset_sheet(book, &paper, &look, sources, findings);
        }
    }
    let reference = std::iter::once(None).filter(|_| cards && !book.cards.is_empty());
    let decks = (0..book.decks.len()).filter(|nth| decks && !book.decks[*nth].cards.is_empty());
    for deck in reference.chain(decks.map(Some)) {
        let request = &CardRequest { deck, ..CardRequest::default() };
        let setting = CardSetting { book, request, profile: &screen, look: &look, sources };
        if each_part(setting, findings, &mut |_, _| {}) == SetParts::Whole {
            let _ = typeset_cards(setting, findings);
        }
    }
}

/// Reports faults of the templates that a book brings for its rulebook.
pub fn check_templates(book: &Book, sources: &Sources, findings: &mut Findings) {
    let screen = profile::screen();
    let request = PrintRequest::usual(&screen);
    let mut context = OutputContext { book, request: &request, sources, findings, kept: None };
    super::rulebook::check_templates(&mut context);
}

/// Everything that an output is made with.
pub struct OutputContext<'a> {
    /// The book.
    pub book: &'a Book,
    /// The request.
    pub request: &'a PrintRequest<'a>,
    /// The source texts.
    pub sources: &'a Sources,
    /// Receives what could not be made.
    pub findings: &'a mut Findings,
    /// Receives pages that are shown and not written: then no file is made, and each output is set on its
    /// first paper only.
    pub kept: Option<&'a mut Vec<LaidPages>>,
}

/// Pages of an output that are shown in the preview.
#[derive(Debug, Clone)]
pub struct LaidPages {
    /// Name that their file would have, without extension.
    pub name: String,
    /// The pages.
    pub document: PagedDocument,
}

/// Pages that become files, and their file name without extension.
pub struct PrintPages<'a> {
    pub pages: PageSelection<'a>,
    pub name: String,
    /// Work on the printed sheets, such as cutting, if the guide has to describe it.
    pub craft: Option<Craft>,
}

impl<'a> PrintPages<'a> {
    /// Selects all pages, on one side of the paper.
    pub fn single_sided(document: &'a PagedDocument, name: String) -> Self {
        Self { pages: PageSelection::all(document), name, craft: None }
    }

    /// Selects all pages, bound as a book.
    pub fn bound(document: &'a PagedDocument, name: String) -> Self {
        let pages = PageSelection { bound: true, ..PageSelection::all(document) };
        Self { pages, ..Self::single_sided(document, name) }
    }

    /// Selects all pages, on both sides of the paper.
    pub fn double_sided(document: &'a PagedDocument, name: String, flip: FlipEdge) -> Self {
        let pages = PageSelection { flip: Some(flip), ..PageSelection::all(document) };
        Self { pages, ..Self::single_sided(document, name) }
    }
}

impl<'a> OutputContext<'a> {
    pub fn profile(&self) -> &'a Profile {
        self.request.profile
    }

    pub fn look(&self) -> PageLook {
        let look = PageLook::of(self.request.profile, self.request.theme);
        let pictures = self.kept.is_some() || self.format() != PageFormat::Pdf;
        let PrintRequest { places, inside, .. } = *self.request;
        PageLook { places, inside, pictures, ..look }
    }

    /// Returns the papers of an output: those of the profile, else those of the book.
    pub fn papers(&mut self, output: Output) -> Vec<String> {
        let asked = self.asked_papers(output);
        self.printed_papers(asked)
    }

    /// Returns the papers of the rulebook: where the profile names none, the theme may ask for larger ones
    /// than the book.
    pub fn rulebook_papers(&mut self) -> Vec<String> {
        if let Some(page) = &self.profile().page {
            return vec![page.clone()];
        }
        let papers = self.papers(Output::Rulebook);
        if self.profile().paper.is_some() {
            return papers;
        }
        let mut larger: Vec<String> = Vec::new();
        for paper in &papers {
            let paper = design().theme_paper(self.request.theme, paper);
            if !larger.iter().any(|other| other == paper) {
                larger.push(paper.to_owned());
            }
        }
        larger
    }

    /// Returns the papers that the book asks for.
    pub fn asked_papers(&mut self, output: Output) -> Vec<String> {
        let theme = self.request.theme;
        papers::output_papers(self.book, output, theme, self.sources, self.findings)
    }

    /// Reduces the papers asked for to those that are printed: the paper of the profile, or one for a print
    /// shop.
    pub fn printed_papers(&self, mut asked: Vec<String>) -> Vec<String> {
        let profile = self.profile();
        if let Some(paper) = &profile.paper {
            return vec![paper.clone()];
        }
        if profile.family == OutputFamily::Print || self.kept.is_some() {
            asked.truncate(1);
        }
        asked
    }

    /// Returns the name of a file without its extension.
    pub fn file_stem(&self, stem: &str) -> String {
        self.paper_file_stem(stem, 0, "")
    }

    /// Returns the name of a file for the nth paper, without its extension; on a screen, that of the first
    /// paper is the plain name.
    pub fn paper_file_stem(&self, stem: &str, nth: usize, paper: &str) -> String {
        let (profile, theme) = (self.profile(), self.request.theme);
        match (profile.family, nth) {
            (OutputFamily::Screen, 1..) => format!("{stem}-{paper}{}", theme_suffix(theme)),
            (OutputFamily::Screen | OutputFamily::Home | OutputFamily::Print, _) => {
                profile_stem(profile, theme, stem)
            }
        }
    }

    /// Sets one task on a paper.
    pub fn typeset(&mut self, paper: &str, task: PressTask) -> Option<PagedDocument> {
        let job = PressJob::new(self.book, paper, &self.look(), task);
        typeset(job, self.sources, self.findings)
    }

    /// Makes the files of pages: a PDF, or a picture for each page.
    pub fn files(&mut self, print: &PrintPages<'_>) -> Vec<OutputFile> {
        if print.pages.is_empty() {
            return Vec::new();
        }
        if let Some(kept) = &mut self.kept {
            let (name, document) = (print.name.clone(), print.pages.document.clone());
            kept.push(LaidPages { name, document });
            return Vec::new();
        }
        self.check_pictures(print.pages.document, &print.name);
        match self.format() {
            PageFormat::Png => {
                raster::png_pages(&print.pages, &print.name, self.profile().dpi.unwrap_or(DOTS))
            }
            PageFormat::Svg => raster::svg_pages(&print.pages, &print.name),
            PageFormat::Pdf => self.pdf_files(print),
        }
    }

    /// Reports pictures that are too coarse for paper.
    pub fn check_pictures(&mut self, pages: &PagedDocument, name: &str) {
        report_coarse_pictures(pages, self.book, self.profile(), name, self.findings);
    }

    /// Returns the format of pages: pictures if the print shop wants them.
    pub fn format(&self) -> PageFormat {
        match (self.request.format, self.profile().container) {
            (PageFormat::Pdf, PageContainer::PngSet) => PageFormat::Png,
            (format, PageContainer::Pdf | PageContainer::PngSet) => format,
        }
    }

    fn pdf_files(&mut self, print: &PrintPages<'_>) -> Vec<OutputFile> {
        let PrintPages { pages, name, craft } = print;
        let made = export::export_pdf(pages, self.book, self.profile(), self.findings);
        let Some(bytes) = made else { return Vec::new() };
        if self.profile().family != OutputFamily::Home {
            return vec![OutputFile::pdf(name, bytes)];
        }
        let kept = (0..pages.document.pages().len()).filter(|nth| pages.holds(*nth));
        let two_sided = pages.flip.is_some() || pages.bound;
        self.home_files(HomePdf {
            name,
            bytes,
            ink: self.ink_of(pages.document),
            numbers: kept.map(|page| if two_sided { page } else { 2 * page }).collect(),
            laid: pages.flip,
            craft: craft.clone(),
        })
    }
}
