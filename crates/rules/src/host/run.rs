//! Plays once: lays out the start, runs the rules, and makes the trace.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use starlark::environment::Module as Scope;
use starlark::eval::Evaluator;
use starlark::values::Value;

use super::context::{ContextGuard, RulesContext, with_play_untracked};
use super::fault::{BREAKDOWN_HINT, exceeded_limit, from_error, line_fault};
use super::given::given_arguments;
use super::handles::PlayerHandle;
use super::load::set_limits;
use super::loaded_rules::{LoadedRules, function_value};
use super::named::blame_argument;
use super::parts::{PartedPlay, PartsLeft, PlayPart, note_part};
use super::running_play::{Halt, RunningPlay};
use super::scenario_cards::{ScenarioCards, add_scenario_cards};
use super::setup::{MadePieces, SetupShuffles};
use crate::engine::trace::{ComponentNames, Fault, Outcome, SeatChoice, Start, StartEntry, Trace};
use crate::engine::{
    Components, Game, GameState, Onlooker, PlayerId, RefusedEntry, Seating, deciding_lines,
    lay_out_edges, lay_out_players, lay_out_position, position_fault, table_snapshot,
    trace_records, zone_kinds,
};
use crate::executor::{CountedGame, Death, LastSign};
use base::diagnostic::did_you_mean;
pub use base::diagnostic::panic_words;

/// Why a play did not come to its end.
enum PlayFailure {
    /// An error of the rules.
    Rules(starlark::Error),
    /// A fault of the start.
    Start(Fault),
}

impl From<starlark::Error> for PlayFailure {
    fn from(error: starlark::Error) -> Self {
        Self::Rules(error)
    }
}

impl LoadedRules {
    /// Plays once. The same start gives the same trace, in any thread. Never panics: the outcome reports a
    /// breakdown.
    pub fn play(&self, start: &Start) -> Trace {
        self.play_parts(start, &[]).trace
    }

    /// Plays once in parts. `known` are parts that were kept of plays from the same start, perhaps with other
    /// answers. The play is resumed at the last of them that it reaches in the same way.
    pub fn play_parts(&self, start: &Start, known: &[PlayPart]) -> PartedPlay {
        let kept = known.iter().take_while(|part| part.is_reached_by(&start.answers)).count();
        let from = kept.checked_sub(1).map(|last| &known[last]);
        let mut first = None;
        let mut begun = |game: &Game| first = Some(table_snapshot(game));
        let (mut play, outcome) = self.run_play(start, from, &mut begun);
        let begun = std::mem::take(&mut play.parts).into_iter();
        // The part at which it was resumed is known already.
        let (told, parts) = begun.skip(usize::from(from.is_some())).unzip();
        let running = if outcome == Outcome::Stopped { play.frames.running() } else { Vec::new() };
        let game = &play.game;
        let trace = Trace {
            records: trace_records(game, |function| self.index.cards.get(&function).cloned()),
            outcome,
            table: zone_kinds(game),
            start: first,
            end: table_snapshot(game),
            reached: play.frames.reached(),
            lines: deciding_lines(game),
            walked: play.frames.walked(),
            names: ComponentNames::of(game),
            asked: play.asked,
            drawn: std::mem::take(&mut play.game.drawn),
            guessed: play.game.guessed.take().unwrap_or_default(),
            running,
            parts: told,
        };
        self.buffers.give_back(play.game.into_buffers());
        PartedPlay { trace, kept, parts }
    }

    /// Plays once and only counts: twice as fast as a whole trace, for many seeds.
    pub fn count_game(&self, start: &Start) -> CountedGame {
        let (play, outcome) = self.run_play(start, None, &mut |_| ());
        let game = &play.game;
        let counted = CountedGame {
            seed: start.seed,
            outcome,
            events: game.log.len() as u32,
            turns: game.state.turn,
            rounds: game.state.round,
            metrics: game.state.metrics.named(&game.words),
        };
        self.buffers.give_back(play.game.into_buffers());
        counted
    }

