//! Finds the places where lines may meet a box. In: a box's shape and extent. Out: the part of its
//! outline that lines may be tied to.

use super::super::figure::{Approach, FigureShape};
use super::super::{ChartDirection, NodeShape};
use super::measure::{FLAG_NOTCH, TextBox, slant_at_height};

/// Least distance of a line from a corner, in em.
const CORNER: f64 = 0.35;

/// A side of a box on paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoxSide {
    /// Towards the head of the page.
    Top,
    /// Towards its foot.
    Bottom,
    /// Left.
    Left,
    /// Right.
    Right,
}

/// Returns the side on paper that is `side` in the layout that runs down.
pub fn side_on_paper(side: BoxSide, direction: ChartDirection) -> BoxSide {
    use BoxSide::*;
    match (direction, side) {
        (ChartDirection::Down, side) => side,
        (ChartDirection::Up, Top) => Bottom,
        (ChartDirection::Up, Bottom) => Top,
        (ChartDirection::Up, Left | Right) => side,
        (ChartDirection::Left | ChartDirection::Right, Left) => Top,
        (ChartDirection::Left | ChartDirection::Right, Right) => Bottom,
        (ChartDirection::Right, Top) | (ChartDirection::Left, Bottom) => Left,
        (ChartDirection::Right, Bottom) | (ChartDirection::Left, Top) => Right,
    }
}

/// Returns the span of a side, measured from its middle, in which lines may be tied to it.
pub fn port_reach(shape: NodeShape, extent: &TextBox, side: BoxSide) -> (f64, f64) {
    if let NodeShape::Figure(figure) = shape {
        return figure_reach(figure, extent, side);
    }
    let (width, height) = (extent.width / 2.0, extent.height / 2.0);
    let (left, right) = match side {
        BoxSide::Left | BoxSide::Right => {
            return ((0.5 - height).min(0.0), (height - 0.5).max(0.0));
        }
        BoxSide::Top => free_corners(shape, extent, true),
        BoxSide::Bottom => free_corners(shape, extent, false),
    };
    ((left + CORNER - width).min(0.0), (width - right - CORNER).max(0.0))
}

/// Returns the lengths at the left and the right end of the top or the bottom to which no line is
/// tied.
fn free_corners(shape: NodeShape, extent: &TextBox, top: bool) -> (f64, f64) {
    let (width, height) = (extent.width / 2.0, extent.height / 2.0);
    let slant = slant_at_height(extent.height);
    let (all, none) = ((slant, slant), (0.0, 0.0));
    match shape {
        NodeShape::Rectangle | NodeShape::Rounded | NodeShape::Subroutine => none,
        NodeShape::Diamond | NodeShape::Hexagon => (extent.cut, extent.cut),
        NodeShape::Stadium => (height - 0.3, height - 0.3),
        NodeShape::Circle | NodeShape::DoubleCircle => (width * 0.4, width * 0.4),
        NodeShape::Cylinder => (width * 0.3, width * 0.3),
        NodeShape::LeanRight => {
            if top {
                (slant, 0.0)
            } else {
                (0.0, slant)
            }
        }
        NodeShape::LeanLeft => {
            if top {
                (0.0, slant)
            } else {
                (slant, 0.0)
            }
        }
        NodeShape::Trapezoid => {
            if top {
                all
            } else {
                none
            }
        }
        NodeShape::InvertedTrapezoid => {
            if top {
                none
            } else {
                all
            }
        }
        NodeShape::Flag => (FLAG_NOTCH, 0.0),
        NodeShape::Figure(_) => none,
    }
}

/// Returns the distance from the extent to the outline inside it, `off` from the middle of a side.
pub fn outline_inset(shape: NodeShape, extent: &TextBox, side: BoxSide, off: f64) -> f64 {
    if let NodeShape::Figure(figure) = shape {
        return figure_inset(figure, extent, side, off);
    }
    match side {
        BoxSide::Top | BoxSide::Bottom => level_inset(shape, extent, off),
        BoxSide::Left => upright_inset(shape, extent, off, true),
        BoxSide::Right => upright_inset(shape, extent, off, false),
    }
}

/// Returns the span of a figure's side in which lines may be tied to it.
fn figure_reach(figure: FigureShape, extent: &TextBox, side: BoxSide) -> (f64, f64) {
    let level = matches!(side, BoxSide::Left | BoxSide::Right);
    let along = if level { extent.height } else { extent.width };
    let drawn = figure.drawn_in(extent.size(), extent.words_height());
    let (low, high) = drawn.reach(figure, level);
    let corner = if figure.is_sign() { 0.1 } else { CORNER };
    ((low + corner - along / 2.0).min(0.0), (high - corner - along / 2.0).max(0.0))
}

/// Returns the distance from the extent of a figure to its outline.
fn figure_inset(figure: FigureShape, extent: &TextBox, side: BoxSide, off: f64) -> f64 {
    let size = extent.size();
    let (from, along) = match side {
        BoxSide::Top => (Approach::Top, size.width),
        BoxSide::Bottom => (Approach::Bottom, size.width),
        BoxSide::Left => (Approach::Left, size.height),
        BoxSide::Right => (Approach::Right, size.height),
    };
    let drawn = figure.drawn_in(size, extent.words_height());
    drawn.inset(from, along / 2.0 + off, size)
}

/// Returns the distance from the extent to the outline at the top or the bottom.
fn level_inset(shape: NodeShape, extent: &TextBox, off: f64) -> f64 {
    let width = extent.width / 2.0;
    match shape {
        NodeShape::Circle | NodeShape::DoubleCircle => arc_inset(width, off),
        NodeShape::Cylinder => 0.5 - 0.5 * (1.0 - (off / width).powi(2)).max(0.0).sqrt(),
        NodeShape::Rectangle
        | NodeShape::Rounded
        | NodeShape::Stadium
        | NodeShape::Subroutine
        | NodeShape::Diamond
        | NodeShape::Hexagon
        | NodeShape::LeanRight
        | NodeShape::LeanLeft
        | NodeShape::Trapezoid
        | NodeShape::InvertedTrapezoid
        | NodeShape::Flag
        | NodeShape::Figure(_) => 0.0,
    }
}

/// Returns the distance from the extent to the outline at the left or the right.
fn upright_inset(shape: NodeShape, extent: &TextBox, off: f64, left: bool) -> f64 {
    let height = extent.height / 2.0;
    let slant = slant_at_height(extent.height);
    let half = slant * (height + off) / (2.0 * height);
    match shape {
        NodeShape::Circle | NodeShape::DoubleCircle => arc_inset(extent.width / 2.0, off),
        NodeShape::Diamond | NodeShape::Hexagon => extent.cut * off.abs() / height,
        NodeShape::Stadium => arc_inset(height, off),
        NodeShape::LeanRight => {
            if left {
                slant - half
            } else {
                half
            }
        }
        NodeShape::LeanLeft => {
            if left {
                half
            } else {
                slant - half
            }
        }
        NodeShape::Trapezoid => slant - half,
        NodeShape::InvertedTrapezoid => half,
        NodeShape::Flag => {
            if left {
                FLAG_NOTCH * (1.0 - off.abs() / height)
            } else {
                0.0
            }
        }
        NodeShape::Rectangle
        | NodeShape::Rounded
        | NodeShape::Subroutine
        | NodeShape::Cylinder
        | NodeShape::Figure(_) => 0.0,
    }
}

/// Returns the distance from a square to the circle inside it, `off` from the middle of a side.
fn arc_inset(radius: f64, off: f64) -> f64 {
    radius - (radius * radius - off * off).max(0.0).sqrt()
}
