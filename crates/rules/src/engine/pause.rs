//! A game between two parts of a play, when no rule runs, with everything that is needed to resume it.

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
    /// Number of events in the whole play so far.
    events: usize,
}

impl GamePause {
    /// Returns the number of times that a question of these words was asked before.
    pub fn times_asked(&self, question: &str) -> u32 {
        self.state.asked.of(question)
    }
}

impl Game {
    /// Saves the game.
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

    /// Resumes a saved game; its earlier events are no longer in the log.
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