    /// Plays once, from a part on if there is one, and returns the play at its end; `begun` receives the game
    /// in the position from which it continues.
    fn run_play(
        &self,
        start: &Start,
        from: Option<&PlayPart>,
        begun: &mut dyn FnMut(&Game),
    ) -> (Box<RunningPlay>, Outcome) {
        let cards = add_scenario_cards(&self.components, &start.cards);
        let (components, cards) = match cards {
            Ok((components, cards)) => (components, Ok(cards)),
            Err(fault) => (Arc::clone(&self.components), Err(PlayFailure::Start(fault))),
        };
        let mut game = self.new_game(components, start);
        let seated = seat_players(&mut game, start);
        let play = RunningPlay::new(game, Arc::clone(&self.index));
        let guard = ContextGuard::enter(RulesContext::Playing(Box::new(play)));
        let result = catch_unwind(AssertUnwindSafe(|| {
            seated?;
            self.run_turns(start, &cards?, from, begun)
        }));
        let halt = with_play_untracked(|play| play.halt.take()).flatten();
        let running = with_play_untracked(|play| play.frames.innermost_function()).flatten();
        let outcome = self.outcome(result, halt, running);
        let RulesContext::Playing(mut play) = guard.leave() else {
            unreachable!("only its guard ends the play")
        };
        let outcome = match outcome {
            Outcome::Fault(fault) => Outcome::Fault(blame_start(fault, start, &mut play.game)),
            outcome => outcome,
        };
        (play, outcome)
    }

    fn new_game(&self, components: Arc<Components>, start: &Start) -> Game {
        let state = GameState::new(&components, start.seed);
        let mut game = Game::new(components, state, self.buffers.take());
        if !start.answers.is_empty() {
            game.answers = Arc::new(start.answers.clone());
        }
        if !start.chance.is_empty() {
            game.chance = Arc::new(start.chance.clone());
        }
        game.seeded = start.seeded;
        game.at_table = start.at_table;
        game.guessed = start.probe.answers.then(BTreeMap::new);
        game
    }

    /// Makes the pieces, lays out the start and plays as often as the start asks for; or resumes at a part.
    fn run_turns(
        &self,
        start: &Start,
        cards: &ScenarioCards,
        from: Option<&PlayPart>,
        begun: &mut dyn FnMut(&Game),
    ) -> Result<(), PlayFailure> {
        let mut left = PartsLeft { left: start.repeat.max(1), player: None };
        if let Some(parameters) = self.parameters.get(start.play as usize) {
            parameters.check(start).map_err(PlayFailure::Start)?;
        }
        if let Some(part) = from {
            with_play_untracked(|play| {
                let (next, behind) = part.resume(play);
                left = behind;
                play.next_part = Some(next);
                begun(&play.game);
                self.begin_play(start, play);
            });
        } else {
            self.with_evaluator(|eval| {
                self.make_pieces(start, eval)?;
                self.lay_out(start, cards, eval)?;
                with_play_untracked(|play| {
                    begun(&play.game);
                    self.begin_play(start, play);
                });
                left.player = self.starting_player(start)?;
                play_on(start, &mut left, eval)
            })?;
        }
        while with_play_untracked(|play| play.next_part.is_some()) == Some(true) || left.left > 0 {
            self.with_evaluator(|eval| play_on(start, &mut left, eval))?;
        }
        Ok(())
    }

    /// Sets the places where the play stops; it may stop from here on.
    fn begin_play(&self, start: &Start, play: &mut RunningPlay) {
        play.setup_shuffles = None;
        play.stop_place = start.until;
        play.stop_call = Some(start.probe.call).filter(|call| *call > 0);
        play.stop_functions = start.until.map(|place| self.places.bound(place)).unwrap_or_default();
    }

    /// Runs a part of a play with the functions of the rules, under their limits.
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

    /// Returns the player for the function, if it asks for one, and makes it that player's turn.
    fn starting_player(&self, start: &Start) -> Result<Option<PlayerId>, PlayFailure> {
        let player = with_play_untracked(|play| player_of_start(&play.game, start));
        let player = player.unwrap_or(Ok(None))?;
        let parameters = self.parameters.get(start.play as usize);
        let asks = parameters.is_some_and(|parameters| parameters.asks_player(start));
        let player = player.filter(|_| asks);
        if player.is_some() {
            with_play_untracked(|play| play.game.state.active = player);
        }
        Ok(player)
    }

