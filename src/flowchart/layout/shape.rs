//! In: a box's shape and extent. Out: where on its outline lines may be tied.

use super::measure::{Extent, NOTCH, skew};
use crate::flowchart::{Direction, Shape};

/// Least distance of a line from a corner.
const CORNER: f64 = 0.35;

/// A side of a box on paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// Towards the head of the page.
    Top,
    /// Towards its foot.
    Bottom,
    /// Left.
    Left,
    /// Right.
    Right,
}

/// The side on paper that is `side` in the layout that runs down.
pub(super) fn on_paper(side: Side, direction: Direction) -> Side {
    use Side::*;
    match (direction, side) {
        (Direction::Down, side) => side,
        (Direction::Up, Top) => Bottom,
        (Direction::Up, Bottom) => Top,
        (Direction::Up, side) => side,
        (_, Left) => Top,
        (_, Right) => Bottom,
        (Direction::Right, Top) | (Direction::Left, Bottom) => Left,
        (Direction::Right, Bottom) | (Direction::Left, Top) => Right,
    }
}

/// From where to where, measured from the middle of a side, lines may be tied to it.
pub(super) fn reach(shape: Shape, extent: &Extent, side: Side) -> (f64, f64) {
    let (width, height) = (extent.width / 2.0, extent.height / 2.0);
    let slant = skew(extent.height);
    let level = matches!(side, Side::Top | Side::Bottom);
    let (left, right) = match shape {
        _ if !level => return (0.5 - height, height - 0.5),
        Shape::Diamond | Shape::Hexagon => (extent.cut, extent.cut),
        Shape::Stadium => (height - 0.3, height - 0.3),
        Shape::Circle | Shape::DoubleCircle => (width * 0.4, width * 0.4),
        Shape::Cylinder => (width * 0.3, width * 0.3),
        Shape::LeanRight if side == Side::Top => (slant, 0.0),
        Shape::LeanRight => (0.0, slant),
        Shape::LeanLeft if side == Side::Top => (0.0, slant),
        Shape::LeanLeft => (slant, 0.0),
        Shape::Trapezoid if side == Side::Top => (slant, slant),
        Shape::InvertedTrapezoid if side == Side::Bottom => (slant, slant),
        Shape::Flag => (NOTCH, 0.0),
        _ => (0.0, 0.0),
    };
    ((left + CORNER - width).min(0.0), (width - right - CORNER).max(0.0))
}

/// How far the outline lies inside its extent, `off` from the middle of a side.
pub(super) fn inset(shape: Shape, extent: &Extent, side: Side, off: f64) -> f64 {
    let (width, height) = (extent.width / 2.0, extent.height / 2.0);
    let slant = skew(extent.height);
    let level = matches!(side, Side::Top | Side::Bottom);
    let half = slant * (height + off) / (2.0 * height);
    match shape {
        Shape::Circle | Shape::DoubleCircle => width - (width * width - off * off).max(0.0).sqrt(),
        Shape::Cylinder if level => 0.5 - 0.5 * (1.0 - (off / width).powi(2)).max(0.0).sqrt(),
        Shape::Diamond | Shape::Hexagon if !level => extent.cut * off.abs() / height,
        Shape::Stadium if !level => height - (height * height - off * off).max(0.0).sqrt(),
        Shape::LeanRight if side == Side::Left => slant - half,
        Shape::LeanRight if side == Side::Right => half,
        Shape::LeanLeft if side == Side::Left => half,
        Shape::LeanLeft if side == Side::Right => slant - half,
        Shape::Trapezoid if !level => slant - half,
        Shape::InvertedTrapezoid if !level => half,
        Shape::Flag if side == Side::Left => NOTCH * (1.0 - off.abs() / height),
        _ => 0.0,
    }
}
