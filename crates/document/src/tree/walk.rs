//! Visits every block and every inline of a tree, in reading order, outer before inner.

use super::{Block, BlockKind, Inline, InlineKind, Link};
use base::source::Span;

/// Returns the block lists directly inside a block.
pub fn child_blocks(kind: &BlockKind) -> Vec<&Vec<Block>> {
    match kind {
        BlockKind::List(list) => list.items.iter().map(|item| &item.blocks).collect(),
        BlockKind::Quote(blocks) | BlockKind::Brief(blocks) => vec![blocks],
        BlockKind::Callout(callout) => vec![&callout.blocks],
        BlockKind::Table(table) => table.cells().map(|cell| &cell.blocks).collect(),
        BlockKind::Definitions(list) => list.iter().flat_map(|entry| &entry.bodies).collect(),
        BlockKind::Example(played) => played.child_blocks(),
        BlockKind::Heading(_)
        | BlockKind::Paragraph(_)
        | BlockKind::Code(_)
        | BlockKind::Figure(_)
        | BlockKind::Pull(_)
        | BlockKind::Todo(_)
        | BlockKind::Rule => Vec::new(),
    }
}

/// Returns the lists of [`child_blocks`] for changes.
pub fn child_blocks_mut(kind: &mut BlockKind) -> Vec<&mut Vec<Block>> {
    match kind {
        BlockKind::List(list) => list.items.iter_mut().map(|item| &mut item.blocks).collect(),
        BlockKind::Quote(blocks) | BlockKind::Brief(blocks) => vec![blocks],
        BlockKind::Callout(callout) => vec![&mut callout.blocks],
        BlockKind::Table(table) => table.cells_mut().map(|cell| &mut cell.blocks).collect(),
        BlockKind::Definitions(list) => {
            list.iter_mut().flat_map(|entry| &mut entry.bodies).collect()
        }
        BlockKind::Example(played) => played.child_blocks_mut(),
        BlockKind::Heading(_)
        | BlockKind::Paragraph(_)
        | BlockKind::Code(_)
        | BlockKind::Figure(_)
        | BlockKind::Pull(_)
        | BlockKind::Todo(_)
        | BlockKind::Rule => Vec::new(),
    }
}

/// Returns the runs of inlines directly in a block.
pub fn inline_runs(kind: &BlockKind) -> Vec<&Vec<Inline>> {
    match kind {
        BlockKind::Heading(heading) => vec![&heading.content],
        BlockKind::Paragraph(inlines) | BlockKind::Todo(inlines) => vec![inlines],
        BlockKind::Figure(figure) => vec![&figure.caption],
        BlockKind::Table(table) => vec![&table.caption],
        BlockKind::Definitions(list) => list.iter().map(|entry| &entry.term).collect(),
        BlockKind::Example(played) => played.inline_runs(),
        BlockKind::List(_)
        | BlockKind::Quote(_)
        | BlockKind::Callout(_)
        | BlockKind::Brief(_)
        | BlockKind::Code(_)
        | BlockKind::Pull(_)
        | BlockKind::Rule => Vec::new(),
    }
}

/// Returns the runs of [`inline_runs`] for changes.
pub fn inline_runs_mut(kind: &mut BlockKind) -> Vec<&mut Vec<Inline>> {
    match kind {
        BlockKind::Heading(heading) => vec![&mut heading.content],
        BlockKind::Paragraph(inlines) | BlockKind::Todo(inlines) => vec![inlines],
        BlockKind::Figure(figure) => vec![&mut figure.caption],
        BlockKind::Table(table) => vec![&mut table.caption],
        BlockKind::Definitions(list) => list.iter_mut().map(|entry| &mut entry.term).collect(),
        BlockKind::Example(played) => played.inline_runs_mut(),
        BlockKind::List(_)
        | BlockKind::Quote(_)
        | BlockKind::Callout(_)
        | BlockKind::Brief(_)
        | BlockKind::Code(_)
        | BlockKind::Pull(_)
        | BlockKind::Rule => Vec::new(),
    }
}

