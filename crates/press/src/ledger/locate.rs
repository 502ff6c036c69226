//! Places of lost words: parts of a source, between blank lines, that hold more of the words than the nodes
//! of the tree at that place.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{LostWords, WrittenText, each_word, lex, tree};
use base::source::{Sources, Span};
use document::Document;

/// A part of a source whose words were lost.
pub struct LostPart {
    /// Its place.
    pub span: Span,
    /// Its lost words.
    pub words: LostWords,
}

/// Returns the parts of a text that hold the words of `lost`.
pub fn lost_parts(
    sources: &Sources,
    text: &WrittenText,
    document: &Document,
    mut lost: LostWords,
) -> Vec<LostPart> {
    let (source, id) = (sources.get(text.id), text.id);
    let parts = source_parts(&source.text);
    let mut surplus: Vec<BTreeMap<String, i64>> = vec![BTreeMap::new(); parts.len()];
    let mut count = |word: &str, at: usize, by: i64| {
        let part = parts.partition_point(|part| part.end <= at);
        if lost.contains_key(word) && part < parts.len() {
            *surplus[part].entry(word.to_owned()).or_default() += by;
        }
    };
    lex::each_visible_word(source, &text.left_out, &mut |word, at| count(word, at, 1));
    tree::each_tree_text(document, &mut |span, text| {
        if span.source == id {
            each_word(text, &mut |word, _| count(word, span.start as usize, -1));
        }
    });
    let mut found = Vec::new();
    for (part, surplus) in parts.iter().zip(&surplus) {
        let words = take_surplus(surplus, &mut lost);
        if !words.is_empty() {
            found.push(LostPart { span: Span::new(id, part.clone()), words });
        }
    }
    found
}

/// Takes the words that a part holds more often than its nodes from `lost`.
fn take_surplus(surplus: &BTreeMap<String, i64>, lost: &mut LostWords) -> LostWords {
    let mut taken = LostWords::new();
    for (word, more) in surplus.iter().filter(|(_, more)| **more > 0) {
        let Some(left) = lost.get_mut(word).filter(|left| **left > 0) else { continue };
        let times = (*more as usize).min(*left);
        *left -= times;
        taken.insert(word.to_owned(), times);
    }
    taken
}

/// Returns the stretches of lines between blank lines.
fn source_parts(text: &str) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let (mut at, mut open) = (0, false);
    for line in text.split_inclusive('\n') {
        let place = at..at + line.len();
        at = place.end;
        if line.trim().is_empty() {
            open = false;
            continue;
        }
        match parts.last_mut().filter(|_| open) {
            Some(part) => part.end = place.end,
            None => parts.push(place),
        }
        open = true;
    }
    parts
}
