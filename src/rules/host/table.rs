//! What rules can do besides moving cards: turns and phases, dice, notes, and the ends of a play.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::{NoneOr, NoneType};
use starlark::values::tuple::UnpackTuple;
use starlark::values::typing::StarlarkNever;

use super::arguments::{list_values, read_lifetime, told_things};
use super::ask::option_labels;
use super::context::{
    act_on_game, change_game, change_game_untracked, end_play, not_playing_error, with_play,
    with_play_untracked,
};
use super::fault::rules_error;
use super::handles::{DieHandle, PieceHandle, PlayerHandle, RowHandle, ZoneHandle, given_id};
use super::kinds::face_value;
use super::repeat::Repeat;
use super::running_play::Halt;
use crate::engine::trace::Outcome;
use crate::engine::{Game, PlayerId};

#[starlark_module]
pub(super) fn table_functions(builder: &mut GlobalsBuilder) {
    /// Tells that a function was entered.
    fn _enter<'v>(
        #[starlark(require = pos)] function: i32,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (depth, function) = (eval.call_stack_count(), function as u32);
        let entered = with_play_untracked(|play| play.enter_function(depth, function));
        entered.unwrap_or(Ok(())).map(|()| NoneType)
    }

    /// Makes a card of a row of card data, while the game is made or set up.
    fn make<'v>(
        #[starlark(require = pos)] row: &RowHandle,
        #[starlark(require = pos)] zone: &ZoneHandle,
        #[starlark(default = NoneOr::None)] owner: NoneOr<&'v PlayerHandle>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<PieceHandle> {
        let noted = with_play_untracked(|play| {
            play.setup_shuffles.as_mut().map(|shuffles| shuffles.note_piece(zone.id()))
        });
        if noted == Some(None) {
            return Err(rules_error("cards are only made before play begins", None));
        }
        let owner = given_id(owner);
        change_game_untracked(eval, |game| game.make_piece(row.id(), zone.id(), owner))
            .map(PieceHandle::new)
    }

    /// All players, in the order in which they were declared.
    fn players() -> starlark::Result<Vec<PlayerHandle>> {
        let count = with_play_untracked(|play| play.game.parts.players.len());
        let count = count.ok_or_else(not_playing_error)?;
        Ok(PlayerHandle::list((0..count).map(|at| PlayerId(at as u8))))
    }

    /// Rolls dice; gives what came up, as a list.
    fn roll<'v>(
        #[starlark(require = pos)] die: &DieHandle,
        #[starlark(default = 1)] n: i64,
        #[starlark(default = NoneOr::None)] stream: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Vec<Value<'v>>> {
        let rolled = change_game(eval, |game| game.roll(die.id(), n, stream.into_option()))?;
        with_play(|play| {
            let faces = &play.game.parts.die(die.id()).faces;
            rolled.iter().map(|at| face_value(&faces[*at as usize], eval.heap())).collect()
        })
    }

    /// One of a list at random.
    fn draw_random<'v>(
        #[starlark(require = pos)] list: Value<'v>,
        #[starlark(require = pos)] stream: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let list = list_values(list, eval.heap())?;
        if list.is_empty() {
            return Err(rules_error("there is nothing to draw from", None));
        }
        let at = change_game(eval, |game| Ok(game.random_index(list.len(), stream)))?;
        Ok(list[at])
    }

    /// Begins the turn of a player.
    fn begin_turn<'v>(
        #[starlark(require = pos)] player: &PlayerHandle,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        act_on_game(eval, |game| game.begin_turn(player.id()))
    }

    /// Ends the turn.
    fn end_turn<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<NoneType> {
        act_on_game(eval, Game::end_turn)
    }

    /// Takes away what lasts until the end of the phase, the turn or the round, although that goes
    /// on.
    fn expire<'v>(
        #[starlark(require = pos)] until: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let until = read_lifetime(NoneOr::Other(until))?;
        act_on_game(eval, |game| game.expire(until))
    }

    /// Begins a phase.
    fn begin_phase<'v>(
        #[starlark(require = pos)] name: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        act_on_game(eval, |game| game.begin_phase(name))
    }

    /// Ends the phase.
    fn end_phase<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<NoneType> {
        act_on_game(eval, Game::end_phase)
    }

    /// Begins a round.
    fn begin_round<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<NoneType> {
        act_on_game(eval, Game::begin_round)
    }

    /// Whose turn it is; None outside of turns.
    fn turn_player() -> starlark::Result<NoneOr<PlayerHandle>> {
        with_play(|play| PlayerHandle::or_none(play.game.state.active))
    }

    /// Turns begun so far.
    fn turn_number() -> starlark::Result<i32> {
        with_play(|play| play.game.state.turn as i32)
    }

    /// Tells that a condition was looked at; gives whether it holds.
    fn check<'v>(
        #[starlark(require = pos)] question: &str,
        #[starlark(require = pos)] holds: bool,
        #[starlark(args)] things: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        let told = with_play(|play| told_things(&things.items, &play.game))??;
        change_game(eval, |game| game.log_check(question, holds, told))?;
        Ok(holds)
    }

    /// Tells something that changes nothing.
    fn note<'v>(
        #[starlark(require = pos)] verb: &str,
        #[starlark(args)] things: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (things, numbers) = with_play(|play| told_things(&things.items, &play.game))??;
        act_on_game(eval, |game| game.log_note(verb, things, numbers))
    }

    /// Ends the play because the book does not say how it goes on.
    fn gap<'v>(
        #[starlark(require = pos)] question: &str,
        #[starlark(default = UnpackListOrTuple::default())] options: UnpackListOrTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (question, options) = (question.to_owned(), option_labels(&options.items)?);
        end_play(eval, |place| Halt::End(Outcome::Gap { question, options, place }))
    }

    /// Ends an attempt, or the play, because something cannot be done.
    fn fail<'v>(
        #[starlark(require = pos)] reason: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<StarlarkNever> {
        end_play(eval, |place| Halt::Fail(reason.to_owned(), place))
    }

    /// Ends the game.
    fn game_over<'v>(
        #[starlark(default = NoneOr::None)] winner: NoneOr<&'v PlayerHandle>,
        #[starlark(default = NoneOr::None)] loser: NoneOr<&'v PlayerHandle>,
        #[starlark(default = "")] reason: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (winner, loser) = (given_id(winner), given_id(loser));
        let (winner, loser) = change_game(eval, |game| {
            game.log_over(winner, loser, reason)?;
            let name = |id| game.parts.player(id).name.clone();
            Ok((winner.map(name), loser.map(name)))
        })?;
        end_play(eval, |_| Halt::End(Outcome::Over { winner, loser, reason: reason.to_owned() }))
    }

    /// The reading in force.
    fn reading() -> starlark::Result<String> {
        Ok(with_play_untracked(|play| play.rules.reading.clone()).unwrap_or_default())
    }

    /// Repeats a loop until it is left by `break` or `return`; too many repeats end the play.
    fn repeat() -> starlark::Result<Repeat> {
        Ok(Repeat)
    }
}
