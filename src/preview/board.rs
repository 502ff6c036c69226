//! The known state of a book, for browsers that ask. In: the news of the process that works on it. Out: data
//! about the state of the book and the content of one view.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use super::{BookCard, FindingCard, MadeView, PageCard, ReviewCard, ViewCard};
use base::diagnostic::{Code, Severity, code};

/// Findings that an example or rule waits to be accepted.
const REVIEWED: [Code; 6] = [
    code::STALE_EXAMPLE,
    code::MOVED_EXAMPLE,
    code::UNACCEPTED_EXAMPLE,
    code::TRACE_FILE,
    code::UNCONFIRMED_RULE,
    code::CHANGED_RULE,
];

/// State of the work on the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// It is being read and set.
    Working,
    /// The shown pages are those of the present book.
    Ready,
    /// The process that works on it has ended; the next change starts another.
    Ended,
}

/// The known state of a book.
pub struct Board {
    /// Grows with each change of the data for browsers.
    pub version: u64,
    /// State of the work.
    pub phase: Phase,
    path: String,
    book: BookCard,
    /// The reason why the process ended, if it did.
    death: Option<String>,
    views: BTreeMap<String, ShownView>,
    /// Number of times that the book was read.
    revision: u64,
    drawings: BTreeMap<String, Arc<Vec<u8>>>,
    milliseconds: u64,
    written: Vec<String>,
    unwritten: Vec<FindingCard>,
    /// True if browsers may accept examples and rules.
    offers_review: bool,
    /// The review, and the revision of the book that it belongs to.
    review: Option<(u64, ReviewCard)>,
}

/// A view as browsers show it.
#[derive(Default)]
struct ShownView {
    pages: Option<Vec<PageCard>>,
    findings: Vec<FindingCard>,
    /// The revision of the book that it was made from.
    revision: u64,
    /// The version in which its pages last changed.
    changed: u64,
}

/// The data for a browser.
#[derive(Serialize)]
struct Told<'a> {
    version: u64,
    phase: Phase,
    path: &'a str,
    title: &'a str,
    problem: Option<&'a str>,
    death: Option<&'a str>,
    printable: bool,
    views: &'a [ViewCard],
    view: &'a str,
    pages: Option<&'a [PageCard]>,
    changed: u64,
    findings: Vec<&'a FindingCard>,
    milliseconds: u64,
    written: &'a [String],
    revision: u64,
    /// Number of items that wait for review; missing if nothing can be accepted.
    waiting: Option<usize>,
}

impl Board {
    /// Returns the state before anything is known of the book at `path`, which is written as people name it.
    pub fn new(path: String, offers_review: bool) -> Self {
        Self {
            version: 1,
            phase: Phase::Working,
            path,
            book: BookCard::default(),
            death: None,
            views: BTreeMap::new(),
            revision: 0,
            drawings: BTreeMap::new(),
            milliseconds: 0,
            written: Vec::new(),
            unwritten: Vec::new(),
            offers_review,
            review: None,
        }
    }

    /// Takes a book that was read, with the views made from it.
    pub fn take_book(&mut self, book: BookCard, made: Vec<MadeView>, milliseconds: u64) {
        self.version += 1;
        self.revision += 1;
        let before = std::mem::replace(&mut self.book, book);
        if self.book.title.is_empty() {
            self.book.title = before.title;
        }
        (self.phase, self.death, self.milliseconds) = (Phase::Ready, None, milliseconds);
        self.unwritten.clear();
        let known: BTreeSet<&String> = self.book.views.iter().map(|view| &view.key).collect();
        if !known.is_empty() {
            self.views.retain(|key, _| known.contains(key));
        }
        made.into_iter().for_each(|made| self.put_view(made));
        self.forget_drawings();
    }

    /// Takes a view that was made later.
    pub fn take_view(&mut self, made: MadeView) {
        self.version += 1;
        self.put_view(made);
        self.forget_drawings();
    }

    fn put_view(&mut self, made: MadeView) {
        let view = self.views.entry(made.key).or_default();
        (view.findings, view.revision) = (made.findings, self.revision);
        if made.pages.is_some() {
            let names = |pages: &Option<Vec<PageCard>>| -> Vec<String> {
                pages.iter().flatten().map(|page| page.name.clone()).collect()
            };
            if names(&view.pages) != names(&made.pages) {
                view.changed = self.version;
                view.pages = made.pages;
            }
        }
    }

    /// Forgets drawings of pages that no view shows.
    fn forget_drawings(&mut self) {
        let pages = self.views.values().flat_map(|view| view.pages.iter().flatten());
        let names: BTreeSet<&String> = pages.map(|page| &page.name).collect();
        self.drawings.retain(|name, _| names.contains(name));
    }

