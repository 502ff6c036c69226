//! Tables that draw something: the contents of the box, a map of hexes, or a play area.

pub mod components;
pub mod hex_map;
pub mod play_area;

use crate::{Attributes, Table};
use draw::picture::{HexMap, PlayMat};

impl Table {
    /// Returns the map of hexes if the class of the table is `map` and it has a row and column for each
    /// space.
    pub fn hex_map(&self, attributes: &Attributes) -> Option<HexMap> {
        if attributes.has_class("map") { hex_map::map_of_table(self) } else { None }
    }

    /// Returns the play mat that the table draws, if any.
    pub fn play_mat(&self, attributes: &Attributes) -> Option<PlayMat> {
        if !self.is_diagram() && !attributes.has_class("play-area") {
            return None;
        }
        self.mat.as_deref().cloned().or_else(|| play_area::play_area_mat(self))
    }
}
