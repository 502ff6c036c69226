//! Checks a finished PDF, ours or another's, as a print shop does. In: its bytes, and the demands of the
//! print shop. Out: its faults, each with its page and its place.
//!
//! [`preflight`] reads the boxes of every page and the marks on it: texts, lines, areas and pictures, with
//! drawings inside drawings. The checks use only those.

mod boxes;
mod check;
mod content;
mod demands;
mod kind;
mod merge;
mod pdf;
mod places;

use serde::Serialize;

pub use base::diagnostic::Severity;
use base::diagnostic::catch_panic;
pub use demands::{PageTrim, PdfX, PrintDemands, SideLengths};
pub use kind::FaultKind;
use pdf::PdfFile;
pub use pdf::PreflightError;
pub use places::{FaultGroup, PageArea, grouped_faults};

/// A fault of a file for print.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PrintFault {
    /// The page, from 1; `None` for the file as a whole.
    pub page: Option<u32>,
    /// Its place on the page.
    pub place: Option<PageArea>,
    /// Its kind.
    pub kind: FaultKind,
    /// An error if the print shop refuses the file or prints it wrongly, or else a warning.
    pub severity: Severity,
    /// The message, in lower case and without a full stop.
    pub message: String,
}

impl PrintFault {
    /// Returns the hint.
    pub fn hint(&self) -> &'static str {
        self.kind.hint()
    }
}

/// The result of checking a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PreflightReport {
    /// Number of its pages.
    pub pages: usize,
    /// Its faults, page by page; those of the whole file come first.
    pub faults: Vec<PrintFault>,
}

impl PreflightReport {
    /// Returns the number of faults of a severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.faults.iter().filter(|fault| fault.severity == severity).count()
    }
}

/// Checks a PDF as a print shop does.
///
/// # Errors
/// When the file is not a PDF, is damaged beyond reading, needs a password or is too large.
pub fn preflight(bytes: &[u8], demands: &PrintDemands) -> Result<PreflightReport, PreflightError> {
    let pdf = PdfFile::load(bytes)?;
    let looked = catch_panic(|| check::check_file(&pdf, bytes, demands));
    let (pages, faults) =
        looked.map_err(|_| PreflightError::Damaged("its parts do not fit".to_owned()))?;
    if pages == 0 {
        return Err(PreflightError::Damaged("it has no pages".to_owned()));
    }
    Ok(PreflightReport { pages, faults: merge::merge_faults(faults) })
}
