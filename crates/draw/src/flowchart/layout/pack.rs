//! Packs the drawn parts on sheets. In: drawn parts in source order. Out: sheets with the parts in
//! columns, lettered connectors, and "(continued)" in the titles of subgraphs that continue.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::super::{Chart, ChartSheet};
use super::EmRoom;
use super::measure::continued_title;
use super::transform::shift_sheet;
use crate::drawing::{Point, pt};

/// Room between two parts, in em.
pub const PART_GAP: f64 = 1.6;

/// Fills sheets of a size column by column; a part larger than a sheet gets its own.
pub fn pack_parts(parts: &[ChartSheet], room: EmRoom) -> Vec<ChartSheet> {
    let mut sheets: Vec<ChartSheet> = vec![];
    let (mut x, mut y, mut width) = (0.0, 0.0, 0.0f64);
    for part in parts {
        if y > 0.0 && y + PART_GAP + part.height > room.height + 1e-6 {
            (x, y, width) = (x + width + PART_GAP, 0.0, 0.0);
        }
        if sheets.is_empty() || x + part.width > room.width + 1e-6 {
            sheets.push(ChartSheet::default());
            (x, y, width) = (0.0, 0.0, 0.0);
        }
        let top = if y > 0.0 { y + PART_GAP } else { 0.0 };
        if let Some(sheet) = sheets.last_mut() {
            add_to_sheet(sheet, part, pt(x, top));
        }
        y = top + part.height;
        width = width.max(part.width);
    }
    sheets
}

/// Number of parts above which no best columns are sought.
const MANY: usize = 24;
/// Number of parts above which no best sheets are sought.
const FEW: usize = 12;

/// Columns for the first of the parts: their total width, the first part of the last column, and
/// the parts of that column.
type ColumnWay<'a> = (f64, usize, Vec<&'a ChartSheet>);

/// Returns the narrowest sheet of columns with all parts in source order, each part at the label
/// width that suits its column (`tries`: label widths, then parts).
pub fn pack_columns(tries: &[Vec<ChartSheet>], room: EmRoom) -> Option<ChartSheet> {
    let count = tries.first()?.len();
    (2..=MANY).contains(&count).then(|| PackSearch { tries, room }.sheet_of_columns(0..count))?
}

/// Returns the fewest sheets with all parts in source order. Each sheet holds several parts in
/// columns, as `pack_columns` makes them, or one part at the label width at which it is lowest.
pub fn pack_sheets(tries: &[Vec<ChartSheet>], room: EmRoom) -> Option<Vec<ChartSheet>> {
    let count = tries.first()?.len();
    if !(2..=FEW).contains(&count) {
        return None;
    }
    let search = PackSearch { tries, room };
    let mut best: Vec<Option<Vec<ChartSheet>>> = vec![Some(vec![])];
    for end in 1..=count {
        let ways = (0..end).filter_map(|start| {
            let before = best[start].as_ref()?;
            let sheet = search.sheet_of(start..end)?;
            Some(before.iter().cloned().chain([sheet]).collect::<Vec<_>>())
        });
        let high = |way: &Vec<ChartSheet>| way.iter().map(|sheet| sheet.height).sum::<f64>();
        let fewest = |a: &Vec<ChartSheet>, b: &Vec<ChartSheet>| {
            a.len().cmp(&b.len()).then(high(a).total_cmp(&high(b)))
        };
        let least = ways.min_by(fewest);
        best.push(least);
    }
    best.pop()?
}

/// The search for columns of parts at several label widths.
struct PackSearch<'a> {
    tries: &'a [Vec<ChartSheet>],
    room: EmRoom,
}

impl<'a> PackSearch<'a> {
    /// Returns some parts on one sheet.
    fn sheet_of(&self, parts: Range<usize>) -> Option<ChartSheet> {
        match parts.len() {
            1 => self.lowest_within(parts.start, self.room.width).cloned(),
            _ => self.sheet_of_columns(parts),
        }
    }

    /// Returns some parts in the narrowest columns.
    fn sheet_of_columns(&self, parts: Range<usize>) -> Option<ChartSheet> {
        let first = parts.start;
        let mut best: Vec<Option<ColumnWay>> = vec![Some((-PART_GAP, first, vec![]))];
        for end in first + 1..=parts.end {
            best.push(self.narrowest_columns(first, &best, end));
        }
        Some(join_columns(&trace_columns(first, &best)?))
    }

