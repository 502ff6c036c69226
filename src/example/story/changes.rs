//! What a step changed on the table, piece by piece, without any hidden name.

use serde::Serialize;

use super::TableState;
use super::storyboard::Storyboard;
use crate::engine::trace::{Act, PieceState, TraceRecord};

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
    pub(super) fn zones(&self) -> Vec<&str> {
        match self {
            Self::Move { from, to, .. } => vec![from, to],
            Self::Shift { zone, .. } | Self::Turn { zone, .. } | Self::Flag { zone, .. } => {
                vec![zone]
            }
            Self::Count { zone, .. } | Self::Shuffle { zone } => vec![zone],
            Self::Score { .. } | Self::Roll { .. } => Vec::new(),
        }
    }

    /// Whether it is about a piece.
    pub(super) fn touches(&self, piece: u32) -> bool {
        match self {
            Self::Move { id, .. } | Self::Shift { id, .. } | Self::Turn { id, .. } => *id == piece,
            Self::Flag { id, .. } | Self::Count { id, .. } => *id == piece,
            _ => false,
        }
    }

    /// Whether it is about a player.
    pub(super) fn is_of_player(&self, name: &str) -> bool {
        matches!(self, Self::Score { player, .. } if player == name)
    }
}

/// What is other after some records than before them.
pub(super) fn changes_between(
    before: &TableState,
    after: &TableState,
    records: &[TraceRecord],
    scene: &Storyboard<'_>,
) -> Vec<TableChange> {
    let mut changes = Vec::new();
    for view in &scene.zones {
        for piece in after.zones.get(&view.key).into_iter().flatten() {
            if let Some((from, _, old)) = before.find(piece.id) {
                add_piece_changes((from, old), (&view.key, piece), scene, &mut changes);
            }
        }
    }
    add_departures(before, after, scene, &mut changes);
    add_shifts(before, after, records, scene, &mut changes);
    add_scores(before, after, scene, &mut changes);
    for record in records {
        match &record.act {
            Act::Shuffle { zone, cards, .. } if *cards > 1 => {
                changes.push(TableChange::Shuffle { zone: zone.key.clone() })
            }
            Act::Roll { dice } => {
                changes.push(TableChange::Roll {
                    faces: dice.iter().map(|(_, face)| face.clone()).collect(),
                });
            }
            _ => {}
        }
    }
    changes
}

fn add_piece_changes(
    (from, old): (&str, &PieceState),
    (zone, piece): (&str, &PieceState),
    scene: &Storyboard<'_>,
    changes: &mut Vec<TableChange>,
) {
    let id = piece.id;
    let known = scene.knows(zone, piece) || scene.knows(from, old);
    let card = known.then(|| piece.name.clone());
    let zone = zone.to_owned();
    if from != zone {
        changes.push(TableChange::Move {
            id,
            card: card.clone(),
            from: from.to_owned(),
            to: zone.clone(),
        });
    } else if old.face_up != piece.face_up {
        changes.push(TableChange::Turn {
            id,
            card: card.clone(),
            zone: zone.clone(),
            up: piece.face_up,
        });
    }
    for flag in &scene.flags {
        let (was, on) = (old.flags.contains(flag), piece.flags.contains(flag));
        if was != on {
            changes.push(TableChange::Flag {
                id,
                card: card.clone(),
                zone: zone.clone(),
                flag: flag.clone(),
                on,
            });
        }
    }
    for counter in &scene.counters {
        let amount = |piece: &PieceState| piece.counters.get(counter).copied().unwrap_or(0);
        let (was, now) = (amount(old), amount(piece));
        if was != now {
            let (card, zone, counter) = (card.clone(), zone.clone(), counter.clone());
            changes.push(TableChange::Count { id, card, zone, counter, was, now });
        }
    }
}

/// Pieces that went to a zone which is never drawn.
fn add_departures(
    before: &TableState,
    after: &TableState,
    scene: &Storyboard<'_>,
    changes: &mut Vec<TableChange>,
) {
    for view in &scene.zones {
        for old in before.zones.get(&view.key).into_iter().flatten() {
            let Some((to, _, piece)) = after.find(old.id) else { continue };
            let known = scene.knows(&view.key, old) || scene.knows(to, piece);
            if to != view.key && !scene.zones.iter().any(|other| other.key == to) {
                let card = known.then(|| piece.name.clone());
                changes.push(TableChange::Move {
                    id: old.id,
                    card,
                    from: view.key.clone(),
                    to: to.to_owned(),
                });
            }
        }
    }
}

/// Pieces that were put to another place of their zone.
fn add_shifts(
    before: &TableState,
    after: &TableState,
    records: &[TraceRecord],
    scene: &Storyboard<'_>,
    changes: &mut Vec<TableChange>,
) {
    for record in records {
        let Act::Move { piece, from, to, .. } = &record.act else { continue };
        let (Some((was, old_at, _)), Some((zone, at, now))) =
            (before.find(piece.id), after.find(piece.id))
        else {
            continue;
        };
        let known = changes.iter().any(|change| change.touches(piece.id));
        if from.key == to.key && was == zone && old_at != at && !known {
            let card = scene.knows(zone, now).then(|| now.name.clone());
            changes.push(TableChange::Shift { id: piece.id, card, zone: zone.to_owned() });
        }
    }
}

fn add_scores(
    before: &TableState,
    after: &TableState,
    scene: &Storyboard<'_>,
    changes: &mut Vec<TableChange>,
) {
    for (player, counters) in &after.players {
        for counter in &scene.counters {
            let now = counters.get(counter).copied().unwrap_or(0);
            let old = before.players.get(player).and_then(|counters| counters.get(counter));
            let was = old.copied().unwrap_or(0);
            if was != now {
                changes.push(TableChange::Score {
                    player: player.clone(),
                    counter: counter.clone(),
                    was,
                    now,
                });
            }
        }
    }
}