    /// Makes the pieces; copies the earlier ones, if they are always the same.
    fn make_pieces(
        &self,
        start: &Start,
        eval: &mut Evaluator<'_, '_, '_>,
    ) -> Result<(), PlayFailure> {
        let Some(make) = start.make.or(self.make) else { return Ok(()) };
        let own = Some(make) == self.make && start.chance.is_empty() && !start.at_table;
        if let Some(Some(made)) = self.made.get().filter(|_| own)
            && with_play_untracked(|play| made.fits(&play.game)) == Some(true)
        {
            with_play_untracked(|play| made.lay_out(start.seed, &mut play.game));
            return Ok(());
        }
        call_function(make, &[], eval)?;
        with_play_untracked(|play| {
            play.clear_history();
            settle_homes(&mut play.game.state);
            let shuffles = play.setup_shuffles.replace(SetupShuffles::default());
            if own {
                let shuffles = shuffles.unwrap_or_default();
                self.made.get_or_init(|| MadePieces::of(&play.game, shuffles));
            }
        });
        Ok(())
    }

    /// Lays out the position, or sets the game up if there is none.
    fn lay_out(
        &self,
        start: &Start,
        cards: &ScenarioCards,
        eval: &mut Evaluator<'_, '_, '_>,
    ) -> Result<(), PlayFailure> {
        if start.position.is_empty() && start.amounts.is_empty() && start.edges.is_empty() {
            return self.set_up(start, eval);
        }
        if let Some(ready) = start.ready {
            call_function(ready, &[], eval)?;
            with_play_untracked(|play| {
                play.clear_history();
                settle_homes(&mut play.game.state);
            });
        }
        let laid = with_play_untracked(|play| {
            lay_out_edges(&mut play.game, &start.edges)?;
            lay_out_position(&mut play.game, &start.position, cards)?;
            lay_out_players(&mut play.game, &start.amounts)
        });
        laid.unwrap_or(Ok(())).map_err(PlayFailure::Start)?;
        start.legal.map_or(Ok(()), |legal| check_legal(legal, eval))
    }

    fn set_up(&self, start: &Start, eval: &mut Evaluator<'_, '_, '_>) -> Result<(), PlayFailure> {
        let setup = start.setup.or(self.setup).filter(|setup| *setup != start.play);
        if let Some(setup) = setup {
            call_function(setup, &[], eval)?;
            with_play_untracked(RunningPlay::clear_history);
        }
        Ok(())
    }

    fn outcome(
        &self,
        result: Result<Result<(), PlayFailure>, Box<dyn Any + Send>>,
        halt: Option<Halt>,
        running: Option<u32>,
    ) -> Outcome {
        match (result, halt) {
            (Err(panic), _) => self.outcome_of_panic(panic.as_ref(), running),
            (_, Some(Halt::End(outcome))) => outcome,
            (_, Some(Halt::Fail(reason, place))) => Outcome::Stuck { reason, place },
            (Ok(Ok(())), None) => Outcome::Finished,
            (Ok(Err(PlayFailure::Start(fault))), None) => Outcome::Fault(fault),
            (Ok(Err(PlayFailure::Rules(error))), None) => self.outcome_of_error(&error),
        }
    }

    /// Returns the outcome of a panic of the host or the starlark crate, in the function that was running.
    fn outcome_of_panic(&self, panic: &(dyn Any + Send), running: Option<u32>) -> Outcome {
        let death = Death::of(LastSign::Words(&panic_words(panic)));
        let def = running.and_then(|function| self.defs.get(function as usize));
        let module = def.and_then(|def| self.modules.get(def.module as usize));
        match (&death, def, module) {
            (Death::Crash(words), Some(def), Some(module)) => {
                let message = format!("the rules crash in `{}`: {words}", def.name);
                let hint = Some(BREAKDOWN_HINT.to_owned());
                Outcome::Fault(Fault { hint, ..line_fault(module, def.line, message) })
            }
            _ => death.outcome(),
        }
    }

    fn outcome_of_error(&self, error: &starlark::Error) -> Outcome {
        match exceeded_limit(error) {
            Some(what) => Outcome::Limit { what },
            None => Outcome::Fault(from_error(error, &self.modules)),
        }
    }
}

/// Adds the entry of the start to a fault of the rules that comes from it.
fn blame_start(fault: Fault, start: &Start, game: &mut Game) -> Fault {
    match game.refused.take() {
        Some(RefusedEntry { entry, hint }) => {
            Fault { entry: Some(Box::new(entry)), hint: Some(hint), ..fault }
        }
        None if fault.module.is_empty() => fault,
        None => blame_argument(fault, start, game),
    }
}

