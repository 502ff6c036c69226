//! The shapes and the words of a drawing as one block. In: items as they are painted, and the
//! colours of the tokens. Out: a frame, made at once; nothing in it is laid out again.

use typst::diag::{SourceResult, bail};
use typst::engine::Engine;
use typst::foundations::{
    Bytes, Content, Dict, IntoValue, NativeElement, Packed, StyleChain, Value, dict, func,
};
use typst::introspection::{Locator, MetadataElem};
use typst::layout::{Abs, BlockElem, Em, Frame, FrameItem, Point, Ratio, Region, Size};
use typst::syntax::Span;
use typst::text::{Lang, TextElem, TextItem};
use typst::visualize::{
    Color, Curve, DashPattern, FillRule, FixedStroke, Geometry, LineCap, LineJoin, Paint,
    Shape as Drawn,
};

use crate::drawing::{
    self, Area, CurveMove, DashStyle, DrawingItem, QUARTER, Stroke, TextAlign, TextLines,
    TextWeight, rounded_corners,
};
use crate::font::{self, Face};

/// How long a corner may be, in widths of its line.
const MITER: f64 = 10.0;

/// Shapes and words as a block without extent; what they lie on is painted before them.
#[func]
pub(in crate::press) fn paint(
    /// The items, as [`run`] wrote them.
    items: Bytes,
    /// The colours by the names of their tokens.
    ink: Dict,
) -> Content {
    let captured = MetadataElem::new(dict! { "items" => items, "ink" => ink }.into_value());
    BlockElem::single_layouter(Packed::new(captured), layout_painting).pack()
}

/// Items as [`paint`] reads them.
pub(super) fn painted_items(items: &[DrawingItem]) -> Value {
    Bytes::new(postcard::to_stdvec(items).expect("items are plain data")).into_value()
}

fn layout_painting(
    captured: &Packed<MetadataElem>,
    _: &mut Engine<'_>,
    _: Locator<'_>,
    styles: StyleChain<'_>,
    _: Region,
) -> SourceResult<Frame> {
    let mut frame = Frame::soft(Size::zero());
    let Value::Dict(given) = &captured.value else { return Ok(frame) };
    let (Ok(Value::Bytes(items)), Ok(Value::Dict(ink))) = (given.get("items"), given.get("ink"))
    else {
        return Ok(frame);
    };
    let items: Vec<DrawingItem> = postcard::from_bytes(items).expect("it was written by `run`");
    for item in &items {
        if let DrawingItem::Text(text) = item {
            paint_text(
                &mut frame,
                text,
                Paint::Solid(ink_colour(ink, &text.colour)?),
                styles.get(TextElem::lang),
            );
        } else if let Some(shape) = item_shape(item, ink)? {
            frame.push(Point::zero(), FrameItem::Shape(shape, Span::detached()));
        }
    }
    Ok(frame)
}

/// Lines one below the other, each with its own part at the place of the text.
fn paint_text(frame: &mut Frame, text: &TextLines, fill: Paint, lang: Lang) {
    let face = if text.weight == TextWeight::Bold { Face::Bold } else { Face::Body };
    let size = Abs::pt(text.size);
    for (nth, line) in text.lines.iter().enumerate() {
        let runs = font::shape_line(line, face, lang);
        let wide = runs.iter().map(font::GlyphRun::width).sum::<Em>().at(size);
        let back = match text.align {
            TextAlign::Left => Abs::zero(),
            TextAlign::Center => wide / 2.0,
            TextAlign::Right => wide,
        };
        let mut place =
            typst_point((text.at.0, text.at.1 + nth as f64 * text.step)) - Point::with_x(back);
        for run in runs {
            let next = place + Point::with_x(run.width().at(size));
            let (font, fill, text) = (run.font, fill.clone(), run.text.into());
            let item = TextItem {
                font,
                size,
                fill,
                stroke: None,
                lang,
                region: None,
                text,
                glyphs: run.glyphs,
            };
            frame.push(place, FrameItem::Text(item));
            place = next;
        }
    }
}

