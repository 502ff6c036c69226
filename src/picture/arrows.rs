//! Arrows between parts, through the gaps between them, so that they cover nothing.

use super::PartMotion;
use super::frame::FramedPart;
use super::rows::DOWN;
use crate::drawing::{Area, DrawingItem, Point, Stroke, distance, point_towards};

/// Width of an arrow.
const WIDE: f64 = 1.6;
/// Length of a head.
const HEAD: f64 = 6.4;
/// Between two arrows that run across one gap.
const BESIDE: f64 = 3.4;
/// Between two arrows in one gap.
const APART: f64 = 4.6;

/// Draws an arrow for every motion between two parts; gives how far down they reach.
pub(super) fn draw_motions(
    motions: &[PartMotion],
    frames: &[FramedPart],
    items: &mut Vec<DrawingItem>,
) -> f64 {
    let mut lowest = 0.0f64;
    let mut levels: Vec<ArrowLevel> = Vec::new();
    for (nth, motion) in motions.iter().enumerate() {
        let (Some(from), Some(to)) = (frames.get(motion.from), frames.get(motion.to)) else {
            continue;
        };
        let earlier = motions[..nth].iter();
        let same = earlier.filter(|other| {
            let ends = [other.from, other.to];
            ends.contains(&motion.from) || ends.contains(&motion.to)
        });
        let aside = APART * same.count().div_ceil(2) as f64 * if nth % 2 == 0 { 1.0 } else { -1.0 };
        if let Some(mut points) = arrow_corners(from.area, to.area, aside, (motion.from, motion.to))
        {
            separate_levels(&mut points, &mut levels);
            lowest = points.iter().map(|point| point.1 + 2.0).fold(lowest, f64::max);
            draw_motion_arrow(points, items);
        }
    }
    lowest
}

/// A piece of an arrow that runs across: how far down, from where, to where.
type ArrowLevel = (f64, f64, f64);

/// Moves the piece of a way that runs across a gap up or down where it would lie on that of another
/// arrow.
fn separate_levels(points: &mut [Point], levels: &mut Vec<ArrowLevel>) {
    let [_, a, b, _] = points else { return };
    let (left, right) = (a.0.min(b.0), a.0.max(b.0));
    let free = |y: f64| {
        levels.iter().all(|(other, from, to)| {
            (y - other).abs() >= BESIDE || right < from - BESIDE || left > to + BESIDE
        })
    };
    let y = [0.0, -BESIDE, BESIDE].map(|by| a.1 + by).into_iter().find(|y| free(*y)).unwrap_or(a.1);
    (a.1, b.1) = (y, y);
    levels.push((y, left, right));
}

/// The corners of the way from one part to another.
fn arrow_corners(
    from: Area,
    to: Area,
    aside: f64,
    (first, second): (usize, usize),
) -> Option<Vec<Point>> {
    let (middle_from, middle_to) = (from.middle(), to.middle());
    let level = (from.y - to.y).abs() < 0.01;
    if level && first.abs_diff(second) == 1 {
        let y = middle_from.1 + aside;
        let (start, end) = if from.x < to.x { (from.right(), to.x) } else { (from.x, to.right()) };
        return Some(vec![(start, y), (end, y)]);
    }
    if level {
        // Over what stands between them, through the gap below the shelf.
        let below = from.bottom() + DOWN / 2.0 + aside / 2.0;
        let (a, b) = (middle_from.0 + aside, middle_to.0 - aside);
        return Some(vec![(a, from.bottom()), (a, below), (b, below), (b, to.bottom())]);
    }
    let down = from.y < to.y;
    let (start, end) = if down { (from.bottom(), to.y) } else { (from.y, to.bottom()) };
    if (start - end).abs() > DOWN + 0.01 {
        return None;
    }
    let gap = (start + end) / 2.0;
    let (low, high) = (from.x.max(to.x), from.right().min(to.right()));
    if high - low > 16.0 {
        let x = ((low + high) / 2.0 + aside).clamp(low + 6.0, high - 6.0);
        return Some(vec![(x, start), (x, end)]);
    }
    Some(vec![
        (middle_from.0 + aside, start),
        (middle_from.0 + aside, gap),
        (middle_to.0 - aside, gap),
        (middle_to.0 - aside, end),
    ])
}

fn draw_motion_arrow(mut points: Vec<Point>, items: &mut Vec<DrawingItem>) {
    let [.., before, end] = points[..] else { return };
    let long = HEAD.min(distance(before, end));
    let back = point_towards(end, before, long);
    let (right, down) = ((end.0 - back.0) / long.max(0.1), (end.1 - back.1) / long.max(0.1));
    let half = HEAD * 0.52;
    let sides = [1.0, -1.0].map(|side| (back.0 - down * half * side, back.1 + right * half * side));
    if let Some(last) = points.last_mut() {
        *last = point_towards(end, before, long * 0.7);
    }
    items.push(DrawingItem::Path { points, radius: 3.0, stroke: Stroke::solid(WIDE, "rust") });
    items.push(DrawingItem::Polygon {
        points: vec![end, sides[0], sides[1]],
        fill: Some("rust".into()),
        stroke: None,
    });
}
