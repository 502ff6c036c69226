//! The small signs: each in the middle of its box, its words beside or below it.

use super::curves::arc;
use super::size::{SIGN_GAP, sign_extent};
use super::{Figure, FigurePaint};
use crate::drawing::Point;

/// Where a sign and its words stand in their box.
pub struct SignPlace {
    middle: Point,
    size: f64,
    text: Point,
    worded: bool,
}

impl SignPlace {
    /// In a box of a size, with words of a height; 0 without any.
    pub fn in_box((w, h): Point, words: f64) -> Self {
        let (size, below) = sign_extent((w, h), words);
        let (middle, worded) = ((w / 2.0, h / 2.0), words > 0.0);
        let text = match (worded, below) {
            (false, _) => middle,
            (true, true) => (w / 2.0, (h + size) / 2.0 + SIGN_GAP + words / 2.0),
            (true, false) => (w * 0.75 + size / 4.0 + SIGN_GAP / 2.0, h / 2.0),
        };
        Self { middle, size, text, worded }
    }

    fn circle(&self, part: f64) -> Vec<Point> {
        let radius = self.size / 2.0 * part;
        arc(self.middle, (radius, radius), (0.0, 1.0))
    }

    /// Points in parts of the sign's size.
    fn placed(&self, points: &[Point]) -> Vec<Point> {
        let place = |part: f64, middle: f64| middle + (part - 0.5) * self.size;
        points.iter().map(|(x, y)| (place(*x, self.middle.0), place(*y, self.middle.1))).collect()
    }

    fn outlined(&self, outline: Vec<Point>) -> Figure {
        Figure::plain(outline, self.text)
    }

    fn solid(&self, outline: Vec<Point>) -> Figure {
        Figure { paint: FigurePaint::Solid, ..self.outlined(outline) }
    }

    /// A disc.
    pub fn disc(&self) -> Figure {
        self.solid(self.circle(if self.worded { 1.0 } else { 0.85 }))
    }

    /// A ring round a disc.
    pub fn target(&self) -> Figure {
        Figure { dots: vec![self.circle(0.55)], ..self.outlined(self.circle(1.0)) }
    }

    /// A circle with a cross in it.
    pub fn crossed(&self) -> Figure {
        let (near, far) = (0.5 - 0.3536, 0.5 + 0.3536);
        let falling = self.placed(&[(near, near), (far, far)]);
        let rising = self.placed(&[(near, far), (far, near)]);
        Figure { strokes: vec![falling, rising], ..self.outlined(self.circle(1.0)) }
    }

    /// Two triangles, one upon the other.
    pub fn hourglass(&self) -> Figure {
        let glass = [(0.0, 0.0), (1.0, 0.0), (0.5, 0.5), (1.0, 1.0), (0.0, 1.0), (0.5, 0.5)];
        self.outlined(self.placed(&glass))
    }

    /// A flash of lightning.
    pub fn bolt(&self) -> Figure {
        let upper = [(0.62, 0.0), (0.15, 0.56), (0.46, 0.56)];
        let lower = [(0.36, 1.0), (0.85, 0.4), (0.54, 0.4)];
        self.solid(self.placed(&[upper, lower].concat()))
    }
}
