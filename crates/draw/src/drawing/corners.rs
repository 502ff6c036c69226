//! Lines with rounded corners, and points on the way from one point to another.

use super::{CurveMove, Point, pt};

/// Distance of a cubic curve's control points from its ends at which the curve is close to a
/// quarter of a unit circle.
pub const QUARTER: f64 = 0.5523;

/// Returns a line with corners as straight pieces and bends of at most `radius` points.
pub fn rounded_corners(points: &[Point], radius: f64) -> Vec<CurveMove> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return Vec::new() };
    let mut moves = vec![CurveMove::To(*first)];
    for corner in points.windows(3) {
        let (before, corner, after) = (corner[0], corner[1], corner[2]);
        let reach = radius.min(distance(before, corner) / 2.0).min(distance(corner, after) / 2.0);
        moves.push(CurveMove::Line(point_towards(corner, before, reach)));
        if reach > 0.0 {
            let left = reach * (1.0 - QUARTER);
            let on = |side: Point, far: f64| point_towards(corner, side, far);
            moves.push(CurveMove::Cubic(on(before, left), on(after, left), on(after, reach)));
        }
    }
    moves.push(CurveMove::Line(*last));
    moves
}

/// Returns the distance between two points.
pub fn distance(a: Point, b: Point) -> f64 {
    (a.x - b.x).hypot(a.y - b.y)
}

/// Returns the point `far` points from `from` in the direction of `to`.
pub fn point_towards(from: Point, to: Point, far: f64) -> Point {
    let whole = distance(from, to);
    if whole == 0.0 {
        return from;
    }
    pt(from.x + (to.x - from.x) * far / whole, from.y + (to.y - from.y) * far / whole)
}

/// Returns the two back corners of an arrow head that is `long` and, on each side, `half` wide.
pub fn arrow_wings(tip: Point, before: Point, long: f64, half: f64) -> [Point; 2] {
    let back = point_towards(tip, before, long);
    let long = long.max(0.1);
    let (right, down) = ((tip.x - back.x) / long, (tip.y - back.y) / long);
    [1.0, -1.0].map(|side| pt(back.x - down * half * side, back.y + right * half * side))
}
