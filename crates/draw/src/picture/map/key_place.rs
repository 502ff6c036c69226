//! Places the key of a map. In: the size of the map, and the height of its key at a width. Out: the
//! place of the key, on the right of the map or below it, and the size of both.

use crate::drawing::{Point, Size, pt};

/// Gap between a map and a key at its right, in points.
const GAP: f64 = 10.0;
/// Rounding error of a computed width, in points.
const ROUNDED: f64 = 0.01;

/// A map with its key, in points.
pub struct MapWithKey {
    /// Top left corner of the key, measured from that of the map.
    pub key: Point,
    /// Width of the key.
    pub key_width: f64,
    /// Size of both together.
    pub size: Size,
}

/// The room that a key needs, in points.
pub struct KeyNeeds<F> {
    /// Width of its widest entry.
    pub widest: f64,
    /// Least width of a key below the map.
    pub least_below: f64,
    /// Returns its height at a width.
    pub height: F,
}

/// Places a key where it and its map have the least height in `room` points.
pub fn place_key<F: Fn(f64) -> f64>(map: Size, room: f64, needs: &KeyNeeds<F>) -> MapWithKey {
    let Size { width, height } = map;
    let below_width = width.max(room.min(needs.least_below));
    let below = height + (needs.height)(below_width);
    let most = room - width - GAP;
    let column =
        if (needs.height)(needs.widest) <= height { needs.widest } else { most.max(needs.widest) };
    let beside = height.max((needs.height)(column));
    // A frame that was made for both leaves exactly their width, apart from rounding.
    if most + ROUNDED >= needs.widest && beside < below {
        let key = pt(width + GAP, 0.0);
        return MapWithKey {
            key,
            key_width: column,
            size: Size::new(width + GAP + column, beside),
        };
    }
    let key = pt(0.0, height);
    MapWithKey { key, key_width: below_width, size: Size::new(below_width, below) }
}
