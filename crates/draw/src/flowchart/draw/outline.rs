//! The outlines of the boxes as polygons, for painting them and for ending lines on them.

use std::f64::consts::TAU;

use super::super::figure::{Figure, FigureShape};
use super::super::layout::LINE_HEIGHT;
use super::super::{NodeShape, PlacedNode};
use crate::drawing::{Area, Point, Size, TextWeight, pt};

/// Pieces of a curved outline, which only lines that end on it use.
const PIECES: usize = 48;

/// Returns the slant of the sides of leaning shapes, in points: the room beside the words, within
/// bounds.
fn side_slant(placed: &PlacedNode, size: f64) -> f64 {
    let words = TextWeight::Regular.longest(&placed.lines, size);
    let free = (placed.area.width - words) / 2.0 - size * 0.25;
    free.clamp(size * 0.4, size * 1.1).min(placed.area.width / 3.0)
}

/// Returns the height of the lid of a cylinder, from its highest to its lowest point.
pub fn lid_height(area: &Area, size: f64) -> f64 {
    (size * 0.7).min(area.height / 4.0)
}

/// Returns the radius of the corners of a rectangular shape.
pub fn corner_radius(shape: NodeShape, area: &Area, size: f64) -> f64 {
    let most = area.height.min(area.width) / 2.0;
    match shape {
        NodeShape::Rounded => (size * 0.7).min(most),
        NodeShape::Stadium => most,
        NodeShape::Rectangle
        | NodeShape::Subroutine
        | NodeShape::Cylinder
        | NodeShape::Circle
        | NodeShape::DoubleCircle
        | NodeShape::Diamond
        | NodeShape::Hexagon
        | NodeShape::LeanRight
        | NodeShape::LeanLeft
        | NodeShape::Trapezoid
        | NodeShape::InvertedTrapezoid
        | NodeShape::Flag
        | NodeShape::Figure(_) => 0.8,
    }
}

/// Returns the outline of a box, clockwise.
pub fn node_outline(shape: NodeShape, placed: &PlacedNode, size: f64) -> Vec<Point> {
    let area = &placed.area;
    let half = pt(area.width / 2.0, area.height / 2.0);
    let lean = side_slant(placed, size);
    match shape {
        NodeShape::Diamond | NodeShape::Hexagon => {
            let mut points = slanted_outline(area, [placed.cut; 4]);
            points.insert(2, pt(area.right(), area.middle().y));
            points.push(pt(area.x, area.middle().y));
            points
        }
        NodeShape::LeanRight => slanted_outline(area, [lean, 0.0, lean, 0.0]),
        NodeShape::LeanLeft => slanted_outline(area, [0.0, lean, 0.0, lean]),
        NodeShape::Trapezoid => slanted_outline(area, [lean, lean, 0.0, 0.0]),
        NodeShape::InvertedTrapezoid => slanted_outline(area, [0.0, 0.0, lean, lean]),
        NodeShape::Flag => {
            let mut points = slanted_outline(area, [0.0; 4]);
            points.push(pt(area.x + lean, area.middle().y));
            points
        }
        NodeShape::Figure(shape) => {
            let figure = placed_figure(shape, placed, size);
            on_paper(figure.outline, area, size)
        }
        NodeShape::Circle | NodeShape::DoubleCircle => rounded_outline(area, half),
        NodeShape::Cylinder => rounded_outline(area, pt(half.x, lid_height(area, size) / 2.0)),
        NodeShape::Rectangle | NodeShape::Subroutine => slanted_outline(area, [0.0; 4]),
        NodeShape::Rounded | NodeShape::Stadium => {
            let bend = corner_radius(shape, area, size);
            rounded_outline(area, pt(bend, bend))
        }
    }
}

/// Returns the figure of a box, in em from its upper left corner.
pub fn placed_figure(shape: FigureShape, placed: &PlacedNode, size: f64) -> Figure {
    let worded = placed.lines.iter().any(|line| !line.is_empty());
    let words = if worded { placed.lines.len() as f64 * LINE_HEIGHT } else { 0.0 };
    shape.drawn_in(Size::new(placed.area.width / size, placed.area.height / size), words)
}

/// Turns points in em from the upper left corner of a box into points on paper.
pub fn on_paper(points: Vec<Point>, area: &Area, size: f64) -> Vec<Point> {
    points.into_iter().map(|at| pt(area.x + at.x * size, area.y + at.y * size)).collect()
}

/// Returns every outline of a box that a line may end on.
pub fn ending_outlines(shape: NodeShape, placed: &PlacedNode, size: f64) -> Vec<Vec<Point>> {
    let NodeShape::Figure(figure) = shape else { return vec![node_outline(shape, placed, size)] };
    let figure = placed_figure(figure, placed, size);
    figure.outlines().map(|outline| on_paper(outline.clone(), &placed.area, size)).collect()
}

/// Returns a rectangle whose corners are moved inwards: top left, top right, bottom right, bottom
/// left.
fn slanted_outline(area: &Area, [a, b, c, d]: [f64; 4]) -> Vec<Point> {
    let (right, bottom) = (area.right(), area.bottom());
    vec![
        pt(area.x + a, area.y),
        pt(right - b, area.y),
        pt(right - c, bottom),
        pt(area.x + d, bottom),
    ]
}

/// Returns a rectangle whose corners are quarters of an ellipse.
fn rounded_outline(area: &Area, reach: Point) -> Vec<Point> {
    let Point { x, y } = area.middle();
    let (across, down) = (area.width / 2.0 - reach.x, area.height / 2.0 - reach.y);
    let at = |piece: usize| {
        let (sine, cosine) = ((piece as f64 + 0.5) * TAU / PIECES as f64).sin_cos();
        pt(x + across.copysign(cosine) + reach.x * cosine, y + down.copysign(sine) + reach.y * sine)
    };
    (0..PIECES).map(at).collect()
}

/// Returns the first point at which the way from `from` to `to` meets an outline.
pub fn first_meeting(outline: &[Point], from: Point, to: Point) -> Option<Point> {
    let sides = outline.iter().zip(outline.iter().cycle().skip(1));
    let meetings = sides.filter_map(|(a, b)| meeting_fraction(from, to, *a, *b));
    let first = meetings.min_by(f64::total_cmp)?;
    Some(pt(from.x + (to.x - from.x) * first, from.y + (to.y - from.y) * first))
}

/// Returns the fraction of the way at which it meets a side.
fn meeting_fraction(from: Point, to: Point, a: Point, b: Point) -> Option<f64> {
    let (way, side, off) = (to - from, b - a, a - from);
    let turn = cross_product(way, side);
    let (along, beside) = (cross_product(off, side) / turn, cross_product(off, way) / turn);
    let inside = |part: f64| (-1e-9..=1.0 + 1e-9).contains(&part);
    (turn != 0.0 && inside(along) && inside(beside)).then_some(along)
}

fn cross_product(a: Point, b: Point) -> f64 {
    a.x * b.y - a.y * b.x
}
