//! Tables: how wide each column is, and whether a table stands in a column, over both, on a turned
//! page or in parts.

use super::paper::Paper;
use super::tokens::tokens;
use crate::document::{
    Block, BlockKind, Cell, Column, ColumnWidth, Inline, InlineKind, Row, Table, TextAlignment,
    walk,
};
use crate::font::{self, Face};

/// A table that needs this many times the width it has is better placed wider.
const CROWDED: f64 = 4.5;
/// A last column naturally wider than this is prose, in points.
const PROSE: f64 = 150.0;

/// Where a table stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TablePlace {
    /// In a text column.
    Column,
    /// Over both columns, floating.
    Wide,
    /// On pages of one column.
    Plain,
    /// On turned pages.
    Turned,
}

/// A table with its column widths.
#[derive(Debug, Clone)]
pub(super) struct PlacedTable {
    /// Where it stands.
    pub place: TablePlace,
    /// Rows of the grid that make one row of the table: 2 when its prose stands below its numbers.
    pub stripe: usize,
    /// The parts it was cut into, one unless it fits no page; each with its column widths in
    /// points.
    pub parts: Vec<(Table, Vec<f64>)>,
}

/// Places `table` on `paper`; `single` when the text around it runs in one column.
pub(super) fn place_table(table: &Table, paper: &Paper, single: bool) -> PlacedTable {
    let whole = place_unstacked(table, paper, single);
    let crowded = whole.parts.len() > 1
        || whole.place == TablePlace::Turned
        || whole.place == TablePlace::Plain;
    if !crowded {
        return whole;
    }
    let joined = join_last_columns(table);
    for candidate in [Some(table), joined.as_ref()].into_iter().flatten() {
        let Some(stacked) = stack_prose(candidate) else { continue };
        let placed = PlacedTable { stripe: 2, ..place_unstacked(&stacked, paper, single) };
        let better = placed.parts.len() < whole.parts.len()
            || placed.place != whole.place
            || is_squeezed(&whole);
        if better && placed.place != TablePlace::Turned && placed.parts.len() == 1 {
            return placed;
        }
    }
    whole
}

/// The table with its last two columns of words made one: "Intercept. This ally enters rested."
fn join_last_columns(table: &Table) -> Option<Table> {
    let last = table.columns.len().checked_sub(1).filter(|last| *last >= 4)?;
    let aligns = column_aligns(table);
    let words = |column: usize| aligns[column] != TextAlignment::Right;
    let plain = table.rows.iter().all(|row| row.cells.len() == last + 1);
    if !plain || !words(last) || !words(last - 1) {
        return None;
    }
    let rows = table.rows.iter().map(|row| {
        let mut cells = row.cells.clone();
        let prose = cells.remove(last);
        let cell = &mut cells[last - 1];
        cell.blocks = join_lead(std::mem::take(&mut cell.blocks), prose.blocks);
        Row { cells }
    });
    let columns = table.columns[..last].to_vec();
    Some(Table { columns, rows: rows.collect(), ..table.clone() })
}

/// A keyword before its sentence, in one paragraph where both are one.
fn join_lead(lead: Vec<Block>, prose: Vec<Block>) -> Vec<Block> {
    match (lead.as_slice(), prose.as_slice()) {
        (
            [Block { kind: BlockKind::Paragraph(lead), span, .. }],
            [Block { kind: BlockKind::Paragraph(prose), .. }],
        ) => {
            let strong = Inline::new(InlineKind::Strong(lead.clone()), *span);
            let stop = Inline::new(InlineKind::Text(". ".to_owned()), *span);
            let inlines = [strong, stop].into_iter().chain(prose.iter().cloned()).collect();
            vec![Block::new(BlockKind::Paragraph(inlines), *span)]
        }
        _ => lead.into_iter().chain(prose).collect(),
    }
}

/// Whether the last column breaks into three lines or more somewhere.
fn is_squeezed(placed: &PlacedTable) -> bool {
    let [(table, columns)] = placed.parts.as_slice() else { return true };
    let last = columns.len() - 1;
    let cells = table.rows.iter().flat_map(|row| &row.cells).filter(|cell| cell.column == last);
    cells.map(|cell| cell_widths(cell).1).fold(0.0, f64::max) > 2.0 * columns[last]
}

