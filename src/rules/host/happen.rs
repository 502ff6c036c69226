//! Events that other rules and cards answer, effects of cards, and attempts that are taken back.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::NoneOr;
use starlark::values::tuple::UnpackTuple;
use starlark::values::{Value, ValueLike};

use super::fault::{refused, stop};
use super::machine::function;
use super::play::{Halt, Play, play};
use super::values::{Piece, Row};
use crate::document::nearest;
use crate::engine::trace::Outcome;
use crate::engine::{DEEPEST_HOOKS, Hook, Moment, PieceId, works};

#[starlark_module]
pub(super) fn happening(builder: &mut GlobalsBuilder) {
    /// Lets an event happen to something: True unless another rule took its place. `otherwise` is
    /// what happens then.
    fn happen<'v>(
        #[starlark(require = pos)] event: &str,
        #[starlark(require = pos)] subject: Value<'v>,
        #[starlark(default = NoneOr::None)] otherwise: NoneOr<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        happened(event, subject, otherwise.into_option(), eval)
    }

    /// Whether a card has an effect at a moment.
    fn effect<'v>(
        #[starlark(require = pos)] card: Value<'v>,
        #[starlark(require = pos)] moment: &str,
    ) -> starlark::Result<bool> {
        play(|play| Ok(find(play, name_of(play, card)?, moment).is_some()))
    }

    /// Carries out the effect of a card: calls its function with the card and the arguments.
    fn carry_out<'v>(
        #[starlark(require = pos)] card: Value<'v>,
        #[starlark(require = pos)] moment: &str,
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let number = play(|play| {
            let name = name_of(play, card)?;
            find(play, name, moment).ok_or_else(|| unknown_effect(play, name, moment))
        })?;
        let effect = function(number, eval)?;
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
        let (checkpoint, replacing, depth, cause) = play(|play| {
            Ok((play.game.checkpoint(), play.replacing.len(), play.depth, play.frames.cause))
        })?;
        let result = eval.eval_function(function, &args.items, &[]);
        let calls = eval.call_stack_count();
        play(|play| {
            let reason = match (&result, play.halt.take()) {
                (Err(_), Some(Halt::Fail(reason, _))) => reason,
                (Ok(value), None) if value.unpack_bool() == Some(false) => String::new(),
                (Ok(_), None) => return Ok(true),
                (Ok(_), halt) => {
                    play.halt = halt;
                    return Err(stop());
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
            done.map(|()| false).map_err(|trouble| play.trouble(trouble))
        })
    }
}

/// Lets an event happen: whether no other rule took its place.
pub(super) fn happened<'v>(
    event: &str,
    subject: Value<'v>,
    otherwise: Option<Value<'v>>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<bool> {
    let (depth, cause) = play(begin)?;
    let happened = run(event, subject, otherwise, eval);
    play(|play| {
        play.depth = depth;
        play.frames.cause = cause;
        Ok(())
    })?;
    happened
}

/// Goes one event deeper; gives what to go back to.
fn begin(play: &mut Play) -> starlark::Result<(usize, Option<u32>)> {
    if play.depth >= DEEPEST_HOOKS {
        let what = format!("events that answer events more than {DEEPEST_HOOKS} deep");
        play.halt.get_or_insert(Halt::End(Outcome::Limit { what }));
        return Err(stop());
    }
    let before = (play.depth, play.frames.cause);
    play.depth += 1;
    Ok(before)
}

fn run<'v>(
    event: &str,
    subject: Value<'v>,
    otherwise: Option<Value<'v>>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<bool> {
    if replaced(event, subject, eval)? {
        return Ok(false);
    }
    let before = play(|play| Ok(play.game.log.len()))?;
    if let Some(otherwise) = otherwise {
        eval.eval_function(otherwise, &[subject], &[])?;
    }
    let hooks = play(|play| {
        let at = if play.game.log.len() > before { before } else { before.wrapping_sub(1) };
        let hooks = hooks(play, Moment::After, event);
        if !hooks.is_empty() {
            play.frames.cause = u32::try_from(at).ok();
        }
        Ok(hooks)
    })?;
    for hook in hooks {
        if still_works(hook)? {
            call(hook, subject, eval)?;
        }
    }
    Ok(true)
}

/// Whether a rule or a card took the place of the event. None is asked again while its own
/// replacement goes on.
fn replaced<'v>(
    event: &str,
    subject: Value<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<bool> {
    let (hooks, cause) = play(|play| Ok((hooks(play, Moment::Instead, event), play.frames.cause)))?;
    for hook in hooks {
        if !still_works(hook)? || play(|play| Ok(play.replacing.contains(&hook)))? {
            continue;
        }
        play(|play| {
            play.replacing.push(hook);
            play.frames.cause = u32::try_from(play.game.log.len().wrapping_sub(1)).ok().or(cause);
            Ok(())
        })?;
        let took = call(hook, subject, eval);
        play(|play| {
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
                return Err(refused(message, Some(hint)));
            }
        }
    }
    Ok(false)
}

fn hooks(play: &Play, moment: Moment, event: &str) -> Vec<Hook> {
    play.book.hooks.of(moment, event, &play.game.parts, &play.game.state)
}

/// The effects of a card end when it leaves the zones where they work.
fn still_works(hook: Hook) -> starlark::Result<bool> {
    play(|play| Ok(hook.card.is_none_or(|card| works(&play.game.parts, &play.game.state, card))))
}

fn call<'v>(
    hook: Hook,
    subject: Value<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let answer = function(hook.function, eval)?;
    match hook.card {
        Some(card) => eval.eval_function(answer, &[piece(card, eval), subject], &[]),
        None => eval.eval_function(answer, &[subject], &[]),
    }
}

fn piece<'v>(id: PieceId, eval: &Evaluator<'v, '_, '_>) -> Value<'v> {
    eval.heap().alloc(Piece::new(id))
}

/// Name of a piece's card, of a row, or the name itself.
fn name_of<'p, 'v: 'p>(play: &'p Play, card: Value<'v>) -> starlark::Result<&'p str> {
    if let Some(piece) = card.downcast_ref::<Piece>() {
        return Ok(play.game.name(piece.id()));
    }
    if let Some(row) = card.downcast_ref::<Row>() {
        return Ok(&play.game.parts.card(row.id()).name);
    }
    card.unpack_str().ok_or_else(|| {
        refused(format!("a card is a piece, a row or a name, not a `{}`", card.get_type()), None)
    })
}

fn find(play: &Play, card: &str, moment: &str) -> Option<u32> {
    play.book.effects.get(card)?.get(moment).copied()
}

fn unknown_effect(play: &Play, card: &str, moment: &str) -> starlark::Error {
    let moments = play
        .book
        .effects
        .get(card)
        .into_iter()
        .flat_map(|effects| effects.keys())
        .map(String::as_str);
    let hint = nearest(moment, moments).map(|name| format!("did you mean `{name}`?"));
    let hint =
        hint.unwrap_or_else(|| format!("write `#@ card \"{card}\" {moment}` above its function"));
    refused(format!("no function carries out `{card}` at `{moment}`"), Some(hint))
}
