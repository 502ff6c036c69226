//! The cards of a zone: side by side, backs like a fan, and what else lies there as a pile.

use super::rows::{lower_end, right_end};
use super::{CardFace, PictureCard, PictureTone, ZoneCards, card};
use crate::drawing::{Area, Canvas, Point, Stroke};

/// Between two cards.
const GAP: f64 = 4.0;
/// What is seen of a back below the next one.
const FAN: f64 = 10.0;
/// The same where it changed.
const FAN_STRONG: f64 = 15.0;
/// How far the cards of a pile stand out below the top one.
const EDGES: f64 = 1.6;
/// Height of a zone in which nothing lies.
const EMPTY: f64 = 18.0;

/// Where a card lies.
struct CardPlace {
    /// Index of the card; none for the pile behind them.
    card: Option<usize>,
    area: Area,
}

/// Width and height that the cards take in at most `width` points.
pub fn cards_size(cards: &ZoneCards, width: f64) -> (f64, f64) {
    let areas: Vec<Area> = place_cards(cards, width).iter().map(|place| place.area).collect();
    let pile = if cards.pile && cards.rest > 0 { 2.0 * EDGES } else { 0.0 };
    (right_end(&areas).max(card::BACK) + pile, lower_end(&areas).max(EMPTY) + pile)
}

/// Draws them with their top left corner at `at`.
pub fn draw_cards(
    cards: &ZoneCards,
    at: Point,
    width: f64,
    tone: PictureTone,
    canvas: &mut Canvas,
) {
    let places = place_cards(cards, width);
    match places.last() {
        None => draw_empty_zone(at, canvas),
        Some(last) if cards.stacked => draw_layers(cards.rest, last.area.moved(at), tone, canvas),
        Some(_) => {}
    }
    for place in places {
        let area = place.area.moved(at);
        match place.card {
            Some(own) => {
                let card = &cards.cards[own];
                if matches!(card.face, CardFace::Up { .. }) {
                    canvas.pieces.push((card.id, area));
                }
                card.draw(area, canvas);
            }
            None => draw_pile(cards, area, tone, canvas),
        }
    }
}

fn draw_empty_zone(at: Point, canvas: &mut Canvas) {
    let area = Area { x: at.0, y: at.1, width: card::BACK, height: EMPTY };
    let stroke = Stroke::dashed(0.6, "grey");
    canvas.outlined_rect(area.grown(-0.5), 2.0, stroke);
}

/// The place of every card, row by row, from the left.
fn place_cards(cards: &ZoneCards, width: f64) -> Vec<CardPlace> {
    let mut places: Vec<CardPlace> = Vec::new();
    let (mut x, mut y, mut high) = (0.0, 0.0, 0.0f64);
    for (at, (wide, tall)) in card_sizes(cards).enumerate() {
        if x > 0.0 && x + wide > width {
            (x, y, high) = (0.0, y + high + GAP, 0.0);
        }
        let card = (at < cards.cards.len()).then_some(at);
        places.push(CardPlace { card, area: Area { x, y, width: wide, height: tall } });
        high = high.max(tall);
        x += fan_step(cards.cards.get(at..)).unwrap_or(wide + GAP);
    }
    places
}

/// Width and height of every card, and of the pile behind them.
fn card_sizes(cards: &ZoneCards) -> impl Iterator<Item = (f64, f64)> {
    let pile = (cards.rest > 0 && !cards.stacked).then_some((card::BACK, card::HIGH));
    cards.cards.iter().map(|own| (own.width(), own.height())).chain(pile)
}

/// From the first of these cards to the next if that lies over it.
fn fan_step(cards: Option<&[PictureCard]>) -> Option<f64> {
    let [own, next, ..] = cards? else { return None };
    let step = if own.tone.is_strong() { FAN_STRONG } else { FAN };
    may_overlap(own, next).then_some(step)
}

/// Whether the next card may lie over this one: both show their backs.
fn may_overlap(own: &PictureCard, next: &PictureCard) -> bool {
    let backs = own.face == CardFace::Down && next.face == CardFace::Down;
    backs && own.tokens.is_empty() && !own.turned
}

/// What lies there besides the cards that are drawn: the edges of a pile, and how many.
fn draw_pile(cards: &ZoneCards, area: Area, tone: PictureTone, canvas: &mut Canvas) {
    draw_layers(cards.rest, area, tone, canvas);
    canvas.small_label(&pile_count(cards), area, tone.ink());
}

/// The edges of so many cards, the top one of which lies at `area`.
fn draw_layers(cards: usize, area: Area, tone: PictureTone, canvas: &mut Canvas) {
    for layer in (0..cards.min(3)).rev() {
        let down = layer as f64 * EDGES;
        draw_pile_layer(area.moved((down, down)), tone, canvas);
    }
}

fn pile_count(cards: &ZoneCards) -> String {
    let more = if cards.cards.is_empty() { "" } else { "+" };
    format!("{more}{}", cards.rest)
}

fn draw_pile_layer(area: Area, tone: PictureTone, canvas: &mut Canvas) {
    let (ground, edge) = pile_colours(tone);
    let stroke = Stroke::solid(0.6, edge);
    canvas.rect(area.grown(-0.3), 3.0, ground, stroke);
}

/// The colours of a pile: its ground and its edges.
fn pile_colours(tone: PictureTone) -> (&'static str, &'static str) {
    match tone {
        PictureTone::Pale => ("faint", "grey"),
        PictureTone::Plain | PictureTone::Strong | PictureTone::Coming => ("tint", "navy"),
    }
}
