//! The play that goes on in this thread. Values of rules hold numbers only, and their attributes
//! are given no evaluator, so what the numbers mean is found here.

use std::cell::RefCell;
use std::sync::Arc;

use starlark::eval::Evaluator;

use super::call_frames::CallFrames;
use super::declare::Declarations;
use super::fault::{play_over_error, rules_error};
use super::loaded_rules::{RuleIndex, SetupShuffles};
use crate::engine::trace::Outcome;
use crate::engine::{Candidate, Components, Game, Hook, KernelError, PieceId};

/// Why a play ends before its function returns.
#[derive(Debug)]
pub(super) enum Halt {
    /// For good.
    End(Outcome),
    /// The rules failed, with the reason and the place; an attempt around it takes it back.
    Fail(String, Option<u32>),
}

/// A play that goes on.
#[derive(Debug)]
pub(super) struct RunningPlay {
    /// The game.
    pub(super) game: Game,
    /// What is known of the rules.
    pub(super) book: Arc<RuleIndex>,
    /// The functions that go on.
    pub(super) frames: CallFrames,
    /// Set when the play is to end; nothing happens any more then.
    pub(super) halt: Option<Halt>,
    /// Whether pieces may be made; and what was shuffled since they began to be.
    pub(super) making: Option<SetupShuffles>,
    /// Functions at which the play stops.
    pub(super) until: Vec<u32>,
    /// The place of a chart or box at which the play stops.
    pub(super) stop: Option<u32>,
    /// The function of a box that is called next, and the place of that box.
    pub(super) boxed: Option<(u32, u32)>,
    /// Replacements that go on.
    pub(super) replacing: Vec<Hook>,
    /// How deep events answer events.
    pub(super) depth: usize,
    /// What is left of the candidates before the line of a list that is read.
    pub(super) left: Vec<Candidate>,
}

thread_local! {
    static PLAY: RefCell<Option<RunningPlay>> = const { RefCell::new(None) };
    static DRAFT: RefCell<Option<Declarations>> = const { RefCell::new(None) };
}

/// The seat of a play in this thread; leaving it clears the table, also when something breaks down.
pub(super) struct PlayGuard;

impl PlayGuard {
    /// Sits down to a play.
    pub(super) fn new(play: RunningPlay) -> Self {
        PLAY.with_borrow_mut(|seat| *seat = Some(play));
        Self
    }

    /// What is on the table now.
    pub(super) fn leave(self) -> Option<RunningPlay> {
        PLAY.with_borrow_mut(Option::take)
    }
}

impl Drop for PlayGuard {
    fn drop(&mut self) {
        PLAY.with_borrow_mut(|seat| *seat = None);
    }
}

/// The place where modules declare what the game is made of; leaving it forgets what was not taken.
pub(super) struct LoadGuard;

impl LoadGuard {
    /// Begins to declare.
    pub(super) fn new(draft: Declarations) -> Self {
        DRAFT.with_borrow_mut(|desk| *desk = Some(draft));
        Self
    }

    /// What was declared.
    pub(super) fn leave(self) -> Option<Declarations> {
        DRAFT.with_borrow_mut(Option::take)
    }
}

impl Drop for LoadGuard {
    fn drop(&mut self) {
        DRAFT.with_borrow_mut(|desk| *desk = None);
    }
}

/// Looks at or changes what is being declared.
pub(super) fn with_declarations<R>(
    use_it: impl FnOnce(&mut Declarations) -> starlark::Result<R>,
) -> starlark::Result<R> {
    DRAFT.with_borrow_mut(|desk| match desk {
        Some(draft) => use_it(draft),
        None => Err(rules_error("this can only be declared while the module is loaded", None)),
    })
}

/// Looks at the play.
pub(super) fn with_play<R>(
    use_it: impl FnOnce(&mut RunningPlay) -> starlark::Result<R>,
) -> starlark::Result<R> {
    PLAY.with_borrow_mut(|seat| match seat {
        Some(play) => {
            if let Some(making) = &mut play.making {
                making.looked();
            }
            use_it(play)
        }
        None => Err(not_playing_error()),
    })
}

/// Looks at the play if there is one; what is looked at does not depend on chance.
pub(super) fn with_play_untracked<R>(use_it: impl FnOnce(&mut RunningPlay) -> R) -> Option<R> {
    PLAY.with_borrow_mut(|seat| seat.as_mut().map(use_it))
}

/// Changes the game: what happens is bound to the function that `eval` is in.
pub(super) fn change_game<R>(
    eval: &Evaluator<'_, '_, '_>,
    change: impl FnOnce(&mut Game) -> Result<R, KernelError>,
) -> starlark::Result<R> {
    with_play(|_| Ok(()))?;
    change_game_untracked(eval, change)
}

/// Changes the game in a way that does not depend on what chance did before.
pub(super) fn change_game_untracked<R>(
    eval: &Evaluator<'_, '_, '_>,
    change: impl FnOnce(&mut Game) -> Result<R, KernelError>,
) -> starlark::Result<R> {
    let depth = eval.call_stack_count();
    let done = with_play_untracked(|play| {
        if play.halt.is_some() {
            return Err(play_over_error());
        }
        play.game.site = play.frames.site(depth);
        let done = change(&mut play.game);
        done.map_err(|trouble| play.refusal(trouble))
    });
    done.unwrap_or_else(|| Err(not_playing_error()))
}

/// What is said when the game is not played.
pub(super) fn not_playing_error() -> starlark::Error {
    rules_error("this can only be done while the game is played", None)
}

/// Ends the play.
pub(super) fn end_play<R>(
    eval: &Evaluator<'_, '_, '_>,
    why: impl FnOnce(Option<u32>) -> Halt,
) -> starlark::Result<R> {
    let depth = eval.call_stack_count();
    with_play(|play| {
        let place = play.frames.site(depth).place;
        play.halt.get_or_insert(why(place));
        Err(play_over_error())
    })
}

impl RunningPlay {
    /// A play that begins with the making of the pieces.
    pub(super) fn new(game: Game, book: Arc<RuleIndex>) -> Self {
        Self {
            game,
            book,
            frames: CallFrames::default(),
            halt: None,
            making: Some(SetupShuffles::default()),
            until: Vec::new(),
            stop: None,
            boxed: None,
            replacing: Vec::new(),
            depth: 0,
            left: Vec::new(),
        }
    }

    /// The error for a refusal of the kernel; a limit ends the play.
    pub(super) fn refusal(&mut self, trouble: KernelError) -> starlark::Error {
        match trouble {
            KernelError::Wrong(message) => rules_error(message, None),
            KernelError::Limit(what) => {
                self.halt = Some(Halt::End(Outcome::Limit { what }));
                play_over_error()
            }
        }
    }
}

/// A name out of what the game is made of, while it is loaded or played.
pub(super) fn component_name(name: impl Fn(&Components) -> String) -> String {
    let played = PLAY.with_borrow(|seat| seat.as_ref().map(|play| name(&play.game.parts)));
    let named =
        played.or_else(|| DRAFT.with_borrow(|desk| desk.as_ref().map(|draft| name(&draft.parts))));
    named.unwrap_or_default()
}

/// Name of a piece, while the game is played.
pub(super) fn piece_name(piece: PieceId) -> String {
    PLAY.with_borrow(|seat| seat.as_ref().map(|play| play.game.piece_name(piece).to_owned()))
        .unwrap_or_default()
}
