//! Functions are bound to places. In: modules with their `#@` lines and the places of the books.
//! Out: functions that know their places and roles, bindings for the lock, and what does not fit.

mod calls;
mod chart_module;
mod charts;
mod walked_chart;
mod exits;
mod keys;
mod directive;
mod directives;

use std::collections::{BTreeMap, BTreeSet};

use super::foreign::{PlaceMap, missing_place_hint};
use super::places::ProsePlaces;
use super::program::{Binding, Program, ProsePlace, Role};
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{nearest_name, short_quote};
use crate::rules::places::sentences;
use crate::source::Span;
use directive::{Directive, DirectiveWord};

pub(super) use calls::ModuleCalls;
pub(super) use chart_module::ChartModule;
pub(super) use directives::{PlacedDirective, read_directives};

/// A book whose places modules may be bound to: the rules' own, or one that it uses.
pub(super) struct BoundBook {
    /// As [`super::program::Module::book`].
    pub folder: String,
    /// What readers call it.
    pub title: String,
    /// Its places.
    pub places: ProsePlaces,
    /// Anchors that stand there under another reading only.
    pub unread: BTreeSet<String>,
}

/// Binds the functions of `program`; its places are those of the text that is played.
pub(super) fn bind_functions(
    program: &mut Program,
    (found, modules): (&[PlacedDirective], &[ChartModule]),
    books: &[BoundBook],
    foreign: Option<PlaceMap>,
    findings: &mut Findings,
) {
    let mut binder = Binder {
        program,
        books,
        foreign,
        findings,
        added: BTreeMap::new(),
        bound: BTreeMap::new(),
        effects: BTreeMap::new(),
        keys: Vec::new(),
        links: Vec::new(),
    };
    binder.bind_charts(modules, found);
    for found in found {
        binder.bind_directive(found);
    }
    found.iter().for_each(|found| binder.require_place(found));
    binder.bind_lists();
    binder.bind_links();
}

/// A place of a book by the numbers of both, and the words that must stand there.
type BoundWords = (usize, usize, Vec<String>);

struct Binder<'a> {
    program: &'a mut Program,
    books: &'a [BoundBook],
    foreign: Option<PlaceMap>,
    findings: &'a mut Findings,
    /// Places of books that are not the text that is played, in `program.places`.
    added: BTreeMap<(usize, usize), u32>,
    bound: BTreeMap<BoundWords, Span>,
    /// By card and moment, and for the functions that there is only one of.
    effects: BTreeMap<(String, String), Span>,
    keys: Vec<keys::ListKey>,
    links: Vec<charts::BoxLink>,
}

