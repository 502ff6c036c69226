//! One card: its face with name, corner and tokens, its back, or the place where it lay.

use super::sign::{draw_token, token_width};
use super::text::{LINE_STEP, break_words, small_line, small_lines, words_width};
use super::{CardFace, LEAST_TYPE, PictureCard, PictureTone};
use crate::drawing::{Area, CurveMove, DashStyle, DrawingItem, Stroke, TextAlign, TextWeight};

/// An upright card, in points: room for a long word.
pub(super) const WIDE: f64 = 50.0;
/// Height of an upright card, in points.
pub(super) const HIGH: f64 = 46.0;
/// A card on its side: wide and high, in points.
const TURNED: (f64, f64) = (62.0, 34.0);
/// Width of a back, which needs no room for words.
pub(super) const BACK: f64 = 33.0;
/// Height of what is no card, such as a tile: nothing stands in its corner.
const TILE: f64 = 24.0;
/// Width of the place where a card lay.
const GONE: f64 = 20.0;
/// Room between the edge of a card and its words.
const EDGE: f64 = 2.6;
/// Height of a row of tokens.
const TOKENS: f64 = 11.2;

/// How wide a card is.
pub(super) fn card_width(card: &PictureCard) -> f64 {
    match (&card.face, card.turned) {
        (CardFace::Gone, _) => GONE,
        (CardFace::Down, true) => HIGH,
        (CardFace::Down, false) => BACK,
        (CardFace::Up { .. }, true) => TURNED.0,
        (CardFace::Up { .. }, false) => WIDE,
    }
}

/// How high a card must be for its words and tokens.
pub(super) fn card_height(card: &PictureCard) -> f64 {
    let least = match &card.face {
        CardFace::Up { corner, .. } if corner.is_empty() => TILE,
        CardFace::Up { .. } if card.turned => TURNED.1,
        CardFace::Down if card.turned => BACK,
        _ => HIGH,
    };
    let tokens = token_rows(card).len() as f64 * TOKENS;
    match &card.face {
        CardFace::Up { name, corner } => {
            let lines = title_lines(name, corner, card).len() as f64 * LINE_STEP;
            (EDGE + 1.0 + lines + tokens + 3.4).max(least)
        }
        _ => (tokens + 8.0).max(least),
    }
}

/// The name in lines; the first one leaves room for the corner, and stays empty where no word fits
/// beside it.
fn title_lines(name: &str, corner: &str, card: &PictureCard) -> Vec<String> {
    let room = card_width(card) - 2.0 * EDGE;
    if corner.is_empty() {
        return break_words(name, LEAST_TYPE, TextWeight::Bold, room);
    }
    let beside = room - corner_disc_width(corner) - 0.5;
    let mut first = String::new();
    let mut words = name.split_whitespace().peekable();
    while let Some(word) = words.peek() {
        let joined = format!("{first} {word}").trim_start().to_owned();
        if words_width(&joined, LEAST_TYPE, TextWeight::Bold) > beside {
            break;
        }
        first = joined;
        words.next();
    }
    let rest = words.collect::<Vec<_>>().join(" ");
    let mut lines = vec![first];
    lines.extend(break_words(&rest, LEAST_TYPE, TextWeight::Bold, room));
    lines
}

fn corner_disc_width(corner: &str) -> f64 {
    words_width(corner, LEAST_TYPE, TextWeight::Bold).max(4.0) + 5.6
}

/// The tokens of a card in rows that fit it.
fn token_rows(card: &PictureCard) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut room = 0.0;
    for (at, own) in card.tokens.iter().enumerate() {
        let wide = token_width(own) + 2.0;
        if rows.is_empty() || wide > room {
            rows.push(Vec::new());
            room = card_width(card) - 2.0 * EDGE + 2.0;
        }
        rows.last_mut().expect("there is a row").push(at);
        room -= wide;
    }
    rows
}

