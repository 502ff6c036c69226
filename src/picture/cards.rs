//! The cards of a zone: side by side, backs like a fan, and what else lies there as a pile.

use super::text::small_line;
use super::{CardFace, PictureCard, PictureTone, ZoneCards, card};
use crate::drawing::{Area, DashStyle, DrawingItem, Point, Stroke, TextAlign, TextWeight};

/// Between two cards.
const GAP: f64 = 4.0;
/// What is seen of a back below the next one.
const FAN: f64 = 10.0;
/// The same where it changed.
const FAN_STRONG: f64 = 15.0;
/// How far the cards of a pile stand out below the top one.
const EDGES: f64 = 1.6;

/// Where a card lies.
struct CardPlace {
    /// Index of the card; none for the pile behind them.
    card: Option<usize>,
    area: Area,
}

/// Width and height that the cards take in at most `width` points.
pub(super) fn cards_size(cards: &ZoneCards, width: f64) -> (f64, f64) {
    let laid = place_cards(cards, width);
    let right = laid.iter().map(|laid| laid.area.right()).fold(0.0, f64::max);
    let bottom = laid.iter().map(|laid| laid.area.bottom()).fold(0.0, f64::max);
    let pile = if cards.pile && cards.rest > 0 { 2.0 * EDGES } else { 0.0 };
    (right.max(card::BACK) + pile, bottom.max(18.0) + pile)
}

/// Draws them with their top left corner at `at`.
pub(super) fn draw_cards(
    cards: &ZoneCards,
    at: Point,
    width: f64,
    tone: PictureTone,
    items: &mut Vec<DrawingItem>,
) {
    let laid = place_cards(cards, width);
    if laid.is_empty() {
        let area = Area { x: at.0, y: at.1, width: card::BACK, height: 18.0 };
        let stroke = Stroke { dash: DashStyle::Dashed, ..Stroke::solid(0.6, "grey") };
        items.push(DrawingItem::Rect {
            area: area.grown(-0.5),
            radius: 2.0,
            fill: None,
            stroke: Some(stroke),
        });
        return;
    }
    for laid in laid {
        let area = laid.area.moved(at);
        match laid.card {
            Some(own) => card::draw_card(&cards.cards[own], area, items),
            None => draw_pile(cards, area, tone, items),
        }
    }
}

/// The place of every card, row by row, from the left.
fn place_cards(cards: &ZoneCards, width: f64) -> Vec<CardPlace> {
    let mut laid: Vec<CardPlace> = Vec::new();
    let (mut x, mut y, mut high) = (0.0, 0.0, 0.0f64);
    let count = cards.cards.len() + usize::from(cards.rest > 0);
    for at in 0..count {
        let own = cards.cards.get(at);
        let (wide, tall) = own.map_or((card::BACK, card::HIGH), |own| {
            (card::card_width(own), card::card_height(own))
        });
        if x > 0.0 && x + wide > width {
            (x, y, high) = (0.0, y + high + GAP, 0.0);
        }
        laid.push(CardPlace {
            card: own.map(|_| at),
            area: Area { x, y, width: wide, height: tall },
        });
        high = high.max(tall);
        x += match (own, cards.cards.get(at + 1)) {
            (Some(own), Some(next)) if may_overlap(own, next) => {
                if own.tone.is_strong() {
                    FAN_STRONG
                } else {
                    FAN
                }
            }
            _ => wide + GAP,
        };
    }
    laid
}

/// Whether the next card may lie over this one: both show their backs.
fn may_overlap(own: &PictureCard, next: &PictureCard) -> bool {
    own.face == CardFace::Down
        && next.face == CardFace::Down
        && own.tokens.is_empty()
        && !own.turned
}

/// What lies there besides the cards that are drawn: the edges of a pile, and how many.
fn draw_pile(cards: &ZoneCards, area: Area, tone: PictureTone, items: &mut Vec<DrawingItem>) {
    let (ground, edge) =
        if tone == PictureTone::Pale { ("faint", "grey") } else { ("tint", "navy") };
    let layers = cards.rest.min(3);
    for layer in (0..layers).rev() {
        let down = layer as f64 * EDGES;
        let stroke = Some(Stroke::solid(0.6, edge));
        let area = area.moved((down, down)).grown(-0.3);
        items.push(DrawingItem::Rect { area, radius: 3.0, fill: Some(ground.into()), stroke });
    }
    let words =
        if cards.cards.is_empty() { cards.rest.to_string() } else { format!("+{}", cards.rest) };
    let (x, y) = area.middle();
    items.push(small_line(&words, (x, y + 2.5), TextWeight::Bold, tone.ink(), TextAlign::Center));
}
