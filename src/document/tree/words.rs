//! The words of inlines.

use super::{Inline, InlineKind, icons, walk};
use crate::diagnostic::short_quote;

/// What an open place says besides the word `TODO`.
pub fn open_words(inlines: &[Inline]) -> Vec<Inline> {
    let mut rest = inlines.to_vec();
    let mut waits = true;
    walk::each_nested_inline_mut(&mut rest, &mut |inline| {
        if let InlineKind::Text(text) = &mut inline.kind
            && std::mem::take(&mut waits)
        {
            let own = text.trim_start().trim_start_matches("TODO").trim_start_matches([':', ' ']);
            *text = own.to_owned();
        }
    });
    if plain_text(&rest).trim().is_empty() { Vec::new() } else { rest }
}

/// The words of inlines, without any markup.
pub fn plain_text(inlines: &[Inline]) -> String {
    let mut out = String::new();
    push_plain_text(inlines, &mut out);
    out
}

fn push_plain_text(inlines: &[Inline], out: &mut String) {
    for inline in inlines {
        match &inline.kind {
            InlineKind::Text(text) | InlineKind::Code(text) => out.push_str(text),
            InlineKind::Space | InlineKind::Break => out.push(' '),
            InlineKind::Emphasis(c)
            | InlineKind::Strong(c)
            | InlineKind::Strike(c)
            | InlineKind::Subscript(c)
            | InlineKind::Superscript(c)
            | InlineKind::Span(c, _) => push_plain_text(c, out),
            InlineKind::Link(link) => push_plain_text(&link.content, out),
            InlineKind::Value(value) => push_plain_text(&value.content, out),
            InlineKind::Image(image) => out.push_str(&image.alt),
            InlineKind::Icon(name) => {
                out.push_str(icons::find_icon(name).map_or(name, |icon| &icon.says))
            }
            InlineKind::FootnoteRef(_) => {}
        }
    }
}

/// The words of inlines, cut to a length that can be quoted in a finding.
pub(crate) fn quoted_inlines(inlines: &[Inline]) -> String {
    short_quote(&plain_text(inlines))
}
