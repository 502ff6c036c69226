//! Follows one line of sight: through squares, across edges, along the grid and round corners. In: two
//! corners. Out: nothing if the line is free, else its obstacle.

use super::super::Stops;
use super::super::view::{NORTH_EAST, NORTH_WEST, SOUTH_EAST, SOUTH_WEST};
use super::{Hit, LinePart, LineResult, Point, Sight, SightScratch, point_of};

/// Squares around a point, one bit each: those that a line comes from, and those that it leads to.
#[derive(Clone, Copy)]
struct Passage {
    from: u8,
    to: u8,
}

impl Sight<'_> {
    /// Follows a line from a corner to a corner.
    pub fn line(&self, from: Point, to: Point) -> LineResult {
        let ends = Passage { from: self.own_squares(from, 0), to: self.own_squares(to, 1) };
        let by = to.moved(-from.x, -from.y);
        let step = Point { x: by.x.signum(), y: by.y.signum() };
        match by {
            Point { x: 0, y: 0 } => self.pass(from, ends, LinePart { passed: 0, whole: 1 }),
            Point { x: count, y: 0 } | Point { x: 0, y: count } => {
                self.along_grid(&AlongGrid { from, step, count: count.abs() }, ends)
            }
            _ => self.slanted(from, step, Point { x: by.x.abs(), y: by.y.abs() }, ends),
        }
    }

    /// Follows a line that crosses squares; `long` has the numbers of columns and rows.
    fn slanted(&self, from: Point, step: Point, long: Point, ends: Passage) -> LineResult {
        let (ahead, behind) = (corner_bit(step), corner_bit(step.back()));
        let whole = long.x * long.y;
        let mut square = from.moved(step.x.min(0), step.y.min(0));
        let mut passed = Point { x: 0, y: 0 };
        let begin = LinePart { passed: 0, whole };
        self.enter(square, begin)?;
        self.pass(from, Passage { from: ends.from, to: ahead }, begin)?;
        loop {
            let (right, down) = ((passed.x + 1) * long.y, (passed.y + 1) * long.x);
            let part = LinePart { passed: right.min(down), whole };
            if right == down {
                passed = passed.moved(1, 1);
                let point = from.moved(step.x * passed.x, step.y * passed.y);
                if passed == long {
                    return self.pass(point, Passage { from: behind, to: ends.to }, part);
                }
                square = square.moved(step.x, step.y);
                self.enter(square, part)?;
                self.pass(point, Passage { from: behind, to: ahead }, part)?;
            } else if right < down {
                self.cross(square, Point { y: 0, ..step }, part)?;
                (passed.x, square.x) = (passed.x + 1, square.x + step.x);
                self.enter(square, part)?;
            } else {
                self.cross(square, Point { x: 0, ..step }, part)?;
                (passed.y, square.y) = (passed.y + 1, square.y + step.y);
                self.enter(square, part)?;
            }
        }
    }

    /// Follows a line along the grid. At each edge one of the two squares beside it must be free, and at each
    /// point a free square before it must be connected with one behind it.
    fn along_grid(&self, line: &AlongGrid, ends: Passage) -> LineResult {
        let mut reached = ends.from;
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
        let whole = LinePart { passed: line.count, whole: line.count };
        self.pass(line.point(line.count), Passage { from: reached, to: ends.to }, whole)
    }

    /// Returns the obstacle of a line along the grid at a point; `reached` are the squares that the line came
    /// from.
    fn stop_along(&self, line: &AlongGrid, passed: i64, reached: u8) -> Hit {
        let part = LinePart { passed, whole: line.count };
        let comes = |side: &i64| passed > 0 && reached & line.bit_behind(*side) != 0;
        let side = LINE_SIDES.into_iter().find(comes).unwrap_or(LINE_SIDES[0]);
        let (before, ahead) = (line.square(passed - 1, side), line.square(passed, side));
        let crossed = if passed > 0 { self.cross(before, line.step, part) } else { Ok(()) };
        let entered = crossed.and_then(|()| self.enter(ahead, part));
        entered.err().unwrap_or(Hit::beside(line.point(passed), 0, 0, part))
    }

    /// Crosses the edge between a square and the next one along the grid.
    fn cross(&self, square: Point, step: Point, part: LinePart) -> LineResult {
        let first = square.moved(step.x.min(0), step.y.min(0));
        let number = self.number(first);
        let (stops, right, down) = match step.y {
            0 => (self.view.right_stops[number], 2, 1),
            _ => (self.view.below_stops[number], 1, 2),
        };
        match stops.stops(Stops::SIGHT) {
            true => Err(Hit::beside(first, right, down, part)),
            false => Ok(()),
        }
    }

    fn is_blocked(&self, square: usize) -> bool {
        let SightScratch { blocked, own, look, .. } = &*self.scratch;
        own[square] != *look
            && (blocked[square] == *look || self.view.inside_stops[square].stops(Stops::SIGHT))
    }

    /// Enters a square, unless it is blocked.
    fn enter(&self, square: Point, part: LinePart) -> LineResult {
        match self.is_blocked(self.number(square)) {
            true => Err(Hit::beside(square, 1, 1, part)),
            false => Ok(()),
        }
    }

    /// Passes a point: the squares on both sides must be connected around it.
    fn pass(&self, point: Point, squares: Passage, part: LinePart) -> LineResult {
        let Passage { from, to } = squares;
        match from & to != 0 || self.spread(point, from) & to != 0 {
            true => Ok(()),
            false => Err(Hit::beside(point, 0, 0, part)),
        }
    }

    /// Returns the squares around a point that are connected with those of `from`, and these.
    fn spread(&self, point: Point, from: u8) -> u8 {
        let north_west = self.number(point.moved(-1, -1));
        let width = self.grid.width;
        let squares = [north_west, north_west + 1, north_west + width + 1, north_west + width];
        let arms = [
            self.view.right_stops[squares[0]],
            self.view.below_stops[squares[1]],
            self.view.right_stops[squares[3]],
            self.view.below_stops[squares[0]],
        ];
        let mut reached = from;
        // Twice round the point in each direction: connections are found from every start.
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

    /// Returns the squares around a point that belong to an end, one bit each.
    fn own_squares(&self, point: Point, end: usize) -> u8 {
        let block = self.ends[end];
        let first = point_of(block.square, self.grid.width);
        let around =
            [(NORTH_WEST, -1, -1), (NORTH_EAST, 0, -1), (SOUTH_EAST, 0, 0), (SOUTH_WEST, -1, 0)];
        around.into_iter().fold(0, |bits, (at, right, down)| {
            let square = point.moved(right, down);
            let is_own = (first.x..first.x + block.across as i64).contains(&square.x)
                && (first.y..first.y + block.down as i64).contains(&square.y);
            bits | u8::from(is_own) << at
        })
    }

    fn number(&self, square: Point) -> usize {
        square.y as usize * self.grid.width + square.x as usize
    }
}