/// The last column, when it is prose, set below the others of its row; the first cell spans both
/// and holds them together.
fn stack_prose(table: &Table) -> Option<Table> {
    let last = table.columns.len().checked_sub(1).filter(|last| *last >= 3)?;
    let plain = table.rows.iter().all(|row| row.cells.len() == last + 1);
    let (_, most) = *measure_columns(table).last()?;
    if !plain || most < PROSE || table.header_rows != 1 {
        return None;
    }
    let name = column_aligns(table).iter().position(|align| *align != TextAlignment::Right);
    let mut rows = Vec::with_capacity(table.rows.len() * 2);
    for row in &table.rows {
        let (numbers, prose) = row.cells.split_at(last);
        let numbers = numbers.iter().map(|cell| Cell {
            rowspan: if cell.column == 0 { 2 } else { 1 },
            header: cell.header || Some(cell.column) == name,
            ..cell.clone()
        });
        rows.push(Row { cells: numbers.collect() });
        rows.push(Row {
            cells: vec![Cell {
                column: 1,
                colspan: last - 1,
                align: TextAlignment::Left,
                ..prose[0].clone()
            }],
        });
    }
    let columns = table.columns[..last].to_vec();
    Some(Table { columns, rows, header_rows: 2, ..table.clone() })
}

fn place_unstacked(table: &Table, paper: &Paper, single: bool) -> PlacedTable {
    let need = measure_columns(table);
    let least: f64 = need.iter().map(|(min, _)| min).sum();
    let most: f64 = need.iter().map(|(_, max)| max).sum();
    let fits = |width: f64| least <= width && most <= width * CROWDED;
    let (place, width) = if single && least <= paper.text_width() {
        (TablePlace::Plain, paper.text_width())
    } else if !single && fits(paper.column_width()) {
        (TablePlace::Column, paper.column_width())
    } else if least <= paper.text_width() {
        (TablePlace::Wide, paper.text_width())
    } else {
        (TablePlace::Turned, paper.turned_width())
    };
    let parts = if least <= width {
        vec![(table.clone(), share_width(table, &need, width))]
    } else {
        cut_columns(table, &need, width)
    };
    let tall =
        parts.len() > 1 || table_height(&parts[0].0, &parts[0].1) > paper.text_height() * 0.8;
    PlacedTable {
        place: if place == TablePlace::Wide && tall { TablePlace::Plain } else { place },
        stripe: 1,
        parts,
    }
}

/// Places `table` where other content leaves it `width` points; words that do not fit are broken.
pub(super) fn fit_table(table: &Table, width: f64) -> PlacedTable {
    let need = measure_columns(table);
    let least: f64 = need.iter().map(|(min, _)| min).sum();
    let widths = match least <= width {
        true => share_width(table, &need, width),
        false => need.iter().map(|(min, _)| min / least * width).collect(),
    };
    PlacedTable { place: TablePlace::Plain, stripe: 1, parts: vec![(table.clone(), widths)] }
}

/// The least and the natural width of each column, in points, insets included.
fn measure_columns(table: &Table) -> Vec<(f64, f64)> {
    let mut need =
        vec![(tokens().table.cell + 6.0, tokens().table.cell + 6.0); table.columns.len()];
    let cells = || table.rows.iter().flat_map(|row| &row.cells);
    for cell in cells().filter(|cell| cell.colspan == 1) {
        let (min, max) = cell_widths(cell);
        let column = &mut need[cell.column];
        *column = (column.0.max(min), column.1.max(max));
    }
    for cell in cells().filter(|cell| cell.colspan > 1) {
        let (min, max) = cell_widths(cell);
        let span = &mut need[cell.column..cell.column + cell.colspan];
        let (have_min, have_max) =
            span.iter().fold((0.0, 0.0), |sum, c| (sum.0 + c.0, sum.1 + c.1));
        let count = span.len() as f64;
        for column in span {
            column.0 += ((min - have_min) / count).max(0.0);
            column.1 += ((max - have_max) / count).max(0.0);
        }
    }
    need.iter().map(|(min, max)| (*min, max.max(*min))).collect()
}

