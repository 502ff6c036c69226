//! Two words for one thing: "discard pile" and "discard deck". In: the words of a book in English. Out:
//! things that mostly have one name and now and then another.

use std::collections::BTreeMap;

use super::TermForms;
use super::corpus::{Corpus, LineKind};
use super::spelling::{FoundForms, told_forms};
use crate::health::places::BookText;

/// Words that games use for one kind of thing.
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
/// Words that say which one of several, and not what kind: "the top deck" and "the top pile" differ.
const PLAIN: &str = "a an the this that these those each every any all no one two three four five six your their \
    his her its our my own other another same new next last first second third top bottom empty \
    current of in on to and or by per for from with at is are has open face-up face-down face \
    left right whole more";
/// The usual name is this many times as frequent as the others together, and stands this often.
const CLEAR: usize = 4;
const OFTEN: usize = 4;

/// The things that have a usual name and another one.
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

/// The kind of thing that a word names, and the word without its plural.
fn kind_of(word: &str) -> Option<(usize, &'static str)> {
    KINDS.iter().enumerate().find_map(|(kind, words)| {
        let known = words.iter().find(|own| super::words::is_plural_of(word, own))?;
        Some((kind, *known))
    })
}

/// Whether the glossary explains a name: two that it explains are two things.
fn is_explained(corpus: &Corpus, form: &str) -> bool {
    corpus.terms.iter().any(|term| term.words.join(" ") == form)
}
