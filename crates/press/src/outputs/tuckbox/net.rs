//! Tuck boxes: a box for a deck, made from one piece of card stock and closed by a flap at each end. In: the
//! size of a card and the thickness of the deck. Out: the net with its cuts, its folds and the edges that
//! meet when it is folded; lengths are in millimetres from its top left corner.

use serde::{Deserialize, Serialize};

use base::size::Size;

/// Difference in width and height between the inside of a box and a card.
const AIR: f64 = 1.5;
/// Difference in depth between the inside of a box and its deck.
const AIR_DEPTH: f64 = 1.0;
/// Width of the flap that is glued to the back.
const GLUE: f64 = 12.0;
/// Length of the flap that is tucked in.
const TUCK: f64 = 15.0;
/// Radius of the notch for a thumb.
const NOTCH: f64 = 9.0;
/// Length that is cut off the corners of flaps.
const CORNER: f64 = 4.0;
/// Gap between a flap and the fold of its neighbour, so that they do not rub.
const EASE: f64 = 0.5;
/// Number of straight pieces of the notch.
const STEPS: usize = 12;

/// A point of a net.
pub type NetPoint = (f64, f64);
/// A straight edge of a net.
pub type NetEdge = (NetPoint, NetPoint);

/// The net of a tuck box.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TuckBox {
    /// Size from side to side.
    pub width: f64,
    /// Size from end to end.
    pub height: f64,
    /// Size from front to back.
    pub depth: f64,
}

/// A side of a box: its name, and its area on the net.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoxSide {
    /// `front`, `back`, `left`, `right`, `lid` or `bottom`.
    pub name: &'static str,
    /// Left, top, width and height.
    pub area: [f64; 4],
}

impl TuckBox {
    /// Returns the box for a deck of cards of this size, `thickness` thick.
    pub fn of(card: Size, thickness: f64) -> Self {
        Self { width: card.width + AIR, height: card.height + AIR, depth: thickness + AIR_DEPTH }
    }

    /// Returns width and height of the net.
    pub fn net(&self) -> Size {
        Size::new(GLUE + 2.0 * (self.width + self.depth), self.height + 2.0 * self.end())
    }

    /// Length of a lid with its flap, beyond an end.
    fn end(&self) -> f64 {
        self.depth + TUCK
    }

    /// Returns the upright folds from the left: glue flap, back, a side, front, and the free edge of the
    /// other side.
    fn folds_across(&self) -> [f64; 5] {
        let (wide, deep) = (self.width, self.depth);
        [
            GLUE,
            GLUE + wide,
            GLUE + wide + deep,
            GLUE + 2.0 * wide + deep,
            GLUE + 2.0 * (wide + deep),
        ]
    }

    /// Returns the sides that are printed.
    pub fn sides(&self) -> [BoxSide; 6] {
        let [back, left, front, right, _] = self.folds_across();
        let (top, wide, high, deep) = (self.end(), self.width, self.height, self.depth);
        let side = |name, area| BoxSide { name, area };
        [
            side("back", [back, top, wide, high]),
            side("left", [left, top, deep, high]),
            side("front", [front, top, wide, high]),
            side("right", [right, top, deep, high]),
            side("lid", [back, TUCK, wide, deep]),
            side("bottom", [back, top + high, wide, deep]),
        ]
    }

    /// Returns the outline that is cut, as one closed line.
    pub fn outline(&self) -> Vec<NetPoint> {
        let [back, left, front, right, free] = self.folds_across();
        let (top, foot) = (self.end(), self.end() + self.height);
        let mut out = vec![(0.0, top + CORNER), (back, top)];
        out.extend(lid(back, left, top, 0.0));
        out.extend(self.flap(left, front, top, -1.0));
        out.extend(notch(front, right, top));
        out.extend(self.flap(right, free, top, -1.0));
        out.extend([(free, top), (free, foot)]);
        out.extend(self.flap(right, free, foot, 1.0).into_iter().rev());
        out.extend([(right, foot), (front, foot)]);
        out.extend(self.flap(left, front, foot, 1.0).into_iter().rev());
        let end = foot + self.end();
        out.extend(lid(back, left, foot, end).into_iter().rev());
        out.extend([(back, foot), (0.0, foot - CORNER)]);
        out
    }

    /// Returns a dust flap on an end of a side, which points up (-1) or down (1).
    fn flap(&self, from: f64, to: f64, level: f64, way: f64) -> [NetPoint; 4] {
        // No farther than the middle of the box.
        let far = level + way * (self.width * 0.45).min(self.end());
        let cut = CORNER.min(self.depth / 4.0);
        [
            (from + EASE, level),
            (from + EASE + cut / 2.0, far),
            (to - EASE - cut, far),
            (to - EASE, level),
        ]
    }

    /// Returns the folds.
    pub fn folds(&self) -> Vec<NetEdge> {
        let [back, left, front, right, free] = self.folds_across();
        let (top, foot) = (self.end(), self.end() + self.height);
        let net = self.net().height;
        let mut folds: Vec<NetEdge> =
            [back, left, front, right].map(|x| ((x, top), (x, foot))).to_vec();
        for (level, tuck) in [(top, TUCK), (foot, net - TUCK)] {
            folds.push(((back, level), (left, level)));
            folds.push(((back, tuck), (left, tuck)));
            folds.push(((left + EASE, level), (front - EASE, level)));
            folds.push(((right + EASE, level), (free - EASE, level)));
        }
        folds
    }

    /// Returns the pairs of edges that meet when the box is folded.
    pub fn meeting_edges(&self) -> Vec<(NetEdge, NetEdge)> {
        let [back, left, front, right, free] = self.folds_across();
        let (top, foot) = (self.end(), self.end() + self.height);
        let net = self.net().height;
        let mut pairs = vec![(((back, top), (back, foot)), ((free, top), (free, foot)))];
        for (level, tuck) in [(top, TUCK), (foot, net - TUCK)] {
            pairs.push((((back, tuck), (left, tuck)), ((front, level), (right, level))));
            pairs.push((((left, tuck), (left, level)), ((front, level), (left, level))));
            pairs.push((((back, tuck), (back, level)), ((right, level), (free, level))));
        }
        pairs
    }
}

/// Returns a lid with its flap, from the left end of its fold to the right one.
fn lid(from: f64, to: f64, level: f64, end: f64) -> [NetPoint; 6] {
    let way = if end < level { 1.0 } else { -1.0 };
    let near = end + way * CORNER;
    [(from, level), (from, near), (from + CORNER, end), (to - CORNER, end), (to, near), (to, level)]
}

/// Returns the upper edge of the front, with a notch for a thumb in its middle.
fn notch(from: f64, to: f64, level: f64) -> Vec<NetPoint> {
    let middle = (from + to) / 2.0;
    let round = (0..=STEPS).map(|step| {
        let turn = std::f64::consts::PI * step as f64 / STEPS as f64;
        (middle - NOTCH * turn.cos(), level + NOTCH * turn.sin())
    });
    std::iter::once((from, level)).chain(round).chain([(to, level)]).collect()
}
