//! The table at one moment: cheap to clone, compared by its digest.

use serde::{Deserialize, Serialize};

use super::attachments::Attachment;
use super::components::Components;
use super::grid::{ChangedEdge, EdgeSide, PieceSize};
use super::ids::{CardId, CounterId, FlagId, PieceId, PlayerId, SpaceId, TextId, ZoneId};
use super::metric::Metrics;
use super::number_set::NumberSet;
use super::random::{Digest, RandomStreams, text_hash};
use super::seats::Seating;
use super::stack::{StackItem, Triggered};
use super::times_counted::TimesCounted;

/// Lifetime of a flag or an amount.
#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lifetime {
    /// Until the end of the phase.
    Phase,
    /// Until the end of the turn.
    Turn,
    /// Until the end of the round.
    Round,
    /// Until something removes it.
    #[default]
    Game,
}

const LIFETIMES: [Lifetime; 4] = [Lifetime::Phase, Lifetime::Turn, Lifetime::Round, Lifetime::Game];
/// Below this bound, the parts of a counter, its start and one more amount always add up to a number.
const SMALL_AMOUNT: u64 = 1 << 60;

/// A part of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedAmount {
    /// Counter of the part.
    pub counter: CounterId,
    /// Lifetime of the part.
    pub until: Lifetime,
    /// Amount of the part.
    pub amount: i64,
}

/// The counters of a piece or a player; a counter without a part is at its start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CounterAmounts(pub Vec<TimedAmount>);

impl CounterAmounts {
    /// Returns the sum of the parts of a counter that last at least until `least`.
    pub fn sum(&self, counter: CounterId, least: Lifetime) -> i128 {
        let parts = self.0.iter().filter(|part| part.counter == counter && part.until >= least);
        parts.map(|part| i128::from(part.amount)).sum()
    }

    /// True if `more` can be added to one part of a counter that begins at `start`: the total must be a
    /// number, now and whenever a part expires.
    pub fn has_room(&self, counter: CounterId, start: i64, more: i64, until: Lifetime) -> bool {
        let is_small = |amount: i64| amount.unsigned_abs() < SMALL_AMOUNT;
        let mut parts = self.0.iter().filter(|part| part.counter == counter);
        if is_small(start) && is_small(more) && parts.all(|part| is_small(part.amount)) {
            return true;
        }
        let own = self.0.iter().find(|part| (part.counter, part.until) == (counter, until));
        let fits = own.is_none_or(|part| part.amount.checked_add(more).is_some());
        fits && LIFETIMES.iter().all(|least| {
            let added = if until >= *least { more } else { 0 };
            let left = i128::from(start) + self.sum(counter, *least) + i128::from(added);
            i64::try_from(left).is_ok()
        })
    }

    /// Adds to one part, which has room for it.
    pub fn add(&mut self, counter: CounterId, until: Lifetime, amount: i64) {
        let part = self.0.iter_mut().find(|part| part.counter == counter && part.until == until);
        match part {
            Some(part) => part.amount = part.amount.saturating_add(amount),
            None => self.0.push(TimedAmount { counter, until, amount }),
        }
        self.0.retain(|part| part.amount != 0);
    }

    /// Subtracts `amount`, first from the parts that expire soonest.
    pub fn spend(&mut self, counter: CounterId, mut amount: i64) {
        for until in [Lifetime::Phase, Lifetime::Turn, Lifetime::Round] {
            amount = self.spend_until(counter, until, amount);
        }
        self.add(counter, Lifetime::Game, -amount);
    }

    /// Subtracts as much of `amount` as has the lifetime `until`, and returns the rest.
    fn spend_until(&mut self, counter: CounterId, until: Lifetime, mut amount: i64) -> i64 {
        for part in self.0.iter_mut().filter(|part| (part.counter, part.until) == (counter, until))
        {
            let taken = part.amount.clamp(0, amount);
            part.amount -= taken;
            amount -= taken;
        }
        amount
    }

