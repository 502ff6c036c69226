//! Checks of the safe zone: text near the edge, and lines along it.

use kurbo::Rect;

use super::PageView;
use super::colours::quoted;
use super::pages::SIDES;
use crate::preflight::FaultKind;
use crate::preflight::boxes::MM;
use crate::preflight::content::marks::{Mark, MarkKind};

/// Tolerance in points, 0.2 mm: the box of letters is larger than their ink.
const TOLERANCE: f64 = 0.2 * MM;
/// Widest line, in points; a wider one is a ground.
const WIDEST_LINE: f64 = 3.0 * MM;
/// Shortest line along the side of the page, as a part of the side.
const SHORTEST: f64 = 0.3;

pub fn check_safe(view: &mut PageView<'_>) {
    let safe = view.demands.safe * MM;
    if safe <= 0.0 {
        return;
    }
    for mark in view.marks() {
        match mark.kind {
            MarkKind::Text(_) => check_near_text(view, mark, safe),
            MarkKind::Stroke { .. } | MarkKind::Fill { is_box: true } => {
                check_near_line(view, mark, safe)
            }
            MarkKind::Fill { .. } | MarkKind::Picture(_) | MarkKind::Gradient { .. } => {}
        }
    }
}

/// Returns the distances of an area inside the trim: left, right, top, bottom.
fn distances(area: Rect, trim: Rect) -> [f64; 4] {
    [area.x0 - trim.x0, trim.x1 - area.x1, area.y0 - trim.y0, trim.y1 - area.y1]
}

fn check_near_text(view: &mut PageView<'_>, mark: &Mark, safe: f64) {
    let MarkKind::Text(text) = &mark.kind else { return };
    let trim = view.boxes.trim;
    // Marks outside are cut off, such as the name of the file beside the page.
    if !trim.contains(mark.area.center()) {
        return;
    }
    let all = distances(mark.area, trim);
    let Some((side, nearest)) =
        (0..4).map(|side| (side, all[side])).min_by(|a, b| a.1.total_cmp(&b.1))
    else {
        return;
    };
    let quote = quoted(&text.words);
    // Text that runs off the sheet is visible up to the end of the sheet.
    let runs_off = mark.is_cut && nearest < TOLERANCE;
    if nearest < -TOLERANCE || runs_off {
        let message = format!("the cut at the {} goes through text{quote}", SIDES[side]);
        view.error(FaultKind::TextNearEdge, Some(mark.area), message);
    } else if nearest < safe - TOLERANCE {
        let message = format!(
            "text{quote} is {:.1} mm from the {} edge, nearer than {:.1} mm",
            nearest.max(0.0) / MM,
            SIDES[side],
            safe / MM
        );
        view.warn(FaultKind::TextNearEdge, Some(mark.area), message);
    }
}

fn check_near_line(view: &mut PageView<'_>, mark: &Mark, safe: f64) {
    let (area, trim) = (mark.area, view.boxes.trim);
    if mark.is_white() {
        return;
    }
    let all = distances(area, trim);
    let lengths = [area.height(), area.height(), area.width(), area.width()];
    let sides = [trim.height(), trim.height(), trim.width(), trim.width()];
    let across = [area.width(), area.width(), area.height(), area.height()];
    let is_frame = |side: usize| match mark.kind {
        MarkKind::Stroke { width, is_box } => is_box && width < WIDEST_LINE,
        _ => across[side] < WIDEST_LINE,
    };
    let near = (0..4).find(|side| {
        let is_near = all[*side] > -TOLERANCE && all[*side] < safe - TOLERANCE;
        is_near && lengths[*side] > SHORTEST * sides[*side] && is_frame(*side)
    });
    if let Some(side) = near {
        let message = format!(
            "a line runs {:.1} mm from the {} edge, nearer than {:.1} mm",
            all[side].max(0.0) / MM,
            SIDES[side],
            safe / MM
        );
        view.warn(FaultKind::LineNearEdge, Some(area), message);
    }
}
