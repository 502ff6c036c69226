//! Text as outlines, for print shops that take no fonts. In: finished pages. Out: the same pages with each
//! letter as a shape.

use ttf_parser::{GlyphId, OutlineBuilder};
use typst::layout::{Abs, Em, Frame, FrameItem, GroupItem, Point};
use typst::model::Document;
use typst::syntax::Span;
use typst::text::TextItem;
use typst::visualize::{Curve, FillRule, Geometry, Shape};
use typst_layout::PagedDocument;

/// Returns a copy of `document` without text.
pub fn outline_pages(document: &PagedDocument) -> PagedDocument {
    let pages = document.pages().iter().cloned().map(|mut page| {
        outline_frame(&mut page.frame);
        page
    });
    PagedDocument::new(pages.collect(), document.info().clone())
}

fn outline_frame(frame: &mut Frame) {
    frame.retain(|item| {
        outline_item(item);
        true
    });
}

fn outline_item(item: &mut FrameItem) {
    match item {
        FrameItem::Group(group) => outline_frame(&mut group.frame),
        FrameItem::Text(text) => *item = FrameItem::Group(GroupItem::new(text_shapes(text))),
        _ => {}
    }
}

/// Returns the letters of a run of text as shapes, from the start of its baseline.
fn text_shapes(text: &TextItem) -> Frame {
    let mut frame = Frame::soft(typst::layout::Size::zero());
    let mut at = Point::zero();
    for glyph in &text.glyphs {
        if let Some(shape) = glyph_shape(text, GlyphId(glyph.id)) {
            let offset = upward_step(glyph.x_offset, glyph.y_offset, text.size);
            frame.push(at + offset, FrameItem::Shape(shape, Span::detached()));
        }
        at += upward_step(glyph.x_advance, glyph.y_advance, text.size);
    }
    frame
}

/// Returns an offset on a page from one in font units.
fn upward_step(right: Em, up: Em, size: Abs) -> Point {
    Point::new(right.at(size), -up.at(size))
}

/// Returns a letter as a shape; `None` for one without ink, such as a space.
fn glyph_shape(text: &TextItem, glyph: GlyphId) -> Option<Shape> {
    Some(Shape {
        geometry: Geometry::Curve(glyph_curve(text, glyph)?),
        fill: Some(text.fill.clone()),
        fill_rule: FillRule::NonZero,
        stroke: text.stroke.clone(),
    })
}

fn glyph_curve(text: &TextItem, glyph: GlyphId) -> Option<Curve> {
    let scale = text.size / text.font.units_per_em();
    let mut outline = GlyphOutline { curve: Curve::new(), scale };
    text.font.ttf().outline_glyph(glyph, &mut outline)?;
    Some(outline.curve)
}

/// The outline of a letter; the y axis of a font points up, that of a page down.
struct GlyphOutline {
    curve: Curve,
    scale: Abs,
}

impl GlyphOutline {
    fn spot(&self, x: f32, y: f32) -> Point {
        Point::new(self.scale * f64::from(x), self.scale * -f64::from(y))
    }

    /// Position of the pen.
    fn here(&self) -> Point {
        use typst::visualize::CurveItem::{Close, Cubic, Line, Move};
        match self.curve.0.last() {
            Some(Move(to) | Line(to) | Cubic(_, _, to)) => *to,
            Some(Close) | None => Point::zero(),
        }
    }
}

impl OutlineBuilder for GlyphOutline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.curve.move_(self.spot(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.curve.line(self.spot(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (from, by, to) = (self.here(), self.spot(x1, y1), self.spot(x, y));
        let near = |end: Point| end + (by - end) * (2.0 / 3.0);
        self.curve.cubic(near(from), near(to), to);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.curve.cubic(self.spot(x1, y1), self.spot(x2, y2), self.spot(x, y));
    }

    fn close(&mut self) {
        self.curve.close();
    }
}
