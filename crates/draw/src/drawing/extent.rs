//! The extent of a drawing's items, and moving them.

use kurbo::Rect;

use super::{Area, CurveMove, Drawing, DrawingItem, Point, TextAlign, TextLines, pt};

/// From the top of a capital letter to its baseline, in type sizes.
const ASCENT: f64 = 0.68;
/// From the top of a capital letter to below a descender, in type sizes.
const INK: f64 = 0.88;

impl Drawing {
    /// Enlarges the drawing so that it holds signs and outlines that stick out of it.
    #[must_use]
    pub fn fitted_to_items(mut self) -> Self {
        let reached = self.reached_corners();
        self.items.iter_mut().for_each(|item| item.move_by(pt(-reached.x0, -reached.y0)));
        (self.width, self.height) = (reached.width(), reached.height());
        self
    }

    /// Returns how far signs and outlines stick out on the left and at the top, in points.
    pub fn overhang(&self) -> Point {
        let reached = self.reached_corners();
        pt(-reached.x0, -reached.y0)
    }

    /// Returns the corners of the drawing with everything that sticks out of it.
    fn reached_corners(&self) -> Rect {
        let own = Area::of_size(self.width, self.height).corners();
        let items = self.items.iter().filter_map(DrawingItem::extent);
        items.fold(own, |reached, area| reached.union(area.corners()))
    }
}

impl DrawingItem {
    /// Extent with the outline; `None` for curves and links, which never stick out of a drawing.
    pub fn extent(&self) -> Option<Area> {
        let bare = match self {
            Self::Rect { area, .. } | Self::Ellipse { area, .. } => Some(*area),
            Self::Polygon { points, .. } | Self::Path { points, .. } => Area::around(points),
            Self::Text(text) => {
                text.ink_areas().map(|ink| ink.grown(0.4)).reduce(|a, b| a.joined(&b))
            }
            Self::Curve { .. } | Self::Link { .. } => None,
        };
        Some(bare?.grown(self.stroke().map_or(0.0, |stroke| stroke.width / 2.0)))
    }

    fn move_by(&mut self, by: Point) {
        match self {
            Self::Rect { area, .. } | Self::Ellipse { area, .. } | Self::Link { area, .. } => {
                *area = area.moved(by)
            }
            Self::Polygon { points, .. } | Self::Path { points, .. } => {
                points.iter_mut().for_each(|point| *point = *point + by)
            }
            Self::Curve { moves, .. } => moves.iter_mut().for_each(|step| step.move_by(by)),
            Self::Text(text) => text.at = text.at + by,
        }
    }
}

impl CurveMove {
    fn move_by(&mut self, by: Point) {
        match self {
            Self::To(end) | Self::Line(end) => *end = *end + by,
            Self::Cubic(a, b, end) => {
                [a, b, end].into_iter().for_each(|point| *point = *point + by)
            }
            Self::Close => {}
        }
    }
}

impl TextLines {
    /// Returns the area of the letters of each line, without the empty room above and below them.
    pub fn ink_areas(&self) -> impl Iterator<Item = Area> {
        self.lines.iter().enumerate().map(|(nth, line)| {
            let width = self.weight.text_width(line, self.size);
            let before = match self.align {
                TextAlign::Left => 0.0,
                TextAlign::Center => width / 2.0,
                TextAlign::Right => width,
            };
            let y = self.baseline(nth) - self.size * ASCENT;
            Area { x: self.at.x - before, y, width, height: self.size * INK }
        })
    }
}
