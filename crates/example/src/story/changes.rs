//! What a step changed on the table, piece by piece, without any hidden name.

use serde::Serialize;

use super::TableState;
use super::storyboard::Storyboard;
use rules::engine::trace::{Act, PieceState, TraceRecord};

/// One thing that is other than before.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "change")]
pub enum TableChange {
    /// A piece lies in another zone.
    Move {
        /// Number of the piece; never printed.
        #[serde(skip)]
        id: u32,
        /// Its name, if everybody knows it before or after.
        card: Option<String>,
        /// Key of the zone it left.
        from: String,
        /// Key of the zone it lies in.
        to: String,
    },
    /// A piece lies at another place of its zone.
    Shift {
        /// Number of the piece; never printed.
        #[serde(skip)]
        id: u32,
        /// Its name, if everybody knows it.
        card: Option<String>,
        /// Key of the zone.
        zone: String,
    },
    /// A piece was turned over.
    Turn {
        /// Number of the piece; never printed.
        #[serde(skip)]
        id: u32,
        /// Its name, if everybody knows it before or after.
        card: Option<String>,
        /// Key of the zone.
        zone: String,
        /// Whether its face is up now.
        up: bool,
    },
    /// A flag came or went.
    Flag {
        /// Number of the piece; never printed.
        #[serde(skip)]
        id: u32,
        /// Its name, if everybody knows it.
        card: Option<String>,
        /// Key of the zone.
        zone: String,
        /// The flag.
        flag: String,
        /// Whether the piece has it now.
        on: bool,
    },
    /// A piece was turned.
    Rotate {
        /// Number of the piece; never printed.
        #[serde(skip)]
        id: u32,
        /// Its name, if everybody knows it.
        card: Option<String>,
        /// Key of the zone.
        zone: String,
        /// Degrees clockwise before.
        was: u16,
        /// Degrees clockwise now.
        now: u16,
    },
    /// A piece is attached to another one than before, or to none.
    Attach {
        /// Number of the piece; never printed.
        #[serde(skip)]
        id: u32,
        /// Its name, if everybody knows it.
        card: Option<String>,
        /// Key of the zone.
        zone: String,
        /// Whether it is attached to something now.
        on: bool,
        /// Number of what it is attached to, or was; never printed.
        #[serde(skip)]
        host_id: u32,
        /// Name of what it is attached to, if everybody knows that.
        host: Option<String>,
    },
    /// A counter of a piece has another amount.
    Count {
        /// Number of the piece; never printed.
        #[serde(skip)]
        id: u32,
        /// Its name, if everybody knows it.
        card: Option<String>,
        /// Key of the zone.
        zone: String,
        /// The counter.
        counter: String,
        /// Before.
        was: i64,
        /// Now.
        now: i64,
    },
    /// A counter of a player has another amount.
    Score {
        /// The player.
        player: String,
        /// The counter.
        counter: String,
        /// Before.
        was: i64,
        /// Now.
        now: i64,
    },
    /// A zone was shuffled.
    Shuffle {
        /// Key of the zone.
        zone: String,
    },
    /// Dice came up.
    Roll {
        /// What stands on them.
        faces: Vec<String>,
    },
}

impl TableChange {
    /// Keys of the zones it happened in.
    pub fn zones(&self) -> Vec<&str> {
        match self {
            Self::Move { from, to, .. } => vec![from, to],
            Self::Shift { zone, .. } | Self::Turn { zone, .. } | Self::Flag { zone, .. } => {
                vec![zone]
            }
            Self::Rotate { zone, .. } | Self::Attach { zone, .. } => vec![zone],
            Self::Count { zone, .. } | Self::Shuffle { zone } => vec![zone],
            Self::Score { .. } | Self::Roll { .. } => Vec::new(),
        }
    }

