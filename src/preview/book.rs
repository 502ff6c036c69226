//! The previewed book, in the process that works on it; keeps what was last read, played and set, to save
//! time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::card::finding_cards;
use super::view::{LaidView, ViewKey};
use super::{BookCard, FoundPlace, LookedAt, MadeView, PreviewNews, ViewCard};
use crate::pipeline::{self, PlayedBook, PrintableBook};
use base::diagnostic::{Code, Diagnostic, Findings, Severity, catch_panic, code};
use base::source::{Source, Span};
use base::text::failure_words;
use example::game::BookLocation;
use press::PrintRequest;
use press::book::Output;
use press::preview::{self, LaidPages};
use rules::executor::{Executor, Remembered};

/// Errors after which the text is not the book that its author means; the earlier pages then stay.
const NO_BOOK: [Code; 3] = [code::BOOK_FILE, code::UNREADABLE, code::EMPTY_DOCUMENT];
/// Number of pages before and after the visible one that are drawn ahead.
const DRAWN_AHEAD: usize = 40;

/// The book to preview, and its options.
pub struct PreviewRequest<'a> {
    /// The location of the book.
    pub location: BookLocation,
    /// Expected maximum memory of its rulebook, in bytes.
    pub memory: u64,
    /// Date for a book without one: year, month, day.
    pub date: Option<(i32, u8, u8)>,
    /// The request for setting pages.
    pub print: PrintRequest<'a>,
    /// Only these outputs; empty for all that the book has.
    pub only: Vec<Output>,
}

/// A book that is read repeatedly.
pub struct PreviewBook<'a, E> {
    request: PreviewRequest<'a>,
    executor: Remembered<E>,
    /// The book whose pages are shown.
    shown: Option<PrintableBook>,
    /// True if that is the one that was last read.
    is_latest: bool,
    views: BTreeMap<String, LaidView>,
    /// The visible page.
    seen: Option<LookedAt>,
    /// The names of the drawn pages.
    drawn: BTreeSet<String>,
}

impl<'a, E: Executor> PreviewBook<'a, E> {
    /// Returns a book that was not read yet; `executor` plays its scenarios.
    pub fn new(request: PreviewRequest<'a>, executor: E) -> Self {
        preview::keep_typst_memory();
        Self {
            request,
            executor: Remembered::new(executor),
            shown: None,
            is_latest: false,
            views: BTreeMap::new(),
            seen: None,
            drawn: BTreeSet::new(),
        }
    }

    /// Returns the book as last read, unless its pages are those of an earlier state.
    pub fn latest(&self) -> Option<&PrintableBook> {
        self.shown.as_ref().filter(|_| self.is_latest)
    }

    /// Reads and plays the book again, for its review.
    ///
    /// # Errors
    /// If nothing can be read there.
    pub fn play(&self) -> Result<PlayedBook> {
        Ok(pipeline::load(&self.request.location)?.play(&self.executor))
    }

    /// Returns the executor of its scenarios.
    pub fn executor(&self) -> &dyn Executor {
        &self.executor
    }

    /// Reads the book, and makes the views that are looked at.
    pub fn read(&mut self, looked_at: &[LookedAt]) -> PreviewNews {
        let read = catch_panic(|| self.printable()).map_err(|words| breakdown(&words));
        let mut card = match read.and_then(|read| read.map_err(|error| failure_words(&error))) {
            Ok(read) => self.take_book(read),
            Err(problem) => {
                self.is_latest = false;
                BookCard { problem: Some(problem), ..BookCard::default() }
            }
        };
        card.views = self.view_cards();
        let wanted = self.wanted_views(looked_at, &card.views);
        let made = wanted.into_iter().map(|looked_at| self.make(looked_at)).collect();
        PreviewNews::Read(card, made)
    }

    fn printable(&self) -> Result<PrintableBook> {
        let request = &self.request;
        let played = pipeline::load(&request.location)?.play(&self.executor);
        let mut printable = played.join_within(request.memory);
        printable.book.date = printable.book.date.or(request.date);
        Ok(printable)
    }

    /// Shows a book that was read, unless it is not the one that its author means.
    fn take_book(&mut self, read: PrintableBook) -> BookCard {
        let mut severe = read.findings.0.iter().filter(|finding| {
            finding.code.severity == Severity::Error
                && finding.part.is_none()
                && NO_BOOK.iter().any(|code| code.name == finding.code.name)
        });
        // In that case the earlier pages stay.
        let problem = severe.next().map(|finding| finding.message.clone());
        let problem = problem.filter(|_| self.shown.is_some());
        let root = read.sources.root();
        let texts = read.sources.iter().map(|(_, source)| PathBuf::from(&source.name));
        let pictures = read.book.pictures.keys().map(|file| root.join(file));
        let folders = texts.chain(pictures).filter_map(|file| folder_of(&file));
        let card = BookCard {
            title: read.book.title.clone(),
            printable: !read.findings.spoil(None),
            findings: finding_cards(&read.findings, &read.sources),
            folders: folders.collect::<BTreeSet<_>>().into_iter().collect(),
            views: Vec::new(),
            problem,
        };
        self.is_latest = card.problem.is_none();
        if self.is_latest {
            self.shown = Some(read);
            self.views.values_mut().for_each(|view| view.is_fresh = false);
        }
        card
    }

