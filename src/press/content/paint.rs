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

use crate::drawing::{self, Align, Area, Dash, Item, Move, QUARTER, Stroke, Text, Weight, rounded};
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
    BlockElem::single_layouter(Packed::new(captured), layout).pack()
}

/// Items as [`paint`] reads them.
pub(super) fn run(items: &[Item]) -> Value {
    Bytes::new(postcard::to_stdvec(items).expect("items are plain data")).into_value()
}

fn layout(
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
    let items: Vec<Item> = postcard::from_bytes(items).expect("it was written by `run`");
    for item in &items {
        if let Item::Text(text) = item {
            write(
                &mut frame,
                text,
                Paint::Solid(colour(ink, &text.colour)?),
                styles.get(TextElem::lang),
            );
        } else if let Some(shape) = shape(item, ink)? {
            frame.push(Point::zero(), FrameItem::Shape(shape, Span::detached()));
        }
    }
    Ok(frame)
}

/// Lines one below the other, each with its own part at the place of the text.
fn write(frame: &mut Frame, text: &Text, fill: Paint, lang: Lang) {
    let face = if text.weight == Weight::Bold { Face::Bold } else { Face::Body };
    let size = Abs::pt(text.size);
    for (nth, line) in text.lines.iter().enumerate() {
        let runs = font::shaped(line, face, lang);
        let wide = runs.iter().map(font::Run::width).sum::<Em>().at(size);
        let back = match text.align {
            Align::Left => Abs::zero(),
            Align::Center => wide / 2.0,
            Align::Right => wide,
        };
        let mut place = at((text.at.0, text.at.1 + nth as f64 * text.step)) - Point::with_x(back);
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

fn shape(item: &Item, ink: &Dict) -> SourceResult<Option<Drawn>> {
    let (curve, fill, stroke) = match item {
        Item::Rect { area, radius, fill, stroke } => {
            (rectangle(area, *radius), fill.as_deref(), stroke.as_ref())
        }
        Item::Ellipse { area, fill, stroke } => (ellipse(area), fill.as_deref(), stroke.as_ref()),
        Item::Polygon { points, fill, stroke } => {
            (polygon(points), fill.as_deref(), stroke.as_ref())
        }
        Item::Path { points, radius, stroke } => {
            (curve(&rounded(points, *radius)), None, Some(stroke))
        }
        Item::Curve { moves, fill, stroke } => (curve(moves), fill.as_deref(), stroke.as_ref()),
        Item::Text(_) | Item::Link { .. } => return Ok(None),
    };
    let paint = |name: &str| colour(ink, name).map(Paint::Solid);
    let fill = fill.map(paint).transpose()?;
    let stroke =
        stroke.map(|stroke| paint(&stroke.colour).map(|paint| fixed(stroke, paint))).transpose()?;
    Ok(Some(Drawn { geometry: Geometry::Curve(curve), fill, fill_rule: FillRule::NonZero, stroke }))
}

fn colour(ink: &Dict, name: &str) -> SourceResult<Color> {
    let Some(colour) = ink.get(name).ok().and_then(|value| value.clone().cast::<Color>().ok())
    else {
        bail!(Span::detached(), "there is no colour `{name}` in templates/tokens.toml");
    };
    Ok(colour)
}

fn fixed(stroke: &Stroke, paint: Paint) -> FixedStroke {
    let wide = stroke.width;
    let dashes =
        |array: [f64; 2]| DashPattern { array: array.map(Abs::pt).to_vec(), phase: Abs::zero() };
    let (dash, cap) = match stroke.dash {
        Dash::Solid => (None, LineCap::Butt),
        Dash::Dashed => (Some(dashes([4.0 * wide, 3.0 * wide])), LineCap::Butt),
        Dash::Dotted => (Some(dashes([0.01, 2.6 * wide - 0.01])), LineCap::Round),
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

fn polygon(points: &[drawing::Point]) -> Curve {
    let begins = points.first().map(|first| Move::To(*first));
    let moves: Vec<Move> =
        begins.into_iter().chain(points.iter().skip(1).map(|to| Move::Line(*to))).collect();
    curve(&[moves.as_slice(), &[Move::Close]].concat())
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
