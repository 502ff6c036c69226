//! Where hexes or squares stand on a drawing, and how large they are.

use super::hexagon::SpaceGround;
use super::{HexMap, MapHexagon};
use crate::drawing::{Point, pt};

/// A hex that is less wide than this has its coordinates at the edge of the map, in points.
const ROOMY: f64 = 27.5;
/// A hex is never less wide than this, for its signs would cover one another; the map is wider
/// then.
const NARROWEST: f64 = 19.0;
/// The highest map without its key, and how high for its width: with it and with what stands above,
/// it fits a page.
const HIGHEST: (f64, f64) = (205.0, 0.62);
/// The widest hex, and that of a small map, which still has room for its coordinates.
const WIDEST: f64 = 33.0;
const WIDEST_SMALL: f64 = 28.5;
/// Room at the edge for a coordinate.
pub const EDGE: f64 = 12.0;

/// Where hexes stand on a drawing.
pub struct HexGrid {
    /// Width of a hex.
    pitch: f64,
    /// Room at the left and top for coordinates; none when they stand in the hexes.
    pub edge: f64,
    /// Whether the spaces are squares.
    pub squares: bool,
    /// The first and the last row.
    pub rows: (i32, i32),
    /// The first and the last column.
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

    /// Whether a hex has room for its coordinates.
    pub fn is_roomy(&self) -> bool {
        self.edge == 0.0
    }

    /// From the middle of a hex to its upper corner, of a square to its upper edge.
    pub fn tall(&self) -> f64 {
        if self.squares { self.pitch / 2.0 } else { self.pitch / 3.0f64.sqrt() }
    }

    /// The shape of its spaces.
    pub fn ground(&self) -> SpaceGround {
        SpaceGround { tall: self.tall(), square: self.squares }
    }

    pub fn middle(&self, row: i32, column: i32) -> Point {
        let right = f64::from(column - self.columns.0) / column_steps(self.squares) + 0.5;
        let pitch_down = if self.squares { 2.0 } else { 1.5 };
        let down = 1.0 + pitch_down * f64::from(row - self.rows.0);
        // The numbers of the columns stand above the hexes.
        let above = if self.edge > 0.0 { 2.0 * EDGE - 4.0 } else { 0.0 };
        pt(self.edge + right * self.pitch, above + self.tall() * down)
    }

    /// The middle of a hex of a map whose top left corner is at `at`.
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

/// How many columns apart neighbours in a row are.
fn column_steps(squares: bool) -> f64 {
    if squares { 1.0 } else { 2.0 }
}
