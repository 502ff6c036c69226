//! A zone as a part of a picture: the cards that are drawn one by one, and how many lie there
//! besides.

use super::storyboard::{Storyboard, ZoneView};
use super::{TableChange, TableState};
use crate::engine::NOTHING_ELSE;
use crate::engine::trace::{PieceState, Start};
use crate::picture::{
    CardFace, PartContent, PictureCard, PicturePart, PictureTone, TallyAmount, ZoneCards,
};

/// The most cards of a zone that are drawn one by one.
const MOST: usize = 12;
/// The most cards of a pile that are.
const MOST_OF_PILE: usize = 6;

/// A zone as it lies, all of it plain.
pub(super) fn plain_zone(
    scene: &Storyboard<'_>,
    view: &ZoneView,
    table: &TableState,
    start: &Start,
) -> PicturePart {
    let pieces = table.zones.get(&view.key).map(Vec::as_slice).unwrap_or_default();
    let drawn = pieces.iter().map(|piece| card_of_piece(scene, view, piece, PictureTone::Plain));
    let seen = |card: &PictureCard| card.face != CardFace::Down;
    let cards: Vec<PictureCard> = match view.pile {
        true => drawn.take_while(seen).take(named_card_count(start, &view.key)).collect(),
        false => drawn.take(MOST).collect(),
    };
    zone_part(scene, view, (cards, pieces.len()), PictureTone::Plain)
}

/// How many cards of a pile its scenario names, but at least the top one.
fn named_card_count(start: &Start, zone: &str) -> usize {
    let put = start.position.iter().find(|put| put.zone == zone);
    let cards =
        put.map_or(0, |put| put.cards.iter().filter(|card| card.name != NOTHING_ELSE).count());
    cards.clamp(1, MOST_OF_PILE)
}

/// A zone after a step: what changed strong, the rest pale; without changes all of it is pale.
pub(super) fn changed_zone(
    scene: &Storyboard<'_>,
    view: &ZoneView,
    (before, after): (&TableState, &TableState),
    changes: Option<&[TableChange]>,
) -> PicturePart {
    let none = Vec::new();
    let was = before.zones.get(&view.key).unwrap_or(&none);
    let now = after.zones.get(&view.key).unwrap_or(&none);
    let changes = changes.unwrap_or_default();
    let strong = |id: u32| changes.iter().any(|change| change.touches(id));
    let mut cards: Vec<PictureCard> = now
        .iter()
        .map(|piece| {
            let tone = if strong(piece.id) { PictureTone::Strong } else { PictureTone::Pale };
            let old = before.find(piece.id).map(|(_, _, old)| old);
            mark_new_tokens(card_of_piece(scene, view, piece, tone), scene, old)
        })
        .collect();
    match view.pile {
        true => {
            let top = cards.first().map(|card| card.id);
            let shown = |card: &PictureCard| card.face != CardFace::Down;
            cards.retain(|card| shown(card) && (card.tone.is_strong() || Some(card.id) == top));
            cards.truncate(MOST_OF_PILE);
        }
        false => {
            insert_gaps(&mut cards, was, now);
            drop_pale_cards(&mut cards);
        }
    }
    let tone = if changes.is_empty() { PictureTone::Pale } else { PictureTone::Strong };
    let mut part = zone_part(scene, view, (cards, now.len()), tone);
    part.was = (was.len() != now.len()).then_some(was.len());
    if let PartContent::Cards(cards) = &mut part.kind {
        cards.shuffled = changes
            .iter()
            .any(|change| matches!(change, TableChange::Shuffle { zone } if *zone == view.key));
    }
    part
}

