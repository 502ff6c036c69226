//! Binds functions to places. In: modules with their `#@` lines and the places of the books. Out: functions
//! that know their places and roles, bindings for the lock, and findings for bindings that do not fit.

mod box_functions;
mod calls;
mod cards;
mod chart_module;
mod charts;
mod directive;
mod directives;
mod exits;
mod keys;
mod links;
mod roles;
mod walked_chart;

use std::collections::{BTreeMap, BTreeSet};

use super::foreign::PlaceMap;
use super::places::{MissingPlace, ProsePlaces, sentences};
use super::program::{Binding, Program, ProsePlace};
use base::diagnostic::{Code, Diagnostic, Findings, code, short_quote};
use base::source::Span;
use directive::{Directive, DirectiveWord};
use directives::PlacedDirective;

pub use calls::ModuleCalls;
pub use chart_module::ChartModule;
pub use directives::ModuleDirectives;

/// A book whose places modules may be bound to: the rules' own, or one that it uses.
pub struct BoundBook<'m> {
    /// Folder of the book, as in [`super::program::Module::book`].
    pub folder: &'m str,
    /// Title of the book.
    pub title: &'m str,
    /// Places of the book.
    pub places: ProsePlaces,
    /// Anchors that the book has under another reading only.
    pub unread: &'m BTreeSet<String>,
}

/// Binds the functions of `program`; its places are those of the text that is played.
pub fn bind_functions(
    program: &mut Program,
    directives: &ModuleDirectives<'_>,
    books: &[BoundBook<'_>],
    foreign: Option<&PlaceMap<'_>>,
    findings: &mut Findings,
) {
    let mut binder = Binder {
        program,
        books,
        foreign,
        findings,
        unmapped: BTreeSet::new(),
        added: BTreeMap::new(),
        bound: BTreeMap::new(),
        effects: BTreeMap::new(),
        unique: BTreeMap::new(),
        keys: Vec::new(),
        links: Vec::new(),
    };
    binder.bind_charts(directives);
    directives.lines.iter().for_each(|line| binder.bind_directive(line));
    directives.lines.iter().for_each(|line| binder.require_place(line));
    binder.bind_lists();
    binder.bind_links();
}

struct Binder<'a> {
    program: &'a mut Program,
    books: &'a [BoundBook<'a>],
    foreign: Option<&'a PlaceMap<'a>>,
    findings: &'a mut Findings,
    /// Places of ours that the played text lacks and that were reported.
    unmapped: BTreeSet<usize>,
    /// Places of books other than the played text, by book and place: their numbers in `program.places`.
    added: BTreeMap<(usize, usize), u32>,
    /// Places of books with the words that must be in them.
    bound: BTreeMap<(usize, usize, Vec<String>), Span>,
    /// Spans of card effects, by card and moment.
    effects: BTreeMap<(String, String), Span>,
    /// Spans of roles that only one function may have, by role.
    unique: BTreeMap<String, Span>,
    keys: Vec<keys::ListKey>,
    links: Vec<links::BoxLink>,
}

impl<'a> Binder<'a> {
    fn bind_directive(&mut self, found: &PlacedDirective<'_>) {
        match &found.line {
            Directive::Place { anchor, step, words } => {
                if let Some(at) = self.find_place(found.book, anchor, step.as_ref()) {
                    self.bind_place(found, at, anchor.span, words);
                }
            }
            Directive::Key { list, item, most } => self.bind_key(found, list, item, *most),
            // A box was bound with its chart.
            Directive::Box(_) => {}
            Directive::Card { card, moment } => self.bind_card(found, card, moment),
            Directive::Make
            | Directive::Opportunity
            | Directive::Ready
            | Directive::Setup
            | Directive::Legal
            | Directive::Instead(_)
            | Directive::After(_)
            | Directive::Answer(_) => self.bind_role(found),
        }
    }

    /// Returns the place in a book. Reports a missing place, unless the book has it under another reading.
    fn find_place(
        &mut self,
        book: usize,
        anchor: &DirectiveWord<'_>,
        step: Option<&DirectiveWord<'_>>,
    ) -> Option<usize> {
        let BoundBook { places, unread, .. } = &self.books[book];
        let missing = match places.find(anchor.text, step.map(|step| step.text)) {
            Ok(at) => return Some(at),
            Err(_) if unread.contains(anchor.text) => return None,
            Err(missing) => missing,
        };
        let name = short_quote(anchor.text);
        let (span, message) = match (step, &missing) {
            (Some(step), MissingPlace::Step(_)) => {
                (step.span, format!("`#{name}` has no step `{}`", short_quote(step.text)))
            }
            _ => (anchor.span, format!("unknown place `#{name}`")),
        };
        self.report(code::DANGLING_BINDING, span, message, missing.hint(anchor.text));
        None
    }

