//! Words of two editions compared. In: inlines. Out: their words, and which of them stayed, are gone
//! and are new.

use std::collections::BTreeSet;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{Mark, MarkedWords};
use crate::document::{Inline, InlineKind, own_words, walk};
use crate::rules::places::sentences::normal_words;

/// Opens and closes what a value says in running text; no text has these characters, since they are
/// taken out of it.
const VALUE_START: char = '\u{e000}';
const VALUE_END: char = '\u{e001}';

/// A word as it is printed and as it is compared.
#[derive(Debug, Clone)]
pub(super) struct Word {
    /// As printed.
    pub(super) text: String,
    /// Whether a blank stands before it.
    spaced: bool,
    /// What is compared; of a value that changed, its name.
    key: String,
}

impl Word {
    /// The same word with a blank before it.
    pub(super) fn after_blank(self) -> Self {
        Self { spaced: true, ..self }
    }
}

/// Makes words of inlines, in which a value that `changed` counts as the same whatever it says.
#[derive(Debug, Clone, Copy)]
pub(super) struct WordReader<'a> {
    /// The names of the values that both editions have and that say something else now.
    pub(super) changed: &'a BTreeSet<String>,
}

impl WordReader<'_> {
    /// The words of inlines.
    pub(super) fn words(self, inlines: &[Inline]) -> Vec<Word> {
        let mut text = String::new();
        self.write(inlines, &mut text);
        words_of_text(&text)
    }

    fn write(self, inlines: &[Inline], out: &mut String) {
        for inline in inlines {
            match &inline.kind {
                InlineKind::Value(value) if self.changed.contains(&value.name) => {
                    let mut said = String::new();
                    self.write(&value.content, &mut said);
                    said.retain(|c| c != VALUE_START && c != VALUE_END);
                    out.push(VALUE_START);
                    out.push_str(&value.name);
                    out.push('=');
                    out.push_str(&said);
                    out.push(VALUE_END);
                }
                kind => {
                    let own = own_words(kind).chars();
                    out.extend(own.filter(|c| !matches!(*c, VALUE_START | VALUE_END)));
                    if let Some(content) = walk::child_inlines(kind) {
                        self.write(content, out);
                    }
                }
            }
        }
    }
}

/// The words of a text without values.
pub(super) fn words_of_text(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let (mut rest, mut spaced) = (text, false);
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() {
            spaced = true;
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let end = word_end(rest);
        let (word, after) = rest.split_at(end);
        words.push(read_word(word, std::mem::take(&mut spaced)));
        rest = after;
    }
    words
}

/// Where the first word of `text` ends: a value, letters and digits, or one other character.
fn word_end(text: &str) -> usize {
    let mut characters = text.char_indices();
    let Some((_, first)) = characters.next() else { return 0 };
    if first == VALUE_START {
        return text.find(VALUE_END).map_or(text.len(), |at| at + VALUE_END.len_utf8());
    }
    if !first.is_alphanumeric() {
        return first.len_utf8();
    }
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’' | '-' | '\u{ad}');
    let end = characters.find(|(_, c)| !inside(*c)).map_or(text.len(), |(at, _)| at);
    text[..end].trim_end_matches(['\'', '’', '-']).len()
}

fn read_word(word: &str, spaced: bool) -> Word {
    let value = word.strip_prefix(VALUE_START).map(|rest| rest.trim_end_matches(VALUE_END));
    match value.and_then(|value| value.split_once('=')) {
        Some((name, said)) => {
            Word { text: said.to_owned(), spaced, key: format!("{VALUE_START}{name}") }
        }
        None => Word { text: word.to_owned(), spaced, key: normal_words(word) },
    }
}

/// Whether two runs of words read the same.
pub(super) fn is_same(old: &[Word], new: &[Word]) -> bool {
    old.len() == new.len() && old.iter().zip(new).all(|(a, b)| a.key == b.key)
}

/// What is compared of words, as one text.
pub(super) fn key_of(words: &[Word]) -> String {
    words.iter().map(|word| word.key.as_str()).collect::<Vec<_>>().join(" ")
}

/// Words as they are printed.
pub(super) fn printed(words: &[Word]) -> String {
    let mut out = String::new();
    words.iter().for_each(|word| push_word(&mut out, word));
    out
}

fn push_word(out: &mut String, word: &Word) {
    if word.spaced && !out.is_empty() {
        out.push(' ');
    }
    out.push_str(&word.text);
}