/// Puts empty places where pieces lay that are gone.
fn insert_gaps(cards: &mut Vec<PictureCard>, was: &[PieceState], now: &[PieceState]) {
    let gone = |piece: &&PieceState| !now.iter().any(|other| other.id == piece.id);
    for (at, piece) in was.iter().enumerate().filter(|(_, piece)| gone(piece)) {
        let before = was[..at]
            .iter()
            .rev()
            .find_map(|left| cards.iter().position(|card| card.id == left.id));
        let place = before.map_or(0, |place| place + 1);
        let gap = PictureCard {
            id: piece.id,
            face: CardFace::Gone,
            turned: false,
            tokens: Vec::new(),
            tone: PictureTone::Strong,
        };
        cards.insert(place, gap);
    }
}

/// Leaves out pale cards until the others can be drawn.
fn drop_pale_cards(cards: &mut Vec<PictureCard>) {
    while cards.len() > MOST {
        let pale = cards.iter().rposition(|card| !card.tone.is_strong());
        let Some(at) = pale.or_else(|| cards.iter().rposition(|card| card.face == CardFace::Gone))
        else {
            break;
        };
        cards.remove(at);
    }
    cards.truncate(MOST);
}

fn card_of_piece(
    scene: &Storyboard<'_>,
    view: &ZoneView,
    piece: &PieceState,
    tone: PictureTone,
) -> PictureCard {
    let face = match scene.knows(&view.key, piece) {
        true => {
            CardFace::Up { name: piece.name.clone(), corner: scene.corner(&piece.name).to_owned() }
        }
        false => CardFace::Down,
    };
    let turned = piece.flags.iter().any(|flag| scene.turned.contains(flag));
    PictureCard { id: piece.id, face, turned, tokens: scene.tokens(piece), tone }
}

/// The card with its new tokens strong.
fn mark_new_tokens(
    mut card: PictureCard,
    scene: &Storyboard<'_>,
    old: Option<&PieceState>,
) -> PictureCard {
    let known = old.map(|old| scene.tokens(old)).unwrap_or_default();
    for token in &mut card.tokens {
        token.strong = card.tone.is_strong()
            && !known.iter().any(|old| (&old.letter, old.amount) == (&token.letter, token.amount));
    }
    card
}

fn zone_part(
    scene: &Storyboard<'_>,
    view: &ZoneView,
    (cards, count): (Vec<PictureCard>, usize),
    tone: PictureTone,
) -> PicturePart {
    let drawn = cards.iter().filter(|card| card.face != CardFace::Gone).count();
    let kind = PartContent::Cards(ZoneCards {
        zone: view.key.clone(),
        rest: count.saturating_sub(drawn),
        cards,
        pile: view.pile,
        shuffled: false,
    });
    let title = scene.title(&view.key).to_owned();
    PicturePart {
        title,
        owner: view.owner,
        ground: view.ground,
        tone,
        was: None,
        now: Some(count),
        kind,
    }
}

/// The counters of a player.
pub(super) fn player_tally(
    scene: &Storyboard<'_>,
    player: &str,
    before: Option<&TableState>,
    after: &TableState,
) -> Option<PicturePart> {
    let now = after.players.get(player)?;
    let was = before.and_then(|table| table.players.get(player));
    let amount = |name: &String| {
        let now = now.get(name).copied().unwrap_or(0);
        let old = was.map_or(now, |was| was.get(name).copied().unwrap_or(0));
        (now != 0 || old != 0).then(|| TallyAmount {
            name: scene.words.name(name).to_owned(),
            was: (old != now).then_some(old),
            now,
        })
    };
    let amounts: Vec<TallyAmount> = scene.counters.iter().filter_map(amount).collect();
    let tone = match before {
        None => PictureTone::Plain,
        Some(_) if amounts.iter().any(|amount| amount.was.is_some()) => PictureTone::Strong,
        Some(_) => PictureTone::Pale,
    };
    let owner = scene.players.iter().position(|own| own == player);
    let kind = PartContent::Tally(amounts);
    Some(PicturePart {
        title: player.to_owned(),
        owner,
        ground: owner.unwrap_or(0),
        tone,
        was: None,
        now: None,
        kind,
    })
}
