//! How much memory a book will take to set. In: a book. Out: an error instead of its text when that
//! is too much.
//!
//! The costs were measured: 4 000 of a kind, set on A4 and written as PDF, on a machine of 64 bits.

use super::Book;
use crate::diagnostic::{Diagnostic, Findings, code};
use crate::document::{
    Block, BlockKind, ExamplePart, Inline, InlineKind, LinkTarget, List, Table, walk,
};
use crate::source::Span;

/// The most memory a book may take, in KiB: 2 GiB are about 1 600 full pages, 50 000 rows of two
/// cells or 8 000 titles.
const MOST: usize = 2 << 20;
/// Bytes of text that take one KiB.
const TEXT: usize = 5;

/// Leaves nothing to print of a book that is too large; the error stands where the limit is
/// reached.
pub(super) fn limit_memory(book: &mut Book, findings: &mut Findings) {
    let Some(span) = find_limit(book) else { return };
    let message = format!(
        "setting this book would take more than {} GiB of memory; here the limit is reached",
        MOST >> 20
    );
    findings.push(Diagnostic::at(code::TOO_LARGE, span, message).hint("make several books of it"));
    book.blocks.clear();
    book.quick.clear();
    book.footnotes.clear();
}

/// The block at which the limit is reached.
fn find_limit(book: &Book) -> Option<Span> {
    let notes = book.footnotes.iter().map(|note| &note.blocks);
    let quick = book.quick.iter().map(|entry| &entry.blocks);
    let mut sum = 60 * book.footnotes.len() + 400 * book.quick.len();
    let mut place = None;
    for blocks in std::iter::once(&book.blocks).chain(quick).chain(notes) {
        walk::each_block(blocks, &mut |found| {
            sum += block_cost(found)
                + walk::inline_runs(&found.kind)
                    .into_iter()
                    .map(|text| inlines_cost(text))
                    .sum::<usize>();
            if sum > MOST {
                place.get_or_insert(found.span);
            }
        });
    }
    place
}

fn block_cost(block: &Block) -> usize {
    match &block.kind {
        BlockKind::Heading(_) => 250,
        BlockKind::Todo(_) | BlockKind::Callout(_) => 150,
        BlockKind::Code(code) => 90 + 20 * code.text.lines().count() + code.text.len() / TEXT,
        BlockKind::List(List { items, .. }) => 20 + 25 * items.len(),
        BlockKind::Table(Table { rows, .. }) => {
            20 + 10 * rows.iter().map(|row| row.cells.len()).sum::<usize>()
        }
        BlockKind::Definitions(list) => 15 * list.len(),
        BlockKind::Quote(_) | BlockKind::Brief(_) => 30,
        BlockKind::Paragraph(_) | BlockKind::Figure(_) => 10,
        BlockKind::Rule | BlockKind::Pull(_) => 5,
        BlockKind::Example(played) => 200 + played.entries.iter().map(entry_cost).sum::<usize>(),
    }
}

/// A picture is about as large as a page of text.
fn entry_cost(entry: &ExamplePart) -> usize {
    match entry {
        ExamplePart::Heading(_) => 20,
        ExamplePart::Step { picture, .. } => {
            60 + picture.as_ref().map_or(0, |picture| 60 * (1 + picture.parts.len()))
        }
        ExamplePart::Walk(_) => 600,
    }
}

fn inlines_cost(text: &[Inline]) -> usize {
    let mut sum = 0;
    let mut bytes = 0;
    walk::each_nested_inline(text, &mut |inline| match &inline.kind {
        InlineKind::Text(text) => bytes += text.len(),
        InlineKind::Space => bytes += 1,
        InlineKind::Code(text) => {
            bytes += text.len();
            sum += 15;
        }
        InlineKind::Link(link) => {
            sum += if matches!(link.target, LinkTarget::Web { note: 1.. }) { 100 } else { 15 }
        }
        InlineKind::FootnoteRef(_) => sum += 20,
        InlineKind::Image(_) => sum += 15,
        InlineKind::Break => sum += 5,
        _ => sum += 8,
    });
    sum + bytes / TEXT
}
