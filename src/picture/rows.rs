//! Parts on shelves: side by side as long as they fit, then below.

use super::frame::{self, FramedPart};
use super::{PartContent, PicturePart};
use crate::drawing::{Area, DrawingItem};

/// Between two parts side by side; an arrow has room there.
pub(super) const ACROSS: f64 = 13.0;
/// Between two shelves.
pub(super) const DOWN: f64 = 11.0;

/// Draws the parts; gives what is drawn, its height and where each part stands.
pub(super) fn draw_part_rows(
    parts: &[PicturePart],
    width: f64,
) -> (Vec<DrawingItem>, f64, Vec<FramedPart>) {
    let frames = place_parts_in_rows(parts, width);
    let mut items = Vec::new();
    for (part, framed) in parts.iter().zip(&frames) {
        frame::draw_framed_part(part, framed.area, &mut items);
    }
    let height = frames.iter().map(|framed| framed.area.bottom()).fold(0.0, f64::max);
    (items, height, frames)
}

/// The first part of every shelf.
pub(super) fn row_starts(parts: &[PicturePart], width: f64) -> impl Iterator<Item = usize> {
    let frames = place_parts_in_rows(parts, width);
    (0..frames.len()).filter(move |at| frames[*at].area.x == 0.0)
}

fn place_parts_in_rows(parts: &[PicturePart], width: f64) -> Vec<FramedPart> {
    let mut frames: Vec<FramedPart> = Vec::new();
    let (mut x, mut y, mut shelf) = (0.0, 0.0, 0);
    for part in parts {
        let (wide, high) = frame::framed_size(part, width);
        if x > 0.0 && x + wide > width {
            y = level_row(&parts[shelf..], &mut frames[shelf..]) + DOWN;
            (x, shelf) = (0.0, frames.len());
        }
        frames.push(FramedPart { area: Area { x, y, width: wide, height: high } });
        x += wide + ACROSS;
    }
    level_row(&parts[shelf..], &mut frames[shelf..]);
    frames
}

/// Makes the parts of a shelf equally high, but not as high as a map beside them; gives where the
/// shelf ends.
fn level_row(parts: &[PicturePart], shelf: &mut [FramedPart]) -> f64 {
    let is_map = |part: &PicturePart| matches!(part.kind, PartContent::Map(_));
    let bottom = |frames: &mut dyn Iterator<Item = &FramedPart>| {
        frames.map(|framed| framed.area.bottom()).fold(0.0, f64::max)
    };
    let bottom_of_plain = bottom(
        &mut shelf.iter().zip(parts).filter(|(_, part)| !is_map(part)).map(|(framed, _)| framed),
    );
    let lowest = bottom(&mut shelf.iter());
    for (framed, _) in shelf.iter_mut().zip(parts).filter(|(_, part)| !is_map(part)) {
        framed.area.height = bottom_of_plain - framed.area.y;
    }
    lowest
}
