//! Estimate of the memory that a book needs to be set. In: a book. Out: an error instead of its text if it
//! needs too much.
//!
//! The costs were measured: 4 000 elements of a kind, set on A4 and written as PDF, on a 64-bit machine.

use super::Book;
use base::diagnostic::{Diagnostic, Findings, code};
use base::source::Span;
use document::{Block, BlockKind, ExamplePart, Inline, InlineKind, Link, LinkTarget, walk};
use draw::picture::Picture;

/// Most bytes that the rulebook may be expected to take: about 1 600 full pages, 50 000 rows of two cells or
/// 8 000 titles. It is half of the limit for all outputs of a book.
pub const MOST_EXPECTED: u64 = 2 << 30;
/// Bytes of text that take one KiB.
const TEXT: usize = 5;
/// Bytes of the outlines of an icon that take one KiB.
const OUTLINE: usize = 10;
/// KiB that a footnote takes besides its text.
const NOTE: usize = 60;
/// KiB that an entry of the quick reference takes besides its text.
const QUICK: usize = 400;

/// Empties a book that is too large, and reports an error at the block where the limit is reached.
pub fn limit_memory(book: &mut Book, most: u64, findings: &mut Findings) {
    let Some(span) = find_limit(book, most) else { return };
    let message = format!(
        "the book is too large: it is likely to need more than {} of memory, and reaches the limit here",
        size_words(most)
    );
    let more = size_words(most.saturating_mul(4)).replace(' ', "");
    let hint =
        format!("split the book into several books, or allow more with --limit-memory {more}");
    findings.push(Diagnostic::at(code::TOO_LARGE, span, message).hint(hint));
    book.blocks.clear();
    book.quick.clear();
    book.footnotes.clear();
}

/// Returns a size of memory in words: "4 GiB", "1536 MiB".
pub fn size_words(bytes: u64) -> String {
    match bytes % (1 << 30) {
        0 => format!("{} GiB", bytes >> 30),
        _ => format!("{} MiB", bytes >> 20),
    }
}

/// Returns the place of the block at which the limit is reached.
fn find_limit(book: &Book, most: u64) -> Option<Span> {
    let most = usize::try_from(most >> 10).unwrap_or(usize::MAX);
    let mut sum = NOTE * book.footnotes.len() + QUICK * book.quick.len();
    let mut place = None;
    for blocks in all_blocks(book) {
        walk::each_block(blocks, &mut |block| {
            let texts = walk::inline_runs(&block.kind).into_iter();
            sum += block_cost(block) + texts.map(|text| inlines_cost(text)).sum::<usize>();
            if sum > most {
                place.get_or_insert(block.span);
            }
        });
    }
    place
}

/// Every list of blocks of the rulebook.
fn all_blocks(book: &Book) -> impl Iterator<Item = &Vec<Block>> {
    let notes = book.footnotes.iter().map(|note| &note.blocks);
    let quick = book.quick.iter().map(|entry| &entry.blocks);
    std::iter::once(&book.blocks).chain(quick).chain(notes)
}

/// Bytes of the text of a rulebook; examples are counted by the space that they take on paper.
pub fn text_bytes(book: &Book) -> usize {
    let mut sum = 0;
    for blocks in all_blocks(book) {
        walk::each_block(blocks, &mut |block| {
            sum += block_cost(block);
            for run in walk::inline_runs(&block.kind) {
                walk::each_nested_inline(run, &mut |inline| sum += inline_bytes(&inline.kind));
            }
        });
    }
    sum
}

/// Cost of a block without the blocks and the text inside it.
fn block_cost(block: &Block) -> usize {
    match &block.kind {
        BlockKind::Heading(_) => 250,
        BlockKind::Todo(_) | BlockKind::Callout(_) => 150,
        BlockKind::Code(code) => 90 + 20 * code.text.lines().count() + code.text.len() / TEXT,
        BlockKind::List(list) => 20 + 25 * list.items.len(),
        BlockKind::Table(table) => {
            20 + 10 * table.rows.iter().map(|row| row.cells.len()).sum::<usize>()
        }
        BlockKind::Definitions(list) => 15 * list.len(),
        BlockKind::Quote(_) | BlockKind::Brief(_) => 30,
        BlockKind::Paragraph(_) | BlockKind::Figure(_) => 10,
        BlockKind::Rule | BlockKind::Pull(_) => 5,
        BlockKind::Example(played) => 200 + played.entries.iter().map(entry_cost).sum::<usize>(),
    }
}

/// Cost of a part of an example; a picture counts by the number of its parts.
fn entry_cost(entry: &ExamplePart) -> usize {
    match entry {
        ExamplePart::Heading(_) => 20,
        ExamplePart::Step { picture, .. } => 60 + picture.as_ref().map_or(0, picture_cost),
        ExamplePart::Board { picture, .. } => picture_cost(picture),
        ExamplePart::Walk(_) => 600,
    }
}

fn picture_cost(picture: &Picture) -> usize {
    60 * (1 + picture.parts.len())
}

fn inlines_cost(text: &[Inline]) -> usize {
    let (mut sum, mut bytes) = (0, 0);
    walk::each_nested_inline(text, &mut |inline| {
        sum += inline_cost(&inline.kind);
        bytes += inline_bytes(&inline.kind);
    });
    sum + bytes / TEXT
}

/// Cost of an inline without its bytes.
fn inline_cost(kind: &InlineKind) -> usize {
    match kind {
        InlineKind::Text(_) | InlineKind::Space => 0,
        InlineKind::Break => 5,
        InlineKind::Emphasis(_)
        | InlineKind::Strong(_)
        | InlineKind::Strike(_)
        | InlineKind::Subscript(_)
        | InlineKind::Superscript(_)
        | InlineKind::Value(_)
        | InlineKind::Span(..) => 8,
        InlineKind::Icon(icon) => {
            18 + icon.outline.paths.iter().map(String::len).sum::<usize>() / OUTLINE
        }
        InlineKind::Code(_) | InlineKind::Image(_) => 15,
        InlineKind::Link(Link { target: LinkTarget::Web { note: 1.. }, .. }) => 100,
        InlineKind::Link(_) => 15,
        InlineKind::FootnoteRef(_) => 20,
    }
}

/// Bytes of the text of an inline itself.
fn inline_bytes(kind: &InlineKind) -> usize {
    match kind {
        InlineKind::Text(text) | InlineKind::Code(text) => text.len(),
        InlineKind::Space => 1,
        InlineKind::Break
        | InlineKind::Emphasis(_)
        | InlineKind::Strong(_)
        | InlineKind::Strike(_)
        | InlineKind::Subscript(_)
        | InlineKind::Superscript(_)
        | InlineKind::Link(_)
        | InlineKind::Image(_)
        | InlineKind::FootnoteRef(_)
        | InlineKind::Value(_)
        | InlineKind::Span(..)
        | InlineKind::Icon(_) => 0,
    }
}
