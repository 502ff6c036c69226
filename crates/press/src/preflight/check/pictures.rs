//! Checks of the resolution of pictures.

use super::PageView;
use crate::preflight::FaultKind;
use crate::preflight::content::marks::MarkKind;
use base::diagnostic::Severity;

/// Rounding: part of the asked resolution that is enough.
const TOLERANCE: f64 = 0.99;
/// Part of the asked resolution below which steps are visible.
const MUCH_TOO_COARSE: f64 = 2.0 / 3.0;

pub fn check_pictures(view: &mut PageView<'_>) {
    let Some(asked) = view.demands.dpi else { return };
    for mark in view.marks() {
        let MarkKind::Picture(picture) = &mark.kind else { continue };
        let (dots, facts) = (picture.density, &picture.facts);
        // So few pixels are an area of one colour.
        if facts.width <= 4.0 || facts.height <= 4.0 || dots >= asked * TOLERANCE {
            continue;
        }
        let is_bad = dots < asked * MUCH_TOO_COARSE * TOLERANCE;
        let severity = if is_bad { Severity::Error } else { Severity::Warning };
        let message = format!("a picture has {dots:.0} dots per inch, not {asked:.0}");
        view.add(FaultKind::CoarsePicture, severity, Some(mark.area), message);
    }
}
