//! The effects stack: what waits to happen, last on, first off; and what has triggered and waits to
//! be put there.

use super::event::{Sees, Subject, Waiting, What, verb};
use super::game::{Game, Trouble, seen_together};
use super::ids::PlayerId;
use super::random::hash;

/// The most items that wait at once.
const HIGHEST: usize = 1_000;

/// Something that waits on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is called.
    pub waiting: Waiting,
    /// By this number the host knows what it does; no other item of the play has it.
    pub number: u32,
    /// Hash of its name, which is the same whatever number it has.
    pub name: u64,
}

/// Something that has triggered, and is not on the stack yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Triggered {
    /// What will be put on the stack.
    pub item: Item,
    /// Whose it is; none for the player whose turn it is.
    pub by: Option<PlayerId>,
}

impl Game {
    /// Puts something on the stack; gives its number.
    pub fn push(&mut self, waiting: Waiting) -> Result<u32, Trouble> {
        let item = self.item(waiting);
        self.put(item)?;
        Ok(item.number)
    }

    /// Lets something wait that has triggered; gives its number. It is that of the owner of a
    /// piece, if nothing else is said.
    pub fn trigger(&mut self, waiting: Waiting, by: Option<PlayerId>) -> Result<u32, Trouble> {
        if self.state.triggered.len() >= HIGHEST {
            return Err(Trouble::Limit(format!("more than {HIGHEST} things that have triggered")));
        }
        let owner = match waiting {
            Waiting::Thing(Subject::Piece(piece, _)) => self.state.piece(piece).owner,
            Waiting::Thing(Subject::Player(player)) => Some(player),
            Waiting::Thing(Subject::Space(_) | Subject::Card(_)) | Waiting::Label(_) => None,
        };
        let by = by.or(owner).or(self.state.active);
        let item = self.item(waiting);
        self.state.triggered.push(Triggered { item, by });
        self.append(What::Trigger(waiting, by), verb::TRIGGER, sees(waiting))?;
        Ok(item.number)
    }

    /// Puts all that has triggered on the stack: player by player in turn order, beginning with the
    /// one whose turn it is, and of each player in the order in which it triggered. Gives how many
    /// there were.
    pub fn stack_triggered(&mut self) -> Result<usize, Trouble> {
        let mut triggered = std::mem::take(&mut self.state.triggered);
        let (first, players) =
            (self.state.active.map_or(0, |player| player.0), self.parts.players.len() as u8);
        let turns =
            |by: Option<PlayerId>| by.map_or(0, |player| (player.0 + players - first) % players);
        triggered.sort_by_key(|triggered| turns(triggered.by));
        for triggered in &triggered {
            self.put(triggered.item)?;
        }
        Ok(triggered.len())
    }

    /// Takes the top of the stack off, for it resolves; gives its number.
    pub fn resolve(&mut self) -> Result<Option<u32>, Trouble> {
        let Some(item) = self.state.stack.pop() else { return Ok(None) };
        self.stir();
        self.append(What::Resolve(item.waiting), verb::RESOLVE, sees(item.waiting))?;
        Ok(Some(item.number))
    }

    /// Tells that a player lets an opportunity pass.
    pub fn pass(&mut self, player: PlayerId) -> Result<(), Trouble> {
        self.append(What::Pass(player), verb::PASS, Sees::All)
    }

    /// Something happened to which everybody may respond: who passed before may act again.
    pub fn stir(&mut self) {
        self.state.stirs = self.state.stirs.wrapping_add(1);
        self.state.passed = false;
    }

    /// An item that no other item of the play is.
    fn item(&mut self, waiting: Waiting) -> Item {
        let name = match waiting {
            Waiting::Thing(Subject::Piece(piece, _)) => {
                self.parts.card(self.state.piece(piece).card).hash
            }
            Waiting::Thing(Subject::Player(player)) => hash(&self.parts.player(player).name) as u64,
            Waiting::Thing(Subject::Space(space)) => hash(self.parts.space_name(space)) as u64,
            Waiting::Thing(Subject::Card(card)) => self.parts.card(card).hash,
            Waiting::Label(word) => hash(self.words.text(word)) as u64,
        };
        self.pushed += 1;
        Item { waiting, number: self.pushed, name }
    }

    /// Puts an item on the stack. Whether a piece may be known is looked at anew: it may have moved
    /// since it triggered.
    fn put(&mut self, item: Item) -> Result<(), Trouble> {
        if self.state.stack.len() >= HIGHEST {
            return Err(Trouble::Limit(format!("more than {HIGHEST} things on the stack")));
        }
        let waiting = match item.waiting {
            Waiting::Thing(Subject::Piece(piece, _)) => Waiting::Thing(self.subject(piece)),
            other => other,
        };
        self.state.stack.push(Item { waiting, ..item });
        self.stir();
        self.append(What::Push(waiting), verb::PUSH, sees(waiting))
    }
}

fn sees(waiting: Waiting) -> Sees {
    match waiting {
        Waiting::Thing(subject) => seen_together(&[subject]),
        Waiting::Label(_) => Sees::All,
    }
}
