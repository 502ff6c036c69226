//! Events that other rules and cards answer, effects of cards, and attempts that are taken back.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::NoneOr;
use starlark::values::tuple::UnpackTuple;
use starlark::values::{StringValue, Value, ValueLike};

use super::arguments::piece_of;
use super::context::{forget_finished, with_play};
use super::fault::{hinted_error, play_over_error, wrong_type};
use super::handles::{PieceHandle, RowHandle};
use super::loaded_rules::function_value;
use super::lookup::Found;
use super::parts::NextPart;
use super::running_play::{Halt, RunningPlay};
use crate::engine::{CardId, Checkpoint, DEEPEST_HOOKS, Hook, HookTiming, PieceId, effects_work};
use base::diagnostic::did_you_mean;

#[starlark_module]
pub fn event_functions(builder: &mut GlobalsBuilder) {
    /// Lets an event happen to something; gives True unless another rule replaced it.
    ///
    /// `otherwise` is called with `subject` if no rule below `#@ instead EVENT` applies. Then all rules below
    /// `#@ after EVENT` follow, and the effects of cards with the moment `after EVENT`.
    ///
    /// ```python
    /// def bury(unit):
    ///     unit.move(discard)
    ///
    /// #@ #death
    /// def kill():
    ///     happen("die", field.first(), otherwise = bury)
    ///
    /// #@ #mourning
    /// #@ after die
    /// def mourn(unit):
    ///     note("shows", unit)
    /// ```
    fn happen<'v>(
        #[starlark(require = pos)] event: &str,
        #[starlark(require = pos)] subject: Value<'v>,
        #[starlark(default = NoneOr::None)] otherwise: NoneOr<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        let_happen(event, subject, otherwise.into_option(), eval)
    }

    /// Gives True if a card has an effect at a moment, below `#@ card "Name" MOMENT`.
    ///
    /// ```python
    /// if effect(card, "enter"):
    ///     carry_out(card, "enter")
    /// ```
    fn effect<'v>(
        #[starlark(require = pos)] card: Value<'v>,
        #[starlark(require = pos)] moment: StringValue<'v>,
    ) -> starlark::Result<bool> {
        with_play(|play| Ok(find_effect(play, card, moment)?.is_some()))?
    }

    /// Carries out the effect of a card, and gives the result of its function.
    ///
    /// The function is called with the card and then with `args`. It is an error if the card has no effect at
    /// this moment: ask `effect` first.
    ///
    /// ```python
    /// #@ card "Guard" enter
    /// def guard_enters(unit, payer):
    ///     payer.add(gold, 1)
    ///
    /// #@ #entering
    /// def enter():
    ///     carry_out(field.find("Guard"), "enter", you)
    /// ```
    fn carry_out<'v>(
        #[starlark(require = pos)] card: Value<'v>,
        #[starlark(require = pos)] moment: StringValue<'v>,
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let number = with_play(|play| match find_effect(play, card, moment)? {
            Some(function) => Ok(function),
            None => {
                let (card, moment) = (card_name(play, card)?, moment.as_str());
                let effects = play.rules.effects.get(card).into_iter();
                let moments = effects.flat_map(|effects| effects.keys()).map(String::as_str);
                let hint = did_you_mean(moment, moments).unwrap_or_else(|| {
                    format!("write `#@ card \"{card}\" {moment}` above its function")
                });
                let message = format!("no function carries out `{card}` at `{moment}`");
                Err(hinted_error(message, hint))
            }
        })??;
        let effect = function_value(number, eval)?;
        let args: Vec<Value<'v>> = std::iter::once(card).chain(args.items).collect();
        eval.eval_function(effect, &args, &[])
    }

    /// Tries something, and gives True if it succeeded; if not, everything that it did is taken back.
    ///
    /// The attempt fails if the function gives `False`, or calls `fail`. The function is called with `args`.
    /// A question that it asked counts as asked: the next one in the same words is the second.
    ///
    /// ```python
    /// def pay(price):
    ///     if you.count(gold) < price:
    ///         fail("there is not enough gold")
    ///     you.add(gold, -price)
    ///
    /// #@ #buying
    /// def buy():
    ///     if not attempt(pay, 3):
    ///         note("passes", you)
    /// ```
    fn attempt<'v>(
        #[starlark(require = pos)] function: Value<'v>,
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        let begun = with_play(Attempt::begin)?;
        forget_finished(eval);
        let result = eval.eval_function(function, &args.items, &[]);
        let calls = eval.call_stack_count();
        with_play(|play| begun.end(play, result, calls))?
    }
}

