//! A figure of a floor plan: its footprint in the colour of its side, and its base with its signs.
//! Sides differ by the shape of the base and its ring as well as by colour.

use super::super::super::sign::{SignPaint, draw_shape, owner_colour};
use super::super::super::text::bold_width;
use super::super::HexMark;
use super::super::hexagon::ink_on;
use super::FloorFigure;
use crate::drawing::{Area, Canvas, Point, Stroke};
use base::source::deck_style::MarkShape;

/// Width of the base in a footprint of several spaces, in points.
const BASE: f64 = 13.5;
/// Size of the hexagon of a thing without an owner, in points.
const THING: f64 = 13.0;

impl FloorFigure {
    /// True if it covers several spaces.
    fn is_large(&self) -> bool {
        self.across > 1 || self.down > 1
    }

    /// Returns its middle: column and row.
    pub fn middle(&self) -> (f64, f64) {
        let half = |count: u8| f64::from(count) / 2.0;
        (f64::from(self.column) + half(self.across), f64::from(self.row) + half(self.down))
    }

    fn fill(&self) -> &'static str {
        self.owner.map_or("paper", owner_colour)
    }

    fn outline(&self) -> Stroke {
        match (self.mark, self.strong) {
            (HexMark::Chosen, _) => Stroke::solid(2.0, "rust"),
            (HexMark::Possible, _) => Stroke::solid(1.1, "navy"),
            (_, true) => Stroke::solid(1.4, "rust"),
            (HexMark::Plain | HexMark::Range, false) => Stroke::solid(0.6, "ink"),
        }
    }

    /// Returns the distance from the middle of its token to the edge of its base in the direction
    /// of a point.
    pub fn reach(&self, token: Area, point: Point) -> f64 {
        let base = if self.is_large() { large_base(token.middle()) } else { token };
        let (middle, half) = (base.middle(), (base.width / 2.0, base.height / 2.0));
        let (right, down) = ((point.x - middle.x).abs(), (point.y - middle.y).abs());
        let far = right.hypot(down).max(0.1);
        let (right, down) = (right / far / half.0, down / far / half.1);
        match self.owner {
            None => (THING / 2.0 + 0.6).min(half.0),
            Some(owner) if is_round(owner) => 1.0 / right.hypot(down),
            Some(_) => 1.0 / right.max(down),
        }
    }
}

/// True if the bases of a player's figures are round; otherwise they are square.
fn is_round(owner: usize) -> bool {
    owner.is_multiple_of(2)
}

fn large_base(middle: Point) -> Area {
    Area::centred_at(middle, BASE, BASE)
}

/// Draws the token of a figure without its signs. The footprint of a large figure shows the corners
/// at which lines of sight begin.
pub fn draw_token(figure: &FloorFigure, area: Area, canvas: &mut Canvas) {
    let paint = (figure.fill(), figure.outline());
    match figure.is_large() {
        true => canvas.rect(area, 3.0, paint.0, paint.1),
        false => draw_base(figure.owner, area, paint, canvas),
    }
}

/// Draws a base: a circle or a square, with an extra ring for later players; a hexagon for things.
fn draw_base(owner: Option<usize>, area: Area, paint: SignPaint, canvas: &mut Canvas) {
    let Some(owner) = owner else {
        let size = area.width.min(area.height).min(THING);
        return draw_shape(MarkShape::Hexagon, area.middle(), size, paint, canvas);
    };
    let fill = paint.0;
    draw_round_or_square(owner, area, paint, canvas);
    let ring = match owner / 2 {
        0 => return,
        1 => Stroke::solid(0.7, ink_on(fill)),
        _ => Stroke::dashed(0.7, ink_on(fill)),
    };
    draw_round_or_square(owner, area.grown(-1.6), (fill, ring), canvas);
}

fn draw_round_or_square(owner: usize, area: Area, paint: SignPaint, canvas: &mut Canvas) {
    match is_round(owner) {
        true => canvas.ellipse(area, paint.0, paint.1),
        false => canvas.rect(area, 2.0, paint.0, paint.1),
    }
}

/// Draws the signs of a figure over the lines that cross it, and also the base of a large figure.
pub fn draw_label(figure: &FloorFigure, middle: Point, canvas: &mut Canvas) {
    let fill = figure.fill();
    if figure.is_large() {
        let paint = (fill, Stroke::solid(0.8, ink_on(fill)));
        draw_base(figure.owner, large_base(middle), paint, canvas);
    } else {
        let plate = Area::centred_at(middle, bold_width(&figure.label) + 1.0, 7.0);
        canvas.filled_rect(plate, 1.0, fill);
    }
    canvas.small_sign(&figure.label, middle, ink_on(fill));
}
