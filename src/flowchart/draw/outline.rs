//! The outlines of the boxes as polygons: to paint them, and to find where a line meets them.

use std::f64::consts::TAU;

use super::super::{PlacedBox, Shape};
use super::area;
use crate::drawing::{Area, Point};
use crate::font::{self, Face};

/// Pieces of a bent outline; only lines that end on it see them.
const PIECES: usize = 48;

/// How far the sides of slanted shapes lean, in points: as far as the words leave room, within
/// bounds.
pub(super) fn slant(placed: &PlacedBox, size: f64) -> f64 {
    let words =
        placed.lines.iter().map(|line| font::width(line, Face::Body) * size).fold(0.0, f64::max);
    let free = (placed.rect.width - words) / 2.0 - size * 0.25;
    free.clamp(size * 0.4, size * 1.1).min(placed.rect.width / 3.0)
}

/// How high the lid of a cylinder is, from its top to its lowest point.
pub(super) fn lid(area: &Area, size: f64) -> f64 {
    (size * 0.7).min(area.height / 4.0)
}

/// How far the corners of a shape are rounded.
pub(super) fn radius(shape: Shape, area: &Area, size: f64) -> f64 {
    let most = area.height.min(area.width) / 2.0;
    match shape {
        Shape::Rounded => (size * 0.7).min(most),
        Shape::Stadium => most,
        _ => 0.8,
    }
}

/// The outline of a box, clockwise.
pub(super) fn outline(shape: Shape, placed: &PlacedBox, size: f64) -> Vec<Point> {
    let box_ = area(placed.rect);
    let lean = slant(placed, size);
    match shape {
        Shape::Diamond | Shape::Hexagon => hexagon(&box_, placed.cut),
        Shape::LeanRight => slanted(&box_, [lean, 0.0, lean, 0.0]),
        Shape::LeanLeft => slanted(&box_, [0.0, lean, 0.0, lean]),
        Shape::Trapezoid => slanted(&box_, [lean, lean, 0.0, 0.0]),
        Shape::InvertedTrapezoid => slanted(&box_, [0.0, 0.0, lean, lean]),
        Shape::Flag => flag(&box_, lean),
        Shape::Circle | Shape::DoubleCircle => round(&box_, (box_.width / 2.0, box_.height / 2.0)),
        Shape::Cylinder => round(&box_, (box_.width / 2.0, lid(&box_, size) / 2.0)),
        Shape::Rectangle | Shape::Subroutine => slanted(&box_, [0.0; 4]),
        Shape::Rounded | Shape::Stadium => {
            let bend = radius(shape, &box_, size);
            round(&box_, (bend, bend))
        }
    }
}

/// A rectangle whose corners are moved inwards: top left, top right, bottom right, bottom left.
fn slanted(area: &Area, moved: [f64; 4]) -> Vec<Point> {
    let [a, b, c, d] = moved;
    vec![
        (area.x + a, area.y),
        (area.right() - b, area.y),
        (area.right() - c, area.bottom()),
        (area.x + d, area.bottom()),
    ]
}

fn hexagon(area: &Area, cut: f64) -> Vec<Point> {
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

fn flag(area: &Area, notch: f64) -> Vec<Point> {
    let mut points = slanted(area, [0.0; 4]);
    points.push((area.x + notch, area.middle().1));
    points
}

/// A rectangle whose corners are quarters of an ellipse.
fn round(area: &Area, reach: Point) -> Vec<Point> {
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
pub(super) fn meets(outline: &[Point], from: Point, to: Point) -> Option<Point> {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let first = sides.filter_map(|(a, b)| crossing((from, to), (*a, *b))).min_by(f64::total_cmp)?;
    Some((from.0 + (to.0 - from.0) * first, from.1 + (to.1 - from.1) * first))
}

/// The part of the way at which it meets a side.
fn crossing((from, to): (Point, Point), (a, b): (Point, Point)) -> Option<f64> {
    let (way, side) = ((to.0 - from.0, to.1 - from.1), (b.0 - a.0, b.1 - a.1));
    let turn = way.0 * side.1 - way.1 * side.0;
    let off = (a.0 - from.0, a.1 - from.1);
    let (along, beside) =
        ((off.0 * side.1 - off.1 * side.0) / turn, (off.0 * way.1 - off.1 * way.0) / turn);
    let inside = |part: f64| (-1e-9..=1.0 + 1e-9).contains(&part);
    (turn != 0.0 && inside(along) && inside(beside)).then_some(along)
}
