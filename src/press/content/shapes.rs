//! The shapes of a drawing as one block. In: shapes as they are painted, and the colours of the tokens. Out: a frame; it is made
//! at once, for laying out shapes one by one takes ten times as long.

use typst::diag::SourceResult;
use typst::engine::Engine;
use typst::foundations::{Bytes, Content, Dict, IntoValue, NativeElement, Packed, StyleChain, Value, dict, func};
use typst::introspection::{Locator, MetadataElem};
use typst::layout::{Abs, BlockElem, Frame, FrameItem, Point, Ratio, Region, Size};
use typst::syntax::Span;
use typst::visualize::{
    Color, Curve, DashPattern, FillRule, FixedStroke, Geometry, LineCap, LineJoin, Paint, Shape as Drawn,
};

use crate::drawing::{self, Area, Dash, Item, Move, Stroke, rounded};

/// How far control points lie from the ends of a quarter of a circle.
const QUARTER: f64 = 0.5523;
/// How long a corner may be, in widths of its line.
const MITER: f64 = 10.0;

/// Shapes as a block without extent; what they lie on is painted before them.
#[func]
pub(in crate::press) fn draw_shapes(
    /// The shapes, as [`run`] wrote them.
    shapes: Bytes,
    /// The colours by the names of their tokens.
    ink: Dict,
) -> Content {
    let captured = MetadataElem::new(dict! { "shapes" => shapes, "ink" => ink }.into_value());
    BlockElem::single_layouter(Packed::new(captured), layout).pack()
}

/// Shapes as [`draw_shapes`] reads them.
pub(super) fn run(items: &[Item]) -> Value {
    Bytes::new(serde_json::to_vec(items).expect("shapes are plain data")).into_value()
}

fn layout(
    captured: &Packed<MetadataElem>,
    _: &mut Engine<'_>,
    _: Locator<'_>,
    _: StyleChain<'_>,
    _: Region,
) -> SourceResult<Frame> {
    let mut frame = Frame::soft(Size::zero());
    let Value::Dict(given) = &captured.value else { return Ok(frame) };
    let (Ok(Value::Bytes(shapes)), Ok(Value::Dict(ink))) = (given.get("shapes"), given.get("ink")) else {
        return Ok(frame);
    };
    let items: Vec<Item> = serde_json::from_slice(shapes).expect("it was written by `run`");
    for item in &items {
        if let Some(shape) = shape(item, ink) {
            frame.push(Point::zero(), FrameItem::Shape(shape, Span::detached()));
        }
    }
    Ok(frame)
}

fn shape(item: &Item, ink: &Dict) -> Option<Drawn> {
    let (curve, fill, stroke) = match item {
        Item::Rect { area, radius, fill, stroke } => (rectangle(area, *radius), fill.as_deref(), stroke.as_ref()),
        Item::Ellipse { area, fill, stroke } => (ellipse(area), fill.as_deref(), stroke.as_ref()),
        Item::Polygon { points, fill, stroke } => {
            let mut moves: Vec<Move> = points.iter().map(|at| Move::Line(*at)).collect();
            *moves.first_mut()? = Move::To(points[0]);
            moves.push(Move::Close);
            (curve(&moves), fill.as_deref(), stroke.as_ref())
        }
        Item::Path { points, radius, stroke } => (curve(&rounded(points, *radius)), None, Some(stroke)),
        Item::Curve { moves, fill, stroke } => (curve(moves), fill.as_deref(), stroke.as_ref()),
        Item::Text(_) | Item::Link { .. } => return None,
    };
    let paint = |name: &str| Paint::Solid(colour(ink, name));
    let fill = fill.map(paint);
    let stroke = stroke.map(|stroke| fixed(stroke, paint(&stroke.colour)));
    Some(Drawn { geometry: Geometry::Curve(curve), fill, fill_rule: FillRule::NonZero, stroke })
}

/// A token that is missing shows as black.
fn colour(ink: &Dict, name: &str) -> Color {
    ink.get(name).ok().and_then(|value| value.clone().cast::<Color>().ok()).unwrap_or(Color::BLACK)
}

fn fixed(stroke: &Stroke, paint: Paint) -> FixedStroke {
    let wide = stroke.width;
    let dashes = |array: [f64; 2]| DashPattern { array: array.map(Abs::pt).to_vec(), phase: Abs::zero() };
    let (dash, cap) = match stroke.dash {
        Dash::Solid => (None, LineCap::Butt),
        Dash::Dashed => (Some(dashes([4.0 * wide, 3.0 * wide])), LineCap::Butt),
        Dash::Dotted => (Some(dashes([0.01, 2.6 * wide - 0.01])), LineCap::Round),
    };
    FixedStroke { paint, thickness: Abs::pt(wide), cap, join: LineJoin::Miter, dash, miter_limit: Ratio::new(MITER) }
}

fn at((x, y): drawing::Point) -> Point {
    Point::new(Abs::pt(x), Abs::pt(y))
}

fn curve(moves: &[Move]) -> Curve {
    let mut curve = Curve::new();
    for step in moves {
        match *step {
            Move::To(to) => curve.move_(at(to)),
            Move::Line(to) => curve.line(at(to)),
            Move::Cubic(first, second, to) => curve.cubic(at(first), at(second), at(to)),
            Move::Close => curve.close(),
        }
    }
    curve
}

fn ellipse(area: &Area) -> Curve {
    let mut curve = Curve::ellipse(Size::new(Abs::pt(area.width), Abs::pt(area.height)));
    curve.translate(at((area.x, area.y)));
    curve
}

fn rectangle(area: &Area, radius: f64) -> Curve {
    let (left, top, right, bottom) = (area.x, area.y, area.right(), area.bottom());
    let radius = radius.min(area.width / 2.0).min(area.height / 2.0).max(0.0);
    if radius == 0.0 {
        let corners = [(right, top), (right, bottom), (left, bottom)].map(Move::Line);
        return curve(&[&[Move::To((left, top))], corners.as_slice(), &[Move::Close]].concat());
    }
    let near = radius * (1.0 - QUARTER);
    curve(&[
        Move::To((left + radius, top)),
        Move::Line((right - radius, top)),
        Move::Cubic((right - near, top), (right, top + near), (right, top + radius)),
        Move::Line((right, bottom - radius)),
        Move::Cubic((right, bottom - near), (right - near, bottom), (right - radius, bottom)),
        Move::Line((left + radius, bottom)),
        Move::Cubic((left + near, bottom), (left, bottom - near), (left, bottom - radius)),
        Move::Line((left, top + radius)),
        Move::Cubic((left, top + near), (left + near, top), (left + radius, top)),
        Move::Close,
    ])
}
