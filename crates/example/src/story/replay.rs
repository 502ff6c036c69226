//! The table at each moment, found by applying the records of a trace.

use std::collections::BTreeMap;
use std::sync::Arc;

use rules::engine::trace::{
    Act, EdgeState, NamedSubject, NamedZoneSlot, PieceState, Snapshot, Trace, TraceRecord,
};

/// The pieces in each zone, and the counters of the players.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TableState {
    /// Pieces of every zone by its key, left or top first.
    zones: BTreeMap<String, Arc<Vec<PieceState>>>,
    /// Counters of every player by name, except those that are 0.
    pub players: BTreeMap<String, BTreeMap<String, i64>>,
    /// The words of edges of maps that have changed or differ from their data. An edge is named by the space
    /// at its left or above it, and the other one. The word of an open edge is empty.
    pub edges: BTreeMap<(String, String), String>,
}

/// A piece and its position.
#[derive(Debug, Clone, Copy)]
pub struct LyingPiece<'t> {
    /// Key of its zone.
    pub zone: &'t str,
    /// Its index in the zone; 0 is left or top.
    pub at: usize,
    /// The piece.
    pub piece: &'t PieceState,
}

impl TableState {
    /// Returns the table before the first record.
    pub fn before(trace: &Trace) -> Option<Self> {
        let start = trace.start.as_ref()?;
        let edge = |EdgeState { one, other, word }: &EdgeState| {
            ((one.clone(), other.clone()), word.clone())
        };
        let edges = start.edges.iter().map(edge).collect();
        Some(Self { edges, ..Self::default() }.lying_as(start))
    }

    /// Returns a table with the same edges, and with the pieces and counters of another moment.
    pub fn lying_as(self, moment: &Snapshot) -> Self {
        let zones = moment.zones.iter();
        let zones = zones.map(|(key, pieces)| (key.clone(), Arc::new(pieces.clone()))).collect();
        Self { zones, players: moment.players.clone(), ..self }
    }

    /// Returns the zones by their keys, with the pieces in them.
    pub fn zones(&self) -> impl Iterator<Item = (&str, &[PieceState])> {
        self.zones.iter().map(|(key, pieces)| (key.as_str(), pieces.as_slice()))
    }

    /// Returns all pieces.
    pub fn pieces(&self) -> impl Iterator<Item = &PieceState> {
        self.zones.values().flat_map(|pieces| pieces.iter())
    }

