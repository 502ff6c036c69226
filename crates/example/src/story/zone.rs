//! A zone as a part of a picture: the cards that are drawn one by one, and the number of the others.

use std::collections::BTreeMap;

use super::board::StepMarks;
use super::changes::TablePair;
use super::storyboard::Storyboard;
use super::zone_view::ZoneView;
use super::{TableChange, TableState};
use crate::narrate::named_card_count;
use draw::picture::{
    CardFace, CardToken, PartContent, PictureCard, PicturePart, PictureTone, TallyAmount,
    ZoneCards, joined_disc,
};
use rules::engine::trace::{PieceState, Start};

/// The most cards of a zone that are drawn one by one.
const MOST: usize = 12;
/// The most cards of a zone with numbered steps that no step names.
const MOST_ON_BOARD: usize = 6;
/// The most cards of a pile that are drawn one by one.
const MOST_OF_PILE: usize = 6;

/// Returns a zone in one plain tone.
pub fn plain_zone(
    scene: &Storyboard<'_>,
    view: &ZoneView,
    table: &TableState,
    start: &Start,
) -> PicturePart {
    let pieces = table.pieces_in(&view.key);
    let drawn = pieces.iter().map(|piece| card_of_piece(scene, view, table, piece));
    let seen = |card: &PictureCard| card.face != CardFace::Down;
    let cards: Vec<PictureCard> = match view.pile {
        true => {
            // Draws as many as the scenario names, but at least the top one.
            let put = start.position.iter().find(|put| put.zone == view.key);
            let most = put.map_or(0, named_card_count).clamp(1, MOST_OF_PILE);
            drawn.take_while(seen).take(most).collect()
        }
        false => drawn.take(MOST).collect(),
    };
    zone_part(scene, view, cards, pieces.len())
}

/// A zone before several steps that are numbered on its cards.
pub struct BoardZone<'a> {
    pub tables: TablePair<'a>,
    pub view: &'a ZoneView,
    pub marks: &'a StepMarks,
}

impl BoardZone<'_> {
    /// Returns the zone as a part: its present cards, then those that are added.
    pub fn part(&self) -> PicturePart {
        let TablePair { scene, before, after } = self.tables;
        let [was, now] = [before, after].map(|table| table.pieces_in(&self.view.key));
        let mut cards = self.lying_cards(was);
        let lying = cards.len();
        cards.extend(self.coming_cards(was, now));
        let mut part = zone_part(scene, self.view, cards, was.len());
        if let PartContent::Cards(own) = &mut part.kind {
            own.rest = was.len().saturating_sub(lying);
        }
        if was.len() != now.len() {
            (part.was, part.now) = (Some(was.len()), Some(now.len()));
        }
        part
    }

    /// Returns the present cards; if there are many, those that no step names are left out first.
    fn lying_cards(&self, was: &[PieceState]) -> Vec<PictureCard> {
        let drawn = was.iter().enumerate().filter(|(at, piece)| self.is_drawn(*at, piece));
        let mut cards: Vec<PictureCard> = drawn.map(|(_, piece)| self.lying_card(piece)).collect();
        while cards.len() > MOST_ON_BOARD {
            let spare = cards.iter().rposition(|card| !self.marks.named.contains(&card.id));
            let Some(at) = spare else { break };
            cards.remove(at);
        }
        cards.truncate(MOST);
        cards
    }

    fn coming_cards(&self, was: &[PieceState], now: &[PieceState]) -> Vec<PictureCard> {
        let TablePair { scene, after, .. } = self.tables;
        let is_coming = |piece: &&PieceState| {
            let is_new = was.iter().all(|own| own.id != piece.id);
            is_new && scene.knows(&self.view.key, piece)
        };
        now.iter()
            .filter(is_coming)
            .take(MOST_ON_BOARD)
            .map(|piece| {
                let card = card_of_piece(scene, self.view, after, piece);
                self.numbered(PictureCard { tone: PictureTone::Coming, ..card })
            })
            .collect()
    }

    /// Returns whether a card is drawn one by one; in a pile only the open top card and those that steps
    /// name.
    fn is_drawn(&self, at: usize, piece: &PieceState) -> bool {
        let is_known = self.tables.scene.knows(&self.view.key, piece);
        !self.view.pile || is_known && (at == 0 || self.marks.named.contains(&piece.id))
    }

    fn lying_card(&self, piece: &PieceState) -> PictureCard {
        let TablePair { scene, before, after } = self.tables;
        let mut card = card_of_piece(scene, self.view, before, piece);
        if let Some(later) = after.find(piece.id).filter(|later| later.zone == self.view.key) {
            card.tokens = changing_tokens(&card.tokens, scene.tokens(later.piece));
        }
        self.numbered(card)
    }

    fn numbered(&self, mut card: PictureCard) -> PictureCard {
        // Backs overlap, so their zone has the numbers.
        if card.face != CardFace::Down {
            let steps = self.marks.steps.get(&card.id).map(Vec::as_slice);
            card.discs = joined_disc(steps.unwrap_or_default());
        }
        card
    }
}

