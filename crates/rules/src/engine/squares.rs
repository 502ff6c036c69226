//! Squares of a map: which touch, which a straight line crosses, and from where one is in sight of
//! another. In: rows and columns of squares. All is counted in whole numbers: a square reaches one
//! half of its side from its middle, so middles have even and corners odd numbers.

use std::collections::BTreeSet;

use super::space::Hex;

/// A middle or a corner of a square: right and down, in half sides.
type GridPoint = (i64, i64);

/// The squares around one, in reading order; those that share only a corner if `diagonal`.
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

/// The squares among these that the straight line between the middles of two crosses, one by one,
/// without the two.
pub fn squares_between<'s>(
    squares: impl Iterator<Item = &'s Hex>,
    (one, other): (Hex, Hex),
) -> Vec<Vec<Hex>> {
    let line = (middle(one), middle(other));
    let inner = squares.copied().filter(|square| *square != one && *square != other);
    let mut crossed: Vec<Hex> = inner.filter(|square| crosses(line, *square)).collect();
    crossed.sort_by_key(|square| along(line, middle(*square)));
    crossed.into_iter().map(|square| vec![square]).collect()
}

/// Whether a straight line from a corner of one square to a corner of another crosses no blocked
/// square, and does not run along the edge of two that are blocked.
pub fn is_in_sight((one, other): (Hex, Hex), blocked: &BTreeSet<Hex>) -> bool {
    let lines = corners(one).into_iter().flat_map(|from| corners(other).map(|to| (from, to)));
    lines.into_iter().any(|line| is_free(line, blocked))
}

fn is_free(line: (GridPoint, GridPoint), blocked: &BTreeSet<Hex>) -> bool {
    blocked.iter().all(|square| !crosses(line, *square) && !is_shut_edge(line, *square, blocked))
}

/// Whether a line runs along the right or the lower edge of a blocked square, beyond which another
/// is blocked.
fn is_shut_edge(line: (GridPoint, GridPoint), square: Hex, blocked: &BTreeSet<Hex>) -> bool {
    let ((x0, y0), (x1, y1)) = line;
    let (x, y) = middle(square);
    let within = |at: i64, a: i64, b: i64| a.min(b) < at && at < a.max(b);
    let right = x0 == x1 && x0 == x + 1 && within(y, y0, y1);
    let below = y0 == y1 && y0 == y + 1 && within(x, x0, x1);
    right && blocked.contains(&Hex { column: square.column + 1, ..square })
        || below && blocked.contains(&Hex { row: square.row + 1, ..square })
}

/// Whether a line goes through the inside of a square, and not only along its edge or corner.
fn crosses(((x0, y0), (x1, y1)): (GridPoint, GridPoint), square: Hex) -> bool {
    let (x, y) = middle(square);
    let (right, down) = (x1 - x0, y1 - y0);
    let beside = (right * (y - y0) - down * (x - x0)).abs();
    x0.max(x1) > x - 1
        && x0.min(x1) < x + 1
        && y0.max(y1) > y - 1
        && y0.min(y1) < y + 1
        && beside < right.abs() + down.abs()
}

/// How far along a line a point lies.
fn along(((x0, y0), (x1, y1)): (GridPoint, GridPoint), (x, y): GridPoint) -> i64 {
    (x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)
}

fn middle(square: Hex) -> GridPoint {
    (2 * i64::from(square.column), 2 * i64::from(square.row))
}

fn corners(square: Hex) -> [GridPoint; 4] {
    let (x, y) = middle(square);
    [(x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1)]
}
