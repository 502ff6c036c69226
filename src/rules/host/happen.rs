//! Events that other rules and cards answer, effects of cards, and attempts that are taken back.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::NoneOr;
use starlark::values::tuple::UnpackTuple;
use starlark::values::{Value, ValueLike};

use super::context::{Halt, RunningPlay, with_play};
use super::fault::{play_over_error, rules_error};
use super::loaded_rules::function_value;
use super::values::{Piece, Row};
use crate::document::nearest_name;
use crate::engine::trace::Outcome;
use crate::engine::{DEEPEST_HOOKS, Hook, HookTiming, PieceId, effects_work};

#[starlark_module]
pub(super) fn event_functions(builder: &mut GlobalsBuilder) {
    /// Lets an event happen to something: True unless another rule took its place. `otherwise` is
    /// what happens then.
    fn happen<'v>(
        #[starlark(require = pos)] event: &str,
        #[starlark(require = pos)] subject: Value<'v>,
        #[starlark(default = NoneOr::None)] otherwise: NoneOr<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        let_happen(event, subject, otherwise.into_option(), eval)
    }

    /// Whether a card has an effect at a moment.
    fn effect<'v>(
        #[starlark(require = pos)] card: Value<'v>,
        #[starlark(require = pos)] moment: &str,
    ) -> starlark::Result<bool> {
        with_play(|play| Ok(find_effect(play, card_name(play, card)?, moment).is_some()))
    }

    /// Carries out the effect of a card: calls its function with the card and the arguments.
    fn carry_out<'v>(
        #[starlark(require = pos)] card: Value<'v>,
        #[starlark(require = pos)] moment: &str,
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let number = with_play(|play| {
            let name = card_name(play, card)?;
            find_effect(play, name, moment).ok_or_else(|| unknown_effect_error(play, name, moment))
        })?;
        let effect = function_value(number, eval)?;
        let args: Vec<Value<'v>> = std::iter::once(card).chain(args.items).collect();
        eval.eval_function(effect, &args, &[])
    }

    /// Tries something: if the function gives False, or the rules fail in it, everything is taken
    /// back.
    fn attempt<'v>(
        #[starlark(require = pos)] function: Value<'v>,
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        let (checkpoint, replacing, depth, cause) = with_play(|play| {
            Ok((play.game.checkpoint(), play.replacing.len(), play.depth, play.frames.cause))
        })?;
        let result = eval.eval_function(function, &args.items, &[]);
        let calls = eval.call_stack_count();
        with_play(|play| {
            let reason = match (&result, play.halt.take()) {
                (Err(_), Some(Halt::Fail(reason, _))) => reason,
                (Ok(value), None) if value.unpack_bool() == Some(false) => String::new(),
                (Ok(_), None) => return Ok(true),
                (Ok(_), halt) => {
                    play.halt = halt;
                    return Err(play_over_error());
                }
                (Err(_), halt) => {
                    play.halt = halt;
                    return result.map(|_| true);
                }
            };
            play.replacing.truncate(replacing);
            (play.depth, play.frames.cause) = (depth, cause);
            play.game.site = play.frames.site(calls);
            let done = play.game.roll_back(checkpoint, &reason);
            done.map(|()| false).map_err(|trouble| play.refusal(trouble))
        })
    }
}

/// Lets an event happen: whether no other rule took its place.
pub(super) fn let_happen<'v>(
    event: &str,
    subject: Value<'v>,
    otherwise: Option<Value<'v>>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<bool> {
    let (depth, cause) = with_play(enter_event)?;
    let happened = run_event(event, subject, otherwise, eval);
    with_play(|play| {
        play.depth = depth;
        play.frames.cause = cause;
        Ok(())
    })?;
    happened
}

/// Goes one event deeper; gives what to go back to.
fn enter_event(play: &mut RunningPlay) -> starlark::Result<(usize, Option<u32>)> {
    if play.depth >= DEEPEST_HOOKS {
        let what = format!("events that answer events more than {DEEPEST_HOOKS} deep");
        play.halt.get_or_insert(Halt::End(Outcome::Limit { what }));
        return Err(play_over_error());
    }
    let before = (play.depth, play.frames.cause);
    play.depth += 1;
    Ok(before)
}

