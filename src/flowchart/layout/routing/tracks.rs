//! Finds a track for each piece of a line that runs across. In: pieces of lines that run across in
//! the gap between two layers. Out: the track of each: few tracks, few crossings, no two lines on
//! top of each other.

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

    /// Whether the two would look like one on one track.
    fn is_near(&self, other: &Self) -> bool {
        let ((from, to), (low, high)) = (self.span(), other.span());
        from < high + CLEAR && low - CLEAR < to
    }

    fn covers(&self, x: f64) -> bool {
        let (low, high) = self.span();
        low - 1e-6 < x && x < high + 1e-6
    }
}

/// Gives each piece a track and returns how many there are.
pub(super) fn assign_tracks(pieces: &mut [TrackSegment]) -> usize {
    let order = stacking_order(pieces);
    let mut count = 0;
    for place in 0..order.len() {
        let piece = pieces[order[place]];
        let above = order[..place].iter().map(|&above| pieces[above]);
        let tracks = above.filter(|above| above.is_near(&piece)).map(|above| above.track + 1);
        let track = tracks.max().unwrap_or(0);
        pieces[order[place]].track = track;
        count = count.max(track + 1);
    }
    count
}

/// The pieces from top to bottom.
fn stacking_order(pieces: &[TrackSegment]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    let key = |piece: usize| start_key(&pieces[piece]);
    order.sort_by(|&a, &b| key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal));
    reduce_crossings(pieces, &mut order);
    order
}

/// Pieces that run right: the rightmost first; pieces that run left: the leftmost first.
fn start_key(piece: &TrackSegment) -> (u8, f64) {
    let [(a, _), (b, _)] = piece.ends;
    if b > a { (0, -a) } else { (1, a) }
}

/// Moves single pieces up or down for as long as that saves crossings.
fn reduce_crossings(pieces: &[TrackSegment], order: &mut [usize]) {
    for _ in 0..8 {
        if !move_segments(pieces, order) {
            return;
        }
    }
}

/// Moves each piece once; false if that saves nothing.
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
