//! The effects stack: what waits to happen, last on, first off.

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

impl Game {
    /// Puts something on the stack; gives its number.
    pub fn push(&mut self, waiting: Waiting) -> Result<u32, Trouble> {
        if self.state.stack.len() >= HIGHEST {
            return Err(Trouble::Limit(format!("more than {HIGHEST} things on the stack")));
        }
        let number = self.pushed;
        self.pushed += 1;
        let name = match waiting {
            Waiting::Thing(Subject::Piece(piece, _)) => self.parts.card(self.state.piece(piece).card).hash,
            Waiting::Thing(Subject::Player(player)) => hash(&self.parts.player(player).name) as u64,
            Waiting::Thing(Subject::Space(space)) => hash(self.parts.space_name(space)) as u64,
            Waiting::Thing(Subject::Card(card)) => self.parts.card(card).hash,
            Waiting::Label(word) => hash(self.words.text(word)) as u64,
        };
        self.state.stack.push(Item { waiting, number, name });
        self.append(What::Push(waiting), verb::PUSH, sees(waiting))?;
        Ok(number)
    }

    /// Takes the top of the stack off, for it resolves; gives its number.
    pub fn resolve(&mut self) -> Result<Option<u32>, Trouble> {
        let Some(item) = self.state.stack.pop() else { return Ok(None) };
        self.append(What::Resolve(item.waiting), verb::RESOLVE, sees(item.waiting))?;
        Ok(Some(item.number))
    }

    /// Tells that a player lets an opportunity pass.
    pub fn pass(&mut self, player: PlayerId) -> Result<(), Trouble> {
        self.append(What::Pass(player), verb::PASS, Sees::All)
    }
}

fn sees(waiting: Waiting) -> Sees {
    match waiting {
        Waiting::Thing(subject) => seen_together(&[subject]),
        Waiting::Label(_) => Sees::All,
    }
}
