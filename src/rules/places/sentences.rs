//! Words of a text compared as readers compare them: white space, quotation marks and dashes are
//! equal.

use std::collections::BTreeSet;
use std::ops::Range;

/// `text` with one blank for white space, straight quotation marks and plain hyphens.
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

/// The sentences of a text, one after the other; a line of `text` ends one too.
pub fn split_sentences(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for line in text.lines() {
        let line = normal_words(line);
        let mut start = 0;
        for (at, mark) in line.match_indices(['.', '!', '?']) {
            let mut end = at + mark.len();
            end += line[end..].len() - line[end..].trim_start_matches(['"', '\'', ')', ']']).len();
            if line[end..].starts_with(' ') && end > start {
                out.push(line[start..end].to_owned());
                start = end + 1;
            }
        }
        if start < line.len() {
            out.push(line[start..].to_owned());
        }
    }
    out
}

/// The numbers of the sentences in which `words` stand, which may run over several; none when they
/// stand in none.
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

/// The sentence that shares most words with `wanted`; empty when there is none.
pub fn nearest_sentence(sentences: &[String], wanted: &str) -> String {
    let words = |text: &str| {
        normal_words(text).to_lowercase().split(' ').map(str::to_owned).collect::<BTreeSet<_>>()
    };
    let wanted = words(wanted);
    let shared = |sentence: &&String| words(sentence).intersection(&wanted).count();
    sentences.iter().rev().max_by_key(shared).cloned().unwrap_or_default()
}
