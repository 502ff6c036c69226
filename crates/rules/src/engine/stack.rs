//! The effects stack: items that wait, the newest of which resolves first, and items that have triggered and
//! wait to be put on the stack.

use super::event::{EventKind, Pending, Subject, Visibility, verb};
use super::game::{Game, KernelError, common_visibility};
use super::ids::PlayerId;
use super::random::text_hash;

/// The most items that may wait at once.
const MOST_STACKED: usize = 1_000;

/// An item that waits on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackItem {
    /// Name of the item.
    pub waiting: Pending,
    /// Number, unique in the play, by which the host finds its function.
    pub number: u32,
    /// Hash of the name, whatever the number.
    pub name: u64,
}

/// An item that has triggered, and is not on the stack yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triggered {
    /// Item to be put on the stack.
    pub item: StackItem,
    /// Player who controls it; `None` only outside of turns.
    pub by: Option<PlayerId>,
}

impl Game {
    /// Puts an item on the stack, and returns its number.
    pub fn push(&mut self, waiting: Pending) -> Result<u32, KernelError> {
        let item = self.new_item(waiting);
        self.push_item(item)?;
        Ok(item.number)
    }

    /// Adds an item that has triggered, and returns its number. A piece's item belongs to the owner of the
    /// piece, unless `by` says otherwise.
    pub fn trigger(&mut self, waiting: Pending, by: Option<PlayerId>) -> Result<u32, KernelError> {
        if self.state.triggered.len() >= MOST_STACKED {
            return Err(KernelError::more_than(MOST_STACKED, "things that have triggered"));
        }
        let owner = match waiting {
            Pending::Thing(Subject::Piece(piece, _)) => self.state.piece(piece).owner,
            Pending::Thing(Subject::Player(player)) => Some(player),
            Pending::Thing(Subject::Space(_) | Subject::Card(_)) | Pending::Label(_) => None,
        };
        let by = by.or(owner).or(self.state.active);
        let item = self.new_item(waiting);
        self.state.triggered.push(Triggered { item, by });
        self.append(
            EventKind::Trigger { what: waiting, by },
            verb::TRIGGER,
            pending_visibility(waiting),
        )?;
        Ok(item.number)
    }

    /// Puts everything that has triggered on the stack: player by player in turn order, beginning with the
    /// player whose turn it is, and for each player in the order in which it triggered. Returns the number of
    /// items.
    pub fn stack_triggered(&mut self) -> Result<usize, KernelError> {
        let mut triggered = std::mem::take(&mut self.state.triggered);
        let active = self.state.active;
        triggered.sort_by_key(|triggered| {
            triggered.by.map_or(0, |player| self.seats.seats_between(active, player))
        });
        for triggered in &triggered {
            self.push_item(triggered.item)?;
        }
        Ok(triggered.len())
    }

    /// Takes the top item off the stack because it resolves, and returns its number.
    pub fn resolve(&mut self) -> Result<Option<u32>, KernelError> {
        let Some(StackItem { waiting, number, .. }) = self.state.stack.pop() else {
            return Ok(None);
        };
        self.stir();
        self.append(
            EventKind::Resolve { what: waiting },
            verb::RESOLVE,
            pending_visibility(waiting),
        )?;
        Ok(Some(number))
    }

    /// Logs that a player lets an opportunity pass.
    pub fn pass(&mut self, player: PlayerId) -> Result<(), KernelError> {
        self.append(EventKind::Pass { player }, verb::PASS, Visibility::All)
    }

    /// Notes an event that everybody may respond to: players who passed before may act again.
    pub fn stir(&mut self) {
        self.state.stirs = self.state.stirs.wrapping_add(1);
        self.state.passed = false;
    }

    /// Returns an item with a number that no other item of the play has.
    fn new_item(&mut self, waiting: Pending) -> StackItem {
        self.pushed += 1;
        let name = match waiting {
            Pending::Thing(Subject::Piece(piece, _)) => {
                self.parts.card(self.state.piece(piece).card).hash
            }
            Pending::Thing(Subject::Card(card)) => self.parts.card(card).hash,
            Pending::Thing(Subject::Player(player)) => {
                text_hash(&self.parts.player(player).name) as u64
            }
            Pending::Thing(Subject::Space(space)) => text_hash(self.parts.space_name(space)) as u64,
            Pending::Label(label) => text_hash(self.words.text(label)) as u64,
        };
        StackItem { waiting, number: self.pushed, name }
    }

    /// Puts an item on the stack. The visibility of a piece is determined again: it may have moved since it
    /// triggered.
    fn push_item(&mut self, item: StackItem) -> Result<(), KernelError> {
        if self.state.stack.len() >= MOST_STACKED {
            return Err(KernelError::more_than(MOST_STACKED, "things on the stack"));
        }
        let waiting = match item.waiting {
            Pending::Thing(Subject::Piece(piece, _)) => Pending::Thing(self.subject(piece)),
            other @ (Pending::Thing(Subject::Player(_) | Subject::Space(_) | Subject::Card(_))
            | Pending::Label(_)) => other,
        };
        self.state.stack.push(StackItem { waiting, ..item });
        self.stir();
        self.append(EventKind::Push { what: waiting }, verb::PUSH, pending_visibility(waiting))
    }
}

fn pending_visibility(waiting: Pending) -> Visibility {
    match waiting {
        Pending::Thing(subject) => common_visibility(&[subject]),
        Pending::Label(_) => Visibility::All,
    }
}
