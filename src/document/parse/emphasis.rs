//! Strong emphasis that is opened and not closed runs to the end of its paragraph.

use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{Inline, InlineKind};
use crate::source::Span;

/// Repairs one run of inlines.
pub(super) fn close_emphasis(mut inlines: Vec<Inline>, findings: &mut Findings) -> Vec<Inline> {
    let Some((at, byte)) = inlines.iter().enumerate().find_map(|(at, inline)| match &inline.kind {
        InlineKind::Text(text) => opening_mark(text).map(|byte| (at, byte)),
        _ => None,
    }) else {
        return inlines;
    };
    let span = inlines[at].span;
    let message = "strong emphasis is opened with `**` and not closed; it was closed at the end of the paragraph";
    findings.push(
        Diagnostic::at(code::UNCLOSED_EMPHASIS, mark_place(&inlines[at], byte), message)
            .hint("write `**` behind the last strong word"),
    );
    let mut rest = inlines.split_off(at);
    if let InlineKind::Text(text) = &mut rest[0].kind {
        let before = text[..byte].to_owned();
        *text = text[byte + 2..].to_owned();
        if !before.is_empty() {
            inlines.push(Inline::new(InlineKind::Text(before), span));
        }
    }
    let end = rest.last().map_or(span, |last| span.to(last.span));
    inlines.push(Inline::new(InlineKind::Strong(rest), end));
    inlines
}

/// The place of the mark at `byte` of an inline of text, when the text is as it was written.
fn mark_place(inline: &Inline, byte: usize) -> Span {
    let (span, start) = (inline.span, inline.span.start as usize + byte);
    match &inline.kind {
        InlineKind::Text(text) if text.len() == span.range().len() => {
            Span::new(span.source, start..start + 2)
        }
        _ => span,
    }
}

/// Where `**` or `__` stands before a word and behind none.
fn opening_mark(text: &str) -> Option<usize> {
    ["**", "__"].iter().find_map(|mark| {
        text.match_indices(mark).map(|(at, _)| at).find(|&at| {
            let before = text[..at].chars().next_back();
            let after = text[at + 2..].chars().next();
            before.is_none_or(|c| c.is_whitespace() || "([{".contains(c))
                && after.is_some_and(char::is_alphanumeric)
        })
    })
}
