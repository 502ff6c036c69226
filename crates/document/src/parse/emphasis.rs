//! Closes strong emphasis that runs to the end of its paragraph. In: one run of inlines. Out: the same run,
//! repaired and reported.

use crate::{Inline, InlineKind};
use base::diagnostic::{Findings, code};

/// Closes strong emphasis at the end of `inlines`.
pub fn close_emphasis(mut inlines: Vec<Inline>, findings: &mut Findings) -> Vec<Inline> {
    if let Some((at, byte)) = first_opening(&inlines) {
        report_opening(&inlines[at], byte, findings);
        let mut strong = inlines.split_off(at);
        inlines.extend(take_before_mark(&mut strong[0], byte));
        inlines.push(strong_inline(strong));
    }
    inlines
}

/// Removes the mark at `byte` from a text. Returns the text before it.
fn take_before_mark(inline: &mut Inline, byte: usize) -> Option<Inline> {
    let InlineKind::Text(text) = &mut inline.kind else { return None };
    let inside = text.split_off(byte).split_off(2);
    let before = std::mem::replace(text, inside);
    (!before.is_empty()).then(|| Inline::text(before, inline.span))
}

/// Makes strong emphasis of inlines, of which there is at least one.
pub fn strong_inline(content: Vec<Inline>) -> Inline {
    let span = content[0].span.to(content[content.len() - 1].span);
    Inline::new(InlineKind::Strong(content), span)
}

/// Returns the index of the first inline with an opening mark, and the byte of the mark.
fn first_opening(inlines: &[Inline]) -> Option<(usize, usize)> {
    inlines.iter().enumerate().find_map(|(at, inline)| match &inline.kind {
        InlineKind::Text(text) => opening_mark(text).map(|byte| (at, byte)),
        _ => None,
    })
}

fn report_opening(inline: &Inline, byte: usize, findings: &mut Findings) {
    let InlineKind::Text(text) = &inline.kind else { return };
    let place = inline.span.part(text, byte..byte + 2);
    let message = "strong emphasis is opened with `**` and not closed; it was closed at the end of the paragraph";
    findings.report(
        code::UNCLOSED_EMPHASIS,
        place,
        message,
        "write `**` after the last strong word",
    );
}

/// Returns the byte of `**` or `__` before a word and not behind one.
fn opening_mark(text: &str) -> Option<usize> {
    ["**", "__"].iter().find_map(|mark| {
        let mut places = text.match_indices(mark).map(|(at, _)| at);
        places.find(|at| opens_word(&text[..*at], &text[at + 2..]))
    })
}

fn opens_word(before: &str, after: &str) -> bool {
    let free = before.chars().next_back().is_none_or(|c| c.is_whitespace() || "([{".contains(c));
    free && after.starts_with(char::is_alphanumeric)
}