/// How much of two runs of words is the same, from 0 to 1.
pub(super) fn likeness(old: &[Word], new: &[Word]) -> f64 {
    if old.is_empty() && new.is_empty() {
        return 1.0;
    }
    let mut left: Vec<&str> = old.iter().map(|word| word.key.as_str()).collect();
    let mut right: Vec<&str> = new.iter().map(|word| word.key.as_str()).collect();
    left.sort_unstable();
    right.sort_unstable();
    let (mut at, mut other, mut shared) = (0, 0, 0_usize);
    while let (Some(a), Some(b)) = (left.get(at), right.get(other)) {
        match a.cmp(b) {
            std::cmp::Ordering::Equal => (at, other, shared) = (at + 1, other + 1, shared + 1),
            std::cmp::Ordering::Less => at += 1,
            std::cmp::Ordering::Greater => other += 1,
        }
    }
    2.0 * shared as f64 / (left.len() + right.len()) as f64
}

/// Which words stayed, are gone and are new. A few words that stayed between many that did not are
/// told as changed too, so that nobody reads a puzzle.
pub(super) fn marked(old: &[Word], new: &[Word]) -> Vec<MarkedWords> {
    let keys = |words: &[Word]| words.iter().map(|word| word.key.clone()).collect::<Vec<_>>();
    let ops = capture_diff_slices(Algorithm::Myers, &keys(old), &keys(new));
    let mut out = MarkedText::default();
    for op in joined(&ops, old) {
        match op {
            DiffOp::Equal { new_index, len, .. } => {
                out.add(Mark::Same, &new[new_index..new_index + len]);
            }
            DiffOp::Delete { old_index, old_len, .. } => {
                out.add(Mark::Old, &old[old_index..old_index + old_len]);
            }
            DiffOp::Insert { new_index, new_len, .. } => {
                out.add(Mark::New, &new[new_index..new_index + new_len]);
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                out.add(Mark::Old, &old[old_index..old_index + old_len]);
                out.add(Mark::New, &new[new_index..new_index + new_len]);
            }
        }
    }
    out.runs
}

/// All words as one run that is gone, or new.
pub(super) fn all_marked(mark: Mark, words: &[Word]) -> Vec<MarkedWords> {
    let text = printed(words);
    if text.is_empty() { Vec::new() } else { vec![MarkedWords { mark, text }] }
}

/// The steps of a comparison, where those are one between which only a word or a mark stayed.
fn joined(ops: &[DiffOp], old: &[Word]) -> Vec<DiffOp> {
    let mut out: Vec<DiffOp> = Vec::new();
    for (at, op) in ops.iter().enumerate() {
        let is_inner = at > 0 && at + 1 < ops.len();
        let is_short = matches!(op, DiffOp::Equal { old_index, len, .. }
            if *len <= 2 && (*len == 1 || is_mark(&old[*old_index])));
        let between_long = is_inner && is_long(&ops[at - 1]) && is_long(&ops[at + 1]);
        let op = match op {
            DiffOp::Equal { old_index, new_index, len } if is_short && between_long => {
                DiffOp::Replace {
                    old_index: *old_index,
                    old_len: *len,
                    new_index: *new_index,
                    new_len: *len,
                }
            }
            other => *other,
        };
        match (out.last_mut(), op) {
            (Some(last), op) if !is_equal(last) && !is_equal(&op) => *last = one_step(last, &op),
            (_, op) => out.push(op),
        }
    }
    out
}

fn is_mark(word: &Word) -> bool {
    !word.text.chars().any(char::is_alphanumeric)
}

fn is_equal(op: &DiffOp) -> bool {
    matches!(op, DiffOp::Equal { .. })
}

/// Whether a step changes more than one word.
fn is_long(op: &DiffOp) -> bool {
    !is_equal(op) && op.old_range().len().max(op.new_range().len()) > 1
}

fn one_step(first: &DiffOp, second: &DiffOp) -> DiffOp {
    let (old, new) = (first.old_range(), first.new_range());
    DiffOp::Replace {
        old_index: old.start,
        old_len: second.old_range().end - old.start,
        new_index: new.start,
        new_len: second.new_range().end - new.start,
    }
}

/// Words with their marks, as they are put together.
#[derive(Default)]
struct MarkedText {
    runs: Vec<MarkedWords>,
}

impl MarkedText {
    fn add(&mut self, mark: Mark, words: &[Word]) {
        let Some(first) = words.first() else { return };
        let blank = if first.spaced && !self.runs.is_empty() { " " } else { "" };
        let text = format!("{blank}{}", printed(words));
        match self.runs.last_mut().filter(|run| run.mark == mark) {
            Some(run) => run.text += &text,
            None => self.runs.push(MarkedWords { mark, text }),
        }
    }
}
