//! A square map with its present edges: open steps, and distances, which are counted once and kept until an
//! edge changes.

use super::super::components::Components;
use super::super::ids::SpaceId;
use super::footprint::SquareBlock;
use super::sight::SightScratch;
use super::walk::WalkScratch;
use super::{ChangedEdge, EdgeSide, Footprint, SquareGrid, Stops};

/// Most states of edges that are kept.
const MOST_VIEWS: usize = 8;
/// Maps with more spaces keep fewer views: their distances need much memory.
const LARGE_MAP: usize = 1_024;
/// Marks a space that cannot be reached.
const FAR: u16 = u16::MAX;
/// All words, by number: a walk minds each of them.
pub const ALL_WORDS: WordSet = WordSet([u64::MAX; 4]);

/// The four squares around a point; each number is also that of the square's bit.
pub const NORTH_WEST: u8 = 0;
pub const NORTH_EAST: u8 = 1;
pub const SOUTH_EAST: u8 = 2;
pub const SOUTH_WEST: u8 = 3;

/// Set of numbers of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WordSet([u64; 4]);

impl WordSet {
    /// Returns the set without a word.
    pub fn without(mut self, word: u8) -> Self {
        self.0[usize::from(word >> 6)] &= !(1 << (word & 63));
        self
    }

    pub fn has(self, word: u8) -> bool {
        self.0[usize::from(word >> 6)] >> (word & 63) & 1 == 1
    }
}

/// A map with its present edges.
#[derive(Debug)]
pub struct GridView {
    map: u16,
    changed: Vec<ChangedEdge>,
    /// Words that are minded; the others stop nothing.
    minded: WordSet,
    /// Numbers of the words of edges, by square.
    pub right: Vec<u8>,
    pub below: Vec<u8>,
    /// Obstacles at the right edge of each square, at its lower edge, and in it.
    pub right_stops: Vec<Stops>,
    pub below_stops: Vec<Stops>,
    pub inside_stops: Vec<Stops>,
    /// Neighbours to which counting may continue from each square, one bit each in reading order.
    countable: Vec<u8>,
    /// Distances from each space, if they were counted.
    counted: Vec<Option<Box<[u16]>>>,
    /// Neighbours to which a piece of one space can move, by the words that are minded.
    walkable: Vec<(WordSet, Vec<u8>)>,
}

/// Views of the maps of a game, and buffers.
#[derive(Debug, Default)]
pub struct GridViews {
    views: Vec<GridView>,
    pub sight: SightScratch,
    pub walk: WalkScratch,
}

impl GridViews {
    /// Returns the view of a map with these changed edges, which are sorted, that minds these words.
    pub fn view(
        &mut self,
        map: u16,
        grid: &SquareGrid,
        changed: &[ChangedEdge],
        minded: WordSet,
    ) -> &mut GridView {
        let is_wanted =
            |view: &GridView| view.map == map && view.minded == minded && view.changed == changed;
        let at = match self.views.iter().position(is_wanted) {
            Some(at) => at,
            None => {
                self.views.insert(0, GridView::new(map, grid, changed, minded));
                self.views.truncate(if grid.len() > LARGE_MAP { 2 } else { MOST_VIEWS });
                0
            }
        };
        self.views[..=at].rotate_right(1);
        &mut self.views[0]
    }

    /// Returns the view that was used last, and the buffers.
    pub fn parts(&mut self) -> (&mut GridView, &mut SightScratch, &mut WalkScratch) {
        (&mut self.views[0], &mut self.sight, &mut self.walk)
    }
}

impl GridView {
    fn new(map: u16, grid: &SquareGrid, changed: &[ChangedEdge], minded: WordSet) -> Self {
        let (mut right, mut below) = (grid.right.clone(), grid.below.clone());
        for change in changed.iter().filter(|change| grid.holds(change.edge.space)) {
            let square = grid.square_of(change.edge.space);
            match change.edge.side {
                EdgeSide::Right => right[square] = change.word,
                EdgeSide::Below => below[square] = change.word,
            }
        }
        let stops = |word: &u8| match minded.has(*word) {
            true => grid.words[usize::from(*word)].stops,
            false => Stops::NOTHING,
        };
        let inside = grid.terrain.iter().zip(&grid.spaces);
        let inside = inside.map(|(word, space)| match *space {
            super::NO_SPACE => Stops::ALL,
            _ => stops(word),
        });
        let mut view = Self {
            map,
            changed: changed.to_vec(),
            minded,
            right_stops: right.iter().map(stops).collect(),
            below_stops: below.iter().map(stops).collect(),
            inside_stops: inside.collect(),
            right,
            below,
            countable: Vec::new(),
            counted: vec![None; grid.len()],
            walkable: Vec::new(),
        };
        view.countable = view.open_ways(grid, Stops::COUNT, minded);
        view
    }

