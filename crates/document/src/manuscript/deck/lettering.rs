//! Emphasis within the text of cards: keywords in bold, reminders in italics. In: the text of a card. Out:
//! the same text, with strong and emphasised parts.

use std::ops::Range;

use crate::{Inline, InlineKind};

/// Makes each of the `bold` words bold where it is a whole word of the text.
pub fn embolden(text: Vec<Inline>, bold: &[&str]) -> Vec<Inline> {
    if bold.is_empty() {
        return text;
    }
    let mut out = Vec::new();
    for inline in text {
        let InlineKind::Text(words) = &inline.kind else {
            out.push(inline);
            continue;
        };
        let mut done = 0;
        for found in bold_words(words, bold) {
            push_part(&inline, words, done..found.start, &mut out);
            let part = part_of(&inline, words, found.clone());
            let span = part.span;
            out.push(Inline::new(InlineKind::Strong(vec![part]), span));
            done = found.end;
        }
        push_part(&inline, words, done..words.len(), &mut out);
    }
    out
}

/// Returns the ranges of bold words in a text; the longest of several at one place.
fn bold_words(text: &str, bold: &[&str]) -> Vec<Range<usize>> {
    let (mut found, mut from) = (Vec::new(), 0);
    while let Some(next) = next_word(text, from, bold) {
        from = next.end;
        found.push(next);
    }
    found
}

fn next_word(text: &str, from: usize, bold: &[&str]) -> Option<Range<usize>> {
    let whole = |word: &&str| {
        let all =
            text[from..].match_indices(word).map(|(at, word)| from + at..from + at + word.len());
        all.into_iter().find(|range| {
            let before = text[..range.start].chars().next_back();
            let behind = text[range.end..].chars().next();
            [before, behind].into_iter().flatten().all(|c| !c.is_alphanumeric())
        })
    };
    let found = bold.iter().filter(|word| !word.is_empty()).filter_map(whole);
    found.min_by_key(|range| (range.start, usize::MAX - range.end))
}

/// Sets parts in parentheses in italics; a parenthesis that is never closed does not count.
pub fn slant_reminders(text: Vec<Inline>) -> Vec<Inline> {
    let mut out = Vec::new();
    let mut open: Option<Vec<Inline>> = None;
    let mut depth = 0usize;
    for inline in text {
        let InlineKind::Text(words) = &inline.kind else {
            open.as_mut().unwrap_or(&mut out).push(inline);
            continue;
        };
        let mut done = 0;
        for (at, c) in words.char_indices() {
            if c == '(' {
                if depth == 0 {
                    push_part(&inline, words, done..at, &mut out);
                    (open, done) = (Some(Vec::new()), at);
                }
                depth += 1;
            } else if c == ')' && depth > 0 {
                depth -= 1;
                if depth == 0
                    && let Some(mut inner) = open.take()
                {
                    push_part(&inline, words, done..at + 1, &mut inner);
                    let span = inner.first().map_or(inline.span, |first| first.span);
                    out.push(Inline::new(InlineKind::Emphasis(inner), span));
                    done = at + 1;
                }
            }
        }
        push_part(&inline, words, done..words.len(), open.as_mut().unwrap_or(&mut out));
    }
    out.extend(open.into_iter().flatten());
    out
}

fn part_of(inline: &Inline, words: &str, part: Range<usize>) -> Inline {
    Inline::text(&words[part.clone()], inline.span.part(words, part))
}

/// Adds a part of a text, unless it is empty.
fn push_part(inline: &Inline, words: &str, part: Range<usize>, out: &mut Vec<Inline>) {
    if !part.is_empty() {
        out.push(part_of(inline, words, part));
    }
}
