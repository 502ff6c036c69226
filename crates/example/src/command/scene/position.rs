//! Writes a table as the position of a scenario. In: the table of a game. Out: the fewest zones, players and
//! edges that a scenario has to name so that the same table is laid out.

use std::collections::{BTreeMap, BTreeSet};

use crate::trace_file::edge_word;
use rules::engine::Lifetime;
use rules::engine::NOTHING_ELSE;
use rules::engine::trace::{
    EdgeState, PieceState, PlacedCard, PlacedCounter, PlacedFlag, PlacedPlayer, Snapshot, Start,
    ZoneLayout,
};

/// Number of times that a position is laid out and corrected.
const MOST_ROUNDS: usize = 12;

/// Returns the start that lays out `wanted`, otherwise equal to `base`; `lay` returns the table of a start.
/// None if no position can describe the whole table.
pub fn laid_position(
    wanted: &Snapshot,
    base: &Start,
    lay: impl Fn(&Start) -> Option<Snapshot>,
) -> Option<Start> {
    let mut writer = PositionWriter::of(wanted)?;
    for _ in 0..MOST_ROUNDS {
        let start = writer.start(base);
        let laid = lay(&start)?;
        if is_same_table(&laid, wanted) {
            return Some(start);
        }
        let zones = writer.mend_zones(&laid);
        let hosts = writer.name_hosts();
        let players = writer.mend_players(&laid);
        let edges = writer.mend_edges(&laid);
        if !(zones || hosts || players || edges) {
            return None;
        }
    }
    None
}

/// The parts of a table that a position has to name.
struct PositionWriter<'w> {
    wanted: &'w Snapshot,
    /// Named zones; `true` if each piece is described in full.
    zones: BTreeMap<&'w str, bool>,
    /// Side of the pieces of a zone that are not described.
    sides: BTreeMap<&'w str, bool>,
    /// Named counters by player.
    players: BTreeMap<&'w str, BTreeSet<String>>,
    /// Counters by piece that the table has and the wanted one may lack.
    counters: BTreeMap<String, BTreeSet<String>>,
    /// Named edges, with their words.
    edges: Vec<EdgeState>,
}

impl<'w> PositionWriter<'w> {
    /// Returns a position that names one zone, because an empty one means a game after set-up.
    fn of(wanted: &'w Snapshot) -> Option<Self> {
        let (first, _) = wanted.zones.iter().find(|(_, pieces)| !pieces.is_empty())?;
        Some(Self {
            wanted,
            zones: BTreeMap::from([(first.as_str(), false)]),
            sides: BTreeMap::new(),
            players: BTreeMap::new(),
            counters: BTreeMap::new(),
            edges: Vec::new(),
        })
    }

    fn start(&self, base: &Start) -> Start {
        Start {
            position: self.zones.iter().map(|(key, whole)| self.layout(key, *whole)).collect(),
            amounts: self
                .players
                .iter()
                .map(|(name, counters)| self.player(name, counters))
                .collect(),
            edges: self.edges.iter().map(edge_entry).collect(),
            ..base.clone()
        }
    }

    fn layout(&self, key: &str, whole: bool) -> ZoneLayout {
        let pieces = pieces_in(self.wanted, key).iter();
        let cards = pieces.map(|piece| self.card(key, piece, whole));
        let end = PlacedCard { name: NOTHING_ELSE.to_owned(), ..PlacedCard::default() };
        ZoneLayout { zone: key.to_owned(), cards: cards.chain([end]).collect() }
    }

    fn card(&self, key: &str, piece: &PieceState, whole: bool) -> PlacedCard {
        let flag = |name: &String| PlacedFlag { name: name.clone(), until: Lifetime::Game };
        let none = BTreeSet::new();
        let more = self.counters.get(&piece.name).unwrap_or(&none);
        let turned = self.sides.get(key) != Some(&piece.face_up);
        PlacedCard {
            name: piece.name.clone(),
            flags: piece.flags.iter().map(flag).collect(),
            face_up: (whole && turned).then_some(piece.face_up),
            space: piece.space.clone(),
            counters: amounts(&piece.counters, more),
            host: piece.host.and_then(|host| self.host_name(host)),
            rotation: piece.rotation,
            size: whole.then_some(piece.size).filter(|size| *size != Default::default()),
        }
    }

    /// Returns the name of a piece's host in the position: `Spark (2)` is the second named one.
    fn host_name(&self, id: u32) -> Option<String> {
        let named = self.zones.keys().flat_map(|key| pieces_in(self.wanted, key));
        let all: Vec<&PieceState> = named.collect();
        let host = all.iter().find(|piece| piece.id == id)?;
        let mut same = all.iter().filter(|piece| piece.name == host.name);
        let nth = same.clone().position(|piece| piece.id == id)? + 1;
        let alone = same.nth(1).is_none();
        Some(if alone { host.name.clone() } else { format!("{} ({nth})", host.name) })
    }

    fn player(&self, name: &str, counters: &BTreeSet<String>) -> PlacedPlayer {
        let none = BTreeMap::new();
        let has = self.wanted.players.get(name).unwrap_or(&none);
        PlacedPlayer {
            name: name.to_owned(),
            counters: amounts(has, counters)
                .into_iter()
                .filter(|counter| counters.contains(&counter.name))
                .collect(),
            out: false,
        }
    }