/// Refuses a position that the rules call illegal, and takes back their changes.
fn check_legal(legal: u32, eval: &mut Evaluator<'_, '_, '_>) -> Result<(), PlayFailure> {
    let before = with_play_untracked(|play| play.game.state.clone());
    let wrong = call_function(legal, &[], eval);
    let acts = with_play_untracked(|play| {
        let acts = !play.game.log.is_empty() || play.halt.is_some();
        play.halt =
            play.halt.take().filter(|halt| matches!(halt, Halt::End(Outcome::Limit { .. })));
        play.clear_history();
        play.game.state = before.unwrap_or_else(|| play.game.state.clone());
        acts && play.halt.is_none()
    });
    let refuse = |message: &str, hint: Option<&str>| {
        Err(PlayFailure::Start(position_fault(message, hint.map(str::to_owned))))
    };
    if acts == Some(true) {
        let hint = Some("let a function with `#@ legal` only look at the game");
        return refuse("the function with `#@ legal` changes the game", hint);
    }
    let wrong = wrong?;
    match wrong.unpack_str() {
        Some(words) if !words.trim().is_empty() => refuse(words, None),
        _ if wrong.is_none() => Ok(()),
        _ => {
            let hint = Some("return words that say what is wrong with a position, or None");
            refuse("the function with `#@ legal` does not return words", hint)
        }
    }
}

/// Seats the players that the start names.
fn seat_players(game: &mut Game, start: &Start) -> Result<(), PlayFailure> {
    if start.players != SeatChoice::Usual || !start.teams.is_empty() {
        let seats = Seating::for_start(&game.parts, start).map_err(PlayFailure::Start)?;
        game.seats = Arc::new(seats);
    }
    game.onlooker = Onlooker::of_start(&game.parts, start);
    Ok(())
}

/// Returns the player that the start names, else the first.
fn player_of_start(game: &Game, start: &Start) -> Result<Option<PlayerId>, PlayFailure> {
    let mut seated = game.seats.order().iter().copied();
    match start.player.as_deref() {
        None => Ok(seated.next()),
        Some(name) => {
            let player = seated.find(|id| game.parts.player(*id).name == name);
            player.map(Some).ok_or_else(|| unknown_player(game, name))
        }
    }
}

/// Returns the failure for a player of the start who does not exist, or does not play.
fn unknown_player(game: &Game, name: &str) -> PlayFailure {
    let is_absent = game.parts.players.iter().any(|player| player.name == name);
    let fault = if is_absent {
        let hint = "list the players under `players`".to_owned();
        position_fault(format!("`{name}` does not play"), Some(hint))
    } else {
        let seated = game.seats.order().iter();
        let known = seated.map(|id| game.parts.player(*id).name.as_str());
        position_fault(format!("unknown player `{name}`"), did_you_mean(name, known))
    };
    PlayFailure::Start(Fault { entry: Some(Box::new(StartEntry::Player)), ..fault })
}

/// Plays the next part, or the function of the start as often as is left, until a part ends while nothing
/// waits. Then everything is in the kernel, and the next part can begin with the limits of a new play.
fn play_on(
    start: &Start,
    left: &mut PartsLeft,
    eval: &mut Evaluator<'_, '_, '_>,
) -> Result<(), PlayFailure> {
    let player = left.player.map(|player| eval.heap().alloc(PlayerHandle::new(player)));
    let given = given_arguments(start, eval).map_err(PlayFailure::Start)?;
    loop {
        let next = with_play_untracked(|play| play.next_part.take()).flatten();
        match next {
            Some(next) => {
                if is_between_parts() {
                    note_part(start, &next, left);
                }
                next.play(eval)?;
            }
            None if left.left == 0 => return Ok(()),
            None => {
                let called = function_value(start.play, eval)?;
                eval.eval_function(called, player.as_slice(), &given)?;
                left.left -= 1;
            }
        }
        if is_between_parts() {
            return Ok(());
        }
    }
}

/// True if nothing waits that rules would have to remember.
fn is_between_parts() -> bool {
    with_play_untracked(|play| nothing_waits(&play.game.state)) != Some(false)
}

fn call_function<'v>(
    function: u32,
    args: &[Value<'v>],
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let called = function_value(function, eval)?;
    eval.eval_function(called, args, &[])
}

fn nothing_waits(state: &GameState) -> bool {
    state.stack.is_empty() && state.triggered.is_empty()
}

/// Makes the present zone of each piece its home.
fn settle_homes(state: &mut GameState) {
    for piece in &mut state.pieces {
        piece.home = piece.zone;
    }
}