    /// Keeps the drawing of a page.
    pub fn take_drawing(&mut self, name: String, drawing: Arc<Vec<u8>>) {
        self.drawings.insert(name, drawing);
    }

    /// Returns the drawing of a page, if it is known.
    pub fn drawing(&self, name: &str) -> Option<Arc<Vec<u8>>> {
        self.drawings.get(name).cloned()
    }

    /// Sets the phase: the work takes a while, or its process has ended for the given reason.
    pub fn take_phase(&mut self, phase: Phase, death: Option<String>) {
        (self.phase, self.death) = (phase, death);
        self.version += 1;
    }

    /// Takes the paths of the written files, and the findings about files that could not be written.
    pub fn take_written(&mut self, files: Vec<String>, findings: Vec<FindingCard>) {
        (self.written, self.unwritten) = (files, findings);
        self.version += 1;
    }

    /// True if the view exists and was not made from the present book.
    pub fn is_stale(&self, key: &str) -> bool {
        let is_known = self.book.views.iter().any(|view| view.key == key);
        is_known && self.views.get(key).is_none_or(|view| view.revision < self.revision)
    }

    /// Returns the key of the view to show for `key`.
    pub fn shown_key<'a>(&'a self, key: &'a str) -> &'a str {
        let is_known = self.book.views.iter().any(|view| view.key == key);
        let first = self.book.views.first().map(|view| &*view.key);
        if is_known { key } else { first.unwrap_or_default() }
    }

    /// True if the outputs of the book can be written.
    pub fn is_printable(&self) -> bool {
        self.book.printable && self.book.problem.is_none() && self.phase == Phase::Ready
    }

    /// Returns the folders that the book was read from.
    pub fn folders(&self) -> &[String] {
        &self.book.folders
    }

    /// Returns all findings, each once: those of the book, then those of its views and of the written files.
    pub fn findings(&self) -> Vec<&FindingCard> {
        let views = self.views.values().filter(|view| view.revision == self.revision);
        let later = views.flat_map(|view| &view.findings).chain(&self.unwritten);
        let mut all: Vec<&FindingCard> = Vec::new();
        for finding in self.book.findings.iter().chain(later) {
            if !all.contains(&finding) {
                all.push(finding);
            }
        }
        all.sort_by_key(|card| card.finding.severity());
        all
    }

    /// Returns the number of findings about examples and rules that wait.
    fn waiting(&self) -> usize {
        let waits =
            |card: &&FindingCard| REVIEWED.iter().any(|code| code.name == card.finding.code());
        self.book.findings.iter().filter(waits).count()
    }

    /// True if browsers may accept examples and rules.
    pub fn offers_review(&self) -> bool {
        self.offers_review
    }

    /// Returns the review of the book as last read, if it is known.
    pub fn review(&self) -> Option<&ReviewCard> {
        self.review.as_ref().filter(|(of, _)| *of == self.revision).map(|(_, card)| card)
    }

    /// Keeps the review.
    pub fn take_review(&mut self, card: ReviewCard) {
        self.review = Some((self.revision, card));
    }

    /// Returns the data for a browser that looks at a view.
    pub fn told(&self, key: &str) -> Vec<u8> {
        let view = self.shown_key(key);
        let shown = self.views.get(view);
        let told = Told {
            version: self.version,
            phase: self.phase,
            path: &self.path,
            title: &self.book.title,
            problem: self.book.problem.as_deref(),
            death: self.death.as_deref(),
            printable: self.book.printable,
            views: &self.book.views,
            view,
            pages: shown.and_then(|shown| shown.pages.as_deref()),
            changed: shown.map_or(0, |shown| shown.changed),
            findings: self.findings(),
            milliseconds: self.milliseconds,
            written: &self.written,
            revision: self.revision,
            waiting: self.offers_review.then(|| self.waiting()),
        };
        serde_json::to_vec(&told).expect("what is told is plain data")
    }

    /// Returns one line for a terminal.
    pub fn line(&self) -> String {
        if let Some(problem) = &self.book.problem {
            return format!("{}: {problem}; the earlier pages are still shown", self.path);
        }
        let first = self.book.views.first().and_then(|card| self.views.get(&card.key));
        let pages = first.and_then(|view| view.pages.as_ref()).map_or(0, Vec::len);
        let findings = self.findings();
        let kinds =
            [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")];
        let counted = |count: usize, word: &str| match count {
            1 => format!("1 {word}"),
            count => format!("{count} {word}s"),
        };
        let counts = kinds.map(|(severity, word)| {
            (findings.iter().filter(|card| card.finding.severity() == severity).count(), word)
        });
        let counts = counts.into_iter().filter(|(count, _)| *count > 0);
        let mut words = vec![counted(pages, "page")];
        words.extend(counts.map(|(count, word)| counted(count, word)));
        format!("{}: {} ({} ms)", self.path, words.join(", "), self.milliseconds)
    }
}