/// State of the play when an attempt began.
struct Attempt {
    checkpoint: Checkpoint,
    replacing: usize,
    next_part: Option<NextPart>,
    nesting: EventNesting,
}

impl Attempt {
    fn begin(play: &mut RunningPlay) -> Self {
        let (checkpoint, replacing) = (play.game.checkpoint(), play.replacing.len());
        let next_part = play.next_part.clone();
        Self { checkpoint, replacing, next_part, nesting: EventNesting::of(play) }
    }

    /// Returns true if the attempt succeeded; otherwise takes everything back. `calls` is the depth of the
    /// call that attempts.
    fn end(
        self,
        play: &mut RunningPlay,
        result: starlark::Result<Value<'_>>,
        calls: usize,
    ) -> starlark::Result<bool> {
        let reason = match (result, play.halt.take()) {
            (Err(_), Some(Halt::Fail(reason, _))) => reason,
            (Ok(value), None) if value.unpack_bool() == Some(false) => String::new(),
            (Ok(_), None) => {
                play.game.keep(self.checkpoint);
                return Ok(true);
            }
            (Ok(_), halt) => {
                play.halt = halt;
                return Err(play_over_error());
            }
            (Err(error), halt) => {
                play.halt = halt;
                return Err(error);
            }
        };
        play.replacing.truncate(self.replacing);
        play.next_part = self.next_part;
        self.nesting.restore(play);
        play.game.site = play.frames.site(calls);
        let done = play.game.roll_back(self.checkpoint, &reason);
        done.map(|()| false).map_err(|error| play.kernel_refusal(error))
    }
}

/// Nesting of events that answer events: the depth, and the event that is answered.
#[derive(Clone, Copy)]
struct EventNesting {
    depth: usize,
    cause: Option<u32>,
}

impl EventNesting {
    fn of(play: &RunningPlay) -> Self {
        Self { depth: play.event_depth, cause: play.frames.cause }
    }

    fn restore(self, play: &mut RunningPlay) {
        play.event_depth = self.depth;
        play.frames.cause = self.cause;
    }
}

/// Lets an event happen, and returns true unless another rule replaced it.
pub fn let_happen<'v>(
    event: &str,
    subject: Value<'v>,
    otherwise: Option<Value<'v>>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<bool> {
    let outer = with_play(enter_event)??;
    let happened = run_event(event, subject, otherwise, eval);
    with_play(|play| outer.restore(play))?;
    happened
}

/// Goes one event deeper, and returns the nesting to restore.
fn enter_event(play: &mut RunningPlay) -> starlark::Result<EventNesting> {
    if play.event_depth >= DEEPEST_HOOKS {
        let what = format!("events that answer events more than {DEEPEST_HOOKS} deep");
        return Err(play.hit_limit(what));
    }
    let outer = EventNesting::of(play);
    play.event_depth += 1;
    Ok(outer)
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
    let before = with_play(|play| play.game.log.len())?;
    if let Some(otherwise) = otherwise {
        forget_finished(eval);
        eval.eval_function(otherwise, &[subject], &[])?;
    }
    for hook in with_play(|play| hooks_after(play, event, before))? {
        if still_works(hook)? {
            call_hook(hook, subject, eval)?;
        }
    }
    Ok(true)
}

/// Returns the hooks that follow an event. If there are any, their cause is the first event since there were
/// `before` events.
fn hooks_after(play: &mut RunningPlay, event: &str, before: usize) -> Vec<Hook> {
    let at = if play.game.log.len() > before { before } else { before.wrapping_sub(1) };
    let hooks = hooks_of_event(play, HookTiming::After, event);
    if !hooks.is_empty() {
        play.frames.cause = u32::try_from(at).ok();
    }
    hooks
}

