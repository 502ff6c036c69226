//! Outlines of drawn shapes as curves of Typst; all lengths are in points.

use typst::layout::{Abs, Point, Size};
use typst::visualize::Curve;

use draw::drawing::{self, Area, CurveMove, QUARTER, pt};

/// Returns a point of a drawing.
pub fn point(at: drawing::Point) -> Point {
    Point::new(Abs::pt(at.x), Abs::pt(at.y))
}

/// Returns a curve from its segments.
pub fn of_moves(moves: &[CurveMove]) -> Curve {
    let mut curve = Curve::new();
    for step in moves {
        match *step {
            CurveMove::To(to) => curve.move_(point(to)),
            CurveMove::Line(to) => curve.line(point(to)),
            CurveMove::Cubic(a, b, to) => curve.cubic(point(a), point(b), point(to)),
            CurveMove::Close => curve.close(),
        }
    }
    curve
}

/// Returns a closed polygon from its corners.
pub fn polygon(points: &[drawing::Point]) -> Curve {
    let mut curve = Curve::new();
    if let Some((first, others)) = points.split_first() {
        curve.move_(point(*first));
        others.iter().for_each(|to| curve.line(point(*to)));
    }
    curve.close();
    curve
}

/// Returns the ellipse that fills an area.
pub fn ellipse(area: &Area) -> Curve {
    let mut curve = Curve::ellipse(Size::new(Abs::pt(area.width), Abs::pt(area.height)));
    curve.translate(point(area.top_left()));
    curve
}

/// Returns a rectangle with rounded corners, clockwise from its top left corner.
pub fn rectangle(area: &Area, radius: f64) -> Curve {
    let (left, top, right, bottom) = (area.x, area.y, area.right(), area.bottom());
    let radius = radius.min(area.width / 2.0).min(area.height / 2.0).max(0.0);
    if radius == 0.0 {
        return polygon(&[pt(left, top), pt(right, top), pt(right, bottom), pt(left, bottom)]);
    }
    let near = radius * (1.0 - QUARTER);
    let mut curve = Curve::new();
    curve.move_(point(pt(left + radius, top)));
    let mut side = |to, a, b, end| {
        curve.line(point(to));
        curve.cubic(point(a), point(b), point(end));
    };
    side(
        pt(right - radius, top),
        pt(right - near, top),
        pt(right, top + near),
        pt(right, top + radius),
    );
    side(
        pt(right, bottom - radius),
        pt(right, bottom - near),
        pt(right - near, bottom),
        pt(right - radius, bottom),
    );
    side(
        pt(left + radius, bottom),
        pt(left + near, bottom),
        pt(left, bottom - near),
        pt(left, bottom - radius),
    );
    side(
        pt(left, top + radius),
        pt(left, top + near),
        pt(left + near, top),
        pt(left + radius, top),
    );
    curve.close();
    curve
}
