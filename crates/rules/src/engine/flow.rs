//! Counters, and the phases, turns and rounds at whose end flags and amounts expire.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::event::{EventKind, Subject, Visibility, verb};
use super::game::{Game, KernelError};
use super::ids::{CounterId, FlagId, PieceId, PlayerId, TextId};
use super::state::{CounterAmounts, Lifetime, Piece, TimedAmount};

/// Holder of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CounterHolder {
    /// A piece.
    Piece(PieceId),
    /// A player.
    Player(PlayerId),
}

impl Game {
    /// Returns the amount of a counter.
    pub fn count(&self, holder: CounterHolder, counter: CounterId) -> i64 {
        self.lasting_count(holder, counter, Lifetime::Phase)
    }

    /// Returns the amount of a counter that lasts at least until `least`.
    pub fn lasting_count(&self, holder: CounterHolder, counter: CounterId, least: Lifetime) -> i64 {
        let start = i128::from(self.parts.counter(counter).start());
        let count = start + self.amounts(holder).sum(counter, least);
        // Additions that leave the range were refused before.
        count.clamp(i64::MIN.into(), i64::MAX.into()) as i64
    }

    /// Adds to a counter, or subtracts. Refuses amounts outside the bounds. A counter that is never negative
    /// loses first what expires soonest.
    pub fn change_counter(
        &mut self,
        holder: CounterHolder,
        more: TimedAmount,
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        let TimedAmount { counter, until, amount } = more;
        if let CounterHolder::Player(player) = holder {
            self.check_seat(Some(player))?;
        }
        let was = self.count(holder, counter);
        let kind = self.parts.counter(counter);
        let room = self.amounts(holder).has_room(counter, kind.start(), amount, until);
        let now = was.checked_add(amount).filter(|_| room).ok_or_else(|| {
            let (name, whose) = (&kind.name, self.holder_name(holder));
            KernelError::wrong(format!("`{name}` of `{whose}` would be too large a number"))
        })?;
        if !kind.allows(now) {
            let (name, whose) = (&kind.name, self.holder_name(holder));
            let bound = kind.broken_bound(now);
            let message = format!("`{name}` of `{whose}` would be {now}, but it is {bound}");
            return Err(KernelError::wrong(message));
        }
        let spends = amount < 0 && until == Lifetime::Game && kind.least >= 0;
        let amounts = self.amounts_mut(holder);
        if spends {
            amounts.spend(counter, amount.saturating_neg());
        } else {
            amounts.add(counter, until, amount);
        }
        let verb = self.verb(verb, verb::COUNT);
        self.log_count(holder, counter, was, verb)
    }

    fn log_count(
        &mut self,
        holder: CounterHolder,
        counter: CounterId,
        was: i64,
        verb: TextId,
    ) -> Result<(), KernelError> {
        let now = self.count(holder, counter);
        let count = |of| EventKind::Count { of, counter, was, now };
        match holder {
            _ if was == now => Ok(()),
            CounterHolder::Player(player) => {
                self.append(count(Subject::Player(player)), verb, Visibility::All)
            }
            CounterHolder::Piece(piece) => {
                self.log_piece(count(self.subject(piece)), verb, piece, Visibility::Nobody)
            }
        }
    }

    fn holder_name(&self, holder: CounterHolder) -> &str {
        match holder {
            CounterHolder::Piece(piece) => self.piece_name(piece),
            CounterHolder::Player(player) => &self.parts.player(player).name,
        }
    }

    pub(crate) fn amounts(&self, holder: CounterHolder) -> &CounterAmounts {
        match holder {
            CounterHolder::Piece(piece) => &self.state.piece(piece).amounts,
            CounterHolder::Player(player) => &self.state.players[player.0 as usize],
        }
    }

    pub(crate) fn amounts_mut(&mut self, holder: CounterHolder) -> &mut CounterAmounts {
        match holder {
            CounterHolder::Piece(piece) => &mut self.state.piece_mut(piece).amounts,
            CounterHolder::Player(player) => &mut self.state.players[player.0 as usize],
        }
    }

    /// Begins a phase, after the end of the previous one.
    pub fn begin_phase(&mut self, name: &str) -> Result<(), KernelError> {
        self.end_phase()?;
        let name = self.words.intern(name);
        self.state.phase = Some(name);
        self.append(EventKind::Phase { name }, verb::PHASE, Visibility::All)
    }

