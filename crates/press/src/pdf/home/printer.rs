//! What a printer does wrong each time in the same way. In: what was read on the calibration page. Out: how pages are
//! moved and scaled so that the paper shows them as they are meant.

use crate::profile::FlipEdge;

/// A printer as it was measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Printer {
    /// What its owner calls it.
    pub name: String,
    /// How far what is on the back lies to the right and down of where it should, seen through the upright sheet from its
    /// front, in millimetres.
    pub shift: (f64, f64),
    /// How long 100 mm come out on the front, across and down.
    pub scale: (f64, f64),
    /// The same on the back.
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

/// What is done to a page of an upright sheet, from its middle: first scaled, then moved. Lengths are millimetres, down
/// and to the right count as plus.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Correction {
    /// How many times as wide and as high.
    pub scale: (f64, f64),
    /// How far to the right and down.
    pub shift: (f64, f64),
}

impl Correction {
    /// Nothing is done.
    pub const NONE: Self = Self { scale: (1.0, 1.0), shift: (0.0, 0.0) };
}

impl Printer {
    /// How far backs may be off, in millimetres.
    pub const MOST_SHIFT: f64 = 20.0;
    /// How long 100 mm may come out.
    pub const SCALES: (f64, f64) = (90.0, 110.0);

    /// What puts a side of an upright sheet right that is turned over at an edge.
    pub fn correction(&self, side: SheetSide, flip: FlipEdge) -> Correction {
        let inverse = |(across, down): (f64, f64)| (100.0 / across, 100.0 / down);
        match side {
            SheetSide::Front => Correction { scale: inverse(self.scale), shift: (0.0, 0.0) },
            SheetSide::Back => {
                let scale = inverse(self.back_scale);
                // Turned over at its long edge, the sheet shows right as left; at the short edge, up as down.
                let (right, down) = match flip {
                    FlipEdge::Long => (-self.shift.0, self.shift.1),
                    FlipEdge::Short => (self.shift.0, -self.shift.1),
                };
                Correction { scale, shift: (-right * scale.0, -down * scale.1) }
            }
        }
    }
}
