//! Which files a profile makes of a book. In: a book and what is asked for. Out: files, each with its name and its bytes.

use typst_layout::PagedDocument;

use super::cards::{self, Choice};
use super::export::{self, Pages};
use super::job::{Job, Task};
use super::look::Look;
use super::profile::{Container, Family, Flip, Output, Profile};
use super::{booklet, changed, paper, raster, sheet};
use crate::book::Book;
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::source::Sources;

/// What the pages are written as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Format {
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
pub struct Request<'a> {
    /// The print profile.
    pub profile: &'a Profile,
    /// Name of the theme.
    pub theme: &'a str,
    /// What the pages are written as.
    pub format: Format,
    /// How cards are laid.
    pub cards: Choice,
    /// Only what differs from this earlier book.
    pub since: Option<&'a Book>,
}

/// A file to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct File {
    /// Its path below the folder of the book.
    pub name: String,
    /// What stands in it.
    pub bytes: Vec<u8>,
}

/// Says what does not fit the sheet and the cards of `book`.
pub(super) fn check(book: &Book, sources: &Sources, findings: &mut Findings) {
    let screen = super::profile::find("screen").expect("it is bundled");
    let look = Look::default();
    if !book.sheet.is_empty() {
        for paper in super::known(book, &book.sheet_papers, sources, findings) {
            let _ = sheet::sheet(book, &paper, &look, sources, findings);
        }
    }
    let reference = std::iter::once(None).filter(|_| !book.cards.is_empty());
    let decks = (0..book.decks.len()).filter(|nth| !book.decks[*nth].cards.is_empty()).map(Some);
    for deck in reference.chain(decks) {
        let choice = Choice { deck, ..Choice::default() };
        let _ = cards::cards(book, &choice, (&screen, &look), sources, findings);
    }
}

/// Makes one kind of output; what could not be made is said in the findings.
pub fn make(
    book: &Book,
    output: Output,
    request: &Request<'_>,
    sources: &Sources,
    findings: &mut Findings,
) -> Vec<File> {
    match output {
        Output::Rulebook => rulebooks(book, request, sources, findings),
        Output::Flowcharts if !super::has_charts(book) => Vec::new(),
        Output::Flowcharts => flowcharts(book, request, sources, findings),
        Output::Sheet => sheets(book, request, sources, findings),
        Output::Cards if book.cards.is_empty() => Vec::new(),
        Output::Cards => card_files(book, None, "cards", request, sources, findings),
        Output::Deck => decks(book, request, sources, findings),
        Output::Booklet => booklets(book, request, sources, findings),
        Output::Calibration if book.cards.is_empty() && book.decks.is_empty() => Vec::new(),
        Output::Calibration => calibration(book, request, sources, findings),
    }
}

fn rulebooks(book: &Book, request: &Request<'_>, sources: &Sources, findings: &mut Findings) -> Vec<File> {
    let mut files = Vec::new();
    let asked = super::papers(book, sources, findings);
    for (nth, paper) in papers(asked, request.profile).iter().enumerate() {
        let Some(pages) = rulebook(book, paper, request, sources, findings) else { continue };
        let name = named("rulebook", nth, paper, request);
        files.extend(written(book, &pages, &name, Page::Upright, request, sources, findings));
    }
    files
}

fn flowcharts(book: &Book, request: &Request<'_>, sources: &Sources, findings: &mut Findings) -> Vec<File> {
    let mut files = Vec::new();
    let asked = super::chart_papers(book, sources, findings);
    for (nth, paper) in papers(asked, request.profile).iter().enumerate() {
        let job = job(book, paper, request, Task::Other);
        let Some(pages) = super::set_job("/templates/flowcharts.typ", job, sources, findings) else { continue };
        let name = named("flowcharts", nth, paper, request);
        files.extend(written(book, &pages, &name, Page::Upright, request, sources, findings));
    }
    files
}

/// The papers of an output: the profile's, else those the book asks for; a print shop gets one.
fn papers(asked: Vec<String>, profile: &Profile) -> Vec<String> {
    match (&profile.paper, profile.family) {
        (Some(paper), _) => vec![paper.clone()],
        (None, Family::Print) => asked.into_iter().take(1).collect(),
        (None, _) => asked,
    }
}

