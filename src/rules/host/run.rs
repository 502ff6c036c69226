//! One play: lays out the start, runs the rules, and makes the trace of what happened.

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use starlark::environment::Module as Scope;
use starlark::eval::Evaluator;
use starlark::values::Value;

use super::context::{Halt, PlayGuard, RunningPlay, with_play_untracked};
use super::fault;
use super::load::set_limits;
use super::loaded_rules::{LoadedRules, MadePieces, SetupShuffles, function_value};
use super::scenario_cards::{ScenarioCards, add_scenario_cards};
use super::values::Player;
use crate::document::nearest_name;
use crate::engine::trace::{Fault, Outcome, Start, Trace};
use crate::engine::{
    Game, GameBuffers, GameState, PlayerId, cited_places, deciding_lines, lay_out_position,
    table_snapshot, trace_records, zone_kinds,
};
use crate::rules::executor::{Death, LastSign, panic_words};

thread_local! {
    /// What the play before in this thread left to be used again.
    static SPARE: RefCell<Option<GameBuffers>> = const { RefCell::new(None) };
}

/// What one play reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlaySummary {
    /// How it ended.
    pub outcome: Outcome,
    /// How many events there were.
    pub events: u32,
    /// How many turns were begun.
    pub turns: u32,
    /// Functions that were entered, ascending; indexes into `Program.functions`.
    pub reached: Vec<u32>,
    /// Places that events cite, ascending; indexes into `Program.places`.
    pub cited: Vec<u32>,
    /// Places of the tie-breaker items that dropped a candidate, ascending.
    pub lines: Vec<u32>,
    /// Ways out of boxes that were taken, ascending.
    pub walked: Vec<u32>,
}

/// Why a play did not come to its end.
enum PlayFailure {
    /// What the rules did.
    Rules(starlark::Error),
    /// What the start asks for.
    Start(Fault),
}

impl From<starlark::Error> for PlayFailure {
    fn from(error: starlark::Error) -> Self {
        Self::Rules(error)
    }
}

impl LoadedRules {
    /// Plays once. The same start gives the same trace, in whatever thread. Never panics: what
    /// breaks down is told in the outcome.
    pub fn play(&self, start: &Start) -> Trace {
        let laid = RefCell::new(None);
        let begun = |game: &Game| *laid.borrow_mut() = Some(table_snapshot(game));
        self.run_play(start, &begun, |play, outcome| Trace {
            records: trace_records(&play.game, |function| self.book.cards.get(&function).cloned()),
            outcome,
            table: zone_kinds(&play.game.parts),
            start: laid.take(),
            end: table_snapshot(&play.game),
            reached: play.frames.reached(),
            lines: deciding_lines(&play.game),
            walked: play.frames.walked(),
        })
    }

    /// Plays once and tells only what was reached: twice as fast as a whole trace, for many seeds.
    pub fn summarize(&self, start: &Start) -> PlaySummary {
        self.run_play(start, &|_| (), |play, outcome| PlaySummary {
            outcome,
            events: play.game.log.len() as u32,
            turns: play.game.state.turn,
            reached: play.frames.reached(),
            cited: cited_places(&play.game),
            lines: deciding_lines(&play.game),
            walked: play.frames.walked(),
        })
    }

    /// Plays once; `begun` sees a position that was laid out, `tell` the end.
    fn run_play<R>(
        &self,
        start: &Start,
        begun: &dyn Fn(&Game),
        tell: impl FnOnce(&RunningPlay, Outcome) -> R,
    ) -> R {
        let spare = SPARE.with_borrow_mut(Option::take).unwrap_or_default();
        let (parts, extra) = match add_scenario_cards(&self.parts, &start.cards) {
            Ok((parts, extra)) => (parts, Ok(extra)),
            Err(fault) => (self.parts.clone(), Err(PlayFailure::Start(fault))),
        };
        let state = GameState::new(&parts, start.seed);
        let mut game = Game::new(parts, state, spare);
        if !start.answers.is_empty() {
            game.answers = Arc::new(start.answers.clone());
        }
        game.seeded = start.seeded;
        let seat = PlayGuard::new(RunningPlay::new(game, self.book.clone()));
        let result = catch_unwind(AssertUnwindSafe(|| self.run(start, &extra?, begun)));
        let halt = with_play_untracked(|play| play.halt.take()).flatten();
        let outcome = self.outcome(result, halt);
        let play = seat.leave().expect("only this function ends the play that it began");
        let told = tell(&play, outcome);
        SPARE.with_borrow_mut(|spare| *spare = Some(play.game.into_buffers()));
        told
    }

    fn run(
        &self,
        start: &Start,
        extra: &ScenarioCards,
        begun: &dyn Fn(&Game),
    ) -> Result<(), PlayFailure> {
        let (mut left, mut seat) = (start.repeat.max(1), None);
        self.with_evaluator(|eval| {
            self.make_pieces(start, eval)?;
            self.lay_out(start, extra, eval)?;
            with_play_untracked(|play| {
                begun(&play.game);
                play.making = None;
                play.stop = start.until;
                play.until = start.until.map(|place| self.places.bound(place)).unwrap_or_default();
            });
            seat = self.starting_player(start)?;
            play_repeatedly((start.play, seat), &mut left, eval)
        })?;
        while left > 0 {
            self.with_evaluator(|eval| play_repeatedly((start.play, seat), &mut left, eval))?;
        }
        Ok(())
    }

