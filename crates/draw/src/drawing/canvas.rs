//! What is painted so far: items are added one over the other until they make a drawing.

use super::{
    Area, Colour, CurveMove, Drawing, DrawingItem, DrawingTarget, Point, Stroke, TextLines,
};

/// The items of a drawing in the making.
#[derive(Debug, Default)]
pub struct Canvas {
    /// In the order in which they are painted.
    pub items: Vec<DrawingItem>,
    /// Where open cards lie, by the number of the piece.
    pub pieces: Vec<(u32, Area)>,
}

impl Canvas {
    /// The finished drawing.
    pub fn into_drawing(self, width: f64, height: f64, alt: String) -> Drawing {
        Drawing { width, height, items: self.items, alt }
    }

    /// A rectangle with rounded corners.
    pub fn rect(&mut self, area: Area, radius: f64, fill: impl Into<Colour>, stroke: Stroke) {
        let (fill, stroke) = (Some(fill.into()), Some(stroke));
        self.items.push(DrawingItem::Rect { area, radius, fill, stroke });
    }

    /// A rectangle without an outline.
    pub fn filled_rect(&mut self, area: Area, radius: f64, fill: impl Into<Colour>) {
        let fill = Some(fill.into());
        self.items.push(DrawingItem::Rect { area, radius, fill, stroke: None });
    }

    /// The outline of a rectangle.
    pub fn outlined_rect(&mut self, area: Area, radius: f64, stroke: Stroke) {
        let stroke = Some(stroke);
        self.items.push(DrawingItem::Rect { area, radius, fill: None, stroke });
    }

    /// A circle or an ellipse.
    pub fn ellipse(&mut self, area: Area, fill: impl Into<Colour>, stroke: Stroke) {
        let (fill, stroke) = (Some(fill.into()), Some(stroke));
        self.items.push(DrawingItem::Ellipse { area, fill, stroke });
    }

    /// A closed shape with straight sides.
    pub fn polygon(&mut self, points: Vec<Point>, fill: impl Into<Colour>, stroke: Stroke) {
        let (fill, stroke) = (Some(fill.into()), Some(stroke));
        self.items.push(DrawingItem::Polygon { points, fill, stroke });
    }

    /// A closed shape with straight sides and without an outline.
    pub fn filled_polygon(&mut self, points: Vec<Point>, fill: impl Into<Colour>) {
        let fill = Some(fill.into());
        self.items.push(DrawingItem::Polygon { points, fill, stroke: None });
    }

    /// The outline of a closed shape with straight sides.
    pub fn outlined_polygon(&mut self, points: Vec<Point>, stroke: Stroke) {
        let stroke = Some(stroke);
        self.items.push(DrawingItem::Polygon { points, fill: None, stroke });
    }

    /// A straight line.
    pub fn line(&mut self, from: Point, to: Point, stroke: Stroke) {
        self.path(vec![from, to], 0.0, stroke);
    }

    /// A line with corners that are rounded.
    pub fn path(&mut self, points: Vec<Point>, radius: f64, stroke: Stroke) {
        self.items.push(DrawingItem::Path { points, radius, stroke });
    }

    /// A shape with bent sides.
    pub fn curve(&mut self, moves: Vec<CurveMove>, fill: impl Into<Colour>, stroke: Stroke) {
        let (fill, stroke) = (Some(fill.into()), Some(stroke));
        self.items.push(DrawingItem::Curve { moves, fill, stroke });
    }

    /// A shape with bent sides, without a line round it.
    pub fn filled_curve(&mut self, moves: Vec<CurveMove>, fill: impl Into<Colour>) {
        let fill = Some(fill.into());
        self.items.push(DrawingItem::Curve { moves, fill, stroke: None });
    }

    /// A bent line, or the outline of a shape with bent sides.
    pub fn outlined_curve(&mut self, moves: Vec<CurveMove>, stroke: Stroke) {
        let stroke = Some(stroke);
        self.items.push(DrawingItem::Curve { moves, fill: None, stroke });
    }

    /// Lines of words.
    pub fn text(&mut self, text: TextLines) {
        self.items.push(DrawingItem::Text(text));
    }

    /// A place to click on.
    pub fn link(&mut self, area: Area, target: DrawingTarget, text: String) {
        self.items.push(DrawingItem::Link { area, target, text });
    }
}
