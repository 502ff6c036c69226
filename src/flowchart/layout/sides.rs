//! In: a box's shape and extent. Out: where on its outline lines may be tied.

use super::measure::{FLAG_NOTCH, TextBox, slant_at_height};
use crate::flowchart::{ChartDirection, NodeShape};

/// Least distance of a line from a corner.
const CORNER: f64 = 0.35;

/// A side of a box on paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BoxSide {
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
pub(super) fn side_on_paper(side: BoxSide, direction: ChartDirection) -> BoxSide {
    use BoxSide::*;
    match (direction, side) {
        (ChartDirection::Down, side) => side,
        (ChartDirection::Up, Top) => Bottom,
        (ChartDirection::Up, Bottom) => Top,
        (ChartDirection::Up, side) => side,
        (_, Left) => Top,
        (_, Right) => Bottom,
        (ChartDirection::Right, Top) | (ChartDirection::Left, Bottom) => Left,
        (ChartDirection::Right, Bottom) | (ChartDirection::Left, Top) => Right,
    }
}

/// From where to where, measured from the middle of a side, lines may be tied to it.
pub(super) fn port_reach(shape: NodeShape, extent: &TextBox, side: BoxSide) -> (f64, f64) {
    let (width, height) = (extent.width / 2.0, extent.height / 2.0);
    let slant = slant_at_height(extent.height);
    let level = matches!(side, BoxSide::Top | BoxSide::Bottom);
    let (left, right) = match shape {
        _ if !level => return (0.5 - height, height - 0.5),
        NodeShape::Diamond | NodeShape::Hexagon => (extent.cut, extent.cut),
        NodeShape::Stadium => (height - 0.3, height - 0.3),
        NodeShape::Circle | NodeShape::DoubleCircle => (width * 0.4, width * 0.4),
        NodeShape::Cylinder => (width * 0.3, width * 0.3),
        NodeShape::LeanRight if side == BoxSide::Top => (slant, 0.0),
        NodeShape::LeanRight => (0.0, slant),
        NodeShape::LeanLeft if side == BoxSide::Top => (0.0, slant),
        NodeShape::LeanLeft => (slant, 0.0),
        NodeShape::Trapezoid if side == BoxSide::Top => (slant, slant),
        NodeShape::InvertedTrapezoid if side == BoxSide::Bottom => (slant, slant),
        NodeShape::Flag => (FLAG_NOTCH, 0.0),
        _ => (0.0, 0.0),
    };
    ((left + CORNER - width).min(0.0), (width - right - CORNER).max(0.0))
}

/// How far the outline lies inside its extent, `off` from the middle of a side.
pub(super) fn outline_inset(shape: NodeShape, extent: &TextBox, side: BoxSide, off: f64) -> f64 {
    let (width, height) = (extent.width / 2.0, extent.height / 2.0);
    let slant = slant_at_height(extent.height);
    let level = matches!(side, BoxSide::Top | BoxSide::Bottom);
    let half = slant * (height + off) / (2.0 * height);
    match shape {
        NodeShape::Circle | NodeShape::DoubleCircle => {
            width - (width * width - off * off).max(0.0).sqrt()
        }
        NodeShape::Cylinder if level => 0.5 - 0.5 * (1.0 - (off / width).powi(2)).max(0.0).sqrt(),
        NodeShape::Diamond | NodeShape::Hexagon if !level => extent.cut * off.abs() / height,
        NodeShape::Stadium if !level => height - (height * height - off * off).max(0.0).sqrt(),
        NodeShape::LeanRight if side == BoxSide::Left => slant - half,
        NodeShape::LeanRight if side == BoxSide::Right => half,
        NodeShape::LeanLeft if side == BoxSide::Left => half,
        NodeShape::LeanLeft if side == BoxSide::Right => slant - half,
        NodeShape::Trapezoid if !level => slant - half,
        NodeShape::InvertedTrapezoid if !level => half,
        NodeShape::Flag if side == BoxSide::Left => FLAG_NOTCH * (1.0 - off.abs() / height),
        _ => 0.0,
    }
}
