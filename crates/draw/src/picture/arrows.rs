//! Arrows between parts, which run through the gaps and so cover nothing.

use super::PartMotion;
use super::rows::DOWN;
use crate::drawing::{Area, Canvas, Point, Stroke, arrow_wings, distance, point_towards, pt};

/// Width of an arrow, in points.
const WIDE: f64 = 1.6;
/// Length of a head, in points.
const HEAD: f64 = 6.4;
/// Distance between two arrows that run across one gap, in points.
const BESIDE: f64 = 3.4;
/// Distance between two arrows in one gap, in points.
const APART: f64 = 4.6;
/// Overlap of two parts above which an arrow runs straight between their rows, in points.
const STRAIGHT: f64 = 16.0;

/// Draws an arrow for every motion between two parts; returns their lower edge.
pub fn draw_motions(motions: &[PartMotion], areas: &[Area], canvas: &mut Canvas) -> f64 {
    let mut lowest = 0.0f64;
    let mut levels: Vec<ArrowLevel> = Vec::new();
    for nth in 0..motions.len() {
        let Some(mut points) = motion_corners(motions, nth, areas) else { continue };
        separate_levels(&mut points, &mut levels);
        lowest = points.iter().map(|point| point.y + 2.0).fold(lowest, f64::max);
        draw_motion_arrow(points, canvas);
    }
    lowest
}

/// Returns the corners of the arrow for one of the motions.
fn motion_corners(motions: &[PartMotion], nth: usize, areas: &[Area]) -> Option<Vec<Point>> {
    let motion = motions[nth];
    let (from, to) = (*areas.get(motion.from)?, *areas.get(motion.to)?);
    let aside = offset_aside(motions, nth);
    let one_row = (from.y - to.y).abs() < 0.01;
    match (one_row, motion.from.abs_diff(motion.to)) {
        (false, _) => corners_between_rows(from, to, aside),
        (true, 1) => {
            let y = from.middle().y + aside;
            let (start, end) =
                if from.x < to.x { (from.right(), to.x) } else { (from.x, to.right()) };
            Some(vec![pt(start, y), pt(end, y)])
        }
        (true, _) => {
            // Past the parts between two parts of a row, through the gap below it.
            let gap = from.bottom() + DOWN / 2.0 + aside / 2.0;
            let (a, b) = (from.middle().x + aside, to.middle().x - aside);
            Some(vec![pt(a, from.bottom()), pt(a, gap), pt(b, gap), pt(b, to.bottom())])
        }
    }
}

/// Returns the sideways offset of an arrow because of earlier arrows at the same parts.
fn offset_aside(motions: &[PartMotion], nth: usize) -> f64 {
    let side = if nth.is_multiple_of(2) { 1.0 } else { -1.0 };
    let own = motions[nth];
    let shares_part = |other: &&PartMotion| {
        let ends = [other.from, other.to];
        ends.contains(&own.from) || ends.contains(&own.to)
    };
    let earlier = motions[..nth].iter().filter(shares_part).count();
    APART * earlier.div_ceil(2) as f64 * side
}

/// Returns the corners from a part to one in the next row or the row before; `None` if there are
/// rows in between.
fn corners_between_rows(from: Area, to: Area, aside: f64) -> Option<Vec<Point>> {
    let (start, end) = if from.y < to.y { (from.bottom(), to.y) } else { (from.y, to.bottom()) };
    if (start - end).abs() > DOWN + 0.01 {
        return None;
    }
    let (low, high) = (from.x.max(to.x), from.right().min(to.right()));
    if high - low > STRAIGHT {
        let x = ((low + high) / 2.0 + aside).clamp(low + 6.0, high - 6.0);
        return Some(vec![pt(x, start), pt(x, end)]);
    }
    let gap = (start + end) / 2.0;
    let (a, b) = (from.middle().x + aside, to.middle().x - aside);
    Some(vec![pt(a, start), pt(a, gap), pt(b, gap), pt(b, end)])
}

/// The horizontal piece of an arrow.
struct ArrowLevel {
    y: f64,
    left: f64,
    right: f64,
}

/// Moves the horizontal piece of an arrow up or down if it would cover that of another.
fn separate_levels(points: &mut [Point], levels: &mut Vec<ArrowLevel>) {
    let [_, a, b, _] = points else { return };
    let (left, right) = (a.x.min(b.x), a.x.max(b.x));
    let is_free = |y: &f64| {
        levels.iter().all(|other| {
            (y - other.y).abs() >= BESIDE
                || right < other.left - BESIDE
                || left > other.right + BESIDE
        })
    };
    let y = [0.0, -BESIDE, BESIDE].map(|by| a.y + by).into_iter().find(is_free).unwrap_or(a.y);
    (a.y, b.y) = (y, y);
    levels.push(ArrowLevel { y, left, right });
}

fn draw_motion_arrow(mut points: Vec<Point>, canvas: &mut Canvas) {
    let [.., before, end] = points[..] else { return };
    // A short arrow is all head.
    let head = HEAD.min(distance(before, end));
    if let Some(last) = points.last_mut() {
        *last = point_towards(end, before, head * 0.7);
    }
    canvas.path(points, 3.0, Stroke::solid(WIDE, "rust"));
    let [left, right] = arrow_wings(end, before, head, HEAD * 0.52);
    canvas.filled_polygon(vec![end, left, right], "rust");
}
