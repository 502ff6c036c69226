//! Splits paragraphs of very many pieces, because the time to set one grows with the square of its pieces. No
//! paragraph for human readers is so long.

use super::Book;
use super::glyphs::all_blocks;
use document::{Block, BlockKind, Inline, walk};

/// The most pieces of a paragraph: stretches of text, emphasis, links and what is inside them.
const MOST_PIECES: usize = 2_000;

/// Splits the paragraphs and titles of `book` that have too many pieces.
pub fn split_paragraphs(book: &mut Book) {
    all_blocks(book).for_each(split_blocks);
}

fn split_blocks(blocks: &mut Vec<Block>) {
    for block in blocks.iter_mut() {
        walk::child_blocks_mut(&mut block.kind).into_iter().for_each(split_blocks);
    }
    if blocks.iter().any(is_too_long) {
        *blocks = std::mem::take(blocks).into_iter().flat_map(split_block).collect();
    }
}

/// True for a paragraph or a title with too many pieces.
fn is_too_long(block: &Block) -> bool {
    let text = match &block.kind {
        BlockKind::Paragraph(text) => text,
        BlockKind::Heading(heading) => &heading.content,
        _ => return false,
    };
    piece_count(text) > MOST_PIECES
}

/// Splits a paragraph into several; the rest of a title that is too long follows it as text.
fn split_block(mut block: Block) -> Vec<Block> {
    if !is_too_long(&block) {
        return vec![block];
    }
    let span = block.span;
    let text = match &mut block.kind {
        BlockKind::Paragraph(text) => text,
        BlockKind::Heading(heading) => &mut heading.content,
        _ => return vec![block],
    };
    let mut parts = split_inlines(std::mem::take(text)).into_iter();
    *text = parts.next().unwrap_or_default();
    let rest = parts.map(|part| Block::new(BlockKind::Paragraph(part), span));
    std::iter::once(block).chain(rest.collect::<Vec<_>>()).collect()
}

fn piece_count(text: &[Inline]) -> usize {
    let mut count = 0;
    walk::each_nested_inline(text, &mut |_| count += 1);
    count
}

/// Splits inlines into runs that have no more pieces than a paragraph may have; longer emphasis and links are
/// split too.
fn split_inlines(text: Vec<Inline>) -> Vec<Vec<Inline>> {
    let (mut parts, mut last, mut count) = (Vec::new(), Vec::new(), 0);
    for inline in text.into_iter().flat_map(split_inline) {
        let pieces = piece_count(std::slice::from_ref(&inline));
        if count + pieces > MOST_PIECES && !last.is_empty() {
            parts.push(std::mem::take(&mut last));
            count = 0;
        }
        count += pieces;
        last.push(inline);
    }
    parts.push(last);
    parts
}

fn split_inline(mut inline: Inline) -> Vec<Inline> {
    if piece_count(std::slice::from_ref(&inline)) <= MOST_PIECES {
        return vec![inline];
    }
    let Some(content) = walk::child_inlines_mut(&mut inline.kind) else { return vec![inline] };
    let parts = split_inlines(std::mem::take(content));
    parts.into_iter().map(|part| with_content(&inline, part)).collect()
}

/// Returns a copy of emphasis or of a link with other content.
fn with_content(inline: &Inline, content: Vec<Inline>) -> Inline {
    let mut copy = inline.clone();
    if let Some(inside) = walk::child_inlines_mut(&mut copy.kind) {
        *inside = content;
    }
    copy
}
