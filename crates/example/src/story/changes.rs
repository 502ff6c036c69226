//! Changes of a step on the table, piece by piece, without any hidden name.

use serde::Serialize;

use super::TableState;
use super::replay::LyingPiece;
use super::storyboard::Storyboard;
use rules::engine::trace::{Act, NamedSubject, PieceState, TraceRecord};

/// One change on the table.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case", tag = "change")]
pub enum TableChange {
    /// A piece is in another zone.
    Move {
        /// The piece.
        #[serde(flatten)]
        piece: ChangedPiece,
        /// Key of the zone it left.
        from: String,
        /// Key of its new zone.
        to: String,
    },
    /// A piece is at another place of its zone.
    Shift {
        /// The piece.
        #[serde(flatten)]
        piece: ChangedPiece,
        /// Key of the zone.
        zone: String,
    },
    /// A piece was turned over.
    Turn {
        /// The piece.
        #[serde(flatten)]
        piece: ChangedPiece,
        /// Key of the zone.
        zone: String,
        /// True if it is face up now.
        up: bool,
    },
    /// A flag was set or removed.
    Flag {
        /// The piece.
        #[serde(flatten)]
        piece: ChangedPiece,
        /// Key of the zone.
        zone: String,
        /// The flag.
        flag: String,
        /// True if the piece has it now.
        on: bool,
    },
    /// A piece was turned.
    Rotate {
        /// The piece.
        #[serde(flatten)]
        piece: ChangedPiece,
        /// Key of the zone.
        zone: String,
        /// Degrees clockwise before.
        was: u16,
        /// Degrees clockwise now.
        now: u16,
    },
    /// A piece is attached to another one than before, or to none.
    Attach {
        /// The piece.
        #[serde(flatten)]
        piece: ChangedPiece,
        /// Key of the zone.
        zone: String,
        /// True if it is attached to something now.
        on: bool,
        /// Number of its present or former host; never printed.
        #[serde(skip)]
        host_id: u32,
        /// Name of its present or former host, if everybody knows it.
        host: Option<String>,
    },
    /// A counter of a piece has another amount.
    Count {
        /// The piece.
        #[serde(flatten)]
        piece: ChangedPiece,
        /// Key of the zone.
        zone: String,
        /// The counter.
        counter: String,
        /// Amount before.
        was: i64,
        /// Amount now.
        now: i64,
    },
    /// A counter of a player has another amount.
    Score {
        /// The player.
        player: String,
        /// The counter.
        counter: String,
        /// Amount before.
        was: i64,
        /// Amount now.
        now: i64,
    },
    /// A zone was shuffled.
    Shuffle {
        /// Key of the zone.
        zone: String,
    },
    /// Dice were rolled.
    Roll {
        /// The faces that came up.
        faces: Vec<String>,
    },
}

/// A piece that changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChangedPiece {
    /// Its number; never printed.
    #[serde(skip)]
    pub id: u32,
    /// Its name, if everybody knows it before or after.
    pub card: Option<String>,
}

impl TableChange {
    /// Returns the keys of the zones in which the change happened.
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

    /// Returns the number of the piece that changed.
    pub fn piece(&self) -> Option<u32> {
        match self {
            Self::Move { piece, .. } | Self::Shift { piece, .. } | Self::Turn { piece, .. } => {
                Some(piece.id)
            }
            Self::Flag { piece, .. } | Self::Count { piece, .. } => Some(piece.id),
            Self::Rotate { piece, .. } | Self::Attach { piece, .. } => Some(piece.id),
            Self::Score { .. } | Self::Shuffle { .. } | Self::Roll { .. } => None,
        }
    }

    /// Returns whether a piece changed.
    pub fn touches(&self, piece: u32) -> bool {
        self.piece() == Some(piece)
    }

    /// Returns whether a player's counter changed.
    pub fn is_of_player(&self, name: &str) -> bool {
        matches!(self, Self::Score { player, .. } if player == name)
    }
}

/// The table before and after a step, or a whole play.
#[derive(Debug, Clone, Copy)]
pub struct TablePair<'a> {
    pub scene: &'a Storyboard<'a>,
    pub before: &'a TableState,
    pub after: &'a TableState,
}

impl<'a> TablePair<'a> {
    /// Returns the changes by the records between the two tables.
    pub fn changes(self, records: &[TraceRecord]) -> Vec<TableChange> {
        let mut changes: Vec<TableChange> =
            self.changed_pieces(self.after).flat_map(|new| self.piece_changes(new)).collect();
        changes.extend(self.changed_pieces(self.before).filter_map(|old| self.departure(old)));
        for (piece, shift) in records.iter().filter_map(|record| self.shift(record)) {
            if !changes.iter().any(|change| change.touches(piece)) {
                changes.push(shift);
            }
        }
        changes.extend(self.score_changes());
        changes.extend(records.iter().filter_map(chance_change));
        changes
    }

