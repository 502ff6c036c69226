//! Parts on shelves: side by side as long as they fit, then below.

use super::Part;
use super::frame::{self, Framed};
use crate::drawing::{Area, Item};

/// Between two parts side by side; an arrow has room there.
pub(super) const ACROSS: f64 = 15.0;
/// Between two shelves.
pub(super) const DOWN: f64 = 13.0;

/// Draws the parts; gives what is drawn, its height and where each part stands.
pub(super) fn draw(parts: &[Part], width: f64) -> (Vec<Item>, f64, Vec<Framed>) {
    let frames = lay(parts, width);
    let mut items = Vec::new();
    for (part, framed) in parts.iter().zip(&frames) {
        frame::draw(part, framed.area, &mut items);
    }
    let height = frames.iter().map(|framed| framed.area.bottom()).fold(0.0, f64::max);
    (items, height, frames)
}

fn lay(parts: &[Part], width: f64) -> Vec<Framed> {
    let mut frames: Vec<Framed> = Vec::new();
    let (mut x, mut y, mut shelf) = (0.0, 0.0, 0);
    for part in parts {
        let (wide, high) = frame::size(part, width);
        if x > 0.0 && x + wide > width {
            y = level(&mut frames[shelf..], width) + DOWN;
            (x, shelf) = (0.0, frames.len());
        }
        frames.push(Framed { area: Area { x, y, width: wide, height: high } });
        x += wide + ACROSS;
    }
    level(&mut frames[shelf..], width);
    frames
}

/// Makes the parts of a shelf equally high; gives where it ends.
fn level(shelf: &mut [Framed], _width: f64) -> f64 {
    let bottom = shelf.iter().map(|framed| framed.area.bottom()).fold(0.0, f64::max);
    for framed in shelf {
        framed.area.height = bottom - framed.area.y;
    }
    bottom
}
