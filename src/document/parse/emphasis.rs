//! Strong emphasis that is opened and not closed runs to the end of its paragraph. In: one run of
//! inlines. Out: the same run, repaired and reported.

use crate::diagnostic::{Findings, code};
use crate::document::{Inline, InlineKind};

/// Closes strong emphasis at the end of `inlines`.
pub(super) fn close_emphasis(mut inlines: Vec<Inline>, findings: &mut Findings) -> Vec<Inline> {
    let Some((at, byte)) = first_opening(&inlines) else { return inlines };
    report_opening(&inlines[at], byte, findings);
    let mut rest = inlines.split_off(at);
    let span = rest[0].span;
    if let InlineKind::Text(text) = &mut rest[0].kind {
        let inside = text.split_off(byte).split_off(2);
        let before = std::mem::replace(text, inside);
        if !before.is_empty() {
            inlines.push(Inline::text(before, span));
        }
    }
    let end = rest.last().map_or(span, |last| span.to(last.span));
    inlines.push(Inline::new(InlineKind::Strong(rest), end));
    inlines
}

/// The number of the first inline in which a mark opens, and the byte of the mark.
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
        "write `**` behind the last strong word",
    );
}

/// Where `**` or `__` stands before a word and behind none.
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
