//! Signs of players and tokens, which differ by shape and letter as well as by colour.

use std::collections::BTreeMap;

use super::CardToken;
use super::dice::{draw_icon, icon_area};
use super::text::{SmallType, bold_width};
use crate::drawing::{Area, Canvas, Point, Stroke, TextAlign, pt};
use base::source::deck_style::MarkShape;

/// Colours of the players, in the order of `sets.players` in tokens.toml.
pub const OWNER_COLOURS: [&str; 6] = ["teal", "gold", "maroon", "lichen", "indigo", "brown"];

/// Size of the shape of a token, in points.
const TOKEN: f64 = 9.4;
/// Width and height of the field of an icon in place of a letter, in points; its outlines take
/// three quarters.
const ICON: f64 = 11.6;
/// Height of the frame of an icon, in points.
const ICON_FRAME: f64 = 10.8;
/// Number of the shapes of counters, which have room for two letters: a circle, a square, a
/// hexagon.
const COUNTER_SHAPES: usize = 3;

/// Paint of a sign: inside and outline.
pub type SignPaint = (&'static str, Stroke);

/// Draws a shape around a middle.
pub fn draw_shape(
    shape: MarkShape,
    middle: Point,
    size: f64,
    paint: SignPaint,
    canvas: &mut Canvas,
) {
    let (fill, stroke) = paint;
    let square = |size: f64| Area::centred_at(middle, size, size);
    // In a square from -1 to 1.
    let corners = match shape {
        MarkShape::Circle => return canvas.ellipse(square(size), fill, stroke),
        MarkShape::Square => return canvas.rect(square(size * 0.92), 0.0, fill, stroke),
        MarkShape::Triangle => vec![pt(0.0, -1.05), pt(1.15, 0.95), pt(-1.15, 0.95)],
        MarkShape::Diamond => vec![pt(0.0, -1.15), pt(1.15, 0.0), pt(0.0, 1.15), pt(-1.15, 0.0)],
        MarkShape::Hexagon => (0..6).map(|at| at_angle(f64::from(at) * 60.0, 1.1)).collect(),
        MarkShape::Star => {
            let reach = |at: i32| if at % 2 == 0 { 1.25 } else { 0.62 };
            (0..10).map(|at| at_angle(-90.0 + f64::from(at) * 36.0, reach(at))).collect()
        }
    };
    let half = size / 2.0;
    let scaled = corners.iter().map(|at| pt(middle.x + at.x * half, middle.y + at.y * half));
    canvas.polygon(scaled.collect(), fill, stroke);
}

fn at_angle(degrees: f64, reach: f64) -> Point {
    let angle = degrees.to_radians();
    pt(reach * angle.cos(), reach * angle.sin())
}

/// Draws the sign of a player.
pub fn draw_owner(player: usize, middle: Point, size: f64, canvas: &mut Canvas) {
    let paint = (owner_colour(player), Stroke::solid(size * 0.095, "ink"));
    draw_shape(MarkShape::numbered(player), middle, size, paint, canvas);
}

/// Returns the colour of a player.
pub fn owner_colour(player: usize) -> &'static str {
    OWNER_COLOURS[player % OWNER_COLOURS.len()]
}

impl CardToken {
    /// Returns its width without its amount.
    pub fn sign_width(&self) -> f64 {
        if self.icon.is_empty() { bold_width(&self.letter).max(TOKEN - 3.0) + 3.0 } else { ICON }
    }

    /// Returns its width.
    pub fn width(&self) -> f64 {
        let amount = self.amount_words().map_or(0.0, |amount| bold_width(&amount) + 1.2);
        self.sign_width() + amount
    }

    /// Draws the token with the middle of its left end at a point.
    pub fn draw(&self, left: Point, ink: &'static str, canvas: &mut Canvas) {
        self.draw_sign(left, ink, canvas);
        if let Some(amount) = self.amount_words() {
            let style = SmallType::bold(self.letter_ink(ink), TextAlign::Left);
            let at = pt(left.x + self.sign_width() + 1.0, left.y + 2.45);
            canvas.small_line(&amount, at, style);
        }
    }

    /// Returns "3", or "3→5" if the picture shows a change.
    fn amount_words(&self) -> Option<String> {
        let amount = self.amount?;
        Some(self.was.map_or_else(|| amount.to_string(), |was| format!("{was}→{amount}")))
    }

