//! What can be done to pieces and zones: move, flip, flags, shuffle.

use super::event::{At, Sees, What, verb};
use super::game::{Game, Trouble, Where};
use super::ids::{FlagId, PieceId, SpaceId, ZoneId};
use super::state::{Lifetime, Timed, bit};

impl Game {
    /// Moves a piece; `face` tells which side is up afterwards, else the zone does, and a move
    /// within a zone leaves it.
    pub fn move_piece(
        &mut self,
        piece: PieceId,
        (to, at): (ZoneId, Where),
        face: Option<bool>,
        verb: Option<&str>,
    ) -> Result<(), Trouble> {
        let (from, before) = (self.at(piece), self.sees(piece));
        let same = from.zone == to;
        let room = self.state.zone(to).len() - usize::from(same);
        let index = self.index_in(to, at, room)?;
        let up =
            face.unwrap_or(if same { self.state.piece(piece).up } else { self.parts.zone(to).up });
        if same && from.index as usize == index && self.state.piece(piece).up == up {
            return Ok(());
        }
        self.state.place(piece, to, index);
        self.state.piece_mut(piece).up = up;
        let now = At { zone: to, index: index as u32, of: self.state.zone(to).len() as u32 };
        let verb = self.verb(verb, verb::MOVE);
        self.log_piece(What::Move(piece, from, now, up), verb, piece, before)
    }

    /// Puts a piece at the right end or the bottom of a zone and on a space of a map.
    pub fn stand(
        &mut self,
        piece: PieceId,
        (to, space): (ZoneId, SpaceId),
        verb: Option<&str>,
    ) -> Result<(), Trouble> {
        let (from, before) = (self.at(piece), self.sees(piece));
        if from.zone == to && self.state.piece(piece).space == Some(space) {
            return Ok(());
        }
        let index = self.state.zone(to).len() - usize::from(from.zone == to);
        self.state.place(piece, to, index);
        let up = self.parts.zone(to).up;
        let own = self.state.piece_mut(piece);
        (own.up, own.space) = (up, Some(space));
        let now = self.at(piece);
        let verb = self.verb(verb, verb::STAND);
        self.log_piece(What::Stand(piece, from, now, space), verb, piece, before)
    }

    /// The index in a zone that has room for `room` + 1 pieces.
    fn index_in(&self, zone: ZoneId, at: Where, room: usize) -> Result<usize, Trouble> {
        match at {
            Where::First => Ok(0),
            Where::Last => Ok(room),
            Where::Index(index) => {
                usize::try_from(index).ok().filter(|index| *index <= room).ok_or_else(|| {
                    let key = &self.parts.zone(zone).key;
                    Trouble::wrong(format!(
                        "there is no position {index} in `{key}`, which holds {room} other cards"
                    ))
                })
            }
        }
    }

    /// Turns a piece face up or down; nothing happens if it lies so already.
    pub fn flip(&mut self, piece: PieceId, up: bool, verb: Option<&str>) -> Result<(), Trouble> {
        if self.state.piece(piece).up == up {
            return Ok(());
        }
        let before = self.sees(piece);
        self.state.piece_mut(piece).up = up;
        let verb = self.verb(verb, verb::FLIP);
        self.log_piece(What::Flip(piece, up), verb, piece, before)
    }

    /// Puts a flag on a piece. If it has the flag, only its lifetime changes.
    pub fn set_flag(
        &mut self,
        piece: PieceId,
        flag: FlagId,
        until: Lifetime,
        verb: Option<&str>,
    ) -> Result<(), Trouble> {
        self.state.timed.retain(|timed| timed.piece != piece || timed.flag != flag);
        if until != Lifetime::Game {
            self.state.timed.push(Timed { piece, flag, until });
        }
        if self.state.piece(piece).has(flag) {
            return Ok(());
        }
        self.state.piece_mut(piece).flags |= bit(flag);
        let verb = self.verb(verb, verb::SET);
        self.log_piece(What::Flag(piece, flag, true), verb, piece, Sees::Nobody)
    }

    /// Takes a flag from a piece; nothing happens if it has none.
    pub fn clear_flag(
        &mut self,
        piece: PieceId,
        flag: FlagId,
        verb: Option<&str>,
    ) -> Result<(), Trouble> {
        if !self.state.piece(piece).has(flag) {
            return Ok(());
        }
        self.state.timed.retain(|timed| timed.piece != piece || timed.flag != flag);
        self.state.piece_mut(piece).flags &= !bit(flag);
        let verb = self.verb(verb, verb::CLEAR);
        self.log_piece(What::Flag(piece, flag, false), verb, piece, Sees::Nobody)
    }

    /// Shuffles a zone with the stream of this name, or that of its key.
    pub fn shuffle(
        &mut self,
        zone: ZoneId,
        stream: Option<&str>,
        verb: Option<&str>,
    ) -> Result<(), Trouble> {
        let at = zone.0 as usize;
        let stream = stream.unwrap_or(&self.parts.zones[at].key);
        self.state.streams.shuffle(stream, &mut self.state.zones[at]);
        let lies = self.state.zones[at].clone();
        let verb = self.verb(verb, verb::SHUFFLE);
        self.append(What::Shuffle(zone, lies), verb, Sees::All)
    }
}
