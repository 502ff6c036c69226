//! In: drawn parts in source order. Out: sheets on which they stand in columns, connectors
//! lettered, frames that go on marked "(continued)".

use super::transform::shift_sheet;
use crate::flowchart::{Chart, ChartSheet};
use std::collections::{BTreeMap, BTreeSet};

/// Room between two parts.
pub(super) const PART_GAP: f64 = 1.6;

/// Fills sheets of a size column by column; a part larger than a sheet gets one to itself.
pub(super) fn pack_parts(parts: &[ChartSheet], room: (f64, f64)) -> Vec<ChartSheet> {
    let mut sheets: Vec<ChartSheet> = vec![];
    let (mut x, mut y, mut width) = (0.0, 0.0, 0.0f64);
    for part in parts {
        if y > 0.0 && y + PART_GAP + part.height > room.1 + 1e-6 {
            (x, y, width) = (x + width + PART_GAP, 0.0, 0.0);
        }
        if sheets.is_empty() || x + part.width > room.0 + 1e-6 {
            sheets.push(ChartSheet::default());
            (x, y, width) = (0.0, 0.0, 0.0);
        }
        let top = if y > 0.0 { y + PART_GAP } else { 0.0 };
        if let Some(sheet) = sheets.last_mut() {
            add_to_sheet(sheet, part, (x, top));
        }
        y = top + part.height;
        width = width.max(part.width);
    }
    sheets
}

/// Above this many parts no best columns are sought.
const MANY: usize = 24;

/// The narrowest sheet of columns on which all parts stand in source order, each part at whichever
/// label width suits its column (`tries`: label widths, then parts).
pub(super) fn pack_columns(tries: &[Vec<ChartSheet>], room: (f64, f64)) -> Option<ChartSheet> {
    let count = tries.first()?.len();
    if !(2..=MANY).contains(&count) {
        return None;
    }
    let mut best: Vec<Option<(f64, usize, Vec<&ChartSheet>)>> = vec![None; count + 1];
    best[0] = Some((-PART_GAP, 0, vec![]));
    for end in 1..=count {
        for start in 0..end {
            let (Some((before, ..)), Some(column)) =
                (&best[start], narrowest_column(tries, start..end, room.1))
            else {
                continue;
            };
            let width =
                before + PART_GAP + column.iter().map(|part| part.width).fold(0.0, f64::max);
            if width <= room.0 && best[end].as_ref().is_none_or(|(least, ..)| width < *least) {
                best[end] = Some((width, start, column));
            }
        }
    }
    let (mut end, mut found) = (count, vec![]);
    while end > 0 {
        let (_, start, column) = best[end].as_ref()?;
        found.push(column);
        end = *start;
    }
    found.reverse();
    Some(join_columns(&found))
}

/// The parts of one column at the widths that make it narrowest without getting higher than
/// `height`.
fn narrowest_column(
    tries: &[Vec<ChartSheet>],
    parts: std::ops::Range<usize>,
    height: f64,
) -> Option<Vec<&ChartSheet>> {
    let mut widths: Vec<f64> =
        tries.iter().flat_map(|tried| &tried[parts.clone()]).map(|part| part.width).collect();
    widths.sort_by(f64::total_cmp);
    let within = |width: f64| {
        let lowest = |part: usize| {
            let narrow = tries.iter().map(|tried| &tried[part]).filter(|part| part.width <= width);
            narrow.min_by(|a, b| a.height.total_cmp(&b.height))
        };
        let column: Vec<&ChartSheet> = parts.clone().map(lowest).collect::<Option<_>>()?;
        let used = column.iter().map(|part| part.height + PART_GAP).sum::<f64>() - PART_GAP;
        (used <= height).then_some(column)
    };
    widths.into_iter().find_map(within)
}

fn join_columns(columns: &[&Vec<&ChartSheet>]) -> ChartSheet {
    let (mut sheet, mut x) = (ChartSheet::default(), 0.0);
    for column in columns {
        let mut y = 0.0;
        for part in *column {
            add_to_sheet(&mut sheet, part, (x, y));
            y += part.height + PART_GAP;
        }
        x = sheet.width + PART_GAP;
    }
    sheet
}

fn add_to_sheet(sheet: &mut ChartSheet, part: &ChartSheet, (x, y): (f64, f64)) {
    let mut part = part.clone();
    shift_sheet(&mut part, x, y);
    sheet.width = sheet.width.max(x + part.width);
    sheet.height = sheet.height.max(y + part.height);
    sheet.subgraphs.extend(part.subgraphs);
    sheet.nodes.extend(part.nodes);
    sheet.edges.extend(part.edges);
    sheet.connectors.extend(part.connectors);
}

/// Letters the connectors in reading order and marks frames that go on.
pub(super) fn letter_connectors(chart: &Chart, sheets: &mut [ChartSheet]) {
    let mut letters: BTreeMap<usize, usize> = BTreeMap::new();
    let mut begun: BTreeSet<usize> = BTreeSet::new();
    for sheet in sheets {
        for ring in &mut sheet.connectors {
            let next = letters.len();
            ring.letter = connector_letter(*letters.entry(ring.edge).or_insert(next));
        }
        for frame in &mut sheet.subgraphs {
            if !begun.insert(frame.subgraph) {
                frame.title = format!("{} (continued)", chart.subgraphs[frame.subgraph].title);
            }
        }
    }
}

/// `A` to `Z`, then `AA`, `AB`, ...
fn connector_letter(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    if index < 26 {
        letter.to_string()
    } else {
        format!("{}{letter}", connector_letter(index / 26 - 1))
    }
}
