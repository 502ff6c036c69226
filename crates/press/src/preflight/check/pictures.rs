//! Pictures of pixels: whether they have enough of them.

use super::PageView;
use crate::preflight::FaultKind;
use crate::preflight::content::marks::MarkKind;

/// Rounding: so much less is not too little.
const TOLERANCE: f64 = 0.99;
/// With less than this part of the dots that are asked for, steps are seen.
const MUCH_TOO_COARSE: f64 = 2.0 / 3.0;

pub fn check_pictures(view: &mut PageView<'_>) {
    let Some(asked) = view.demands.dpi else { return };
    for mark in view.marks() {
        let MarkKind::Picture(picture) = &mark.kind else { continue };
        let dots = picture.density;
        if picture.facts.is_area() || dots >= asked * TOLERANCE {
            continue;
        }
        let message = format!("a picture has {dots:.0} dots an inch, not {asked:.0}");
        if dots < asked * MUCH_TOO_COARSE * TOLERANCE {
            view.error(FaultKind::CoarsePicture, Some(mark.area), message);
        } else {
            view.warn(FaultKind::CoarsePicture, Some(mark.area), message);
        }
    }
}
