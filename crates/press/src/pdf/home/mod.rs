//! Printing at home. In: finished PDFs for the paper of a printer, and the measurements of that printer. Out:
//! files that it prints right: moved and scaled by its calibration, turned over at the right edge, and as two
//! passes if it cannot print both sides at once.

pub(crate) mod files;
pub mod guide;
pub mod ink;
pub mod passes;
pub mod printer;
pub mod saved;
pub(crate) mod sides;

use passes::Passes;
use printer::Printer;

/// Settings for printing at home.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HomeRequest {
    /// The printer that files are corrected for.
    pub printer: Option<Printer>,
    /// Paper feed of a printer that prints one side at a time; `None` for one that prints both sides.
    pub passes: Option<Passes>,
    /// Thickness of the paper, in millimetres; `None` for that of the profile.
    pub thickness: Option<f64>,
    /// True if each file comes with a page that explains how to print, cut and fold it.
    pub guide: bool,
    /// True if the ink of each file is measured.
    pub ink: bool,
}

/// Paper and ink that a file takes to be printed.
#[derive(Debug, Clone, PartialEq)]
pub struct PaperUse {
    /// Name of the file, without extension.
    pub file: String,
    /// Name of the paper.
    pub paper: String,
    /// Number of sheets of paper.
    pub sheets: usize,
    /// True if the sheets are printed on both sides.
    pub both_sides: bool,
    /// Its ink, if that was asked for.
    pub ink: Option<ink::InkUse>,
}