    /// Returns the counters that have a part, ascending.
    pub fn counters(&self) -> Vec<CounterId> {
        let mut counters: Vec<_> = self.0.iter().map(|part| part.counter).collect();
        counters.sort_unstable();
        counters.dedup();
        counters
    }
}

/// A card or token.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Row of card data.
    pub card: CardId,
    /// Owner of the piece.
    pub owner: Option<PlayerId>,
    /// Zone of the piece.
    pub zone: ZoneId,
    /// Zone of the piece if a position does not name it.
    pub home: ZoneId,
    /// Space of a map on which it is.
    pub space: Option<SpaceId>,
    /// True if its face is up.
    pub up: bool,
    /// Degrees by which it is turned clockwise, 0 to 359.
    pub rotation: u16,
    /// Spaces that it covers when it is not turned.
    pub size: PieceSize,
    /// Flags, one bit each.
    pub flags: u64,
    /// Its counters.
    pub amounts: CounterAmounts,
}

impl Piece {
    /// True if both are copies of one card in one zone and alike in everything.
    pub fn is_copy_of(&self, other: &Self) -> bool {
        let Self { card, owner, zone, home: _, space: _, up, rotation, size, flags, amounts } =
            self;
        (card, owner, zone, rotation, size)
            == (&other.card, &other.owner, &other.zone, &other.rotation, &other.size)
            && (up, flags, amounts) == (&other.up, &other.flags, &other.amounts)
    }

    /// True if the piece has a flag.
    pub fn has(&self, flag: FlagId) -> bool {
        self.flags & flag_bit(flag) != 0
    }
}

/// A flag that expires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedFlag {
    /// Piece with the flag.
    pub piece: PieceId,
    /// The flag.
    pub flag: FlagId,
    /// Lifetime of the flag.
    pub until: Lifetime,
}

/// The table at one moment.
#[derive(Clone, Debug)]
pub struct GameState {
    /// All pieces; a piece is never removed.
    pub pieces: Vec<Piece>,
    /// Pieces of every zone, left or top first.
    pub zones: Vec<Vec<PieceId>>,
    /// Counters of every player.
    pub players: Vec<CounterAmounts>,
    /// Flags that expire.
    pub timed: Vec<TimedFlag>,
    /// Pieces that are attached to others, the oldest first.
    pub attached: Vec<Attachment>,
    /// Items that wait on the stack, the top last.
    pub stack: Vec<StackItem>,
    /// Items that have triggered and are not on the stack yet, the oldest first.
    pub triggered: Vec<Triggered>,
    /// True if all players have passed in a row since somebody acted.
    pub passed: bool,
    /// Number of times that somebody acted, or something was put on the stack or resolved.
    pub stirs: u32,
    /// Number of turns begun.
    pub turn: u32,
    /// Number of rounds begun.
    pub round: u32,
    /// The current phase.
    pub phase: Option<TextId>,
    /// The player whose turn it is.
    pub active: Option<PlayerId>,
    /// Players who were eliminated, one bit each.
    pub out: u64,
    /// Random streams.
    pub streams: RandomStreams,
    /// Number of times that each question was asked, by hash of its text.
    pub asked: TimesCounted,
    /// Number of times that chance decided under each name that the scenario fixes, by hash of the name.
    pub chances: TimesCounted,
    /// Metrics that the rules record.
    pub metrics: Metrics,
    /// Edges of maps that differ from their data, in order.
    pub edges: Vec<ChangedEdge>,
    /// Pieces that changed since the rules found the table settled.
    pub changed: NumberSet,
}

impl GameState {
    /// Returns an empty table.
    pub fn new(parts: &Components, seed: u64) -> Self {
        Self {
            pieces: Vec::new(),
            zones: vec![Vec::new(); parts.zones.len()],
            players: vec![CounterAmounts::default(); parts.players.len()],
            timed: Vec::new(),
            attached: Vec::new(),
            stack: Vec::new(),
            triggered: Vec::new(),
            passed: false,
            stirs: 0,
            turn: 0,
            round: 0,
            phase: None,
            active: None,
            out: 0,
            streams: RandomStreams::new(seed),
            asked: TimesCounted::default(),
            chances: TimesCounted::default(),
            metrics: Metrics::default(),
            edges: Vec::new(),
            changed: NumberSet::default(),
        }
    }