    /// Returns the narrowest columns for the parts from `first` to before `end`, built on the best
    /// columns for fewer parts.
    fn narrowest_columns(
        &self,
        first: usize,
        best: &[Option<ColumnWay>],
        end: usize,
    ) -> Option<ColumnWay<'a>> {
        let mut narrowest: Option<ColumnWay> = None;
        for (start, way) in best.iter().enumerate().map(|(nth, way)| (first + nth, way)) {
            let Some((before, ..)) = way else { continue };
            let Some(column) = self.narrowest_column(start, end) else { continue };
            let widest = column.iter().map(|part| part.width).fold(0.0, f64::max);
            let width = before + PART_GAP + widest;
            let better = narrowest.as_ref().is_none_or(|(least, ..)| width < *least);
            if width <= self.room.width && better {
                narrowest = Some((width, start, column));
            }
        }
        narrowest
    }

    /// Returns the parts of one column at the widths that make it narrowest without exceeding the
    /// height of the room.
    fn narrowest_column(&self, start: usize, end: usize) -> Option<Vec<&'a ChartSheet>> {
        let parts = self.tries.iter().flat_map(|tried| &tried[start..end]);
        let mut widths: Vec<f64> = parts.map(|part| part.width).collect();
        widths.sort_by(f64::total_cmp);
        widths.into_iter().find_map(|width| {
            let lowest = |part: usize| self.lowest_within(part, width);
            let column: Vec<&ChartSheet> = (start..end).map(lowest).collect::<Option<_>>()?;
            let used = column.iter().map(|part| part.height + PART_GAP).sum::<f64>() - PART_GAP;
            (used <= self.room.height).then_some(column)
        })
    }

    fn lowest_within(&self, part: usize, width: f64) -> Option<&'a ChartSheet> {
        let tried = self.tries.iter().map(|tried| &tried[part]);
        tried.filter(|part| part.width <= width).min_by(|a, b| a.height.total_cmp(&b.height))
    }
}

/// Returns the columns, found from the last to the first.
fn trace_columns<'b, 'a>(
    first: usize,
    best: &'b [Option<ColumnWay<'a>>],
) -> Option<Vec<&'b [&'a ChartSheet]>> {
    let (mut end, mut columns) = (best.len() - 1, vec![]);
    while end > 0 {
        let (_, start, column) = best[end].as_ref()?;
        columns.push(column.as_slice());
        end = *start - first;
    }
    columns.reverse();
    Some(columns)
}

fn join_columns(columns: &[&[&ChartSheet]]) -> ChartSheet {
    let (mut sheet, mut x) = (ChartSheet::default(), 0.0);
    for column in columns {
        add_column(&mut sheet, column, x);
        x = sheet.width + PART_GAP;
    }
    sheet
}

fn add_column(sheet: &mut ChartSheet, column: &[&ChartSheet], x: f64) {
    let mut y = 0.0;
    for part in column {
        add_to_sheet(sheet, part, pt(x, y));
        y += part.height + PART_GAP;
    }
}

fn add_to_sheet(sheet: &mut ChartSheet, part: &ChartSheet, at: Point) {
    let mut part = part.clone();
    shift_sheet(&mut part, at);
    sheet.width = sheet.width.max(at.x + part.width);
    sheet.height = sheet.height.max(at.y + part.height);
    sheet.subgraphs.extend(part.subgraphs);
    sheet.nodes.extend(part.nodes);
    sheet.edges.extend(part.edges);
    sheet.connectors.extend(part.connectors);
}

/// Letters the connectors in reading order, and marks subgraphs that continue.
pub fn letter_connectors(chart: &Chart, sheets: &mut [ChartSheet]) {
    let mut letters: BTreeMap<usize, usize> = BTreeMap::new();
    let mut begun: BTreeSet<usize> = BTreeSet::new();
    for sheet in sheets {
        for connector in &mut sheet.connectors {
            let next = letters.len();
            connector.letter = connector_letter(*letters.entry(connector.edge).or_insert(next));
        }
        for placed in &mut sheet.subgraphs {
            if !begun.insert(placed.subgraph) {
                placed.title = continued_title(&chart.subgraphs[placed.subgraph].title);
            }
        }
    }
}

/// Returns `A` to `Z`, then `AA`, `AB`, ...
fn connector_letter(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    if index < 26 {
        letter.to_string()
    } else {
        format!("{}{letter}", connector_letter(index / 26 - 1))
    }
}
