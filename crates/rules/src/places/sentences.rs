//! Compares words as readers do: all white space, all quotation marks and all dashes are equal.

use std::collections::BTreeSet;
use std::ops::Range;

use base::diagnostic::short_quote;

/// Returns `text` with one blank for white space, straight quotation marks and plain hyphens.
pub fn normal_words(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_whitespace() => {
                if !out.is_empty() && !out.ends_with(' ') {
                    out.push(' ');
                }
            }
            '“' | '”' | '„' | '‟' | '«' | '»' => out.push('"'),
            '‘' | '’' | '‚' | '‛' | 'ʼ' | '‹' | '›' => out.push('\''),
            '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => out.push('-'),
            '\u{ad}' | '\u{200b}' | '\u{feff}' => {}
            c => out.push(c),
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Splits a text into sentences; the end of a line ends a sentence too.
pub fn split_sentences(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for line in text.lines() {
        split_line(&normal_words(line), &mut out);
    }
    out
}

fn split_line(line: &str, out: &mut Vec<String>) {
    let mut start = 0;
    for (at, mark) in line.match_indices(['.', '!', '?']) {
        let rest = &line[at + mark.len()..];
        let end = line.len() - rest.trim_start_matches(['"', '\'', ')', ']']).len();
        if line[end..].starts_with(' ') && end > start {
            out.push(line[start..end].to_owned());
            start = end + 1;
        }
    }
    if start < line.len() {
        out.push(line[start..].to_owned());
    }
}

/// Returns the numbers of the sentences that contain `words`, which may run over several; `None` if no
/// sentence does.
pub fn find_sentences(sentences: &[String], words: &str) -> Option<Range<usize>> {
    let words = normal_words(words);
    let whole = sentences.join(" ");
    let start = whole.find(&words)?;
    let end = start + words.len();
    let mut at = 0;
    let mut held = sentences.len()..0;
    for (nth, sentence) in sentences.iter().enumerate() {
        if at < end && start < at + sentence.len() + 1 {
            held = held.start.min(nth)..nth + 1;
        }
        at += sentence.len() + 1;
    }
    Some(held)
}

/// Joins the sentences that are held; all of them if none is.
pub(crate) fn join_held(sentences: Vec<String>, held: Vec<bool>) -> String {
    if !held.contains(&true) {
        return sentences.join(" ");
    }
    let held = sentences.into_iter().zip(held).filter_map(|(one, held)| held.then_some(one));
    held.collect::<Vec<_>>().join(" ")
}

fn word_set(text: &str) -> BTreeSet<String> {
    normal_words(text).to_lowercase().split(' ').map(str::to_owned).collect()
}

/// Returns a hint for words that are missing from `sentences`.
pub(crate) fn lost_words_hint(sentences: &[String], words: &str) -> String {
    let wanted = word_set(words);
    let shared = |own: &&str| word_set(own).intersection(&wanted).count();
    match sentences.iter().map(String::as_str).rev().max_by_key(shared) {
        Some(near) => format!("the text there is \"{}\"", short_quote(near)),
        None => "bind the place of the rule: this place has no words".to_owned(),
    }
}
