//! Facts about how a play ends: who wins, whether the game goes on, which turn and phase it is.

use super::{FactFailure, Judged, fact_holds};
use crate::engine::trace::{Outcome, Trace};

/// Judges `the game is over`, `the turn is 3`, `Ada wins` and the like; none when the fact is of no
/// such form.
pub(super) fn judge_ending(fact: &str, trace: &Trace) -> Option<Judged> {
    if let Some(wanted) = fact.strip_prefix("the turn is ") {
        return Some(judge_turn(fact, wanted, trace));
    }
    if let Some(wanted) = fact.strip_prefix("the phase is ") {
        let found = trace.end.phase.as_deref();
        let told = || found.map_or("no phase goes on".to_owned(), |phase| format!("it is {phase}"));
        return Some(fact_holds(fact, found == Some(wanted), told));
    }
    let ending = EndOfGame::of(&trace.outcome);
    let holds = ending.is_as(fact)?;
    Some(fact_holds(fact, holds, || ending.in_words()))
}

fn judge_turn(fact: &str, wanted: &str, trace: &Trace) -> Judged {
    let wanted: u32 = wanted.parse().map_err(|_| FactFailure::unknown(fact))?;
    fact_holds(fact, trace.end.turn == wanted, || format!("it is turn {}", trace.end.turn))
}

/// How the game stands at the end of a play.
struct EndOfGame<'t> {
    is_over: bool,
    winner: Option<&'t str>,
    loser: Option<&'t str>,
}

impl<'t> EndOfGame<'t> {
    fn of(outcome: &'t Outcome) -> Self {
        match outcome {
            Outcome::Over { winner, loser, .. } => {
                Self { is_over: true, winner: winner.as_deref(), loser: loser.as_deref() }
            }
            Outcome::Stopped
            | Outcome::Finished
            | Outcome::Gap { .. }
            | Outcome::Stuck { .. }
            | Outcome::Unanswered { .. }
            | Outcome::Limit { .. }
            | Outcome::Fault(_) => Self { is_over: false, winner: None, loser: None },
        }
    }

    /// Whether it is as a fact says; none when the fact does not speak of it.
    fn is_as(&self, fact: &str) -> Option<bool> {
        Some(match fact {
            "the game is over" => self.is_over,
            "the game goes on" => !self.is_over,
            "nobody wins" => self.winner.is_none(),
            "nobody loses" => self.loser.is_none(),
            _ => self.is_as_of_player(fact)?,
        })
    }

    fn is_as_of_player(&self, fact: &str) -> Option<bool> {
        let forms = [
            (" does not win", self.winner, false),
            (" does not lose", self.loser, false),
            (" wins", self.winner, true),
            (" loses", self.loser, true),
            (" win", self.winner, true),
            (" lose", self.loser, true),
        ];
        let said = |(verb, found, wanted): (&str, Option<&str>, bool)| {
            let player = fact.strip_suffix(verb)?;
            Some((found == Some(player)) == wanted)
        };
        forms.into_iter().find_map(said)
    }

    fn in_words(&self) -> String {
        match (self.is_over, self.winner, self.loser) {
            (false, ..) => "the game goes on".to_owned(),
            (true, Some(winner), _) => format!("the game is over, and {winner} won"),
            (true, None, Some(loser)) => format!("the game is over, and {loser} lost"),
            (true, None, None) => "the game is over, and nobody won".to_owned(),
        }
    }
}
