//! Functions of rules besides those for cards: turns and phases, dice, notes, and ends of a play.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::list_or_tuple::UnpackListOrTuple;
use starlark::values::none::{NoneOr, NoneType};
use starlark::values::tuple::UnpackTuple;
use starlark::values::typing::StarlarkNever;
use starlark::values::{StringValue, Value};

use super::arguments::{list_values, read_lifetime, told_things};
use super::ask::option_labels;
use super::context::{
    act_on_game, change_game, change_game_untracked, end_play, with_play, with_play_untracked,
};
use super::fault::rules_error;
use super::handles::{DieHandle, PieceHandle, PlayerHandle, RowHandle, ZoneHandle, given_id};
use super::kinds::face_value;
use super::parts::part_functions;
use super::repeat::Repeat;
use super::running_play::Halt;
use super::seats::{PlayerOrTeam, given_party, party_name};
use crate::engine::trace::Outcome;
use crate::engine::{Game, Subject};

/// Adds the functions for the course of the game.
pub fn course_functions(builder: &mut GlobalsBuilder) {
    table_functions(builder);
    part_functions(builder);
}

#[starlark_module]
fn table_functions(builder: &mut GlobalsBuilder) {
    /// Notes that a function was entered.
    fn _enter<'v>(
        #[starlark(require = pos)] function: i32,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (depth, function) = (eval.call_stack_count(), function as u32);
        let entered = with_play_untracked(|play| play.enter_function(depth, function));
        entered.unwrap_or(Ok(())).map(|()| NoneType)
    }

    /// Makes a card or token of a row of card data, below `#@ make`, `#@ ready` or `#@ setup`.
    ///
    /// `zone` is where it is at first, and where it belongs if a scenario does not say otherwise.
    ///
    /// ```python
    /// #@ make
    /// def make_cards():
    ///     for one in CARDS:
    ///         for _ in range(one.copies):
    ///             make(one, deck, owner = you)
    /// ```
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

    /// Rolls a die `n` times, and gives the faces that came up, as a list.
    ///
    /// `stream` names the sequence of random numbers: rolls of another stream do not change these.
    ///
    /// ```python
    /// total = 0
    /// for face in roll(d6, n = 2):
    ///     total += face
    /// ```
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

    /// Gives a random thing of a list.
    ///
    /// `stream` names the sequence of random numbers. It is an error if the list is empty.
    ///
    /// ```python
    /// target = draw_random(field.cards(), "targets")
    /// ```
    fn draw_random<'v>(
        #[starlark(require = pos)] list: Value<'v>,
        #[starlark(require = pos)] stream: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let list = list_values("list", list, eval.heap())?;
        if list.is_empty() {
            return Err(rules_error("there is nothing to draw from", None));
        }
        let is_said = with_play(|play| !play.game.chance.is_empty())?;
        let labels = is_said.then(|| list.iter().map(|thing| thing.to_str()).collect());
        let at = change_game(eval, |game| game.drawn_index(list.len(), stream, labels))?;
        Ok(list[at])
    }

    /// Begins the turn of a player; everything that lasts for a turn ends with it.
    ///
    /// ```python
    /// begin_turn(you)
    /// card.set(tapped)
    /// end_turn()
    /// ```
    fn begin_turn<'v>(
        #[starlark(require = pos)] player: &PlayerHandle,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        act_on_game(eval, |game| game.begin_turn(player.id()))
    }

    /// Ends the turn, with everything that lasts for a turn.
    ///
    /// ```python
    /// begin_turn(foe)
    /// end_turn()
    /// ```
    fn end_turn<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<NoneType> {
        act_on_game(eval, Game::end_turn)
    }

    /// Removes everything that lasts until the end of the phase, the turn or the round, before that end.
    ///
    /// `until` is `"phase"`, `"turn"` or `"round"`.
    ///
    /// ```python
    /// begin_turn(you)
    /// card.set(tapped, until = "turn")
    /// expire("turn")
    /// ```
    fn expire<'v>(
        #[starlark(require = pos)] until: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let until = read_lifetime(NoneOr::Other(until))?;
        act_on_game(eval, |game| game.expire(until))
    }

    /// Begins a phase of a turn; everything that lasts for a phase ends with it.
    ///
    /// ```python
    /// begin_turn(you)
    /// begin_phase("Draw Phase")
    /// end_phase()
    /// ```
    fn begin_phase<'v>(
        #[starlark(require = pos)] name: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        act_on_game(eval, |game| game.begin_phase(name))
    }

    /// Ends the phase, with everything that lasts for a phase.
    ///
    /// ```python
    /// begin_turn(you)
    /// begin_phase("Main Phase")
    /// end_phase()
    /// ```
    fn end_phase<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<NoneType> {
        act_on_game(eval, Game::end_phase)
    }

    /// Begins a round; the previous one ends, with everything that lasts for a round.
    ///
    /// ```python
    /// begin_round()
    /// ```
    fn begin_round<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<NoneType> {
        act_on_game(eval, Game::begin_round)
    }

    /// Gives the player whose turn it is; None outside of turns.
    ///
    /// ```python
    /// begin_turn(you)
    /// if turn_player() == you:
    ///     you.add(gold, 1)
    /// ```
    fn turn_player() -> starlark::Result<NoneOr<PlayerHandle>> {
        with_play(|play| PlayerHandle::or_none(play.game.state.active))
    }

    /// Gives the number of turns that have begun so far.
    ///
    /// ```python
    /// begin_turn(you)
    /// is_first = turn_number() == 1
    /// ```
    fn turn_number() -> starlark::Result<i32> {
        with_play(|play| play.game.state.turn as i32)
    }

    /// Records that a condition was checked, and gives True if it holds.
    ///
    /// The words of the book have a sentence for `question`. `things` are the cards, players, spaces, rows
    /// and numbers that it is about, also in lists.
    ///
    /// ```python
    /// if check("is it strong", card.power >= 2, card):
    ///     you.add(gold, 1)
    /// ```
    fn check<'v>(
        #[starlark(require = pos)] question: &str,
        #[starlark(require = pos)] holds: bool,
        #[starlark(args)] things: UnpackTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<bool> {
        let told = with_play(|play| told_things(&things.items, &play.game))??;
        change_game(eval, |game| game.log_check(question, holds, told.things, told.numbers))?;
        Ok(holds)
    }

    /// Records a note that changes nothing.
    ///
    /// `verb` names the sentence for it: write it under `[verbs]` of `rules/words.toml`. `things` are cards,
    /// players, spaces, rows and numbers, also in lists. With `open = True` the names of hidden cards are
    /// shown to everybody.
    ///
    /// ```python
    /// note("shows", card)
    /// note("shows", card, open = True)
    /// ```
    fn note<'v>(
        #[starlark(require = pos)] verb: &str,
        #[starlark(args)] things: UnpackTuple<Value<'v>>,
        #[starlark(default = false)] open: bool,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let mut told = with_play(|play| told_things(&things.items, &play.game))??;
        if open {
            told.things.iter_mut().for_each(Subject::show);
        }
        act_on_game(eval, |game| game.log_note(verb, told.things, told.numbers))
    }

    /// Ends the play because the book does not say how it continues.
    ///
    /// `rulepress gaps` lists the question, and an example that ends so prints it. `options` are the possible
    /// answers.
    ///
    /// ```python
    /// gap("who wins a tie", options = ["you", "the foe"])
    /// ```
    fn gap<'v>(
        #[starlark(require = pos)] question: &str,
        #[starlark(default = UnpackListOrTuple::default())] options: UnpackListOrTuple<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (question, options) = (question.to_owned(), option_labels(&options.items)?);
        end_play(eval, |place| Halt::End(Outcome::Gap { question, options, place }))
    }

    /// Ends the attempt, or else the play, because something cannot be done.
    ///
    /// ```python
    /// if len(deck) < 100:
    ///     fail("there are not enough cards")
    /// ```
    fn fail<'v>(
        #[starlark(require = pos)] reason: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<StarlarkNever> {
        end_play(eval, |place| Halt::Fail(reason.to_owned(), place))
    }

    /// Ends the game.
    ///
    /// `winner` and `loser` are players, or names of teams.
    ///
    /// ```python
    /// game_over(winner = you, reason = "the foe has no cards left")
    /// ```
    fn game_over<'v>(
        #[starlark(default = NoneOr::None)] winner: NoneOr<PlayerOrTeam<'v>>,
        #[starlark(default = NoneOr::None)] loser: NoneOr<PlayerOrTeam<'v>>,
        #[starlark(default = "")] reason: &str,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        let (won, lost) = with_play(|play| {
            let game = &mut play.game;
            starlark::Result::Ok((given_party(winner, game)?, given_party(loser, game)?))
        })??;
        let (winner, loser) = change_game(eval, |game| {
            game.log_over(won, lost, reason)?;
            Ok((party_name(winner, game), party_name(loser, game)))
        })?;
        end_play(eval, |_| Halt::End(Outcome::Over { winner, loser, reason: reason.to_owned() }))
    }

    /// Notes that the rules have checked all changed cards, which `changed` of a zone gives.
    ///
    /// ```python
    /// if not field.changed():
    ///     settle()
    /// ```
    fn settle() -> starlark::Result<NoneType> {
        with_play(|play| play.game.state.changed.clear())?;
        Ok(NoneType)
    }

    /// Gives the name of the reading that is played: `reading` under `[options]` of book.toml.
    ///
    /// ```python
    /// if reading() == "printed":
    ///     you.add(gold, 1)
    /// ```
    fn reading<'v>(eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<StringValue<'v>> {
        let heap = eval.heap();
        let reading = with_play_untracked(|play| heap.alloc_str(&play.rules.reading));
        Ok(reading.unwrap_or_else(|| heap.alloc_str("")))
    }

    /// Gives True if a person plays with real cards, and the page keeps only what `[companion]` of book.toml
    /// lists: rules then ask for what they cannot see.
    ///
    /// ```python
    /// if at_table():
    ///     you.add(gold, ask("How much gold do you have?", [0, 1, 2, 3], by = you))
    /// ```
    fn at_table() -> starlark::Result<bool> {
        Ok(with_play_untracked(|play| play.game.at_table).unwrap_or(false))
    }

    /// Repeats a loop until `break` or `return` ends it; after 10 000 rounds the play ends with an error.
    ///
    /// ```python
    /// for _ in repeat():
    ///     if deck.first() == None:
    ///         break
    ///     deck.first().move(hand)
    /// ```
    fn repeat() -> starlark::Result<Repeat> {
        Ok(Repeat)
    }
}
