//! Facts about the end of a play: who wins, whether the game goes on, which turn and phase it is.

use super::names::require_party;
use super::{FactFailure, Judged, fact_holds};
use rules::engine::trace::{Outcome, Trace};

/// Judges `the game is over`, `the turn is 3`, `Ada wins` and the like; none if the fact has another form.
pub fn judge_ending(fact: &str, trace: &Trace) -> Option<Judged> {
    if let Some(wanted) = fact.strip_prefix("the turn is ") {
        return Some(judge_turn(fact, wanted, trace));
    }
    if let Some(wanted) = fact.strip_prefix("the phase is ") {
        let found = trace.end.phase.as_deref();
        let told =
            || found.map_or("there is no phase".to_owned(), |phase| format!("it is {phase}"));
        return Some(fact_holds(fact, found == Some(wanted), told));
    }
    let ending = EndOfGame::of(&trace.outcome);
    let holds = match split_party(fact) {
        Some((party, claim)) => match require_party(party, trace) {
            Ok(()) => ending.is_as_of(party, claim),
            Err(unknown) => return Some(Err(unknown)),
        },
        None => ending.is_as(fact)?,
    };
    Some(fact_holds(fact, holds, || ending.in_words()))
}

fn judge_turn(fact: &str, wanted: &str, trace: &Trace) -> Judged {
    let wanted: u32 = wanted.parse().map_err(|_| FactFailure::unknown(fact))?;
    fact_holds(fact, trace.end.turn == wanted, || format!("it is turn {}", trace.end.turn))
}

/// State of the game at the end of a play.
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

    /// Returns whether a fact about the game holds; none if the fact has another form.
    fn is_as(&self, fact: &str) -> Option<bool> {
        Some(match fact {
            "the game is over" => self.is_over,
            "the game goes on" => !self.is_over,
            "nobody wins" => self.winner.is_none(),
            "nobody loses" => self.loser.is_none(),
            _ => return None,
        })
    }

    /// Returns whether a claim about a player or team holds.
    fn is_as_of(&self, party: &str, claim: PartyClaim) -> bool {
        match claim {
            PartyClaim::Wins(wanted) => (self.winner == Some(party)) == wanted,
            PartyClaim::Loses(wanted) => (self.loser == Some(party)) == wanted,
        }
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

/// A claim about a player or team; false if it is negated.
#[derive(Debug, Clone, Copy)]
enum PartyClaim {
    Wins(bool),
    Loses(bool),
}

/// Splits `Ada wins` into the player or team and the claim; none if the fact has another form.
fn split_party(fact: &str) -> Option<(&str, PartyClaim)> {
    if matches!(fact, "nobody wins" | "nobody loses") {
        return None;
    }
    let forms = [
        (" does not win", PartyClaim::Wins(false)),
        (" does not lose", PartyClaim::Loses(false)),
        (" wins", PartyClaim::Wins(true)),
        (" loses", PartyClaim::Loses(true)),
        (" win", PartyClaim::Wins(true)),
        (" lose", PartyClaim::Loses(true)),
    ];
    forms.into_iter().find_map(|(verb, claim)| Some((fact.strip_suffix(verb)?, claim)))
}
