//! What rules can do besides moving cards: turns and phases, dice, notes, and the ends of a play.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::{NoneOr, NoneType};
use starlark::values::tuple::UnpackTuple;
use starlark::values::typing::StarlarkNever;
use starlark::values::{Value, ValueLike};

use super::ask::option_labels;
use super::context::{
    Halt, change_game, change_game_untracked, end_play, not_playing_error, with_play,
    with_play_untracked,
};
use super::fault::{play_over_error, rules_error};
use super::kinds::face_value;
use super::piece::read_lifetime;
use super::repeat::Repeat;
use super::values::{Die, Piece, Player, Row, Space, Zone};
use crate::engine::trace::Outcome;
use crate::engine::{Game, LONGEST_LIST, PlayerId, Subject};

/// Pieces, players, spaces, rows and numbers, also in lists.
fn told_things(values: &[Value<'_>], game: &Game) -> starlark::Result<(Vec<Subject>, Vec<i64>)> {
    let (mut things, mut numbers) = (Vec::new(), Vec::new());
    for value in values {
        add_told_thing(*value, game, &mut things, &mut numbers)?;
    }
    Ok((things, numbers))
}

fn add_told_thing(
    value: Value<'_>,
    game: &Game,
    things: &mut Vec<Subject>,
    numbers: &mut Vec<i64>,
) -> starlark::Result<()> {
    if let Some(piece) = value.downcast_ref::<Piece>() {
        things.push(game.subject(piece.id()));
    } else if let Some(player) = value.downcast_ref::<Player>() {
        things.push(Subject::Player(player.id()));
    } else if let Some(space) = value.downcast_ref::<Space>() {
        things.push(Subject::Space(space.id()));
    } else if let Some(row) = value.downcast_ref::<Row>() {
        things.push(Subject::Card(row.id()));
    } else if let Some(number) = value.unpack_i32() {
        numbers.push(number.into());
    } else if let Some(list) = starlark::values::list::ListRef::from_value(value) {
        for value in list
            .iter()
            .filter(|value| starlark::values::list::ListRef::from_value(*value).is_none())
        {
            add_told_thing(value, game, things, numbers)?;
        }
    } else if !value.is_none() {
        let kind = value.get_type();
        return Err(rules_error(
            format!("only pieces, players, spaces, rows and numbers can be told, not a `{kind}`"),
            None,
        ));
    }
    Ok(())
}

#[starlark_module]
pub(super) fn table_functions(builder: &mut GlobalsBuilder) {
    /// Tells that a function was entered.
    fn _enter<'v>(
        #[starlark(require = pos)] function: i32,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (depth, function) = (eval.call_stack_count(), function as u32);
        let entered = with_play_untracked(|play| {
            if play.halt.is_some() {
                return Err(play_over_error());
            }
            let cites = play.book.cites.get(function as usize).copied().unwrap_or_default();
            let boxed = play.boxed.take().filter(|(called, _)| *called == function);
            play.frames.enter(
                depth,
                function,
                boxed.map_or(cites, |(_, place)| cites.at_place(place)),
            );
            if play.until.contains(&function) {
                play.halt = Some(Halt::End(Outcome::Stopped));
                return Err(play_over_error());
            }
            Ok(())
        });
        entered.unwrap_or(Ok(()))?;
        Ok(NoneType)
    }

    /// Makes a card of a row of card data, while the game is made or set up.
    fn make<'v>(
        #[starlark(require = pos)] row: &Row,
        #[starlark(require = pos)] zone: &Zone,
        #[starlark(default = NoneOr::None)] owner: NoneOr<&'v Player>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Piece> {
        let makes =
            with_play_untracked(|play| play.making.as_mut().map(|making| making.makes(zone.id())));
        if makes == Some(None) {
            return Err(rules_error("cards are only made before play begins", None));
        }
        let owner = owner.into_option().map(|player| player.id());
        change_game_untracked(eval, |game| game.make_piece(row.id(), zone.id(), owner))
            .map(Piece::new)
    }

    /// All players, in the order in which they were declared.
    fn players() -> starlark::Result<Vec<Player>> {
        let all = with_play_untracked(|play| {
            (0..play.game.parts.players.len()).map(|at| Player::new(PlayerId(at as u8))).collect()
        });
        all.ok_or_else(not_playing_error)
    }

    /// Rolls dice; gives what came up, as a list.
    fn roll<'v>(
        #[starlark(require = pos)] die: &Die,
        #[starlark(default = 1)] n: i64,
        #[starlark(default = NoneOr::None)] stream: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Vec<Value<'v>>> {
        let rolled = change_game(eval, |game| game.roll(die.id(), n, stream.into_option()))?;
        let heap = eval.heap();
        with_play(|play| {
            let faces = &play.game.parts.die(die.id()).faces;
            let value = |at: &u8| face_value(&faces[*at as usize], heap);
            Ok(rolled.iter().map(value).collect())
        })
    }

    /// One of a list at random.
    fn draw_random<'v>(
        #[starlark(require = pos)] list: Value<'v>,
        #[starlark(require = pos)] stream: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let list = list_values(list, eval)?;
        if list.is_empty() {
            return Err(rules_error("there is nothing to draw from", None));
        }
        let at = change_game(eval, |game| Ok(game.random_index(list.len(), stream)))?;
        Ok(list[at])
    }

    /// Begins the turn of a player.
    fn begin_turn<'v>(
        #[starlark(require = pos)] player: &Player,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        change_game(eval, |game| game.begin_turn(player.id())).map(|()| NoneType)
    }

    /// Ends the turn.
    fn end_turn<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<NoneType> {
        change_game(eval, Game::end_turn).map(|()| NoneType)
    }

    /// Takes away what lasts until the end of the phase, the turn or the round, although that goes
    /// on.
    fn expire<'v>(
        #[starlark(require = pos)] until: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let until = read_lifetime(NoneOr::Other(until))?;
        change_game(eval, |game| game.expire(until)).map(|()| NoneType)
    }

    /// Begins a phase.
    fn begin_phase<'v>(
        #[starlark(require = pos)] name: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        change_game(eval, |game| game.begin_phase(name)).map(|()| NoneType)
    }

    /// Ends the phase.
    fn end_phase<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<NoneType> {
        change_game(eval, Game::end_phase).map(|()| NoneType)
    }

    /// Begins a round.
    fn begin_round<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<NoneType> {
        change_game(eval, Game::begin_round).map(|()| NoneType)
    }

    /// Whose turn it is; None outside of turns.
    fn turn_player() -> starlark::Result<NoneOr<Player>> {
        with_play(|play| Ok(NoneOr::from_option(play.game.state.active.map(Player::new))))
    }

    /// Turns begun so far.
    fn turn_number() -> starlark::Result<i32> {
        with_play(|play| Ok(play.game.state.turn as i32))
    }

    /// Tells that a condition was looked at; gives whether it holds.
    fn check<'v>(
        #[starlark(require = pos)] question: &str,
        #[starlark(require = pos)] holds: bool,
        #[starlark(args)] things: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        let told = with_play(|play| told_things(&things.items, &play.game))?;
        change_game(eval, |game| game.log_check(question, holds, told))?;
        Ok(holds)
    }

    /// Tells something that changes nothing.
    fn note<'v>(
        #[starlark(require = pos)] verb: &str,
        #[starlark(args)] things: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (things, numbers) = with_play(|play| told_things(&things.items, &play.game))?;
        change_game(eval, |game| game.log_note(verb, things, numbers)).map(|()| NoneType)
    }

    /// Ends the play because the book does not say how it goes on.
    fn gap<'v>(
        #[starlark(require = pos)] question: &str,
        #[starlark(default = UnpackListOrTuple::default())] options: UnpackListOrTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let options = option_labels(&options.items)?;
        end_play(eval, |place| {
            Halt::End(Outcome::Gap { question: question.to_owned(), options, place })
        })
    }

    /// Ends an attempt, or the play, because something can not be done.
    fn fail<'v>(
        #[starlark(require = pos)] reason: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<StarlarkNever> {
        end_play(eval, |place| Halt::Fail(reason.to_owned(), place))
    }

    /// Ends the game.
    fn game_over<'v>(
        #[starlark(default = NoneOr::None)] winner: NoneOr<&'v Player>,
        #[starlark(default = NoneOr::None)] loser: NoneOr<&'v Player>,
        #[starlark(default = "")] reason: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let id = |player: NoneOr<&Player>| player.into_option().map(|player| player.id());
        let (winner, loser) = (id(winner), id(loser));
        let (winner, loser) = change_game(eval, |game| {
            game.log_over(winner, loser, reason)?;
            let name = |id| game.parts.player(id).name.clone();
            Ok((winner.map(name), loser.map(name)))
        })?;
        end_play(eval, |_| Halt::End(Outcome::Over { winner, loser, reason: reason.to_owned() }))
    }

    /// The reading in force.
    fn reading() -> starlark::Result<String> {
        Ok(super::loaded_rules::reading_in_force())
    }

    /// Goes round and round until the loop is left; a play that goes round too often ends.
    fn repeat() -> starlark::Result<Repeat> {
        Ok(Repeat)
    }
}

/// The things in a list, tuple or zone.
pub(super) fn list_values<'v>(
    list: Value<'v>,
    eval: &Evaluator<'v, '_, '_>,
) -> starlark::Result<Vec<Value<'v>>> {
    let things: Vec<Value<'v>> = list.iterate(eval.heap())?.take(LONGEST_LIST + 1).collect();
    if things.len() > LONGEST_LIST {
        return Err(rules_error(format!("the list is longer than {LONGEST_LIST}"), None));
    }
    Ok(things)
}
