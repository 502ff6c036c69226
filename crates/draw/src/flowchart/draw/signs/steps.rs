//! Draws the steps of the marked path on discs at the corners of the boxes.

use super::super::super::PlacedNode;
use super::super::sign_room::bold_text;
use super::SignSheet;
use crate::drawing::{Area, Point, Stroke, TextWeight, pt};

/// Corners of a box as seen from its middle, the best one for a disc first.
const CORNERS: [Point; 4] = [pt(1.0, -1.0), pt(-1.0, -1.0), pt(1.0, 1.0), pt(-1.0, 1.0)];
/// Corners and sides to place a disc beside if all corners are taken.
const BESIDE: [Point; 6] =
    [pt(1.0, -1.0), pt(-1.0, -1.0), pt(1.0, 0.0), pt(-1.0, 0.0), pt(1.0, 1.0), pt(-1.0, 1.0)];

impl SignSheet<'_> {
    /// Draws the step numbers of a box on the marked path.
    pub fn draw_steps(&mut self, placed: &PlacedNode) {
        let steps: Vec<String> =
            self.context.steps_on(placed.node).iter().map(usize::to_string).collect();
        if steps.is_empty() {
            return;
        }
        let (words, size) = (steps.join(", "), self.type_size());
        let high = size * 1.5;
        let across = high.max(TextWeight::Bold.text_width(&words, size) + size * 0.8);
        let spots = self.disc_spots(placed, across, high);
        let spot = self.room.place_sign(placed.node, &spots);
        let (disc, radius) = (spot.grown(0.4), high / 2.0 + 0.4);
        self.canvas.rect(disc, radius, "rust", Stroke::solid(0.8, "paper"));
        self.canvas.text(bold_text(&words, spot.middle(), size, "paper"));
    }

    /// Returns spots for a disc: at the corners, then beside the box.
    fn disc_spots(&self, placed: &PlacedNode, across: f64, high: f64) -> Vec<Area> {
        let on = |toward: Point| Area::centred_at(self.rim_point(placed, toward), across, high);
        let corners = CORNERS.iter().map(|&Point { x: right, y: down }| {
            on(pt(right, down)).moved(pt(right * high * 0.2, down * high * 0.16))
        });
        let beside = BESIDE.iter().map(|&Point { x: right, y: down }| {
            on(pt(right, down)).moved(pt(right * (across / 2.0 + 1.5), down * (high / 2.0 + 1.5)))
        });
        corners.chain(beside).collect()
    }
}
