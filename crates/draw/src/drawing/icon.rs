//! The outlines of an icon, which whoever draws it scales and colours.

use serde::{Deserialize, Serialize};

/// The outlines of an icon on a field of 24 x 24.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IconOutline {
    /// Path data of SVG.
    pub paths: Vec<String>,
    /// Whether each path is a shape to be filled, in which a place counts as inside that the path
    /// goes round (non-zero rule); else it is a line, 2 wide, with round ends.
    pub filled: bool,
}

impl IconOutline {
    /// Whether nothing is drawn.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }
}