    /// Returns, for each square, the neighbours to which a step is open, one bit each in reading order. A
    /// step round a corner is open if one of the two ways round it is. Obstacles in the two squares
    /// themselves do not count.
    fn open_ways(&self, grid: &SquareGrid, what: Stops, minded: WordSet) -> Vec<u8> {
        let ways = OpenWays { view: self, grid, what, minded };
        let mut open = vec![0; grid.spaces.len()];
        for square in grid.squares.iter().map(|square| *square as usize) {
            open[square] = ways.from(square);
        }
        open
    }

    /// Returns the neighbours to which a piece of one space can move if it minds these words.
    pub fn walkable(&mut self, grid: &SquareGrid, minded: WordSet) -> &[u8] {
        let at = match self.walkable.iter().position(|(known, _)| *known == minded) {
            Some(at) => at,
            None => {
                let open = self.open_ways(grid, Stops::MOVE, minded);
                self.walkable.truncate(MOST_VIEWS - 1);
                self.walkable.insert(0, (minded, open));
                0
            }
        };
        &self.walkable[at].1
    }

    /// Returns the number of steps from a space to every other one.
    fn distances_from(&mut self, grid: &SquareGrid, from: SpaceId) -> &[u16] {
        let at = usize::from(from.0 - grid.first);
        if self.counted[at].is_none() {
            self.counted[at] = Some(self.count_from(grid, from));
        }
        self.counted[at].as_deref().unwrap_or_default()
    }

    /// Counts from a space, step by step, through no space that stops counting.
    fn count_from(&self, grid: &SquareGrid, from: SpaceId) -> Box<[u16]> {
        let steps = grid.steps();
        let mut found = vec![FAR; grid.len()].into_boxed_slice();
        let mut queue = Vec::with_capacity(grid.len());
        found[usize::from(from.0 - grid.first)] = 0;
        queue.push((grid.square_of(from), 0));
        let mut at = 0;
        while let Some((square, far)) = queue.get(at).copied() {
            at += 1;
            if far > 0 && self.inside_stops[square].stops(Stops::COUNT) {
                continue;
            }
            let open = self.countable[square];
            for (_, step) in steps.iter().enumerate().filter(|(nth, _)| open >> nth & 1 == 1) {
                let next = square.wrapping_add_signed(*step);
                let own = &mut found[usize::from(grid.spaces[next] - grid.first)];
                if *own == FAR {
                    *own = far + 1;
                    queue.push((next, far + 1));
                }
            }
        }
        found
    }

    /// Returns the number of steps between the nearest spaces of two footprints; `None` if they are not
    /// connected.
    pub fn distance(&mut self, grid: &SquareGrid, one: Footprint, other: Footprint) -> Option<u32> {
        let (from, to) = if one.size.is_single() { (other, one) } else { (one, other) };
        // One row of distances serves many questions about the same small place.
        let (many, few) = (grid.block(from), grid.block(to));
        let mut least = FAR;
        for near in few.squares(grid.width).filter_map(|square| grid.space_of(square)) {
            let row = self.distances_from(grid, near);
            least = least.min(least_of(row, grid, many));
        }
        (least != FAR).then_some(least.into())
    }

    /// True if a piece has room on a footprint: all of it is on the map, and neither terrain nor an edge
    /// between its spaces stops movement.
    pub fn has_standing_room(&self, grid: &SquareGrid, place: Footprint) -> bool {
        let block = grid.block(place);
        let is_open = |(nth, square): (usize, usize)| {
            let (right, below) = (nth % block.across + 1, nth / block.across + 1);
            let stopped = |stops: &[Stops]| stops[square].stops(Stops::MOVE);
            !stopped(&self.inside_stops)
                && (right == block.across || !stopped(&self.right_stops))
                && (below == block.down || !stopped(&self.below_stops))
        };
        grid.has_room(place) && block.squares(grid.width).enumerate().all(is_open)
    }

