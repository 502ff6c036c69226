//! Functions are bound to places. In: modules with their `#@` lines and the places of the books.
//! Out: functions that know their places and roles, bindings for the lock, and what does not fit.

mod charted;
mod charts;
mod drawn;
mod exits;
mod keys;
mod lines;

use std::collections::{BTreeMap, BTreeSet};

use super::codes;
use super::foreign::{Map, cure};
use super::line::{Line, Said};
use super::places::Places;
use super::program::{Binding, Place, Program, Role};
use super::words;
use crate::diagnostic::{Diagnostic, Findings};
use crate::document::{nearest, short};
use crate::source::Span;

pub(super) use charted::Charted;
pub(super) use lines::{Found, lines};

/// A book whose places modules may be bound to: the rules' own, or one that it uses.
pub(super) struct Book {
    /// As [`super::program::Module::book`].
    pub folder: String,
    /// What readers call it.
    pub title: String,
    /// Its places.
    pub places: Places,
    /// Anchors that stand there under another reading only.
    pub unread: BTreeSet<String>,
}

/// Binds the functions of `program`; its places are those of the text that is played.
pub(super) fn bind(
    program: &mut Program,
    (found, modules): (&[Found], &[Charted]),
    books: &[Book],
    foreign: Option<Map>,
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
    binder.charts(modules, found);
    for found in found {
        binder.line(found);
    }
    found.iter().for_each(|found| binder.needs_place(found));
    binder.lists();
    binder.links();
}

/// A place of a book by the numbers of both, and the words that must stand there.
type Bound = (usize, usize, Vec<String>);

struct Binder<'a> {
    program: &'a mut Program,
    books: &'a [Book],
    foreign: Option<Map>,
    findings: &'a mut Findings,
    /// Places of books that are not the text that is played, in `program.places`.
    added: BTreeMap<(usize, usize), u32>,
    bound: BTreeMap<Bound, Span>,
    /// By card and moment, and for the functions that there is only one of.
    effects: BTreeMap<(String, String), Span>,
    keys: Vec<keys::Key>,
    links: Vec<charts::Link>,
}

