//! Terms of several words whose capitals vary within sentences.

use std::collections::BTreeMap;

use super::TermForms;
use super::corpus::{Corpus, LineKind};
use super::spelling::told_forms;
use super::words::{Word, is_plural_of};
use crate::health::places::BookText;

/// The usual form is at least this many times as frequent as all others together.
const CLEAR: usize = 4;

/// Returns the terms that mostly have one form, and sometimes other capitals.
pub fn capitals(corpus: &Corpus, book: &BookText<'_>) -> Vec<TermForms> {
    let terms = corpus.terms.iter().filter(|term| term.words.len() > 1);
    let forms = terms.filter_map(|term| {
        let mut forms: BTreeMap<String, Vec<_>> = BTreeMap::new();
        for line in corpus.lines.iter().filter(|line| line.kind == LineKind::Text) {
            let length = term.words.len();
            for (at, window) in line.words.windows(length).enumerate() {
                if is_term(window, &term.words) && !is_in_name(&line.words, at, length) {
                    let words = window.iter().zip(&term.words).map(|(word, own)| {
                        word.written.chars().take(own.chars().count()).collect::<String>()
                    });
                    let written = words.collect::<Vec<_>>().join(" ");
                    forms.entry(written).or_default().push((line.span, window[0].written.clone()));
                }
            }
        }
        told_forms(forms, CLEAR, book)
    });
    forms.collect()
}

/// True if these are the words of a term in the middle of a sentence.
fn is_term(window: &[Word], term: &[String]) -> bool {
    !window[0].opens
        && window[1..].iter().all(|word| word.joined)
        && window.iter().zip(term).all(|(word, own)| is_plural_of(&word.lower, own))
}

/// True if a word with a capital is next to them: a longer name has capitals of its own.
fn is_in_name(words: &[Word], at: usize, length: usize) -> bool {
    let before = at.checked_sub(1).map(|before| &words[before]);
    let after = words.get(at + length).filter(|word| word.joined);
    let is_name = |word: Option<&Word>| word.is_some_and(|word| word.is_capital() && !word.opens);
    is_name(before.filter(|_| words[at].joined)) || is_name(after)
}
