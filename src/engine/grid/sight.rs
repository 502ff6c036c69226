//! Lines of sight from corner to corner of squares, in whole numbers: what they cross, what they may
//! look along, and which corners they pass.

use super::footprint::SquareBlock;
use super::view::{GridView, NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST};
use super::{Footprint, SquareGrid, Stops};

/// A point of the grid: how many squares right and down.
type Point = (i64, i64);

/// What stops a line: the middle of the square or the edge, or the corner, in half sides; and after
/// which part of the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hit {
    at: Point,
    part: (i64, i64),
}

/// What became of a line.
type LineResult = Result<(), Hit>;

/// Lines between two places: free ones, or the best that there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SightLines {
    /// Whether they are free.
    pub free: bool,
    /// Each from a corner to a corner, in half sides of a space: `x0, y0, x1, y1`; the top left
    /// corner of the space at row 3 and column 5 is `10, 6`. None for neighbours that see each other
    /// without any.
    pub lines: Vec<[i32; 4]>,
    /// What stops the first that is not free: the middle of a space or an edge, or a corner, in half
    /// sides.
    pub hit: Option<[i32; 2]>,
}

/// Room for one look.
#[derive(Debug, Default)]
pub(in crate::engine) struct SightScratch {
    /// The number of the look that last marked a square.
    blocked: Vec<u32>,
    own: Vec<u32>,
    look: u32,
    /// Lines that were tried, by their two corners.
    tried: Vec<Option<LineResult>>,
}

impl SightScratch {
    /// Begins a look: both ends block nothing, and `blocked` does.
    fn begin(
        &mut self,
        grid: &SquareGrid,
        ends: [SquareBlock; 2],
        blocked: impl Iterator<Item = Footprint>,
    ) {
        let count = grid.spaces.len();
        if self.blocked.len() < count {
            self.blocked.resize(count, 0);
            self.own.resize(count, 0);
        }
        self.look = self.look.wrapping_add(1);
        if self.look == 0 {
            self.blocked.fill(0);
            self.own.fill(0);
            self.look = 1;
        }
        for square in ends.into_iter().flat_map(|block| block.squares(grid.width)) {
            self.own[square] = self.look;
        }
        for place in blocked.filter(|place| grid.holds(place.space)) {
            for space in grid.covered(place) {
                self.blocked[grid.square_of(space)] = self.look;
            }
        }
        let corners = |block: SquareBlock| (block.across + 1) * (block.down + 1);
        self.tried.clear();
        self.tried.resize(corners(ends[0]) * corners(ends[1]), None);
    }
}

/// What is asked of a look.
#[derive(Clone, Copy, Debug)]
pub(super) struct LookOrder {
    pub(super) from: Footprint,
    pub(super) to: Footprint,
    /// Whether two lines are needed, to two corners of one side of a space.
    pub(super) two: bool,
    /// Whether it matters how far the lines come that are not free.
    pub(super) told: bool,
}

/// Looks from one place to another.
pub(super) fn look(
    (grid, view): (&SquareGrid, &GridView),
    scratch: &mut SightScratch,
    order: LookOrder,
    blocked: impl Iterator<Item = Footprint>,
) -> SightLines {
    let ends = [grid.block(order.from), grid.block(order.to)];
    scratch.begin(grid, ends, blocked);
    let mut sight = Sight { grid, view, scratch, ends };
    let found = if order.two { sight.two_lines(order.told) } else { sight.one_line(order.told) };
    found.map(|tried| sight.lines_of(tried)).unwrap_or_default()
}

/// Lines from one corner.
#[derive(Clone, Copy, Debug)]
struct Tried {
    from: Point,
    to: [Option<Point>; 2],
    hit: Option<Hit>,
    /// How many are free.
    free: usize,
}

impl Tried {
    fn is_free(&self) -> bool {
        self.hit.is_none()
    }

    /// Whether more of it is free.
    fn is_better_than(&self, other: &Self) -> bool {
        let ((own, whole), (others, wholes)) = (part_of(self.hit), part_of(other.hit));
        self.free > other.free || self.free == other.free && own * wholes > others * whole
    }
}

