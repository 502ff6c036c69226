//! One card: its face with name, corner and tokens, its back, or the place it has left.

use super::text::{LINE_STEP, SmallType, bold_width, break_bold};
use super::{CardFace, LEAST_TYPE, PictureCard, PictureTone, step};
use crate::drawing::{Area, Canvas, CurveMove, Point, Size, Stroke, TextAlign, pt};

/// Width of an upright card, in points: room for a long word.
const WIDE: f64 = 50.0;
/// Height of an upright card, in points.
pub const HIGH: f64 = 36.0;
/// Size of a card on its side, in points.
const TURNED: Size = Size::new(60.0, 26.0);
/// Width of a back, which needs no room for words, in points.
pub const BACK: f64 = 26.0;
/// Height of a piece other than a card, such as a tile, which has nothing in its corner, in points.
const TILE: f64 = 22.0;
/// Width of the place a card has left, in points.
const GONE: f64 = 20.0;
/// Room between the edge of a card and its words, in points.
const EDGE: f64 = 2.6;
/// Height of a row of tokens, in points.
const TOKENS: f64 = 11.2;
/// Distance between two tokens, in points.
const TOKEN_GAP: f64 = 2.0;

impl PictureCard {
    /// Returns its width, in points.
    pub fn width(&self) -> f64 {
        match (&self.face, self.turned) {
            (CardFace::Gone, _) => GONE,
            (CardFace::Down, true) => HIGH,
            (CardFace::Down, false) => BACK,
            (CardFace::Up { .. }, true) => TURNED.width,
            (CardFace::Up { .. }, false) => WIDE,
        }
    }

    /// Returns the height that it needs for its words and tokens, and for the disc of its steps
    /// below it.
    pub fn height(&self) -> f64 {
        self.content_height().max(self.least_height()) + self.room_for_disc()
    }

    fn room_for_disc(&self) -> f64 {
        if self.discs.is_empty() { 0.0 } else { step::OUT }
    }

    fn content_height(&self) -> f64 {
        let tokens = self.token_rows().len() as f64 * TOKENS;
        match &self.face {
            CardFace::Up { name, corner } => {
                let lines = self.title_lines(name, corner).len() as f64 * LINE_STEP;
                EDGE + 1.0 + lines + tokens + 3.4
            }
            CardFace::Down | CardFace::Gone => tokens + 8.0,
        }
    }

    fn least_height(&self) -> f64 {
        match (&self.face, self.turned) {
            (CardFace::Up { corner, .. }, _) if corner.is_empty() => TILE,
            (CardFace::Up { .. }, true) => TURNED.height,
            (CardFace::Down, true) => BACK,
            (CardFace::Up { .. } | CardFace::Down, false) | (CardFace::Gone, _) => HIGH,
        }
    }

    /// Returns the width for words between the edges.
    fn inner_width(&self) -> f64 {
        self.width() - 2.0 * EDGE
    }

    /// Returns the name in lines. The first line leaves room for the corner, and stays empty if no
    /// word fits beside it.
    fn title_lines(&self, name: &str, corner: &str) -> Vec<String> {
        let room = self.inner_width();
        if corner.is_empty() {
            return break_bold(name, LEAST_TYPE, room);
        }
        let (first, others) = split_fitting(name, room - corner_disc_width(corner) - 0.5);
        let mut lines = vec![first];
        lines.extend(break_bold(&others, LEAST_TYPE, room));
        lines
    }

    /// Returns the tokens in rows that fit the card.
    fn token_rows(&self) -> Vec<Vec<usize>> {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut room = 0.0;
        for (at, token) in self.tokens.iter().enumerate() {
            let wide = token.width() + TOKEN_GAP;
            match rows.last_mut() {
                Some(row) if wide <= room => row.push(at),
                _ => {
                    rows.push(vec![at]);
                    room = self.inner_width() + TOKEN_GAP;
                }
            }
            room -= wide;
        }
        rows
    }

