//! The words that a tree holds, each with the place of its node.

use crate::document::icons::find_icon;
use crate::document::{Block, BlockKind, Document, Inline, InlineKind, walk};
use crate::source::Span;

/// All texts of a document, one behind the other.
pub fn tree_words(document: &Document) -> Vec<(Span, String)> {
    let mut words = Vec::new();
    each_tree_text(document, &mut |span, text| words.push((span, text.to_owned())));
    words
}

/// Calls `f` on each text of a document with its place.
pub(super) fn each_tree_text(document: &Document, f: &mut dyn FnMut(Span, &str)) {
    for blocks in document.bodies() {
        walk::each_block(blocks, &mut |block| {
            block_texts(block, f);
            for run in walk::inline_runs(&block.kind) {
                walk::each_nested_inline(run, &mut |inline| inline_texts(inline, f));
            }
        });
    }
}

/// What a block says besides its inlines and the blocks in it.
fn block_texts(block: &Block, f: &mut dyn FnMut(Span, &str)) {
    match &block.kind {
        BlockKind::Code(code) => {
            f(block.span, &code.text);
            f(block.span, &code.language);
        }
        BlockKind::Callout(callout) => f(block.span, &callout.word),
        BlockKind::Figure(figure) => f(block.span, &figure.image.alt),
        BlockKind::Heading(_)
        | BlockKind::Paragraph(_)
        | BlockKind::List(_)
        | BlockKind::Quote(_)
        | BlockKind::Brief(_)
        | BlockKind::Table(_)
        | BlockKind::Definitions(_)
        | BlockKind::Pull(_)
        | BlockKind::Todo(_)
        | BlockKind::Rule
        | BlockKind::Example(_) => {}
    }
}

/// What an inline says besides the inlines in it.
fn inline_texts(inline: &Inline, f: &mut dyn FnMut(Span, &str)) {
    match &inline.kind {
        InlineKind::Text(text) | InlineKind::Code(text) => f(inline.span, text),
        InlineKind::Image(image) => f(inline.span, &image.alt),
        InlineKind::Icon(name) => {
            f(inline.span, find_icon(name).map_or(name, |icon| &icon.says));
        }
        InlineKind::Space
        | InlineKind::Break
        | InlineKind::Emphasis(_)
        | InlineKind::Strong(_)
        | InlineKind::Strike(_)
        | InlineKind::Subscript(_)
        | InlineKind::Superscript(_)
        | InlineKind::Link(_)
        | InlineKind::FootnoteRef(_)
        | InlineKind::Value(_)
        | InlineKind::Span(..) => {}
    }
}