fn part_of(hit: Option<Hit>) -> (i64, i64) {
    hit.map_or((1, 1), |hit| hit.part)
}

struct Sight<'a> {
    grid: &'a SquareGrid,
    view: &'a GridView,
    scratch: &'a mut SightScratch,
    ends: [SquareBlock; 2],
}

impl Sight<'_> {
    fn one_line(&mut self, told: bool) -> Option<Tried> {
        let mut best: Option<Tried> = None;
        for from in self.corners(0) {
            for to in self.corners(1) {
                let result = self.tried_line(from, to);
                let tried = Tried {
                    from,
                    to: [Some(to), None],
                    hit: result.err(),
                    free: usize::from(result.is_ok()),
                };
                if tried.is_free() {
                    return Some(tried);
                }
                if told && best.is_none_or(|best| tried.is_better_than(&best)) {
                    best = Some(tried);
                }
            }
        }
        best
    }

    fn two_lines(&mut self, told: bool) -> Option<Tried> {
        let mut best: Option<Tried> = None;
        for from in self.corners(0) {
            for (one, other) in self.sides(1) {
                if is_straight(from, one, other) {
                    continue;
                }
                let first = self.tried_line(from, one);
                if first.is_err() && !told {
                    continue;
                }
                let second = self.tried_line(from, other);
                let free = usize::from(first.is_ok()) + usize::from(second.is_ok());
                let hit = first.err().or(second.err());
                let tried = Tried { from, to: [Some(one), Some(other)], hit, free };
                if tried.is_free() {
                    return Some(tried);
                }
                if told && best.is_none_or(|best| tried.is_better_than(&best)) {
                    best = Some(tried);
                }
            }
        }
        best
    }

    /// The corners of the spaces of an end, in reading order.
    fn corners(&self, end: usize) -> impl Iterator<Item = Point> + use<> {
        let width = self.grid.width;
        self.ends[end].squares(width).flat_map(move |square| {
            let (x, y) = point_of(square, width);
            [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
        })
    }

    /// The corners of each side of the spaces of an end, in reading order.
    fn sides(&self, end: usize) -> impl Iterator<Item = (Point, Point)> + use<> {
        let width = self.grid.width;
        self.ends[end].squares(width).flat_map(move |square| {
            let (x, y) = point_of(square, width);
            let [nw, ne, sw, se] = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
            [(nw, ne), (nw, sw), (ne, se), (sw, se)]
        })
    }

    fn lines_of(&self, tried: Tried) -> SightLines {
        let whole = |(x, y): Point| {
            let origin = self.grid.origin;
            [x as i32 + 2 * origin.column, y as i32 + 2 * origin.row]
        };
        let [x0, y0] = whole((2 * tried.from.0, 2 * tried.from.1));
        let line = |(x, y): Point| {
            let [x1, y1] = whole((2 * x, 2 * y));
            [x0, y0, x1, y1]
        };
        SightLines {
            free: tried.is_free(),
            lines: tried.to.into_iter().flatten().map(line).collect(),
            hit: tried.hit.map(|hit| whole(hit.at)),
        }
    }

    /// A line from a corner of the one end to one of the other; each is followed once.
    fn tried_line(&mut self, from: Point, to: Point) -> LineResult {
        let number = |end: usize, (x, y): Point| {
            let (left, top) = point_of(self.ends[end].square, self.grid.width);
            (x - left) as usize + (y - top) as usize * (self.ends[end].across + 1)
        };
        let corners = (self.ends[1].across + 1) * (self.ends[1].down + 1);
        let at = number(0, from) * corners + number(1, to);
        if let Some(known) = self.scratch.tried[at] {
            return known;
        }
        let result = self.line(from, to);
        self.scratch.tried[at] = Some(result);
        result
    }

    fn line(&self, from: Point, to: Point) -> LineResult {
        let (starts, goals) = (self.own_squares(from, 0), self.own_squares(to, 1));
        match ((to.0 - from.0), (to.1 - from.1)) {
            (0, 0) => self.pass(from, (starts, goals), (0, 1)),
            (right, 0) => {
                let line = AlongGrid { from, step: (right.signum(), 0), count: right.abs() };
                self.either_side(&line, (starts, goals))
            }
            (0, down) => {
                let line = AlongGrid { from, step: (0, down.signum()), count: down.abs() };
                self.either_side(&line, (starts, goals))
            }
            (right, down) => self.slanted(from, (right, down), (starts, goals)),
        }
    }

    /// A line that crosses squares.
    fn slanted(&self, from: Point, (right, down): Point, (starts, goals): (u8, u8)) -> LineResult {
        let (step, long) = ((right.signum(), down.signum()), (right.abs(), down.abs()));
        let (ahead, behind) = (corner_bit(step), corner_bit((-step.0, -step.1)));
        let whole = long.0 * long.1;
        let mut square = (from.0 + step.0.min(0), from.1 + step.1.min(0));
        let mut passed = (0, 0);
        self.enter(square, (0, whole))?;
        self.pass(from, (starts, ahead), (0, whole))?;
        loop {
            let next = ((passed.0 + 1) * long.1, (passed.1 + 1) * long.0);
            let part = (next.0.min(next.1), whole);
            if next.0 == next.1 {
                passed = (passed.0 + 1, passed.1 + 1);
                let point = (from.0 + step.0 * passed.0, from.1 + step.1 * passed.1);
                if passed == long {
                    return self.pass(point, (behind, goals), part);
                }
                square = (square.0 + step.0, square.1 + step.1);
                self.enter(square, part)?;
                self.pass(point, (behind, ahead), part)?;
            } else if next.0 < next.1 {
                self.cross_right((square.0.min(square.0 + step.0), square.1), part)?;
                (passed.0, square.0) = (passed.0 + 1, square.0 + step.0);
                self.enter(square, part)?;
            } else {
                self.cross_below((square.0, square.1.min(square.1 + step.1)), part)?;
                (passed.1, square.1) = (passed.1 + 1, square.1 + step.1);
                self.enter(square, part)?;
            }
        }
    }

    /// A line along the grid is free if one of its two sides is.
    fn either_side(&self, line: &AlongGrid, ends: (u8, u8)) -> LineResult {
        let Err(one) = self.one_side(line, -1, ends) else { return Ok(()) };
        let Err(other) = self.one_side(line, 0, ends) else { return Ok(()) };
        Err(if other.part.0 > one.part.0 { other } else { one })
    }

    /// Follows a line along the grid on its upper or left side (-1), or on the other (0).
    fn one_side(&self, line: &AlongGrid, side: i64, (starts, goals): (u8, u8)) -> LineResult {
        let (step, level) = (line.step, step_on_side(line.step, side));
        let (ahead, behind) =
            (corner_bit(level), corner_bit(step_on_side((-step.0, -step.1), side)));
        let mut square = line.first_square(side);
        self.enter(square, (0, line.count))?;
        self.pass(line.from, (starts, ahead), (0, line.count))?;
        for passed in 1..line.count {
            let part = (passed, line.count);
            let next = (square.0 + step.0, square.1 + step.1);
            let first = (square.0.min(next.0), square.1.min(next.1));
            if step.1 == 0 {
                self.cross_right(first, part)?
            } else {
                self.cross_below(first, part)?
            }
            square = next;
            self.enter(square, part)?;
        }
        let end = (line.from.0 + step.0 * line.count, line.from.1 + step.1 * line.count);
        self.pass(end, (behind, goals), (line.count, line.count))
    }

    fn is_blocked(&self, square: usize) -> bool {
        let SightScratch { blocked, own, look, .. } = &*self.scratch;
        own[square] != *look
            && (blocked[square] == *look || self.view.inside_stops[square].stops(Stops::SIGHT))
    }

    /// Goes into a square, unless it is blocked.
    fn enter(&self, (x, y): Point, part: (i64, i64)) -> LineResult {
        match self.is_blocked(self.number((x, y))) {
            true => Err(Hit { at: (2 * x + 1, 2 * y + 1), part }),
            false => Ok(()),
        }
    }

    /// Crosses the right edge of a square.
    fn cross_right(&self, (x, y): Point, part: (i64, i64)) -> LineResult {
        match self.view.right_stops[self.number((x, y))].stops(Stops::SIGHT) {
            true => Err(Hit { at: (2 * x + 2, 2 * y + 1), part }),
            false => Ok(()),
        }
    }

    /// Crosses the lower edge of a square.
    fn cross_below(&self, (x, y): Point, part: (i64, i64)) -> LineResult {
        match self.view.below_stops[self.number((x, y))].stops(Stops::SIGHT) {
            true => Err(Hit { at: (2 * x + 1, 2 * y + 2), part }),
            false => Ok(()),
        }
    }

    /// Passes a point from one of some squares around it to one of others, one bit each: they must
    /// hang together around the point.
    fn pass(&self, (x, y): Point, (from, to): (u8, u8), part: (i64, i64)) -> LineResult {
        if from & to != 0 || self.hangs_together((x, y), from, to) {
            return Ok(());
        }
        Err(Hit { at: (2 * x, 2 * y), part })
    }

    fn hangs_together(&self, (x, y): Point, from: u8, to: u8) -> bool {
        let north_west = self.number((x - 1, y - 1));
        let width = self.grid.width;
        let squares = [north_west, north_west + 1, north_west + width + 1, north_west + width];
        let arms = [
            self.view.right_stops[squares[0]],
            self.view.below_stops[squares[1]],
            self.view.right_stops[squares[3]],
            self.view.below_stops[squares[0]],
        ];
        let mut reached = from;
        // Twice round the point: what hangs together is found from every start.
        for at in (0..4).chain(0..4).chain((0..4).rev()).chain((0..4).rev()) {
            let next = (at + 1) % 4;
            let joined = reached >> at & 1 != reached >> next & 1 && !arms[at].stops(Stops::SIGHT);
            let other = if reached >> at & 1 == 1 { next } else { at };
            if joined && !self.is_blocked(squares[other]) {
                reached |= 1 << other;
            }
        }
        reached & to != 0
    }

    /// The squares around a point that belong to an end, one bit each.
    fn own_squares(&self, (x, y): Point, end: usize) -> u8 {
        let block = self.ends[end];
        let (left, top) = point_of(block.square, self.grid.width);
        let holds = |x: i64, y: i64| {
            (left..left + block.across as i64).contains(&x)
                && (top..top + block.down as i64).contains(&y)
        };
        let around = [
            (NORTH_WEST, x - 1, y - 1),
            (NORTH_EAST, x, y - 1),
            (SOUTH_EAST, x, y),
            (SOUTH_WEST, x - 1, y),
        ];
        around.into_iter().fold(0, |bits, (at, x, y)| bits | u8::from(holds(x, y)) << at)
    }

    fn number(&self, (x, y): Point) -> usize {
        y as usize * self.grid.width + x as usize
    }
}

