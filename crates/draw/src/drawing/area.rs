//! Rectangles in points: where things stand on a drawing, and what they share.

use serde::{Deserialize, Serialize};

use super::Point;

/// The upper left and the lower right corner of an area.
type Corners = (Point, Point);

/// A rectangle in points.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Area {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Area {
    /// The area of that size from the top left corner of a drawing.
    pub fn of_size(width: f64, height: f64) -> Self {
        Self { width, height, ..Self::default() }
    }

    /// The area of that size round a point.
    pub fn centred_at(middle: Point, width: f64, height: f64) -> Self {
        Self { x: middle.0 - width / 2.0, y: middle.1 - height / 2.0, width, height }
    }

    /// The area between two corners.
    pub fn between(a: Point, b: Point) -> Self {
        Self {
            x: a.0.min(b.0),
            y: a.1.min(b.1),
            width: (a.0 - b.0).abs(),
            height: (a.1 - b.1).abs(),
        }
    }

    /// The smallest area that holds all points; none without points.
    pub fn around(points: &[Point]) -> Option<Self> {
        let corners = points.iter().map(|point| (*point, *point));
        let (low, high) = corners.reduce(join_corners)?;
        Some(Self::between(low, high))
    }

    /// Its right edge.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// Its bottom edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// Its upper left corner.
    pub fn top_left(&self) -> Point {
        (self.x, self.y)
    }

    /// Its lower right corner.
    pub fn bottom_right(&self) -> Point {
        (self.right(), self.bottom())
    }

    /// Both of these corners.
    pub fn corners(&self) -> Corners {
        (self.top_left(), self.bottom_right())
    }

    /// Its middle.
    pub fn middle(&self) -> Point {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Wider by `by` on every side.
    pub fn grown(&self, by: f64) -> Self {
        Self {
            x: self.x - by,
            y: self.y - by,
            width: self.width + 2.0 * by,
            height: self.height + 2.0 * by,
        }
    }

    /// Moved by so much.
    pub fn moved(&self, (right, down): Point) -> Self {
        Self { x: self.x + right, y: self.y + down, ..*self }
    }

    /// The smallest area that holds this one and another.
    pub fn joined(&self, other: &Self) -> Self {
        let (low, high) = join_corners(self.corners(), other.corners());
        Self::between(low, high)
    }

    /// Whether a point lies in it.
    pub fn holds(&self, (x, y): Point) -> bool {
        self.x <= x && x <= self.right() && self.y <= y && y <= self.bottom()
    }

    /// How much of it another one covers, in square points.
    pub fn shared(&self, other: &Self) -> f64 {
        let wide = self.right().min(other.right()) - self.x.max(other.x);
        let high = self.bottom().min(other.bottom()) - self.y.max(other.y);
        wide.max(0.0) * high.max(0.0)
    }
}

/// The corners of the smallest area that holds two others.
pub fn join_corners((a, b): Corners, (c, d): Corners) -> Corners {
    ((a.0.min(c.0), a.1.min(c.1)), (b.0.max(d.0), b.1.max(d.1)))
}
