//! Paths. In: their points. Out: their box, their parts, and the lengths of their straight ends along the
//! page.

use kurbo::{Affine, Point, Rect};

/// Greatest difference of points that count as the same, in points.
const SAME: f64 = 0.02;
/// Most parts of a path that are kept separate.
const MOST_PARTS: usize = 256;

/// The farthest extent of a part in one direction, and the length of its straight end there.
#[derive(Debug, Clone, Copy)]
struct End {
    reach: f64,
    length: f64,
}

const NO_END: End = End { reach: f64::NEG_INFINITY, length: 0.0 };

/// One part of a path: a run of lines and curves.
#[derive(Debug, Clone)]
pub struct PathPart {
    pub area: Rect,
    ends: [End; 4],
    lines: usize,
    slanted: usize,
    start: Point,
    at: Point,
}

impl PathPart {
    fn at(start: Point) -> Self {
        let area = Rect::from_points(start, start);
        Self { area, ends: [NO_END; 4], lines: 0, slanted: 0, start, at: start }
    }

    fn line_to(&mut self, to: Point) {
        let (dx, dy) = ((to.x - self.at.x).abs(), (to.y - self.at.y).abs());
        if dx < SAME && dy >= SAME {
            self.note(0, -to.x, dy);
            self.note(1, to.x, dy);
        } else if dy < SAME && dx >= SAME {
            self.note(2, -to.y, dx);
            self.note(3, to.y, dx);
        } else if dx >= SAME {
            self.slanted += 1;
        }
        self.lines += usize::from(dx >= SAME || dy >= SAME);
        self.area = self.area.union_pt(to);
        self.at = to;
    }

    fn curve_to(&mut self, through: &[Point]) {
        self.slanted += 1;
        self.lines += 1;
        for point in through {
            self.area = self.area.union_pt(*point);
            self.at = *point;
        }
    }

    fn note(&mut self, side: usize, reach: f64, length: f64) {
        let end = &mut self.ends[side];
        if reach > end.reach + SAME {
            *end = End { reach, length };
        } else if (reach - end.reach).abs() <= SAME {
            end.length += length;
        }
    }

    /// Returns the lengths of its straight ends: left, right, top, bottom.
    pub fn straight(&self) -> [f64; 4] {
        let reach = super::marks::ends(self.area);
        [0, 1, 2, 3].map(|side| {
            let end = self.ends[side];
            if (end.reach - reach[side]).abs() <= SAME { end.length } else { 0.0 }
        })
    }

    /// True if it is an upright rectangle, or an upright line.
    pub fn is_box(&self) -> bool {
        self.slanted == 0 && (1..=5).contains(&self.lines)
    }
}

/// The path that is being drawn.
#[derive(Debug, Default)]
pub struct Path {
    parts: Vec<PathPart>,
}

impl Path {
    pub fn move_to(&mut self, to: Point) {
        // A point from which nothing is drawn is not a part.
        self.parts.pop_if(|part| part.lines == 0);
        if self.parts.len() < MOST_PARTS {
            self.parts.push(PathPart::at(to));
        } else if let Some(last) = self.parts.last_mut() {
            last.slanted += 1;
            last.area = last.area.union_pt(to);
            (last.start, last.at) = (to, to);
        }
    }

    fn last(&mut self, at: Point) -> Option<&mut PathPart> {
        if self.parts.is_empty() {
            self.parts.push(PathPart::at(at));
        }
        self.parts.last_mut()
    }

    pub fn line_to(&mut self, to: Point) {
        if let Some(last) = self.last(to) {
            last.line_to(to);
        }
    }

    pub fn curve_to(&mut self, through: &[Point]) {
        let Some(first) = through.first() else { return };
        if let Some(last) = self.last(*first) {
            last.curve_to(through);
        }
    }

    pub fn close(&mut self) {
        if let Some(last) = self.parts.last_mut() {
            last.line_to(last.start);
        }
    }

    /// Adds a rectangle from one corner to the other, as `matrix` shows it.
    pub fn rectangle(&mut self, Rect { x0, y0, x1, y1 }: Rect, matrix: Affine) {
        self.move_to(matrix * Point::new(x0, y0));
        for to in [Point::new(x1, y0), Point::new(x1, y1), Point::new(x0, y1)] {
            self.line_to(matrix * to);
        }
        self.close();
    }

    /// Returns the parts; the last one contains all parts beyond the limit.
    pub fn take(&mut self) -> Vec<PathPart> {
        std::mem::take(&mut self.parts)
    }

    /// Returns the box of all parts, and whether the path is that box.
    pub fn outline(&self) -> Option<(Rect, bool)> {
        let first = self.parts.first()?;
        let area = self.parts.iter().fold(first.area, |area, part| area.union(part.area));
        Some((area, self.parts.len() == 1 && first.is_box()))
    }
}
