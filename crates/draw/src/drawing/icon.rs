//! The outlines of an icon. Scale and colour are up to the drawing that uses it.

use serde::{Deserialize, Serialize};

/// The outlines of an icon on a field of 24 x 24.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IconOutline {
    /// Paths, as SVG path data.
    pub paths: Vec<String>,
    /// True if each path is a shape to be filled (by the non-zero rule); otherwise each is a line,
    /// 2 wide, with round ends.
    pub filled: bool,
}

impl IconOutline {
    /// True if there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }
}
