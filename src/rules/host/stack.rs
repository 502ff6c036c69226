//! The effects stack and the opportunity to respond: players act or pass in turn, and when all have
//! passed in a row the top of the stack resolves.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::list::ListRef;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::{NoneOr, NoneType};
use starlark::values::tuple::UnpackTuple;
use starlark::values::{Value, ValueLike};

use super::context::{Halt, RunningPlay, change_game, with_play};
use super::fault::{play_over_error, rules_error};
use super::happen::let_happen;
use super::loaded_rules::function_value;
use super::values::{Piece, Player};
use crate::engine::trace::Outcome;
use crate::engine::{EventKind, Game, KernelError, Pending, PlayerId, Triggered};

/// The most opportunities of one loop.
const MOST_ROUNDS: usize = 10_000;
/// The event that follows whatever may have changed before somebody gets an opportunity.
const STATE_CHECK: &str = "state-check";

#[starlark_module]
pub(super) fn stack_functions(builder: &mut GlobalsBuilder) {
    /// Puts a piece, or something that has words for a name, on the stack; when it resolves, the
    /// function is called with the arguments.
    fn stack_push<'v>(
        #[starlark(require = pos)] what: Value<'v>,
        #[starlark(require = pos)] function: Value<'v>,
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let_wait((what, function, args.items), Game::push, eval)
    }

    /// An ability has triggered: a piece, or something that has words for a name, waits to be put
    /// on the stack. It belongs to the player `by`; if none is said, to the owner of the piece, or
    /// to the player whose turn it is.
    fn trigger<'v>(
        #[starlark(require = pos)] what: Value<'v>,
        #[starlark(require = pos)] function: Value<'v>,
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(default = NoneOr::None)] by: NoneOr<&'v Player>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let by = by.into_option().map(|player| player.id());
        let_wait((what, function, args.items), |game, waiting| game.trigger(waiting, by), eval)
    }

    /// What has triggered and is not on the stack yet, the oldest first.
    fn triggered<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Vec<Value<'v>>> {
        let number = |triggered: &Triggered| triggered.item.number;
        let numbers =
            with_play(|play| Ok(play.game.state.triggered.iter().map(number).collect::<Vec<_>>()))?;
        numbers.into_iter().map(|number| Ok(stack_item(number, eval)?[0])).collect()
    }

    /// Puts all that has triggered on the stack: first what belongs to the player whose turn it is,
    /// in the order in which it triggered, then to each other player in turn order. Gives how many
    /// there were.
    fn stack_triggered<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<i32> {
        change_game(eval, Game::stack_triggered).map(|count| count as i32)
    }

    /// What waits on the stack, the top first.
    fn stack<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Vec<Value<'v>>> {
        let numbers = with_play(|play| {
            Ok(play.game.state.stack.iter().rev().map(|item| item.number).collect::<Vec<_>>())
        })?;
        numbers.into_iter().map(|number| Ok(stack_item(number, eval)?[0])).collect()
    }

    /// Whether all players have passed in a row since somebody acted, or something was put on the
    /// stack or resolved.
    fn all_passed() -> starlark::Result<bool> {
        with_play(|play| Ok(play.game.state.passed))
    }

    /// Gives players the opportunity to respond until all have passed in a row and the stack is
    /// empty: all players in turn order, beginning with the one whose turn it is, if nothing else
    /// is said. With `once` it ends when one thing has resolved. True when all have passed and the
    /// stack is empty.
    fn opportunity<'v>(
        #[starlark(default = NoneOr::None)] players: NoneOr<UnpackListOrTuple<&'v Player>>,
        #[starlark(default = NoneOr::None)] first: NoneOr<&'v Player>,
        #[starlark(default = false)] once: bool,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        let players = players
            .into_option()
            .map(|players| players.items.iter().map(|player| player.id()).collect());
        let first = first.into_option().map(|player| player.id());
        run_opportunity(Opportunity { players, first, place: None, once }, eval)
    }
}

/// How players may respond.
#[derive(Default)]
pub(super) struct Opportunity {
    /// Those that have a part in it; none for all.
    pub(super) players: Option<Vec<PlayerId>>,
    /// Who begins; none for the player whose turn it is.
    pub(super) first: Option<PlayerId>,
    /// What passes and what resolves cite; none for the rule that calls.
    pub(super) place: Option<u32>,
    /// Whether it ends when one thing has resolved.
    pub(super) once: bool,
}