    /// Returns all pieces with their positions.
    pub fn lying_pieces(&self) -> impl Iterator<Item = LyingPiece<'_>> {
        self.zones.keys().flat_map(|zone| self.lying_in(zone))
    }

    /// Returns the pieces of a zone with their positions.
    pub fn lying_in<'t>(&'t self, zone: &'t str) -> impl Iterator<Item = LyingPiece<'t>> {
        let pieces = self.pieces_in(zone).iter().enumerate();
        pieces.map(move |(at, piece)| LyingPiece { zone, at, piece })
    }

    /// Returns the pieces of a zone, left or top first.
    pub fn pieces_in(&self, zone: &str) -> &[PieceState] {
        self.zones.get(zone).map(|pieces| pieces.as_slice()).unwrap_or_default()
    }

    /// Returns whether a zone and its pieces are unchanged between this table and another one.
    pub fn has_same_pieces(&self, other: &Self, zone: &str) -> bool {
        let pieces = self.zones.get(zone).zip(other.zones.get(zone));
        pieces.is_some_and(|(own, other)| Arc::ptr_eq(own, other))
    }

    /// Returns the amount of a player's counter.
    pub fn amount_of(&self, player: &str, counter: &str) -> i64 {
        let counters = self.players.get(player);
        counters.and_then(|counters| counters.get(counter)).copied().unwrap_or(0)
    }

    /// Applies these records.
    pub fn apply_records(&mut self, records: &[TraceRecord]) {
        records.iter().for_each(|record| self.apply(&record.act));
    }

    /// Applies one act.
    pub fn apply(&mut self, act: &Act) {
        match act {
            Act::Move { piece, from, to, up } => self.lay(piece, from, to, |own| {
                own.face_up = *up;
                own.space = None;
            }),
            Act::Stand { piece, from, to, space, size } => self.lay(piece, from, to, |own| {
                (own.space, own.size) = (Some(space.name.to_owned()), *size);
            }),
            Act::Walk { piece, to, rotation, .. } => {
                if let Some(own) = self.piece(piece) {
                    (own.space, own.rotation) = (Some(to.name.to_owned()), *rotation);
                }
            }
            Act::Edge { one, other, to, .. } => {
                // Spaces are numbered in reading order.
                let (first, last) = if one.id < other.id { (one, other) } else { (other, one) };
                self.edges.insert((first.name.to_owned(), last.name.to_owned()), to.to_owned());
            }
            Act::Flip { piece, up } => {
                if let Some(own) = self.piece(piece) {
                    own.face_up = *up;
                }
            }
            Act::Rotate { piece, now, .. } => {
                if let Some(own) = self.piece(piece) {
                    own.rotation = *now;
                }
            }
            Act::Attach { piece, host } => self.set_host(piece, Some(host.id)),
            Act::Detach { piece, .. } => self.set_host(piece, None),
            Act::Flag { piece, flag, on } => {
                if let Some(own) = self.piece(piece) {
                    own.flags.retain(|known| known != flag);
                    own.flags.extend(on.then(|| flag.to_owned()));
                }
            }
            Act::Count { of, counter, now, .. } => self.set_count(of, counter, *now),
            Act::Shuffle { zone, order, .. } => {
                if let Some(pieces) = self.zones.get_mut(&zone.key) {
                    Arc::make_mut(pieces)
                        .sort_by_key(|own| order.iter().position(|id| *id == own.id));
                }
            }
            Act::Sight { .. } => {}
            Act::Roll { .. } | Act::Pick { .. } | Act::Ask { .. } | Act::Check { .. } => {}
            Act::Phase { .. } | Act::Turn { .. } | Act::Round { .. } | Act::Pass { .. } => {}
            Act::Push { .. } | Act::Resolve { .. } | Act::Trigger { .. } | Act::Box { .. } => {}
            Act::Note { .. } | Act::Attempt { .. } | Act::Over { .. } | Act::Eliminate { .. } => {}
        }
    }

    /// Moves a piece from one zone to another, and changes it.
    fn lay(
        &mut self,
        piece: &NamedSubject,
        from: &NamedZoneSlot,
        to: &NamedZoneSlot,
        change: impl FnOnce(&mut PieceState),
    ) {
        let Some(mut own) = self.take(&from.key, piece.id) else { return };
        change(&mut own);
        let zone = Arc::make_mut(self.zones.entry(to.key.to_owned()).or_default());
        zone.insert((to.at as usize).min(zone.len()), own);
    }

    fn set_host(&mut self, piece: &NamedSubject, host: Option<u32>) {
        if let Some(own) = self.piece(piece) {
            own.host = host;
        }
    }

    fn take(&mut self, zone: &str, id: u32) -> Option<PieceState> {
        let zone = self.zones.get_mut(zone)?;
        let at = zone.iter().position(|own| own.id == id)?;
        Some(Arc::make_mut(zone).remove(at))
    }

    fn piece(&mut self, thing: &NamedSubject) -> Option<&mut PieceState> {
        self.zones.values_mut().find_map(|zone| {
            let at = zone.iter().position(|own| own.id == thing.id)?;
            Arc::make_mut(zone).get_mut(at)
        })
    }

    fn set_count(&mut self, of: &NamedSubject, counter: &str, now: i64) {
        let player = of.owner.is_none() && self.players.contains_key(&of.name);
        let counters = match player {
            true => self.players.get_mut(&of.name),
            false => self.piece(of).map(|own| &mut own.counters),
        };
        let Some(counters) = counters else { return };
        match now {
            0 => drop(counters.remove(counter)),
            now => drop(counters.insert(counter.to_owned(), now)),
        }
    }

    /// Returns a piece with its position.
    pub fn find(&self, id: u32) -> Option<LyingPiece<'_>> {
        self.lying_pieces().find(|own| own.piece.id == id)
    }
}
