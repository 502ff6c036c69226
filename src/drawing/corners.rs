//! Lines with rounded corners.

use super::{CurveMove, Point};

/// How far a cubic curve's control points lie from its ends, so that it comes close to a quarter of
/// a circle.
pub const QUARTER: f64 = 0.5523;

/// A line with corners as straight pieces and bends of at most `radius` points.
pub fn rounded_corners(points: &[Point], radius: f64) -> Vec<CurveMove> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    let mut moves = vec![CurveMove::To(*first)];
    for corner in points.windows(3) {
        add_corner(&mut moves, [corner[0], corner[1], corner[2]], radius);
    }
    moves.push(CurveMove::Line(*last));
    moves
}

fn add_corner(moves: &mut Vec<CurveMove>, [before, corner, after]: [Point; 3], radius: f64) {
    let reach = radius.min(distance(before, corner) / 2.0).min(distance(corner, after) / 2.0);
    let (begin, end) = (point_towards(corner, before, reach), point_towards(corner, after, reach));
    let left = reach * (1.0 - QUARTER);
    moves.push(CurveMove::Line(begin));
    if reach > 0.0 {
        moves.push(CurveMove::Cubic(
            point_towards(corner, before, left),
            point_towards(corner, after, left),
            end,
        ));
    }
}

/// How far apart two points are.
pub fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

/// The point that lies `far` points from `from` in the direction of `to`.
pub fn point_towards(from: Point, to: Point, far: f64) -> Point {
    let whole = distance(from, to);
    if whole == 0.0 {
        return from;
    }
    (from.0 + (to.0 - from.0) * far / whole, from.1 + (to.1 - from.1) * far / whole)
}
