//! Widths that columns need, and how they share the available width.

use super::share;
use crate::set::design::design;
use crate::text_estimate::{code_lines, printed_words};
use base::font::{self, Face};
use document::{
    Block, BlockKind, Cell, Column, ColumnWidth, Image, Inline, InlineKind, Table, walk,
};

/// Width of a column without words inside its insets, in points.
const EMPTY: f64 = 6.0;
/// Greatest width that a picture gives its column, in points.
const MOST_PICTURE: f32 = 160.0;
/// Least width of a picture while there is room, in points.
const LEAST_PICTURE: f64 = 45.0;
/// Greatest width of columns, in their natural widths, unless a greater one fills the table.
const MOST_STRETCH: f64 = 1.35;

/// The widths of a column or a cell in points, insets included.
#[derive(Debug, Clone, Copy)]
pub struct ColumnNeed {
    /// Width of the longest word.
    pub least: f64,
    /// Width of the longest line.
    pub natural: f64,
}

impl ColumnNeed {
    /// Widens it to the need of another one.
    fn widen(&mut self, other: Self) {
        self.least = self.least.max(other.least);
        self.natural = self.natural.max(other.natural);
    }
}

/// Sum of the least widths of columns.
pub fn least_width(need: &[ColumnNeed]) -> f64 {
    need.iter().map(|column| column.least).sum()
}

/// Sum of the natural widths of columns.
pub fn natural_width(need: &[ColumnNeed]) -> f64 {
    need.iter().map(|column| column.natural).sum()
}

/// Measures the need of each column of a table.
pub fn measure_columns(table: &Table) -> Vec<ColumnNeed> {
    let mut need = needs_of_single_cells(table);
    for cell in table.cells().filter(|cell| cell.colspan > 1) {
        widen_columns(&mut need[cell.column..cell.column + cell.colspan], cell_need(cell));
    }
    for column in &mut need {
        column.natural = column.natural.max(column.least);
    }
    need
}

/// Measures the need of each column for the cells that are in it alone.
fn needs_of_single_cells(table: &Table) -> Vec<ColumnNeed> {
    let empty = design().table.cell + EMPTY;
    let mut need = vec![ColumnNeed { least: empty, natural: empty }; table.columns.len()];
    for cell in table.cells().filter(|cell| cell.colspan == 1) {
        need[cell.column].widen(cell_need(cell));
    }
    need
}

/// Widens columns for a cell that spans them, each by the same amount.
fn widen_columns(columns: &mut [ColumnNeed], own: ColumnNeed) {
    let (least, natural) = (least_width(columns), natural_width(columns));
    let count = columns.len() as f64;
    for column in columns {
        column.least += ((own.least - least) / count).max(0.0);
        column.natural += ((own.natural - natural) / count).max(0.0);
    }
}

/// Measures the widest word and the widest line of a cell.
pub fn cell_need(cell: &Cell) -> ColumnNeed {
    let inset = design().table.cell;
    let mut need = ColumnNeed { least: 0.0, natural: 0.0 };
    walk::each_block(&cell.blocks, &mut |block| {
        for text in walk::inline_runs(&block.kind) {
            let own = text_need(text, cell.header, block_indent(block));
            need.widen(own);
        }
    });
    ColumnNeed { least: need.least + inset, natural: need.natural + inset }
}

/// Returns the width of each paragraph and item of a cell on one line, in points, without insets.
pub fn cell_lines(cell: &Cell) -> Vec<f64> {
    let mut lines = Vec::new();
    walk::each_block(&cell.blocks, &mut |block| {
        for text in walk::inline_runs(&block.kind) {
            lines.push(text_need(text, cell.header, block_indent(block)).natural);
        }
    });
    lines
}

/// Estimates the number of lines of a cell with this width: its paragraphs, items, code and pictures one
/// below the other.
pub fn filled_lines(cell: &Cell, width: f64) -> f64 {
    let mut lines = 0.0;
    walk::each_block(&cell.blocks, &mut |block| {
        for text in walk::inline_runs(&block.kind) {
            lines += text_lines(text, cell.header, width);
        }
        if let BlockKind::Code(code) = &block.kind {
            lines += code_lines(&code.text, width);
        } else if let BlockKind::Figure(figure) = &block.kind {
            lines += picture_lines(&figure.image, width);
        }
    });
    lines.max(1.0)
}

/// Estimates the number of lines of a text, each as high as its highest picture.
fn text_lines(text: &[Inline], bold: bool, width: f64) -> f64 {
    let (mut breaks, mut high) = (0.0, 1.0);
    walk::each_nested_inline(text, &mut |inline| {
        if inline.kind == InlineKind::Break {
            breaks += 1.0;
        } else if let InlineKind::Image(image) = &inline.kind {
            high = f64::max(high, picture_lines(image, width));
        }
    });
    let broken = (text_need(text, bold, 0.0).natural / width).ceil();
    f64::max(broken, breaks + 1.0) * high
}

