//! The outlines of the boxes as polygons: to paint them, and to find where a line meets them.

use std::f64::consts::TAU;

use super::super::{NodeShape, PlacedNode};
use super::rect_area;
use crate::drawing::{Area, Point};
use crate::font::{self, Face};

/// Pieces of a bent outline; only lines that end on it see them.
const PIECES: usize = 48;

/// How far the sides of slanted shapes lean, in points: as far as the words leave room, within
/// bounds.
pub(super) fn side_slant(placed: &PlacedNode, size: f64) -> f64 {
    let words = placed
        .lines
        .iter()
        .map(|line| font::text_width(line, Face::Body) * size)
        .fold(0.0, f64::max);
    let free = (placed.rect.width - words) / 2.0 - size * 0.25;
    free.clamp(size * 0.4, size * 1.1).min(placed.rect.width / 3.0)
}

/// How high the lid of a cylinder is, from its top to its lowest point.
pub(super) fn lid_height(area: &Area, size: f64) -> f64 {
    (size * 0.7).min(area.height / 4.0)
}

/// How far the corners of a shape are rounded.
pub(super) fn corner_radius(shape: NodeShape, area: &Area, size: f64) -> f64 {
    let most = area.height.min(area.width) / 2.0;
    match shape {
        NodeShape::Rounded => (size * 0.7).min(most),
        NodeShape::Stadium => most,
        _ => 0.8,
    }
}

/// The outline of a box, clockwise.
pub(super) fn node_outline(shape: NodeShape, placed: &PlacedNode, size: f64) -> Vec<Point> {
    let box_ = rect_area(placed.rect);
    let lean = side_slant(placed, size);
    match shape {
        NodeShape::Diamond | NodeShape::Hexagon => hexagon_outline(&box_, placed.cut),
        NodeShape::LeanRight => slanted_outline(&box_, [lean, 0.0, lean, 0.0]),
        NodeShape::LeanLeft => slanted_outline(&box_, [0.0, lean, 0.0, lean]),
        NodeShape::Trapezoid => slanted_outline(&box_, [lean, lean, 0.0, 0.0]),
        NodeShape::InvertedTrapezoid => slanted_outline(&box_, [0.0, 0.0, lean, lean]),
        NodeShape::Flag => flag_outline(&box_, lean),
        NodeShape::Circle | NodeShape::DoubleCircle => {
            rounded_outline(&box_, (box_.width / 2.0, box_.height / 2.0))
        }
        NodeShape::Cylinder => {
            rounded_outline(&box_, (box_.width / 2.0, lid_height(&box_, size) / 2.0))
        }
        NodeShape::Rectangle | NodeShape::Subroutine => slanted_outline(&box_, [0.0; 4]),
        NodeShape::Rounded | NodeShape::Stadium => {
            let bend = corner_radius(shape, &box_, size);
            rounded_outline(&box_, (bend, bend))
        }
    }
}

/// A rectangle whose corners are moved inwards: top left, top right, bottom right, bottom left.
fn slanted_outline(area: &Area, moved: [f64; 4]) -> Vec<Point> {
    let [a, b, c, d] = moved;
    vec![
        (area.x + a, area.y),
        (area.right() - b, area.y),
        (area.right() - c, area.bottom()),
        (area.x + d, area.bottom()),
    ]
}

fn hexagon_outline(area: &Area, cut: f64) -> Vec<Point> {
    let (left, right, middle) = (area.x, area.right(), area.middle().1);
    let (top, bottom) = (area.y, area.bottom());
    vec![
        (left + cut, top),
        (right - cut, top),
        (right, middle),
        (right - cut, bottom),
        (left + cut, bottom),
        (left, middle),
    ]
}

fn flag_outline(area: &Area, notch: f64) -> Vec<Point> {
    let mut points = slanted_outline(area, [0.0; 4]);
    points.push((area.x + notch, area.middle().1));
    points
}

/// A rectangle whose corners are quarters of an ellipse.
fn rounded_outline(area: &Area, reach: Point) -> Vec<Point> {
    let (x, y) = area.middle();
    let (across, down) = (area.width / 2.0 - reach.0, area.height / 2.0 - reach.1);
    let at = |piece: usize| {
        let angle = (piece as f64 + 0.5) * TAU / PIECES as f64;
        let (sine, cosine) = angle.sin_cos();
        (x + across.copysign(cosine) + reach.0 * cosine, y + down.copysign(sine) + reach.1 * sine)
    };
    (0..PIECES).map(at).collect()
}

/// Where the way from `from` to `to` first meets an outline.
pub(super) fn first_meeting(outline: &[Point], from: Point, to: Point) -> Option<Point> {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let first =
        sides.filter_map(|(a, b)| meeting_fraction((from, to), (*a, *b))).min_by(f64::total_cmp)?;
    Some((from.0 + (to.0 - from.0) * first, from.1 + (to.1 - from.1) * first))
}

/// The part of the way at which it meets a side.
fn meeting_fraction((from, to): (Point, Point), (a, b): (Point, Point)) -> Option<f64> {
    let (way, side) = ((to.0 - from.0, to.1 - from.1), (b.0 - a.0, b.1 - a.1));
    let turn = way.0 * side.1 - way.1 * side.0;
    let off = (a.0 - from.0, a.1 - from.1);
    let (along, beside) =
        ((off.0 * side.1 - off.1 * side.0) / turn, (off.0 * way.1 - off.1 * way.0) / turn);
    let inside = |part: f64| (-1e-9..=1.0 + 1e-9).contains(&part);
    (turn != 0.0 && inside(along) && inside(beside)).then_some(along)
}
