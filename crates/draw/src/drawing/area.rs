//! Rectangles in points: their edges and corners, and how they overlap.

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
    /// Returns an area of this size at the top left corner of a drawing.
    pub fn of_size(width: f64, height: f64) -> Self {
        Self { width, height, ..Self::default() }
    }

    /// Returns an area of this size around a point.
    pub fn centred_at(middle: Point, width: f64, height: f64) -> Self {
        Self { x: middle.x - width / 2.0, y: middle.y - height / 2.0, width, height }
    }

    /// Returns the area between two corners.
    pub fn between(a: Point, b: Point) -> Self {
        Self {
            x: a.x.min(b.x),
            y: a.y.min(b.y),
            width: (a.x - b.x).abs(),
            height: (a.y - b.y).abs(),
        }
    }

    /// Returns the area of a `kurbo` rectangle.
    fn of_corners(corners: Rect) -> Self {
        Self::between(pt(corners.x0, corners.y0), pt(corners.x1, corners.y1))
    }

    /// Returns the smallest area that holds all points; `None` without points.
    pub fn around(points: &[Point]) -> Option<Self> {
        let corners = points.iter().map(|&Point { x, y }| Rect::new(x, y, x, y));
        Some(Self::of_corners(corners.reduce(|one, other| one.union(other))?))
    }

    /// Right edge.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// Bottom edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// Upper left corner.
    pub fn top_left(&self) -> Point {
        pt(self.x, self.y)
    }

    /// Lower right corner.
    pub fn bottom_right(&self) -> Point {
        pt(self.right(), self.bottom())
    }

    /// Upper left and lower right corner, as a `kurbo` rectangle.
    pub fn corners(&self) -> Rect {
        Rect::new(self.x, self.y, self.right(), self.bottom())
    }

    /// Middle.
    pub fn middle(&self) -> Point {
        pt(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Returns the area enlarged by `by` on every side.
    pub fn grown(&self, by: f64) -> Self {
        Self {
            x: self.x - by,
            y: self.y - by,
            width: self.width + 2.0 * by,
            height: self.height + 2.0 * by,
        }
    }

    /// Returns the area moved by `by`.
    pub fn moved(&self, by: Point) -> Self {
        Self { x: self.x + by.x, y: self.y + by.y, ..*self }
    }

    /// Returns the smallest area that holds this one and another.
    pub fn joined(&self, other: &Self) -> Self {
        Self::of_corners(self.corners().union(other.corners()))
    }

    /// True if a point is in the area or on its edge.
    pub fn holds(&self, at: Point) -> bool {
        let Point { x, y } = at;
        self.x <= x && x <= self.right() && self.y <= y && y <= self.bottom()
    }

    /// Returns the overlap with another area, in square points.
    pub fn shared(&self, other: &Self) -> f64 {
        let wide = self.right().min(other.right()) - self.x.max(other.x);
        let high = self.bottom().min(other.bottom()) - self.y.max(other.y);
        wide.max(0.0) * high.max(0.0)
    }
}