/// True if a rule or a card replaced the event. A replacement is not called again while it runs.
fn is_replaced<'v>(
    event: &str,
    subject: Value<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<bool> {
    for hook in with_play(|play| hooks_of_event(play, HookTiming::Instead, event))? {
        let goes_on = with_play(|play| play.replacing.contains(&hook))?;
        if goes_on || !still_works(hook)? {
            continue;
        }
        let answer = call_replacement(hook, subject, eval)?;
        match answer.unpack_bool() {
            Some(true) => return Ok(true),
            Some(false) => {}
            None => {
                return Err(hinted_error(
                    format!("the function that replaces `{event}` returns neither True nor False"),
                    "end it with `return True` or `return False`",
                ));
            }
        }
    }
    Ok(false)
}

/// Calls a replacement of an event; its cause is the last event so far.
fn call_replacement<'v>(
    hook: Hook,
    subject: Value<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let cause = with_play(|play| {
        let cause = play.frames.cause;
        play.replacing.push(hook);
        play.frames.cause = u32::try_from(play.game.log.len().wrapping_sub(1)).ok().or(cause);
        cause
    })?;
    let answer = call_hook(hook, subject, eval);
    with_play(|play| {
        play.replacing.pop();
        play.frames.cause = cause;
    })?;
    answer
}

fn hooks_of_event(play: &RunningPlay, timing: HookTiming, event: &str) -> Vec<Hook> {
    play.rules.hooks.of(timing, event, &play.game.parts, &play.game.state)
}

/// The effects of a card end when it leaves the zones in which they work.
fn still_works(hook: Hook) -> starlark::Result<bool> {
    let Some(card) = hook.card else { return Ok(true) };
    with_play(|play| effects_work(&play.game.parts, &play.game.state, card))
}

fn call_hook<'v>(
    hook: Hook,
    subject: Value<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Value<'v>> {
    let answer = function_value(hook.function, eval)?;
    let card = hook.card.map(|card| eval.heap().alloc(PieceHandle::new(card)));
    match card {
        Some(card) => eval.eval_function(answer, &[card, subject], &[]),
        None => eval.eval_function(answer, &[subject], &[]),
    }
}

/// Returns the name of a piece's card, of a row, or the name itself.
fn card_name<'p, 'v: 'p>(play: &'p RunningPlay, card: Value<'v>) -> starlark::Result<&'p str> {
    let game = &play.game;
    let piece = piece_of(card).map(|piece| game.piece_name(piece));
    let row = || card.downcast_ref::<RowHandle>().map(|row| &*game.parts.card(row.id()).name);
    let name = piece.or_else(row).or_else(|| card.unpack_str());
    name.ok_or_else(|| wrong_type("a card is a piece, a row or a name", card))
}

/// True if a piece has an effect at a moment.
pub fn has_effect(play: &RunningPlay, piece: PieceId, moment: StringValue<'_>) -> bool {
    let card = play.game.state.piece(piece).card;
    match play.rules.lookup.effect(card, moment.get_hashed_str()) {
        Found::Known(_) => true,
        Found::Missing => false,
        Found::LaterCard => {
            let effects = play.rules.effects.get(play.game.piece_name(piece));
            effects.is_some_and(|effects| effects.contains_key(moment.as_str()))
        }
    }
}

/// Returns the function that carries out a card, a row or a name at a moment.
fn find_effect<'v>(
    play: &RunningPlay,
    card: Value<'v>,
    moment: StringValue<'v>,
) -> starlark::Result<Option<u32>> {
    let numbered =
        card_row(play, card).map(|row| play.rules.lookup.effect(row, moment.get_hashed_str()));
    match numbered {
        Some(Found::Known(function)) => Ok(Some(function)),
        Some(Found::Missing) => Ok(None),
        Some(Found::LaterCard) | None => {
            let effects = play.rules.effects.get(card_name(play, card)?);
            Ok(effects.and_then(|effects| effects.get(moment.as_str())).copied())
        }
    }
}

/// Returns the row of card data of a piece or a row.
fn card_row(play: &RunningPlay, card: Value<'_>) -> Option<CardId> {
    let piece = piece_of(card).map(|piece| play.game.state.piece(piece).card);
    piece.or_else(|| card.downcast_ref::<RowHandle>().map(|row| row.id()))
}
