//! Changes of pieces and zones: move, flip, flag, shuffle.

use std::sync::Arc;

use super::event::{EventKind, Visibility, ZoneSlot, verb};
use super::game::{Game, InsertAt, KernelError};
use super::grid::MapPlacement;
use super::ids::{FlagId, PieceId, SpaceId, TextId, ZoneId};
use super::state::{Lifetime, TimedFlag, flag_bit};

/// Last entry of a shuffle that keeps the order of the cards beneath.
const REST_AS_IT_LIES: &str = "the rest as it lies";

/// Degrees of a full turn.
pub const FULL_TURN: i64 = 360;

impl Game {
    /// Moves a piece; `face` is true if it is face up afterwards. Without `face`, the zone decides, and a
    /// move within a zone leaves the side.
    pub fn move_piece(
        &mut self,
        piece: PieceId,
        to: ZoneId,
        at: InsertAt,
        face: Option<bool>,
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        let from = self.state.piece(piece).zone;
        self.lay_in_zone(piece, to, at, face, verb)?;
        if from == to { Ok(()) } else { self.settle_ties(piece, from) }
    }

    /// Moves a piece without its attachments.
    pub fn lay_in_zone(
        &mut self,
        piece: PieceId,
        to: ZoneId,
        at: InsertAt,
        face: Option<bool>,
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        self.check_seat(self.parts.zone(to).owner)?;
        let (from, before) = (self.slot(piece), self.visibility(piece));
        let (same, was_up) = (from.zone == to, self.state.piece(piece).up);
        let index = self.insertion_index(to, at, self.state.zone(to).len() - usize::from(same))?;
        let up = face.unwrap_or(if same { was_up } else { self.parts.zone(to).up });
        if same && (from.index as usize, was_up) == (index, up) {
            return Ok(());
        }
        self.state.relocate(piece, to, index);
        self.state.piece_mut(piece).up = up;
        let (verb, now) = (self.verb(verb, verb::MOVE), self.slot(piece));
        self.log_piece(EventKind::Move { piece, from, to: now, up }, verb, piece, before)
    }

    /// Puts a piece at the right end or the bottom of a zone and on a space of a map.
    pub fn place_on_space(
        &mut self,
        piece: PieceId,
        zone: ZoneId,
        space: SpaceId,
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        let own = self.state.piece(piece);
        let (from, size) = (own.zone, own.size);
        self.lay_on_space(piece, MapPlacement { zone, space, size }, verb)?;
        self.settle_ties(piece, from)
    }

    /// Puts a piece on a space without its attachments.
    pub fn lay_on_space(
        &mut self,
        piece: PieceId,
        MapPlacement { zone: to, space, size }: MapPlacement,
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        self.check_seat(self.parts.zone(to).owner)?;
        let (from, before) = (self.slot(piece), self.visibility(piece));
        let own = self.state.piece(piece);
        if (from.zone, own.space, own.size) == (to, Some(space), size) {
            return Ok(());
        }
        let index = self.state.zone(to).len() - usize::from(from.zone == to);
        self.state.relocate(piece, to, index);
        let up = self.parts.zone(to).up;
        let own = self.state.piece_mut(piece);
        (own.up, own.space, own.size) = (up, Some(space), size);
        let to = self.slot(piece);
        let verb = self.verb(verb, verb::STAND);
        self.log_piece(EventKind::Stand { piece, from, to, space, size }, verb, piece, before)
    }

    /// Returns the index in a zone that has room for `room` + 1 pieces.
    fn insertion_index(
        &self,
        zone: ZoneId,
        at: InsertAt,
        room: usize,
    ) -> Result<usize, KernelError> {
        match at {
            InsertAt::First => Ok(0),
            InsertAt::Last => Ok(room),
            InsertAt::Index(index) => {
                let inside = usize::try_from(index).ok().filter(|index| *index <= room);
                inside.ok_or_else(|| self.no_position(zone, index, room))
            }
        }
    }

    fn no_position(&self, zone: ZoneId, index: i64, room: usize) -> KernelError {
        let key = &self.parts.zone(zone).key;
        let others = format!("in `{key}`, which holds {room} other cards");
        KernelError::wrong(format!("there is no position {index} {others}"))
    }

    /// Turns a piece face up or down; does nothing if it is so already.
    pub fn flip(
        &mut self,
        piece: PieceId,
        up: bool,
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        if self.state.piece(piece).up == up {
            return Ok(());
        }
        let before = self.visibility(piece);
        self.state.piece_mut(piece).up = up;
        let verb = self.verb(verb, verb::FLIP);
        self.log_piece(EventKind::Flip { piece, up }, verb, piece, before)
    }

    /// Turns a piece clockwise by so many degrees; does nothing for full turns.
    pub fn rotate(
        &mut self,
        piece: PieceId,
        degrees: i64,
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        let was = self.state.piece(piece).rotation;
        let now = (i64::from(was) + degrees.rem_euclid(FULL_TURN)).rem_euclid(FULL_TURN) as u16;
        if now == was {
            return Ok(());
        }
        self.state.piece_mut(piece).rotation = now;
        let verb = self.verb(verb, verb::ROTATE);
        self.log_piece(EventKind::Rotate { piece, was, now }, verb, piece, Visibility::Nobody)
    }

