//! The cards of a zone: side by side, backs like a fan, and what else lies there as a pile.

use super::rows::{lower_end, right_end};
use super::text::SmallType;
use super::{CardFace, PictureCard, PictureTone, ZoneCards, card};
use crate::drawing::{Area, Canvas, Point, Size, Stroke, TextAlign, pt};

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

/// The size that the cards take in at most `width` points.
pub fn cards_size(cards: &ZoneCards, width: f64) -> Size {
    let areas: Vec<Area> = place_cards(cards, width).iter().map(|place| place.area).collect();
    let pile = if cards.pile && cards.rest > 0 { 2.0 * EDGES } else { 0.0 };
    Size::new(right_end(&areas).max(card::BACK) + pile, lower_end(&areas).max(EMPTY) + pile)
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
        None => {
            let area = Area { x: at.x, y: at.y, width: card::BACK, height: EMPTY };
            canvas.outlined_rect(area.grown(-0.5), 2.0, Stroke::dashed(0.6, "grey"));
        }
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
            None => {
                draw_layers(cards.rest, area, tone, canvas);
                let more = if cards.cards.is_empty() { "" } else { "+" };
                let Point { x, y } = area.middle();
                let style = SmallType::bold(tone.ink(), TextAlign::Center);
                canvas.small_line(&format!("{more}{}", cards.rest), pt(x, y + 2.5), style);
            }
        }
    }
}

/// The place of every card, row by row, from the left, and of the pile behind them.
fn place_cards(cards: &ZoneCards, width: f64) -> Vec<CardPlace> {
    let pile = (cards.rest > 0 && !cards.stacked).then_some((card::BACK, card::HIGH));
    let sizes = cards.cards.iter().map(|own| (own.width(), own.height())).chain(pile);
    let mut places: Vec<CardPlace> = Vec::new();
    let (mut x, mut y, mut high) = (0.0, 0.0, 0.0f64);
    for (at, (wide, tall)) in sizes.enumerate() {
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

/// From the first of these cards to the next if that lies over it, as a back over a back.
fn fan_step(cards: Option<&[PictureCard]>) -> Option<f64> {
    let [own, next, ..] = cards? else { return None };
    let step = if own.tone.is_strong() { FAN_STRONG } else { FAN };
    let backs = own.face == CardFace::Down && next.face == CardFace::Down;
    (backs && own.tokens.is_empty() && !own.turned).then_some(step)
}

/// The edges of so many cards, the top one of which lies at `area`.
fn draw_layers(cards: usize, area: Area, tone: PictureTone, canvas: &mut Canvas) {
    for layer in (0..cards.min(3)).rev() {
        let down = layer as f64 * EDGES;
        let (ground, edge) = match tone {
            PictureTone::Pale => ("faint", "grey"),
            PictureTone::Plain | PictureTone::Strong | PictureTone::Coming => ("tint", "navy"),
        };
        let stroke = Stroke::solid(0.6, edge);
        canvas.rect(area.moved(pt(down, down)).grown(-0.3), 3.0, ground, stroke);
    }
}
