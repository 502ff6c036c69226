//! Places parts in rows: side by side as long as they fit, then below.

mod packed;

use super::frame::framed_size;
use super::{PartContent, Picture, PicturePart};
use crate::drawing::{Area, Point, Size, pt};

/// Distance between two parts side by side, with room for an arrow, in points.
pub const ACROSS: f64 = 13.0;
/// Greatest height with the other parts beside a map, as a part of the height in rows.
const LEAST_SAVED: f64 = 0.94;
/// Least room for the other parts beside a map, in points: for a title with its number of pieces.
const LEAST_BESIDE: f64 = 80.0;
/// Distance between two rows, in points.
pub const DOWN: f64 = 11.0;

/// Returns the first part of every row.
pub fn row_starts(picture: &Picture, width: f64) -> impl Iterator<Item = usize> {
    let areas = place_parts(picture, width);
    (0..areas.len()).filter(move |at| areas[*at].x == 0.0)
}

/// Returns the area of each part in at most `width` points: in rows, or beside the map if that
/// saves height.
pub fn place_parts(picture: &Picture, width: f64) -> Vec<Area> {
    let parts = picture.parts.as_slice();
    if picture.packed {
        return packed::pack_parts(parts, width);
    }
    let rows = place_in_rows(&parts.iter().collect::<Vec<_>>(), width);
    match place_beside_map(parts, width) {
        Some(beside) if lower_end(&beside) < lower_end(&rows) * LEAST_SAVED => beside,
        _ => rows,
    }
}

/// Returns the map at the left and all other parts in rows beside it; `None` if there is no room,
/// or not exactly one map.
fn place_beside_map(parts: &[PicturePart], width: f64) -> Option<Vec<Area>> {
    let is_map = |part: &PicturePart| matches!(part.kind, PartContent::Map(_));
    let at = parts.iter().position(is_map)?;
    let mut others: Vec<&PicturePart> = parts.iter().collect();
    let Size { width: wide, height: high } = framed_size(others.remove(at), width);
    if others.is_empty() || others.iter().any(|part| is_map(part)) {
        return None;
    }
    let left = wide + ACROSS;
    let room = width - left;
    let mut areas = place_in_rows(&others, room.max(0.0));
    if room < LEAST_BESIDE || right_end(&areas) > room {
        return None;
    }
    areas.iter_mut().for_each(|area| area.x += left);
    areas.insert(at, Area { x: 0.0, y: 0.0, width: wide, height: high });
    Some(areas)
}

fn place_in_rows(parts: &[&PicturePart], width: f64) -> Vec<Area> {
    let mut areas: Vec<Area> = Vec::new();
    let (mut x, mut y, mut start) = (0.0, 0.0, 0);
    for part in parts {
        let Size { width: wide, height: high } = framed_size(part, width);
        if x > 0.0 && x + wide > width {
            y = level_row(&parts[start..], &mut areas[start..]) + DOWN;
            (x, start) = (0.0, areas.len());
        }
        areas.push(Area { x, y, width: wide, height: high });
        x += wide + ACROSS;
    }
    level_row(&parts[start..], &mut areas[start..]);
    areas
}

/// Makes the parts of a row equally high, apart from maps, whose height does not count; returns the
/// lower end of the row.
fn level_row(parts: &[&PicturePart], row: &mut [Area]) -> f64 {
    let lowest = lower_end(row);
    let levelled: Vec<usize> = (0..row.len()).filter(|at| parts[*at].is_levelled()).collect();
    let bottom = levelled.iter().map(|at| row[*at].bottom()).fold(0.0, f64::max);
    for at in levelled {
        row[at].height = bottom - row[at].y;
    }
    lowest
}

/// Returns the right edge of areas.
pub fn right_end(areas: &[Area]) -> f64 {
    areas.iter().map(Area::right).fold(0.0, f64::max)
}

/// Returns the lower edge of areas.
pub fn lower_end(areas: &[Area]) -> f64 {
    areas.iter().map(Area::bottom).fold(0.0, f64::max)
}

/// Places in rows from the left, each row `step` below the one before.
pub struct RowFlow {
    /// Next place, if it has room.
    pub at: Point,
    /// Width of the rows.
    pub room: f64,
    /// Distance from row to row.
    pub step: f64,
}

impl RowFlow {
    /// Returns the place of something `width` points wide; the next one is `gap` points farther.
    pub fn place_next(&mut self, width: f64, gap: f64) -> Point {
        if self.at.x > 0.0 && self.at.x + width > self.room {
            self.at = pt(0.0, self.at.y + self.step);
        }
        let place = self.at;
        self.at.x += width + gap;
        place
    }
}

impl PicturePart {
    fn is_levelled(&self) -> bool {
        match self.kind {
            PartContent::Cards(_) | PartContent::Tally(_) | PartContent::Dice(_) => true,
            PartContent::Map(_) => false,
        }
    }
}
