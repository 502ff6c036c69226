//! Systematic errors of a printer. In: the readings of the calibration page. Out: the scale and the offset
//! that correct the pages.

use crate::profile::FlipEdge;

/// A measured printer.
#[derive(Debug, Clone, PartialEq)]
pub struct Printer {
    /// Name that its owner gave it.
    pub name: String,
    /// Offset of the back to the right and down, seen through the upright sheet from its front, in
    /// millimetres.
    pub shift: (f64, f64),
    /// Printed length of 100 mm on the front, across and down.
    pub scale: (f64, f64),
    /// Printed length of 100 mm on the back, across and down.
    pub back_scale: (f64, f64),
}

/// A side of a sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SheetSide {
    /// The side that is printed first.
    Front,
    /// The other one.
    Back,
}

/// Correction of a page of an upright sheet: first scaled from its middle, then moved. Lengths are in
/// millimetres; right and down are positive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Correction {
    /// Factors of width and height.
    pub scale: (f64, f64),
    /// Offset to the right and down.
    pub shift: (f64, f64),
}

impl Correction {
    /// No correction.
    pub const NONE: Self = Self { scale: (1.0, 1.0), shift: (0.0, 0.0) };
}

impl Printer {
    /// Greatest offset of backs, in millimetres.
    pub const MOST_SHIFT: f64 = 20.0;
    /// Limits of the printed length of 100 mm.
    pub const SCALES: (f64, f64) = (90.0, 110.0);

    /// Returns the correction of a side of an upright sheet that is turned over `flip`.
    pub fn correction(&self, side: SheetSide, flip: FlipEdge) -> Correction {
        let inverse = |(across, down): (f64, f64)| (100.0 / across, 100.0 / down);
        match side {
            SheetSide::Front => Correction { scale: inverse(self.scale), shift: (0.0, 0.0) },
            SheetSide::Back => {
                let scale = inverse(self.back_scale);
                // Turned over its long edge, the sheet swaps right and left; over the short edge, up and
                // down.
                let (right, down) = match flip {
                    FlipEdge::Long => (-self.shift.0, self.shift.1),
                    FlipEdge::Short => (self.shift.0, -self.shift.1),
                };
                Correction { scale, shift: (-right * scale.0, -down * scale.1) }
            }
        }
    }
}
