//! Squares of a map: neighbours, straight lines across them, and lines of sight. In: rows and columns of
//! squares. All numbers are whole: half a side of a square counts as 1, so middles have even and corners odd
//! numbers.

use std::collections::BTreeSet;

use super::space::Hex;

/// A middle or a corner of a square, in half sides.
#[derive(Clone, Copy)]
struct GridPoint {
    right: i64,
    down: i64,
}

/// A straight line from one point to another.
#[derive(Clone, Copy)]
struct GridLine {
    from: GridPoint,
    to: GridPoint,
}

/// Returns the squares around one, in reading order; with those that share only a corner if `diagonal`.
pub fn squares_around(square: Hex, diagonal: bool) -> Vec<Hex> {
    let steps = (-1..=1).flat_map(|row| (-1..=1).map(move |column| (row, column)));
    let touches = |(row, column): &(i32, i32)| match row.abs() + column.abs() {
        1 => true,
        2 => diagonal,
        _ => false,
    };
    let by = |(row, column)| Hex { row: square.row + row, column: square.column + column };
    steps.filter(touches).map(by).collect()
}

/// Returns those of `squares` that the straight line between the middles of two crosses, one by one, without
/// the two.
pub fn squares_between<'s>(
    squares: impl Iterator<Item = &'s Hex>,
    one: Hex,
    other: Hex,
) -> Vec<Vec<Hex>> {
    let line = GridLine { from: middle(one), to: middle(other) };
    let inner = squares.copied().filter(|square| *square != one && *square != other);
    let mut crossed: Vec<Hex> = inner.filter(|square| line.crosses(*square)).collect();
    crossed.sort_by_key(|square| line.way_to(middle(*square)));
    crossed.into_iter().map(|square| vec![square]).collect()
}

/// True if some straight line from a corner of one square to a corner of another crosses no blocked square,
/// and does not run along the edge of two blocked ones.
pub fn is_in_sight(one: Hex, other: Hex, blocked: &BTreeSet<Hex>) -> bool {
    let lines =
        corners(one).into_iter().flat_map(|from| corners(other).map(|to| GridLine { from, to }));
    lines.into_iter().any(|line| {
        blocked.iter().all(|square| !line.crosses(*square) && !line.is_shut_edge(*square, blocked))
    })
}

impl GridLine {
    /// True if the line runs along the right or the lower edge of a blocked square, and the square beyond is
    /// blocked too.
    fn is_shut_edge(self, square: Hex, blocked: &BTreeSet<Hex>) -> bool {
        let (Self { from, to }, at) = (self, middle(square));
        let within = |at: i64, a: i64, b: i64| a.min(b) < at && at < a.max(b);
        let right = from.right == to.right
            && from.right == at.right + 1
            && within(at.down, from.down, to.down);
        let below = from.down == to.down
            && from.down == at.down + 1
            && within(at.right, from.right, to.right);
        right && blocked.contains(&Hex { column: square.column + 1, ..square })
            || below && blocked.contains(&Hex { row: square.row + 1, ..square })
    }

    /// True if the line passes through the inside of a square, and not only along its edge or corner.
    fn crosses(self, square: Hex) -> bool {
        let (Self { from, to }, at) = (self, middle(square));
        let (right, down) = (to.right - from.right, to.down - from.down);
        let beside = (right * (at.down - from.down) - down * (at.right - from.right)).abs();
        from.right.max(to.right) > at.right - 1
            && from.right.min(to.right) < at.right + 1
            && from.down.max(to.down) > at.down - 1
            && from.down.min(to.down) < at.down + 1
            && beside < right.abs() + down.abs()
    }

    /// Returns a number that orders points along the line.
    fn way_to(self, point: GridPoint) -> i64 {
        let Self { from, to } = self;
        (point.right - from.right) * (to.right - from.right)
            + (point.down - from.down) * (to.down - from.down)
    }
}

fn middle(square: Hex) -> GridPoint {
    GridPoint { right: 2 * i64::from(square.column), down: 2 * i64::from(square.row) }
}

fn corners(square: Hex) -> [GridPoint; 4] {
    let GridPoint { right, down } = middle(square);
    [(-1, -1), (1, -1), (-1, 1), (1, 1)]
        .map(|by| GridPoint { right: right + by.0, down: down + by.1 })
}