    /// Runs a part of a play with the functions of the rules, under the limits of what it may use.
    fn with_evaluator(
        &self,
        part: impl for<'v> FnOnce(&mut Evaluator<'v, '_, '_>) -> Result<(), PlayFailure>,
    ) -> Result<(), PlayFailure> {
        Scope::with_temp_heap(|scope| {
            scope.set_extra_value(scope.heap().access_owned_frozen_value(&self.functions));
            let mut eval = Evaluator::new(&scope);
            set_limits(&mut eval)?;
            part(&mut eval)
        })
    }

    /// The player that the function is called with, if it asks for one: it is that player's turn.
    fn starting_player(&self, start: &Start) -> Result<Option<PlayerId>, PlayFailure> {
        let players = || self.parts.players.iter().map(|player| player.name.as_str());
        let named = start.player.as_deref();
        let at = named.map_or(Some(0), |name| players().position(|known| known == name));
        let Some(at) = at else {
            let name = named.unwrap_or_default();
            let hint =
                nearest_name(name, players()).map(|known| format!("did you mean `{known}`?"));
            return Err(PlayFailure::Start(crate::engine::position_fault(
                format!("there is no player `{name}`"),
                hint,
            )));
        };
        let asks =
            self.seats.get(start.play as usize) == Some(&true) && at < self.parts.players.len();
        let seat = asks.then_some(PlayerId(at as u8));
        if seat.is_some() {
            with_play_untracked(|play| play.game.state.active = seat);
        }
        Ok(seat)
    }

    /// Makes the pieces: by a copy of what was made before, if that is always the same.
    fn make_pieces<'v>(
        &self,
        start: &Start,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> Result<(), PlayFailure> {
        let Some(make) = start.make.or(self.make) else { return Ok(()) };
        let own = Some(make) == self.make;
        if let Some(Some(made)) = self.made.get().filter(|_| own) {
            with_play_untracked(|play| play.game.state = made.with(start.seed));
            return Ok(());
        }
        let make: Value<'v> = function_value(make, eval)?;
        eval.eval_function(make, &[], &[])?;
        with_play_untracked(|play| {
            clear_history(play);
            let state = &mut play.game.state;
            settle_homes(state);
            let making = play.making.replace(SetupShuffles::default()).unwrap_or_default();
            if own {
                self.made.get_or_init(|| MadePieces::of(state, making));
            }
        });
        Ok(())
    }

    /// Lays out the position, or sets the game up if there is none.
    fn lay_out<'v>(
        &self,
        start: &Start,
        extra: &ScenarioCards,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> Result<(), PlayFailure> {
        if !start.position.is_empty() {
            if let Some(ready) = start.ready {
                let ready: Value<'v> = function_value(ready, eval)?;
                eval.eval_function(ready, &[], &[])?;
                with_play_untracked(clear_history);
                with_play_untracked(|play| settle_homes(&mut play.game.state));
            }
            let laid = with_play_untracked(|play| {
                lay_out_position(&mut play.game, &start.position, extra)
            });
            laid.unwrap_or(Ok(())).map_err(PlayFailure::Start)?;
            return Ok(());
        }
        if let Some(setup) = start.setup.or(self.setup).filter(|setup| *setup != start.play) {
            let setup: Value<'v> = function_value(setup, eval)?;
            eval.eval_function(setup, &[], &[])?;
            with_play_untracked(clear_history);
        }
        Ok(())
    }

    fn outcome(
        &self,
        result: Result<Result<(), PlayFailure>, Box<dyn Any + Send>>,
        halt: Option<Halt>,
    ) -> Outcome {
        match (result, halt) {
            (Err(panic), _) => Death::of(LastSign::Words(&panic_words(panic.as_ref()))).outcome(),
            (_, Some(Halt::End(outcome))) => outcome,
            (_, Some(Halt::Fail(reason, place))) => Outcome::Stuck { reason, place },
            (Ok(Ok(())), None) => Outcome::Finished,
            (Ok(Err(PlayFailure::Start(fault))), None) => Outcome::Fault(fault),
            (Ok(Err(PlayFailure::Rules(error))), None) => match fault::exceeded_limit(&error) {
                Some(what) => Outcome::Limit { what },
                None => Outcome::Fault(fault::from_error(&error, &self.modules)),
            },
        }
    }
}

/// Plays the function as often as is left, or until a turn ends with nothing that waits: all else
/// is in the kernel, so that the next turn can begin with the limits of a new play.
fn play_repeatedly<'v>(
    (play, seat): (u32, Option<PlayerId>),
    left: &mut u32,
    eval: &mut Evaluator<'v, '_, '_>,
) -> Result<(), PlayFailure> {
    let played: Value<'v> = function_value(play, eval)?;
    let seat: Vec<Value<'v>> =
        seat.map(|own| eval.heap().alloc(Player::new(own))).into_iter().collect();
    while *left > 0 {
        eval.eval_function(played, &seat, &[])?;
        *left -= 1;
        let waits = with_play_untracked(|play| {
            !play.game.state.stack.is_empty() || !play.game.state.triggered.is_empty()
        });
        if waits != Some(true) {
            break;
        }
    }
    Ok(())
}

/// Where the pieces lie now is where they go when nothing else is said.
fn settle_homes(state: &mut GameState) {
    for piece in &mut state.pieces {
        piece.home = piece.zone;
    }
}

/// Forgets what happened so far, but not what lies where.
fn clear_history(play: &mut RunningPlay) {
    play.game.log.clear();
    play.frames.clear();
}
