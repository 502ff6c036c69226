//! The words of a run of inlines, without its form.

use super::{Inline, InlineKind, walk};
use base::diagnostic::short_quote;

/// Returns the words of an open place after `TODO`.
pub fn open_words(inlines: &[Inline]) -> Vec<Inline> {
    let mut rest = inlines.to_vec();
    drop_todo(&mut rest);
    if plain_text(&rest).trim().is_empty() { Vec::new() } else { rest }
}

/// Removes the word `TODO` from the first text.
fn drop_todo(inlines: &mut [Inline]) {
    let mut waits = true;
    walk::each_nested_inline_mut(inlines, &mut |inline| {
        if let InlineKind::Text(text) = &mut inline.kind
            && std::mem::take(&mut waits)
        {
            *text = text
                .trim_start()
                .trim_start_matches("TODO")
                .trim_start_matches([':', ' '])
                .to_owned();
        }
    });
}

/// Returns the words of inlines, without any markup.
pub fn plain_text(inlines: &[Inline]) -> String {
    let mut out = String::new();
    walk::each_nested_inline(inlines, &mut |inline| out.push_str(own_words(&inline.kind)));
    out
}

/// Returns the words of an inline without those of the inlines inside it; a space for inlines that separate
/// words.
pub fn own_words(kind: &InlineKind) -> &str {
    match kind {
        InlineKind::Text(text) | InlineKind::Code(text) => text,
        InlineKind::Space | InlineKind::Break => " ",
        InlineKind::Image(image) => &image.alt,
        InlineKind::Icon(icon) => &icon.says,
        InlineKind::Emphasis(_)
        | InlineKind::Strong(_)
        | InlineKind::Strike(_)
        | InlineKind::Subscript(_)
        | InlineKind::Superscript(_)
        | InlineKind::Link(_)
        | InlineKind::FootnoteRef(_)
        | InlineKind::Value(_)
        | InlineKind::Span(..) => "",
    }
}

/// Returns the words of inlines, cut to a length that can be quoted in a finding.
pub fn quoted_inlines(inlines: &[Inline]) -> String {
    short_quote(&plain_text(inlines))
}