/// Returns the inlines directly inside an inline.
pub fn child_inlines(kind: &InlineKind) -> Option<&Vec<Inline>> {
    match kind {
        InlineKind::Emphasis(content)
        | InlineKind::Strong(content)
        | InlineKind::Strike(content)
        | InlineKind::Subscript(content)
        | InlineKind::Superscript(content)
        | InlineKind::Span(content, _) => Some(content),
        InlineKind::Link(link) => Some(&link.content),
        InlineKind::Value(value) => Some(&value.content),
        InlineKind::Text(_)
        | InlineKind::Space
        | InlineKind::Break
        | InlineKind::Code(_)
        | InlineKind::Image(_)
        | InlineKind::FootnoteRef(_)
        | InlineKind::Icon(_) => None,
    }
}

/// Returns the inlines of [`child_inlines`] for changes.
pub fn child_inlines_mut(kind: &mut InlineKind) -> Option<&mut Vec<Inline>> {
    match kind {
        InlineKind::Emphasis(content)
        | InlineKind::Strong(content)
        | InlineKind::Strike(content)
        | InlineKind::Subscript(content)
        | InlineKind::Superscript(content)
        | InlineKind::Span(content, _) => Some(content),
        InlineKind::Link(link) => Some(&mut link.content),
        InlineKind::Value(value) => Some(&mut value.content),
        InlineKind::Text(_)
        | InlineKind::Space
        | InlineKind::Break
        | InlineKind::Code(_)
        | InlineKind::Image(_)
        | InlineKind::FootnoteRef(_)
        | InlineKind::Icon(_) => None,
    }
}

/// Calls `f` on every block.
pub fn each_block<'a>(list: &'a [Block], f: &mut dyn FnMut(&'a Block)) {
    for block in list {
        f(block);
        for child in child_blocks(&block.kind) {
            each_block(child, f);
        }
    }
}

/// Calls `f` on every block, which it may change.
pub fn each_block_mut(list: &mut [Block], f: &mut dyn FnMut(&mut Block)) {
    for block in list {
        f(block);
        for child in child_blocks_mut(&mut block.kind) {
            each_block_mut(child, f);
        }
    }
}

/// Calls `f` on every inline of every block.
pub fn each_inline<'a>(list: &'a [Block], f: &mut dyn FnMut(&'a Inline)) {
    each_block(list, &mut |block| {
        for text in inline_runs(&block.kind) {
            each_nested_inline(text, f);
        }
    });
}

/// Calls `f` on every inline of every block, which it may change.
pub fn each_inline_mut(list: &mut [Block], f: &mut dyn FnMut(&mut Inline)) {
    each_block_mut(list, &mut |block| {
        for text in inline_runs_mut(&mut block.kind) {
            each_nested_inline_mut(text, f);
        }
    });
}

/// Calls `f` on every link of every block, with its place.
pub fn each_link<'a>(list: &'a [Block], f: &mut dyn FnMut(&'a Link, Span)) {
    each_inline(list, &mut |inline| {
        if let InlineKind::Link(link) = &inline.kind {
            f(link, inline.span);
        }
    });
}

/// Calls `f` on each of `inlines` and on the inlines inside them.
pub fn each_nested_inline<'a>(inlines: &'a [Inline], f: &mut dyn FnMut(&'a Inline)) {
    for inline in inlines {
        f(inline);
        if let Some(content) = child_inlines(&inline.kind) {
            each_nested_inline(content, f);
        }
    }
}

/// Calls `f` on the inlines of [`each_nested_inline`], which it may change.
pub fn each_nested_inline_mut(inlines: &mut [Inline], f: &mut dyn FnMut(&mut Inline)) {
    for inline in inlines {
        f(inline);
        if let Some(content) = child_inlines_mut(&mut inline.kind) {
            each_nested_inline_mut(content, f);
        }
    }
}
