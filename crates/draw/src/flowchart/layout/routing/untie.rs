//! Unties lines whose upright pieces would cover each other on any track. In: items and ports
//! placed across. Out: the pieces of all lines that run across, each on its track. Where two lines
//! change places on one upright, a port has moved aside, or a piece turns twice.

use std::collections::BTreeMap;

use super::super::geometry::PartGeometry;
use super::super::ports::{PortPair, RouteEnd};
use super::super::positions::ItemPositions;
use super::knots::TrackPair;
use super::tracks::{CLEAR, TrackSegment, assign_tracks, track_count};
use super::{RouteEnds, SegmentKey};

/// Most rounds of moving ports and finding the tracks again.
const ROUNDS: usize = 4;
/// Least distance between two ports of which one was moved, in em.
const NARROW: f64 = 0.7;

/// Pieces of routes that run across, by gap: above each layer, and below the last.
#[derive(Default)]
pub struct GapSegments {
    gaps: Vec<GapPieces>,
    /// Gap, and the indices of its pieces from the upper end on.
    index: BTreeMap<SegmentKey, (usize, Vec<usize>)>,
    /// Number of tracks of each gap.
    pub counts: Vec<usize>,
}

/// The lines that run through one gap.
#[derive(Default)]
struct GapPieces {
    pieces: Vec<TrackSegment>,
    /// Segment that it belongs to, by piece.
    keys: Vec<SegmentKey>,
    /// Places of lines that run straight through.
    straights: Vec<f64>,
    knots: Vec<TrackPair>,
}

/// Returns all pieces on their tracks; ports move if that unties two lines.
pub fn untied_segments(
    geometry: &PartGeometry,
    positions: &ItemPositions,
    ports: &mut [PortPair],
) -> GapSegments {
    let mut segments = tracked_segments(geometry, positions, ports);
    for _ in 0..ROUNDS {
        if segments.gaps.iter().all(|gap| gap.knots.is_empty())
            || !move_ports(geometry, positions, &segments, ports)
        {
            break;
        }
        segments = tracked_segments(geometry, positions, ports);
    }
    segments.turn_twice();
    segments
}

fn tracked_segments(
    geometry: &PartGeometry,
    positions: &ItemPositions,
    ports: &[PortPair],
) -> GapSegments {
    let mut segments = RouteEnds { geometry, positions, ports }.gap_segments();
    segments.assign_tracks();
    segments
}

impl GapSegments {
    pub fn with_gaps(count: usize) -> Self {
        let gaps = (0..count).map(|_| GapPieces::default()).collect();
        Self { gaps, ..Self::default() }
    }

    pub fn add(&mut self, key: SegmentKey, gap: usize, ends: [(f64, bool); 2]) {
        let own = &mut self.gaps[gap];
        self.index.insert(key, (gap, vec![own.pieces.len()]));
        own.pieces.push(TrackSegment { ends, route: key.0, track: 0 });
        own.keys.push(key);
    }

    /// Adds a line that runs straight through a gap.
    pub fn add_straight(&mut self, gap: usize, x: f64) {
        self.gaps[gap].straights.push(x);
    }

    /// Returns the gap and the pieces of a segment, from its upper end on.
    pub fn pieces(&self, key: SegmentKey) -> Option<(usize, Vec<TrackSegment>)> {
        let (gap, places) = self.index.get(&key)?;
        Some((*gap, places.iter().map(|&place| self.gaps[*gap].pieces[place]).collect()))
    }

    fn assign_tracks(&mut self) {
        for gap in &mut self.gaps {
            gap.knots = assign_tracks(&mut gap.pieces);
        }
        self.counts = self.gaps.iter().map(|gap| track_count(&gap.pieces)).collect();
    }

    /// Makes a piece of each knot turn away and back again on an upright that is free of other
    /// lines.
    fn turn_twice(&mut self) {
        for gap in 0..self.gaps.len() {
            let knots = std::mem::take(&mut self.gaps[gap].knots);
            for knot in &knots {
                self.split_piece(gap, knot.below);
            }
            if !knots.is_empty() {
                assign_tracks(&mut self.gaps[gap].pieces);
                self.counts[gap] = track_count(&self.gaps[gap].pieces);
            }
        }
    }

    /// Splits a piece into two that meet on a free upright.
    fn split_piece(&mut self, gap: usize, piece: usize) {
        let own = &mut self.gaps[gap];
        let key = own.keys[piece];
        let (low, high) = own.pieces[piece].span();
        let x = own.free_upright(low, high);
        let [upper, lower] = own.pieces[piece].ends;
        own.pieces[piece].ends = [upper, (x, false)];
        own.pieces.push(TrackSegment { ends: [(x, true), lower], route: key.0, track: 0 });
        own.keys.push(key);
        let fresh = own.pieces.len() - 1;
        if let Some((_, places)) = self.index.get_mut(&key) {
            let at = places.iter().position(|place| *place == piece).map_or(0, |at| at + 1);
            places.insert(at, fresh);
        }
    }
}