    /// Marks the spaces at most `range` steps from a footprint.
    pub fn mark_within(
        &mut self,
        grid: &SquareGrid,
        from: Footprint,
        range: u32,
        marked: &mut [bool],
    ) {
        for space in grid.covered(from).collect::<Vec<_>>() {
            let row = self.distances_from(grid, space);
            let near = row.iter().map(|far| *far != FAR && u32::from(*far) <= range);
            marked[usize::from(grid.first)..]
                .iter_mut()
                .zip(near)
                .for_each(|(own, near)| *own |= near);
        }
    }
}

/// Returns the least distance of a row to a square of a block.
fn least_of(row: &[u16], grid: &SquareGrid, block: SquareBlock) -> u16 {
    let spaces = block.squares(grid.width).filter_map(|square| grid.space_of(square));
    spaces.map(|space| row[usize::from(space.0 - grid.first)]).min().unwrap_or(FAR)
}

impl SquareGrid {
    /// True if a space belongs to this map.
    pub fn holds(&self, space: SpaceId) -> bool {
        (usize::from(self.first)..usize::from(self.first) + self.len()).contains(&space.0.into())
    }
}

impl Components {
    /// Returns the grid of the map of a space, if it has one.
    pub fn grid_of(&self, space: SpaceId) -> Option<&SquareGrid> {
        self.grid_of_map(self.space(space).map)
    }

    /// Returns the grid of a map, if it has one.
    pub fn grid_of_map(&self, map: u16) -> Option<&SquareGrid> {
        self.grids.get(usize::from(map))?.as_ref()
    }
}

/// Finds the steps that are open for one purpose.
struct OpenWays<'a> {
    view: &'a GridView,
    grid: &'a SquareGrid,
    what: Stops,
    minded: WordSet,
}

impl OpenWays<'_> {
    fn is_edge_open(&self, word: u8) -> bool {
        self.grid.is_open(word, self.what, self.minded)
    }

    fn is_right_open(&self, square: usize) -> bool {
        self.is_edge_open(self.view.right[square])
    }

    fn is_below_open(&self, square: usize) -> bool {
        self.is_edge_open(self.view.below[square])
    }

    /// True if the way round a corner may pass through a square.
    fn is_inside_open(&self, square: usize) -> bool {
        self.grid.spaces[square] != super::NO_SPACE && self.is_edge_open(self.grid.terrain[square])
    }

    /// Returns the neighbours of a square to which a step is open, one bit each in reading order.
    fn from(&self, square: usize) -> u8 {
        let width = self.grid.width;
        let (above, under) = (square - width, square + width);
        let straight = [
            (1, above, self.is_below_open(above)),
            (3, square - 1, self.is_right_open(square - 1)),
            (4, square + 1, self.is_right_open(square)),
            (6, under, self.is_below_open(square)),
        ];
        let is_space = |square: usize| self.grid.spaces[square] != super::NO_SPACE;
        let mut open = 0;
        for (bit, next, is_open) in straight {
            open |= u8::from(is_open && is_space(next)) << bit;
        }
        if self.grid.diagonal {
            // The point of each corner, by the square above it and to its left.
            let round = [
                (0, above - 1, above - 1, NORTH_WEST),
                (2, above, above + 1, NORTH_EAST),
                (5, square - 1, under - 1, SOUTH_WEST),
                (7, square, under + 1, SOUTH_EAST),
            ];
            for (bit, point, next, to) in round {
                open |= u8::from(is_space(next) && self.is_corner_open(point, to)) << bit;
            }
        }
        open
    }

    /// True if one of the two ways round a point is open to a square at it from the opposite one; the point
    /// is at the lower right corner of the square `north_west`.
    fn is_corner_open(&self, north_west: usize, to: u8) -> bool {
        let squares = [
            north_west,
            north_west + 1,
            north_west + self.grid.width + 1,
            north_west + self.grid.width,
        ];
        let arms = [
            self.is_right_open(squares[0]),
            self.is_below_open(squares[1]),
            self.is_right_open(squares[3]),
            self.is_below_open(squares[0]),
        ];
        let way = |between: u8| {
            let (before, after) = ((between + 3) % 4, between);
            self.is_inside_open(squares[usize::from(between)])
                && arms[usize::from(before)]
                && arms[usize::from(after)]
        };
        way((to + 1) % 4) || way((to + 3) % 4)
    }
}
