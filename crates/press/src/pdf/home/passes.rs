//! Printing one side at a time. In: the side up of printed sheets, and of paper in the tray. Out: the order
//! of the fronts and of the backs, and the handling of the stack between.

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The side of a sheet that is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ValueEnum, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Facing {
    /// The printed side, or the side to be printed, is up.
    FaceUp,
    /// That side is down.
    FaceDown,
}

impl Facing {
    /// Returns its name on command lines and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::FaceUp => "face-up",
            Self::FaceDown => "face-down",
        }
    }
}

/// Paper feed of a printer that prints one side at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passes {
    /// Side up of printed sheets in the output tray.
    pub out: Facing,
    /// Side up of sheets in the input tray.
    pub tray: Facing,
}

impl Passes {
    /// True if the stack of printed sheets is turned over before it is put back: its blank sides must face
    /// the same way as the sides that were printed first.
    pub fn turns_stack(self) -> bool {
        // Sheets that came out face up have their blank sides down.
        self.out == self.tray
    }

    /// Returns the order in which the backs of `sheets` sheets are printed, counted from 0. The last sheet is
    /// on top of the output, and the sheet on top of the tray is printed first.
    pub fn back_order(self, sheets: usize) -> Vec<usize> {
        if self.turns_stack() { (0..sheets).collect() } else { (0..sheets).rev().collect() }
    }
}
