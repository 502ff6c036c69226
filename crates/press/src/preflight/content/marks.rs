//! The marks on a page: each text, line, area and picture, with its place. Places are in points from the top
//! left of the trim, downwards.

use std::rc::Rc;

use kurbo::Rect;

use super::colours::Colour;
use super::fonts::FontFacts;
use super::pictures::PictureFacts;

/// One thing that is painted.
#[derive(Debug, Clone)]
pub struct Mark {
    /// Its visible area, inside all clips.
    pub area: Rect,
    /// True if a clip cuts it.
    pub is_cut: bool,
    pub kind: MarkKind,
    /// Its colour; `None` for a picture or a pattern.
    pub colour: Option<Rc<Colour>>,
    pub is_transparent: bool,
    /// True if it overprints what is below.
    pub overprints: bool,
    /// Lengths of its straight ends: left, right, top and bottom, in points.
    pub straight: [f64; 4],
}

impl Mark {
    /// True if its colour leaves the paper white.
    pub fn is_white(&self) -> bool {
        self.colour.as_ref().is_some_and(|colour| colour.is_white())
    }
}

/// The kind of a mark.
#[derive(Debug, Clone)]
pub enum MarkKind {
    /// An area; `is_box` if it is an upright rectangle.
    Fill { is_box: bool },
    /// A line of this width; `is_box` if it is an upright rectangle, or one side of it.
    Stroke { width: f64, is_box: bool },
    /// Letters.
    Text(TextMark),
    /// A picture of pixels.
    Picture(PictureMark),
    /// A gradient, with the most ink in it where that is known.
    Gradient { ink: Option<f64> },
}

/// Letters that are painted together.
#[derive(Debug, Clone)]
pub struct TextMark {
    /// Size in points as it is printed.
    pub size: f64,
    pub font: Rc<FontFacts>,
    /// Its words, as far as they are known.
    pub words: String,
    /// True if the letters are filled, not only outlined.
    pub is_filled: bool,
}

/// A picture at its place.
#[derive(Debug, Clone)]
pub struct PictureMark {
    /// Dots per inch, in the direction that has fewer.
    pub density: f64,
    pub facts: Rc<PictureFacts>,
}

/// A clip: its box, and whether each of its ends is straight.
#[derive(Debug, Clone, Copy)]
pub struct Clip {
    pub area: Rect,
    pub straight: [bool; 4],
}

/// Greatest difference of ends that count as the same, in points.
const SAME: f64 = 0.02;

/// Returns the four ends of a box, so that they grow outwards: left, right, top, bottom.
pub fn ends(area: Rect) -> [f64; 4] {
    [-area.x0, area.x1, -area.y0, area.y1]
}

impl Clip {
    /// Returns the visible part of an area, and the lengths of its straight ends; `None` if it is invisible.
    pub fn cut(&self, area: Rect, straight: [f64; 4]) -> Option<(Rect, [f64; 4])> {
        let seen = area.intersect(self.area);
        // A line may have no width.
        let gone = seen.width() < 0.0 || seen.height() < 0.0;
        let outside = area.x0 > self.area.x1
            || area.x1 < self.area.x0
            || area.y0 > self.area.y1
            || area.y1 < self.area.y0;
        if gone || outside {
            return None;
        }
        let (old, new) = (ends(area), ends(seen));
        let sides = [seen.height(), seen.height(), seen.width(), seen.width()];
        let lengths = [0, 1, 2, 3].map(|side| {
            let is_cut = new[side] < old[side] - SAME;
            match (is_cut, self.straight[side]) {
                (false, _) => straight[side].min(sides[side]),
                (true, true) => sides[side],
                (true, false) => 0.0,
            }
        });
        Some((seen, lengths))
    }

    /// Returns the part of the clip inside a path.
    pub fn within(&self, area: Rect, is_box: bool) -> Self {
        let seen = area.intersect(self.area);
        let (old, new) = (ends(self.area), ends(seen));
        let straight = [0, 1, 2, 3]
            .map(|side| if new[side] < old[side] - SAME { is_box } else { self.straight[side] });
        Self { area: seen, straight }
    }
}