fn run_event<'v>(
    event: &str,
    subject: Value<'v>,
    otherwise: Option<Value<'v>>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<bool> {
    if is_replaced(event, subject, eval)? {
        return Ok(false);
    }
    let before = with_play(|play| Ok(play.game.log.len()))?;
    if let Some(otherwise) = otherwise {
        eval.eval_function(otherwise, &[subject], &[])?;
    }
    let hooks = with_play(|play| {
        let at = if play.game.log.len() > before { before } else { before.wrapping_sub(1) };
        let hooks = hooks_of_event(play, HookTiming::After, event);
        if !hooks.is_empty() {
            play.frames.cause = u32::try_from(at).ok();
        }
        Ok(hooks)
    })?;
    for hook in hooks {
        if still_works(hook)? {
            call_hook(hook, subject, eval)?;
        }
    }
    Ok(true)
}

/// Whether a rule or a card took the place of the event. None is asked again while its own
/// replacement goes on.
fn is_replaced<'v>(
    event: &str,
    subject: Value<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<bool> {
    let (hooks, cause) = with_play(|play| {
        Ok((hooks_of_event(play, HookTiming::Instead, event), play.frames.cause))
    })?;
    for hook in hooks {
        if !still_works(hook)? || with_play(|play| Ok(play.replacing.contains(&hook)))? {
            continue;
        }
        with_play(|play| {
            play.replacing.push(hook);
            play.frames.cause = u32::try_from(play.game.log.len().wrapping_sub(1)).ok().or(cause);
            Ok(())
        })?;
        let took = call_hook(hook, subject, eval);
        with_play(|play| {
            play.replacing.pop();
            play.frames.cause = cause;
            Ok(())
        })?;
        match took?.unpack_bool() {
            Some(true) => return Ok(true),
            Some(false) => {}
            None => {
                let hint = "end it with `return True` or `return False`".to_owned();
                let message =
                    format!("what happens instead of `{event}` must say whether it took its place");
                return Err(rules_error(message, Some(hint)));
            }
        }
    }
    Ok(false)
}

fn hooks_of_event(play: &RunningPlay, moment: HookTiming, event: &str) -> Vec<Hook> {
    play.book.hooks.of(moment, event, &play.game.parts, &play.game.state)
}

/// The effects of a card end when it leaves the zones where they work.
fn still_works(hook: Hook) -> starlark::Result<bool> {
    with_play(|play| {
        Ok(hook.card.is_none_or(|card| effects_work(&play.game.parts, &play.game.state, card)))
    })
}

fn call_hook<'v>(
    hook: Hook,
    subject: Value<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let answer = function_value(hook.function, eval)?;
    match hook.card {
        Some(card) => eval.eval_function(answer, &[piece_value(card, eval), subject], &[]),
        None => eval.eval_function(answer, &[subject], &[]),
    }
}

fn piece_value<'v>(id: PieceId, eval: &Evaluator<'v, '_, '_>) -> Value<'v> {
    eval.heap().alloc(Piece::new(id))
}

/// Name of a piece's card, of a row, or the name itself.
fn card_name<'p, 'v: 'p>(play: &'p RunningPlay, card: Value<'v>) -> starlark::Result<&'p str> {
    if let Some(piece) = card.downcast_ref::<Piece>() {
        return Ok(play.game.piece_name(piece.id()));
    }
    if let Some(row) = card.downcast_ref::<Row>() {
        return Ok(&play.game.parts.card(row.id()).name);
    }
    card.unpack_str().ok_or_else(|| {
        rules_error(
            format!("a card is a piece, a row or a name, not a `{}`", card.get_type()),
            None,
        )
    })
}

fn find_effect(play: &RunningPlay, card: &str, moment: &str) -> Option<u32> {
    play.book.effects.get(card)?.get(moment).copied()
}

fn unknown_effect_error(play: &RunningPlay, card: &str, moment: &str) -> starlark::Error {
    let moments = play
        .book
        .effects
        .get(card)
        .into_iter()
        .flat_map(|effects| effects.keys())
        .map(String::as_str);
    let hint = nearest_name(moment, moments).map(|name| format!("did you mean `{name}`?"));
    let hint =
        hint.unwrap_or_else(|| format!("write `#@ card \"{card}\" {moment}` above its function"));
    rules_error(format!("no function carries out `{card}` at `{moment}`"), Some(hint))
}