/// Name of a file without its ending: the first paper of a screen output has the plain one.
fn named(stem: &str, nth: usize, paper: &str, request: &Request<'_>) -> String {
    let theme = if request.theme == super::look::THEMES[0] { String::new() } else { format!("-{}", request.theme) };
    match (request.profile.family, nth) {
        (Family::Screen, 0) => format!("{stem}{theme}"),
        (Family::Screen, _) => format!("{stem}-{paper}{theme}"),
        _ => format!("{stem}-{}{theme}", request.profile.name),
    }
}

fn job(book: &Book, paper: &str, request: &Request<'_>, task: Task) -> Job {
    let look = Look::of(request.profile, request.theme);
    Job { book: book.clone(), paper: paper.to_owned(), spans: false, look, task }
}

/// The pages of the rulebook, as many as the profile wants.
fn rulebook(
    book: &Book,
    paper: &str,
    request: &Request<'_>,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    super::placed_elsewhere(book, paper, findings);
    let multiple = if request.profile.family == Family::Print { request.profile.multiple } else { None };
    let pages = filled(book, paper, multiple, request, sources, findings)?;
    if let Some(count) = wrong_count(pages.pages().len(), request.profile) {
        findings.push(Diagnostic::global(code::PRINT_FILE, count).hint("choose another paper or another profile"));
    }
    Some(pages)
}

/// Sets the rulebook, with useful pages before its last one where their number has to be a multiple.
fn filled(
    book: &Book,
    paper: &str,
    multiple: Option<usize>,
    request: &Request<'_>,
    sources: &Sources,
    findings: &mut Findings,
) -> Option<PagedDocument> {
    let set = |fillers: usize, findings: &mut Findings| {
        let job = job(book, paper, request, Task::Pages { fillers });
        super::set_job("/templates/main.typ", job, sources, findings)
    };
    let pages = set(0, findings)?;
    let missing = multiple.map_or(0, |multiple| pages.pages().len().next_multiple_of(multiple) - pages.pages().len());
    if missing == 0 { Some(pages) } else { set(missing, findings) }
}

fn wrong_count(pages: usize, profile: &Profile) -> Option<String> {
    let few = profile.least_pages.filter(|least| pages < *least);
    let many = profile.most_pages.filter(|most| pages > *most);
    match (few, many) {
        (Some(least), _) => Some(format!("the rulebook has {pages} pages; `{}` takes {least} or more", profile.name)),
        (_, Some(most)) => Some(format!("the rulebook has {pages} pages; `{}` takes {most} or fewer", profile.name)),
        _ => None,
    }
}

/// How a file is to be turned over when it is printed on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page {
    Upright,
    Flipped(Flip),
}

fn sheets(book: &Book, request: &Request<'_>, sources: &Sources, findings: &mut Findings) -> Vec<File> {
    if book.sheet.is_empty() {
        return Vec::new();
    }
    let mut files = Vec::new();
    let asked = super::known(book, &book.sheet_papers, sources, findings);
    for (nth, paper) in papers(asked, request.profile).iter().enumerate() {
        let look = Look::of(request.profile, request.theme);
        let set = |book: &Book, findings: &mut Findings| sheet::sheet(book, paper, &look, sources, findings);
        let Some(pages) = set(book, findings) else { continue };
        let name = named("sheet", nth, paper, request);
        let Some(old) = request.since else {
            files.extend(written(book, &pages, &name, Page::Flipped(Flip::Long), request, sources, findings));
            continue;
        };
        let before = set(old, &mut Findings::default());
        let keep = changed::pages(&pages, before.as_ref());
        let pages = Pages { document: &pages, keep: Some(keep) };
        files.extend(write_pages(book, &pages, &name, Page::Flipped(Flip::Long), request, sources, findings));
    }
    files
}

