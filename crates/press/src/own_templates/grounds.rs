//! Grounds below words on a page, as far as they are shapes of one colour. In: the paint of a page, in its
//! order. Out: the colour below a box of words; none over pictures, gradients, transparent colours, or more
//! than one ground.

use kurbo::{BezPath, Shape as _};
use typst::layout::{Point, Rect, Transform};
use typst::visualize::{Curve, CurveItem, Geometry, Paint, Shape};

use crate::page_boxes::{common_box, moved_box};
use base::theme::colour::Rgb;

/// Rounding: distance that words may reach beyond their ground, in points.
const NEAR: f64 = 0.5;

/// The paint of a page so far, the last on top.
#[derive(Default)]
pub struct Grounds {
    page: Option<Rgb>,
    painted: Vec<Ground>,
}

/// Something painted.
struct Ground {
    /// Box round its visible part.
    area: Rect,
    /// Its outline on the page; `None` for a box.
    outline: Option<BezPath>,
    /// Its colour, if it is a single opaque one.
    colour: Option<Rgb>,
}

impl Grounds {
    /// Starts with a page that has only its fill.
    pub fn of_page(fill: Option<&Paint>) -> Self {
        Self { page: fill.map_or(Some(Rgb::WHITE), solid_colour), painted: Vec::new() }
    }

    /// Adds a shape, whose parts outside of the `clips` are cut off.
    pub fn shape(&mut self, shape: &Shape, transform: Transform, clips: &[Rect]) {
        let Some(fill) = &shape.fill else { return };
        let area = seen(moved_box(shape.bbox(false), transform), clips);
        let is_upright = transform.ky.get().abs() < 1e-6 && transform.kx.get().abs() < 1e-6;
        let outline = match &shape.geometry {
            Geometry::Line(_) => return,
            Geometry::Rect(_) if is_upright => None,
            Geometry::Rect(size) => Some(path_of(&Curve::rect(*size), transform)),
            Geometry::Curve(curve) => Some(path_of(curve, transform)),
        };
        let colour = solid_colour(fill);
        self.painted.extend(area.map(|area| Ground { area, outline, colour }));
    }

    /// Adds a picture.
    pub fn picture(&mut self, area: Rect, clips: &[Rect]) {
        let area = seen(area, clips);
        self.painted.extend(area.map(|area| Ground { area, outline: None, colour: None }));
    }

    /// Returns the colour below a box of words, if there is a single one.
    pub fn beneath(&self, words: Rect) -> Option<Rgb> {
        let touching = |ground: &&Ground| common_box(ground.area, words).is_some();
        for ground in self.painted.iter().rev().filter(touching) {
            match ground.holds(words) {
                Some(true) => return ground.colour,
                Some(false) => {}
                None => return None,
            }
        }
        self.page
    }
}

impl Ground {
    /// Returns true if a box of words is wholly on the ground, false if it is wholly outside; `None` if it is
    /// partly on it.
    fn holds(&self, words: Rect) -> Option<bool> {
        let (min, max) = (words.min, words.max);
        let inside = |at: &Point| {
            let (x, y) = (at.x.to_pt(), at.y.to_pt());
            let area = self.area;
            let is_in = x > area.min.x.to_pt() - NEAR
                && x < area.max.x.to_pt() + NEAR
                && y > area.min.y.to_pt() - NEAR
                && y < area.max.y.to_pt() + NEAR;
            is_in && self.outline.as_ref().is_none_or(|path| path.winding((x, y).into()) != 0)
        };
        let middle = Point::new((min.x + max.x) / 2.0, (min.y + max.y) / 2.0);
        let spots = [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y), middle];
        match spots.iter().filter(|spot| inside(spot)).count() {
            5 => Some(true),
            0 if self.outline.is_some() => Some(false),
            _ => None,
        }
    }
}

/// Returns the colour of an opaque paint.
pub fn solid_colour(paint: &Paint) -> Option<Rgb> {
    let Paint::Solid(colour) = paint else { return None };
    let (red, green, blue, alpha) = colour.to_rgb().into_format::<f64, f64>().into_components();
    (alpha >= 1.0).then(|| Rgb([red, green, blue].map(|part| part * 255.0)))
}

/// Returns the part of an area inside all clips.
fn seen(area: Rect, clips: &[Rect]) -> Option<Rect> {
    clips.iter().try_fold(area, |area, clip| common_box(area, *clip))
}

/// Returns a curve as a path on the page.
fn path_of(curve: &Curve, transform: Transform) -> BezPath {
    let at = |point: Point| {
        let point = point.transform(transform);
        kurbo::Point::new(point.x.to_pt(), point.y.to_pt())
    };
    let mut path = BezPath::new();
    for item in &curve.0 {
        match *item {
            CurveItem::Move(to) => path.move_to(at(to)),
            CurveItem::Line(to) => path.line_to(at(to)),
            CurveItem::Cubic(one, two, to) => path.curve_to(at(one), at(two), at(to)),
            CurveItem::Close => path.close_path(),
        }
    }
    path
}