    /// Returns the views that can be looked at.
    fn view_cards(&self) -> Vec<ViewCard> {
        let Some(shown) = &self.shown else { return Vec::new() };
        let asked =
            |output: &Output| self.request.only.is_empty() || self.request.only.contains(output);
        let outputs = preview::shown_outputs(&shown.book).into_iter().filter(asked);
        let examples = shown.examples.iter().filter(|_| asked(&Output::Web));
        let keys = outputs.map(ViewKey::Output).chain(examples.filter_map(ViewKey::of_example));
        keys.map(|key| key.card(&shown.examples)).collect()
    }

    /// Returns each existing view that is looked at, once; the first view if there is none.
    fn wanted_views(&self, looked_at: &[LookedAt], known: &[ViewCard]) -> Vec<LookedAt> {
        let mut wanted: Vec<LookedAt> = Vec::new();
        for looked in looked_at.iter().filter(|at| known.iter().any(|known| known.key == at.view)) {
            if wanted.iter().all(|wanted| wanted.view != looked.view) {
                wanted.push(looked.clone());
            }
        }
        let first = known.first().filter(|_| wanted.is_empty());
        wanted.extend(first.map(|card| LookedAt { view: card.key.clone(), page: 0 }));
        wanted
    }

    /// Makes a view, if it was not made from the present book.
    pub fn make(&mut self, looked_at: LookedAt) -> MadeView {
        let key = looked_at.view.clone();
        self.seen = Some(looked_at);
        let mut view = self.views.remove(&key).unwrap_or_default();
        if let (false, Some(shown)) = (view.is_fresh, &self.shown) {
            let made = catch_panic(|| self.lay_view(&key, shown));
            let made = made.unwrap_or_else(|words| LaidView::failed(panic_finding(&words), shown));
            view.become_next(made);
        }
        let made = view.card(&key);
        self.views.insert(key, view);
        made
    }

    fn lay_view(&self, key: &str, shown: &PrintableBook) -> LaidView {
        match ViewKey::parse(key) {
            ViewKey::Output(output) => {
                let (laid, findings) = self.lay_out(output, shown, false);
                LaidView::of_pages(laid, finding_cards(&findings, &shown.sources))
            }
            ViewKey::Example(name) => LaidView::of_example(&name, shown),
        }
    }

    /// Returns the pages of an output of the shown book.
    fn lay_out(
        &self,
        output: Output,
        shown: &PrintableBook,
        places: bool,
    ) -> (Vec<LaidPages>, Findings) {
        let mut findings = Findings::default();
        let request = PrintRequest { places, ..self.request.print.clone() };
        let laid = preview::lay_out(&shown.book, output, &request, &shown.sources, &mut findings);
        findings.sort();
        (laid, findings)
    }

    /// Returns a page by its name, as SVG, or the page of an example.
    pub fn draw(&mut self, name: &str) -> Option<Vec<u8>> {
        self.drawn.insert(name.to_owned());
        self.views.values().find_map(|view| view.draw(name))
    }

    /// Returns the name of an undrawn page that is likely to be looked at next.
    pub fn undrawn_page(&self) -> Option<String> {
        let seen = self.seen.as_ref()?;
        let view = self.views.get(&seen.view)?;
        let from = seen.page.saturating_sub(DRAWN_AHEAD);
        let names = view.names().enumerate().skip(from).take(2 * DRAWN_AHEAD);
        let open = names.filter(|(_, name)| !self.drawn.contains(*name));
        let next = open.min_by_key(|(nth, _)| nth.abs_diff(seen.page));
        next.map(|(_, name)| name.to_owned())
    }

    /// Returns the first place on the pages for a place of the text.
    pub fn find(&mut self, place: Span) -> Option<FoundPlace> {
        let shown = self.shown.take_if(|shown| is_printed(shown.sources.get(place.source)))?;
        let outputs = preview::shown_outputs(&shown.book).into_iter();
        let mut found = None;
        for output in outputs.filter(|output| !matches!(output, Output::Playmat)) {
            found = found.or_else(|| self.find_in(output, place, &shown));
        }
        self.shown = Some(shown);
        found
    }

    fn find_in(
        &mut self,
        output: Output,
        place: Span,
        shown: &PrintableBook,
    ) -> Option<FoundPlace> {
        let key = output.name().to_owned();
        let mut view = self.views.remove(&key).unwrap_or_default();
        if !view.is_fresh || view.placed.is_none() {
            view.placed = catch_panic(|| self.lay_out(output, shown, true).0).ok();
        }
        let documents = view.placed.iter().flatten().map(|laid| &laid.document);
        let found = preview::find_place(documents, place);
        self.views.insert(key.clone(), view);
        found.map(|found| FoundPlace { view: key, page: found.page, boxes: found.boxes })
    }
}

/// True if the words of a text can be on pages; never so for rules and settings.
fn is_printed(source: &Source) -> bool {
    ![".star", ".toml", ".typ"].iter().any(|end| source.path.ends_with(end))
}

fn breakdown(words: &str) -> String {
    format!("the program crashed: {words}; please report it with this book")
}

fn panic_finding(words: &str) -> Findings {
    Findings(vec![Diagnostic::global(code::PANIC, breakdown(words))])
}

fn folder_of(file: &Path) -> Option<String> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).canonicalize().ok()?.to_str().map(str::to_owned)
}
