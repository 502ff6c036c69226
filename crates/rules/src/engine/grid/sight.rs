//! Lines of sight from corner to corner of squares, in whole numbers: the squares that they cross, the edges
//! that they run along, and the corners that they pass.

mod lines;

use super::super::event::Subject;
use super::footprint::SquareBlock;
use super::view::GridView;
use super::{Footprint, SquareGrid};

/// A point of the grid: the numbers of squares to its left and above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point {
    x: i64,
    y: i64,
}

impl Point {
    fn moved(self, right: i64, down: i64) -> Self {
        Self { x: self.x + right, y: self.y + down }
    }

    /// Returns the step in the opposite direction.
    fn back(self) -> Self {
        Self { x: -self.x, y: -self.y }
    }
}

/// Passed part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LinePart {
    passed: i64,
    whole: i64,
}

/// Obstacle of a line: the middle of a square or an edge, or a corner, in half sides; and the part of the
/// line before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hit {
    at: Point,
    part: LinePart,
}

impl Hit {
    /// Creates a hit so many half sides right of and below a point.
    fn beside(point: Point, right: i64, down: i64, part: LinePart) -> Self {
        Self { at: Point { x: 2 * point.x + right, y: 2 * point.y + down }, part }
    }
}

/// Result of a line: free, or the obstacle.
type LineResult = Result<(), Hit>;

/// Lines between two places: free ones, or the best tries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SightLines {
    /// True if they are free.
    pub free: bool,
    /// Lines, each from a corner to a corner, in half sides of a space: `x0, y0, x1, y1`; the top left corner
    /// of the space at row 3 and column 5 is `10, 6`. Empty for neighbours that see each other without a
    /// line.
    pub lines: Vec<[i32; 4]>,
    /// Obstacle of the first line that is not free: the middle of a space or an edge, or a corner, in half
    /// sides.
    pub hit: Option<[i32; 2]>,
}

/// Buffers of a look.
#[derive(Debug, Default)]
pub struct SightScratch {
    /// Number of the look that last marked each square.
    blocked: Vec<u32>,
    own: Vec<u32>,
    look: u32,
    /// Results of lines by their two corners, if they were tried.
    tried: Vec<Option<LineResult>>,
}

impl SightScratch {
    /// Begins a look: `blocked` places block lines, the two ends do not.
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

/// An end of a look that is logged.
#[derive(Clone, Copy, Debug)]
pub struct SightEnd {
    /// Thing or space at this end.
    pub thing: Subject,
    /// Place of the thing; `None` for a piece that is on no map.
    pub place: Option<Footprint>,
}

/// Order for a look.
#[derive(Clone, Copy, Debug)]
pub struct LookOrder {
    pub from: Footprint,
    pub to: Footprint,
    /// True if two lines are needed, to two corners of one side of a space.
    pub two: bool,
    /// True if the progress of lines that are not free matters.
    pub told: bool,
}

/// Looks from one place to another.
pub fn look(
    grid: &SquareGrid,
    view: &GridView,
    scratch: &mut SightScratch,
    order: LookOrder,
    blocked: impl Iterator<Item = Footprint>,
) -> SightLines {
    let ends = [grid.block(order.from), grid.block(order.to)];
    scratch.begin(grid, ends, blocked);
    let mut sight = Sight { grid, view, scratch, ends };
    let found = match order.two {
        true => sight.find(sight.sides(1), order.told),
        false => sight.find(sight.corners(1).map(|corner| [Some(corner), None]), order.told),
    };
    found.map(|tried| sight.lines_of(tried)).unwrap_or_default()
}

/// Lines from one corner.
#[derive(Clone, Copy, Debug)]
struct Tried {
    from: Point,
    to: [Option<Point>; 2],
    hit: Option<Hit>,
    /// Number of free lines.
    free: usize,
}

impl Tried {
    fn is_free(&self) -> bool {
        self.hit.is_none()
    }

