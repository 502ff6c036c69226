//! In: pieces of lines that run across in the gap between two layers. Out: the track of each: few
//! tracks, few crossings, no two lines on top of each other.

/// Distance of two tracks.
pub(super) const TRACK_GAP: f64 = 0.7;
/// Closer than this, two lines side by side look like one.
const CLEAR: f64 = 0.5;

/// A piece of a line that runs across.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TrackSegment {
    /// Its two ends: place, and whether the line goes on upwards from there.
    pub ends: [(f64, bool); 2],
    /// Its track, from 0 at the top.
    pub track: usize,
}

impl TrackSegment {
    fn span(&self) -> (f64, f64) {
        let [(a, _), (b, _)] = self.ends;
        (a.min(b), a.max(b))
    }

    fn covers(&self, x: f64) -> bool {
        let (low, high) = self.span();
        low - 1e-6 < x && x < high + 1e-6
    }
}

/// Gives each piece a track and returns how many there are.
pub(super) fn assign_tracks(pieces: &mut [TrackSegment]) -> usize {
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    order.sort_by(|&a, &b| {
        start_key(&pieces[a])
            .partial_cmp(&start_key(&pieces[b]))
            .unwrap_or(std::cmp::Ordering::Equal)
    });
    reduce_crossings(pieces, &mut order);
    let mut count = 0;
    for place in 0..order.len() {
        let (low, high) = pieces[order[place]].span();
        let above = order[..place].iter().map(|&above| pieces[above]).filter(|above| {
            let (from, to) = above.span();
            from < high + CLEAR && low - CLEAR < to
        });
        let track = above.map(|above| above.track + 1).max().unwrap_or(0);
        pieces[order[place]].track = track;
        count = count.max(track + 1);
    }
    count
}

/// Pieces that run right: the rightmost first; pieces that run left: the leftmost first.
fn start_key(piece: &TrackSegment) -> (u8, f64) {
    let [(a, _), (b, _)] = piece.ends;
    if b > a { (0, -a) } else { (1, a) }
}

/// Moves single pieces up or down for as long as that saves crossings.
fn reduce_crossings(pieces: &[TrackSegment], order: &mut [usize]) {
    for _ in 0..8 {
        let mut better = false;
        for place in 0..order.len() {
            let piece = order[place];
            let mut best = (0, place);
            let mut gain = 0;
            for above in (0..place).rev() {
                gain += stacking_cost(pieces, order[above], piece)
                    - stacking_cost(pieces, piece, order[above]);
                if gain > best.0 {
                    best = (gain, above);
                }
            }
            gain = 0;
            for (below, &other) in order.iter().enumerate().skip(place + 1) {
                gain += stacking_cost(pieces, piece, other) - stacking_cost(pieces, other, piece);
                if gain > best.0 {
                    best = (gain, below);
                }
            }
            if best.1 < place {
                order[best.1..=place].rotate_right(1);
            } else {
                order[place..=best.1].rotate_left(1);
            }
            better |= best.0 > 0;
        }
        if !better {
            return;
        }
    }
}

/// What it costs when piece `above` runs above piece `below`.
fn stacking_cost(pieces: &[TrackSegment], above: usize, below: usize) -> i64 {
    let (above, below) = (&pieces[above], &pieces[below]);
    let mut cost = 0;
    for (x, _) in below.ends.iter().filter(|end| end.1) {
        cost += above.covers(*x) as i64;
        cost +=
            10 * above.ends.iter().filter(|end| !end.1 && (end.0 - x).abs() < CLEAR).count() as i64;
    }
    cost + above.ends.iter().filter(|end| !end.1 && below.covers(end.0)).count() as i64
}
