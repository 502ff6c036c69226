//! The pieces as the rules make them. In: the table after they were made. Out: the same table for any other
//! seed, if only the shuffles depend on it.

use std::sync::Arc;

use crate::engine::{Game, GameState, PieceId, RandomStreams, Seating, ZoneId};

/// A shuffle while the pieces were made.
#[derive(Debug)]
struct SetupShuffle {
    zone: ZoneId,
    stream: String,
    /// Pieces of the zone before the shuffle.
    before: Vec<PieceId>,
}

/// Shuffles while the pieces were made.
#[derive(Debug, Default)]
pub struct SetupShuffles {
    shuffles: Vec<SetupShuffle>,
    /// True if the rules may have seen the result of a shuffle.
    looked: bool,
}

impl SetupShuffles {
    /// Notes that the rules do something other than shuffle or make pieces.
    pub fn note_look(&mut self) {
        self.looked |= !self.shuffles.is_empty();
    }

    /// Notes that the rules shuffle a zone with these pieces.
    pub fn note_shuffle(&mut self, zone: ZoneId, stream: &str, before: &[PieceId]) {
        let (stream, before) = (stream.to_owned(), before.to_vec());
        self.shuffles.push(SetupShuffle { zone, stream, before });
    }

    /// Notes that the rules make a piece in a zone.
    pub fn note_piece(&mut self, zone: ZoneId) {
        self.looked |= self.shuffles.iter().any(|shuffle| shuffle.zone == zone);
    }
}

/// The table with the pieces that the rules make, before it is shuffled.
#[derive(Debug)]
pub struct MadePieces {
    /// Players for whom they are made.
    seats: Arc<Seating>,
    state: GameState,
    shuffles: Vec<(ZoneId, String)>,
}

impl MadePieces {
    /// Returns the pieces that were made, if only the shuffles differ for other seeds.
    pub fn of(game: &Game, setup: SetupShuffles) -> Option<Self> {
        let made = &game.state;
        let mut state = GameState { streams: RandomStreams::new(0), ..made.clone() };
        for shuffle in setup.shuffles.iter().rev() {
            shuffle.before.clone_into(&mut state.zones[shuffle.zone.0 as usize]);
        }
        let shuffles =
            setup.shuffles.into_iter().map(|shuffle| (shuffle.zone, shuffle.stream)).collect();
        let pieces = Self { seats: Arc::clone(&game.seats), state, shuffles };
        let mut again = pieces.state.clone();
        pieces.shuffle_for(made.streams.seed(), &mut again);
        let same = again.zones == made.zones && again.streams == made.streams;
        let undecided = made.asked.is_empty() && made.chances.is_empty();
        (same && !setup.looked && undecided && made.phase.is_none()).then_some(pieces)
    }

    /// True if a game has the same players at the table.
    pub fn fits(&self, game: &Game) -> bool {
        self.seats == game.seats
    }

    /// Lays the table of a game out for a seed.
    pub fn lay_out(&self, seed: u64, game: &mut Game) {
        game.set_table(&self.state);
        self.shuffle_for(seed, &mut game.state);
    }

    fn shuffle_for(&self, seed: u64, state: &mut GameState) {
        state.streams = RandomStreams::new(seed);
        for (zone, stream) in &self.shuffles {
            state.streams.shuffle(stream, &mut state.zones[zone.0 as usize]);
        }
    }
}