    /// Copies another table, into the memory that it has.
    pub fn copy_from(&mut self, other: &Self) {
        // Every field is named, so that a new one is not forgotten.
        let Self {
            pieces,
            zones,
            players,
            timed,
            attached,
            stack,
            triggered,
            passed,
            stirs,
            turn,
            round,
            phase,
            active,
            out,
            streams,
            asked,
            chances,
            metrics,
            edges,
            changed,
        } = self;
        pieces.clone_from(&other.pieces);
        zones.clone_from(&other.zones);
        players.clone_from(&other.players);
        timed.clone_from(&other.timed);
        attached.clone_from(&other.attached);
        stack.clone_from(&other.stack);
        triggered.clone_from(&other.triggered);
        streams.copy_from(&other.streams);
        asked.copy_from(&other.asked);
        chances.copy_from(&other.chances);
        metrics.clone_from(&other.metrics);
        edges.clone_from(&other.edges);
        changed.copy_from(&other.changed);
        (*passed, *stirs, *turn, *round) = (other.passed, other.stirs, other.turn, other.round);
        (*phase, *active, *out) = (other.phase, other.active, other.out);
    }

    /// Returns all pieces, in the order in which they were made.
    pub fn piece_ids(&self) -> impl Iterator<Item = PieceId> + use<> {
        (0..self.pieces.len()).map(|at| PieceId(at as u32))
    }

    /// Returns a piece.
    pub fn piece(&self, id: PieceId) -> &Piece {
        &self.pieces[id.0 as usize]
    }

    /// Returns a piece that is to be changed.
    pub fn piece_mut(&mut self, id: PieceId) -> &mut Piece {
        self.changed.insert(id.0);
        &mut self.pieces[id.0 as usize]
    }

    /// Returns the pieces of a zone, left or top first.
    pub fn zone(&self, id: ZoneId) -> &[PieceId] {
        &self.zones[id.0 as usize]
    }

    /// Returns the index of a piece in its zone; 0 is left or top.
    pub fn index_in_zone(&self, id: PieceId) -> usize {
        let zone = self.zone(self.piece(id).zone);
        zone.iter().position(|other| *other == id).expect("a piece lies in the zone it names")
    }

    /// Moves a piece from its zone to the index `at` of another; `at` is at most the zone's length.
    pub fn relocate(&mut self, id: PieceId, to: ZoneId, at: usize) {
        let (from, index) = (self.piece(id).zone, self.index_in_zone(id));
        self.zones[from.0 as usize].remove(index);
        self.zones[to.0 as usize].insert(at, id);
        let piece = self.piece_mut(id);
        (piece.zone, piece.space) = (to, None);
    }

    /// Forgets the lifetime of a flag of a piece.
    pub fn forget_lifetime(&mut self, piece: PieceId, flag: FlagId) {
        self.timed.retain(|timed| timed.piece != piece || timed.flag != flag);
    }

