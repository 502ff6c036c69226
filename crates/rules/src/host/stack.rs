//! The effects stack: items that wait on it, and items that have triggered and are to be put there.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value;
use starlark::values::list::ListRef;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::{NoneOr, NoneType};
use starlark::values::tuple::UnpackTuple;

use super::arguments::piece_of;
use super::context::{change_game, with_play};
use super::fault::{rules_error, wrong_type};
use super::handles::{PlayerHandle, given_id};
use super::opportunity::{Opportunity, run_opportunity};
use crate::engine::{Game, KernelError, Pending};

#[starlark_module]
pub fn stack_functions(builder: &mut GlobalsBuilder) {
    /// Puts a card, or an item with words for a name, on the stack; when it resolves, the function is called
    /// with the arguments.
    ///
    /// ```python
    /// def resolve(unit):
    ///     unit.move(discard)
    ///
    /// #@ #casting
    /// def cast():
    ///     stack_push(hand.first(), resolve, hand.first())
    ///     opportunity()
    /// ```
    fn stack_push<'v>(
        #[starlark(require = pos)] what: Value<'v>,
        #[starlark(require = pos)] function: Value<'v>,
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let called = [what, function].into_iter().chain(args.items).collect();
        let_wait(called, Game::push, eval)
    }

    /// Notes that an ability has triggered: it waits to be put on the stack.
    ///
    /// It belongs to the player `by`. Without `by` it belongs to the owner of the card, or to the player
    /// whose turn it is.
    ///
    /// ```python
    /// def gain(one):
    ///     one.add(gold, 1)
    ///
    /// #@ #triggers
    /// def ends():
    ///     begin_turn(you)
    ///     trigger("income", gain, you, by = you)
    ///     stack_triggered()
    ///     opportunity()
    /// ```
    fn trigger<'v>(
        #[starlark(require = pos)] what: Value<'v>,
        #[starlark(require = pos)] function: Value<'v>,
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(default = NoneOr::None)] by: NoneOr<&'v PlayerHandle>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let by = given_id(by);
        let called = [what, function].into_iter().chain(args.items).collect();
        let_wait(called, |game, pending| game.trigger(pending, by), eval)
    }

    /// Gives the items that have triggered and are not on the stack yet, the oldest first.
    ///
    /// ```python
    /// if len(triggered()) > 0:
    ///     stack_triggered()
    /// ```
    fn triggered<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Vec<Value<'v>>> {
        let numbers: Vec<u32> = with_play(|play| {
            play.game.state.triggered.iter().map(|triggered| triggered.item.number).collect()
        })?;
        pending_values(numbers, eval)
    }

    /// Puts everything that has triggered on the stack, and gives the number of items.
    ///
    /// The items of the player whose turn it is come first, in the order in which they triggered, then those
    /// of each other player in turn order.
    ///
    /// ```python
    /// if stack_triggered() > 0:
    ///     opportunity()
    /// ```
    fn stack_triggered<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<i32> {
        change_game(eval, Game::stack_triggered).map(|count| count as i32)
    }

    /// Gives the items that wait on the stack, the top first.
    ///
    /// ```python
    /// if len(stack()) == 0:
    ///     note("shows", card)
    /// ```
    fn stack<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Vec<Value<'v>>> {
        let numbers: Vec<u32> =
            with_play(|play| play.game.state.stack.iter().rev().map(|item| item.number).collect())?;
        pending_values(numbers, eval)
    }

    /// Gives True if all players have passed in a row since somebody acted, or since something was put on the
    /// stack or resolved.
    ///
    /// ```python
    /// opportunity()
    /// if all_passed():
    ///     note("passes", you)
    /// ```
    fn all_passed() -> starlark::Result<bool> {
        with_play(|play| play.game.state.passed)
    }

    /// Lets the players respond until all have passed in a row and the stack is empty; gives True if that is
    /// so.
    ///
    /// The function below `#@ when opportunity` is called for each player and gives `True` if the player did
    /// something. `players` take part, and `first` begins; left out, all players take part, and the player
    /// whose turn it is begins. With `once = True` it ends after one item has resolved.
    ///
    /// ```python
    /// #@ when opportunity
    /// def respond(one):
    ///     return False
    ///
    /// #@ #responses
    /// def responses():
    ///     opportunity(first = foe)
    /// ```
    fn opportunity<'v>(
        #[starlark(default = NoneOr::None)] players: NoneOr<UnpackListOrTuple<&'v PlayerHandle>>,
        #[starlark(default = NoneOr::None)] first: NoneOr<&'v PlayerHandle>,
        #[starlark(default = false)] once: bool,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        let players = players
            .into_option()
            .map(|players| players.items.iter().map(|player| player.id()).collect());
        run_opportunity(Opportunity { players, first: given_id(first), place: None, once }, eval)
    }
}

/// Lets an item wait by calling `wait`. `called` begins with the item, then come the function that is called
/// when it resolves, and its arguments.
fn let_wait<'v>(
    called: Vec<Value<'v>>,
    wait: impl FnOnce(&mut Game, Pending) -> Result<u32, KernelError>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<NoneType> {
    let what = called[0];
    let (piece, label) = (piece_of(what), what.unpack_str());
    if piece.is_none() && label.is_none() {
        return Err(wrong_type("a piece or words wait on the stack", what));
    }
    let number = change_game(eval, |game| {
        let pending = match piece {
            Some(piece) => Pending::Thing(game.subject(piece)),
            None => Pending::Label(game.words.intern(label.unwrap_or_default())),
        };
        wait(game, pending)
    })?;
    eval.module().set(&variable_of(number), eval.heap().alloc(called));
    Ok(NoneType)
}

/// Resolves the top of the stack, after all have passed, and returns true if there was one. Its events cite
/// `place`, if it is given.
pub fn resolve_top(place: Option<u32>, eval: &mut Evaluator<'_, '_, '_>) -> starlark::Result<bool> {
    let number = change_game(eval, |game| {
        game.state.passed = true;
        game.site.place = place.or(game.site.place);
        game.resolve()
    })?;
    let Some(number) = number else { return Ok(false) };
    let called = pending_call(number, eval)?;
    eval.eval_function(called[1], &called[2..], &[])?;
    Ok(true)
}

/// Returns the waiting items with these numbers of the kernel, as rules passed them.
fn pending_values<'v>(
    numbers: Vec<u32>,
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<Vec<Value<'v>>> {
    numbers.into_iter().map(|number| Ok(pending_call(number, eval)?[0])).collect()
}

/// Returns the waiting item, the function that is called when it resolves, and its arguments.
fn pending_call<'v>(
    number: u32,
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<&'v [Value<'v>]> {
    let list = eval.module().get(&variable_of(number)).and_then(ListRef::from_value);
    let call = list.map(ListRef::content).filter(|call| call.len() > 1);
    call.ok_or_else(|| rules_error("this item of the stack is unknown", None))
}

/// Returns the variable of the module that has the waiting item.
fn variable_of(number: u32) -> String {
    format!("stack {number}")
}
