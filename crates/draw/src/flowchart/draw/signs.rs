//! Draws the small signs of a chart: ringed letters, steps of the marked path, numbers of boxes,
//! waits, and arrows to other places.

mod leads;
mod numbers;
mod steps;

use super::super::{Connector, PlacedNode};
use super::SheetContext;
use super::outline::{first_meeting, node_outline};
use super::sign_room::{SignRoom, bold_text};
use crate::drawing::{Area, Canvas, Point, Stroke, TextWeight, pt};

/// Smallest type size, in points.
const LEAST: f64 = 7.0;

/// A sheet whose boxes and lines are drawn, and the room left on it.
struct SignSheet<'a> {
    context: &'a SheetContext<'a>,
    room: SignRoom,
    canvas: &'a mut Canvas,
}

/// Draws all signs, each where there is room for it.
pub fn draw_signs(context: &SheetContext, canvas: &mut Canvas) {
    let room = SignRoom::of(context, &canvas.items);
    let mut signs = SignSheet { context, room, canvas };
    for connector in &context.sheet.connectors {
        signs.draw_connector(connector);
    }
    for placed in &context.sheet.nodes {
        signs.draw_steps(placed);
    }
    for placed in &context.sheet.nodes {
        signs.draw_number(placed);
        signs.draw_wait(placed);
        signs.draw_leads(placed);
    }
}

impl SignSheet<'_> {
    fn type_size(&self) -> f64 {
        LEAST.max(self.context.size * 0.78)
    }

    /// Draws a letter in a ring, where a line continues elsewhere.
    fn draw_connector(&mut self, connector: &Connector) {
        let (size, high) = (LEAST.max(self.context.size * 0.88), self.context.size * 1.5);
        let width = TextWeight::Bold.text_width(&connector.letter, size) + size * 0.6;
        let area = Area::centred_at(connector.at, high.max(width), high);
        let marked = self.context.marked.contains(&connector.edge);
        let (width, colour) = if marked { (1.8, "rust") } else { (1.1, "ink") };
        self.canvas.rect(area, area.height / 2.0, "paper", Stroke::solid(width, colour));
        self.canvas.text(bold_text(&connector.letter, connector.at, size, colour));
        self.room.taken.push(area.grown(1.0));
    }

    /// Returns the point on the outline of a box in the direction of a corner or a side, as seen
    /// from its middle. Signs on the outline are centred there.
    fn rim_point(&self, placed: &PlacedNode, toward: Point) -> Point {
        let area = &placed.area;
        let middle = area.middle();
        let far =
            pt(middle.x + toward.x * area.width / 2.0, middle.y + toward.y * area.height / 2.0);
        let outline = node_outline(self.context.shape(placed.node), placed, self.context.size);
        let outside = pt(far.x + toward.x * 0.1, far.y + toward.y * 0.1);
        first_meeting(&outline, outside, middle).unwrap_or(far)
    }

    /// Draws two bars in a ring at a box at which players may respond.
    fn draw_wait(&mut self, placed: &PlacedNode) {
        if !self.context.chart.waits.contains(&placed.node) {
            return;
        }
        let spots = self.wait_spots(placed);
        let spot = self.room.place_sign(placed.node, &spots);
        self.canvas.ellipse(spot, "paper", Stroke::solid(0.8, "ink"));
        let Point { x, y } = spot.middle();
        for side in [-1.0, 1.0] {
            let middle = pt(x + side * spot.width * 0.13, y);
            let bar = Area::centred_at(middle, spot.width * 0.13, spot.width * 0.44);
            self.canvas.filled_rect(bar, 0.0, "ink");
        }
    }

    fn wait_spots(&self, placed: &PlacedNode) -> [Area; 6] {
        let across = self.context.size;
        let on = |right: f64, down: f64| {
            Area::centred_at(self.rim_point(placed, pt(right, down)), across, across)
        };
        let off = |right: f64| on(right, 0.0).moved(pt(right * (across / 2.0 + 2.0), 0.0));
        [on(-1.0, 1.0), on(1.0, 1.0), on(-1.0, 0.0), on(1.0, 0.0), off(-1.0), off(1.0)]
    }
}
