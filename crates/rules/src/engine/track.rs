//! Tracks: levels on which markers advance, some of which have room for few. The markers of one
//! track are the pieces of one card, each with its level as a counter.

use super::flow::CounterHolder;
use super::game::{Game, KernelError};
use super::ids::{CounterId, PieceId};
use super::state::Lifetime;

/// How many markers may stand on a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrackLimit {
    /// The counter that holds the level.
    pub counter: CounterId,
    /// Which level.
    pub level: i64,
    /// How many markers of one card.
    pub most: usize,
}

impl Game {
    /// Whether a marker could stand on a level: there is such a level, and room on it.
    pub fn has_room(&self, marker: PieceId, counter: CounterId, level: i64) -> bool {
        self.parts.counter(counter).allows(level)
            && self
                .most_on_level(counter, level)
                .is_none_or(|most| self.others_on_level(marker, counter, level) < most)
    }

    /// How many markers of a card a level has room for, if that is limited.
    fn most_on_level(&self, counter: CounterId, level: i64) -> Option<usize> {
        let limits = self.parts.limits.iter();
        let on_level = limits.filter(|limit| (limit.counter, limit.level) == (counter, level));
        on_level.map(|limit| limit.most).min()
    }

    /// How many other markers of the same card stand on a level.
    fn others_on_level(&self, marker: PieceId, counter: CounterId, level: i64) -> usize {
        let others = self.other_markers(marker);
        others.filter(|other| self.count(CounterHolder::Piece(*other), counter) == level).count()
    }

    /// The other pieces of the card of a marker.
    fn other_markers(&self, marker: PieceId) -> impl Iterator<Item = PieceId> {
        let card = self.state.piece(marker).card;
        self.state
            .piece_ids()
            .filter(move |other| *other != marker && self.state.piece(*other).card == card)
    }

    /// Moves a marker along its track by so many levels; refused where there is no level or no
    /// room.
    pub fn advance(
        &mut self,
        marker: PieceId,
        (counter, levels): (CounterId, i64),
        verb: Option<&str>,
    ) -> Result<(), KernelError> {
        let level = self.count(CounterHolder::Piece(marker), counter).saturating_add(levels);
        if self.parts.counter(counter).allows(level) && !self.has_room(marker, counter, level) {
            let name = self.piece_name(marker);
            return Err(KernelError::wrong(format!(
                "there is no room for another marker of `{name}` on level {level}"
            )));
        }
        self.change_counter(CounterHolder::Piece(marker), counter, (levels, Lifetime::Game), verb)
    }
}
