//! Context of the rules of this thread: modules that are loaded, or a running play.
//!
//! Values of rules are numbers only, and Starlark passes no evaluator to attributes, comparisons and names of
//! values. The meaning of the numbers is therefore kept in a thread-local.

use std::cell::RefCell;

use starlark::eval::Evaluator;
use starlark::values::none::NoneType;

use super::declare::Declarations;
use super::fault::{play_over_error, rules_error};
use super::running_play::{Halt, RunningPlay};
use crate::engine::{Components, Game, KernelError, PieceId};

thread_local! {
    static CONTEXT: RefCell<RulesContext> = const { RefCell::new(RulesContext::Idle) };
}

/// Context of the rules of a thread.
#[derive(Debug)]
pub enum RulesContext {
    /// No rules run.
    Idle,
    /// Modules declare the components of the game.
    Loading(Box<Declarations>),
    /// A game is played.
    Playing(Box<RunningPlay>),
}

impl RulesContext {
    /// Returns the running play.
    pub fn play(&mut self) -> Option<&mut RunningPlay> {
        if let Self::Playing(play) = self { Some(play) } else { None }
    }

    /// Returns the declarations while modules are loaded.
    pub fn declarations(&mut self) -> Option<&mut Declarations> {
        if let Self::Loading(declarations) = self { Some(declarations) } else { None }
    }

    fn components(&self) -> Option<&Components> {
        match self {
            Self::Idle => None,
            Self::Loading(declarations) => Some(&declarations.components),
            Self::Playing(play) => Some(&play.game.parts),
        }
    }
}

/// Keeps the context of this thread; the context ends when this value is dropped, even by a panic.
pub struct ContextGuard(());

impl ContextGuard {
    /// Enters a context: begins to load or to play.
    pub fn enter(context: RulesContext) -> Self {
        CONTEXT.replace(context);
        Self(())
    }

    /// Ends the context, and returns it.
    pub fn leave(self) -> RulesContext {
        CONTEXT.replace(RulesContext::Idle)
    }
}

impl Drop for ContextGuard {
    fn drop(&mut self) {
        CONTEXT.replace(RulesContext::Idle);
    }
}

/// Runs `work` in another context, and restores the previous one; `work` must not panic.
pub fn in_context<R>(context: RulesContext, work: impl FnOnce() -> R) -> R {
    let before = CONTEXT.replace(context);
    let result = work();
    CONTEXT.replace(before);
    result
}

/// Uses the context of this thread.
pub fn with_context<R>(use_it: impl FnOnce(&mut RulesContext) -> R) -> R {
    CONTEXT.with_borrow_mut(use_it)
}

/// Uses the declarations; an error unless modules are loaded.
pub fn with_declarations<R>(use_it: impl FnOnce(&mut Declarations) -> R) -> starlark::Result<R> {
    let message = "this can only be declared while the module is loaded";
    with_context(|context| context.declarations().map(use_it))
        .ok_or_else(|| rules_error(message, None))
}

/// Uses the components of the game, while it is loaded or played.
pub fn with_components<R>(use_it: impl FnOnce(&Components) -> R) -> starlark::Result<R> {
    CONTEXT.with_borrow(|context| context.components().map(use_it)).ok_or_else(not_playing_error)
}

/// Uses the play; an error unless one is running.
pub fn with_play<R>(use_it: impl FnOnce(&mut RunningPlay) -> R) -> starlark::Result<R> {
    let tracked = |play: &mut RunningPlay| {
        if let Some(shuffles) = &mut play.setup_shuffles {
            shuffles.note_look();
        }
        use_it(play)
    };
    with_play_untracked(tracked).ok_or_else(not_playing_error)
}

/// Uses the play if one is running, for work that does not depend on chance.
pub fn with_play_untracked<R>(use_it: impl FnOnce(&mut RunningPlay) -> R) -> Option<R> {
    with_context(|context| context.play().map(use_it))
}

/// Changes the game; its events follow the function that `eval` is in.
pub fn change_game<R>(
    eval: &Evaluator<'_, '_, '_>,
    change: impl FnOnce(&mut Game) -> Result<R, KernelError>,
) -> starlark::Result<R> {
    let depth = eval.call_stack_count();
    with_play(|play| play.change_game(depth, change))?
}

/// Changes the game for a call without result.
pub fn act_on_game<R>(
    eval: &Evaluator<'_, '_, '_>,
    change: impl FnOnce(&mut Game) -> Result<R, KernelError>,
) -> starlark::Result<NoneType> {
    change_game(eval, change).map(|_| NoneType)
}

/// Changes the game in a way that does not depend on earlier chance.
pub fn change_game_untracked<R>(
    eval: &Evaluator<'_, '_, '_>,
    change: impl FnOnce(&mut Game) -> Result<R, KernelError>,
) -> starlark::Result<R> {
    let depth = eval.call_stack_count();
    with_play_untracked(|play| play.change_game(depth, change)).ok_or_else(not_playing_error)?
}

/// Ends the earlier calls, because the host itself now calls a function of the rules.
pub fn forget_finished(eval: &Evaluator<'_, '_, '_>) {
    let depth = eval.call_stack_count();
    with_play_untracked(|play| play.frames.forget_finished(depth));
}

/// Ends the play; `why` receives the place of the rule that ends it.
pub fn end_play<R>(
    eval: &Evaluator<'_, '_, '_>,
    why: impl FnOnce(Option<u32>) -> Halt,
) -> starlark::Result<R> {
    let depth = eval.call_stack_count();
    with_play(|play| {
        let place = play.frames.site(depth).place;
        play.halt.get_or_insert(why(place));
    })?;
    Err(play_over_error())
}

/// Ends the play because it hit a limit.
pub fn end_at_limit<R>(what: String) -> starlark::Result<R> {
    with_play(|play| Err(play.hit_limit(what)))?
}

/// Returns the error for calls while the game is not played.
pub fn not_playing_error() -> starlark::Error {
    rules_error("this can only be done while the game is played", None)
}

/// Returns a name from the components of the game; empty while nothing is loaded or played.
pub fn component_name(name: impl FnOnce(&Components) -> &str) -> String {
    with_components(|components| name(components).to_owned()).unwrap_or_default()
}

/// Returns the name of a piece; empty unless the game is played.
pub fn piece_name(piece: PieceId) -> String {
    with_play_untracked(|play| play.game.piece_name(piece).to_owned()).unwrap_or_default()
}
