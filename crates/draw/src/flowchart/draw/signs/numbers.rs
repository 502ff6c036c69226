//! Draws the numbers of boxes.

use super::super::super::{NodeShape, PlacedNode};
use super::super::outline::node_outline;
use super::SignSheet;
use crate::drawing::{Area, Point, TextAlign, TextLines, TextWeight, pt};

impl SignSheet<'_> {
    /// Draws the number of a box above its upper left corner, or as near to it as there is room.
    pub fn draw_number(&mut self, placed: &PlacedNode) {
        let words = (self.context.marks.numbers)(placed.node);
        if words.is_empty() {
            return;
        }
        let size = self.type_size();
        let width = TextWeight::Regular.text_width(&words, size);
        let spots = self.number_spots(placed, width, size * 0.68);
        let spot = self.room.place_sign(placed.node, &spots);
        self.canvas.text(TextLines {
            at: pt(spot.x, spot.bottom()),
            width,
            lines: vec![words],
            step: size,
            size,
            weight: TextWeight::Regular,
            colour: "grey".into(),
            align: TextAlign::Left,
        });
    }

    /// Returns the area that a number is placed beside: the extent of the box, or of a sign without
    /// its words.
    fn marked_area(&self, placed: &PlacedNode) -> Area {
        let shape = self.context.shape(placed.node);
        if matches!(shape, NodeShape::Figure(figure) if figure.is_sign()) {
            let outline = node_outline(shape, placed, self.context.size);
            return Area::around(&outline).unwrap_or(placed.area);
        }
        placed.area
    }

    fn number_spots(&self, placed: &PlacedNode, across: f64, high: f64) -> Vec<Area> {
        let corner = self.rim_point(placed, pt(-1.0, -1.0));
        let mut spots = spots_beside(&self.marked_area(placed), corner, across, high);
        if matches!(self.context.shape(placed.node), NodeShape::Rectangle | NodeShape::Rounded) {
            let (x, y) = (placed.area.x + 2.4, placed.area.y + 2.4);
            spots.insert(2, Area { x, y, width: across, height: high });
        }
        spots
    }
}

/// Returns spots for a number: above the outline's upper left corner, to the left, to the right,
/// then anywhere near.
fn spots_beside(area: &Area, corner: Point, across: f64, high: f64) -> Vec<Area> {
    let (left, top, right, bottom) = (area.x, area.y, area.right(), area.bottom());
    let above = top - high - 2.0;
    let (before, behind) = (left - across - 2.0, right + 2.0);
    [
        (corner.x + 0.3, above),
        (before, top + 0.5),
        (before, above),
        (behind, top + 0.5),
        (behind, above),
        (right - across - 0.5, above),
        (before, bottom - high),
        (left + 0.5, bottom + 2.5),
        (left + across, above),
    ]
    .map(|(x, y)| Area { x, y, width: across, height: high })
    .to_vec()
}
