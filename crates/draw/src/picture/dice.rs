//! Dice with the faces that came up, in the colour in their name, with the symbols of the book.

use std::collections::BTreeMap;

use kurbo::{BezPath, PathEl, Point as PathPoint};
use serde::{Deserialize, Serialize};

use super::map::PlaceColour;
use super::rows::{RowFlow, right_end};
use super::text::{SmallType, bold_width};
use crate::drawing::{Area, Canvas, CurveMove, IconOutline, Point, Size, Stroke, TextAlign, pt};

/// Height of a die, in points.
const HIGH: f64 = 16.0;
/// Distance between two dice, in points.
const GAP: f64 = 4.0;
/// Width of a symbol, in points.
const SYMBOL: f64 = 8.6;
/// Distance between two signs of a face, in points.
const BESIDE: f64 = 1.6;
/// Sides of the field of icons.
const FIELD: f64 = 24.0;

/// A face that came up.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DieFace {
    /// Words of the face: "red 2H 1S".
    pub words: String,
    /// Colour of the die, if its name or its face has one.
    pub colour: Option<PlaceColour>,
    /// Signs on it, in order.
    pub signs: Vec<FaceSign>,
}

/// A word or a symbol on a face.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum FaceSign {
    /// A word, or an amount before a symbol.
    Word(String),
    /// A symbol.
    Symbol(IconOutline),
}

impl DieFace {
    /// Reads the face of a die; `symbols` are outlines by their word on faces.
    pub fn read(die: &str, words: &str, symbols: &BTreeMap<String, IconOutline>) -> Self {
        let named = words.split_whitespace().next().and_then(PlaceColour::named_in);
        let rest = words.split_whitespace().skip(usize::from(named.is_some()));
        let signs = rest.flat_map(|word| face_signs(word, symbols)).collect();
        let colour = named.or_else(|| PlaceColour::named_in(die));
        Self { words: words.to_owned(), colour, signs }
    }

    /// Returns every printed text, to be changed.
    pub fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.signs.iter_mut().filter_map(|sign| match sign {
            FaceSign::Word(word) => Some(word),
            FaceSign::Symbol(_) => None,
        })
    }

    fn width(&self) -> f64 {
        let signs = self.signs.iter().map(|sign| sign.width() + BESIDE).sum::<f64>();
        (signs - BESIDE + 7.0).max(HIGH)
    }

    fn draw(&self, area: Area, canvas: &mut Canvas) {
        let ground = self.colour.map_or("paper", PlaceColour::fill);
        let ink = if ground == "ink" { "paper" } else { "ink" };
        canvas.rect(area, 3.6, ground, Stroke::solid(1.0, "ink"));
        let signs = self.signs.iter().map(|sign| sign.width() + BESIDE).sum::<f64>() - BESIDE;
        let (mut x, y) = (area.middle().x - signs / 2.0, area.middle().y);
        for sign in &self.signs {
            sign.draw(pt(x, y), ink, canvas);
            x += sign.width() + BESIDE;
        }
    }
}

/// Returns a word of a face as signs: "2H" is an amount and a symbol, "H" a symbol.
fn face_signs(word: &str, symbols: &BTreeMap<String, IconOutline>) -> Vec<FaceSign> {
    let letters = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let amount = &word[..word.len() - letters.len()];
    let Some(symbol) = symbols.get(letters) else { return vec![FaceSign::Word(word.to_owned())] };
    let amount = (!amount.is_empty() && amount != "1").then(|| FaceSign::Word(amount.to_owned()));
    amount.into_iter().chain([FaceSign::Symbol(symbol.clone())]).collect()
}

impl FaceSign {
    fn width(&self) -> f64 {
        match self {
            Self::Word(word) => bold_width(word),
            Self::Symbol(_) => SYMBOL,
        }
    }

    /// Draws the sign with the middle of its left end at a point.
    fn draw(&self, left: Point, ink: &'static str, canvas: &mut Canvas) {
        match self {
            Self::Word(word) => {
                let at = pt(left.x, left.y + 2.45);
                canvas.small_line(word, at, SmallType::bold(ink, TextAlign::Left));
            }
            Self::Symbol(icon) => draw_icon(icon, icon_area(left, SYMBOL), ink, canvas),
        }
    }
}

/// Returns the field of an icon of a size with the middle of its left end at a point.
pub fn icon_area(left: Point, size: f64) -> Area {
    Area { x: left.x, y: left.y - size / 2.0, width: size, height: size }
}

/// Draws an icon on a square field.
pub fn draw_icon(icon: &IconOutline, field: Area, ink: &'static str, canvas: &mut Canvas) {
    for path in icon.paths.iter().filter_map(|path| BezPath::from_svg(path).ok()) {
        let moves = symbol_moves(&path, field);
        if icon.filled {
            canvas.filled_curve(moves, ink);
        } else {
            canvas.outlined_curve(moves, Stroke::solid(0.85, ink));
        }
    }
}

fn symbol_moves(path: &BezPath, field: Area) -> Vec<CurveMove> {
    let scale = field.width / FIELD;
    let point = |own: PathPoint| pt(field.x + own.x * scale, field.y + own.y * scale);
    let mut last = PathPoint::ZERO;
    let mut moves = Vec::new();
    for element in path.elements() {
        moves.push(match *element {
            PathEl::MoveTo(to) => CurveMove::To(point(to)),
            PathEl::LineTo(to) => CurveMove::Line(point(to)),
            PathEl::QuadTo(by, to) => {
                let near = |end: PathPoint| point(end.lerp(by, 2.0 / 3.0));
                CurveMove::Cubic(near(last), near(to), point(to))
            }
            PathEl::CurveTo(a, b, to) => CurveMove::Cubic(point(a), point(b), point(to)),
            PathEl::ClosePath => CurveMove::Close,
        });
        last = element.end_point().unwrap_or(last);
    }
    moves
}

/// Returns the size of the dice in at most `room` points.
pub fn dice_size(faces: &[DieFace], room: f64) -> Size {
    let areas = place_dice(faces, room);
    Size::new(right_end(&areas), areas.last().map_or(0.0, Area::bottom))
}

/// Draws the dice with their top left corner at `at`.
pub fn draw_dice(faces: &[DieFace], at: Point, room: f64, canvas: &mut Canvas) {
    for (face, area) in faces.iter().zip(place_dice(faces, room)) {
        face.draw(area.moved(at).grown(-0.6), canvas);
    }
}

/// Returns the place of every die, row by row, from the left.
fn place_dice(faces: &[DieFace], room: f64) -> Vec<Area> {
    let mut flow = RowFlow { at: pt(0.0, 0.0), room, step: HIGH + GAP };
    let place = |face: &DieFace| {
        let width = face.width();
        let Point { x, y } = flow.place_next(width, GAP);
        Area { x, y, width, height: HIGH }
    };
    faces.iter().map(place).collect()
}
