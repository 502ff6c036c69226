//! A game as it stands between two parts of a play, when no rule runs: enough to go on from there again.

use std::collections::BTreeMap;

use super::game::Game;
use super::state::GameState;
use super::texts::TextInterner;

/// A game between two parts of a play.
#[derive(Clone, Debug)]
pub struct GamePause {
    state: GameState,
    words: TextInterner,
    drawn: BTreeMap<String, u32>,
    guessed: Option<BTreeMap<String, String>>,
    pushed: u32,
    /// Events of the whole play so far.
    events: usize,
}

impl GamePause {
    /// How often a question of these words was asked before.
    pub fn times_asked(&self, question: &str) -> u32 {
        self.state.asked.of(question)
    }
}

impl Game {
    /// The game as it stands.
    pub fn pause(&self) -> GamePause {
        GamePause {
            state: self.state.clone(),
            words: self.words.clone(),
            drawn: self.drawn.clone(),
            guessed: self.guessed.clone(),
            pushed: self.pushed,
            events: self.events(),
        }
    }

    /// Goes on from there: what happened before is in the log no more.
    pub fn resume(&mut self, pause: &GamePause) {
        self.state.copy_from(&pause.state);
        self.words = pause.words.clone();
        self.drawn = pause.drawn.clone();
        self.guessed = pause.guessed.clone();
        self.pushed = pause.pushed;
        self.earlier_events = pause.events;
        self.log.clear();
        self.parted.clear();
    }
}
