//! The small signs: each in the middle of its box, with its words beside or below it.

use super::curves::arc;
use super::size::{SIGN_GAP, sign_extent};
use super::{Figure, FigurePaint};
use crate::drawing::{Point, Size, pt};

/// Places of a sign and its words in their box.
pub struct SignPlace {
    middle: Point,
    size: f64,
    text: Point,
    worded: bool,
}

impl SignPlace {
    /// Places a sign in a box of a size, with words of a height; 0 without any.
    pub fn in_box(room: Size, words: f64) -> Self {
        let (size, below) = sign_extent(room, words);
        let Size { width: w, height: h } = room;
        let (middle, worded) = (pt(w / 2.0, h / 2.0), words > 0.0);
        let text = match (worded, below) {
            (false, _) => middle,
            (true, true) => pt(w / 2.0, (h + size) / 2.0 + SIGN_GAP + words / 2.0),
            (true, false) => pt(w * 0.75 + size / 4.0 + SIGN_GAP / 2.0, h / 2.0),
        };
        Self { middle, size, text, worded }
    }

    fn circle(&self, part: f64) -> Vec<Point> {
        let radius = self.size / 2.0 * part;
        arc(self.middle, pt(radius, radius), 0.0, 1.0)
    }

    /// Turns points in parts of the sign's size into points in the box.
    fn placed(&self, points: &[Point]) -> Vec<Point> {
        let place = |part: f64, middle: f64| middle + (part - 0.5) * self.size;
        points.iter().map(|at| pt(place(at.x, self.middle.x), place(at.y, self.middle.y))).collect()
    }

    fn outlined(&self, outline: Vec<Point>) -> Figure {
        Figure::plain(outline, self.text)
    }

    fn solid(&self, outline: Vec<Point>) -> Figure {
        Figure { paint: FigurePaint::Solid, ..self.outlined(outline) }
    }

    /// Returns a disc.
    pub fn disc(&self) -> Figure {
        self.solid(self.circle(if self.worded { 1.0 } else { 0.85 }))
    }

    /// Returns a ring around a disc.
    pub fn target(&self) -> Figure {
        Figure { dots: vec![self.circle(0.55)], ..self.outlined(self.circle(1.0)) }
    }

    /// Returns a circle with a cross in it.
    pub fn crossed(&self) -> Figure {
        let (near, far) = (0.5 - 0.3536, 0.5 + 0.3536);
        let falling = self.placed(&[pt(near, near), pt(far, far)]);
        let rising = self.placed(&[pt(near, far), pt(far, near)]);
        Figure { strokes: vec![falling, rising], ..self.outlined(self.circle(1.0)) }
    }

    /// Returns two triangles, one on top of the other.
    pub fn hourglass(&self) -> Figure {
        let glass =
            [pt(0.0, 0.0), pt(1.0, 0.0), pt(0.5, 0.5), pt(1.0, 1.0), pt(0.0, 1.0), pt(0.5, 0.5)];
        self.outlined(self.placed(&glass))
    }

    /// Returns a flash of lightning.
    pub fn bolt(&self) -> Figure {
        let upper = [pt(0.62, 0.0), pt(0.15, 0.56), pt(0.46, 0.56)];
        let lower = [pt(0.36, 1.0), pt(0.85, 0.4), pt(0.54, 0.4)];
        self.solid(self.placed(&[upper, lower].concat()))
    }
}