impl Binder<'_> {
    fn line(&mut self, found: &Found) {
        match &found.line {
            Line::Place { anchor, step, words } => {
                let Some(at) = self.look(found.book, anchor, step.as_ref()) else { return };
                self.place(found, at, anchor, words);
            }
            Line::Key { list, item, most } => self.key(found, list, item, *most),
            // A box was bound with its chart.
            Line::Box(_) => {}
            Line::Make => self.only(found, "make", Role::Make),
            Line::Opportunity => self.only(found, "when opportunity", Role::Opportunity),
            Line::Ready => self.only(found, "ready", Role::Ready),
            Line::Setup => self.only(found, "setup", Role::Setup),
            Line::Card { card, moment } => self.card(found, card, moment),
            Line::Instead(event) => self.role(found, Role::Instead(event.clone())),
            Line::After(event) => self.role(found, Role::After(event.clone())),
            Line::Answer(question) => {
                self.only(
                    found,
                    &format!("answer {}", question.text),
                    Role::Answer(question.text.clone()),
                );
            }
        }
    }

    /// The place in a book; none is reported, unless it stands there under another reading.
    fn look(&mut self, book: usize, anchor: &Said, step: Option<&Said>) -> Option<usize> {
        let Book { places, unread, .. } = &self.books[book];
        match places.find(&anchor.text, step.map(|step| step.text.as_str())) {
            Ok(at) => Some(at),
            Err(_) if unread.contains(&anchor.text) => None,
            Err(missing) => {
                let (said, message) = match step {
                    Some(step) if !matches!(missing, super::places::Missing::Anchor(_)) => (
                        step,
                        format!("`#{}` has no step `{}`", short(&anchor.text), short(&step.text)),
                    ),
                    _ => (anchor, format!("there is no place `#{}`", short(&anchor.text))),
                };
                let finding = Diagnostic::at(codes::DANGLING_BINDING, said.span, message);
                self.findings.push(finding.hint(cure(&missing, &anchor.text)));
                None
            }
        }
    }

    fn place(&mut self, found: &Found, at: usize, anchor: &Said, said: &[Said]) {
        let sentence = self.sentence(found.book, at, said);
        let mut words: Vec<String> = said.iter().map(|said| words::normal(&said.text)).collect();
        words.sort();
        let first = *self.bound.entry((found.book, at, words.clone())).or_insert(found.span);
        if first != found.span {
            let key = self.books[found.book].places.key(at);
            let same = if words.is_empty() { "" } else { ", with the same words" };
            let message = format!("`{key}` is bound twice{same}");
            let finding = Diagnostic::at(codes::DOUBLED_BINDING, found.span, message)
                .related(first, "first here");
            self.findings.push(
                finding.hint(
                    "leave one out, or add the words that each carries out, in quotation marks",
                ),
            );
        }
        self.confirm(found, at, words, sentence);
        if let Some(place) = self.cite(found.book, at, anchor.span) {
            let places = &mut self.program.functions[found.function].places;
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }

    /// Notes a binding of a place for the lock.
    fn confirm(&mut self, found: &Found, at: usize, words: Vec<String>, sentence: String) {
        let key = self.books[found.book].places.key(at);
        let place =
            if self.foreign.is_none() && found.book == 0 { u32::try_from(at).ok() } else { None };
        self.program.bindings.push(Binding { place, words, ..found.binding(key, sentence) });
    }

    /// The sentences that a line binds, with the names of values; words that are gone are reported.
    fn sentence(&mut self, book: usize, at: usize, said: &[Said]) -> String {
        let places = &self.books[book].places;
        let (named, plain) =
            (words::sentences(&places.named[at]), words::sentences(&places.all[at].text));
        let mut held = vec![said.is_empty(); named.len()];
        for said in said {
            match words::find(&named, &said.text).or_else(|| words::find(&plain, &said.text)) {
                Some(range) if range.end <= named.len() => held[range].fill(true),
                Some(_) => held.fill(true),
                None => {
                    let message = format!(
                        "\"{}\" no longer stands at `{}`",
                        short(&said.text),
                        places.key(at)
                    );
                    let there = words::nearest(&plain, &said.text);
                    let hint = if there.is_empty() {
                        "no words stand there; bind the place where the rule stands".to_owned()
                    } else {
                        format!("there stands: \"{}\"", short(&there))
                    };
                    self.findings
                        .push(Diagnostic::at(codes::LOST_WORDS, said.span, message).hint(hint));
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
    fn cite(&mut self, book: usize, at: usize, asked: Span) -> Option<u32> {
        match &mut self.foreign {
            None if book == 0 => u32::try_from(at).ok(),
            Some(map) if book == 0 => {
                let found = map.find(&self.books[0].places, at, asked, self.findings);
                found.and_then(|at| u32::try_from(at).ok())
            }
            _ => Some(self.elsewhere(book, at)),
        }
    }

    /// The number of a place of another book than the text that is played.
    fn elsewhere(&mut self, book: usize, at: usize) -> u32 {
        let Book { title, places, .. } = &self.books[book];
        let all = &mut self.program.places;
        *self.added.entry((book, at)).or_insert_with(|| {
            all.push(Place { book: Some(title.clone()), ..places.all[at].clone() });
            u32::try_from(all.len() - 1).unwrap_or(u32::MAX)
        })
    }

    fn role(&mut self, found: &Found, role: Role) {
        let own = &mut self.program.functions[found.function].role;
        match own {
            Some(before) if *before != role => {
                let finding = Diagnostic::at(
                    codes::BAD_BINDING,
                    found.span,
                    "the function has another role already",
                );
                self.findings.push(finding.hint("write a function of its own for each role"));
            }
            _ => *own = Some(role),
        }
    }

    /// A role that one function of all has.
    fn only(&mut self, found: &Found, name: &str, role: Role) {
        if let Some(first) = self.effects.insert((String::new(), name.to_owned()), found.span) {
            let message = format!("two functions are bound to `{name}`");
            let finding = Diagnostic::at(codes::DOUBLED_BINDING, found.span, message)
                .related(first, "first here");
            self.findings.push(finding.hint("leave one out, and call it from the other"));
        }
        self.role(found, role);
    }

    fn card(&mut self, found: &Found, card: &Said, moment: &str) {
        let folder = &self.books[found.book].folder;
        let of_book = |path: &str| match path.strip_prefix('@') {
            Some(path) => path.split('/').next() == Some(folder),
            None => folder.is_empty(),
        };
        let name = words::normal(&card.text);
        let rows = || {
            self.program
                .data
                .iter()
                .filter(|data| of_book(&data.path))
                .flat_map(|d| d.rows.iter().map(move |row| (d, row)))
        };
        let first = |row: &[String]| words::normal(row.first().map_or("", String::as_str));
        let Some((data, row)) = rows().find(|(_, row)| first(row) == name) else {
            let message = format!("no card is called `{}`", short(&card.text));
            let finding = Diagnostic::at(codes::DANGLING_BINDING, card.span, message);
            let names: Vec<String> = rows().map(|(_, row)| first(row)).collect();
            let near =
                nearest(&name, names.iter().map(String::as_str).filter(|_| name.len() < 100));
            return self.findings.push(finding.hint(match near {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "write the name as the first column of the card data has it".to_owned(),
            }));
        };
        let card = row.first().cloned().unwrap_or_default();
        let words =
            row.iter().filter(|cell| !cell.is_empty() && cell.trim().parse::<i64>().is_err());
        let sentence = words::normal(&words.cloned().collect::<Vec<_>>().join(" | "));
        let key = format!("{}/{card}", data.path);
        if let Some(first) = self.effects.insert((card.clone(), moment.to_owned()), found.span) {
            let message = format!("two functions carry out `{card}` at the moment `{moment}`");
            let finding = Diagnostic::at(codes::DOUBLED_BINDING, found.span, message)
                .related(first, "first here");
            self.findings.push(finding.hint("leave one out"));
        }
        self.program.bindings.push(found.binding(key, sentence));
        self.role(found, Role::Effect { card, moment: moment.to_owned() });
    }

    /// What happens instead of an event or after it, or answers a question, is a rule that stands
    /// somewhere.
    fn needs_place(&mut self, found: &Found) {
        let bound = |b: &Binding| b.function as usize == found.function;
        if matches!(found.line, Line::Instead(_) | Line::After(_) | Line::Answer(_))
            && !self.program.bindings.iter().any(bound)
        {
            let finding =
                Diagnostic::at(codes::BAD_BINDING, found.span, "the function is bound to no place");
            self.findings
                .push(finding.hint("add a line with the place of its rule, such as `#@ #dying 2`"));
        }
    }
}
