//! How far the items of a drawing reach, and moving them.

use super::{Area, CurveMove, Drawing, DrawingItem, Point, Stroke, TextAlign, TextLines};

/// From the top of a capital letter to its baseline, in type sizes.
const ASCENT: f64 = 0.68;
/// From the top of a capital letter to below a descender, in type sizes.
const INK: f64 = 0.88;

impl Drawing {
    /// Makes the drawing as much larger as its signs and outlines stand out over it.
    #[must_use]
    pub fn fitted_to_items(mut self) -> Self {
        let own = Area { width: self.width, height: self.height, ..Area::default() };
        let (mut low, mut high) = (own.top_left(), own.bottom_right());
        for area in self.items.iter().filter_map(DrawingItem::extent) {
            low = (low.0.min(area.x), low.1.min(area.y));
            high = (high.0.max(area.right()), high.1.max(area.bottom()));
        }
        self.items.iter_mut().for_each(|item| item.move_by((-low.0, -low.1)));
        (self.width, self.height) = (high.0 - low.0, high.1 - low.1);
        self
    }
}

impl DrawingItem {
    /// How far it reaches with its outline; none for what stands out over nothing.
    pub fn extent(&self) -> Option<Area> {
        match self {
            Self::Rect { area, stroke, .. } | Self::Ellipse { area, stroke, .. } => {
                Some(area.grown(overhang(stroke.as_ref())))
            }
            Self::Polygon { points, stroke, .. } => {
                Area::around(points).map(|area| area.grown(overhang(stroke.as_ref())))
            }
            Self::Path { points, stroke, .. } => {
                Area::around(points).map(|area| area.grown(overhang(Some(stroke))))
            }
            Self::Text(text) => {
                text.ink_areas().map(|ink| ink.grown(0.4)).reduce(|a, b| a.joined(&b))
            }
            Self::Curve { .. } | Self::Link { .. } => None,
        }
    }

    fn move_by(&mut self, by: Point) {
        match self {
            Self::Rect { area, .. } | Self::Ellipse { area, .. } | Self::Link { area, .. } => {
                *area = area.moved(by)
            }
            Self::Polygon { points, .. } | Self::Path { points, .. } => {
                points.iter_mut().for_each(|point| move_point(point, by))
            }
            Self::Curve { moves, .. } => moves.iter_mut().for_each(|step| step.move_by(by)),
            Self::Text(text) => move_point(&mut text.at, by),
        }
    }
}

impl CurveMove {
    fn move_by(&mut self, by: Point) {
        match self {
            Self::To(end) | Self::Line(end) => move_point(end, by),
            Self::Cubic(a, b, end) => {
                [a, b, end].into_iter().for_each(|point| move_point(point, by))
            }
            Self::Close => {}
        }
    }
}

impl TextLines {
    /// Where the letters of each line stand, without the empty room above and below them.
    pub fn ink_areas(&self) -> impl Iterator<Item = Area> {
        let (at, size, step) = (self.at, self.size, self.step);
        let (weight, align) = (self.weight, self.align);
        self.lines.iter().enumerate().map(move |(index, line)| {
            let width = weight.text_width(line, size);
            let y = at.1 + index as f64 * step - size * ASCENT;
            Area { x: at.0 - align.before(width), y, width, height: size * INK }
        })
    }
}

impl TextAlign {
    /// How much of a line of that width stands left of its place.
    fn before(self, width: f64) -> f64 {
        match self {
            Self::Left => 0.0,
            Self::Center => width / 2.0,
            Self::Right => width,
        }
    }
}

fn overhang(stroke: Option<&Stroke>) -> f64 {
    stroke.map_or(0.0, |stroke| stroke.width / 2.0)
}

fn move_point(point: &mut Point, by: Point) {
    *point = (point.0 + by.0, point.1 + by.1);
}