    fn mend_zones(&mut self, laid: &Snapshot) -> bool {
        let (wanted, mut changed) = (self.wanted, false);
        for key in wanted.zones.keys().filter(|key| !is_same_zone(key, laid, wanted)) {
            let lying = pieces_in(laid, key);
            changed |= self.note_counters(lying);
            changed |= match self.zones.insert(key, true) {
                None => {
                    self.zones.insert(key, false);
                    true
                }
                Some(whole) => {
                    let side = lying.first().map(|piece| piece.face_up);
                    if let (false, Some(side)) = (whole, side) {
                        self.sides.insert(key, side);
                    }
                    !whole
                }
            };
        }
        changed
    }

    /// Notes the counters on pieces, by the name of the piece; returns whether any of them is new.
    fn note_counters(&mut self, pieces: &[PieceState]) -> bool {
        let mut changed = false;
        for piece in pieces {
            let known = self.counters.entry(piece.name.clone()).or_default();
            let before = known.len();
            known.extend(piece.counters.keys().cloned());
            changed |= known.len() > before;
        }
        changed
    }

    /// Names the zones that contain the hosts of named pieces.
    fn name_hosts(&mut self) -> bool {
        let named = self.zones.keys().flat_map(|key| pieces_in(self.wanted, key));
        let hosts: BTreeSet<u32> = named.filter_map(|piece| piece.host).collect();
        let zones = self.wanted.zones.iter();
        let holding = zones.filter(|(_, pieces)| pieces.iter().any(|own| hosts.contains(&own.id)));
        let new: Vec<&str> = holding.map(|(key, _)| key.as_str()).collect();
        let before = self.zones.len();
        for key in new {
            self.zones.entry(key).or_default();
        }
        self.zones.len() > before
    }

    fn mend_players(&mut self, laid: &Snapshot) -> bool {
        let (wanted, none, mut changed) = (self.wanted, BTreeMap::new(), false);
        for (name, counters) in &wanted.players {
            let lying = laid.players.get(name).unwrap_or(&none);
            let all = counters.keys().chain(lying.keys());
            let other = all.filter(|counter| counters.get(*counter) != lying.get(*counter));
            let known = self.players.entry(name).or_default();
            let before = known.len();
            known.extend(other.cloned());
            changed |= known.len() > before;
        }
        self.players.retain(|_, counters| !counters.is_empty());
        changed
    }

    fn mend_edges(&mut self, laid: &Snapshot) -> bool {
        let before = self.edges.len();
        let other = self.wanted.edges.iter().filter(|edge| !laid.edges.contains(edge));
        let new: Vec<EdgeState> =
            other.filter(|edge| !self.edges.contains(edge)).cloned().collect();
        self.edges.extend(new);
        self.edges.sort_by(|a, b| (&a.one, &a.other).cmp(&(&b.one, &b.other)));
        self.edges.len() > before
    }
}

/// Returns the amounts of counters, and 0 for those that are only named.
fn amounts(has: &BTreeMap<String, i64>, more: &BTreeSet<String>) -> Vec<PlacedCounter> {
    let names: BTreeSet<&String> = has.keys().chain(more).collect();
    let counter = |name: &String| PlacedCounter {
        name: name.clone(),
        amount: has.get(name).copied().unwrap_or(0),
        until: Lifetime::Game,
    };
    names.into_iter().map(counter).collect()
}

/// Returns an entry like `C2-D2 open`.
fn edge_entry(edge: &EdgeState) -> String {
    format!("{}-{} {}", edge.one, edge.other, edge_word(&edge.word))
}

/// Returns whether two tables are alike in all that players can see.
fn is_same_table(laid: &Snapshot, wanted: &Snapshot) -> bool {
    let keys = laid.zones.keys().eq(wanted.zones.keys());
    keys && laid.zones.keys().all(|key| is_same_zone(key, laid, wanted))
        && laid.players == wanted.players
        && laid.edges == wanted.edges
        && wanted.stack.is_empty()
}

/// Returns whether a zone is alike on two tables in all that players can see.
fn is_same_zone(key: &str, laid: &Snapshot, wanted: &Snapshot) -> bool {
    let (one, other) = (pieces_in(laid, key), pieces_in(wanted, key));
    let mut pairs = one.iter().zip(other);
    one.len() == other.len()
        && pairs.all(|(own, like)| {
            let same = PieceState { id: own.id, host: own.host, ..like.clone() };
            *own == same && host_of(own, laid) == host_of(like, wanted)
        })
}

fn pieces_in<'s>(table: &'s Snapshot, key: &str) -> &'s [PieceState] {
    table.zones.get(key).map(Vec::as_slice).unwrap_or_default()
}

/// Returns the zone of a piece's host, and its index there.
fn host_of<'s>(piece: &PieceState, table: &'s Snapshot) -> Option<(&'s str, usize)> {
    let host = piece.host?;
    table.zones.iter().find_map(|(key, pieces)| {
        let at = pieces.iter().position(|other| other.id == host)?;
        Some((key.as_str(), at))
    })
}
