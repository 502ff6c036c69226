//! Parts in rows: side by side as long as they fit, then below.

use super::frame::framed_size;
use super::{PartContent, PicturePart};
use crate::drawing::Area;

/// Between two parts side by side; an arrow has room there.
pub(super) const ACROSS: f64 = 13.0;
/// Between two rows.
pub(super) const DOWN: f64 = 11.0;

/// The first part of every row.
pub(super) fn row_starts(parts: &[PicturePart], width: f64) -> impl Iterator<Item = usize> {
    let areas = place_parts(parts, width);
    (0..areas.len()).filter(move |at| areas[*at].x == 0.0)
}

/// Where each part stands in at most `width` points.
pub(super) fn place_parts(parts: &[PicturePart], width: f64) -> Vec<Area> {
    let mut areas: Vec<Area> = Vec::new();
    let (mut x, mut y, mut start) = (0.0, 0.0, 0);
    for part in parts {
        let (wide, high) = framed_size(part, width);
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

/// Makes the parts of a row equally high, but not as high as a map beside them; gives where the row
/// ends.
fn level_row(parts: &[PicturePart], row: &mut [Area]) -> f64 {
    let lowest = row.iter().map(Area::bottom).fold(0.0, f64::max);
    let levelled: Vec<usize> = (0..row.len()).filter(|at| parts[*at].is_levelled()).collect();
    let bottom = levelled.iter().map(|at| row[*at].bottom()).fold(0.0, f64::max);
    for at in levelled {
        row[at].height = bottom - row[at].y;
    }
    lowest
}

impl PicturePart {
    fn is_levelled(&self) -> bool {
        match self.kind {
            PartContent::Cards(_) | PartContent::Tally(_) | PartContent::Dice(_) => true,
            PartContent::Map(_) => false,
        }
    }
}
