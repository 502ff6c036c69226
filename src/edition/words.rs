//! Compares the words of two editions. In: inlines. Out: their words, marked as unchanged, gone or new.

use std::collections::BTreeSet;
use std::ops::Range;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::{Mark, MarkedWords};
use base::source::Span;
use document::{Inline, InlineKind, own_words, walk};
use rules::places::sentences::normal_words;

/// Characters before and after a value in running text; they are removed from every text, so that none
/// contains them.
const VALUE_START: char = '\u{e000}';
const VALUE_END: char = '\u{e001}';

/// A word, as printed and as compared.
#[derive(Debug, Clone)]
pub struct Word {
    /// As printed.
    pub text: String,
    /// True if a blank comes before it.
    pub spaced: bool,
    /// The text to compare; for a changed value, its name.
    key: String,
    /// Its bytes in the text that it was read from.
    bytes: Range<usize>,
    /// The places where its author wrote it; empty for a word of a text without places.
    pub pieces: Vec<WordPiece>,
}

/// The part of a word that comes from one inline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordPiece {
    /// The place of the inline.
    pub span: Span,
    /// Its bytes in the text of the inline.
    pub bytes: Range<u32>,
}

/// All bytes in the text of an inline.
const ALL_BYTES: Range<u32> = 0..u32::MAX;

impl Word {
    /// True if it is a value that has changed.
    pub fn is_changed_value(&self) -> bool {
        self.key.starts_with(VALUE_START)
    }
}

/// Reads the words of inlines; a value in `changed` counts as the same.
#[derive(Debug, Clone, Copy)]
pub struct WordReader<'a> {
    /// The names of the values that both editions have and that differ.
    pub changed: &'a BTreeSet<String>,
}

impl WordReader<'_> {
    /// Returns the words of inlines.
    pub fn words(self, inlines: &[Inline]) -> Vec<Word> {
        let mut text = WrittenText::default();
        self.write(inlines, None, &mut text);
        let mut words = words_of_text(&text.words);
        let mut runs = text.runs.as_slice();
        for word in &mut words {
            let is_behind = |run: &WrittenRun| run.bytes.end <= word.bytes.start;
            runs = &runs[runs.iter().take_while(|run| is_behind(run)).count()..];
            let own = runs.iter().take_while(|run| run.bytes.start < word.bytes.end);
            word.pieces = own.flat_map(|run| run.pieces(&word.bytes)).collect();
        }
        words
    }

    /// Writes the text of inlines; `used` is the place of the value that they are the content of.
    fn write(self, inlines: &[Inline], used: Option<Span>, out: &mut WrittenText) {
        for inline in inlines {
            match &inline.kind {
                InlineKind::Value(value) => {
                    let used = used.or(Some(inline.span).filter(|_| !value.defines));
                    if !self.changed.contains(&value.name) {
                        self.write(&value.content, used, out);
                        continue;
                    }
                    let mut inner = WrittenText::default();
                    self.write(&value.content, used, &mut inner);
                    inner.words.retain(|c| c != VALUE_START && c != VALUE_END);
                    let start = out.words.len();
                    out.words.push(VALUE_START);
                    out.words.push_str(&value.name);
                    out.words.push('=');
                    out.words.push_str(&inner.words);
                    out.words.push(VALUE_END);
                    let written = inner.runs.into_iter().flat_map(|run| run.written).collect();
                    out.runs.push(WrittenRun {
                        bytes: start..out.words.len(),
                        written,
                        is_whole: true,
                    });
                }
                kind => {
                    let start = out.words.len();
                    let own = own_words(kind).chars();
                    out.words.extend(own.filter(|c| !matches!(*c, VALUE_START | VALUE_END)));
                    if out.words.len() > start {
                        out.runs.push(WrittenRun {
                            bytes: start..out.words.len(),
                            written: vec![used.unwrap_or(inline.span)],
                            is_whole: used.is_some(),
                        });
                    }
                    if let Some(content) = walk::child_inlines(kind) {
                        self.write(content, used, out);
                    }
                }
            }
        }
    }
}

/// The text of inlines, and the place of each run of it.
#[derive(Default)]
struct WrittenText {
    words: String,
    runs: Vec<WrittenRun>,
}

/// A run of words from one place, or a value.
struct WrittenRun {
    bytes: Range<usize>,
    /// The places of its inlines.
    written: Vec<Span>,
    /// True if it counts as one word.
    is_whole: bool,
}