    fn bind_place(
        &mut self,
        found: &PlacedDirective<'_>,
        at: usize,
        asked: Span,
        quoted: &[DirectiveWord<'_>],
    ) {
        let sentence = self.bound_sentence(found.book, at, quoted);
        let words = sorted_words(quoted);
        let first = *self.bound.entry((found.book, at, words.clone())).or_insert(found.span);
        if first != found.span {
            let key = self.books[found.book].places.key(at);
            let same = if words.is_empty() { "" } else { ", with the same words" };
            let message = format!("`{key}` is bound twice{same}");
            let hint = "delete one of the two, or add in quotation marks the words that each function carries out";
            self.report_doubled(found.span, first, message, hint);
        }
        self.add_binding(found, at, words, sentence);
        if let Some(place) = self.cited_place(found.book, at, asked) {
            self.program.functions[found.function].carry_out(place);
        }
    }

    /// Adds a binding of a place to those of the lock.
    fn add_binding(
        &mut self,
        found: &PlacedDirective<'_>,
        at: usize,
        words: Vec<String>,
        sentence: String,
    ) {
        let key = self.books[found.book].places.key(at);
        let is_played = self.foreign.is_none() && found.book == 0;
        let place = if is_played { u32::try_from(at).ok() } else { None };
        self.program.bindings.push(Binding { place, words, ..found.binding(key, sentence) });
    }

    /// Returns the sentences that a line binds, with the names of values. Reports words that are gone.
    fn bound_sentence(&mut self, book: usize, at: usize, quoted: &[DirectiveWord<'_>]) -> String {
        let places = &self.books[book].places;
        let named = sentences::split_sentences(&places.named[at]);
        let plain = sentences::split_sentences(&places.all[at].text);
        let mut held = vec![false; named.len()];
        for words in quoted {
            let range = sentences::find_sentences(&named, words.text)
                .or_else(|| sentences::find_sentences(&plain, words.text));
            match range {
                Some(range) if range.end <= named.len() => held[range].fill(true),
                Some(_) => held.fill(true),
                None => {
                    let (quote, key) = (short_quote(words.text), places.key(at));
                    let message = format!("\"{quote}\" is no longer at `{key}`");
                    let hint = sentences::lost_words_hint(&plain, words.text);
                    self.findings
                        .push(Diagnostic::at(code::LOST_QUOTE, words.span, message).hint(hint));
                }
            }
        }
        sentences::join_held(named, held)
    }

    /// Returns the number of a place in the program, or `None` if the played text has no such place.
    fn cited_place(&mut self, book: usize, at: usize, asked: Span) -> Option<u32> {
        if book > 0 {
            return Some(self.place_elsewhere(book, at));
        }
        let Some(map) = self.foreign else { return u32::try_from(at).ok() };
        let theirs = map.theirs_of(&self.books[0].places, at);
        if theirs.is_none() {
            self.report_unmapped_place(map, at, asked);
        }
        theirs.flatten().and_then(|at| u32::try_from(at).ok())
    }

    /// Returns the number of a place in the program: of the rules' own place if the played text has none.
    fn cited_place_or_own(&mut self, book: usize, at: usize, asked: Span) -> u32 {
        self.cited_place(book, at, asked).unwrap_or_else(|| self.place_elsewhere(book, at))
    }

    /// Returns the number of a place of a book other than the played text.
    fn place_elsewhere(&mut self, book: usize, at: usize) -> u32 {
        let BoundBook { title, places, .. } = &self.books[book];
        let all = &mut self.program.places;
        *self.added.entry((book, at)).or_insert_with(|| {
            all.push(ProsePlace { book: Some((*title).to_owned()), ..places.all[at].clone() });
            u32::try_from(all.len() - 1).unwrap_or(u32::MAX)
        })
    }

    /// Reports, once, a place that the bindings file neither maps nor leaves out.
    fn report_unmapped_place(&mut self, map: &PlaceMap<'_>, at: usize, asked: Span) {
        if self.unmapped.insert(at) {
            let (key, hint) = self.mapping_hint(map, at);
            let message = format!("the played text has no place `{key}`");
            self.report(code::UNMAPPED_PLACE, asked, message, hint);
        }
    }

    /// Returns the name of a place of ours in a bindings file, and a hint with the line to write for it.
    fn mapping_hint(&self, map: &PlaceMap<'_>, at: usize) -> (String, String) {
        let ours = &self.books[0].places;
        let key = ours.key(at).replace('/', " ");
        let near = ours.all[at].anchor.as_deref().and_then(|own| map.theirs.nearest_anchor(own));
        let their = near.unwrap_or("their-place");
        let hint = format!(
            "write \"{key}\" = \"#{their}\" under [places], or \"{key}\" = \"\" if it has none"
        );
        (key, hint)
    }

    fn report(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.findings.push(Diagnostic::at(code, span, message).hint(hint));
    }

    /// Reports that something is bound twice.
    fn report_doubled(&mut self, span: Span, first: Span, message: String, hint: &str) {
        self.findings.push(
            Diagnostic::at(code::DOUBLED_BINDING, span, message)
                .related(first, "first here")
                .hint(hint),
        );
    }
}

fn sorted_words(quoted: &[DirectiveWord<'_>]) -> Vec<String> {
    let mut words: Vec<String> =
        quoted.iter().map(|words| sentences::normal_words(words.text)).collect();
    words.sort();
    words
}
