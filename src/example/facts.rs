//! Facts: sentences an author states about the end of a play. In: `automa.field has Weaponsmith`
//! and a trace. Out: nothing, or why it is not so.
//!
//! What can be said (N is a whole number):
//!
//! ```text
//! ZONE has CARD            ZONE has N CARD         ZONE has no CARD
//! ZONE holds N             ZONE is empty           ZONE is CARD, CARD, ...        in order, left or top first
//! CARD in ZONE is FLAG     CARD in ZONE is not FLAG        FLAG may be `face up` or `face down`
//! CARD in ZONE is at SPACE        CARD in ZONE is not at SPACE
//! CARD in ZONE has N COUNTER      CARD in ZONE has no COUNTER
//! PLAYER has N COUNTER     PLAYER has no COUNTER
//! the stack has NAME       the stack holds N      the stack is empty      the stack is NAME, NAME, ...     the top first
//! the example cites #PLACE        the example does not cite #PLACE
//! ```

use super::fields::shortened;
use super::places;
use crate::document::nearest_name;
use crate::engine::trace::{NamedPending, PieceState, Trace};
use crate::rules::Program;

/// Cards of a zone that a message shows.
const MOST_SHOWN: usize = 12;

/// Why a fact does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactFailure {
    /// The fact can not be understood, or it is not so; lower case, names in backticks.
    pub message: String,
    /// What to write instead, if it can not be understood.
    pub hint: Option<String>,
}

/// Whether `fact` holds at the end of `trace`.
pub fn judge_fact(fact: &str, trace: &Trace, program: &Program) -> Result<(), FactFailure> {
    if let Some(claim) = fact.strip_prefix("the example ") {
        return judge_citation(fact, claim, trace, program);
    }
    if let Some(claim) = fact.strip_prefix("the stack ") {
        return judge_stack(fact, claim, trace);
    }
    if let Some(found) = judge_card(fact, trace) {
        return found;
    }
    let (subject, claim) = split_subject(fact).ok_or_else(|| unknown_fact(fact))?;
    if let Some(pieces) = trace.end.zones.get(subject) {
        return ZoneFact { fact, key: subject, pieces }.judge(claim, trace, program);
    }
    if let Some(counters) = trace.end.players.get(subject) {
        let (amount, counter) = parse_amount(claim).ok_or_else(|| unknown_fact(fact))?;
        let found = counters.get(counter).copied().unwrap_or(0);
        return fact_holds(fact, found == amount, || format!("{subject} has {found} {counter}"));
    }
    let names = trace.end.zones.keys().chain(trace.end.players.keys()).map(String::as_str);
    let message = format!("`{}` is neither a zone nor a player", shortened(subject));
    Err(FactFailure {
        message,
        hint: nearest_name(subject, names)
            .map(|meant| format!("did you mean `{}`?", shortened(meant))),
    })
}

fn fact_holds(fact: &str, holds: bool, found: impl FnOnce() -> String) -> Result<(), FactFailure> {
    if holds {
        return Ok(());
    }
    Err(FactFailure {
        message: format!("`{}` is not so: {}", shortened(fact), found()),
        hint: None,
    })
}

fn unknown_fact(fact: &str) -> FactFailure {
    let hint = "facts are such as `automa.field has Weaponsmith`, `automa.hand holds 3`, `automa.hand is empty`, \
                `Weaponsmith in automa.field is rested`, `Automa has 3 energy`, `the example cites #anchor`";
    FactFailure {
        message: format!("`{}` can not be understood", shortened(fact)),
        hint: Some(hint.to_owned()),
    }
}

/// The subject and what is said of it, beginning with the verb.
fn split_subject(fact: &str) -> Option<(&str, &str)> {
    let verbs = [" has ", " holds ", " is "];
    let at = verbs.iter().filter_map(|verb| fact.find(verb)).min()?;
    Some((&fact[..at], &fact[at + 1..]))
}

/// Judges `CARD in ZONE is ...`; none when the fact is not of that form.
fn judge_card(fact: &str, trace: &Trace) -> Option<Result<(), FactFailure>> {
    fact.match_indices(" in ").find_map(|(at, between)| {
        let (key, claim) = fact[at + between.len()..].split_once(' ')?;
        let pieces = trace.end.zones.get(key)?;
        Some(ZoneFact { fact, key, pieces }.card(&fact[..at], claim))
    })
}

/// `has 3 energy` or `has no energy`.
fn parse_amount(claim: &str) -> Option<(i64, &str)> {
    let (amount, counter) = claim.strip_prefix("has ")?.split_once(' ')?;
    let amount = if amount == "no" { 0 } else { amount.parse().ok()? };
    Some((amount, counter))
}

/// What is said of the stack.
fn judge_stack(fact: &str, claim: &str, trace: &Trace) -> Result<(), FactFailure> {
    let names: Vec<&str> = trace.end.stack.iter().map(NamedPending::name).collect();
    let shown = || {
        if names.is_empty() {
            "it is empty".to_owned()
        } else {
            format!("it is {}", names.join(", "))
        }
    };
    let holds = if let Some(name) = claim.strip_prefix("has no ") {
        !names.contains(&name)
    } else if let Some(name) = claim.strip_prefix("has ") {
        names.contains(&name)
    } else if let Some(count) = claim.strip_prefix("holds ") {
        names.len() == count.parse::<usize>().map_err(|_| unknown_fact(fact))?
    } else if claim == "is empty" {
        names.is_empty()
    } else {
        names.join(", ") == claim.strip_prefix("is ").ok_or_else(|| unknown_fact(fact))?
    };
    fact_holds(fact, holds, shown)
}

