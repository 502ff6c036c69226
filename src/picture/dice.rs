//! Dice with the faces that came up.

use super::LEAST_TYPE;
use super::text::{small_line, words_width};
use crate::drawing::{Area, DrawingItem, Point, Stroke, TextAlign, TextWeight};

/// Height of a die.
const HIGH: f64 = 17.0;
/// Between two dice.
const GAP: f64 = 4.0;

fn die_width(face: &str) -> f64 {
    (words_width(face, LEAST_TYPE, TextWeight::Bold) + 7.0).max(HIGH)
}

/// Width and height that dice take in at most `room` points.
pub(super) fn dice_size(faces: &[String], room: f64) -> (f64, f64) {
    let laid = place_dice(faces, room);
    let right = laid.iter().map(Area::right).fold(0.0, f64::max);
    (right, laid.last().map_or(0.0, Area::bottom))
}

/// Draws them with their top left corner at `at`.
pub(super) fn draw_dice(faces: &[String], at: Point, room: f64, items: &mut Vec<DrawingItem>) {
    for (face, area) in faces.iter().zip(place_dice(faces, room)) {
        let area = area.moved(at).grown(-0.8);
        let stroke = Some(Stroke::solid(1.6, "rust"));
        items.push(DrawingItem::Rect { area, radius: 3.6, fill: Some("paper".into()), stroke });
        let (x, y) = area.middle();
        items.push(small_line(face, (x, y + 2.5), TextWeight::Bold, "ink", TextAlign::Center));
    }
}

fn place_dice(faces: &[String], room: f64) -> Vec<Area> {
    let (mut x, mut y) = (0.0, 0.0);
    let mut laid = Vec::new();
    for face in faces {
        let wide = die_width(face);
        if x > 0.0 && x + wide > room {
            (x, y) = (0.0, y + HIGH + GAP);
        }
        laid.push(Area { x, y, width: wide, height: HIGH });
        x += wide + GAP;
    }
    laid
}