/// Runs the loop; whether all have passed and the stack is empty.
pub(super) fn run_opportunity(
    how: Opportunity,
    eval: &mut Evaluator<'_, '_, '_>,
) -> starlark::Result<bool> {
    let Opportunity { players, first, place, once } = how;
    let (players, hook) = with_play(|play| {
        let all = || (0..play.game.parts.players.len()).map(|at| PlayerId(at as u8)).collect();
        Ok((players.unwrap_or_else(all), play.book.opportunity))
    })?;
    let begins = |player: Option<PlayerId>| {
        player.and_then(|own| players.iter().position(|other| *other == own))
    };
    let mut at = begins(first).or_else(|| begins(active_player())).unwrap_or_default();
    let (mut passed, mut stirs) = (0, begin_opportunity()?);
    let mut checked = None;
    for _ in 0..MOST_ROUNDS {
        if has_changed(checked)? {
            let_happen(STATE_CHECK, Value::new_none(), None, eval)?;
            checked = Some(with_play(|play| Ok(play.game.log.len()))?);
        }
        if has_stirred(&mut stirs)? {
            passed = 0;
        }
        if passed < players.len() {
            if player_acts(players[at], hook, eval)? || has_stirred(&mut stirs)? {
                change_game(eval, |game| {
                    game.stir();
                    Ok(())
                })?;
                passed = 0;
            } else {
                change_game(eval, |game| game_citing(game, place).pass(players[at]))?;
                passed += 1;
                at = (at + 1) % players.len();
            }
        } else if !resolve_top(place, eval)? {
            return Ok(true);
        } else if once {
            return Ok(false);
        } else {
            passed = 0;
            at = begins(active_player()).or_else(|| begins(first)).unwrap_or_default();
        }
    }
    with_play(|play| {
        let what = format!("an opportunity that goes round more than {MOST_ROUNDS} times");
        play.halt.get_or_insert(Halt::End(Outcome::Limit { what }));
        Err(play_over_error())
    })
}

/// Whether something may have changed since so many events were told: all but that somebody passed.
fn has_changed(checked: Option<usize>) -> starlark::Result<bool> {
    with_play(|play| {
        let since = checked.and_then(|checked| play.game.log.get(checked..));
        Ok(since.is_none_or(|events| {
            events.iter().any(|event| !matches!(event.what, EventKind::Pass(_)))
        }))
    })
}

/// Nobody has passed yet; gives how often something stirred so far.
fn begin_opportunity() -> starlark::Result<u32> {
    with_play(|play| {
        play.game.state.passed = false;
        Ok(play.game.state.stirs)
    })
}

/// Whether something stirred since `before`, which becomes how often something stirred so far.
fn has_stirred(before: &mut u32) -> starlark::Result<bool> {
    let now = with_play(|play| Ok(play.game.state.stirs))?;
    Ok(std::mem::replace(before, now) != now)
}

/// The game, whose next event cites `place`.
fn game_citing(game: &mut Game, place: Option<u32>) -> &mut Game {
    game.site.place = place.or(game.site.place);
    game
}

fn active_player() -> Option<PlayerId> {
    with_play(|play: &mut RunningPlay| Ok(play.game.state.active)).ok().flatten()
}

/// Whether a player did something with an opportunity.
fn player_acts(
    player: PlayerId,
    hook: Option<u32>,
    eval: &mut Evaluator<'_, '_, '_>,
) -> starlark::Result<bool> {
    let Some(hook) = hook else { return Ok(false) };
    let asked = function_value(hook, eval)?;
    let player = eval.heap().alloc(Player::new(player));
    let answer = eval.eval_function(asked, &[player], &[])?;
    match answer.unpack_bool() {
        Some(acted) => Ok(acted),
        None if answer.is_none() => Ok(false),
        None => {
            let message = format!(
                "who has an opportunity acts or not: True or False, not a `{}`",
                answer.get_type()
            );
            Err(rules_error(message, Some("return True if something was done".to_owned())))
        }
    }
}

/// Resolves the top of the stack, now that all have passed; whether there was one.
fn resolve_top(place: Option<u32>, eval: &mut Evaluator<'_, '_, '_>) -> starlark::Result<bool> {
    let number = change_game(eval, |game| {
        game.state.passed = true;
        game_citing(game, place).resolve()
    })?;
    let Some(number) = number else { return Ok(false) };
    let called = stack_item(number, eval)?;
    eval.eval_function(called[1], &called[2..], &[])?;
    Ok(true)
}

/// Lets something wait as `wait` does it, with the function that is called when it resolves and its
/// arguments.
fn let_wait<'v>(
    (what, function, args): (Value<'v>, Value<'v>, Vec<Value<'v>>),
    wait: impl FnOnce(&mut Game, Pending) -> Result<u32, KernelError>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<NoneType> {
    let piece = what.downcast_ref::<Piece>().map(|piece| piece.id());
    let label = what.unpack_str();
    if piece.is_none() && label.is_none() {
        let message = format!("a piece or words wait on the stack, not a `{}`", what.get_type());
        return Err(rules_error(message, None));
    }
    let number = change_game(eval, |game| {
        let waiting = match piece {
            Some(piece) => Pending::Thing(game.subject(piece)),
            None => Pending::Label(game.words.intern(label.unwrap_or_default())),
        };
        wait(game, waiting)
    })?;
    let called: Vec<Value<'v>> = [what, function].into_iter().chain(args).collect();
    let called = eval.heap().alloc(called);
    eval.module().set(&item_slot(number), called);
    Ok(NoneType)
}

/// What was put on the stack, the function, and its arguments.
fn stack_item<'v>(number: u32, eval: &Evaluator<'v, '_, '_>) -> starlark::Result<Vec<Value<'v>>> {
    let found = eval.module().get(&item_slot(number)).and_then(ListRef::from_value);
    let content = found.map(|found| found.content().to_vec()).filter(|content| content.len() > 1);
    content.ok_or_else(|| rules_error("nothing is known of what waits on the stack", None))
}

fn item_slot(number: u32) -> String {
    format!("stack {number}")
}