/// A line along the grid.
struct AlongGrid {
    from: Point,
    step: Point,
    count: i64,
}

impl AlongGrid {
    /// The first square on its upper or left side (-1), or on the other (0).
    fn first_square(&self, side: i64) -> Point {
        let (x, y) = self.from;
        match self.step {
            (right, 0) => (x + right.min(0), y + side),
            (_, down) => (x + side, y + down.min(0)),
        }
    }
}

/// The slanted step that stands for a step along the grid on one of its sides.
fn step_on_side(step: Point, side: i64) -> Point {
    let beside = if side < 0 { -1 } else { 1 };
    if step.1 == 0 { (step.0, beside) } else { (beside, step.1) }
}

/// The bit of the square that lies in a direction from a point.
fn corner_bit(step: Point) -> u8 {
    1 << match (step.0 > 0, step.1 > 0) {
        (false, false) => NORTH_WEST,
        (true, false) => NORTH_EAST,
        (true, true) => SOUTH_EAST,
        (false, true) => SOUTH_WEST,
    }
}

/// The point at the top left corner of a square.
fn point_of(square: usize, width: usize) -> Point {
    ((square % width) as i64, (square / width) as i64)
}

/// Whether three points lie on one straight line: two lines to them from the first lie upon each
/// other.
fn is_straight(from: Point, one: Point, other: Point) -> bool {
    (one.0 - from.0) * (other.1 - from.1) == (one.1 - from.1) * (other.0 - from.0)
}
