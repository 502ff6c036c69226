//! Arrows between parts, through the gaps between them, so that they cover nothing.

use super::PartMotion;
use super::rows::DOWN;
use crate::drawing::{Area, Canvas, Point, Stroke, arrow_wings, distance, point_towards};

/// Width of an arrow.
const WIDE: f64 = 1.6;
/// Length of a head.
const HEAD: f64 = 6.4;
/// Between two arrows that run across one gap.
const BESIDE: f64 = 3.4;
/// Between two arrows in one gap.
const APART: f64 = 4.6;
/// Parts overlap by more than this where an arrow runs straight between two rows.
const STRAIGHT: f64 = 16.0;

/// Draws an arrow for every motion between two parts; gives how far down they reach.
pub fn draw_motions(motions: &[PartMotion], areas: &[Area], canvas: &mut Canvas) -> f64 {
    let mut lowest = 0.0f64;
    let mut levels: Vec<ArrowLevel> = Vec::new();
    for nth in 0..motions.len() {
        let Some(mut points) = motion_corners(motions, nth, areas) else { continue };
        separate_levels(&mut points, &mut levels);
        lowest = points.iter().map(|point| point.1 + 2.0).fold(lowest, f64::max);
        draw_motion_arrow(points, canvas);
    }
    lowest
}

/// The corners of the arrow for one of the motions.
fn motion_corners(motions: &[PartMotion], nth: usize, areas: &[Area]) -> Option<Vec<Point>> {
    let motion = motions[nth];
    let (from, to) = (*areas.get(motion.from)?, *areas.get(motion.to)?);
    let aside = offset_aside(motions, nth);
    let one_row = (from.y - to.y).abs() < 0.01;
    match (one_row, motion.from.abs_diff(motion.to)) {
        (false, _) => corners_between_rows(from, to, aside),
        (true, 1) => Some(corners_across(from, to, aside)),
        (true, _) => Some(corners_below(from, to, aside)),
    }
}

/// How far an arrow stands aside because of those before it at the same parts.
fn offset_aside(motions: &[PartMotion], nth: usize) -> f64 {
    let side = if nth.is_multiple_of(2) { 1.0 } else { -1.0 };
    APART * earlier_at_parts(motions, nth).div_ceil(2) as f64 * side
}

/// How many motions before one share a part with it.
fn earlier_at_parts(motions: &[PartMotion], nth: usize) -> usize {
    motions[..nth].iter().filter(|other| motions[nth].shares_part(other)).count()
}

impl PartMotion {
    fn shares_part(&self, other: &Self) -> bool {
        let ends = [other.from, other.to];
        ends.contains(&self.from) || ends.contains(&self.to)
    }
}

/// From one part to the next in its row.
fn corners_across(from: Area, to: Area, aside: f64) -> Vec<Point> {
    let y = from.middle().1 + aside;
    let (start, end) = if from.x < to.x { (from.right(), to.x) } else { (from.x, to.right()) };
    vec![(start, y), (end, y)]
}

/// Past what stands between two parts of a row, through the gap below it.
fn corners_below(from: Area, to: Area, aside: f64) -> Vec<Point> {
    let gap = from.bottom() + DOWN / 2.0 + aside / 2.0;
    corners_through_gap((from, from.bottom()), gap, (to, to.bottom()), aside)
}

/// Up or down from one part to a gap, along it, and on to another part.
fn corners_through_gap(
    (from, start): (Area, f64),
    gap: f64,
    (to, end): (Area, f64),
    aside: f64,
) -> Vec<Point> {
    let (a, b) = (from.middle().0 + aside, to.middle().0 - aside);
    vec![(a, start), (a, gap), (b, gap), (b, end)]
}

/// From a part to one in the next row or the row before; none where there are rows in between.
fn corners_between_rows(from: Area, to: Area, aside: f64) -> Option<Vec<Point>> {
    let (start, end) = facing_edges(from, to);
    if (start - end).abs() > DOWN + 0.01 {
        return None;
    }
    if let Some(x) = common_column(from, to, aside) {
        return Some(vec![(x, start), (x, end)]);
    }
    Some(corners_through_gap((from, start), (start + end) / 2.0, (to, end), aside))
}

/// The edges of two parts of different rows that face one another.
fn facing_edges(from: Area, to: Area) -> (f64, f64) {
    let down = from.y < to.y;
    if down { (from.bottom(), to.y) } else { (from.y, to.bottom()) }
}

/// Where a straight arrow between two parts stands, if one of them is above the other.
fn common_column(from: Area, to: Area, aside: f64) -> Option<f64> {
    let (low, high) = (from.x.max(to.x), from.right().min(to.right()));
    let x = (low + high) / 2.0 + aside;
    (high - low > STRAIGHT).then(|| x.clamp(low + 6.0, high - 6.0))
}

/// A piece of an arrow that runs across: how far down, from where, to where.
type ArrowLevel = (f64, f64, f64);

/// Moves the piece of an arrow that runs across a gap up or down where it would lie on that of
/// another.
fn separate_levels(points: &mut [Point], levels: &mut Vec<ArrowLevel>) {
    let [_, a, b, _] = points else { return };
    let (left, right) = (a.0.min(b.0), a.0.max(b.0));
    let is_free = |y: &f64| levels.iter().all(|level| is_clear(*level, *y, left, right));
    let y = [0.0, -BESIDE, BESIDE].map(|by| a.1 + by).into_iter().find(is_free).unwrap_or(a.1);
    (a.1, b.1) = (y, y);
    levels.push((y, left, right));
}

fn is_clear((other, from, to): ArrowLevel, y: f64, left: f64, right: f64) -> bool {
    (y - other).abs() >= BESIDE || right < from - BESIDE || left > to + BESIDE
}

fn draw_motion_arrow(mut points: Vec<Point>, canvas: &mut Canvas) {
    let [.., before, end] = points[..] else { return };
    if let Some(last) = points.last_mut() {
        *last = point_towards(end, before, head_length(before, end) * 0.7);
    }
    canvas.path(points, 3.0, Stroke::solid(WIDE, "rust"));
    draw_arrow_head(before, end, canvas);
}

fn draw_arrow_head(before: Point, end: Point, canvas: &mut Canvas) {
    let [left, right] = arrow_wings(end, before, head_length(before, end), HEAD * 0.52);
    canvas.filled_polygon(vec![end, left, right], "rust");
}

/// A short arrow is all head.
fn head_length(before: Point, end: Point) -> f64 {
    HEAD.min(distance(before, end))
}