    /// Draws it into `area`.
    pub fn draw(&self, area: Area, canvas: &mut Canvas) {
        let area = Area { height: area.height - self.room_for_disc(), ..area };
        match &self.face {
            CardFace::Gone => {
                let stroke = Stroke::dashed(1.1, "rust");
                return canvas.outlined_rect(area.grown(-0.6), 3.0, stroke);
            }
            CardFace::Down => self.draw_back(area, canvas),
            CardFace::Up { name, corner } => self.draw_face(name, corner, area, canvas),
        }
        self.draw_tokens(area, canvas);
        step::draw_discs(&self.discs, pt(area.right() + 1.5, area.bottom()), canvas);
    }

    /// Draws its background and its outline, which is a little inside its edge.
    fn draw_ground(&self, fill: &'static str, area: Area, canvas: &mut Canvas) {
        let (inset, stroke) = match self.tone {
            PictureTone::Strong => (-1.0, Stroke::solid(2.0, "rust")),
            PictureTone::Coming => (-0.6, Stroke::dashed(1.1, "rust")),
            PictureTone::Pale | PictureTone::Plain => (-0.3, Stroke::solid(0.6, self.tone.ink())),
        };
        canvas.rect(area.grown(inset), 3.0, fill, stroke);
    }

    fn draw_face(&self, name: &str, corner: &str, area: Area, canvas: &mut Canvas) {
        let ground = if self.is_pale() { "faint" } else { "paper" };
        self.draw_ground(ground, area, canvas);
        if !corner.is_empty() {
            // A number on its own background, unlike the disc of a step.
            let width = corner_disc_width(corner).min(area.width - 5.0);
            let disc = Area { x: area.right() - 2.0 - width, y: area.y + 2.0, width, height: 9.0 };
            canvas.rect(disc, 2.0, "tint", Stroke::solid(0.5, self.tone.ink()));
            canvas.small_sign(corner, disc.middle(), self.tone.ink());
        }
        let at = pt(area.x + EDGE, area.y + EDGE + 7.0);
        let style = SmallType::bold(self.tone.ink(), TextAlign::Left);
        canvas.small_lines(self.title_lines(name, corner), at, style);
    }

    fn is_pale(&self) -> bool {
        self.tone == PictureTone::Pale
    }

    /// Draws a back: two frames and a lozenge, the same for every card.
    fn draw_back(&self, area: Area, canvas: &mut Canvas) {
        let (ground, mark) = if self.is_pale() { ("tint", "steel") } else { ("steel", "paper") };
        self.draw_ground(ground, area, canvas);
        let stroke = Stroke::solid(0.5, mark);
        canvas.outlined_rect(area.grown(-3.6), 1.6, stroke.clone());
        draw_lozenge(area, stroke, canvas);
    }

    fn draw_tokens(&self, area: Area, canvas: &mut Canvas) {
        let rows = self.token_rows();
        let mut y = area.bottom() - 2.6 - TOKENS * (rows.len() as f64 - 0.5);
        for row in rows {
            let mut x = area.x + EDGE;
            for token in row.iter().map(|at| &self.tokens[*at]) {
                token.draw(pt(x, y), self.tone.ink(), canvas);
                x += token.width() + TOKEN_GAP;
            }
            y += TOKENS;
        }
    }
}

/// Returns the first words of a name that fit on a line of `width` points, and the other words.
fn split_fitting(name: &str, width: f64) -> (String, String) {
    let mut first = String::new();
    let mut words = name.split_whitespace().peekable();
    while let Some(word) = words.peek() {
        let joined = format!("{first} {word}").trim_start().to_owned();
        if bold_width(&joined) > width {
            break;
        }
        first = joined;
        words.next();
    }
    (first, words.collect::<Vec<_>>().join(" "))
}

fn corner_disc_width(corner: &str) -> f64 {
    bold_width(corner).max(4.0) + 5.6
}

fn draw_lozenge(area: Area, stroke: Stroke, canvas: &mut Canvas) {
    let (Point { x, y }, reach) = (area.middle(), 6.0);
    let moves = vec![
        CurveMove::To(pt(x, y - reach * 1.3)),
        CurveMove::Line(pt(x + reach, y)),
        CurveMove::Line(pt(x, y + reach * 1.3)),
        CurveMove::Line(pt(x - reach, y)),
        CurveMove::Close,
    ];
    canvas.outlined_curve(moves, stroke);
}
