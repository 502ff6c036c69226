//! The words of a tree, each with the place of its node.

use base::source::Span;
use document::{Block, BlockKind, Document, InlineKind, own_words, walk};

/// Calls `f` on each text of a document with its place.
pub fn each_tree_text(document: &Document, f: &mut dyn FnMut(Span, &str)) {
    for blocks in document.bodies() {
        walk::each_block(blocks, &mut |block| {
            block_texts(block, f);
            for run in walk::inline_runs(&block.kind) {
                walk::each_nested_inline(run, &mut |inline| {
                    f(inline.span, own_words(&inline.kind));
                    // The reader of the source counts the name of an icon of the book as a word.
                    if let InlineKind::Icon(icon) = &inline.kind {
                        f(inline.span, &icon.name);
                    }
                });
            }
        });
    }
}

/// Calls `f` on the texts of a block besides its inlines and the blocks in it.
fn block_texts(block: &Block, f: &mut dyn FnMut(Span, &str)) {
    match &block.kind {
        BlockKind::Code(code) => {
            f(block.span, &code.text);
            f(block.span, &code.language);
        }
        BlockKind::Callout(callout) => f(block.span, &callout.word),
        BlockKind::Figure(figure) => f(block.span, &figure.image.alt),
        // The reader of the source counts the path of a picture in a table of components as a word.
        BlockKind::Table(table) if block.attributes.has_class("components") => {
            let cells = table.cells().flat_map(|cell| &cell.blocks);
            for inline in cells.flat_map(|block| walk::inline_runs(&block.kind)).flatten() {
                if let InlineKind::Image(image) = &inline.kind {
                    f(inline.span, &image.url);
                }
            }
        }
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
