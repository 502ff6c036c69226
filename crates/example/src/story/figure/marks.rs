//! Which steps of a section brought what lies on the table at the end of a play: what they put there
//! and what was taken away again is not told.

use std::collections::{BTreeMap, BTreeSet};

use super::SectionSteps;
use crate::story::{Storyboard, TableState};
use rules::engine::trace::{Act, NamedSubject, TraceRecord};

/// Indexes of steps, in the order of the text.
pub type StepIndexes = BTreeSet<usize>;

/// The steps that brought what lies on the table.
#[derive(Debug, Default)]
pub struct FigureMarks {
    /// By the number of the piece.
    pub pieces: BTreeMap<u32, StepIndexes>,
    /// By the key of the zone, where it was shuffled.
    pub zones: BTreeMap<String, StepIndexes>,
    /// By the player and the counter.
    pub counters: BTreeMap<(String, String), StepIndexes>,
}

/// The table before a play and after it.
#[derive(Clone, Copy)]
pub struct PlayedTables<'a> {
    pub scene: &'a Storyboard<'a>,
    pub before: &'a TableState,
    pub after: &'a TableState,
}

impl FigureMarks {
    /// What these records brought.
    pub fn of(records: &[TraceRecord], steps: &SectionSteps<'_>, tables: PlayedTables<'_>) -> Self {
        let mut marks = Self::default();
        for record in records {
            if let Some(step) = record.place.and_then(|place| steps.step_of(place)) {
                marks.add_act(&record.act, step, tables);
            }
        }
        marks
    }

    fn add_act(&mut self, act: &Act, step: usize, tables: PlayedTables<'_>) {
        match act {
            Act::Count { of, counter, .. } if tables.is_player(of) => {
                if tables.gives(&of.name, counter) {
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

impl PlayedTables<'_> {
    fn is_player(self, of: &NamedSubject) -> bool {
        of.owner.is_none() && self.after.players.contains_key(&of.name)
    }

    /// Whether a player has another amount than before.
    fn gives(self, player: &str, counter: &str) -> bool {
        self.before.amount_of(player, counter) != self.after.amount_of(player, counter)
    }

    /// Whether a piece lies in another zone than before.
    fn has_come(self, piece: u32) -> bool {
        let (was, now) = (self.before.find(piece), self.after.find(piece));
        was.zip(now).is_some_and(|((was, ..), (now, ..))| was != now)
    }

    /// Whether what an act does to a piece can be seen at the end.
    fn keep(self, act: &Act, piece: u32) -> bool {
        let (was, now) = (self.before.find(piece), self.after.find(piece));
        let (Some((_, _, was)), Some((zone, _, now))) = (was, now) else { return false };
        match act {
            Act::Move { from, to, .. } | Act::Stand { from, to, .. } => {
                to.key == zone && (from.key == to.key || self.has_come(piece))
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
