//! The effects stack: what waits to happen, of which the newest happens first; and what has
//! triggered and waits to be put on the stack.

use super::event::{EventKind, Pending, Subject, Visibility};
use super::game::{Game, KernelError, common_visibility};
use super::ids::PlayerId;
use super::random::text_hash;
use super::texts::verb;

/// The most items that wait at once.
const MOST_STACKED: usize = 1_000;

/// Something that waits on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackItem {
    /// What it is called.
    pub waiting: Pending,
    /// Its number, unique in the play, by which the host finds its function.
    pub number: u32,
    /// Hash of its name, which is the same whatever number it has.
    pub name: u64,
}

/// Something that has triggered, and is not on the stack yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triggered {
    /// What will be put on the stack.
    pub item: StackItem,
    /// Whose it is; none for the player whose turn it is.
    pub by: Option<PlayerId>,
}

impl Game {
    /// Puts something on the stack; gives its number.
    pub fn push(&mut self, waiting: Pending) -> Result<u32, KernelError> {
        let item = self.new_item(waiting);
        self.push_item(item)?;
        Ok(item.number)
    }

    /// Lets something wait that has triggered; gives its number. It is that of the owner of a
    /// piece, if nothing else is said.
    pub fn trigger(&mut self, waiting: Pending, by: Option<PlayerId>) -> Result<u32, KernelError> {
        if self.state.triggered.len() >= MOST_STACKED {
            return Err(KernelError::more_than(MOST_STACKED, "things that have triggered"));
        }
        let by = by.or(self.owner_of(waiting)).or(self.state.active);
        let item = self.new_item(waiting);
        self.state.triggered.push(Triggered { item, by });
        self.append(
            EventKind::Trigger { what: waiting, by },
            verb::TRIGGER,
            pending_visibility(waiting),
        )?;
        Ok(item.number)
    }

    fn owner_of(&self, waiting: Pending) -> Option<PlayerId> {
        match waiting {
            Pending::Thing(Subject::Piece(piece, _)) => self.state.piece(piece).owner,
            Pending::Thing(Subject::Player(player)) => Some(player),
            Pending::Thing(Subject::Space(_) | Subject::Card(_)) | Pending::Label(_) => None,
        }
    }

    /// Puts all that has triggered on the stack: player by player in turn order, beginning with the
    /// one whose turn it is, and of each player in the order in which it triggered. Gives how many
    /// there were.
    pub fn stack_triggered(&mut self) -> Result<usize, KernelError> {
        let mut triggered = std::mem::take(&mut self.state.triggered);
        triggered.sort_by_key(|triggered| self.turns_until(triggered.by));
        for triggered in &triggered {
            self.push_item(triggered.item)?;
        }
        Ok(triggered.len())
    }

    /// How many players come before this one, beginning with the one whose turn it is.
    fn turns_until(&self, player: Option<PlayerId>) -> usize {
        player.map_or(0, |player| self.seats.seats_between(self.state.active, player))
    }

    /// Takes the top of the stack off, for it resolves; gives its number.
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

    /// Tells that a player lets an opportunity pass.
    pub fn pass(&mut self, player: PlayerId) -> Result<(), KernelError> {
        self.append(EventKind::Pass { player }, verb::PASS, Visibility::All)
    }

    /// Something happened to which everybody may respond: who passed before may act again.
    pub fn stir(&mut self) {
        self.state.stirs = self.state.stirs.wrapping_add(1);
        self.state.passed = false;
    }

    /// An item with a number that no other item of the play has.
    fn new_item(&mut self, waiting: Pending) -> StackItem {
        self.pushed += 1;
        StackItem { waiting, number: self.pushed, name: self.pending_hash(waiting) }
    }

    /// What is the same of things that wait under one name.
    fn pending_hash(&self, waiting: Pending) -> u64 {
        match waiting {
            Pending::Thing(subject) => self.subject_hash(subject),
            Pending::Label(label) => text_hash(self.words.text(label)) as u64,
        }
    }

    fn subject_hash(&self, subject: Subject) -> u64 {
        match subject {
            Subject::Piece(piece, _) => self.parts.card(self.state.piece(piece).card).hash,
            Subject::Card(card) => self.parts.card(card).hash,
            Subject::Player(player) => text_hash(&self.parts.player(player).name) as u64,
            Subject::Space(space) => text_hash(self.parts.space_name(space)) as u64,
        }
    }

    /// Puts an item on the stack. Whether a piece may be known is looked at anew: it may have moved
    /// since it triggered.
    fn push_item(&mut self, item: StackItem) -> Result<(), KernelError> {
        if self.state.stack.len() >= MOST_STACKED {
            return Err(KernelError::more_than(MOST_STACKED, "things on the stack"));
        }
        let waiting = self.seen_anew(item.waiting);
        self.state.stack.push(StackItem { waiting, ..item });
        self.stir();
        self.append(EventKind::Push { what: waiting }, verb::PUSH, pending_visibility(waiting))
    }

    /// What waits, as it is known now.
    fn seen_anew(&self, waiting: Pending) -> Pending {
        match waiting {
            Pending::Thing(Subject::Piece(piece, _)) => Pending::Thing(self.subject(piece)),
            Pending::Thing(Subject::Player(_) | Subject::Space(_) | Subject::Card(_))
            | Pending::Label(_) => waiting,
        }
    }
}

fn pending_visibility(waiting: Pending) -> Visibility {
    match waiting {
        Pending::Thing(subject) => common_visibility(&[subject]),
        Pending::Label(_) => Visibility::All,
    }
}
