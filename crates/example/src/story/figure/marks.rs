//! Steps of a section that brought the pieces on the table at the end of a play. Pieces that were put there
//! and taken away again are left out.

use std::collections::{BTreeMap, BTreeSet};

use super::SectionSteps;
use crate::story::changes::TablePair;
use rules::engine::trace::{Act, NamedSubject, TraceRecord};

/// Indices of steps, in the order of the text.
pub type StepIndexes = BTreeSet<usize>;

/// The steps that brought the pieces and counters on the table.
#[derive(Debug, Default)]
pub struct FigureMarks {
    /// Steps by the number of the piece.
    pub pieces: BTreeMap<u32, StepIndexes>,
    /// Steps by the key of the zone, if it was shuffled.
    pub zones: BTreeMap<String, StepIndexes>,
    /// Steps by the player and the counter.
    pub counters: BTreeMap<(String, String), StepIndexes>,
}

impl FigureMarks {
    /// Returns the marks of these records.
    pub fn of(records: &[TraceRecord], steps: &SectionSteps<'_>, tables: TablePair<'_>) -> Self {
        let mut marks = Self::default();
        for record in records {
            if let Some(step) = record.place.and_then(|place| steps.step_of(place)) {
                marks.add_act(&record.act, step, tables);
            }
        }
        marks
    }

    fn add_act(&mut self, act: &Act, step: usize, tables: TablePair<'_>) {
        match act {
            Act::Count { of, counter, .. } if tables.is_player(of) => {
                let [was, now] = [tables.before, tables.after];
                if was.amount_of(&of.name, counter) != now.amount_of(&of.name, counter) {
                    let key = (of.name.clone(), counter.clone());
                    self.counters.entry(key).or_default().insert(step);
                }
            }
            Act::Shuffle { zone, cards, .. } if *cards > 1 => {
                self.zones.entry(zone.key.clone()).or_default().insert(step);
            }
            Act::Note { things, .. } => {
                things.iter().for_each(|thing| self.add_piece(thing.id, step));
            }
            act => {
                if let Some(piece) = act.changed().filter(|piece| tables.keep(act, piece.id)) {
                    self.add_piece(piece.id, step);
                }
            }
        }
    }

    fn add_piece(&mut self, piece: u32, step: usize) {
        self.pieces.entry(piece).or_default().insert(step);
    }
}

impl TablePair<'_> {
    fn is_player(self, of: &NamedSubject) -> bool {
        of.owner.is_none() && self.after.players.contains_key(&of.name)
    }

    /// Returns whether the effect of an act on a piece is visible at the end.
    fn keep(self, act: &Act, piece: u32) -> bool {
        let found = self.before.find(piece).zip(self.after.find(piece));
        let Some((old, new)) = found else { return false };
        let (was, now) = (old.piece, new.piece);
        match act {
            Act::Move { from, to, .. } | Act::Stand { from, to, .. } => {
                to.key == new.zone && (from.key == to.key || old.zone != new.zone)
            }
            Act::Walk { to, .. } => now.space.as_deref() == Some(to.name.as_str()),
            Act::Flip { .. } => was.face_up != now.face_up,
            Act::Rotate { .. } => was.rotation != now.rotation,
            Act::Attach { .. } | Act::Detach { .. } => was.host != now.host,
            Act::Flag { flag, .. } => {
                let is_drawn = self.scene.flags.contains(flag);
                is_drawn && was.flags.contains(flag) != now.flags.contains(flag)
            }
            Act::Count { counter, .. } => {
                let is_drawn = self.scene.counters.contains(counter);
                is_drawn && was.counters.get(counter) != now.counters.get(counter)
            }
            _ => false,
        }
    }
}
