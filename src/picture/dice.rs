//! Dice with the faces that came up.

use super::rows::{RowFlow, right_end};
use super::text::bold_width;
use crate::drawing::{Area, Canvas, Point, Stroke};

/// Height of a die.
const HIGH: f64 = 17.0;
/// Between two dice.
const GAP: f64 = 4.0;

fn die_width(face: &str) -> f64 {
    (bold_width(face) + 7.0).max(HIGH)
}

/// Width and height that dice take in at most `room` points.
pub(super) fn dice_size(faces: &[String], room: f64) -> (f64, f64) {
    let areas = place_dice(faces, room);
    (right_end(&areas), areas.last().map_or(0.0, Area::bottom))
}

/// Draws them with their top left corner at `at`.
pub(super) fn draw_dice(faces: &[String], at: Point, room: f64, canvas: &mut Canvas) {
    for (face, area) in faces.iter().zip(place_dice(faces, room)) {
        draw_die(face, area.moved(at).grown(-0.8), canvas);
    }
}

fn draw_die(face: &str, area: Area, canvas: &mut Canvas) {
    let stroke = Stroke::solid(1.6, "rust");
    canvas.rect(area, 3.6, "paper", stroke);
    canvas.small_label(face, area, "ink");
}

/// The place of every die, row by row, from the left.
fn place_dice(faces: &[String], room: f64) -> Vec<Area> {
    let mut flow = RowFlow { at: (0.0, 0.0), room, step: HIGH + GAP };
    faces.iter().map(|face| place_die(face, &mut flow)).collect()
}

fn place_die(face: &str, flow: &mut RowFlow) -> Area {
    let width = die_width(face);
    let (x, y) = flow.place_next(width, GAP);
    Area { x, y, width, height: HIGH }
}
