//! Searches routes: places are reached in the order of their cost. In: a grid, the place of a piece, and the
//! order for the walk. Out: all places with the routes to them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::super::footprint::{QUARTER_TURN, SquareBlock};
use super::super::view::{ALL_WORDS, GridView, WordSet};
use super::super::{EdgeSide, Footprint, NO_SPACE, PieceSize, SquareGrid, Stops};
use super::{WalkOrder, WalkStop, Walks};
use crate::engine::ids::{PieceId, SpaceId};

/// Degrees after which a piece covers the same spaces again.
const HALF_TURN: u16 = 180;

/// Record of a place: a square of the piece, and one of its two rotations.
#[derive(Clone, Copy, Debug, Default)]
struct PlaceMark {
    /// Number of the walk that wrote it.
    walk: u32,
    cost: u32,
    ways: u64,
    /// Previous place, and steps over corners on the way.
    before: u32,
    corners: u32,
    /// Number among the reached places, once it is one.
    number: Option<u32>,
    /// True if the piece has room there; `None` if that is not known yet.
    fits: Option<bool>,
}

/// A way to a place: the previous place, the cost, and the number of corners in the last step.
#[derive(Clone, Copy)]
struct WayTo {
    before: u32,
    cost: u32,
    corners: u32,
}

/// Effects of pieces on a square.
#[derive(Clone, Copy, Debug, Default)]
struct SquareMark {
    walk: u32,
    through: u32,
    barred: bool,
    no_end: bool,
}

/// Buffers of a walk.
#[derive(Debug, Default)]
pub struct WalkScratch {
    places: Vec<PlaceMark>,
    squares: Vec<SquareMark>,
    walk: u32,
    open: BinaryHeap<Reverse<(u32, u32)>>,
    routes: [Vec<u32>; 2],
}

impl WalkScratch {
    fn begin(&mut self, count: usize) {
        if self.squares.len() < count {
            self.squares.resize(count, SquareMark::default());
            self.places.resize(2 * count, PlaceMark::default());
        }
        self.open.clear();
        self.walk = self.walk.wrapping_add(1);
        if self.walk == 0 {
            self.squares.fill(SquareMark::default());
            self.places.fill(PlaceMark::default());
            self.walk = 1;
        }
    }

    fn square(&mut self, square: usize) -> &mut SquareMark {
        let mark = &mut self.squares[square];
        if mark.walk != self.walk {
            *mark = SquareMark { walk: self.walk, ..SquareMark::default() };
        }
        mark
    }

    fn place(&mut self, place: u32) -> &mut PlaceMark {
        let mark = &mut self.places[place as usize];
        if mark.walk != self.walk {
            *mark = PlaceMark { walk: self.walk, cost: u32::MAX, ..PlaceMark::default() };
        }
        mark
    }

    fn mark_squares(&mut self, grid: &SquareGrid, order: &WalkOrder) {
        let mut each = |place: Footprint, change: &dyn Fn(&mut SquareMark)| {
            if grid.holds(place.space) {
                grid.covered(place).for_each(|space| change(self.square(grid.square_of(space))));
            }
        };
        for (place, extra) in &order.through {
            each(*place, &|mark| mark.through = mark.through.max(*extra));
        }
        order.barred.iter().for_each(|place| each(*place, &|mark| mark.barred = true));
        order.ends.iter().for_each(|place| each(*place, &|mark| mark.no_end = true));
    }
}

/// Start of a walk.
#[derive(Clone, Copy, Debug)]
pub struct WalkStart {
    pub piece: PieceId,
    pub from: SpaceId,
    /// The size of the piece when it is not turned.
    pub size: PieceSize,
    /// Degrees by which the piece is turned.
    pub rotation: u16,
}

/// Returns the walks of a piece.
pub fn walks_of(
    grid: &SquareGrid,
    view: &mut GridView,
    scratch: &mut WalkScratch,
    start: WalkStart,
    order: &WalkOrder,
) -> Walks {
    let WalkStart { piece, from, size, rotation } = start;
    scratch.begin(grid.spaces.len());
    scratch.mark_squares(grid, order);
    let minded = order.free_of.iter().fold(ALL_WORDS, |words, word| words.without(*word));
    let mut extra = [0; 256];
    for (word, points) in order.extra.iter().filter(|(word, _)| !order.free_of.contains(word)) {
        extra[usize::from(*word)] = *points;
    }
    let can_turn = size.across != size.down && rotation % QUARTER_TURN == 0;
    let turn = order.turn.filter(|_| can_turn);
    let rotations = match turn {
        Some(_) => {
            [rotation / HALF_TURN * HALF_TURN, rotation / HALF_TURN * HALF_TURN + QUARTER_TURN]
        }
        None => [rotation, rotation],
    };
    if size.is_single() {
        view.walkable(grid, minded);
    }
    let start = 2 * grid.square_of(from) as u32 + u32::from(rotation != rotations[0]);
    let mut search = WalkSearch {
        grid,
        view,
        scratch,
        sizes: rotations.map(|rotation| size.turned(rotation)),
        rotations,
        minded,
        extra,
        points: order.points,
        turn,
        places: Vec::new(),
        ends: Vec::new(),
    };
    search.run(start);
    Walks { piece, size, edges: Vec::new(), places: search.places, ends: search.ends }
}

