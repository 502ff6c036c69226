//! Functions of rules for the players at the table: their order, their teams, and those who are out.

use either::Either;
use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::{NoneOr, NoneType};

use super::context::{act_on_game, not_playing_error, with_play_untracked};
use super::fault::rules_error;
use super::handles::{PlayerHandle, given_id};
use crate::engine::{Game, Party, PlayerId};
use base::diagnostic::did_you_mean;

/// A player, or the name of a team.
pub type PlayerOrTeam<'a> = Either<&'a PlayerHandle, &'a str>;

/// Asks the game about its players, which does not depend on chance.
fn ask_seats<R>(ask: impl FnOnce(&Game) -> R) -> starlark::Result<R> {
    with_play_untracked(|play| ask(&play.game)).ok_or_else(not_playing_error)
}

/// Returns the players after one who are in the same team, or those who are not.
fn players_behind(player: PlayerId, together: bool) -> starlark::Result<Vec<PlayerHandle>> {
    ask_seats(|game| {
        let behind = game.players_after(player).into_iter();
        let chosen = behind.filter(|other| game.seats.are_together(player, *other) == together);
        PlayerHandle::list(chosen)
    })
}

/// Returns the winner or loser that rules name.
pub fn given_party(
    given: NoneOr<PlayerOrTeam<'_>>,
    game: &mut Game,
) -> starlark::Result<Option<Party>> {
    match given.into_option() {
        None => Ok(None),
        Some(Either::Left(player)) => Ok(Some(Party::Player(player.id()))),
        Some(Either::Right(team)) => {
            let known = game.seats.team_names();
            if !known.contains(&team) {
                let hint = did_you_mean(team, known.into_iter());
                return Err(rules_error(format!("unknown team `{team}`"), hint));
            }
            Ok(Some(Party::Team(game.words.intern(team))))
        }
    }
}

/// Returns the name of a player or team that rules name.
pub fn party_name(given: NoneOr<PlayerOrTeam<'_>>, game: &Game) -> Option<String> {
    given.into_option().map(|party| match party {
        Either::Left(player) => game.parts.player(player.id()).name.clone(),
        Either::Right(team) => team.to_owned(),
    })
}

#[starlark_module]
pub fn seat_functions(builder: &mut GlobalsBuilder) {
    /// Gives the players who still play, in the order of turns: as they were declared, or as a scenario names
    /// them.
    ///
    /// With `first` the list begins with this player, and continues round the table.
    ///
    /// ```python
    /// for one in players(first = foe):
    ///     one.add(gold, 3)
    /// ```
    fn players<'v>(
        #[starlark(default = NoneOr::None)] first: NoneOr<&'v PlayerHandle>,
    ) -> starlark::Result<Vec<PlayerHandle>> {
        ask_seats(|game| match given_id(first) {
            Some(first) => PlayerHandle::list(game.playing_from(first)),
            None => PlayerHandle::list(game.playing()),
        })
    }

    /// Gives the next player in the order of turns; players who are out are skipped.
    ///
    /// It is the same player if nobody else plays.
    ///
    /// ```python
    /// begin_turn(you)
    /// begin_turn(next(you))
    /// ```
    fn next(#[starlark(require = pos)] player: &PlayerHandle) -> starlark::Result<PlayerHandle> {
        let next = ask_seats(|game| game.next_player(player.id()))?;
        next.map(PlayerHandle::new)
            .ok_or_else(|| rules_error("no player is left in the game", None))
    }

    /// Gives all other players who still play, in the order of turns after this one.
    ///
    /// ```python
    /// for one in others(you):
    ///     one.add(damage, 1)
    /// ```
    fn others(
        #[starlark(require = pos)] player: &PlayerHandle,
    ) -> starlark::Result<Vec<PlayerHandle>> {
        ask_seats(|game| PlayerHandle::list(game.players_after(player.id())))
    }

    /// Gives the name of the team of a player, or None.
    ///
    /// `player("Ada", team = "Reds")` declares it; `[teams]` of a scenario may change it.
    ///
    /// ```python
    /// if team(you) == team(foe):
    ///     you.add(gold, 1)
    /// ```
    fn team(#[starlark(require = pos)] player: &PlayerHandle) -> starlark::Result<NoneOr<String>> {
        ask_seats(|game| NoneOr::from_option(game.seats.team(player.id()).map(str::to_owned)))
    }

    /// Gives the other players of a player's team who still play, in the order of turns after this one.
    ///
    /// ```python
    /// for one in allies(you):
    ///     one.add(gold, 1)
    /// ```
    fn allies(
        #[starlark(require = pos)] player: &PlayerHandle,
    ) -> starlark::Result<Vec<PlayerHandle>> {
        players_behind(player.id(), true)
    }

    /// Gives the players who still play and are not in a player's team, in the order of turns after this one:
    /// all others, if there are no teams.
    ///
    /// ```python
    /// for one in opponents(you):
    ///     one.add(damage, 1)
    /// ```
    fn opponents(
        #[starlark(require = pos)] player: &PlayerHandle,
    ) -> starlark::Result<Vec<PlayerHandle>> {
        players_behind(player.id(), false)
    }

    /// Gives the players who still play in groups that win together: one for each team, and one for each
    /// player without a team.
    ///
    /// ```python
    /// if len(sides()) == 1:
    ///     first = sides()[0][0]
    ///     game_over(winner = team(first) or first, reason = "nobody else is left")
    /// ```
    fn sides() -> starlark::Result<Vec<Vec<PlayerHandle>>> {
        let sides = ask_seats(Game::sides)?;
        Ok(sides.into_iter().map(PlayerHandle::list).collect())
    }

    /// Takes a player out of the game, who then has no turns and no opportunities.
    ///
    /// The rules decide what becomes of the player's cards. `verb` names the sentence for it in the words of
    /// the book.
    ///
    /// ```python
    /// if foe.count(damage) >= 20:
    ///     eliminate(foe)
    /// ```
    fn eliminate<'v>(
        #[starlark(require = pos)] player: &PlayerHandle,
        #[starlark(default = NoneOr::None)] verb: NoneOr<&'v str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<NoneType> {
        act_on_game(eval, |game| game.eliminate(player.id(), verb.into_option()))
    }
}
