//! Follows one line of sight: through squares, across edges, along the grid and round corners. In: two
//! corners. Out: nothing if the line is free, else what stops it.

use super::super::Stops;
use super::super::view::{NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST};
use super::{Hit, LineResult, Point, Sight, SightScratch, point_of};

impl Sight<'_> {
    /// Follows a line from a corner to a corner.
    pub fn line(&self, from: Point, to: Point) -> LineResult {
        let (starts, goals) = (self.own_squares(from, 0), self.own_squares(to, 1));
        match ((to.0 - from.0), (to.1 - from.1)) {
            (0, 0) => self.pass(from, (starts, goals), (0, 1)),
            (right, 0) => {
                let line = AlongGrid { from, step: (right.signum(), 0), count: right.abs() };
                self.along_grid(&line, (starts, goals))
            }
            (0, down) => {
                let line = AlongGrid { from, step: (0, down.signum()), count: down.abs() };
                self.along_grid(&line, (starts, goals))
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

    /// A line along the grid: at each of its edges one of the two squares beside it must be free, and
    /// at each point a free square before it and one behind it must hang together.
    fn along_grid(&self, line: &AlongGrid, (starts, goals): (u8, u8)) -> LineResult {
        let mut reached = starts;
        for passed in 0..line.count {
            let around = self.spread(line.point(passed), reached);
            let is_free = |side| around & line.bit_ahead(side) != 0;
            let sides = LINE_SIDES.into_iter().filter(|side| is_free(*side));
            let next = sides.fold(0, |bits, side| bits | line.bit_behind(side));
            if next == 0 {
                return Err(self.stop_along(line, passed, reached));
            }
            reached = next;
        }
        self.pass(line.point(line.count), (reached, goals), (line.count, line.count))
    }

    /// What stops a line along the grid at a point, to which it came on some of its sides.
    fn stop_along(&self, line: &AlongGrid, passed: i64, reached: u8) -> Hit {
        let part = (passed, line.count);
        let comes = |side: &i64| passed > 0 && reached & line.bit_behind(*side) != 0;
        let side = LINE_SIDES.into_iter().find(comes).unwrap_or(LINE_SIDES[0]);
        let (before, ahead) = (line.square(passed - 1, side), line.square(passed, side));
        let crossed = if passed > 0 { self.cross(before, line.step, part) } else { Ok(()) };
        let (x, y) = line.point(passed);
        let entered = crossed.and_then(|()| self.enter(ahead, part));
        entered.err().unwrap_or(Hit { at: (2 * x, 2 * y), part })
    }

    /// Crosses the edge between a square and the next one along the grid.
    fn cross(&self, (x, y): Point, (right, down): Point, part: (i64, i64)) -> LineResult {
        match down {
            0 => self.cross_right((x + right.min(0), y), part),
            _ => self.cross_below((x, y + down.min(0)), part),
        }
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
        if from & to != 0 || self.spread((x, y), from) & to != 0 {
            return Ok(());
        }
        Err(Hit { at: (2 * x, 2 * y), part })
    }

    /// The squares around a point that hang together with some of them, and these.
    fn spread(&self, (x, y): Point, from: u8) -> u8 {
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
        reached
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

/// The sides of a line along the grid: above or left of it, and below or right.
const LINE_SIDES: [i64; 2] = [-1, 1];

/// A line along the grid.
struct AlongGrid {
    from: Point,
    step: Point,
    count: i64,
}

impl AlongGrid {
    /// The point to which it has come after some edges.
    fn point(&self, passed: i64) -> Point {
        (self.from.0 + self.step.0 * passed, self.from.1 + self.step.1 * passed)
    }

    /// The square on one side of its edge of this number.
    fn square(&self, number: i64, side: i64) -> Point {
        let (x, y) = self.point(number);
        match self.step {
            (right, 0) => (x + right.min(0), y + side.min(0)),
            (_, down) => (x + side.min(0), y + down.min(0)),
        }
    }

    /// The bit of the square on one side of it, ahead of a point.
    fn bit_ahead(&self, side: i64) -> u8 {
        corner_bit(towards_side(self.step, side))
    }

    /// The bit of the square on one side of it, behind a point.
    fn bit_behind(&self, side: i64) -> u8 {
        corner_bit(towards_side((-self.step.0, -self.step.1), side))
    }
}

/// The slanted step that stands for a step along the grid on one of its sides.
fn towards_side(step: Point, side: i64) -> Point {
    if step.1 == 0 { (step.0, side) } else { (side, step.1) }
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
