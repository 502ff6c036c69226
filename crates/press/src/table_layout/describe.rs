//! Content of the cells of a table: numbers or words, links, and the whole as one text.

use crate::text_estimate::printed_words;
use document::{Block, Cell, Column, InlineKind, Table, TextAlignment, walk};

/// Returns the alignment of each column: that of the author, else to the right if it contains only numbers.
pub fn column_aligns(table: &Table) -> Vec<TextAlignment> {
    let columns = table.columns.iter().zip(number_counts(table));
    columns.map(|(column, count)| column_align(column, count)).collect()
}

/// Number of cells with numbers in each column; `None` for a column with words.
fn number_counts(table: &Table) -> Vec<Option<usize>> {
    let mut counts = vec![Some(0); table.columns.len()];
    for cell in table.rows.iter().skip(table.header_rows).flat_map(|row| &row.cells) {
        if let Some(count) = counts.get_mut(cell.column) {
            *count = count_with_cell(*count, cell);
        }
    }
    counts
}

fn count_with_cell(count: Option<usize>, cell: &Cell) -> Option<usize> {
    let words = plain_cell_words(cell);
    if cell.colspan > 1 || !is_numeric(&words) {
        return None;
    }
    let has_digit = words.contains(|c: char| c.is_ascii_digit());
    count.map(|count| count + usize::from(has_digit))
}

fn column_align(column: &Column, numbers: Option<usize>) -> TextAlignment {
    match column.align {
        TextAlignment::Auto if numbers.is_some_and(|count| count > 0) => TextAlignment::Right,
        align => align,
    }
}

fn plain_cell_words(cell: &Cell) -> String {
    let texts = cell.blocks.iter().flat_map(|block| walk::inline_runs(&block.kind));
    texts.map(|text| printed_words(text)).collect()
}

fn is_numeric(words: &str) -> bool {
    words.trim().chars().all(|c| c.is_ascii_digit() || "–-+−X .,%".contains(c))
}

/// True if the header contains links or notes: PDF/UA forbids them in a repeated header, so it is printed
/// once.
pub fn has_linked_header(table: &Table) -> bool {
    let mut found = false;
    for cell in table.rows.iter().take(table.header_rows).flat_map(|row| &row.cells) {
        walk::each_inline(&cell.blocks, &mut |inline| {
            found |= matches!(inline.kind, InlineKind::Link(_) | InlineKind::FootnoteRef(_));
        });
    }
    found
}

/// Returns the alternative text of a diagram: its cells, row by row.
pub fn describe_table(table: &Table) -> String {
    let row = |cells: &[Cell]| joined(cells.iter().map(|cell| words_of_blocks(&cell.blocks)), ", ");
    joined(table.rows.iter().map(|cells| row(&cells.cells)), "; ")
}

/// Returns the words of blocks and of everything in them.
fn words_of_blocks(blocks: &[Block]) -> String {
    let mut texts = Vec::new();
    walk::each_block(blocks, &mut |block| {
        texts.extend(walk::inline_runs(&block.kind).into_iter().map(|text| printed_words(text)));
    });
    joined(texts.into_iter(), " ")
}

/// Joins the texts that are not empty with a separator.
fn joined(texts: impl Iterator<Item = String>, between: &str) -> String {
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(between)
}
