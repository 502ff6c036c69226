//! Knows the depth to which the tracks of a gap are taken at each place. In: pieces that run
//! across. Out: for a stretch, the first track that is free along all of it; the time grows with
//! the logarithm of the number of pieces.

use std::ops::Range;

use super::tracks::TrackSegment;

/// A tree over the places where pieces end.
pub struct Skyline {
    /// The places, from left to right.
    places: Vec<f64>,
    /// Greatest depth below it, by node of the tree.
    deepest: Vec<usize>,
    /// Depth that all of its places have at least, by node of the tree.
    common: Vec<usize>,
}

impl Skyline {
    /// Returns a skyline with nothing taken.
    pub fn over(pieces: &[TrackSegment]) -> Self {
        let mut places: Vec<f64> = pieces.iter().flat_map(|p| p.ends).map(|end| end.0).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        let nodes = 4 * places.len().max(1);
        Self { places, deepest: vec![0; nodes], common: vec![0; nodes] }
    }

    /// Returns the greatest depth strictly between two places.
    pub fn depth_between(&self, low: f64, high: f64) -> usize {
        let first = self.places.partition_point(|place| *place <= low);
        let behind = self.places.partition_point(|place| *place < high);
        self.depth_in(1, 0..self.places.len(), &(first..behind))
    }

    /// Takes everything from one place to another down to a depth.
    pub fn raise(&mut self, low: f64, high: f64, depth: usize) {
        let first = self.places.partition_point(|place| *place < low);
        let behind = self.places.partition_point(|place| *place <= high);
        self.raise_in(1, 0..self.places.len(), &(first..behind), depth);
    }

    fn depth_in(&self, node: usize, own: Range<usize>, wanted: &Range<usize>) -> usize {
        if wanted.end <= own.start || own.end <= wanted.start {
            return 0;
        }
        if wanted.start <= own.start && own.end <= wanted.end {
            return self.deepest[node];
        }
        let middle = (own.start + own.end) / 2;
        let left = self.depth_in(2 * node, own.start..middle, wanted);
        let right = self.depth_in(2 * node + 1, middle..own.end, wanted);
        left.max(right).max(self.common[node])
    }

    fn raise_in(&mut self, node: usize, own: Range<usize>, wanted: &Range<usize>, depth: usize) {
        if wanted.end <= own.start || own.end <= wanted.start {
            return;
        }
        self.deepest[node] = self.deepest[node].max(depth);
        if wanted.start <= own.start && own.end <= wanted.end {
            self.common[node] = self.common[node].max(depth);
            return;
        }
        let middle = (own.start + own.end) / 2;
        self.raise_in(2 * node, own.start..middle, wanted, depth);
        self.raise_in(2 * node + 1, middle..own.end, wanted, depth);
    }
}