impl GapPieces {
    /// Returns an upright that is close to no other: in the middle of the widest free room within a
    /// span, otherwise beside everything.
    fn free_upright(&self, low: f64, high: f64) -> f64 {
        let ends = self.pieces.iter().flat_map(|piece| piece.ends).map(|end| end.0);
        let mut taken: Vec<f64> = ends.chain(self.straights.iter().copied()).collect();
        taken.sort_by(f64::total_cmp);
        let within = taken.iter().copied().filter(|x| (low..=high).contains(x));
        let within: Vec<f64> = within.collect();
        let room = within.windows(2).max_by(|a, b| (a[1] - a[0]).total_cmp(&(b[1] - b[0])));
        match room {
            Some(room) if room[1] - room[0] >= 2.0 * CLEAR => (room[0] + room[1]) / 2.0,
            _ => taken.last().map_or(high, |last| last + 2.0 * CLEAR),
        }
    }

    /// Returns the ends of other pieces that an end of this one must keep away from: those that run
    /// the other way.
    fn opposite_ends(&self, piece: usize, up: bool) -> Vec<f64> {
        let others = self.pieces.iter().enumerate().filter(|(at, _)| *at != piece);
        let ends = others.flat_map(|(_, other)| other.ends);
        ends.filter(|end| end.1 != up).map(|end| end.0).collect()
    }
}

/// Moves one port of each knot aside; false if none can be moved.
fn move_ports(
    geometry: &PartGeometry,
    positions: &ItemPositions,
    segments: &GapSegments,
    ports: &mut [PortPair],
) -> bool {
    let mut moved = false;
    for gap in &segments.gaps {
        for knot in &gap.knots {
            let mover = PortMover { geometry, positions, gap };
            moved |= mover.untie(knot, ports);
        }
    }
    moved
}

/// The search for new places of the ports at one gap.
struct PortMover<'a> {
    geometry: &'a PartGeometry<'a>,
    positions: &'a ItemPositions,
    gap: &'a GapPieces,
}

impl PortMover<'_> {
    /// Moves the port of a knot that has to move least.
    fn untie(&self, knot: &TrackPair, ports: &mut [PortPair]) -> bool {
        let ends = [(knot.above, true), (knot.below, false)];
        let ways = ends.iter().filter_map(|&(piece, up)| self.nearest_way(piece, up, ports));
        let Some((_, end, x)) = ways.min_by(|a, b| a.0.total_cmp(&b.0)) else { return false };
        let port = &mut ports[end.route];
        *(if end.leaving { &mut port.0 } else { &mut port.1 }) = x;
        true
    }

    /// Returns the distance that the port at an end of a piece has to move, the port, and its new
    /// place.
    fn nearest_way(
        &self,
        piece: usize,
        up: bool,
        ports: &[PortPair],
    ) -> Option<(f64, RouteEnd, f64)> {
        let (route, at) = self.gap.keys[piece];
        let own = &self.geometry.graph.routes[route];
        let starts = up && at == 1;
        let ends = !up && at + 1 == own.items.len();
        let end = (!own.back && (starts || ends)).then_some(RouteEnd { route, leaving: starts })?;
        let (low, high) = self.port_room(end, ports);
        let now = port_of(ports, end);
        let taken = self.gap.opposite_ends(piece, up);
        let is_free = |x: &f64| {
            (low..=high).contains(x) && taken.iter().all(|other| (x - other).abs() >= CLEAR - 1e-6)
        };
        let beside = taken.iter().flat_map(|x| [x - CLEAR, x + CLEAR]);
        let best =
            beside.filter(is_free).min_by(|a, b| (a - now).abs().total_cmp(&(b - now).abs()))?;
        Some(((best - now).abs(), end, best))
    }

    /// Returns the span in which a port may move between its neighbours.
    fn port_room(&self, end: RouteEnd, ports: &[PortPair]) -> (f64, f64) {
        let RouteEnd { route, leaving } = end;
        let edge = self.geometry.part.edges[self.geometry.graph.routes[route].edge];
        let vertex = edge.end(leaving);
        let own = &self.geometry.boxes[vertex];
        let (row, reach) = (own.level_ports(leaving), own.reach[usize::from(leaving)]);
        let middle = self.positions.x[vertex];
        let place = row.iter().position(|other| *other == route).unwrap_or(0);
        let at = |route: &usize| port_of(ports, RouteEnd { route: *route, leaving });
        let before =
            place.checked_sub(1).and_then(|before| row.get(before)).map(|r| at(r) + NARROW);
        let behind = row.get(place + 1).map(|route| at(route) - NARROW);
        let low = before.map_or(middle + reach.0, |low| low.max(middle + reach.0));
        let high = behind.map_or(middle + reach.1, |high| high.min(middle + reach.1));
        (low, high)
    }
}

fn port_of(ports: &[PortPair], end: RouteEnd) -> f64 {
    if end.leaving { ports[end.route].0 } else { ports[end.route].1 }
}
