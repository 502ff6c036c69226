//! Tables that draw something: what lies in the box, a map of hexes, or a play area.

pub mod components;
pub mod hex_map;
pub mod play_area;

use crate::{Attributes, Table};
use draw::picture::{HexMap, PlayMat};

impl Table {
    /// The map of hexes that it draws, if its class is `map` and it says in which row and column
    /// each space lies.
    pub fn hex_map(&self, attributes: &Attributes) -> Option<HexMap> {
        if attributes.has_class("map") { hex_map::map_of_table(self) } else { None }
    }

    /// The play mat that it draws, if it draws one.
    pub fn play_mat(&self, attributes: &Attributes) -> Option<PlayMat> {
        if !self.is_diagram() && !attributes.has_class("play-area") {
            return None;
        }
        self.mat.as_deref().cloned().or_else(|| play_area::play_area_mat(self))
    }
}
