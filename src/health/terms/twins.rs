//! Two names for one thing: "discard pile" and "discard deck". In: the words of an English book. Out: things
//! that mostly have one name and sometimes another.

use std::collections::BTreeMap;

use super::TermForms;
use super::corpus::{Corpus, LineKind};
use super::spelling::{FoundForms, told_forms};
use crate::health::places::BookText;

/// Words that games use for the same kind of thing.
const KINDS: [&[&str]; 12] = [
    &["deck", "pile", "stack"],
    &["token", "marker", "counter", "chip", "cube"],
    &["space", "square", "field", "cell", "hex"],
    &["round", "turn"],
    &["phase", "step", "stage"],
    &["player", "participant"],
    &["point", "score"],
    &["action", "move"],
    &["board", "mat"],
    &["ability", "power", "skill"],
    &["health", "life", "hitpoint"],
    &["row", "line", "display", "market", "offer"],
];
/// Words that pick one of several things, and do not name a kind: "the top deck" and "the top pile" differ.
const PLAIN: &str = "a an the this that these those each every any all no one two three four five six your their \
    his her its our my own other another same new next last first second third top bottom empty \
    current of in on to and or by per for from with at is are has open face-up face-down face \
    left right whole more";
/// Number of times that the usual name is as frequent as the others together, and its least number of uses.
const CLEAR: usize = 4;
const OFTEN: usize = 4;

/// Returns the things with a usual name and another one.
pub fn twins(corpus: &Corpus, book: &BookText<'_>) -> Vec<TermForms> {
    if !corpus.is_english {
        return Vec::new();
    }
    let mut by_kind: BTreeMap<(usize, String), FoundForms> = BTreeMap::new();
    for line in corpus.lines.iter().filter(|line| line.kind != LineKind::Data) {
        for pair in line.words.windows(2) {
            let [what, head] = pair else { continue };
            let Some((kind, name)) = kind_of(&head.lower) else { continue };
            let is_word = what.lower.chars().count() > 2
                && what.lower.chars().all(|c| c.is_alphabetic() || c == '-');
            let is_plain = PLAIN.split_ascii_whitespace().any(|plain| plain == what.lower);
            if !head.joined || is_plain || !is_word {
                continue;
            }
            let forms = by_kind.entry((kind, what.lower.clone())).or_default();
            let found = (line.span, what.written.clone());
            forms.entry(format!("{} {name}", what.lower)).or_default().push(found);
        }
    }
    let told = by_kind.into_values().filter(|forms| {
        let most = forms.values().map(Vec::len).max().unwrap_or(0);
        most >= OFTEN && !forms.keys().all(|form| is_explained(corpus, form))
    });
    told.filter_map(|forms| told_forms(forms, CLEAR, book)).collect()
}

/// Returns the kind of thing that a word names, and the word without its plural.
fn kind_of(word: &str) -> Option<(usize, &'static str)> {
    KINDS.iter().enumerate().find_map(|(kind, words)| {
        let known = words.iter().find(|own| super::words::is_plural_of(word, own))?;
        Some((kind, *known))
    })
}

/// True if the glossary explains a name: two explained names are two things.
fn is_explained(corpus: &Corpus, form: &str) -> bool {
    corpus.terms.iter().any(|term| term.words.join(" ") == form)
}