    /// The number of the piece that it is about.
    pub fn piece(&self) -> Option<u32> {
        match self {
            Self::Move { id, .. } | Self::Shift { id, .. } | Self::Turn { id, .. } => Some(*id),
            Self::Flag { id, .. } | Self::Count { id, .. } => Some(*id),
            Self::Rotate { id, .. } | Self::Attach { id, .. } => Some(*id),
            Self::Score { .. } | Self::Shuffle { .. } | Self::Roll { .. } => None,
        }
    }

    /// Returns whether it is about a piece.
    pub fn touches(&self, piece: u32) -> bool {
        self.piece() == Some(piece)
    }

    /// Returns whether it is about a player.
    pub fn is_of_player(&self, name: &str) -> bool {
        matches!(self, Self::Score { player, .. } if player == name)
    }
}

/// Returns what is other after some records than before them.
pub fn changes_between(
    before: &TableState,
    after: &TableState,
    records: &[TraceRecord],
    scene: &Storyboard<'_>,
) -> Vec<TableChange> {
    let tables = TablePair { before, after, scene };
    let mut changes = tables.piece_changes();
    changes
        .extend(tables.changed_pieces(tables.before).filter_map(|piece| tables.departure(piece)));
    for (piece, shift) in records.iter().filter_map(|record| tables.shift(record)) {
        if !changes.iter().any(|change| change.touches(piece)) {
            changes.push(shift);
        }
    }
    changes.extend(tables.score_changes());
    changes.extend(records.iter().filter_map(chance_change));
    changes
}

/// The table before and after a step.
struct TablePair<'a> {
    before: &'a TableState,
    after: &'a TableState,
    scene: &'a Storyboard<'a>,
}

impl<'a> TablePair<'a> {
    /// The pieces of one of the tables in drawn zones in which something is other, each with the key of its zone.
    fn changed_pieces(
        &self,
        table: &'a TableState,
    ) -> impl Iterator<Item = (&'a str, &'a PieceState)> {
        let zones = self.scene.zones.iter().map(|view| view.key.as_str());
        let changed = zones.filter(|zone| !self.before.has_same_pieces(self.after, zone));
        changed.flat_map(|zone| table.pieces_in(zone).iter().map(move |piece| (zone, piece)))
    }

    /// Returns what is other of the pieces that lie in drawn zones.
    fn piece_changes(&self) -> Vec<TableChange> {
        let pieces = self.changed_pieces(self.after);
        let pairs = pieces.filter_map(|new| {
            let (from, _, piece) = self.before.find(new.1.id)?;
            Some(PiecePair { old: (from, piece), new, scene: self.scene })
        });
        pairs.flat_map(|pair| pair.changes().into_iter().chain(self.attached(&pair))).collect()
    }

    /// That a piece is attached to something else than before.
    fn attached(&self, pair: &PiecePair<'_>) -> Option<TableChange> {
        let (was, now) = (pair.old.1.host, pair.new.1.host);
        let (on, host_id) = (now.is_some(), now.or(was).filter(|_| was != now)?);
        let host = now.and_then(|host| self.scene.host_name(self.after, host));
        let (id, card, zone) = (pair.new.1.id, pair.card(), pair.zone());
        Some(TableChange::Attach { id, card, zone, on, host_id, host })
    }

    /// The change of a piece that went to a zone which is never drawn.
    fn departure(&self, old: (&str, &PieceState)) -> Option<TableChange> {
        let (to, _, piece) = self.after.find(old.1.id)?;
        let pair = PiecePair { old, new: (to, piece), scene: self.scene };
        self.scene.view_of(to).is_none().then(|| pair.moved())
    }

    /// The piece that a record put to another place of its zone, if it did.
    fn shift(&self, record: &TraceRecord) -> Option<(u32, TableChange)> {
        let Act::Move { piece, from, to, .. } = &record.act else { return None };
        let (was, old_at, _) = self.before.find(piece.id)?;
        let (zone, at, now) = self.after.find(piece.id)?;
        if from.key != to.key || was != zone || old_at == at {
            return None;
        }
        let card = self.scene.knows(zone, now).then(|| now.name.to_owned());
        Some((piece.id, TableChange::Shift { id: piece.id, card, zone: zone.to_owned() }))
    }

