//! The glossary against the text. In: a book. Out: terms that the text never uses, that are written
//! in several ways, or that are called by two words, and names that are written as terms and
//! explained nowhere.

mod capitals;
mod corpus;
mod names;
mod spelling;
mod twins;
mod words;

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::TextPlace;
use super::places::BookText;
use corpus::Corpus;

/// The most places of one form that are told.
const MOST_PLACES: usize = 5;

/// What the glossary and the text make of the terms of a book.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct TermUse {
    /// How many terms the glossary explains; none where there is no glossary.
    pub all: usize,
    /// Terms that the text never uses.
    pub unused: Vec<UnusedTerm>,
    /// Terms that stand twice in the glossary.
    pub doubled: Vec<UnusedTerm>,
    /// Terms that are written in several ways.
    pub forms: Vec<TermForms>,
    /// Things that are called by two words.
    pub twins: Vec<TermForms>,
    /// What is written as a term and explained nowhere.
    pub unexplained: Vec<TermForms>,
}

/// A term, and where the glossary explains it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct UnusedTerm {
    /// The term.
    pub term: String,
    /// Where it stands in the glossary.
    pub place: TextPlace,
}

/// The ways in which one thing is written, the usual one first.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TermForms {
    /// Each way, with how often and where.
    pub forms: Vec<TermForm>,
}

/// A way in which a thing is written.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TermForm {
    /// As it is written.
    pub form: String,
    /// How often.
    pub count: usize,
    /// The first places; of the usual form none.
    pub places: Vec<TextPlace>,
}

impl TermUse {
    /// How many things are to be looked at.
    pub fn findings(&self) -> usize {
        self.unused.len()
            + self.doubled.len()
            + self.forms.len()
            + self.twins.len()
            + self.unexplained.len()
    }
}

/// What the glossary and the text make of the terms of a book.
pub fn term_use(book: &BookText<'_>) -> TermUse {
    let corpus = Corpus::of(book);
    let mut forms = spelling::spellings(&corpus, book);
    forms.extend(capitals::capitals(&corpus, book));
    let unused = corpus.terms.iter().filter(|term| !corpus.uses(term));
    let unused =
        unused.map(|term| UnusedTerm { term: term.written.clone(), place: book.place(term.span) });
    TermUse {
        all: corpus.terms.len(),
        unused: unused.collect(),
        doubled: doubled_terms(&corpus, book),
        forms,
        twins: twins::twins(&corpus, book),
        unexplained: names::unexplained(&corpus, book),
    }
}

fn doubled_terms(corpus: &Corpus, book: &BookText<'_>) -> Vec<UnusedTerm> {
    let mut known: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    for term in &corpus.terms {
        *known.entry(term.words.clone()).or_default() += 1;
    }
    let mut seen: BTreeMap<&[String], usize> = BTreeMap::new();
    let doubled = corpus.terms.iter().filter(|term| {
        let nth = seen.entry(&term.words).or_default();
        *nth += 1;
        known.get(&term.words).is_some_and(|count| *count > 1) && *nth > 1
    });
    doubled
        .map(|term| UnusedTerm { term: term.written.clone(), place: book.place(term.span) })
        .collect()
}
