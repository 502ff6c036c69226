//! Words with two spellings in one book: with a hyphen and without, or British and American.

use std::collections::BTreeMap;

use super::corpus::{Corpus, LineKind};
use super::words::Word;
use super::{MOST_PLACES, TermForm, TermForms};
use crate::health::places::BookText;
use base::source::Span;

/// Endings and letters with different British and American spellings.
const COUNTRIES: [(&str, &str); 5] =
    [("our", "or"), ("ise", "ize"), ("isation", "ization"), ("tre", "ter"), ("grey", "gray")];

/// The forms of a word, each with its places and the text found there.
pub type FoundForms = BTreeMap<String, Vec<(Span, String)>>;

/// Returns the words with two spellings.
pub fn spellings(corpus: &Corpus, book: &BookText<'_>) -> Vec<TermForms> {
    let mut by_key: BTreeMap<String, FoundForms> = BTreeMap::new();
    for line in corpus.lines.iter().filter(|line| line.kind != LineKind::Data) {
        let long = |word: &&Word| {
            let plain = word.lower.chars().all(|c| c.is_alphabetic() || c == '-');
            plain && word.lower.chars().count() > 3
        };
        for word in line.words.iter().filter(long) {
            let key = spelling_key(&word.lower, corpus.is_english);
            let forms = by_key.entry(key).or_default();
            forms.entry(word.lower.clone()).or_default().push((line.span, word.written.clone()));
        }
    }
    by_key.into_values().filter_map(|forms| told_forms(forms, 1, book)).collect()
}

/// Returns the part that all spellings of a word share.
fn spelling_key(word: &str, is_english: bool) -> String {
    let joined = word.replace('-', "");
    if !is_english {
        return joined;
    }
    COUNTRIES.iter().fold(joined, |word, (one, other)| {
        let stem = word.trim_end_matches('s');
        let (stem, plural) = word.split_at(stem.len());
        match stem.strip_suffix(one) {
            // "our" and "tour" are no other spellings of "or" and "tor".
            Some(rest) if rest.chars().count() > 2 || rest.is_empty() && *one == "grey" => {
                format!("{rest}{other}{plural}")
            }
            _ => word,
        }
    })
}

/// Returns several forms of one word, if the usual one is `clear` times as frequent as all others together.
pub fn told_forms(forms: FoundForms, clear: usize, book: &BookText<'_>) -> Option<TermForms> {
    if forms.len() < 2 {
        return None;
    }
    let mut forms: Vec<(String, Vec<(Span, String)>)> = forms.into_iter().collect();
    forms.sort_by_key(|(_, found)| std::cmp::Reverse(found.len()));
    let others: usize = forms[1..].iter().map(|(_, found)| found.len()).sum();
    if forms[0].1.len() < others * clear {
        return None;
    }
    let told = forms.into_iter().enumerate().map(|(nth, (form, found))| {
        let places = found.iter().take(if nth == 0 { 0 } else { MOST_PLACES });
        let places = places.map(|(span, word)| book.word_place(*span, word)).collect();
        TermForm { form, count: found.len(), places }
    });
    Some(TermForms { forms: told.collect() })
}