/// Sides of a line along the grid: above or left of it, and below or right.
const LINE_SIDES: [i64; 2] = [-1, 1];

/// A line along the grid.
struct AlongGrid {
    from: Point,
    step: Point,
    count: i64,
}

impl AlongGrid {
    /// Returns the point that is reached after some edges.
    fn point(&self, passed: i64) -> Point {
        self.from.moved(self.step.x * passed, self.step.y * passed)
    }

    /// Returns the square on one side of the edge with this number.
    fn square(&self, number: i64, side: i64) -> Point {
        let slanted = towards_side(self.step, side);
        self.point(number).moved(slanted.x.min(0), slanted.y.min(0))
    }

    /// Returns the bit of the square on one side of the line, ahead of a point.
    fn bit_ahead(&self, side: i64) -> u8 {
        corner_bit(towards_side(self.step, side))
    }

    /// Returns the bit of the square on one side of the line, behind a point.
    fn bit_behind(&self, side: i64) -> u8 {
        corner_bit(towards_side(self.step.back(), side))
    }
}

/// Returns the diagonal step for a step along the grid on one of its sides.
fn towards_side(step: Point, side: i64) -> Point {
    if step.y == 0 { Point { y: side, ..step } } else { Point { x: side, ..step } }
}

/// Returns the bit of the square in a direction from a point.
fn corner_bit(step: Point) -> u8 {
    1 << match (step.x > 0, step.y > 0) {
        (false, false) => NORTH_WEST,
        (true, false) => NORTH_EAST,
        (true, true) => SOUTH_EAST,
        (false, true) => SOUTH_WEST,
    }
}