struct WalkSearch<'a> {
    grid: &'a SquareGrid,
    view: &'a mut GridView,
    scratch: &'a mut WalkScratch,
    /// The two rotations: sizes, and degrees.
    sizes: [PieceSize; 2],
    rotations: [u16; 2],
    minded: WordSet,
    /// Extra points by terrain.
    extra: [u32; 256],
    points: u32,
    turn: Option<u32>,
    places: Vec<WalkStop>,
    ends: Vec<u32>,
}

impl WalkSearch<'_> {
    fn run(&mut self, start: u32) {
        *self.scratch.place(start) = PlaceMark {
            walk: self.scratch.walk,
            ways: 1,
            before: start,
            fits: Some(true),
            ..PlaceMark::default()
        };
        self.scratch.open.push(Reverse((0, start)));
        while let Some(Reverse((cost, place))) = self.scratch.open.pop() {
            if self.scratch.place(place).number.is_none() {
                self.arrive(place, cost);
                match self.sizes[0].is_single() {
                    true => self.small_steps(place, cost),
                    false => self.large_steps(place, cost),
                }
            }
        }
    }

    /// Adds a place to the list of reached ones.
    fn arrive(&mut self, place: u32, cost: u32) {
        let number = self.places.len() as u32;
        let mark = self.scratch.place(place);
        mark.number = Some(number);
        let PlaceMark { ways, before, corners, .. } = *mark;
        let before = self.scratch.place(before).number.unwrap_or_default();
        let (square, lies) = (place as usize / 2, place as usize % 2);
        let Some(space) = self.grid.space_of(square) else { return };
        let rotation = self.rotations[lies];
        self.places.push(WalkStop { space, rotation, cost, ways, corners, before });
        let mut squares = self.block(place).squares(self.grid.width);
        if squares.all(|square| !self.scratch.square(square).no_end) {
            self.ends.push(number);
        }
    }

    fn block(&self, place: u32) -> SquareBlock {
        self.grid.block_at(place as usize / 2, self.sizes[place as usize % 2])
    }

    fn small_steps(&mut self, place: u32, cost: u32) {
        let square = place as usize / 2;
        let open = self.view.walkable(self.grid, self.minded)[square];
        for (nth, step) in self.grid.steps().into_iter().enumerate() {
            let next = square.wrapping_add_signed(step);
            if open >> nth & 1 == 1 && self.has_free_inside(next) {
                let points = 1 + self.entry_cost(std::iter::once(next));
                let corners = u32::from(matches!(nth, 0 | 2 | 5 | 7));
                let way = WayTo { before: place, cost: cost + points, corners };
                self.reach((2 * next) as u32 + place % 2, way);
            }
        }
    }

    fn large_steps(&mut self, place: u32, cost: u32) {
        for nth in [1, 3, 4, 6] {
            let step = self.grid.steps()[nth];
            let from = self.block(place);
            let square = from.square.wrapping_add_signed(step);
            let to = SquareBlock { square, ..from };
            let next = (2 * square) as u32 + place % 2;
            if self.is_front_open(from, nth) && self.has_room(next, to) {
                let points = 1 + self.entry_cost(self.new_squares(from, to));
                self.reach(next, WayTo { before: place, cost: cost + points, corners: 0 });
            }
        }
        if let Some(turn) = self.turn {
            self.turns(place, cost + turn);
        }
    }

    /// Adds quarter turns after which the piece still covers at least half of its spaces.
    fn turns(&mut self, place: u32, cost: u32) {
        let (from, width) = (self.block(place), self.grid.width);
        let turned = (place % 2) ^ 1;
        let side = from.across.max(from.down);
        let (x, y) = (from.square % width, from.square / width);
        let height = self.grid.spaces.len() / width;
        for top in y.saturating_sub(side)..(y + side + 1).min(height) {
            for left in x.saturating_sub(side)..(x + side + 1).min(width) {
                let square = top * width + left;
                let next = (2 * square) as u32 + turned;
                let to = self.block(next);
                let shared = self.shared_squares(from, to);
                if 2 * shared >= from.across * from.down && self.has_room(next, to) {
                    let points = self.entry_cost(self.new_squares(from, to));
                    self.reach(next, WayTo { before: place, cost: cost + points, corners: 0 });
                }
            }
        }
    }

    /// Returns the number of squares that two blocks share.
    fn shared_squares(&self, one: SquareBlock, other: SquareBlock) -> usize {
        let width = self.grid.width;
        let overlap = |a: usize, long: usize, b: usize, other: usize| {
            (a + long).min(b + other).saturating_sub(a.max(b))
        };
        overlap(one.square % width, one.across, other.square % width, other.across)
            * overlap(one.square / width, one.down, other.square / width, other.down)
    }

    /// Returns the squares of the block `to` that `from` lacks.
    fn new_squares(
        &self,
        from: SquareBlock,
        to: SquareBlock,
    ) -> impl Iterator<Item = usize> + Clone + use<> {
        let width = self.grid.width;
        let (left, top) = (from.square % width, from.square / width);
        to.squares(width).filter(move |square| {
            let (x, y) = (square % width, square / width);
            !((left..left + from.across).contains(&x) && (top..top + from.down).contains(&y))
        })
    }

    /// Returns the extra points to enter squares with one step: the most of their terrain, plus the most of
    /// the pieces there.
    fn entry_cost(&mut self, squares: impl Iterator<Item = usize> + Clone) -> u32 {
        let terrain =
            squares.clone().map(|square| self.extra[usize::from(self.grid.terrain[square])]);
        let terrain = terrain.max().unwrap_or(0);
        terrain + squares.map(|square| self.scratch.square(square).through).max().unwrap_or(0)
    }

    /// True if a square can be entered, whatever the way.
    fn has_free_inside(&mut self, square: usize) -> bool {
        self.grid.spaces[square] != NO_SPACE
            && self.grid.is_open(self.grid.terrain[square], Stops::MOVE, self.minded)
            && !self.scratch.square(square).barred
    }

    /// True if the piece has room at a place: all squares can be entered, and no edge between them stops
    /// movement.
    fn has_room(&mut self, place: u32, block: SquareBlock) -> bool {
        if let Some(known) = self.scratch.place(place).fits {
            return known;
        }
        let size = self.sizes[place as usize % 2];
        let is_whole = (block.across, block.down) == (size.across.into(), size.down.into());
        let fits = is_whole
            && block.squares(self.grid.width).all(|square| self.has_free_inside(square))
            && self.has_open_inside(block);
        self.scratch.place(place).fits = Some(fits);
        fits
    }

    /// True if no edge between the squares of a block stops movement.
    fn has_open_inside(&self, block: SquareBlock) -> bool {
        let (width, across) = (self.grid.width, block.across);
        let mut squares = block.squares(width).enumerate();
        squares.all(|(nth, square)| {
            let right = nth % across + 1 == across || self.is_open(square, EdgeSide::Right);
            let below = nth / across + 1 == block.down || self.is_open(square, EdgeSide::Below);
            right && below
        })
    }

    /// True if an edge of a square can be crossed.
    fn is_open(&self, square: usize, side: EdgeSide) -> bool {
        let word = match side {
            EdgeSide::Right => self.view.right[square],
            EdgeSide::Below => self.view.below[square],
        };
        self.grid.is_open(word, Stops::MOVE, self.minded)
    }

    /// True if a block can cross all edges in a direction; `direction` is the number of a step in reading
    /// order.
    fn is_front_open(&self, block: SquareBlock, direction: usize) -> bool {
        let width = self.grid.width;
        let mut squares = block.squares(width).enumerate();
        squares.all(|(nth, square)| match direction {
            1 => nth / block.across > 0 || self.is_open(square - width, EdgeSide::Below),
            3 => nth % block.across > 0 || self.is_open(square - 1, EdgeSide::Right),
            4 => nth % block.across + 1 < block.across || self.is_open(square, EdgeSide::Right),
            _ => nth / block.across + 1 < block.down || self.is_open(square, EdgeSide::Below),
        })
    }

    /// Notes a way to a place.
    fn reach(&mut self, place: u32, WayTo { before, cost, corners }: WayTo) {
        if cost > self.points {
            return;
        }
        let PlaceMark { ways: more, corners: passed, .. } = *self.scratch.place(before);
        let corners = passed + corners;
        let mark = *self.scratch.place(place);
        if cost < mark.cost {
            let new = PlaceMark { cost, ways: more, before, corners, ..mark };
            *self.scratch.place(place) = new;
            self.scratch.open.push(Reverse((cost, place)));
        } else if cost == mark.cost && mark.number.is_none() {
            self.scratch.place(place).ways = mark.ways.saturating_add(more);
            let is_first = corners < mark.corners
                || corners == mark.corners && self.is_earlier(place, [before, mark.before]);
            if is_first {
                let mark = self.scratch.place(place);
                (mark.before, mark.corners) = (before, corners);
            }
        }
    }

    /// True if the route to a place through the first of `others` comes before the one through the second in
    /// reading order.
    fn is_earlier(&mut self, place: u32, others: [u32; 2]) -> bool {
        let mut routes = std::mem::take(&mut self.scratch.routes);
        for (route, last) in routes.iter_mut().zip(others) {
            route.clear();
            route.push(place);
            let mut at = last;
            loop {
                route.push(at);
                let before = self.scratch.place(at).before;
                if before == at {
                    break;
                }
                at = before;
            }
            route.reverse();
        }
        let is_earlier = routes[0] < routes[1];
        self.scratch.routes = routes;
        is_earlier
    }
}
