//! The places and the size of hexes or squares on a drawing.

use super::hexagon::SpaceGround;
use super::{HexMap, MapHexagon};
use crate::drawing::{Point, pt};

/// Width of a hex below which its coordinates are at the edge of the map, in points.
const ROOMY: f64 = 27.5;
/// Least width of a hex, in points, so that its signs do not cover each other; a map may become
/// wider for it.
const NARROWEST: f64 = 19.0;
/// Greatest height of a map without its key, in points and as a part of its width, so that it fits
/// a page with its key and the text above.
const HIGHEST: (f64, f64) = (205.0, 0.62);
/// Greatest width of a hex, and that of a hex on a small map, which still has room for its
/// coordinates, in points.
const WIDEST: f64 = 33.0;
const WIDEST_SMALL: f64 = 28.5;
/// Room at the edge for a coordinate, in points.
pub const EDGE: f64 = 12.0;

/// The places of hexes on a drawing.
pub struct HexGrid {
    /// Width of a hex, in points.
    pitch: f64,
    /// Room at the left and top for coordinates; 0 if they are in the hexes.
    pub edge: f64,
    /// True if the spaces are squares.
    pub squares: bool,
    /// First and last row.
    pub rows: (i32, i32),
    /// First and last column.
    pub columns: (i32, i32),
}

impl HexGrid {
    pub fn of(map: &HexMap, room: f64) -> Self {
        let rows = bounds(map, |hex| hex.row);
        let columns = bounds(map, |hex| hex.column);
        let squares = map.squares;
        let across = f64::from(columns.1 - columns.0) / column_steps(squares) + 1.0;
        let steps_down = f64::from(rows.1 - rows.0);
        let down =
            if squares { steps_down + 1.0 } else { (steps_down * 1.5 + 2.0) / 3.0f64.sqrt() };
        let widest = WIDEST.min(HIGHEST.0.max(room * HIGHEST.1) / down);
        let widest = if map.small { widest.min(WIDEST_SMALL) } else { widest };
        let edge = if (room / across).min(widest) < ROOMY { EDGE } else { 0.0 };
        let pitch = ((room - edge) / across).min(widest).max(NARROWEST);
        Self { pitch, edge, squares, rows, columns }
    }

    /// True if a hex has room for its coordinates.
    pub fn is_roomy(&self) -> bool {
        self.edge == 0.0
    }

    /// Returns the distance from the middle of a hex to its upper corner, or of a square to its
    /// upper edge.
    pub fn tall(&self) -> f64 {
        if self.squares { self.pitch / 2.0 } else { self.pitch / 3.0f64.sqrt() }
    }

    /// Returns the shape of its spaces.
    pub fn ground(&self) -> SpaceGround {
        SpaceGround { tall: self.tall(), square: self.squares }
    }

    pub fn middle(&self, row: i32, column: i32) -> Point {
        let right = f64::from(column - self.columns.0) / column_steps(self.squares) + 0.5;
        let pitch_down = if self.squares { 2.0 } else { 1.5 };
        let down = 1.0 + pitch_down * f64::from(row - self.rows.0);
        // The numbers of the columns are printed above the hexes.
        let above = if self.edge > 0.0 { 2.0 * EDGE - 4.0 } else { 0.0 };
        pt(self.edge + right * self.pitch, above + self.tall() * down)
    }

    /// Returns the middle of a hex of a map whose top left corner is at `at`.
    pub fn middle_on_page(&self, hex: &MapHexagon, at: Point) -> Point {
        at + self.middle(hex.row, hex.column)
    }

    pub fn width(&self) -> f64 {
        self.middle(0, self.columns.1).x + self.pitch / 2.0
    }

    pub fn height(&self) -> f64 {
        self.middle(self.rows.1, 0).y + self.tall()
    }
}

fn bounds(map: &HexMap, number: impl Fn(&MapHexagon) -> i32) -> (i32, i32) {
    let numbers = || map.hexes.iter().map(&number);
    (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0))
}

/// Returns the difference in columns between neighbours in a row.
fn column_steps(squares: bool) -> f64 {
    if squares { 1.0 } else { 2.0 }
}