    /// Ends the phase: whatever lasts until its end expires.
    pub fn end_phase(&mut self) -> Result<(), KernelError> {
        self.expire(Lifetime::Phase)?;
        self.state.phase = None;
        Ok(())
    }

    /// Begins the turn of a player, after the end of the previous turn.
    pub fn begin_turn(&mut self, player: PlayerId) -> Result<(), KernelError> {
        self.check_seat(Some(player))?;
        if self.is_out(player) {
            let name = &self.parts.player(player).name;
            let message = format!("`{name}` is out of the game and has no turn");
            return Err(KernelError::wrong(message));
        }
        self.end_turn()?;
        self.state.turn += 1;
        self.state.active = Some(player);
        let number = self.state.turn;
        self.append(EventKind::Turn { player, number }, verb::TURN, Visibility::All)
    }

    /// Ends the phase and the turn.
    pub fn end_turn(&mut self) -> Result<(), KernelError> {
        self.end_phase()?;
        self.expire(Lifetime::Turn)?;
        self.state.active = None;
        Ok(())
    }

    /// Begins a round, after the end of the turn and of the previous round.
    pub fn begin_round(&mut self) -> Result<(), KernelError> {
        self.end_turn()?;
        self.expire(Lifetime::Round)?;
        self.state.round += 1;
        let number = self.state.round;
        self.append(EventKind::Round { number }, verb::ROUND, Visibility::All)
    }

    /// Removes everything that lasts no longer than `until`: zone by zone, left to right, then the players.
    pub fn expire(&mut self, until: Lifetime) -> Result<(), KernelError> {
        for piece in self.expiring(until) {
            self.expire_flags(piece, until)?;
            self.expire_amounts(CounterHolder::Piece(piece), until)?;
        }
        let seats = Arc::clone(&self.seats);
        let mut players = seats.order().iter();
        players.try_for_each(|player| self.expire_amounts(CounterHolder::Player(*player), until))
    }

    /// Returns the pieces that have something that lasts no longer than `until`, zone by zone.
    fn expiring(&self, until: Lifetime) -> Vec<PieceId> {
        let lasts = |piece: &Piece| piece.amounts.0.iter().all(|part| part.until > until);
        if self.state.timed.is_empty() && self.state.pieces.iter().all(lasts) {
            return Vec::new();
        }
        let pieces = self.state.zones.iter().flatten().copied();
        let has_expiring = |id: &PieceId| {
            let mut amounts = self.state.piece(*id).amounts.0.iter();
            amounts.any(|part| part.until <= until)
                || self.state.timed.iter().any(|timed| timed.piece == *id && timed.until <= until)
        };
        pieces.filter(has_expiring).collect()
    }

    fn expire_flags(&mut self, piece: PieceId, until: Lifetime) -> Result<(), KernelError> {
        let timed = self.state.timed.iter();
        let expiring = timed.filter(|timed| timed.piece == piece && timed.until <= until);
        let flags: BTreeSet<FlagId> = expiring.map(|timed| timed.flag).collect();
        flags.into_iter().try_for_each(|flag| self.clear_flag(piece, flag, Some("expire")))
    }

    fn expire_amounts(
        &mut self,
        holder: CounterHolder,
        until: Lifetime,
    ) -> Result<(), KernelError> {
        if self.amounts(holder).0.iter().all(|part| part.until > until) {
            return Ok(());
        }
        for counter in self.amounts(holder).counters() {
            let was = self.count(holder, counter);
            self.expire_counter(holder, counter, until);
            self.log_count(holder, counter, was, verb::EXPIRE)?;
        }
        Ok(())
    }

    /// Removes the parts of a counter that last no longer than `until`, within its bounds.
    fn expire_counter(&mut self, holder: CounterHolder, of: CounterId, until: Lifetime) {
        self.amounts_mut(holder).0.retain(|part| part.counter != of || part.until > until);
        let left = self.count(holder, of);
        let now = self.parts.counter(of).nearest_allowed(left);
        self.amounts_mut(holder).add(of, Lifetime::Game, now - left);
    }
}