fn decks(book: &Book, request: &Request<'_>, sources: &Sources, findings: &mut Findings) -> Vec<File> {
    let name = |nth: usize| match book.decks.len() {
        1 => "deck".to_owned(),
        _ => format!("deck-{}", book.decks[nth].name),
    };
    let filled = |nth: &usize| !book.decks[*nth].cards.is_empty();
    let decks = (0..book.decks.len()).filter(filled);
    decks.flat_map(|nth| card_files(book, Some(nth), &name(nth), request, sources, findings)).collect()
}

fn card_files(
    book: &Book,
    deck: Option<usize>,
    stem: &str,
    request: &Request<'_>,
    sources: &Sources,
    findings: &mut Findings,
) -> Vec<File> {
    let look = Look::of(request.profile, request.theme);
    let mut choice = Choice { deck, ..request.cards.clone() };
    if let Some(old) = request.since {
        let Some(keep) = changed::cards(book, old, &choice, &look, sources, findings) else { return Vec::new() };
        if keep.is_empty() {
            return Vec::new();
        }
        choice.keep = Some(keep);
    }
    let Some(pages) = cards::cards(book, &choice, (request.profile, &look), sources, findings) else {
        return Vec::new();
    };
    let flip = choice.flip.unwrap_or(request.profile.flip);
    written(book, &pages, &named(stem, 0, "", request), Page::Flipped(flip), request, sources, findings)
}

/// The rulebook as sheets to fold and staple.
fn booklets(book: &Book, request: &Request<'_>, sources: &Sources, findings: &mut Findings) -> Vec<File> {
    let (Some(half), Some(paper)) = (&request.profile.half, &request.profile.paper) else { return Vec::new() };
    let Some(sheet) = paper::find(paper) else { return Vec::new() };
    let Some(pages) = filled(book, half, Some(4), request, sources, findings) else { return Vec::new() };
    let Some(bytes) = export::plain(&pages, book, sources, findings) else { return Vec::new() };
    let fold = booklet::Fold { width: sheet.height, height: sheet.width, creep: request.profile.creep };
    match booklet::impose(bytes, pages.pages().len(), &fold, book) {
        Ok(bytes) => vec![File { name: format!("{}.pdf", named("booklet", 0, "", request)), bytes }],
        Err(error) => {
            findings.push(Diagnostic::global(code::TYPESETTING, format!("the booklet can not be made: {error:#}")));
            Vec::new()
        }
    }
}

fn calibration(book: &Book, request: &Request<'_>, sources: &Sources, findings: &mut Findings) -> Vec<File> {
    let Some(paper) = &request.profile.paper else { return Vec::new() };
    let flip = request.cards.flip.unwrap_or(request.profile.flip);
    let blank = Book { language: book.language.clone(), ..Book::default() };
    let task = Task::Calibration { short: flip == Flip::Short, offset: request.cards.offset };
    let job = job(&blank, paper, request, task);
    let Some(pages) = super::set_job("/templates/calibration.typ", job, sources, findings) else { return Vec::new() };
    written(book, &pages, &named("calibration", 0, "", request), Page::Flipped(flip), request, sources, findings)
}

fn written(
    book: &Book,
    document: &PagedDocument,
    name: &str,
    page: Page,
    request: &Request<'_>,
    sources: &Sources,
    findings: &mut Findings,
) -> Vec<File> {
    write_pages(book, &Pages { document, keep: None }, name, page, request, sources, findings)
}

fn write_pages(
    book: &Book,
    pages: &Pages<'_>,
    name: &str,
    page: Page,
    request: &Request<'_>,
    sources: &Sources,
    findings: &mut Findings,
) -> Vec<File> {
    if pages.keep.as_ref().is_some_and(Vec::is_empty) {
        return Vec::new();
    }
    let format = match (request.format, request.profile.container) {
        (Format::Pdf, Container::PngSet) => Format::Png,
        (format, _) => format,
    };
    let dots = request.profile.dpi.unwrap_or(300);
    match format {
        Format::Png => raster::png(pages, name, dots),
        Format::Svg => raster::svg(pages, name),
        Format::Pdf => {
            let flip = if let Page::Flipped(flip) = page { Some(flip) } else { None };
            let bytes = export::pdf(pages, book, (request.profile, flip), sources, findings);
            bytes.map(|bytes| File { name: format!("{name}.pdf"), bytes }).into_iter().collect()
        }
    }
}