/// The widest word and the widest line of a cell.
fn cell_widths(cell: &Cell) -> (f64, f64) {
    let face = if cell.header { Face::Bold } else { Face::Body };
    let metrics = &tokens().table;
    let wider = if face == Face::Bold { metrics.bold } else { metrics.body };
    let size = tokens().size.table * wider;
    let (mut min, mut max) = (0.0f64, 0.0f64);
    walk::each_block(&cell.blocks, &mut |block| {
        let indent = if matches!(block.kind, BlockKind::List(_)) { metrics.indent } else { 0.0 };
        for text in walk::inline_runs(&block.kind) {
            let words = printed_words(text);
            let widest = words
                .split_whitespace()
                .map(|word| font::text_width(word, face) * size)
                .fold(0.0, f64::max);
            min = min.max(widest.min(metrics.longest_word) + indent);
            max = max.max(font::text_width(&words, face) * size + indent);
        }
    });
    (min + tokens().table.cell, max + tokens().table.cell)
}

/// The words of a cell with what the press adds to them.
pub(super) fn printed_words(inlines: &[Inline]) -> String {
    let mut out = String::new();
    walk::each_nested_inline(inlines, &mut |inline| match &inline.kind {
        InlineKind::Text(text) | InlineKind::Code(text) => out.push_str(text),
        InlineKind::Space | InlineKind::Break => out.push(' '),
        InlineKind::Image(_) => out.push_str("WW"),
        InlineKind::FootnoteRef(_) => out.push_str("00"),
        _ => {}
    });
    out
}

/// Shares `width` among columns that need `need`.
fn share_width(table: &Table, need: &[(f64, f64)], width: f64) -> Vec<f64> {
    if let Some(asked) = asked_widths(table, need, width) {
        return asked;
    }
    let least: f64 = need.iter().map(|(min, _)| min).sum();
    let most: f64 = need.iter().map(|(_, max)| max).sum();
    if most <= width {
        let spare = (width - most) / most;
        let stretch = if most * 1.8 >= width { 1.0 + spare } else { 1.8f64.min(1.0 + spare) };
        return need.iter().map(|(_, max)| max * stretch).collect();
    }
    let spare = (width - least) / (most - least).max(1.0);
    need.iter().map(|(min, max)| min + (max - min) * spare).collect()
}

/// The widths the author asked for in percent, if every word fits them.
fn asked_widths(table: &Table, need: &[(f64, f64)], width: f64) -> Option<Vec<f64>> {
    let percent = |column: &Column| match column.width {
        ColumnWidth::Percent(percent) if percent > 0.0 => Some(f64::from(percent)),
        _ => None,
    };
    let percents: Vec<f64> = table.columns.iter().map(percent).collect::<Option<_>>()?;
    let sum: f64 = percents.iter().sum();
    let widths: Vec<f64> = percents.iter().map(|percent| percent / sum * width).collect();
    widths.iter().zip(need).all(|(have, (min, _))| have >= min).then_some(widths)
}

/// Cuts a table between columns into parts that fit; each repeats the first column.
fn cut_columns(table: &Table, need: &[(f64, f64)], width: f64) -> Vec<(Table, Vec<f64>)> {
    let first = need[0].0.min(width / 3.0);
    let mut parts = Vec::new();
    let mut from = 1;
    while from < need.len() {
        let mut sum = first;
        let mut to = from;
        while to < need.len() && (to == from || sum + need[to].0 <= width) {
            sum += need[to].0;
            to += 1;
        }
        let spare = (width / sum).max(0.1);
        let widths = std::iter::once(first)
            .chain(need[from..to].iter().map(|(min, _)| *min))
            .map(|w| w * spare.min(1.6));
        parts.push((slice_columns(table, from, to), widths.collect()));
        from = to;
    }
    if parts.is_empty() { vec![(table.clone(), vec![width])] } else { parts }
}

/// The first column and the columns `from..to` of a table; cells that reach over an edge are
/// clipped to it.
fn slice_columns(table: &Table, from: usize, to: usize) -> Table {
    let rows = table.rows.iter().map(|row| {
        let cells = row.cells.iter().filter_map(|cell| {
            if cell.column == 0 {
                let colspan = if from == 1 { cell.colspan.min(to) } else { 1 };
                return Some(Cell { colspan, ..cell.clone() });
            }
            let (left, right) = (cell.column.max(from), (cell.column + cell.colspan).min(to));
            (left < right).then(|| Cell {
                column: left - from + 1,
                colspan: right - left,
                ..cell.clone()
            })
        });
        Row { cells: cells.collect() }
    });
    let columns =
        std::iter::once(&table.columns[0]).chain(&table.columns[from..to]).cloned().collect();
    let part = format!("columns {} to {} of {}", from + 1, to, table.columns.len());
    Table { columns, rows: rows.collect(), part: Some(part), ..table.clone() }
}