    /// Draws its icon, or its shape and letter, without the amount.
    pub fn draw_sign(&self, left: Point, ink: &'static str, canvas: &mut Canvas) {
        if !self.icon.is_empty() {
            return self.draw_icon_sign(left, ink, canvas);
        }
        let middle = pt(left.x + self.sign_width() / 2.0, left.y);
        let area = Area::centred_at(middle, self.sign_width(), TOKEN);
        let stroke = self.outline(ink);
        match (self.amount, self.kind % COUNTER_SHAPES) {
            (None, _) => canvas.polygon(flag_corners(area), "cream", stroke),
            (Some(_), 0) => canvas.ellipse(area.grown(0.3), "paper", stroke),
            (Some(_), 1) => canvas.rect(area, 0.0, "paper", stroke),
            (Some(_), _) => canvas.polygon(pointed_corners(area), "paper", stroke),
        }
        canvas.small_sign(&self.letter, middle, self.letter_ink(ink));
    }

    /// Draws its icon, in a frame if it changed.
    fn draw_icon_sign(&self, left: Point, ink: &'static str, canvas: &mut Canvas) {
        if self.strong {
            let area =
                Area { x: left.x, y: left.y - ICON_FRAME / 2.0, width: ICON, height: ICON_FRAME };
            canvas.rect(area, 2.4, "paper", self.outline(ink));
        }
        draw_icon(&self.icon, icon_area(left, ICON), self.letter_ink(ink), canvas);
    }

    fn outline(&self, ink: &'static str) -> Stroke {
        if self.strong { Stroke::solid(1.3, "rust") } else { Stroke::solid(0.6, ink) }
    }

    fn letter_ink(&self, ink: &'static str) -> &'static str {
        if self.strong { "ink" } else { ink }
    }
}

/// Returns a hexagon as wide as an area, with its points at the left and the right.
fn pointed_corners(area: Area) -> Vec<Point> {
    let (left, right) = (area.x + 1.8, area.right() - 1.8);
    let (top, middle, bottom) = (area.y, area.middle().y, area.bottom());
    let points = [pt(right + 2.0, middle), pt(left - 2.0, middle)];
    vec![pt(left, top), pt(right, top), points[0], pt(right, bottom), pt(left, bottom), points[1]]
}

/// Returns the shape of a flag: a rectangle with a point at its right.
fn flag_corners(area: Area) -> Vec<Point> {
    let (left, right) = (area.x + 0.4, area.right() - 0.4);
    let (top, middle, bottom) = (area.y, area.middle().y, area.bottom());
    let tip = [pt(right - 1.6, top), pt(right + 1.4, middle), pt(right - 1.6, bottom)];
    vec![pt(left, top), tip[0], tip[1], tip[2], pt(left, bottom)]
}

/// Returns a letter for each name as printed: the first letters of its first two words, or the
/// first one of its only word, and as many more as distinguish it from those before it.
pub fn assign_letters<'n>(
    names: impl Iterator<Item = &'n str>,
    printed: impl Fn(&'n str) -> &'n str,
) -> BTreeMap<String, String> {
    let mut letters: BTreeMap<String, String> = BTreeMap::new();
    for name in names {
        let letter =
            free_letter(printed(name), |letter| !letters.values().any(|own| own == letter));
        letters.insert(name.to_owned(), letter);
    }
    letters
}

/// Returns the first letters of a name, with a further letter or a number if they are taken.
pub fn free_letter(printed: &str, is_free: impl Fn(&String) -> bool) -> String {
    let words = printed.split(|c: char| !c.is_alphanumeric());
    let mut firsts = words.filter_map(|word| Some(word.chars().next()?.to_uppercase().to_string()));
    let first = firsts.next().unwrap_or_else(|| "?".to_owned());
    let initials = firsts.next().map(|second| format!("{first}{second}"));
    let rest = printed.chars().filter(|c| c.is_alphanumeric()).skip(1);
    let longer = rest.map(|second| format!("{first}{second}"));
    let numbered = (2..).map(|number| format!("{first}{number}"));
    let letters = initials.into_iter().chain([first.clone()]).chain(longer).chain(numbered);
    { letters }.find(is_free).unwrap_or_default()
}
