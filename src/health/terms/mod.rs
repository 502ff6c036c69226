//! Compares the glossary with the text. In: a book. Out: terms that the text never uses, that have several
//! forms, or that have two names, and names that look like terms and are explained nowhere.

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

/// Maximum number of places of one form.
const MOST_PLACES: usize = 5;

/// The terms of a book in its glossary and its text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct TermUse {
    /// Number of terms in the glossary; 0 without a glossary.
    pub all: usize,
    /// Terms that the text never uses.
    pub unused: Vec<UnusedTerm>,
    /// Terms that are in the glossary twice.
    pub doubled: Vec<UnusedTerm>,
    /// Terms with several forms.
    pub forms: Vec<TermForms>,
    /// Things with two names.
    pub twins: Vec<TermForms>,
    /// Words that look like terms and are explained nowhere.
    pub unexplained: Vec<TermForms>,
}

/// A term, and its place in the glossary.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct UnusedTerm {
    /// The term.
    pub term: String,
    /// Its place in the glossary.
    pub place: TextPlace,
}

/// The forms of one term, the usual one first.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TermForms {
    /// Each form, with its number and its places.
    pub forms: Vec<TermForm>,
}

/// A form of a term.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TermForm {
    /// The form as written.
    pub form: String,
    /// Number of times that it is used.
    pub count: usize,
    /// Its first places; empty for the usual form.
    pub places: Vec<TextPlace>,
}

impl TermUse {
    /// Returns the number of terms to look at.
    pub fn findings(&self) -> usize {
        self.unused.len()
            + self.doubled.len()
            + self.forms.len()
            + self.twins.len()
            + self.unexplained.len()
    }
}

/// Compares the glossary of a book with its text.
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