/// How each column is aligned: as the author says, else to the right where it holds nothing but
/// numbers.
pub(super) fn column_aligns(table: &Table) -> Vec<TextAlignment> {
    let mut numbers = vec![0usize; table.columns.len()];
    for cell in table.rows.iter().skip(table.header_rows).flat_map(|row| &row.cells) {
        let words: Vec<String> = cell
            .blocks
            .iter()
            .flat_map(|block| walk::inline_runs(&block.kind))
            .map(|t| printed_words(t))
            .collect();
        let words = words.concat();
        let text = !words.trim().chars().all(|c| c.is_ascii_digit() || "–-+−X .,%".contains(c));
        match numbers.get_mut(cell.column) {
            Some(count) if text || cell.colspan > 1 => *count = usize::MAX,
            Some(count) if words.contains(|c: char| c.is_ascii_digit()) => {
                *count = count.saturating_add(1)
            }
            _ => {}
        }
    }
    let align = |(column, count): (&Column, usize)| match column.align {
        TextAlignment::Auto if count > 0 && count < usize::MAX => TextAlignment::Right,
        align => align,
    };
    table.columns.iter().zip(numbers).map(align).collect()
}

/// Takes the names out of cells that may be printed more than once: headers, and all cells of a
/// table in parts.
pub(super) fn hoist_names(parts: &mut [(Table, Vec<f64>)]) -> Vec<String> {
    let mut names = Vec::new();
    let cut = parts.len() > 1;
    for (table, _) in parts {
        let headers = table.header_rows;
        for (y, row) in table.rows.iter_mut().enumerate() {
            for cell in row.cells.iter_mut().filter(|_| y < headers || cut) {
                take_names(&mut cell.blocks, &mut names);
            }
        }
    }
    names.sort();
    names.dedup();
    names
}

/// Whether the header holds links or notes: PDF/UA allows none where it is repeated, so it is
/// printed once.
pub(super) fn has_linked_header(table: &Table) -> bool {
    let mut found = false;
    for cell in table.rows.iter().take(table.header_rows).flat_map(|row| &row.cells) {
        walk::each_inline(&cell.blocks, &mut |inline| {
            found |= matches!(inline.kind, InlineKind::Link(_) | InlineKind::FootnoteRef(_));
        });
    }
    found
}

fn take_names(blocks: &mut [Block], names: &mut Vec<String>) {
    walk::each_block_mut(blocks, &mut |block| {
        names.extend(block.attributes.id.take());
        if let BlockKind::List(list) = &mut block.kind {
            list.items.iter_mut().for_each(|item| names.extend(item.attributes.id.take()));
        }
    });
    walk::each_inline_mut(blocks, &mut |inline| {
        if let InlineKind::Span(_, attributes) = &mut inline.kind {
            names.extend(attributes.id.take());
        }
    });
}

/// About how high a table is, in points.
fn table_height(table: &Table, columns: &[f64]) -> f64 {
    let metrics = &tokens().table;
    let lines = |cell: &Cell| {
        let end = (cell.column + cell.colspan).min(columns.len());
        let width: f64 =
            columns[cell.column.min(end)..end].iter().sum::<f64>() - tokens().table.cell;
        (cell_widths(cell).1 / width.max(10.0)).ceil().max(1.0)
    };
    let row = |row: &Row| {
        row.cells.iter().filter(|c| c.rowspan == 1).map(lines).fold(1.0, f64::max) * metrics.line
            + metrics.row
    };
    table.rows.iter().map(row).sum()
}

/// What a diagram shows, row by row: its alternative text.
pub(super) fn describe_table(table: &Table) -> String {
    let text = |blocks: &[Block]| {
        let mut out = Vec::new();
        walk::each_block(blocks, &mut |block| {
            out.extend(
                walk::inline_runs(&block.kind)
                    .iter()
                    .map(|text| printed_words(text))
                    .filter(|words| !words.is_empty()),
            );
        });
        out.join(" ")
    };
    let rows = table.rows.iter().map(|row| {
        let cells =
            row.cells.iter().map(|cell| text(&cell.blocks)).filter(|words| !words.is_empty());
        cells.collect::<Vec<_>>().join(", ")
    });
    rows.filter(|row| !row.is_empty()).collect::<Vec<_>>().join("; ")
}
