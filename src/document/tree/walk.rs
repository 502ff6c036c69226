//! Every block and every inline of a tree, in reading order, outer before inner.

use super::{Block, BlockKind, ExamplePart, Inline, InlineKind, PlayedExample};

/// The block lists directly inside a block.
pub fn child_blocks(kind: &BlockKind) -> Vec<&Vec<Block>> {
    match kind {
        BlockKind::List(list) => list.items.iter().map(|item| &item.blocks).collect(),
        BlockKind::Quote(blocks) | BlockKind::Brief(blocks) => vec![blocks],
        BlockKind::Callout(callout) => vec![&callout.blocks],
        BlockKind::Table(table) => {
            table.rows.iter().flat_map(|row| &row.cells).map(|cell| &cell.blocks).collect()
        }
        BlockKind::Definitions(list) => {
            list.iter().flat_map(|definition| &definition.bodies).collect()
        }
        BlockKind::Example(played) => {
            let steps = played.entries.iter().filter_map(|entry| match entry {
                ExamplePart::Step { blocks, .. } => Some(blocks),
                _ => None,
            });
            std::iter::once(&played.opening).chain(steps).collect()
        }
        _ => Vec::new(),
    }
}

/// As [`children`], to change them.
pub fn child_blocks_mut(kind: &mut BlockKind) -> Vec<&mut Vec<Block>> {
    match kind {
        BlockKind::List(list) => list.items.iter_mut().map(|item| &mut item.blocks).collect(),
        BlockKind::Quote(blocks) | BlockKind::Brief(blocks) => vec![blocks],
        BlockKind::Callout(callout) => vec![&mut callout.blocks],
        BlockKind::Table(table) => table
            .rows
            .iter_mut()
            .flat_map(|row| &mut row.cells)
            .map(|cell| &mut cell.blocks)
            .collect(),
        BlockKind::Definitions(list) => {
            list.iter_mut().flat_map(|definition| &mut definition.bodies).collect()
        }
        BlockKind::Example(played) => {
            let PlayedExample { opening, entries, .. } = &mut **played;
            let steps = entries.iter_mut().filter_map(|entry| match entry {
                ExamplePart::Step { blocks, .. } => Some(blocks),
                _ => None,
            });
            std::iter::once(opening).chain(steps).collect()
        }
        _ => Vec::new(),
    }
}

/// The runs of inlines directly in a block.
pub fn inline_runs(kind: &BlockKind) -> Vec<&Vec<Inline>> {
    match kind {
        BlockKind::Heading(heading) => vec![&heading.content],
        BlockKind::Paragraph(inlines) | BlockKind::Todo(inlines) => vec![inlines],
        BlockKind::Figure(figure) => vec![&figure.caption],
        BlockKind::Table(table) => vec![&table.caption],
        BlockKind::Definitions(list) => list.iter().map(|definition| &definition.term).collect(),
        BlockKind::Example(played) => {
            let headings = played.entries.iter().filter_map(|entry| match entry {
                ExamplePart::Heading(content) => Some(content),
                _ => None,
            });
            [&played.title].into_iter().chain(headings).chain([&played.end]).collect()
        }
        _ => Vec::new(),
    }
}

/// As [`texts`], to change them.
pub fn inline_runs_mut(kind: &mut BlockKind) -> Vec<&mut Vec<Inline>> {
    match kind {
        BlockKind::Heading(heading) => vec![&mut heading.content],
        BlockKind::Paragraph(inlines) | BlockKind::Todo(inlines) => vec![inlines],
        BlockKind::Figure(figure) => vec![&mut figure.caption],
        BlockKind::Table(table) => vec![&mut table.caption],
        BlockKind::Definitions(list) => {
            list.iter_mut().map(|definition| &mut definition.term).collect()
        }
        BlockKind::Example(played) => {
            let PlayedExample { title, entries, end, .. } = &mut **played;
            let headings = entries.iter_mut().filter_map(|entry| match entry {
                ExamplePart::Heading(content) => Some(content),
                _ => None,
            });
            [title].into_iter().chain(headings).chain([end]).collect()
        }
        _ => Vec::new(),
    }
}

/// The inlines directly inside an inline.
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
        _ => None,
    }
}

/// As [`inner`], to change them.
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
        _ => None,
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

/// Calls `f` on every block, to change it.
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

/// Calls `f` on every inline of every block, to change it.
pub fn each_inline_mut(list: &mut [Block], f: &mut dyn FnMut(&mut Inline)) {
    each_block_mut(list, &mut |block| {
        for text in inline_runs_mut(&mut block.kind) {
            each_nested_inline_mut(text, f);
        }
    });
}

/// Calls `f` on each of `inlines` and what is inside them.
pub fn each_nested_inline<'a>(inlines: &'a [Inline], f: &mut dyn FnMut(&'a Inline)) {
    for inline in inlines {
        f(inline);
        if let Some(content) = child_inlines(&inline.kind) {
            each_nested_inline(content, f);
        }
    }
}

/// As [`within`], to change them.
pub fn each_nested_inline_mut(inlines: &mut [Inline], f: &mut dyn FnMut(&mut Inline)) {
    for inline in inlines {
        f(inline);
        if let Some(content) = child_inlines_mut(&mut inline.kind) {
            each_nested_inline_mut(content, f);
        }
    }
}