    /// True if more of it is free.
    fn is_better_than(&self, other: &Self) -> bool {
        let (own, others) = (self.part(), other.part());
        self.free > other.free
            || self.free == other.free && own.passed * others.whole > others.passed * own.whole
    }

    fn part(&self) -> LinePart {
        self.hit.map_or(LinePart { passed: 1, whole: 1 }, |hit| hit.part)
    }
}

struct Sight<'a> {
    grid: &'a SquareGrid,
    view: &'a GridView,
    scratch: &'a mut SightScratch,
    ends: [SquareBlock; 2],
}

impl Sight<'_> {
    /// Tries lines from each corner of the first end to one goal after the other, until all lines to one goal
    /// are free. If `told`, returns the best try otherwise.
    fn find(
        &mut self,
        goals: impl Iterator<Item = [Option<Point>; 2]> + Clone,
        told: bool,
    ) -> Option<Tried> {
        let mut best: Option<Tried> = None;
        for from in self.corners(0) {
            for to in goals.clone() {
                if matches!(to, [Some(one), Some(other)] if is_straight(from, one, other)) {
                    continue;
                }
                let mut tried = Tried { from, to, hit: None, free: 0 };
                for corner in to.into_iter().flatten() {
                    match self.tried_line(from, corner) {
                        Ok(()) => tried.free += 1,
                        Err(hit) => tried.hit = tried.hit.or(Some(hit)),
                    }
                    if !told && tried.hit.is_some() {
                        break;
                    }
                }
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

    /// Returns the corners of the spaces of an end, in reading order.
    fn corners(&self, end: usize) -> impl Iterator<Item = Point> + Clone + use<> {
        let width = self.grid.width;
        self.ends[end].squares(width).flat_map(move |square| square_corners(square, width))
    }

    /// Returns the corners of each side of the spaces of an end, in reading order.
    fn sides(&self, end: usize) -> impl Iterator<Item = [Option<Point>; 2]> + Clone + use<> {
        let width = self.grid.width;
        self.ends[end].squares(width).flat_map(move |square| {
            let [nw, ne, sw, se] = square_corners(square, width);
            [[nw, ne], [nw, sw], [ne, se], [sw, se]].map(|side| side.map(Some))
        })
    }

    fn lines_of(&self, tried: Tried) -> SightLines {
        let whole = |x: i64, y: i64| {
            let origin = self.grid.origin;
            [x as i32 + 2 * origin.column, y as i32 + 2 * origin.row]
        };
        let [x0, y0] = whole(2 * tried.from.x, 2 * tried.from.y);
        let line = |to: Point| {
            let [x1, y1] = whole(2 * to.x, 2 * to.y);
            [x0, y0, x1, y1]
        };
        SightLines {
            free: tried.is_free(),
            lines: tried.to.into_iter().flatten().map(line).collect(),
            hit: tried.hit.map(|hit| whole(hit.at.x, hit.at.y)),
        }
    }

    /// Follows a line from a corner of the one end to one of the other, once for each pair.
    fn tried_line(&mut self, from: Point, to: Point) -> LineResult {
        let number = |end: usize, corner: Point| {
            let first = point_of(self.ends[end].square, self.grid.width);
            (corner.x - first.x) as usize
                + (corner.y - first.y) as usize * (self.ends[end].across + 1)
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
}

/// Returns the point at the top left corner of a square.
fn point_of(square: usize, width: usize) -> Point {
    Point { x: (square % width) as i64, y: (square / width) as i64 }
}

/// Returns the corners of a square, in reading order.
fn square_corners(square: usize, width: usize) -> [Point; 4] {
    let first = point_of(square, width);
    [first, first.moved(1, 0), first.moved(0, 1), first.moved(1, 1)]
}

/// True if three points are on one straight line: the lines from the first to the others then coincide.
fn is_straight(from: Point, one: Point, other: Point) -> bool {
    (one.x - from.x) * (other.y - from.y) == (one.y - from.y) * (other.x - from.x)
}