/// Returns the tokens on a card, with their new amounts.
fn changing_tokens(before: &[CardToken], after: Vec<CardToken>) -> Vec<CardToken> {
    let gone = before.iter().filter(|old| after.iter().all(|token| token.letter != old.letter));
    let gone: Vec<CardToken> = gone
        .map(|token| {
            let amount = token.amount.map(|_| 0);
            CardToken { was: token.amount, amount, strong: true, ..token.clone() }
        })
        .collect();
    let kept = after.into_iter().map(|token| {
        let old = before.iter().find(|old| old.letter == token.letter);
        let was = old.map_or(token.amount.map(|_| 0), |old| old.amount);
        let changed = old.is_none() || was != token.amount;
        CardToken { was: was.filter(|_| changed), strong: changed, ..token }
    });
    kept.chain(gone).collect()
}

/// Returns the tone of a part of a step: strong if it changed, pale otherwise.
fn step_tone(is_changed: bool) -> PictureTone {
    if is_changed { PictureTone::Strong } else { PictureTone::Pale }
}

impl TablePair<'_> {
    /// Returns a zone after a step: changed cards strong, the rest pale. Without changes it is all pale.
    pub fn changed_zone(self, view: &ZoneView, changes: &[TableChange]) -> PicturePart {
        let [was, now] = [self.before, self.after].map(|table| table.pieces_in(&view.key));
        let mut cards = self.changed_cards(view, changes);
        if view.pile {
            let top = cards.first().map(|card| card.id);
            let is_shown = |card: &PictureCard| card.tone.is_strong() || Some(card.id) == top;
            cards.retain(|card| card.face != CardFace::Down && is_shown(card));
            cards.truncate(MOST_OF_PILE);
        } else {
            insert_gaps(&mut cards, was, now);
            drop_pale_cards(&mut cards);
        }
        let mut part = zone_part(self.scene, view, cards, now.len());
        part.tone = step_tone(!changes.is_empty());
        part.was = (was.len() != now.len()).then_some(was.len());
        if let PartContent::Cards(cards) = &mut part.kind {
            cards.shuffled = changes
                .iter()
                .any(|change| matches!(change, TableChange::Shuffle { zone } if zone == &view.key));
        }
        part
    }

    /// Returns the cards of a zone after a step: changed ones strong, the others pale.
    fn changed_cards(self, view: &ZoneView, changes: &[TableChange]) -> Vec<PictureCard> {
        let cards = self.after.pieces_in(&view.key).iter().map(|piece| {
            let mut card = card_of_piece(self.scene, view, self.after, piece);
            card.tone = step_tone(changes.iter().any(|change| change.touches(piece.id)));
            let old = self.before.find(piece.id);
            let old = old.map(|old| self.scene.tokens(old.piece)).unwrap_or_default();
            for token in &mut card.tokens {
                let known =
                    old.iter().any(|old| old.letter == token.letter && old.amount == token.amount);
                token.strong = card.tone.is_strong() && !known;
            }
            card
        });
        cards.collect()
    }
}

/// Inserts empty places for pieces that have left.
fn insert_gaps(cards: &mut Vec<PictureCard>, was: &[PieceState], now: &[PieceState]) {
    let gone = |piece: &PieceState| !now.iter().any(|other| other.id == piece.id);
    for (at, piece) in was.iter().enumerate().filter(|(_, piece)| gone(piece)) {
        let place_of = |left: &PieceState| cards.iter().position(|card| card.id == left.id);
        let before = was[..at].iter().rev().find_map(place_of);
        let gap = PictureCard {
            id: piece.id,
            face: CardFace::Gone,
            turned: false,
            tokens: Vec::new(),
            tone: PictureTone::Strong,
            discs: Vec::new(),
        };
        cards.insert(before.map_or(0, |place| place + 1), gap);
    }
}

