//! The opportunity to respond: players act or pass in turn, and when all have passed in a row, the top of the
//! stack resolves.

use std::mem;

use starlark::eval::Evaluator;
use starlark::values::Value;

use super::context::{change_game, end_at_limit, with_play};
use super::fault::hinted_error;
use super::handles::PlayerHandle;
use super::happen::let_happen;
use super::loaded_rules::function_value;
use super::running_play::RunningPlay;
use super::stack::resolve_top;
use crate::engine::{Event, EventKind, PlayerId};

/// The most opportunities of one loop.
const MOST_ROUNDS: usize = 10_000;
/// Event after each possible change, before a player gets an opportunity.
const STATE_CHECK: &str = "state-check";

/// Settings of an opportunity.
#[derive(Default)]
pub struct Opportunity {
    /// Players who take part; `None` for all.
    pub players: Option<Vec<PlayerId>>,
    /// Player who begins; `None` for the player whose turn it is.
    pub first: Option<PlayerId>,
    /// Place that passes and resolving items cite; `None` for the rule that calls.
    pub place: Option<u32>,
    /// True if it ends after one item has resolved.
    pub once: bool,
}

/// Runs the loop, and returns true if all have passed and the stack is empty.
pub fn run_opportunity(
    how: Opportunity,
    eval: &mut Evaluator<'_, '_, '_>,
) -> starlark::Result<bool> {
    let once = how.once;
    let mut turns = with_play(|play| ResponseTurns::begin(how, play))?;
    for _ in 0..MOST_ROUNDS {
        turns.check_state(eval)?;
        turns.leave_out_eliminated()?;
        turns.notice_stirs()?;
        if turns.passed < turns.players.len() {
            turns.offer_to_next(eval)?;
        } else if !resolve_top(turns.place, eval)? {
            return Ok(true);
        } else if once {
            return Ok(false);
        } else {
            turns.begin_again()?;
        }
    }
    end_at_limit(format!("an opportunity that repeats more than {MOST_ROUNDS} times"))
}

/// Turns of the players who may respond.
struct ResponseTurns {
    players: Vec<PlayerId>,
    first: Option<PlayerId>,
    place: Option<u32>,
    /// Function that asks a player.
    function: Option<u32>,
    /// Index of the player who responds next.
    next: usize,
    /// Number of players who have passed in a row.
    passed: usize,
    /// Number of stirs so far.
    stirs: u32,
    /// Number of events when the state was last checked.
    checked: Option<usize>,
}

impl ResponseTurns {
    /// Begins with the player who was named, or whose turn it is; no player has passed yet.
    fn begin(how: Opportunity, play: &mut RunningPlay) -> Self {
        let all = || play.game.playing().collect();
        let players: Vec<PlayerId> = how.players.unwrap_or_else(all);
        let first = index_of(&players, how.first);
        let next = first.or_else(|| index_of(&players, play.game.state.active));
        play.game.state.passed = false;
        Self {
            players,
            first: how.first,
            place: how.place,
            function: play.rules.opportunity,
            next: next.unwrap_or_default(),
            passed: 0,
            stirs: play.game.state.stirs,
            checked: None,
        }
    }

    /// Begins again after an item has resolved, with the player whose turn it is, or who was named.
    fn begin_again(&mut self) -> starlark::Result<()> {
        let active = with_play(|play| play.game.state.active)?;
        let next = index_of(&self.players, active);
        self.next = next.or_else(|| index_of(&self.players, self.first)).unwrap_or_default();
        self.passed = 0;
        Ok(())
    }

    /// Lets rules check the state, if it may have changed since they last did.
    fn check_state(&mut self, eval: &mut Evaluator<'_, '_, '_>) -> starlark::Result<()> {
        let checked = self.checked;
        // A pass changes nothing.
        let passes = |event: &Event| matches!(event.what, EventKind::Pass { .. });
        let may_have_changed = with_play(|play| {
            let since = checked.and_then(|checked| play.game.log.get(checked..));
            since.is_none_or(|events| !events.iter().all(passes))
        })?;
        if may_have_changed {
            let_happen(STATE_CHECK, Value::new_none(), None, eval)?;
            self.checked = Some(with_play(|play| play.game.log.len())?);
        }
        Ok(())
    }

    /// Removes the players who were eliminated meanwhile.
    fn leave_out_eliminated(&mut self) -> starlark::Result<()> {
        while let Some(at) =
            with_play(|play| self.players.iter().position(|player| play.game.is_out(*player)))?
        {
            self.players.remove(at);
            self.next -= usize::from(at < self.next);
            self.next %= self.players.len().max(1);
        }
        Ok(())
    }

    /// Makes all players pass again if something happened; returns true if it did.
    fn notice_stirs(&mut self) -> starlark::Result<bool> {
        let stirs = with_play(|play| play.game.state.stirs)?;
        let stirred = mem::replace(&mut self.stirs, stirs) != stirs;
        if stirred {
            self.passed = 0;
        }
        Ok(stirred)
    }

    /// Lets the next player act or pass.
    fn offer_to_next(&mut self, eval: &mut Evaluator<'_, '_, '_>) -> starlark::Result<()> {
        let player = self.players[self.next];
        if player_acts(player, self.function, eval)? || self.notice_stirs()? {
            self.passed = 0;
            return change_game(eval, |game| {
                game.stir();
                Ok(())
            });
        }
        self.pass_next(player, eval)
    }

    /// Lets the next player pass.
    fn pass_next(
        &mut self,
        player: PlayerId,
        eval: &Evaluator<'_, '_, '_>,
    ) -> starlark::Result<()> {
        change_game(eval, |game| {
            game.site.place = self.place.or(game.site.place);
            game.pass(player)
        })?;
        self.passed += 1;
        self.next = (self.next + 1) % self.players.len();
        Ok(())
    }
}

fn index_of(players: &[PlayerId], player: Option<PlayerId>) -> Option<usize> {
    player.and_then(|wanted| players.iter().position(|known| *known == wanted))
}

/// True if a player did something with an opportunity.
fn player_acts(
    player: PlayerId,
    function: Option<u32>,
    eval: &mut Evaluator<'_, '_, '_>,
) -> starlark::Result<bool> {
    let Some(function) = function else { return Ok(false) };
    let asked = function_value(function, eval)?;
    let player = eval.heap().alloc(PlayerHandle::new(player));
    let answer = eval.eval_function(asked, &[player], &[])?;
    match answer.unpack_bool() {
        Some(acted) => Ok(acted),
        None if answer.is_none() => Ok(false),
        None => {
            let message = format!("an opportunity was answered with a `{}`", answer.get_type());
            Err(hinted_error(message, "return True if the player did something, else False"))
        }
    }
}
