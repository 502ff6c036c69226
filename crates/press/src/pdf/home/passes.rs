//! Printing one side at a time. In: how a printer lays down what it printed, and which side of the paper in its tray it
//! prints. Out: the order of the fronts and of the backs, and what is done with the stack between.

use clap::ValueEnum;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which side of a sheet lies up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ValueEnum, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Facing {
    /// The printed side, or the side to be printed, lies up.
    FaceUp,
    /// It lies down.
    FaceDown,
}

impl Facing {
    /// What it is called on command lines and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::FaceUp => "face-up",
            Self::FaceDown => "face-down",
        }
    }
}

/// How a printer is fed that prints one side at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passes {
    /// How printed sheets come out.
    pub out: Facing,
    /// Which way the side lies, in the tray, that is going to be printed.
    pub tray: Facing,
}

impl Passes {
    /// Whether the stack of printed sheets is turned over before it goes back: its blank sides must lie as those did that
    /// were printed.
    pub fn turns_stack(self) -> bool {
        // Sheets that came out face up have their blank sides down.
        self.out == self.tray
    }

    /// The order in which the backs of so many sheets are printed, counted from 0. The last sheet lies on top of those that
    /// came out, and the sheet on top of the tray is printed first.
    pub fn back_order(self, sheets: usize) -> Vec<usize> {
        if self.turns_stack() { (0..sheets).collect() } else { (0..sheets).rev().collect() }
    }
}