/// Removes pale cards until the others can be drawn.
fn drop_pale_cards(cards: &mut Vec<PictureCard>) {
    while cards.len() > MOST {
        // Remove the last pale card, or else the last empty place.
        let pale = cards.iter().rposition(|card| !card.tone.is_strong());
        let gone = || cards.iter().rposition(|card| card.face == CardFace::Gone);
        let Some(at) = pale.or_else(gone) else { break };
        cards.remove(at);
    }
    cards.truncate(MOST);
}

/// Returns a piece as a card without a tone of its own.
fn card_of_piece(
    scene: &Storyboard<'_>,
    view: &ZoneView,
    table: &TableState,
    piece: &PieceState,
) -> PictureCard {
    let is_known = scene.knows(&view.key, piece);
    let face = if is_known { open_face(scene, piece, table) } else { CardFace::Down };
    let rested = piece.flags.iter().any(|flag| scene.turned.contains(flag));
    // A turned card lies on its side rather than upright or upside down.
    let turned = rested != (45..135).contains(&(piece.rotation % 180));
    let (tokens, tone) = (scene.tokens(piece), PictureTone::Plain);
    PictureCard { id: piece.id, face, turned, tokens, tone, discs: Vec::new() }
}

/// Returns the face of a card: its name, then its rotation and its host.
fn open_face(scene: &Storyboard<'_>, piece: &PieceState, table: &TableState) -> CardFace {
    let corner = scene.corner(&piece.name).to_owned();
    let copy = scene.copy_name(piece.id, &piece.name);
    let remarks = scene.lie_remarks(piece, table);
    let name = match remarks.is_empty() {
        true => copy,
        false => format!("{copy} ({})", remarks.join(", ")),
    };
    CardFace::Up { name, corner }
}

/// Returns a zone with `count` pieces, of which these cards are drawn.
fn zone_part(
    scene: &Storyboard<'_>,
    view: &ZoneView,
    cards: Vec<PictureCard>,
    count: usize,
) -> PicturePart {
    let drawn = cards.iter().filter(|card| card.face != CardFace::Gone).count();
    let kind = PartContent::Cards(ZoneCards {
        zone: view.key.clone(),
        rest: count.saturating_sub(drawn),
        cards,
        pile: view.pile,
        stacked: false,
        shuffled: false,
    });
    let title = scene.title(&view.key).to_owned();
    PicturePart {
        title,
        owner: view.owner,
        ground: view.ground,
        tone: PictureTone::Plain,
        was: None,
        now: Some(count),
        discs: Vec::new(),
        kind,
    }
}

/// Index of the ground for counters of players.
pub const TALLY_GROUND: usize = 1;

/// Returns the counters of a player.
pub fn player_tally(
    scene: &Storyboard<'_>,
    player: &str,
    before: Option<&TableState>,
    after: &TableState,
) -> Option<PicturePart> {
    let now = after.players.get(player)?;
    let was = before.and_then(|table| table.players.get(player));
    let amounts = scene.counters.iter();
    let amounts: Vec<TallyAmount> =
        amounts.filter_map(|name| tally_amount(scene, name, was.unwrap_or(now), now)).collect();
    let tone = match before.is_some() {
        true => step_tone(amounts.iter().any(|amount| amount.was.is_some())),
        false => PictureTone::Plain,
    };
    let owner = scene.players.iter().position(|own| own == player);
    let part = uncounted_part(player, TALLY_GROUND, tone, PartContent::Tally(amounts));
    Some(PicturePart { owner, ..part })
}

/// Returns a part that belongs to nobody and has no pieces.
pub fn uncounted_part(
    title: &str,
    ground: usize,
    tone: PictureTone,
    kind: PartContent,
) -> PicturePart {
    let title = title.to_owned();
    let discs = Vec::new();
    PicturePart { title, owner: None, ground, tone, was: None, now: None, discs, kind }
}

/// Returns a counter before and now; none if it is 0 at both times.
pub fn tally_amount(
    scene: &Storyboard<'_>,
    name: &str,
    was: &BTreeMap<String, i64>,
    now: &BTreeMap<String, i64>,
) -> Option<TallyAmount> {
    let [was, now] = [was, now].map(|counters| counters.get(name).copied().unwrap_or(0));
    (now != 0 || was != 0).then(|| TallyAmount {
        name: scene.words.name(name).to_owned(),
        icon: scene.icon(name),
        was: (was != now).then_some(was),
        now,
        discs: Vec::new(),
    })
}
