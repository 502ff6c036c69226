//! Words that look like terms, with capitals in the middle of sentences, and that are explained nowhere:
//! neither the glossary nor a title nor data contains them.

use std::collections::BTreeMap;

use super::TermForms;
use super::corpus::{Corpus, LineKind};
use super::words::{Word, is_form_of};
use super::{MOST_PLACES, TermForm};
use crate::health::places::BookText;

/// Number of times that a name is within sentences before it counts as a term.
const OFTEN: usize = 3;

/// Returns names that are explained nowhere; empty without a glossary.
pub fn unexplained(corpus: &Corpus, book: &BookText<'_>) -> Vec<TermForms> {
    if corpus.terms.is_empty() {
        return Vec::new();
    }
    let mut found: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for line in corpus.lines.iter().filter(|line| line.kind == LineKind::Text) {
        for run in capital_runs(&line.words) {
            let name: Vec<&str> = run.iter().map(|word| word.written.as_str()).collect();
            found.entry(name.join(" ")).or_default().push((line.span, run[0].written.clone()));
        }
    }
    let known = |name: &str| {
        let words: Vec<String> = name.to_lowercase().split(' ').map(str::to_owned).collect();
        is_known(corpus, &words)
    };
    let used = book.manuscript.used.iter().map(|used| used.title());
    let texts = [book.manuscript.manifest.notice.as_deref(), Some(book.manuscript.title())];
    let titles: Vec<&str> = used.chain(texts.into_iter().flatten()).collect();
    let titles = titles.join("\n").to_lowercase();
    let often = found.into_iter().filter(|(name, places)| {
        places.len() >= OFTEN && !known(name) && !titles.contains(&name.to_lowercase())
    });
    often
        .map(|(form, places)| {
            let shown = places.iter().take(MOST_PLACES);
            let shown = shown.map(|(span, word)| book.word_place(*span, word)).collect();
            TermForms { forms: vec![TermForm { form, count: places.len(), places: shown }] }
        })
        .collect()
}

/// Returns runs of words with capitals that do not open a sentence.
fn capital_runs(words: &[Word]) -> Vec<&[Word]> {
    let mut runs = Vec::new();
    let mut start = None;
    for (at, word) in words.iter().enumerate() {
        let is_name = word.is_capital() && !word.opens && word.lower.chars().count() > 1;
        match start {
            Some(first) if !is_name || !word.joined => {
                runs.push(&words[first..at]);
                start = is_name.then_some(at);
            }
            None if is_name => start = Some(at),
            _ => {}
        }
    }
    runs.extend(start.map(|first| &words[first..]));
    runs
}

/// True if the glossary, a title, a table or data contain a name.
fn is_known(corpus: &Corpus, name: &[String]) -> bool {
    let in_terms = corpus.terms.iter().any(|term| {
        term.words.windows(name.len().min(term.words.len())).any(|window| {
            name.windows(window.len())
                .any(|part| part.iter().zip(window).all(|(one, other)| is_form_of(one, other)))
        })
    });
    let says = |kind: LineKind| matches!(kind, LineKind::Label | LineKind::Data);
    in_terms || corpus.lines_with(name).any(|line| says(line.kind))
}
