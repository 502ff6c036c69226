//! A drawing in the making: items are painted one over the other.

use super::{
    Area, Colour, CurveMove, Drawing, DrawingItem, DrawingTarget, Point, Stroke, TextLines,
};

/// The items of a drawing in the making.
#[derive(Debug, Default)]
pub struct Canvas {
    /// Items, in the order in which they are painted.
    pub items: Vec<DrawingItem>,
    /// Areas of the open cards, by number of the piece.
    pub pieces: Vec<(u32, Area)>,
}

impl Canvas {
    /// Returns the finished drawing.
    pub fn into_drawing(self, width: f64, height: f64, alt: String) -> Drawing {
        Drawing { width, height, items: self.items, alt }
    }

    /// Paints a rectangle with rounded corners.
    pub fn rect(&mut self, area: Area, radius: f64, fill: impl Into<Colour>, stroke: Stroke) {
        let (fill, stroke) = (Some(fill.into()), Some(stroke));
        self.items.push(DrawingItem::Rect { area, radius, fill, stroke });
    }

    /// Paints a rectangle without an outline.
    pub fn filled_rect(&mut self, area: Area, radius: f64, fill: impl Into<Colour>) {
        let fill = Some(fill.into());
        self.items.push(DrawingItem::Rect { area, radius, fill, stroke: None });
    }

    /// Paints the outline of a rectangle.
    pub fn outlined_rect(&mut self, area: Area, radius: f64, stroke: Stroke) {
        let stroke = Some(stroke);
        self.items.push(DrawingItem::Rect { area, radius, fill: None, stroke });
    }

    /// Paints a circle or an ellipse.
    pub fn ellipse(&mut self, area: Area, fill: impl Into<Colour>, stroke: Stroke) {
        let (fill, stroke) = (Some(fill.into()), Some(stroke));
        self.items.push(DrawingItem::Ellipse { area, fill, stroke });
    }

    /// Paints a closed shape with straight sides.
    pub fn polygon(&mut self, points: Vec<Point>, fill: impl Into<Colour>, stroke: Stroke) {
        let (fill, stroke) = (Some(fill.into()), Some(stroke));
        self.items.push(DrawingItem::Polygon { points, fill, stroke });
    }

    /// Paints a closed shape with straight sides and no outline.
    pub fn filled_polygon(&mut self, points: Vec<Point>, fill: impl Into<Colour>) {
        let fill = Some(fill.into());
        self.items.push(DrawingItem::Polygon { points, fill, stroke: None });
    }

    /// Paints the outline of a closed shape with straight sides.
    pub fn outlined_polygon(&mut self, points: Vec<Point>, stroke: Stroke) {
        let stroke = Some(stroke);
        self.items.push(DrawingItem::Polygon { points, fill: None, stroke });
    }

    /// Paints a straight line.
    pub fn line(&mut self, from: Point, to: Point, stroke: Stroke) {
        self.path(vec![from, to], 0.0, stroke);
    }

    /// Paints a line with rounded corners.
    pub fn path(&mut self, points: Vec<Point>, radius: f64, stroke: Stroke) {
        self.items.push(DrawingItem::Path { points, radius, stroke });
    }

    /// Paints a shape with curved sides.
    pub fn curve(&mut self, moves: Vec<CurveMove>, fill: impl Into<Colour>, stroke: Stroke) {
        let (fill, stroke) = (Some(fill.into()), Some(stroke));
        self.items.push(DrawingItem::Curve { moves, fill, stroke });
    }

    /// Paints a shape with curved sides and no outline.
    pub fn filled_curve(&mut self, moves: Vec<CurveMove>, fill: impl Into<Colour>) {
        let fill = Some(fill.into());
        self.items.push(DrawingItem::Curve { moves, fill, stroke: None });
    }

    /// Paints a curve, or the outline of a shape with curved sides.
    pub fn outlined_curve(&mut self, moves: Vec<CurveMove>, stroke: Stroke) {
        let stroke = Some(stroke);
        self.items.push(DrawingItem::Curve { moves, fill: None, stroke });
    }

    /// Paints lines of words.
    pub fn text(&mut self, text: TextLines) {
        self.items.push(DrawingItem::Text(text));
    }

    /// Adds an area to click on.
    pub fn link(&mut self, area: Area, target: DrawingTarget, text: String) {
        self.items.push(DrawingItem::Link { area, target, text });
    }
}