/// Draws a card into `area`.
pub(super) fn draw_card(card: &PictureCard, area: Area, items: &mut Vec<DrawingItem>) {
    match &card.face {
        CardFace::Gone => {
            let stroke = Stroke { dash: DashStyle::Dashed, ..Stroke::solid(1.1, "rust") };
            items.push(DrawingItem::Rect {
                area: area.grown(-0.6),
                radius: 3.0,
                fill: None,
                stroke: Some(stroke),
            });
            return;
        }
        CardFace::Down => draw_card_back(card, area, items),
        CardFace::Up { name, corner } => draw_card_face(card, (name, corner), area, items),
    }
    draw_card_tokens(card, area, items);
}

fn card_outline(card: &PictureCard) -> Stroke {
    match card.tone {
        PictureTone::Strong => Stroke::solid(2.0, "rust"),
        tone => Stroke::solid(0.6, tone.ink()),
    }
}

fn draw_card_face(
    card: &PictureCard,
    (name, corner): (&str, &str),
    area: Area,
    items: &mut Vec<DrawingItem>,
) {
    let fill = if card.tone == PictureTone::Pale { "faint" } else { "paper" };
    let inner = area.grown(if card.tone.is_strong() { -1.0 } else { -0.3 });
    items.push(DrawingItem::Rect {
        area: inner,
        radius: 3.0,
        fill: Some(fill.into()),
        stroke: Some(card_outline(card)),
    });
    let ink = card.tone.ink();
    if !corner.is_empty() {
        draw_corner_disc(
            corner,
            area,
            if card.tone == PictureTone::Pale { "grey" } else { "navy" },
            items,
        );
    }
    let at = (area.x + EDGE, area.y + EDGE + 7.0);
    items.push(small_lines(
        title_lines(name, corner, card),
        at,
        TextWeight::Bold,
        ink,
        TextAlign::Left,
    ));
}

/// The corner of a card: a number on a disc.
fn draw_corner_disc(corner: &str, area: Area, colour: &'static str, items: &mut Vec<DrawingItem>) {
    let width = corner_disc_width(corner).min(area.width - 5.0);
    let place = Area { x: area.right() - 2.2 - width, y: area.y + 2.2, width, height: 9.6 };
    items.push(DrawingItem::Rect {
        area: place,
        radius: 4.8,
        fill: Some(colour.into()),
        stroke: None,
    });
    let (x, y) = place.middle();
    items.push(small_line(corner, (x, y + 2.45), TextWeight::Bold, "paper", TextAlign::Center));
}

/// A back: two frames and a lozenge, the same for every card.
fn draw_card_back(card: &PictureCard, area: Area, items: &mut Vec<DrawingItem>) {
    let (ground, mark) =
        if card.tone == PictureTone::Pale { ("tint", "steel") } else { ("steel", "paper") };
    let inner = area.grown(if card.tone.is_strong() { -1.0 } else { -0.3 });
    items.push(DrawingItem::Rect {
        area: inner,
        radius: 3.0,
        fill: Some(ground.into()),
        stroke: Some(card_outline(card)),
    });
    let stroke = Some(Stroke::solid(0.5, mark));
    items.push(DrawingItem::Rect {
        area: area.grown(-3.6),
        radius: 1.6,
        fill: None,
        stroke: stroke.clone(),
    });
    let ((x, y), reach) = (area.middle(), 6.0);
    let moves = vec![
        CurveMove::To((x, y - reach * 1.3)),
        CurveMove::Line((x + reach, y)),
        CurveMove::Line((x, y + reach * 1.3)),
        CurveMove::Line((x - reach, y)),
        CurveMove::Close,
    ];
    items.push(DrawingItem::Curve { moves, fill: None, stroke });
}

fn draw_card_tokens(card: &PictureCard, area: Area, items: &mut Vec<DrawingItem>) {
    let rows = token_rows(card);
    let mut y = area.bottom() - 2.6 - TOKENS * (rows.len() as f64 - 0.5);
    for row in rows {
        let mut x = area.x + EDGE;
        for at in row {
            let own = &card.tokens[at];
            draw_token(own, (x, y), card.tone.ink(), items);
            x += token_width(own) + 2.0;
        }
        y += TOKENS;
    }
}