    /// Puts a flag on a piece. If it has the flag, only its lifetime changes.
    pub fn set_flag(
        &mut self,
        piece: PieceId,
        flag: FlagId,
        until: Lifetime,
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        self.state.forget_lifetime(piece, flag);
        if until != Lifetime::Game {
            self.state.timed.push(TimedFlag { piece, flag, until });
        }
        if self.state.piece(piece).has(flag) {
            return Ok(());
        }
        self.state.piece_mut(piece).flags |= flag_bit(flag);
        let verb = self.verb(verb, verb::SET);
        self.log_flag(piece, flag, true, verb)
    }

    /// Takes a flag from a piece; does nothing if the piece lacks it.
    pub fn clear_flag(
        &mut self,
        piece: PieceId,
        flag: FlagId,
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        if !self.state.piece(piece).has(flag) {
            return Ok(());
        }
        self.state.forget_lifetime(piece, flag);
        self.state.piece_mut(piece).flags &= !flag_bit(flag);
        let verb = self.verb(verb, verb::CLEAR);
        self.log_flag(piece, flag, false, verb)
    }

    fn log_flag(
        &mut self,
        piece: PieceId,
        flag: FlagId,
        on: bool,
        verb: TextId,
    ) -> Result<(), KernelError> {
        self.log_piece(EventKind::Flag { piece, flag, on }, verb, piece, Visibility::Nobody)
    }

    /// True if it makes no difference which of these pieces is meant: copies of one card in one zone, alike
    /// in everything and attached to nothing.
    pub fn are_alike(&self, pieces: &[PieceId]) -> bool {
        let Some((first, others)) = pieces.split_first() else { return true };
        let one = self.state.piece(*first);
        let is_like = |other: &PieceId| {
            let piece = self.state.piece(*other);
            one.is_copy_of(piece) && one.space == piece.space
        };
        let is_bare = |piece: &PieceId| {
            let is_timed = self.state.timed.iter().any(|timed| timed.piece == *piece);
            !is_timed && !self.state.is_tied(*piece)
        };
        others.is_empty() || others.iter().all(is_like) && pieces.iter().all(is_bare)
    }

    /// Shuffles a zone with the stream of this name, or that of its key.
    pub fn shuffle(
        &mut self,
        zone: ZoneId,
        stream: Option<&str>,
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        let (at, parts) = (zone.0 as usize, Arc::clone(&self.parts));
        let key = &parts.zones[at].key;
        let stream = stream.unwrap_or(key);
        match self.next_chance(&[stream, key]) {
            Some((name, listed)) => self.lay_listed(zone, name, &listed, stream)?,
            None => self.state.streams.shuffle(stream, &mut self.state.zones[at]),
        }
        let order: Vec<u32> = self.state.zones[at].iter().map(|piece| piece.0).collect();
        let cards = order.len() as u32;
        let slot = ZoneSlot { zone, index: 0, of: cards };
        let verb = self.verb(verb, verb::SHUFFLE);
        self.append(EventKind::Shuffle { zone: slot, cards, order }, verb, Visibility::All)
    }

    /// Lays the cards of these names on top of a zone, in this order. The rest is shuffled, or keeps its
    /// order if the list ends so.
    fn lay_listed(
        &mut self,
        zone: ZoneId,
        name: &str,
        listed: &[String],
        stream: &str,
    ) -> Result<(), KernelError> {
        let (listed, keeps_rest) = match listed.split_last() {
            Some((last, named)) if last == REST_AS_IT_LIES => (named, true),
            _ => (listed, false),
        };
        let mut rest = self.state.zone(zone).to_vec();
        let mut top = Vec::new();
        for card in listed {
            let at = rest.iter().position(|piece| self.piece_name(*piece) == card);
            match at {
                Some(at) => top.push(rest.remove(at)),
                None => return Err(self.unlisted_card(name, zone, card, &rest)),
            }
        }
        if !keeps_rest {
            self.state.streams.shuffle(stream, &mut rest);
        }
        top.append(&mut rest);
        self.state.zones[zone.0 as usize] = top;
        Ok(())
    }

    fn unlisted_card(
        &mut self,
        name: &str,
        zone: ZoneId,
        card: &str,
        rest: &[PieceId],
    ) -> KernelError {
        let mut known: Vec<String> =
            rest.iter().map(|piece| self.piece_name(*piece).to_owned()).collect();
        known.sort();
        known.dedup();
        let no_more = self.state.zone(zone).iter().any(|piece| self.piece_name(*piece) == card);
        let no = if no_more { "no further" } else { "no" };
        let wrong = format!("there is {no} `{card}` in `{}`", self.parts.zone(zone).key);
        self.refuse_chance(name, wrong, card, &known)
    }
}
