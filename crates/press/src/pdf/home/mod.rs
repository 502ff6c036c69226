//! Printing at home. In: finished PDFs for the paper of a printer, and what is known of that printer. Out: the files that
//! it prints right: moved and scaled by its calibration, turned over at the edge that is asked for, and, where it cannot
//! print both sides at once, as two passes.

pub(crate) mod files;
pub mod guide;
pub mod ink;
pub mod passes;
pub mod printer;
pub mod saved;
pub(crate) mod sides;

use passes::Passes;
use printer::Printer;

/// What is asked for of printing at home.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HomeRequest {
    /// The printer that files are corrected for.
    pub printer: Option<Printer>,
    /// How a printer is fed that prints one side at a time; none for one that prints both.
    pub passes: Option<Passes>,
    /// How thick the paper is, in millimetres; the profile's unless told.
    pub thickness: Option<f64>,
    /// Whether a page that says how to print, cut and fold comes beside each file.
    pub guide: bool,
    /// Whether the ink of each file is measured.
    pub ink: bool,
}

/// What a file takes to be printed.
#[derive(Debug, Clone, PartialEq)]
pub struct PaperUse {
    /// The file, without ending.
    pub file: String,
    /// The paper, by name.
    pub paper: String,
    /// Sheets of paper.
    pub sheets: usize,
    /// Whether the sheets are printed on both sides.
    pub both_sides: bool,
    /// Its ink, where that was asked for.
    pub ink: Option<ink::InkUse>,
}