    /// The counters of players that have another amount.
    fn score_changes(&self) -> Vec<TableChange> {
        let mut changes = Vec::new();
        for player in self.after.players.keys() {
            for counter in &self.scene.counters {
                let tables = [self.before, self.after];
                let [was, now] = tables.map(|table| table.amount_of(player, counter));
                if was != now {
                    let (player, counter) = (player.to_owned(), counter.to_owned());
                    changes.push(TableChange::Score { player, counter, was, now });
                }
            }
        }
        changes
    }
}

/// A shuffle or a roll of dice.
fn chance_change(record: &TraceRecord) -> Option<TableChange> {
    // Other acts change no table, or are seen by comparing it.
    if let Act::Shuffle { zone, cards, .. } = &record.act {
        return (*cards > 1).then(|| TableChange::Shuffle { zone: zone.key.to_owned() });
    }
    let Act::Roll { dice } = &record.act else { return None };
    Some(TableChange::Roll { faces: dice.iter().map(|(_, face)| face.to_owned()).collect() })
}

/// A piece before and after a step, each with the key of its zone.
struct PiecePair<'a> {
    old: (&'a str, &'a PieceState),
    new: (&'a str, &'a PieceState),
    scene: &'a Storyboard<'a>,
}

impl PiecePair<'_> {
    fn changes(&self) -> Vec<TableChange> {
        let mut changes = Vec::new();
        if self.old.0 != self.new.0 {
            changes.push(self.moved());
        } else if self.old.1.face_up != self.new.1.face_up {
            changes.push(self.turned());
        }
        changes.extend(self.rotated());
        changes.extend(self.scene.flags.iter().filter_map(|flag| self.flagged(flag)));
        changes.extend(self.scene.counters.iter().filter_map(|counter| self.counted(counter)));
        changes
    }

    /// Its name, if everybody knows it before or after.
    fn card(&self) -> Option<String> {
        let ((from, old), (zone, piece)) = (self.old, self.new);
        let known = self.scene.knows(zone, piece) || self.scene.knows(from, old);
        known.then(|| piece.name.to_owned())
    }

    fn zone(&self) -> String {
        self.new.0.to_owned()
    }

    fn moved(&self) -> TableChange {
        let from = self.old.0.to_owned();
        TableChange::Move { id: self.new.1.id, card: self.card(), from, to: self.zone() }
    }

    fn turned(&self) -> TableChange {
        let PieceState { id, face_up: up, .. } = *self.new.1;
        TableChange::Turn { id, card: self.card(), zone: self.zone(), up }
    }

    fn rotated(&self) -> Option<TableChange> {
        let (was, now) = (self.old.1.rotation, self.new.1.rotation);
        let id = self.new.1.id;
        (was != now).then(|| TableChange::Rotate {
            id,
            card: self.card(),
            zone: self.zone(),
            was,
            now,
        })
    }

    fn flagged(&self, flag: &String) -> Option<TableChange> {
        let (was, on) = (self.old.1.flags.contains(flag), self.new.1.flags.contains(flag));
        (was != on).then(|| TableChange::Flag {
            id: self.new.1.id,
            card: self.card(),
            zone: self.zone(),
            flag: flag.to_owned(),
            on,
        })
    }

    fn counted(&self, counter: &str) -> Option<TableChange> {
        let amount = |piece: &PieceState| piece.counters.get(counter).copied().unwrap_or(0);
        let (was, now) = (amount(self.old.1), amount(self.new.1));
        (was != now).then(|| TableChange::Count {
            id: self.new.1.id,
            card: self.card(),
            zone: self.zone(),
            counter: counter.to_owned(),
            was,
            now,
        })
    }
}
