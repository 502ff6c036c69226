//! Places parts in any order that saves height: each in the first row with room for it, or beside a
//! map.

use super::super::frame::{NARROW_TITLE, titled_size};
use super::super::{PartContent, PicturePart};
use super::{ACROSS, DOWN, lower_end, right_end};
use crate::drawing::{Area, Size};

/// Widths that parts may have for their titles, in points; the one with the lowest picture is used.
const TITLES: [f64; 3] = [124.0, 104.0, NARROW_TITLE];
/// Fractions of the width that a map may have beside other parts.
const MAP_WIDTHS: [f64; 5] = [1.0, 0.8, 0.7, 0.6, 0.5];

/// Returns the area of each part in at most `width` points.
pub fn pack_parts(parts: &[PicturePart], width: f64) -> Vec<Area> {
    let all: Vec<&PicturePart> = parts.iter().collect();
    let mut lowest: Option<Vec<Area>> = None;
    for title in TITLES {
        let rows = pack_rows(&all, width, title);
        let beside =
            MAP_WIDTHS.iter().filter_map(|part| pack_beside(parts, width, width * part, title));
        for areas in std::iter::once(rows).chain(beside) {
            if lowest.as_ref().is_none_or(|known| lower_end(&areas) < lower_end(known)) {
                lowest = Some(areas);
            }
        }
    }
    lowest.unwrap_or_default()
}

/// Returns the only map at the left in a part of the width, and all other parts beside it, if they
/// fit there.
fn pack_beside(parts: &[PicturePart], width: f64, map_width: f64, title: f64) -> Option<Vec<Area>> {
    let is_map = |part: &PicturePart| matches!(part.kind, PartContent::Map(_));
    let at = parts.iter().position(is_map)?;
    let mut others: Vec<&PicturePart> = parts.iter().collect();
    let Size { width: wide, height: high } = titled_size(others.remove(at), map_width, title);
    let left = wide + ACROSS;
    let mut areas = pack_rows(&others, (width - left).max(0.0), title);
    if others.is_empty() || others.iter().any(|part| is_map(part)) {
        return None;
    }
    areas.iter_mut().for_each(|area| area.x += left);
    areas.insert(at, Area { x: 0.0, y: 0.0, width: wide, height: high });
    (right_end(&areas) <= width).then_some(areas)
}

/// A row of parts.
#[derive(Default)]
struct PackedRow {
    width: f64,
    height: f64,
    parts: Vec<usize>,
}

/// Places each part in the first row that has room for it.
fn pack_rows(parts: &[&PicturePart], width: f64, title: f64) -> Vec<Area> {
    let sizes = parts.iter().map(|part| titled_size(part, width, title));
    let mut areas: Vec<Area> = sizes.map(|size| Area::of_size(size.width, size.height)).collect();
    let mut rows: Vec<PackedRow> = Vec::new();
    for (at, area) in areas.iter_mut().enumerate() {
        let fits = |row: &PackedRow| row.width + ACROSS + area.width <= width;
        let nth = rows.iter().position(fits).unwrap_or_else(|| {
            rows.push(PackedRow::default());
            rows.len() - 1
        });
        let row = &mut rows[nth];
        area.x = if row.parts.is_empty() { 0.0 } else { row.width + ACROSS };
        row.width = area.right();
        row.height = row.height.max(area.height);
        row.parts.push(at);
    }
    let mut y = 0.0;
    for row in rows {
        for at in row.parts {
            areas[at].y = y;
            if parts[at].is_levelled() {
                areas[at].height = row.height;
            }
        }
        y += row.height + DOWN;
    }
    areas
}