/// Estimates the height of a picture in lines; a missing one is printed as its words.
fn picture_lines(image: &Image, width: f64) -> f64 {
    let high = if image.file.is_some() { f64::from(image.size_in(width as f32).1) } else { 0.0 };
    high / design().table.line
}

/// Returns the widths of the terms of a cell that have two to `most` words each and are separated by commas
/// and semicolons.
pub fn term_widths(cell: &Cell, most: usize) -> Vec<f64> {
    let (face, size) = cell_type(cell.header);
    let mut widths = Vec::new();
    walk::each_block(&cell.blocks, &mut |block| {
        for text in walk::inline_runs(&block.kind) {
            let words = printed_words(text);
            let terms = words.split_inclusive([',', ';']).map(str::trim);
            let few = terms.filter(|term| (2..=most).contains(&term.split_whitespace().count()));
            widths.extend(few.map(|term| font::text_width(term, face) * size));
        }
    });
    widths
}

/// Number of words in a cell.
pub fn count_words(cell: &Cell) -> usize {
    let mut count = 0;
    walk::each_block(&cell.blocks, &mut |block| {
        for text in walk::inline_runs(&block.kind) {
            count += printed_words(text).split_whitespace().count();
        }
    });
    count
}

/// Width that a list takes from its cell.
fn block_indent(block: &Block) -> f64 {
    if matches!(block.kind, BlockKind::List(_)) { design().table.indent } else { 0.0 }
}

/// Returns the face of the words of a cell, and their size with the factor for their width.
fn cell_type(bold: bool) -> (Face, f64) {
    let (size, metrics) = (design().size.table, &design().table);
    if bold { (Face::Bold, size * metrics.bold) } else { (Face::Body, size * metrics.body) }
}

/// Measures the need of pictures: they shrink with their column, but fit best side by side.
fn pictures_need(text: &[Inline]) -> ColumnNeed {
    let mut need = ColumnNeed { least: 0.0, natural: 0.0 };
    walk::each_nested_inline(text, &mut |inline| {
        if let InlineKind::Image(image) = &inline.kind
            && image.file.is_some()
        {
            let (width, _) = image.size_in(MOST_PICTURE);
            need.least = need.least.max(f64::from(width).min(LEAST_PICTURE));
            need.natural += f64::from(width);
        }
    });
    need
}

fn text_need(text: &[Inline], bold: bool, indent: f64) -> ColumnNeed {
    let (face, size) = cell_type(bold);
    let words = printed_words(text);
    let widths = words.split_whitespace().map(|word| font::text_width(word, face) * size);
    let widest = widths.fold(0.0, f64::max);
    let mut need = pictures_need(text);
    need.widen(ColumnNeed {
        least: widest.min(design().table.longest_word),
        natural: font::text_width(&words, face) * size,
    });
    ColumnNeed { least: need.least + indent, natural: need.natural + indent }
}

/// Divides `width` among columns with these needs.
pub fn share_width(table: &Table, need: &[ColumnNeed], width: f64) -> Vec<f64> {
    asked_widths(table, need, width).unwrap_or_else(|| widths_by_need(table, need, width))
}

fn widths_by_need(table: &Table, need: &[ColumnNeed], width: f64) -> Vec<f64> {
    let natural = natural_width(need);
    if natural <= width {
        let stretch = stretch_factor(natural, width);
        return need.iter().map(|column| column.natural * stretch).collect();
    }
    share::settled_widths(table, need, squeezed_widths(need, width))
}

/// Gives every column the width of its longest word, and the same part of its further need.
fn squeezed_widths(need: &[ColumnNeed], width: f64) -> Vec<f64> {
    let (least, natural) = (least_width(need), natural_width(need));
    let spare = (width - least) / (natural - least).max(1.0);
    need.iter().map(|column| column.least + (column.natural - column.least) * spare).collect()
}

/// Width of columns as a factor of their natural width, if there is room for more.
fn stretch_factor(natural: f64, width: f64) -> f64 {
    let whole = 1.0 + (width - natural) / natural;
    let fills = natural * MOST_STRETCH >= width;
    if fills { whole } else { MOST_STRETCH.min(whole) }
}

/// Returns the widths that the author asked for in percent, if every word fits them.
fn asked_widths(table: &Table, need: &[ColumnNeed], width: f64) -> Option<Vec<f64>> {
    let percents: Vec<f64> = table.columns.iter().map(asked_percent).collect::<Option<_>>()?;
    let sum: f64 = percents.iter().sum();
    let widths: Vec<f64> = percents.iter().map(|percent| percent / sum * width).collect();
    widths.iter().zip(need).all(|(have, column)| *have >= column.least).then_some(widths)
}

fn asked_percent(column: &Column) -> Option<f64> {
    match column.width {
        ColumnWidth::Percent(percent) if percent > 0.0 => Some(f64::from(percent)),
        ColumnWidth::Percent(_) | ColumnWidth::Auto | ColumnWidth::Points(_) => None,
    }
}