fn judge_citation(
    fact: &str,
    claim: &str,
    trace: &Trace,
    program: &Program,
) -> Result<(), FactFailure> {
    let (wanted, written) =
        match (claim.strip_prefix("cites "), claim.strip_prefix("does not cite ")) {
            (Some(written), _) => (true, written),
            (None, Some(written)) => (false, written),
            (None, None) => return Err(unknown_fact(fact)),
        };
    let Some(place) = places::find_place(program, written) else {
        let meant = places::nearest_place(program, written, |_| true);
        let message = format!("there is no place `{}`", shortened(written));
        return Err(FactFailure {
            message,
            hint: meant.map(|meant| format!("did you mean `{}`?", shortened(&meant))),
        });
    };
    let found = cites(trace, place);
    fact_holds(fact, found == wanted, || {
        if found { "it is cited".to_owned() } else { "it is never cited".to_owned() }
    })
}

/// Whether a record cites a place.
pub fn cites(trace: &Trace, place: u32) -> bool {
    trace.records.iter().any(|record| record.place == Some(place))
}

/// A fact about a zone.
struct ZoneFact<'a> {
    fact: &'a str,
    key: &'a str,
    pieces: &'a [PieceState],
}

impl ZoneFact<'_> {
    /// What is said of a card in it.
    fn card(&self, card: &str, claim: &str) -> Result<(), FactFailure> {
        let named: Vec<&PieceState> =
            self.pieces.iter().filter(|piece| piece.name == card).collect();
        let Some(first) = named.first() else { return self.so(false) };
        if let Some((amount, counter)) = parse_amount(claim) {
            let found = |piece: &PieceState| piece.counters.get(counter).copied().unwrap_or(0);
            let amounts: Vec<i64> = named.iter().map(|piece| found(piece)).collect();
            let shown: Vec<String> = amounts.iter().map(i64::to_string).collect();
            return fact_holds(self.fact, amounts.contains(&amount), || {
                format!("it has {} {counter}", shown.join(" and "))
            });
        }
        let claim = claim.strip_prefix("is ").ok_or_else(|| unknown_fact(self.fact))?;
        let (wanted, state) =
            claim.strip_prefix("not ").map_or((true, claim), |state| (false, state));
        let found = |piece: &PieceState| match state {
            "face up" | "face-up" => piece.face_up,
            "face down" | "face-down" => !piece.face_up,
            flag => match flag.strip_prefix("at ") {
                Some(space) => piece.space.as_deref() == Some(space),
                None => piece.flags.iter().any(|own| own == flag),
            },
        };
        // What stands nowhere stands not there either: of several, none may stand at that space.
        let nowhere = !wanted && state.starts_with("at ");
        let holds = if nowhere {
            !named.iter().any(|piece| found(piece))
        } else {
            named.iter().any(|p| found(p) == wanted)
        };
        fact_holds(self.fact, holds, || {
            let side = if first.face_up { "face up" } else { "face down" };
            let spaces: Vec<&str> =
                named.iter().filter_map(|piece| piece.space.as_deref()).collect();
            let states: Vec<&str> =
                std::iter::once(side).chain(first.flags.iter().map(String::as_str)).collect();
            let at = if spaces.is_empty() {
                String::new()
            } else {
                format!(", at {}", spaces.join(" and "))
            };
            format!("it is {}{at}", states.join(", "))
        })
    }

    /// What is said of the zone itself.
    fn judge(&self, claim: &str, trace: &Trace, program: &Program) -> Result<(), FactFailure> {
        if claim == "is empty" {
            return self.so(self.pieces.is_empty());
        }
        if let Some(count) = claim.strip_prefix("holds ") {
            let count: usize = count.parse().map_err(|_| unknown_fact(self.fact))?;
            let found = self.pieces.len();
            return fact_holds(self.fact, found == count, || format!("{} holds {found}", self.key));
        }
        if let Some(cards) = claim.strip_prefix("is ") {
            let names: Vec<&str> = self.pieces.iter().map(|piece| piece.name.as_str()).collect();
            return self.so(names.join(", ") == cards);
        }
        let cards = claim.strip_prefix("has ").ok_or_else(|| unknown_fact(self.fact))?;
        let everywhere = || trace.end.zones.values().flatten().map(|piece| piece.name.as_str());
        let known =
            |name: &str| places::card_names(program).chain(everywhere()).any(|card| card == name);
        let (count, name) = if known(cards) { (None, cards) } else { parse_card_count(cards) };
        if !known(name) && !program.data.is_empty() {
            let message = format!("no card is called `{}`", shortened(name));
            let meant = nearest_name(name, places::card_names(program));
            return Err(FactFailure {
                message,
                hint: meant.map(|meant| format!("did you mean `{}`?", shortened(meant))),
            });
        }
        let found = self.pieces.iter().filter(|piece| piece.name == name).count();
        self.so(count.map_or(found > 0, |count| found == count))
    }

    fn so(&self, holds: bool) -> Result<(), FactFailure> {
        fact_holds(self.fact, holds, || self.shown())
    }

    /// `automa.field is Dream Fairy, Spirit of Wind`
    fn shown(&self) -> String {
        if self.pieces.is_empty() {
            return format!("{} is empty", self.key);
        }
        let names: Vec<&str> =
            self.pieces.iter().take(MOST_SHOWN).map(|piece| piece.name.as_str()).collect();
        let more = self.pieces.len().saturating_sub(MOST_SHOWN);
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{} is {}{rest}", self.key, names.join(", "))
    }
}

/// `no Weaponsmith`, `2 Weaponsmith`: how many, and the card.
fn parse_card_count(cards: &str) -> (Option<usize>, &str) {
    match cards.split_once(' ') {
        Some(("no", name)) => (Some(0), name),
        Some((count, name)) => count.parse().map_or((None, cards), |count| (Some(count), name)),
        None => (None, cards),
    }
}
