//! Finds a track for each piece of a line that runs across. In: pieces of lines that run across in
//! the gap between two layers. Out: the track of each, with few tracks, few crossings, and no two
//! lines over each other.

use super::knots::{TrackPair, has_overlap, strict_order};
use super::skyline::Skyline;

/// Distance between two tracks, in em.
pub const TRACK_GAP: f64 = 0.7;
/// Distance below which two lines side by side look like one, in em.
pub const CLEAR: f64 = 0.5;
/// Most pairs of pieces that are compared to save crossings in one gap.
const MOST_PAIRS: usize = 400_000;

/// A piece of a line that runs across.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrackSegment {
    /// Its two ends: place, and true if the line continues upwards from there.
    pub ends: [(f64, bool); 2],
    /// The route that it belongs to; pieces of one route may meet.
    pub route: usize,
    /// Its track, from 0 at the top.
    pub track: usize,
}

impl TrackSegment {
    /// Returns its left and its right end.
    pub fn span(&self) -> (f64, f64) {
        let [(a, _), (b, _)] = self.ends;
        (a.min(b), a.max(b))
    }

    fn covers(&self, x: f64) -> bool {
        let (low, high) = self.span();
        low - 1e-6 < x && x < high + 1e-6
    }
}

/// Gives each piece a track, and returns the pairs of pieces that still cover each other.
pub fn assign_tracks(pieces: &mut [TrackSegment]) -> Vec<TrackPair> {
    let order = stacking_order(pieces);
    pack_tracks(pieces, &order);
    if !has_overlap(pieces) {
        return vec![];
    }
    let (strict, knots) = strict_order(pieces, &order);
    pack_tracks(pieces, &strict);
    knots
}

/// Returns the number of tracks that pieces use.
pub fn track_count(pieces: &[TrackSegment]) -> usize {
    pieces.iter().map(|piece| piece.track + 1).max().unwrap_or(0)
}

/// Puts each piece, from top to bottom, below all pieces that it is close to.
fn pack_tracks(pieces: &mut [TrackSegment], order: &[usize]) {
    let mut skyline = Skyline::over(pieces);
    for &piece in order {
        let (low, high) = pieces[piece].span();
        let track = skyline.depth_between(low - CLEAR, high + CLEAR);
        pieces[piece].track = track;
        skyline.raise(low, high, track + 1);
    }
}

/// Returns the pieces from top to bottom.
fn stacking_order(pieces: &[TrackSegment]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    let key = |piece: usize| {
        let [(a, _), (b, _)] = pieces[piece].ends;
        if b > a { (0, -a) } else { (1, a) }
    };
    order.sort_by(|&a, &b| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal));
    reduce_crossings(pieces, &mut order);
    order
}

/// Moves single pieces up or down as long as that saves crossings.
fn reduce_crossings(pieces: &[TrackSegment], order: &mut [usize]) {
    let rounds = MOST_PAIRS / (pieces.len() * pieces.len()).max(1);
    for _ in 0..rounds.min(8) {
        if !move_segments(pieces, order) {
            return;
        }
    }
}

/// Moves each piece once; false if nothing was saved.
fn move_segments(pieces: &[TrackSegment], order: &mut [usize]) -> bool {
    let mut better = false;
    for place in 0..order.len() {
        better |= move_segment(pieces, order, place);
    }
    better
}

/// Moves the piece at `place` to where it saves most; false if it stays.
fn move_segment(pieces: &[TrackSegment], order: &mut [usize], place: usize) -> bool {
    let best = best_place(pieces, order, place);
    if best < place {
        order[best..=place].rotate_right(1);
    } else {
        order[place..=best].rotate_left(1);
    }
    best != place
}

fn best_place(pieces: &[TrackSegment], order: &[usize], place: usize) -> usize {
    let saved = |above: usize, below: usize| {
        let (above, below) = (order[above], order[below]);
        stacking_cost(pieces, above, below) - stacking_cost(pieces, below, above)
    };
    let (mut best, mut gain) = ((0, place), 0);
    for above in (0..place).rev() {
        gain += saved(above, place);
        best = if gain > best.0 { (gain, above) } else { best };
    }
    gain = 0;
    for below in place + 1..order.len() {
        gain += saved(place, below);
        best = if gain > best.0 { (gain, below) } else { best };
    }
    best.1
}

/// Returns the cost of piece `above` running above piece `below`.
fn stacking_cost(pieces: &[TrackSegment], above: usize, below: usize) -> i64 {
    let (above, below) = (&pieces[above], &pieces[below]);
    if above.route == below.route {
        return 0;
    }
    let mut cost = 0;
    for (x, _) in below.ends.iter().filter(|end| end.1) {
        cost += above.covers(*x) as i64;
        cost +=
            10 * above.ends.iter().filter(|end| !end.1 && (end.0 - x).abs() < CLEAR).count() as i64;
    }
    cost + above.ends.iter().filter(|end| !end.1 && below.covers(end.0)).count() as i64
}
