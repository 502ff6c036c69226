//! Keeps the upright pieces of two lines from covering each other. In: pieces of lines that run
//! across in a gap, and their order from top to bottom. Out: an order in which a line that comes
//! down at a place turns away above one that continues down from there, and the pairs for which
//! there is no such order because they form a cycle.

use std::collections::BTreeSet;

use super::tracks::TrackSegment;

/// Distance below which an upright piece hides another, in em.
const HIDDEN: f64 = 0.25;

/// Two pieces that meet one upright: the first comes down to it and has to run above the second,
/// which continues down.
#[derive(Debug, Clone, Copy)]
pub struct TrackPair {
    pub above: usize,
    pub below: usize,
}

/// True if an upright piece covers another.
pub fn has_overlap(pieces: &[TrackSegment]) -> bool {
    upright_pairs(pieces).iter().any(|pair| pieces[pair.above].track >= pieces[pair.below].track)
}

fn upright_pairs(pieces: &[TrackSegment]) -> Vec<TrackPair> {
    let (ups, downs) = (sorted_ends(pieces, true), sorted_ends(pieces, false));
    let mut pairs = vec![];
    for (x, above) in ups {
        let first = downs.partition_point(|end| end.0 <= x - HIDDEN);
        let near = downs[first..].iter().take_while(|end| end.0 < x + HIDDEN);
        let foreign = near.filter(|end| pieces[end.1].route != pieces[above].route);
        pairs.extend(foreign.map(|end| TrackPair { above, below: end.1 }));
    }
    pairs
}

/// Returns the ends that continue up, or those that continue down, from left to right.
fn sorted_ends(pieces: &[TrackSegment], up: bool) -> Vec<(f64, usize)> {
    let ends = pieces.iter().enumerate().flat_map(|(at, piece)| piece.ends.map(|end| (end, at)));
    let wanted = ends.filter(|((_, upwards), _)| *upwards == up);
    let mut sorted: Vec<(f64, usize)> = wanted.map(|((x, _), at)| (x, at)).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    sorted
}

/// Returns the order nearest to `order` in which no upright covers another, and the pairs that it
/// breaks.
pub fn strict_order(pieces: &[TrackSegment], order: &[usize]) -> (Vec<usize>, Vec<TrackPair>) {
    let mut sorting = StrictSorting::new(upright_pairs(pieces), order);
    while let Some(place) = sorting.ready.first().or_else(|| sorting.left.first()).copied() {
        sorting.take_place(place);
    }
    (sorting.taken, sorting.knots)
}

/// Sorts pieces so that the first of each pair comes before the second.
struct StrictSorting<'a> {
    order: &'a [usize],
    pairs: Vec<TrackPair>,
    /// Pairs in which the piece is the second, and pairs in which it is the first, by piece.
    before: Vec<Vec<usize>>,
    after: Vec<Vec<usize>>,
    /// Number of pieces that have to come before it, by piece.
    waiting: Vec<usize>,
    place: Vec<usize>,
    /// Places of pieces that may come next, and of all pieces that are left.
    ready: BTreeSet<usize>,
    left: BTreeSet<usize>,
    taken: Vec<usize>,
    /// Pairs in the wrong order.
    knots: Vec<TrackPair>,
}

impl<'a> StrictSorting<'a> {
    fn new(pairs: Vec<TrackPair>, order: &'a [usize]) -> Self {
        let count = order.len();
        let (mut before, mut after) = (vec![vec![]; count], vec![vec![]; count]);
        for (index, &TrackPair { above, below }) in pairs.iter().enumerate() {
            before[below].push(index);
            after[above].push(index);
        }
        let waiting: Vec<usize> = before.iter().map(Vec::len).collect();
        let mut place = vec![0; count];
        order.iter().enumerate().for_each(|(at, &piece)| place[piece] = at);
        let ready = (0..count).filter(|at| waiting[order[*at]] == 0).collect();
        let (left, taken, knots) = ((0..count).collect(), vec![], vec![]);
        Self { order, pairs, before, after, waiting, place, ready, left, taken, knots }
    }

    fn take_place(&mut self, place: usize) {
        let piece = self.order[place];
        self.ready.remove(&place);
        self.left.remove(&place);
        self.taken.push(piece);
        for &pair in &self.before[piece] {
            if self.left.contains(&self.place[self.pairs[pair].above]) {
                self.knots.push(self.pairs[pair]);
            }
        }
        for &pair in &self.after[piece] {
            let below = self.pairs[pair].below;
            self.waiting[below] -= 1;
            if self.waiting[below] == 0 && self.left.contains(&self.place[below]) {
                self.ready.insert(self.place[below]);
            }
        }
    }
}
