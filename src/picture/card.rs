//! One card: its face with name, corner and tokens, its back, or the place where it lay.

use super::sign::{token, token_width};
use super::words::{STEP, broken, line, small, wide};
use super::{Card, Face, LEAST, Tone};
use crate::drawing::{Align, Area, Dash, Item, Move, Stroke, Weight};

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
pub(super) fn width(card: &Card) -> f64 {
    match (&card.face, card.turned) {
        (Face::Gone, _) => GONE,
        (Face::Down, true) => HIGH,
        (Face::Down, false) => BACK,
        (Face::Up { .. }, true) => TURNED.0,
        (Face::Up { .. }, false) => WIDE,
    }
}

/// How high a card must be for its words and tokens.
pub(super) fn height(card: &Card) -> f64 {
    let least = match &card.face {
        Face::Up { corner, .. } if corner.is_empty() => TILE,
        Face::Up { .. } if card.turned => TURNED.1,
        Face::Down if card.turned => BACK,
        _ => HIGH,
    };
    let tokens = rows(card).len() as f64 * TOKENS;
    match &card.face {
        Face::Up { name, corner } => {
            let lines = title(name, corner, card).len() as f64 * STEP;
            (EDGE + 1.0 + lines + tokens + 3.4).max(least)
        }
        _ => (tokens + 8.0).max(least),
    }
}

/// The name in lines; the first one leaves room for the corner, and stays empty where no word fits
/// beside it.
fn title(name: &str, corner: &str, card: &Card) -> Vec<String> {
    let room = width(card) - 2.0 * EDGE;
    if corner.is_empty() {
        return broken(name, LEAST, Weight::Bold, room);
    }
    let beside = room - disc_width(corner) - 0.5;
    let mut first = String::new();
    let mut words = name.split_whitespace().peekable();
    while let Some(word) = words.peek() {
        let joined = format!("{first} {word}").trim_start().to_owned();
        if wide(&joined, LEAST, Weight::Bold) > beside {
            break;
        }
        first = joined;
        words.next();
    }
    let rest = words.collect::<Vec<_>>().join(" ");
    let mut lines = vec![first];
    lines.extend(broken(&rest, LEAST, Weight::Bold, room));
    lines
}

fn disc_width(corner: &str) -> f64 {
    wide(corner, LEAST, Weight::Bold).max(4.0) + 5.6
}

/// The tokens of a card in rows that fit it.
fn rows(card: &Card) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut room = 0.0;
    for (at, own) in card.tokens.iter().enumerate() {
        let wide = token_width(own) + 2.0;
        if rows.is_empty() || wide > room {
            rows.push(Vec::new());
            room = width(card) - 2.0 * EDGE + 2.0;
        }
        rows.last_mut().expect("there is a row").push(at);
        room -= wide;
    }
    rows
}

/// Draws a card into `area`.
pub(super) fn draw(card: &Card, area: Area, items: &mut Vec<Item>) {
    match &card.face {
        Face::Gone => {
            let stroke = Stroke { dash: Dash::Dashed, ..Stroke::solid(1.1, "rust") };
            items.push(Item::Rect {
                area: area.grown(-0.6),
                radius: 3.0,
                fill: None,
                stroke: Some(stroke),
            });
            return;
        }
        Face::Down => back(card, area, items),
        Face::Up { name, corner } => face(card, (name, corner), area, items),
    }
    tokens(card, area, items);
}

fn outline(card: &Card) -> Stroke {
    match card.tone {
        Tone::Strong => Stroke::solid(2.0, "rust"),
        tone => Stroke::solid(0.6, tone.ink()),
    }
}

fn face(card: &Card, (name, corner): (&str, &str), area: Area, items: &mut Vec<Item>) {
    let fill = if card.tone == Tone::Pale { "faint" } else { "paper" };
    let inner = area.grown(if card.tone.is_strong() { -1.0 } else { -0.3 });
    items.push(Item::Rect {
        area: inner,
        radius: 3.0,
        fill: Some(fill.into()),
        stroke: Some(outline(card)),
    });
    let ink = card.tone.ink();
    if !corner.is_empty() {
        disc(corner, area, if card.tone == Tone::Pale { "grey" } else { "navy" }, items);
    }
    let at = (area.x + EDGE, area.y + EDGE + 7.0);
    items.push(small(title(name, corner, card), at, Weight::Bold, ink, Align::Left));
}

/// The corner of a card: a number on a disc.
fn disc(corner: &str, area: Area, colour: &'static str, items: &mut Vec<Item>) {
    let width = disc_width(corner).min(area.width - 5.0);
    let place = Area { x: area.right() - 2.2 - width, y: area.y + 2.2, width, height: 9.6 };
    items.push(Item::Rect { area: place, radius: 4.8, fill: Some(colour.into()), stroke: None });
    let (x, y) = place.middle();
    items.push(line(corner, (x, y + 2.45), Weight::Bold, "paper", Align::Center));
}

/// A back: two frames and a lozenge, the same for every card.
fn back(card: &Card, area: Area, items: &mut Vec<Item>) {
    let (ground, mark) =
        if card.tone == Tone::Pale { ("tint", "steel") } else { ("steel", "paper") };
    let inner = area.grown(if card.tone.is_strong() { -1.0 } else { -0.3 });
    items.push(Item::Rect {
        area: inner,
        radius: 3.0,
        fill: Some(ground.into()),
        stroke: Some(outline(card)),
    });
    let stroke = Some(Stroke::solid(0.5, mark));
    items.push(Item::Rect {
        area: area.grown(-3.6),
        radius: 1.6,
        fill: None,
        stroke: stroke.clone(),
    });
    let ((x, y), reach) = (area.middle(), 6.0);
    let moves = vec![
        Move::To((x, y - reach * 1.3)),
        Move::Line((x + reach, y)),
        Move::Line((x, y + reach * 1.3)),
        Move::Line((x - reach, y)),
        Move::Close,
    ];
    items.push(Item::Curve { moves, fill: None, stroke });
}

fn tokens(card: &Card, area: Area, items: &mut Vec<Item>) {
    let rows = rows(card);
    let mut y = area.bottom() - 2.6 - TOKENS * (rows.len() as f64 - 0.5);
    for row in rows {
        let mut x = area.x + EDGE;
        for at in row {
            let own = &card.tokens[at];
            token(own, (x, y), card.tone.ink(), items);
            x += token_width(own) + 2.0;
        }
        y += TOKENS;
    }
}
