//! The cards of a zone: side by side, backs like a fan, and the rest as a pile.

use super::rows::{lower_end, right_end};
use super::text::SmallType;
use super::{CardFace, PictureCard, PictureTone, ZoneCards, card};
use crate::drawing::{Area, Canvas, Point, Size, Stroke, TextAlign, pt};

/// Distance between two cards, in points.
const GAP: f64 = 4.0;
/// Visible width of a back under the next one, in points.
const FAN: f64 = 10.0;
/// Visible width of a back that changed under the next one, in points.
const FAN_STRONG: f64 = 15.0;
/// Offset of the cards of a pile below the top one, in points.
const EDGES: f64 = 1.6;
/// Height of an empty zone, in points.
const EMPTY: f64 = 18.0;

/// The place of a card.
struct CardPlace {
    /// Index of the card; `None` for the pile behind them.
    card: Option<usize>,
    area: Area,
}

/// Returns the size of the cards in at most `width` points.
pub fn cards_size(cards: &ZoneCards, width: f64) -> Size {
    let areas: Vec<Area> = place_cards(cards, width).iter().map(|place| place.area).collect();
    let pile = if cards.pile && cards.rest > 0 { 2.0 * EDGES } else { 0.0 };
    Size::new(right_end(&areas).max(card::BACK) + pile, lower_end(&areas).max(EMPTY) + pile)
}

/// Draws the cards with their top left corner at `at`.
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

/// Returns the place of every card, row by row, from the left, and of the pile behind them.
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

/// Returns the distance from the first of these cards to the next if that covers it, as a back
/// covers a back.
fn fan_step(cards: Option<&[PictureCard]>) -> Option<f64> {
    let [own, next, ..] = cards? else { return None };
    let step = if own.tone.is_strong() { FAN_STRONG } else { FAN };
    let backs = own.face == CardFace::Down && next.face == CardFace::Down;
    (backs && own.tokens.is_empty() && !own.turned).then_some(step)
}

/// Draws the edges of a pile of `cards` cards, the top one at `area`.
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
