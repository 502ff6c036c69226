//! Dice with the faces that came up.

use super::LEAST;
use super::words::{line, wide};
use crate::drawing::{Align, Area, Item, Point, Stroke, Weight};

/// Height of a die.
const HIGH: f64 = 17.0;
/// Between two dice.
const GAP: f64 = 4.0;

fn width(face: &str) -> f64 {
    (wide(face, LEAST, Weight::Bold) + 7.0).max(HIGH)
}

/// Width and height that dice take in at most `room` points.
pub(super) fn size(faces: &[String], room: f64) -> (f64, f64) {
    let laid = lay(faces, room);
    let right = laid.iter().map(Area::right).fold(0.0, f64::max);
    (right, laid.last().map_or(0.0, Area::bottom))
}

/// Draws them with their top left corner at `at`.
pub(super) fn draw(faces: &[String], at: Point, room: f64, items: &mut Vec<Item>) {
    for (face, area) in faces.iter().zip(lay(faces, room)) {
        let area = area.moved(at).grown(-0.8);
        let stroke = Some(Stroke::solid(1.6, "rust"));
        items.push(Item::Rect { area, radius: 3.6, fill: Some("paper".into()), stroke });
        let (x, y) = area.middle();
        items.push(line(face, (x, y + 2.5), Weight::Bold, "ink", Align::Center));
    }
}

fn lay(faces: &[String], room: f64) -> Vec<Area> {
    let (mut x, mut y) = (0.0, 0.0);
    let mut laid = Vec::new();
    for face in faces {
        let wide = width(face);
        if x > 0.0 && x + wide > room {
            (x, y) = (0.0, y + HIGH + GAP);
        }
        laid.push(Area { x, y, width: wide, height: HIGH });
        x += wide + GAP;
    }
    laid
}
