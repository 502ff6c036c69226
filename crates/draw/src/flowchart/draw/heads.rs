//! The heads of lines: arrow heads, crosses and rings.

use super::super::EdgeHead;
use crate::drawing::{Area, Canvas, Point, Stroke, arrow_wings, distance, point_towards, pt};

/// The last two points of a line.
struct LineEnd<'a> {
    before: Point,
    end: Point,
    stroke: &'a Stroke,
}

/// Draws the head at the end of `points`, and shortens the line to where the head begins.
pub fn draw_head(head: EdgeHead, points: &mut [Point], line: &Stroke, canvas: &mut Canvas) {
    let [.., before, end] = points else { return };
    let line = LineEnd { before: *before, end: *end, stroke: line };
    *end = match head {
        EdgeHead::None => line.end,
        EdgeHead::Arrow => line.draw_arrow(canvas),
        EdgeHead::Cross => line.draw_cross(canvas),
        EdgeHead::Circle => {
            let width = line.stroke.width;
            let reach = 2.1 + width / 2.0;
            let area = Area::centred_at(line.back(reach), 4.2, 4.2);
            canvas.ellipse(area, "paper", line.stroke.with_width(width));
            line.back((reach * 2.0).min(line.length()))
        }
    };
}

impl LineEnd<'_> {
    fn length(&self) -> f64 {
        distance(self.before, self.end)
    }

    /// Returns the point `far` points before the end.
    fn back(&self, far: f64) -> Point {
        point_towards(self.end, self.before, far)
    }

    /// Draws a slim arrow head with a hollow back, and returns the point inside it where the line
    /// ends. If the last piece of the line is short, the head covers the corner before it instead
    /// of shrinking.
    fn draw_arrow(&self, canvas: &mut Canvas) -> Point {
        let width = self.stroke.width;
        let full = 4.6 + 1.5 * width;
        let long = self.length().clamp(full * 0.7, full);
        let half = full * 0.36 + width * 0.15;
        let [left, right] = arrow_wings(self.end, self.before, long, half);
        let points = vec![self.end, left, self.back(long * 0.78), right];
        canvas.filled_polygon(points, self.stroke.colour.clone());
        self.back((long * 0.6).min(self.length()))
    }

    fn draw_cross(&self, canvas: &mut Canvas) -> Point {
        if self.before == self.end {
            return self.end;
        }
        let Point { x, y } = self.back(3.6);
        for (right, down) in [(2.3, 2.3), (2.3, -2.3)] {
            let stroke = self.stroke.with_width(self.stroke.width + 0.4);
            canvas.line(pt(x - right, y - down), pt(x + right, y + down), stroke);
        }
        self.end
    }
}
