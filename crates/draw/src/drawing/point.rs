//! Points of a drawing.

use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

/// A position to the right of and below the top left corner, or another point, in points.
#[derive(Debug, Clone, Copy, Default, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(from = "(f64, f64)", into = "(f64, f64)")]
pub struct Point {
    /// Distance to the right.
    pub x: f64,
    /// Distance down.
    pub y: f64,
}

/// Returns the point at `x` and `y`.
pub const fn pt(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Self {
        pt(x, y)
    }
}

impl From<Point> for (f64, f64) {
    fn from(point: Point) -> Self {
        (point.x, point.y)
    }
}

impl Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        pt(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        pt(self.x - other.x, self.y - other.y)
    }
}
