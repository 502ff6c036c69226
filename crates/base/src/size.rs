//! Width and height of printed things.

use serde::{Deserialize, Serialize};

/// Width and height, in one unit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Size {
    /// Distance from left to right.
    pub width: f64,
    /// Distance from top to bottom.
    pub height: f64,
}

impl Size {
    /// Makes a size from its sides.
    pub const fn new(width: f64, height: f64) -> Self {
        Self { width, height }
    }

    /// Returns the size with width and height swapped.
    pub fn turned(self) -> Self {
        Self::new(self.height, self.width)
    }

    /// Returns the size multiplied by `factor`.
    pub fn times(self, factor: f64) -> Self {
        Self::new(self.width * factor, self.height * factor)
    }

    /// Returns the size with `by` added on each side.
    pub fn grown(self, by: f64) -> Self {
        Self::new(self.width + 2.0 * by, self.height + 2.0 * by)
    }
}