fn item_shape(item: &DrawingItem, ink: &Dict) -> SourceResult<Option<Drawn>> {
    let (curve, fill, stroke) = match item {
        DrawingItem::Rect { area, radius, fill, stroke } => {
            (rectangle_curve(area, *radius), fill.as_deref(), stroke.as_ref())
        }
        DrawingItem::Ellipse { area, fill, stroke } => {
            (ellipse_curve(area), fill.as_deref(), stroke.as_ref())
        }
        DrawingItem::Polygon { points, fill, stroke } => {
            (polygon_curve(points), fill.as_deref(), stroke.as_ref())
        }
        DrawingItem::Path { points, radius, stroke } => {
            (curve_of_moves(&rounded_corners(points, *radius)), None, Some(stroke))
        }
        DrawingItem::Curve { moves, fill, stroke } => {
            (curve_of_moves(moves), fill.as_deref(), stroke.as_ref())
        }
        DrawingItem::Text(_) | DrawingItem::Link { .. } => return Ok(None),
    };
    let paint = |name: &str| ink_colour(ink, name).map(Paint::Solid);
    let fill = fill.map(paint).transpose()?;
    let stroke = stroke
        .map(|stroke| paint(&stroke.colour).map(|paint| fixed_stroke(stroke, paint)))
        .transpose()?;
    Ok(Some(Drawn { geometry: Geometry::Curve(curve), fill, fill_rule: FillRule::NonZero, stroke }))
}

fn ink_colour(ink: &Dict, name: &str) -> SourceResult<Color> {
    let Some(colour) = ink.get(name).ok().and_then(|value| value.clone().cast::<Color>().ok())
    else {
        bail!(Span::detached(), "there is no colour `{name}` in templates/tokens.toml");
    };
    Ok(colour)
}

fn fixed_stroke(stroke: &Stroke, paint: Paint) -> FixedStroke {
    let wide = stroke.width;
    let dashes =
        |array: [f64; 2]| DashPattern { array: array.map(Abs::pt).to_vec(), phase: Abs::zero() };
    let (dash, cap) = match stroke.dash {
        DashStyle::Solid => (None, LineCap::Butt),
        DashStyle::Dashed => (Some(dashes([4.0 * wide, 3.0 * wide])), LineCap::Butt),
        DashStyle::Dotted => (Some(dashes([0.01, 2.6 * wide - 0.01])), LineCap::Round),
    };
    FixedStroke {
        paint,
        thickness: Abs::pt(wide),
        cap,
        join: LineJoin::Miter,
        dash,
        miter_limit: Ratio::new(MITER),
    }
}

fn typst_point((x, y): drawing::Point) -> Point {
    Point::new(Abs::pt(x), Abs::pt(y))
}

fn curve_of_moves(moves: &[CurveMove]) -> Curve {
    let mut curve = Curve::new();
    for step in moves {
        match *step {
            CurveMove::To(to) => curve.move_(typst_point(to)),
            CurveMove::Line(to) => curve.line(typst_point(to)),
            CurveMove::Cubic(first, second, to) => {
                curve.cubic(typst_point(first), typst_point(second), typst_point(to))
            }
            CurveMove::Close => curve.close(),
        }
    }
    curve
}

fn polygon_curve(points: &[drawing::Point]) -> Curve {
    let begins = points.first().map(|first| CurveMove::To(*first));
    let moves: Vec<CurveMove> =
        begins.into_iter().chain(points.iter().skip(1).map(|to| CurveMove::Line(*to))).collect();
    curve_of_moves(&[moves.as_slice(), &[CurveMove::Close]].concat())
}

fn ellipse_curve(area: &Area) -> Curve {
    let mut curve = Curve::ellipse(Size::new(Abs::pt(area.width), Abs::pt(area.height)));
    curve.translate(typst_point((area.x, area.y)));
    curve
}

fn rectangle_curve(area: &Area, radius: f64) -> Curve {
    let (left, top, right, bottom) = (area.x, area.y, area.right(), area.bottom());
    let radius = radius.min(area.width / 2.0).min(area.height / 2.0).max(0.0);
    if radius == 0.0 {
        let corners = [(right, top), (right, bottom), (left, bottom)].map(CurveMove::Line);
        return curve_of_moves(
            &[&[CurveMove::To((left, top))], corners.as_slice(), &[CurveMove::Close]].concat(),
        );
    }
    let near = radius * (1.0 - QUARTER);
    curve_of_moves(&[
        CurveMove::To((left + radius, top)),
        CurveMove::Line((right - radius, top)),
        CurveMove::Cubic((right - near, top), (right, top + near), (right, top + radius)),
        CurveMove::Line((right, bottom - radius)),
        CurveMove::Cubic((right, bottom - near), (right - near, bottom), (right - radius, bottom)),
        CurveMove::Line((left + radius, bottom)),
        CurveMove::Cubic((left + near, bottom), (left, bottom - near), (left, bottom - radius)),
        CurveMove::Line((left, top + radius)),
        CurveMove::Cubic((left, top + near), (left + near, top), (left + radius, top)),
        CurveMove::Close,
    ])
}
