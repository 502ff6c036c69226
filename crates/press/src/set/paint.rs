//! Shapes and words of a drawing as one block. In: items in the order of painting, and the colours of the
//! tokens. Out: a frame, made at once; nothing in it is laid out again.

mod curves;

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
    Color, Curve, DashPattern, FillRule, FixedStroke, Geometry, LineCap, LineJoin, Paint, Shape,
};

use base::font::{self, Face};
use draw::drawing::{
    DashStyle, DrawingItem, Stroke, TextAlign, TextLines, TextWeight, pt, rounded_corners,
};

/// Miter limit of corners, in widths of the line.
const MITER: f64 = 10.0;

/// Paints shapes and words as a block without extent; the items below others come first.
#[func]
pub fn paint(
    /// The items, as [`painted_items`] wrote them.
    items: Bytes,
    /// The colours by the names of their tokens.
    ink: Dict,
) -> Content {
    let captured = MetadataElem::new(dict! { "items" => items, "ink" => ink }.into_value());
    BlockElem::single_layouter(Packed::new(captured), layout_painting).pack()
}

/// Returns items as [`paint`] reads them.
pub fn painted_items(items: &[DrawingItem]) -> Value {
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
    if let Some((items, ink)) = captured_painting(&captured.value) {
        let lang = styles.get(TextElem::lang);
        items.iter().try_for_each(|item| paint_item(&mut frame, item, ink, lang))?;
    }
    Ok(frame)
}

/// Returns the items and the colours that [`paint`] captured.
fn captured_painting(captured: &Value) -> Option<(Vec<DrawingItem>, &Dict)> {
    let Value::Dict(given) = captured else { return None };
    let (Value::Bytes(items), Value::Dict(ink)) =
        (given.get("items").ok()?, given.get("ink").ok()?)
    else {
        return None;
    };
    Some((postcard::from_bytes(items).expect("`painted_items` wrote them"), ink))
}

fn paint_item(frame: &mut Frame, item: &DrawingItem, ink: &Dict, lang: Lang) -> SourceResult<()> {
    if let DrawingItem::Text(text) = item {
        paint_text(frame, text, &ink_paint(ink, &text.colour)?, lang);
    } else if let Some(curve) = item_curve(item) {
        let shape = Shape {
            geometry: Geometry::Curve(curve),
            fill: item.fill().map(|name| ink_paint(ink, name)).transpose()?,
            fill_rule: FillRule::NonZero,
            stroke: item.stroke().map(|stroke| fixed_stroke(stroke, ink)).transpose()?,
        };
        frame.push(Point::zero(), FrameItem::Shape(shape, Span::detached()));
    }
    Ok(())
}

/// Returns the outline of an item, or its line; `None` for words and links.
fn item_curve(item: &DrawingItem) -> Option<Curve> {
    match item {
        DrawingItem::Rect { area, radius, .. } => Some(curves::rectangle(area, *radius)),
        DrawingItem::Ellipse { area, .. } => Some(curves::ellipse(area)),
        DrawingItem::Polygon { points, .. } => Some(curves::polygon(points)),
        DrawingItem::Path { points, radius, .. } => {
            Some(curves::of_moves(&rounded_corners(points, *radius)))
        }
        DrawingItem::Curve { moves, .. } => Some(curves::of_moves(moves)),
        DrawingItem::Text(_) | DrawingItem::Link { .. } => None,
    }
}

/// Paints lines of text one below the other, each linked to its own part of the source.
fn paint_text(frame: &mut Frame, text: &TextLines, fill: &Paint, lang: Lang) {
    let face = if text.weight == TextWeight::Bold { Face::Bold } else { Face::Body };
    let size = Abs::pt(text.size);
    for (nth, line) in text.lines.iter().enumerate() {
        let runs = font::shape_line(line, face, lang);
        let wide = runs.iter().map(font::GlyphRun::width).sum::<Em>().at(size);
        let start = curves::point(pt(text.at.x, text.baseline(nth)));
        let left = match text.align {
            TextAlign::Left => Abs::zero(),
            TextAlign::Center => wide / 2.0,
            TextAlign::Right => wide,
        };
        let mut place = start - Point::with_x(left);
        for run in runs {
            let next = place + Point::with_x(run.width().at(size));
            frame.push(place, FrameItem::Text(text_item(run, size, fill.clone(), lang)));
            place = next;
        }
    }
}

fn text_item(run: font::GlyphRun, size: Abs, fill: Paint, lang: Lang) -> TextItem {
    TextItem {
        font: run.font,
        size,
        fill,
        stroke: None,
        lang,
        region: None,
        text: run.text.into(),
        glyphs: run.glyphs,
    }
}

fn ink_paint(ink: &Dict, name: &str) -> SourceResult<Paint> {
    let colour = ink.get(name).ok().and_then(|colour| colour.clone().cast::<Color>().ok());
    let Some(colour) = colour else {
        bail!(Span::detached(), "there is no colour `{name}` among the tokens");
    };
    Ok(Paint::Solid(colour))
}

fn fixed_stroke(stroke: &Stroke, ink: &Dict) -> SourceResult<FixedStroke> {
    let (dash, cap) = dash_pattern(stroke);
    Ok(FixedStroke {
        paint: ink_paint(ink, &stroke.colour)?,
        thickness: Abs::pt(stroke.width),
        cap,
        join: LineJoin::Miter,
        dash,
        miter_limit: Ratio::new(MITER),
    })
}

/// Returns the dashes and gaps of a line, in widths of it, and the form of its ends.
fn dash_pattern(stroke: &Stroke) -> (Option<DashPattern<Abs, Abs>>, LineCap) {
    let wide = stroke.width;
    match stroke.dash {
        DashStyle::Solid => (None, LineCap::Butt),
        DashStyle::Dashed => (Some(pattern_of([4.0 * wide, 3.0 * wide])), LineCap::Butt),
        DashStyle::Dotted => (Some(pattern_of([0.01, 2.6 * wide - 0.01])), LineCap::Round),
    }
}

fn pattern_of(lengths: [f64; 2]) -> DashPattern<Abs, Abs> {
    DashPattern { array: lengths.map(Abs::pt).to_vec(), phase: Abs::zero() }
}
