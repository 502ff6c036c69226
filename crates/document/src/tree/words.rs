//! The words of a run of inlines, without its form.

use super::{Inline, InlineKind, walk};
use base::diagnostic::short_quote;

/// What an open place says besides the word `TODO`.
pub fn open_words(inlines: &[Inline]) -> Vec<Inline> {
    let mut rest = inlines.to_vec();
    drop_todo(&mut rest);
    if plain_text(&rest).trim().is_empty() { Vec::new() } else { rest }
}

/// Takes the word `TODO` off the first text.
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

/// The words of inlines, without any markup.
pub fn plain_text(inlines: &[Inline]) -> String {
    let mut out = String::new();
    walk::each_nested_inline(inlines, &mut |inline| out.push_str(own_words(&inline.kind)));
    out
}

/// The words of an inline without those of the inlines inside it; a space of those that part words.
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

/// The words of inlines, cut to a length that can be quoted in a finding.
pub fn quoted_inlines(inlines: &[Inline]) -> String {
    short_quote(&plain_text(inlines))
}
