//! Places that a piece can walk to with a number of points: the cheapest routes, their number, and the route
//! that is shown: one with the fewest steps over corners, and of those the first in reading order.

mod search;

use super::super::ids::{PieceId, SpaceId};
use super::{ChangedEdge, Footprint, PieceSize};

pub use search::{WalkScratch, WalkStart, walks_of};

/// The most extra points for a space, and for a turn.
pub const MOST_EXTRA: u32 = 1_000;

/// Order for a walk.
#[derive(Clone, Debug, Default)]
pub struct WalkOrder {
    /// Points of the piece.
    pub points: u32,
    /// Extra points to enter a space of a terrain, by number of the word.
    pub extra: Vec<(u8, u32)>,
    /// Extra points to enter a space that one of these covers.
    pub through: Vec<(Footprint, u32)>,
    /// Places that it cannot enter.
    pub barred: Vec<Footprint>,
    /// Places where it cannot end.
    pub ends: Vec<Footprint>,
    /// Numbers of the words that it does not mind.
    pub free_of: Vec<u8>,
    /// Points for a quarter turn; `None` if it cannot turn.
    pub turn: Option<u32>,
}

/// A place on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkStop {
    /// Space of the piece there.
    pub space: SpaceId,
    /// Degrees by which it is turned there.
    pub rotation: u16,
    /// Points spent.
    pub cost: u32,
    /// Number of cheapest routes to it.
    pub ways: u64,
    /// Steps over corners on the way: the fewest of all cheapest routes.
    pub corners: u32,
    /// Number of the previous place.
    before: u32,
}

/// Places that a piece can walk to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walks {
    /// The piece.
    pub piece: PieceId,
    /// Size of the piece when it is not turned.
    pub size: PieceSize,
    /// Edges of the map that differed from the declared ones.
    pub edges: Vec<ChangedEdge>,
    /// All places that it can reach, the cheapest first, then in reading order.
    places: Vec<WalkStop>,
    /// Numbers of the places where it can end.
    ends: Vec<u32>,
}

impl Walks {
    /// Returns the number of places where it can end.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if it can end nowhere.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns a place where it can end, in order of cost, then in reading order, then by rotation.
    pub fn stop(&self, nth: usize) -> &WalkStop {
        &self.places[self.ends[nth] as usize]
    }

    /// Returns the place where it begins.
    pub fn start(&self) -> &WalkStop {
        &self.places[0]
    }

    /// Returns the spaces that it covers at a place where it can end.
    pub fn footprint(&self, nth: usize) -> Footprint {
        let stop = self.stop(nth);
        Footprint { space: stop.space, size: self.size.turned(stop.rotation) }
    }

    /// Returns the spaces on the way, including start and end; of all cheapest routes one with the fewest
    /// steps over corners, and of those the first in reading order.
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
