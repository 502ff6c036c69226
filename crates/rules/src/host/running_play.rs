//! A running play: the game, its rules, and the state of their functions.

use std::sync::Arc;

use super::call_frames::CallFrames;
use super::fault::{play_over_error, rules_error};
use super::loaded_rules::RuleIndex;
use super::parts::{NextPart, PlayPart};
use super::setup::SetupShuffles;
use crate::engine::trace::{AskedQuestions, Outcome, TracePart};
use crate::engine::{Candidate, Game, Hook, KernelError, ZoneId};

/// Why a play ends before its function returns.
#[derive(Debug)]
pub enum Halt {
    /// The play ends for good.
    End(Outcome),
    /// The rules failed, with the reason and the place; an attempt around it takes it back.
    Fail(String, Option<u32>),
}

/// A running play.
#[derive(Debug)]
pub struct RunningPlay {
    /// The game.
    pub game: Game,
    /// Index of the rules.
    pub rules: Arc<RuleIndex>,
    /// Running functions.
    pub frames: CallFrames,
    /// Set when the play is to end; nothing happens after that.
    pub halt: Option<Halt>,
    /// Shuffles since pieces began to be made; `None` when no more may be made.
    pub setup_shuffles: Option<SetupShuffles>,
    /// Functions at which the play stops.
    pub stop_functions: Vec<u32>,
    /// The place of a chart or box at which the play stops.
    pub stop_place: Option<u32>,
    /// The number of the call at which the play stops.
    pub stop_call: Option<u32>,
    /// Function of the box that is called next, and the place of that box.
    pub next_box: Option<(u32, u32)>,
    /// Replacements that are running.
    pub replacing: Vec<Hook>,
    /// Depth of events that answer events.
    pub event_depth: usize,
    /// Candidates that were left before the current line of a list.
    pub remaining: Vec<Candidate>,
    /// Questions of a scenario that has answers.
    pub asked: AskedQuestions,
    /// Next part, to be played when the current function has returned.
    pub next_part: Option<NextPart>,
    /// Number of parts begun after the first.
    pub parts_begun: u32,
    /// Beginnings of these parts, if they are kept.
    pub parts: Vec<(TracePart, PlayPart)>,
}

impl RunningPlay {
    /// Creates a play that begins with the making of the pieces.
    pub fn new(game: Game, rules: Arc<RuleIndex>) -> Self {
        Self {
            game,
            rules,
            frames: CallFrames::default(),
            halt: None,
            setup_shuffles: Some(SetupShuffles::default()),
            stop_functions: Vec::new(),
            stop_place: None,
            stop_call: None,
            next_box: None,
            replacing: Vec::new(),
            event_depth: 0,
            remaining: Vec::new(),
            asked: AskedQuestions::default(),
            next_part: None,
            parts_begun: 0,
            parts: Vec::new(),
        }
    }

    /// Notes that a call at `depth` enters a function of the rules.
    pub fn enter_function(&mut self, depth: usize, function: u32) -> starlark::Result<()> {
        self.check_going_on()?;
        let cites = self.rules.citations.get(function as usize).copied().unwrap_or_default();
        let own_box = self.next_box.take().filter(|(called, _)| *called == function);
        let cites = own_box.map_or(cites, |(_, place)| cites.at_place(place));
        self.frames.enter(depth, function, cites);
        let stops = self.stop_functions.contains(&function)
            || self.stop_call == Some(self.frames.last_call());
        if stops { Err(self.stop_here()) } else { Ok(()) }
    }

    /// Notes that a zone is shuffled, perhaps while the pieces are made.
    pub fn note_setup_shuffle(&mut self, zone: ZoneId, stream: Option<&str>) {
        if let Some(shuffles) = &mut self.setup_shuffles {
            let stream = stream.unwrap_or(&self.game.parts.zone(zone).key);
            shuffles.note_shuffle(zone, stream, self.game.state.zone(zone));
        }
    }

    /// Notes that a question is about to be asked, if the scenario answers any.
    pub fn note_question(&mut self, question: &str) {
        if !self.game.answers.is_empty() {
            self.asked.note(question, self.game.next_answer_key(question));
        }
    }

    /// Changes the game for a call at `depth`, unless the play is over.
    pub fn change_game<R>(
        &mut self,
        depth: usize,
        change: impl FnOnce(&mut Game) -> Result<R, KernelError>,
    ) -> starlark::Result<R> {
        self.check_going_on()?;
        self.game.site = self.frames.site(depth);
        change(&mut self.game).map_err(|error| self.kernel_refusal(error))
    }

    /// Returns an error if the play is over.
    pub fn check_going_on(&self) -> starlark::Result<()> {
        if self.halt.is_some() { Err(play_over_error()) } else { Ok(()) }
    }

    /// Returns the error for a refusal of the kernel; a limit ends the play.
    pub fn kernel_refusal(&mut self, error: KernelError) -> starlark::Error {
        match error {
            KernelError::Wrong(message) => rules_error(message, None),
            KernelError::Limit(what) => self.hit_limit(what),
        }
    }

    /// Ends the play because it hit a limit, unless it ends already.
    pub fn hit_limit(&mut self, what: String) -> starlark::Error {
        self.halt.get_or_insert(Halt::End(Outcome::Limit { what }));
        play_over_error()
    }

    /// Ends the play at its stop point.
    pub fn stop_here(&mut self) -> starlark::Error {
        self.halt = Some(Halt::End(Outcome::Stopped));
        play_over_error()
    }

    /// Forgets the events so far, but keeps the table.
    pub fn clear_history(&mut self) {
        self.game.log.clear();
        self.frames.clear();
    }
}
