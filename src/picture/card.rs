//! One card: its face with name, corner and tokens, its back, or the place where it lay.

use super::sign::{token, token_width};
use super::words::{STEP, broken, line, small};
use super::{Card, Face, LEAST, Tone};
use crate::drawing::{Align, Area, Dash, Item, Move, Stroke, Weight};

/// An upright card, in points.
pub(super) const WIDE: f64 = 45.0;
/// Height of an upright card, in points.
pub(super) const HIGH: f64 = 60.0;
/// Room between the edge of a card and its words.
const EDGE: f64 = 2.6;
/// Height of a row of tokens.
const TOKENS: f64 = 11.2;
/// Room for the corner.
const CORNER: f64 = 12.6;

/// How wide a card is.
pub(super) fn width(card: &Card) -> f64 {
    if card.turned { HIGH + 4.0 } else { WIDE }
}

/// How high a card must be for its words and tokens.
pub(super) fn height(card: &Card) -> f64 {
    let least = if card.turned { WIDE } else { HIGH };
    let tokens = rows(card).len() as f64 * TOKENS;
    match &card.face {
        Face::Up { name, corner } => {
            let lines = title(name, card).len() as f64 * STEP;
            (top(corner) + lines + tokens + 3.4).max(least)
        }
        _ => (tokens + 8.0).max(least),
    }
}

fn top(corner: &str) -> f64 {
    if corner.is_empty() { EDGE + 1.0 } else { CORNER }
}

fn title(name: &str, card: &Card) -> Vec<String> {
    broken(name, LEAST, Weight::Bold, width(card) - 2.0 * EDGE)
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
            items.push(Item::Rect { area: area.grown(-0.6), radius: 3.0, fill: None, stroke: Some(stroke) });
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
    items.push(Item::Rect { area: inner, radius: 3.0, fill: Some(fill.into()), stroke: Some(outline(card)) });
    let ink = card.tone.ink();
    if !corner.is_empty() {
        disc(corner, area, if card.tone == Tone::Pale { "grey" } else { "navy" }, items);
    }
    let at = (area.x + EDGE, area.y + top(corner) + 6.2);
    items.push(small(title(name, card), at, Weight::Bold, ink, Align::Left));
}

/// The corner of a card: a number on a disc.
fn disc(corner: &str, area: Area, colour: &'static str, items: &mut Vec<Item>) {
    let wide = super::words::wide(corner, LEAST, Weight::Bold).max(4.0) + 5.6;
    let place = Area { x: area.x + 2.2, y: area.y + 2.2, width: wide.min(area.width - 5.0), height: 9.6 };
    items.push(Item::Rect { area: place, radius: 4.8, fill: Some(colour.into()), stroke: None });
    let (x, y) = place.middle();
    items.push(line(corner, (x, y + 2.45), Weight::Bold, "paper", Align::Center));
}

/// A back: two frames and a lozenge, the same for every card.
fn back(card: &Card, area: Area, items: &mut Vec<Item>) {
    let (ground, mark) = if card.tone == Tone::Pale { ("tint", "steel") } else { ("steel", "paper") };
    let inner = area.grown(if card.tone.is_strong() { -1.0 } else { -0.3 });
    items.push(Item::Rect { area: inner, radius: 3.0, fill: Some(ground.into()), stroke: Some(outline(card)) });
    let stroke = Some(Stroke::solid(0.5, mark));
    items.push(Item::Rect { area: area.grown(-3.6), radius: 1.6, fill: None, stroke: stroke.clone() });
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
