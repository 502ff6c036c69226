//! Checks of lines, and of areas so thin that they are lines.

use super::PageView;
use crate::preflight::FaultKind;
use crate::preflight::content::marks::{Mark, MarkKind};

/// Rounding of a file, in points.
const TOLERANCE: f64 = 0.01;
/// Shortest line, in points; a shorter area is a dot.
const SHORT: f64 = 3.0;

pub fn check_lines(view: &mut PageView<'_>) {
    let least = view.demands.line.unwrap_or_default();
    for mark in view.marks() {
        let Some(width) = line_width(mark).filter(|_| !mark.is_white()) else { continue };
        if width <= 1e-6 {
            view.error(FaultKind::Hairline, Some(mark.area), "a line has no width");
        } else if width < least - TOLERANCE {
            let message = format!("a line is {width:.2} pt wide, less than {least} pt");
            view.warn(FaultKind::ThinLine, Some(mark.area), message);
        }
    }
}

/// Returns the width of a line, or of a long thin area.
fn line_width(mark: &Mark) -> Option<f64> {
    match mark.kind {
        MarkKind::Stroke { width, .. } => Some(width),
        MarkKind::Fill { is_box: true } if !mark.is_cut => {
            let (width, height) = (mark.area.width(), mark.area.height());
            let (thin, long) = (width.min(height), width.max(height));
            (long > SHORT && thin < long / 4.0).then_some(thin)
        }
        MarkKind::Fill { .. }
        | MarkKind::Text(_)
        | MarkKind::Picture(_)
        | MarkKind::Gradient { .. } => None,
    }
}