    /// Returns a hash of everything that can affect later events. Names count; the order of declarations does
    /// not.
    pub fn digest(&self, parts: &Components, seats: &Seating, phase: Option<&str>) -> String {
        // Every field is named, so that a new one is not forgotten. The number of stirs matters only within
        // one opportunity; the list of changed pieces only saves work.
        let Self {
            pieces: _,
            zones: _,
            players,
            timed: _,
            attached: _,
            stack,
            triggered,
            passed,
            stirs: _,
            turn,
            round,
            phase: _,
            active,
            out,
            streams,
            asked,
            chances,
            metrics: _,
            edges,
            changed: _,
        } = self;
        let mut digest = Digest::default();
        self.digest_zones(parts, seats, &mut digest);
        for player in seats.order() {
            digest.add_text(&parts.player(*player).name);
            if let Some(team) = seats.team(*player) {
                digest.add_text(team);
            }
            digest_amounts(parts, &players[player.0 as usize], &mut digest);
        }
        digest.add(u64::from(*turn) << 32 | u64::from(*round));
        digest.add_text(phase.unwrap_or_default());
        digest.add_text(active.map_or("", |player| &parts.player(player).name));
        asked.digest(&mut digest);
        chances.digest(&mut digest);
        stack.iter().for_each(|item| digest.add(item.name));
        for Triggered { by, item } in triggered {
            digest.add_text(by.map_or("triggered", |player| &parts.player(player).name));
            digest.add(item.name);
        }
        if *passed {
            digest.add_text("passed");
        }
        if *out != 0 {
            digest.add_text("out");
            digest.add(*out);
        }
        for ChangedEdge { edge, word } in edges {
            digest.add_text(parts.space_name(edge.space));
            digest.add(u64::from(edge.side == EdgeSide::Below));
            digest.add_text(parts.grid_of(edge.space).map_or("", |grid| grid.word(*word)));
        }
        streams.digest(&mut digest);
        digest.text()
    }

    fn digest_zones(&self, parts: &Components, seats: &Seating, digest: &mut Digest) {
        let zones = parts.zones.iter().zip(&self.zones);
        let mut zones: Vec<_> = zones.filter(|(zone, _)| seats.has_zone(zone)).collect();
        zones.sort_unstable_by(|(one, _), (other, _)| one.key.cmp(&other.key));
        for (zone, pieces) in zones {
            digest.add_text(&zone.key);
            digest.add(pieces.len() as u64);
            pieces.iter().for_each(|id| self.digest_piece(parts, *id, digest));
        }
    }

    fn digest_piece(&self, parts: &Components, id: PieceId, digest: &mut Digest) {
        let Piece { card, owner, zone: _, home: _, space, up, rotation, size, flags: _, amounts } =
            self.piece(id);
        digest.add(parts.card(*card).hash);
        digest.add(u64::from(*up) << 8 | owner.map_or(0, |owner| u64::from(owner.0) + 1));
        self.digest_flags(parts, id, digest);
        if let Some(space) = space {
            digest.add_text(parts.space_name(*space));
        }
        if *rotation != 0 {
            digest.add_text("rotated");
            digest.add((*rotation).into());
        }
        if !size.is_single() {
            digest.add_text("covers");
            digest.add(u64::from(size.across) << 8 | u64::from(size.down));
        }
        if let Some(host) = self.host_of(id) {
            digest.add_text(&parts.zone(self.piece(host).zone).key);
            digest.add(self.index_in_zone(host) as u64);
        }
        digest_amounts(parts, amounts, digest);
    }

    fn digest_flags(&self, parts: &Components, id: PieceId, digest: &mut Digest) {
        for (at, kind) in parts.flags.iter().enumerate() {
            let flag = FlagId(at as u8);
            if self.piece(id).has(flag) {
                digest.add_text(&kind.name);
                let timed = self.timed.iter().find(|timed| (timed.piece, timed.flag) == (id, flag));
                let until = timed.map_or(Lifetime::Game, |timed| timed.until);
                digest.add(until as u64);
            }
        }
    }
}

/// Returns the bit of a flag.
pub fn flag_bit(flag: FlagId) -> u64 {
    1 << (flag.0 & 63)
}

/// Adds amounts to a digest. The order of parts does not count, so they are sorted first.
fn digest_amounts(parts: &Components, amounts: &CounterAmounts, digest: &mut Digest) {
    let name = |part: &TimedAmount| text_hash(&parts.counter(part.counter).name);
    let mut sorted: Vec<_> = amounts.0.iter().map(|part| (name(part), part)).collect();
    sorted.sort_unstable_by_key(|(name, part)| (*name, part.until));
    for (name, part) in sorted {
        digest.add(name as u64);
        digest.add(part.until as u64);
        digest.add(part.amount as u64);
    }
}