impl WrittenRun {
    /// Returns its pieces that belong to the word at `bytes`.
    fn pieces(&self, bytes: &Range<usize>) -> impl Iterator<Item = WordPiece> {
        let own =
            |at: usize| (at.clamp(self.bytes.start, self.bytes.end) - self.bytes.start) as u32;
        let part = own(bytes.start)..own(bytes.end);
        let bytes = if self.is_whole { ALL_BYTES } else { part };
        self.written.iter().map(move |span| WordPiece { span: *span, bytes: bytes.clone() })
    }
}

/// Returns the words of a text without values.
pub fn words_of_text(text: &str) -> Vec<Word> {
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
        let start = text.len() - rest.len();
        let value = word.strip_prefix(VALUE_START).map(|rest| rest.trim_end_matches(VALUE_END));
        let (said, key) = match value.and_then(|value| value.split_once('=')) {
            Some((name, said)) => (said, format!("{VALUE_START}{name}")),
            None => (word, normal_words(word)),
        };
        words.push(Word {
            text: said.to_owned(),
            spaced: std::mem::take(&mut spaced),
            key,
            bytes: start..start + end,
            pieces: Vec::new(),
        });
        rest = after;
    }
    words
}

/// Returns the end of the first word of `text`: a value, letters and digits, or one other character.
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

/// True if two runs of words are the same.
pub fn is_same(old: &[Word], new: &[Word]) -> bool {
    old.len() == new.len() && old.iter().zip(new).all(|(a, b)| a.key == b.key)
}

/// Returns the compared text of words.
pub fn key_of(words: &[Word]) -> String {
    words.iter().map(|word| word.key.as_str()).collect::<Vec<_>>().join(" ")
}

/// Returns words as they are printed.
pub fn printed(words: &[Word]) -> String {
    let mut out = String::new();
    for word in words {
        if word.spaced && !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&word.text);
    }
    out
}

/// Returns the likeness of two runs of words, from 0 to 1.
pub fn likeness(old: &[Word], new: &[Word]) -> f64 {
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

/// Marks words as unchanged, gone or new. A few unchanged words between many changed ones are marked as
/// changed too, so that the result is easy to read.
pub fn marked(old: &[Word], new: &[Word]) -> Vec<MarkedWords> {
    let mut out = MarkedText::default();
    for op in word_steps(old, new) {
        match op {
            DiffOp::Equal { new_index, len, .. } => {
                out.add(Mark::Same, &new[new_index..new_index + len]);
            }
            step => {
                out.add(Mark::Old, &old[step.old_range()]);
                out.add(Mark::New, &new[step.new_range()]);
            }
        }
    }
    out.runs
}

/// Returns the words of `new` that are marked as new.
pub fn new_words<'w>(old: &[Word], new: &'w [Word]) -> impl Iterator<Item = &'w [Word]> {
    let steps = word_steps(old, new).into_iter().filter(|step| !is_equal(step));
    steps.map(|step| &new[step.new_range()]).filter(|words| !words.is_empty())
}

fn word_steps(old: &[Word], new: &[Word]) -> Vec<DiffOp> {
    let keys = |words: &[Word]| words.iter().map(|word| word.key.clone()).collect::<Vec<_>>();
    joined(&capture_diff_slices(Algorithm::Myers, &keys(old), &keys(new)), old)
}

/// Returns all words as one run with one mark.
pub fn all_marked(mark: Mark, words: &[Word]) -> Vec<MarkedWords> {
    let text = printed(words);
    if text.is_empty() { Vec::new() } else { vec![MarkedWords { mark, text }] }
}

/// Joins steps of a comparison that only one word or sign separates.
fn joined(ops: &[DiffOp], old: &[Word]) -> Vec<DiffOp> {
    let mut out: Vec<DiffOp> = Vec::new();
    for (at, op) in ops.iter().enumerate() {
        let is_inner = at > 0 && at + 1 < ops.len();
        let is_short = matches!(op, DiffOp::Equal { old_index, len, .. }
            if *len <= 2 && (*len == 1 || !old[*old_index].text.chars().any(char::is_alphanumeric)));
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

fn is_equal(op: &DiffOp) -> bool {
    matches!(op, DiffOp::Equal { .. })
}

/// True if a step changes more than one word.
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

/// Words with their marks, under construction.
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
