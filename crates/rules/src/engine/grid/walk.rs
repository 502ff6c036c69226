//! Where a piece can go with so many points: shortest routes by cost, how many there are, and which
//! is told: one with the fewest steps over corners, and of those the first in reading order.

mod search;

use super::super::ids::{PieceId, SpaceId};
use super::{ChangedEdge, Footprint, PieceSize};

pub use search::{WalkScratch, WalkStart, walks_of};

/// The most extra points for a space, and for a turn.
pub const MOST_EXTRA: u32 = 1_000;

/// What is asked of a walk.
#[derive(Clone, Debug, Default)]
pub struct WalkOrder {
    /// Points that it has.
    pub points: u32,
    /// Extra points to enter a space of a terrain, by number of the word.
    pub extra: Vec<(u8, u32)>,
    /// Extra points to enter a space that one of these covers.
    pub through: Vec<(Footprint, u32)>,
    /// What cannot be entered.
    pub barred: Vec<Footprint>,
    /// Where it cannot end.
    pub ends: Vec<Footprint>,
    /// Numbers of the words that it does not mind.
    pub free_of: Vec<u8>,
    /// Points for a quarter turn; none if it cannot turn.
    pub turn: Option<u32>,
}

/// A place on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkStop {
    /// The space on which the piece then stands.
    pub space: SpaceId,
    /// Degrees by which it is then turned.
    pub rotation: u16,
    /// Points that it takes.
    pub cost: u32,
    /// How many cheapest routes lead there.
    pub ways: u64,
    /// Steps over corners on the way: the fewest of all cheapest routes.
    pub corners: u32,
    /// The place before, by number.
    before: u32,
}

/// Where a piece can go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walks {
    /// The piece.
    pub piece: PieceId,
    /// Its size when it is not turned.
    pub size: PieceSize,
    /// The edges of its map that were other than the map says.
    pub edges: Vec<ChangedEdge>,
    /// All places that it can come to, those first that cost least, then in reading order.
    places: Vec<WalkStop>,
    /// Those where it can end, by number.
    ends: Vec<u32>,
}

impl Walks {
    /// How many places there are where it can end.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether it can end nowhere.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A place where it can end, in order of cost, then as one reads, then by rotation.
    pub fn stop(&self, nth: usize) -> &WalkStop {
        &self.places[self.ends[nth] as usize]
    }

    /// Where it begins.
    pub fn start(&self) -> &WalkStop {
        &self.places[0]
    }

    /// The spaces it covers at a place where it can end.
    pub fn footprint(&self, nth: usize) -> Footprint {
        let stop = self.stop(nth);
        Footprint { space: stop.space, size: self.size.turned(stop.rotation) }
    }

    /// The spaces on which it stands on the way, start and end with them; of all cheapest routes one
    /// with the fewest steps over corners, and of those the first in reading order.
    pub fn route(&self, nth: usize) -> Vec<SpaceId> {
        let mut route: Vec<SpaceId> = self.way_back(self.ends[nth]).map(|at| at.space).collect();
        route.reverse();
        // A turn may leave it on the same space.
        route.dedup();
        route
    }

    fn way_back(&self, at: u32) -> impl Iterator<Item = &WalkStop> {
        let before = |at: &u32| (*at != 0).then(|| self.places[*at as usize].before);
        std::iter::successors(Some(at), before).map(|at| &self.places[at as usize])
    }
}
