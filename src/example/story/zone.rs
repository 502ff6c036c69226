//! A zone as a part of a picture: the cards that are drawn one by one, and how many lie there
//! besides.

use super::scene::{Scene, View};
use super::{Change, Table};
use crate::engine::NOTHING_ELSE;
use crate::engine::trace::{PieceState, Start};
use crate::picture::{Amount, Card, Cards, Face, Kind, Part, Tone};

/// The most cards of a zone that are drawn one by one.
const MOST: usize = 12;
/// The most cards of a pile that are.
const MOST_OF_PILE: usize = 6;

/// A zone as it lies, all of it plain.
pub(super) fn whole(scene: &Scene<'_>, view: &View, table: &Table, start: &Start) -> Part {
    let pieces = table.zones.get(&view.key).map(Vec::as_slice).unwrap_or_default();
    let drawn = pieces.iter().map(|piece| card(scene, view, piece, Tone::Plain));
    let seen = |card: &Card| card.face != Face::Down;
    let cards: Vec<Card> = match view.pile {
        true => drawn.take_while(seen).take(named(start, &view.key)).collect(),
        false => drawn.take(MOST).collect(),
    };
    part(scene, view, (cards, pieces.len()), Tone::Plain)
}

/// How many cards of a pile its scenario names, but at least the top one.
fn named(start: &Start, zone: &str) -> usize {
    let put = start.position.iter().find(|put| put.zone == zone);
    let cards =
        put.map_or(0, |put| put.cards.iter().filter(|card| card.name != NOTHING_ELSE).count());
    cards.clamp(1, MOST_OF_PILE)
}

/// A zone after a step: what changed strong, the rest pale; without changes all of it is pale.
pub(super) fn changed(
    scene: &Scene<'_>,
    view: &View,
    (before, after): (&Table, &Table),
    changes: Option<&[Change]>,
) -> Part {
    let none = Vec::new();
    let was = before.zones.get(&view.key).unwrap_or(&none);
    let now = after.zones.get(&view.key).unwrap_or(&none);
    let changes = changes.unwrap_or_default();
    let strong = |id: u32| changes.iter().any(|change| change.touches(id));
    let mut cards: Vec<Card> = now
        .iter()
        .map(|piece| {
            let tone = if strong(piece.id) { Tone::Strong } else { Tone::Pale };
            let old = before.find(piece.id).map(|(_, _, old)| old);
            marked(card(scene, view, piece, tone), scene, old)
        })
        .collect();
    match view.pile {
        true => {
            let top = cards.first().map(|card| card.id);
            let shown = |card: &Card| card.face != Face::Down;
            cards.retain(|card| shown(card) && (card.tone.is_strong() || Some(card.id) == top));
            cards.truncate(MOST_OF_PILE);
        }
        false => {
            gaps(&mut cards, was, now);
            thin(&mut cards);
        }
    }
    let tone = if changes.is_empty() { Tone::Pale } else { Tone::Strong };
    let mut part = part(scene, view, (cards, now.len()), tone);
    part.was = (was.len() != now.len()).then_some(was.len());
    if let Kind::Cards(cards) = &mut part.kind {
        cards.shuffled = changes
            .iter()
            .any(|change| matches!(change, Change::Shuffle { zone } if *zone == view.key));
    }
    part
}

/// Puts empty places where pieces lay that are gone.
fn gaps(cards: &mut Vec<Card>, was: &[PieceState], now: &[PieceState]) {
    let gone = |piece: &&PieceState| !now.iter().any(|other| other.id == piece.id);
    for (at, piece) in was.iter().enumerate().filter(|(_, piece)| gone(piece)) {
        let before = was[..at]
            .iter()
            .rev()
            .find_map(|left| cards.iter().position(|card| card.id == left.id));
        let place = before.map_or(0, |place| place + 1);
        let gap = Card {
            id: piece.id,
            face: Face::Gone,
            turned: false,
            tokens: Vec::new(),
            tone: Tone::Strong,
        };
        cards.insert(place, gap);
    }
}

/// Leaves out pale cards until the others can be drawn.
fn thin(cards: &mut Vec<Card>) {
    while cards.len() > MOST {
        let pale = cards.iter().rposition(|card| !card.tone.is_strong());
        let Some(at) = pale.or_else(|| cards.iter().rposition(|card| card.face == Face::Gone))
        else {
            break;
        };
        cards.remove(at);
    }
    cards.truncate(MOST);
}

fn card(scene: &Scene<'_>, view: &View, piece: &PieceState, tone: Tone) -> Card {
    let face = match scene.knows(&view.key, piece) {
        true => Face::Up { name: piece.name.clone(), corner: scene.corner(&piece.name).to_owned() },
        false => Face::Down,
    };
    let turned = piece.flags.iter().any(|flag| scene.turned.contains(flag));
    Card { id: piece.id, face, turned, tokens: scene.tokens(piece), tone }
}

/// The card with its new tokens strong.
fn marked(mut card: Card, scene: &Scene<'_>, old: Option<&PieceState>) -> Card {
    let known = old.map(|old| scene.tokens(old)).unwrap_or_default();
    for token in &mut card.tokens {
        token.strong = card.tone.is_strong()
            && !known.iter().any(|old| (&old.letter, old.amount) == (&token.letter, token.amount));
    }
    card
}

fn part(scene: &Scene<'_>, view: &View, (cards, count): (Vec<Card>, usize), tone: Tone) -> Part {
    let drawn = cards.iter().filter(|card| card.face != Face::Gone).count();
    let kind = Kind::Cards(Cards {
        zone: view.key.clone(),
        rest: count.saturating_sub(drawn),
        cards,
        pile: view.pile,
        shuffled: false,
    });
    let title = scene.title(&view.key).to_owned();
    Part { title, owner: view.owner, ground: view.ground, tone, was: None, now: Some(count), kind }
}

/// The counters of a player.
pub(super) fn tally(
    scene: &Scene<'_>,
    player: &str,
    before: Option<&Table>,
    after: &Table,
) -> Option<Part> {
    let now = after.players.get(player)?;
    let was = before.and_then(|table| table.players.get(player));
    let amount = |name: &String| {
        let now = now.get(name).copied().unwrap_or(0);
        let old = was.map_or(now, |was| was.get(name).copied().unwrap_or(0));
        (now != 0 || old != 0).then(|| Amount {
            name: scene.words.name(name).to_owned(),
            was: (old != now).then_some(old),
            now,
        })
    };
    let amounts: Vec<Amount> = scene.counters.iter().filter_map(amount).collect();
    let tone = match before {
        None => Tone::Plain,
        Some(_) if amounts.iter().any(|amount| amount.was.is_some()) => Tone::Strong,
        Some(_) => Tone::Pale,
    };
    let owner = scene.players.iter().position(|own| own == player);
    let kind = Kind::Tally(amounts);
    Some(Part {
        title: player.to_owned(),
        owner,
        ground: owner.unwrap_or(0),
        tone,
        was: None,
        now: None,
        kind,
    })
}
