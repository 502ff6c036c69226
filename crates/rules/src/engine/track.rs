//! Tracks: levels on which markers advance, some of which have room for few. The markers of one track are the
//! pieces of one card, each with its level as a counter.

use super::flow::CounterHolder;
use super::game::{Game, KernelError};
use super::ids::{CounterId, PieceId};
use super::state::{Lifetime, TimedAmount};

/// Most markers on a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrackLimit {
    /// Counter of the level.
    pub counter: CounterId,
    /// The level.
    pub level: i64,
    /// Most markers of one card.
    pub most: usize,
}

impl Game {
    /// True if a marker could be on a level: the level exists, and has room.
    pub fn has_room(&self, marker: PieceId, counter: CounterId, level: i64) -> bool {
        if !self.parts.counter(counter).allows(level) {
            return false;
        }
        let limits = self.parts.limits.iter();
        let on_level = limits.filter(|limit| (limit.counter, limit.level) == (counter, level));
        let Some(most) = on_level.map(|limit| limit.most).min() else { return true };
        let card = self.state.piece(marker).card;
        let is_other = |other: &PieceId| {
            *other != marker
                && self.state.piece(*other).card == card
                && self.count(CounterHolder::Piece(*other), counter) == level
        };
        self.state.piece_ids().filter(is_other).count() < most
    }

    /// Moves a marker along its track by so many levels; refuses a level that does not exist or has no room.
    pub fn advance(
        &mut self,
        marker: PieceId,
        counter: CounterId,
        levels: i64,
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        let level = self.count(CounterHolder::Piece(marker), counter).saturating_add(levels);
        if self.parts.counter(counter).allows(level) && !self.has_room(marker, counter, level) {
            let name = self.piece_name(marker);
            return Err(KernelError::wrong(format!(
                "there is no room for another marker of `{name}` on level {level}"
            )));
        }
        let more = TimedAmount { counter, until: Lifetime::Game, amount: levels };
        self.change_counter(CounterHolder::Piece(marker), more, verb)
    }
}
