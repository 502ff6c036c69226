//! In: drawn parts in source order. Out: sheets on which they stand in columns, connectors
//! lettered, frames that go on marked "(continued)".

use super::turn::shift;
use crate::flowchart::{Chart, Sheet};
use std::collections::{BTreeMap, BTreeSet};

/// Room between two parts.
pub(super) const GAP: f64 = 1.6;

/// Fills sheets of a size column by column; a part larger than a sheet gets one to itself.
pub(super) fn pack(parts: &[Sheet], room: (f64, f64)) -> Vec<Sheet> {
    let mut sheets: Vec<Sheet> = vec![];
    let (mut x, mut y, mut width) = (0.0, 0.0, 0.0f64);
    for part in parts {
        if y > 0.0 && y + GAP + part.height > room.1 + 1e-6 {
            (x, y, width) = (x + width + GAP, 0.0, 0.0);
        }
        if sheets.is_empty() || x + part.width > room.0 + 1e-6 {
            sheets.push(Sheet::default());
            (x, y, width) = (0.0, 0.0, 0.0);
        }
        let top = if y > 0.0 { y + GAP } else { 0.0 };
        if let Some(sheet) = sheets.last_mut() {
            add(sheet, part, (x, top));
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
pub(super) fn columns(tries: &[Vec<Sheet>], room: (f64, f64)) -> Option<Sheet> {
    let count = tries.first()?.len();
    if !(2..=MANY).contains(&count) {
        return None;
    }
    let mut best: Vec<Option<(f64, usize, Vec<&Sheet>)>> = vec![None; count + 1];
    best[0] = Some((-GAP, 0, vec![]));
    for end in 1..=count {
        for start in 0..end {
            let (Some((before, ..)), Some(column)) =
                (&best[start], column(tries, start..end, room.1))
            else {
                continue;
            };
            let width = before + GAP + column.iter().map(|part| part.width).fold(0.0, f64::max);
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
    Some(stand(&found))
}

/// The parts of one column at the widths that make it narrowest without getting higher than
/// `height`.
fn column(tries: &[Vec<Sheet>], parts: std::ops::Range<usize>, height: f64) -> Option<Vec<&Sheet>> {
    let mut widths: Vec<f64> =
        tries.iter().flat_map(|tried| &tried[parts.clone()]).map(|part| part.width).collect();
    widths.sort_by(f64::total_cmp);
    let within = |width: f64| {
        let lowest = |part: usize| {
            let narrow = tries.iter().map(|tried| &tried[part]).filter(|part| part.width <= width);
            narrow.min_by(|a, b| a.height.total_cmp(&b.height))
        };
        let column: Vec<&Sheet> = parts.clone().map(lowest).collect::<Option<_>>()?;
        let used = column.iter().map(|part| part.height + GAP).sum::<f64>() - GAP;
        (used <= height).then_some(column)
    };
    widths.into_iter().find_map(within)
}

fn stand(columns: &[&Vec<&Sheet>]) -> Sheet {
    let (mut sheet, mut x) = (Sheet::default(), 0.0);
    for column in columns {
        let mut y = 0.0;
        for part in *column {
            add(&mut sheet, part, (x, y));
            y += part.height + GAP;
        }
        x = sheet.width + GAP;
    }
    sheet
}

fn add(sheet: &mut Sheet, part: &Sheet, (x, y): (f64, f64)) {
    let mut part = part.clone();
    shift(&mut part, x, y);
    sheet.width = sheet.width.max(x + part.width);
    sheet.height = sheet.height.max(y + part.height);
    sheet.frames.extend(part.frames);
    sheet.boxes.extend(part.boxes);
    sheet.tracks.extend(part.tracks);
    sheet.connectors.extend(part.connectors);
}

/// Letters the connectors in reading order and marks frames that go on.
pub(super) fn letter(chart: &Chart, sheets: &mut [Sheet]) {
    let mut letters: BTreeMap<usize, usize> = BTreeMap::new();
    let mut begun: BTreeSet<usize> = BTreeSet::new();
    for sheet in sheets {
        for ring in &mut sheet.connectors {
            let next = letters.len();
            ring.letter = name(*letters.entry(ring.edge).or_insert(next));
        }
        for frame in &mut sheet.frames {
            if !begun.insert(frame.group) {
                frame.title = format!("{} (continued)", chart.groups[frame.group].title);
            }
        }
    }
}

/// `A` to `Z`, then `AA`, `AB`, ...
fn name(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    if index < 26 { letter.to_string() } else { format!("{}{letter}", name(index / 26 - 1)) }
}
