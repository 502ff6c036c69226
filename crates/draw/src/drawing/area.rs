//! Rectangles in points: where things stand on a drawing, and what they share.

use kurbo::Rect;
use serde::{Deserialize, Serialize};

use super::{Point, pt};

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
        Self { x: middle.x - width / 2.0, y: middle.y - height / 2.0, width, height }
    }

    /// The area between two corners.
    pub fn between(a: Point, b: Point) -> Self {
        Self {
            x: a.x.min(b.x),
            y: a.y.min(b.y),
            width: (a.x - b.x).abs(),
            height: (a.y - b.y).abs(),
        }
    }

    /// The area between the corners of a rectangle.
    fn of_corners(corners: Rect) -> Self {
        Self::between(pt(corners.x0, corners.y0), pt(corners.x1, corners.y1))
    }

    /// The smallest area that holds all points; none without points.
    pub fn around(points: &[Point]) -> Option<Self> {
        let corners = points.iter().map(|&Point { x, y }| Rect::new(x, y, x, y));
        Some(Self::of_corners(corners.reduce(|one, other| one.union(other))?))
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
        pt(self.x, self.y)
    }

    /// Its lower right corner.
    pub fn bottom_right(&self) -> Point {
        pt(self.right(), self.bottom())
    }

    /// Both of these corners.
    pub fn corners(&self) -> Rect {
        Rect::new(self.x, self.y, self.right(), self.bottom())
    }

    /// Its middle.
    pub fn middle(&self) -> Point {
        pt(self.x + self.width / 2.0, self.y + self.height / 2.0)
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
    pub fn moved(&self, by: Point) -> Self {
        Self { x: self.x + by.x, y: self.y + by.y, ..*self }
    }

    /// The smallest area that holds this one and another.
    pub fn joined(&self, other: &Self) -> Self {
        Self::of_corners(self.corners().union(other.corners()))
    }

    /// Whether a point lies in it.
    pub fn holds(&self, at: Point) -> bool {
        let Point { x, y } = at;
        self.x <= x && x <= self.right() && self.y <= y && y <= self.bottom()
    }

    /// How much of it another one covers, in square points.
    pub fn shared(&self, other: &Self) -> f64 {
        let wide = self.right().min(other.right()) - self.x.max(other.x);
        let high = self.bottom().min(other.bottom()) - self.y.max(other.y);
        wide.max(0.0) * high.max(0.0)
    }
}