    /// Returns the pieces of one of the tables in drawn zones that changed.
    fn changed_pieces(self, table: &'a TableState) -> impl Iterator<Item = LyingPiece<'a>> {
        let zones = self.scene.zones.iter().map(|view| view.key.as_str());
        let changed = zones.filter(move |zone| !self.before.has_same_pieces(self.after, zone));
        changed.flat_map(|zone| table.lying_in(zone))
    }

    /// Returns the changes of a piece that is in a drawn zone now.
    fn piece_changes(self, new: LyingPiece<'_>) -> Vec<TableChange> {
        let Some(old) = self.before.find(new.piece.id) else { return Vec::new() };
        let pair = PiecePair { old, new, scene: self.scene };
        pair.changes().into_iter().chain(self.attached(&pair)).collect()
    }

    /// Returns the change of a piece that is attached to another host than before.
    fn attached(self, pair: &PiecePair<'_>) -> Option<TableChange> {
        let (was, now) = (pair.old.piece.host, pair.new.piece.host);
        let (on, host_id) = (now.is_some(), now.or(was).filter(|_| was != now)?);
        let host = now.and_then(|host| self.scene.host_name(self.after, host));
        Some(TableChange::Attach { piece: pair.piece(), zone: pair.zone(), on, host_id, host })
    }

    /// Returns the change of a piece that moved to a zone which is never drawn.
    fn departure(self, old: LyingPiece<'_>) -> Option<TableChange> {
        let new = self.after.find(old.piece.id)?;
        let pair = PiecePair { old, new, scene: self.scene };
        self.scene.view_of(new.zone).is_none().then(|| pair.moved())
    }

    /// Returns the piece that a record moved within its zone, if it did.
    fn shift(self, record: &TraceRecord) -> Option<(u32, TableChange)> {
        let Act::Move { piece: NamedSubject { id, .. }, from, to, .. } = &record.act else {
            return None;
        };
        let (old, new) = (self.before.find(*id)?, self.after.find(*id)?);
        if from.key != to.key || old.zone != new.zone || old.at == new.at {
            return None;
        }
        let card = self.scene.knows(new.zone, new.piece).then(|| new.piece.name.to_owned());
        let piece = ChangedPiece { id: *id, card };
        Some((*id, TableChange::Shift { piece, zone: new.zone.to_owned() }))
    }

    /// Returns the changed counters of players.
    fn score_changes(self) -> Vec<TableChange> {
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

/// Returns a shuffle or a roll of dice.
fn chance_change(record: &TraceRecord) -> Option<TableChange> {
    // Other acts leave the table as it is, or are found by comparing tables.
    if let Act::Shuffle { zone, cards, .. } = &record.act {
        return (*cards > 1).then(|| TableChange::Shuffle { zone: zone.key.to_owned() });
    }
    let Act::Roll { dice } = &record.act else { return None };
    Some(TableChange::Roll { faces: dice.iter().map(|(_, face)| face.to_owned()).collect() })
}

/// A piece before and after a step.
struct PiecePair<'a> {
    old: LyingPiece<'a>,
    new: LyingPiece<'a>,
    scene: &'a Storyboard<'a>,
}

impl PiecePair<'_> {
    fn changes(&self) -> Vec<TableChange> {
        let (old, new) = (self.old.piece, self.new.piece);
        let mut changes = Vec::new();
        if self.old.zone != self.new.zone {
            changes.push(self.moved());
        } else if old.face_up != new.face_up {
            let (piece, zone, up) = (self.piece(), self.zone(), new.face_up);
            changes.push(TableChange::Turn { piece, zone, up });
        }
        let (was, now) = (old.rotation, new.rotation);
        if was != now {
            changes.push(TableChange::Rotate { piece: self.piece(), zone: self.zone(), was, now });
        }
        for flag in &self.scene.flags {
            let on = new.flags.contains(flag);
            if old.flags.contains(flag) != on {
                let (piece, zone, flag) = (self.piece(), self.zone(), flag.to_owned());
                changes.push(TableChange::Flag { piece, zone, flag, on });
            }
        }
        for counter in &self.scene.counters {
            let amount = |piece: &PieceState| piece.counters.get(counter).copied().unwrap_or(0);
            let (was, now) = (amount(old), amount(new));
            if was != now {
                let (piece, zone, counter) = (self.piece(), self.zone(), counter.to_owned());
                changes.push(TableChange::Count { piece, zone, counter, was, now });
            }
        }
        changes
    }

    /// Returns the piece with its name, if everybody knows it before or after.
    fn piece(&self) -> ChangedPiece {
        let LyingPiece { zone, piece, .. } = self.new;
        let known =
            self.scene.knows(zone, piece) || self.scene.knows(self.old.zone, self.old.piece);
        ChangedPiece { id: piece.id, card: known.then(|| piece.name.to_owned()) }
    }

    fn zone(&self) -> String {
        self.new.zone.to_owned()
    }

    fn moved(&self) -> TableChange {
        TableChange::Move { piece: self.piece(), from: self.old.zone.to_owned(), to: self.zone() }
    }
}
