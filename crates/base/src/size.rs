//! Width and height of what is printed.

use serde::{Deserialize, Serialize};

/// Width and height, in one unit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Size {
    /// From left to right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

impl Size {
    /// A size by its sides.
    pub const fn new(width: f64, height: f64) -> Self {
        Self { width, height }
    }

    /// The same on its side.
    pub fn turned(self) -> Self {
        Self::new(self.height, self.width)
    }

    /// So many times as wide and as high.
    pub fn times(self, factor: f64) -> Self {
        Self::new(self.width * factor, self.height * factor)
    }

    /// The size with so much more on each side.
    pub fn grown(self, by: f64) -> Self {
        Self::new(self.width + 2.0 * by, self.height + 2.0 * by)
    }
}