impl Binder<'_> {
    fn bind_directive(&mut self, found: &PlacedDirective) {
        match &found.line {
            Directive::Place { anchor, step, words } => {
                let Some(at) = self.find_place(found.book, anchor, step.as_ref()) else { return };
                self.bind_place(found, at, anchor, words);
            }
            Directive::Key { list, item, most } => self.bind_key(found, list, item, *most),
            // A box was bound with its chart.
            Directive::Box(_) => {}
            Directive::Make => self.set_unique_role(found, "make", Role::Make),
            Directive::Opportunity => {
                self.set_unique_role(found, "when opportunity", Role::Opportunity)
            }
            Directive::Ready => self.set_unique_role(found, "ready", Role::Ready),
            Directive::Setup => self.set_unique_role(found, "setup", Role::Setup),
            Directive::Card { card, moment } => self.bind_card(found, card, moment),
            Directive::Instead(event) => self.set_role(found, Role::Instead(event.clone())),
            Directive::After(event) => self.set_role(found, Role::After(event.clone())),
            Directive::Answer(question) => {
                self.set_unique_role(
                    found,
                    &format!("answer {}", question.text),
                    Role::Answer(question.text.clone()),
                );
            }
        }
    }

    /// The place in a book; none is reported, unless it stands there under another reading.
    fn find_place(
        &mut self,
        book: usize,
        anchor: &DirectiveWord,
        step: Option<&DirectiveWord>,
    ) -> Option<usize> {
        let BoundBook { places, unread, .. } = &self.books[book];
        match places.find(&anchor.text, step.map(|step| step.text.as_str())) {
            Ok(at) => Some(at),
            Err(_) if unread.contains(&anchor.text) => None,
            Err(missing) => {
                let (said, message) = match step {
                    Some(step) if !matches!(missing, super::places::MissingPlace::Anchor(_)) => (
                        step,
                        format!(
                            "`#{}` has no step `{}`",
                            short_quote(&anchor.text),
                            short_quote(&step.text)
                        ),
                    ),
                    _ => (anchor, format!("there is no place `#{}`", short_quote(&anchor.text))),
                };
                let finding = Diagnostic::at(code::DANGLING_BINDING, said.span, message);
                self.findings.push(finding.hint(missing_place_hint(&missing, &anchor.text)));
                None
            }
        }
    }

    fn bind_place(
        &mut self,
        found: &PlacedDirective,
        at: usize,
        anchor: &DirectiveWord,
        said: &[DirectiveWord],
    ) {
        let sentence = self.bound_sentence(found.book, at, said);
        let mut words: Vec<String> =
            said.iter().map(|said| sentences::normal_words(&said.text)).collect();
        words.sort();
        let first = *self.bound.entry((found.book, at, words.clone())).or_insert(found.span);
        if first != found.span {
            let key = self.books[found.book].places.key(at);
            let same = if words.is_empty() { "" } else { ", with the same words" };
            let message = format!("`{key}` is bound twice{same}");
            let finding = Diagnostic::at(code::DOUBLED_BINDING, found.span, message)
                .related(first, "first here");
            self.findings.push(
                finding.hint(
                    "leave one out, or add the words that each carries out, in quotation marks",
                ),
            );
        }
        self.add_binding(found, at, words, sentence);
        if let Some(place) = self.cited_place(found.book, at, anchor.span) {
            let places = &mut self.program.functions[found.function].places;
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }

    /// Notes a binding of a place for the lock.
    fn add_binding(
        &mut self,
        found: &PlacedDirective,
        at: usize,
        words: Vec<String>,
        sentence: String,
    ) {
        let key = self.books[found.book].places.key(at);
        let place =
            if self.foreign.is_none() && found.book == 0 { u32::try_from(at).ok() } else { None };
        self.program.bindings.push(Binding { place, words, ..found.binding(key, sentence) });
    }

    /// The sentences that a line binds, with the names of values; words that are gone are reported.
    fn bound_sentence(&mut self, book: usize, at: usize, said: &[DirectiveWord]) -> String {
        let places = &self.books[book].places;
        let (named, plain) = (
            sentences::split_sentences(&places.named[at]),
            sentences::split_sentences(&places.all[at].text),
        );
        let mut held = vec![said.is_empty(); named.len()];
        for said in said {
            match sentences::find_sentences(&named, &said.text)
                .or_else(|| sentences::find_sentences(&plain, &said.text))
            {
                Some(range) if range.end <= named.len() => held[range].fill(true),
                Some(_) => held.fill(true),
                None => {
                    let message = format!(
                        "\"{}\" no longer stands at `{}`",
                        short_quote(&said.text),
                        places.key(at)
                    );
                    let there = sentences::nearest_sentence(&plain, &said.text);
                    let hint = if there.is_empty() {
                        "no words stand there; bind the place where the rule stands".to_owned()
                    } else {
                        format!("there stands: \"{}\"", short_quote(&there))
                    };
                    self.findings
                        .push(Diagnostic::at(code::LOST_WORDS, said.span, message).hint(hint));
                }
            }
        }
        if held.iter().all(|held| !held) {
            held.fill(true);
        }
        named
            .into_iter()
            .zip(held)
            .filter(|(_, held)| *held)
            .map(|(sentence, _)| sentence)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The number of a place in the program; none when the text that is played has no such place.
    fn cited_place(&mut self, book: usize, at: usize, asked: Span) -> Option<u32> {
        match &mut self.foreign {
            None if book == 0 => u32::try_from(at).ok(),
            Some(map) if book == 0 => {
                let found = map.find(&self.books[0].places, at, asked, self.findings);
                found.and_then(|at| u32::try_from(at).ok())
            }
            _ => Some(self.place_elsewhere(book, at)),
        }
    }

    /// The number of a place of another book than the text that is played.
    fn place_elsewhere(&mut self, book: usize, at: usize) -> u32 {
        let BoundBook { title, places, .. } = &self.books[book];
        let all = &mut self.program.places;
        *self.added.entry((book, at)).or_insert_with(|| {
            all.push(ProsePlace { book: Some(title.clone()), ..places.all[at].clone() });
            u32::try_from(all.len() - 1).unwrap_or(u32::MAX)
        })
    }

    fn set_role(&mut self, found: &PlacedDirective, role: Role) {
        let own = &mut self.program.functions[found.function].role;
        match own {
            Some(before) if *before != role => {
                let finding = Diagnostic::at(
                    code::BAD_BINDING,
                    found.span,
                    "the function has another role already",
                );
                self.findings.push(finding.hint("write a function of its own for each role"));
            }
            _ => *own = Some(role),
        }
    }

    /// A role that one function of all has.
    fn set_unique_role(&mut self, found: &PlacedDirective, name: &str, role: Role) {
        if let Some(first) = self.effects.insert((String::new(), name.to_owned()), found.span) {
            let message = format!("two functions are bound to `{name}`");
            let finding = Diagnostic::at(code::DOUBLED_BINDING, found.span, message)
                .related(first, "first here");
            self.findings.push(finding.hint("leave one out, and call it from the other"));
        }
        self.set_role(found, role);
    }

    fn bind_card(&mut self, found: &PlacedDirective, card: &DirectiveWord, moment: &str) {
        let folder = &self.books[found.book].folder;
        let of_book = |path: &str| match path.strip_prefix('@') {
            Some(path) => path.split('/').next() == Some(folder),
            None => folder.is_empty(),
        };
        let name = sentences::normal_words(&card.text);
        let rows = || {
            self.program
                .data
                .iter()
                .filter(|data| of_book(&data.path))
                .flat_map(|d| d.rows.iter().map(move |row| (d, row)))
        };
        let first =
            |row: &[String]| sentences::normal_words(row.first().map_or("", String::as_str));
        let Some((data, row)) = rows().find(|(_, row)| first(row) == name) else {
            let message = format!("no card is called `{}`", short_quote(&card.text));
            let finding = Diagnostic::at(code::DANGLING_BINDING, card.span, message);
            let names: Vec<String> = rows().map(|(_, row)| first(row)).collect();
            let near =
                nearest_name(&name, names.iter().map(String::as_str).filter(|_| name.len() < 100));
            return self.findings.push(finding.hint(match near {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "write the name as the first column of the card data has it".to_owned(),
            }));
        };
        let card = row.first().cloned().unwrap_or_default();
        let words =
            row.iter().filter(|cell| !cell.is_empty() && cell.trim().parse::<i64>().is_err());
        let sentence = sentences::normal_words(&words.cloned().collect::<Vec<_>>().join(" | "));
        let key = format!("{}/{card}", data.path);
        if let Some(first) = self.effects.insert((card.clone(), moment.to_owned()), found.span) {
            let message = format!("two functions carry out `{card}` at the moment `{moment}`");
            let finding = Diagnostic::at(code::DOUBLED_BINDING, found.span, message)
                .related(first, "first here");
            self.findings.push(finding.hint("leave one out"));
        }
        self.program.bindings.push(found.binding(key, sentence));
        self.set_role(found, Role::Effect { card, moment: moment.to_owned() });
    }

    /// What happens instead of an event or after it, or answers a question, is a rule that stands
    /// somewhere.
    fn require_place(&mut self, found: &PlacedDirective) {
        let bound = |b: &Binding| b.function as usize == found.function;
        if matches!(found.line, Directive::Instead(_) | Directive::After(_) | Directive::Answer(_))
            && !self.program.bindings.iter().any(bound)
        {
            let finding =
                Diagnostic::at(code::BAD_BINDING, found.span, "the function is bound to no place");
            self.findings
                .push(finding.hint("add a line with the place of its rule, such as `#@ #dying 2`"));
        }
    }
}
