//! A play that goes on: the game, the rules that it is played by, and what they are doing.

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
    /// For good.
    End(Outcome),
    /// The rules failed, with the reason and the place; an attempt around it takes it back.
    Fail(String, Option<u32>),
}

/// A play that goes on.
#[derive(Debug)]
pub struct RunningPlay {
    /// The game.
    pub game: Game,
    /// What is known of the rules.
    pub rules: Arc<RuleIndex>,
    /// The functions that go on.
    pub frames: CallFrames,
    /// Set when the play is to end; nothing happens any more then.
    pub halt: Option<Halt>,
    /// What was shuffled since pieces began to be made; none when no more may be made.
    pub setup_shuffles: Option<SetupShuffles>,
    /// Functions at which the play stops.
    pub stop_functions: Vec<u32>,
    /// The place of a chart or box at which the play stops.
    pub stop_place: Option<u32>,
    /// The number of the call at which the play stops.
    pub stop_call: Option<u32>,
    /// The function of a box that is called next, and the place of that box.
    pub next_box: Option<(u32, u32)>,
    /// Replacements that go on.
    pub replacing: Vec<Hook>,
    /// How deep events answer events.
    pub event_depth: usize,
    /// What is left of the candidates before the line of a list that is read.
    pub remaining: Vec<Candidate>,
    /// The questions of a scenario that has answers.
    pub asked: AskedQuestions,
    /// What is played when the function that is played has returned.
    pub next_part: Option<NextPart>,
    /// How many parts were begun behind the first.
    pub parts_begun: u32,
    /// Their beginnings, where they are to be kept.
    pub parts: Vec<(TracePart, PlayPart)>,
}

impl RunningPlay {
    /// A play that begins with the making of the pieces.
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

    /// A function of the rules is entered by a call at `depth`.
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

    /// A zone is shuffled, perhaps while the pieces are made.
    pub fn note_setup_shuffle(&mut self, zone: ZoneId, stream: Option<&str>) {
        if let Some(shuffles) = &mut self.setup_shuffles {
            let stream = stream.unwrap_or(&self.game.parts.zone(zone).key);
            shuffles.note_shuffle(zone, stream, self.game.state.zone(zone));
        }
    }

    /// A question is about to be asked; it is noted where the scenario answers any.
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

    /// An error if the play is over.
    pub fn check_going_on(&self) -> starlark::Result<()> {
        if self.halt.is_some() { Err(play_over_error()) } else { Ok(()) }
    }

    /// The error for a refusal of the kernel; a limit ends the play.
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

    /// Ends the play because it came to where it is to stop.
    pub fn stop_here(&mut self) -> starlark::Error {
        self.halt = Some(Halt::End(Outcome::Stopped));
        play_over_error()
    }

    /// Forgets what happened so far, but not what lies where.
    pub fn clear_history(&mut self) {
        self.game.log.clear();
        self.frames.clear();
    }
}
