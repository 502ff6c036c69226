//! Facts: sentences an author states about the end of a play. In: `automa.field has Weaponsmith`
//! and a trace. Out: nothing, or why it does not hold.
//!
//! What can be said (N is a whole number, `at least` one or `at most` one):
//!
//! ```text
//! ZONE has CARD            ZONE has N CARD         ZONE has no CARD
//! ZONE holds N             ZONE is empty           ZONE is CARD, CARD, ...        in order, left or top first
//! ZONE is CARD, CARD, ... in any order             ZONE has only CARD, CARD, ...
//! every card in ZONE is FLAG                       no card in ZONE is FLAG
//! CARD in ZONE is FLAG     CARD in ZONE is not FLAG        FLAG may be `face up` or `face down`
//! CARD in ZONE is at SPACE        CARD in ZONE is not at SPACE
//! CARD in ZONE has N COUNTER      CARD in ZONE has no COUNTER
//! PLAYER has N COUNTER     PLAYER has no COUNTER
//! PLAYER wins              PLAYER loses            PLAYER does not win            nobody wins
//! the game is over         the game goes on        the turn is N                  the phase is NAME
//! the stack has NAME       the stack holds N      the stack is empty      the stack is NAME, NAME, ...     the top first
//! the example cites #PLACE        the example does not cite #PLACE
//! ```

mod amount;
mod ending;

use std::collections::BTreeMap;

use amount::Amount;

use super::fields::{did_you_mean, first_names};
use super::places;
use crate::diagnostic::{Diagnostic, code};
use crate::document::short_quote;
use crate::engine::trace::{NamedPending, PieceState, Trace};
use crate::rules::Program;
use crate::source::Span;

/// Cards of a zone that a message shows.
const MOST_SHOWN: usize = 12;

/// Why a fact does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactFailure {
    /// The fact cannot be understood, or it does not hold; lower case, names in backticks.
    pub message: String,
    /// What to write instead, if it cannot be understood.
    pub hint: Option<String>,
}

impl FactFailure {
    /// A finding at the fact.
    pub(super) fn finding(self, span: Span) -> Diagnostic {
        let mut finding = Diagnostic::at(code::UNMET_EXPECTATION, span, self.message);
        finding.hints.extend(self.hint);
        finding
    }

    /// The fact can be understood and does not hold; `found` says what does.
    fn not_so(fact: &str, found: &str) -> Self {
        Self { message: format!("`{}` is not true: {found}", short_quote(fact)), hint: None }
    }

    /// The fact is not of a form that can be judged.
    fn unknown(fact: &str) -> Self {
        let hint = "write a fact such as `automa.field has Weaponsmith`, `automa.hand holds 3`, \
                    `automa.hand is empty`, `Weaponsmith in automa.field is rested`, \
                    `Automa has at least 3 energy`, `Automa wins`, `the example cites #anchor`";
        let message = format!("`{}` cannot be understood", short_quote(fact));
        Self { message, hint: Some(hint.to_owned()) }
    }
}

type Judged = Result<(), FactFailure>;

/// Whether `fact` holds at the end of `trace`.
///
/// # Errors
/// Why it does not, or why it cannot be understood.
pub fn judge_fact(fact: &str, trace: &Trace, program: &Program) -> Result<(), FactFailure> {
    if let Some(claim) = fact.strip_prefix("the example ") {
        return judge_citation(fact, claim, trace, program);
    }
    if let Some(claim) = fact.strip_prefix("the stack ") {
        return judge_stack(fact, claim, trace);
    }
    if let Some(judged) = judge_card(fact, trace).or_else(|| ending::judge_ending(fact, trace)) {
        return judged;
    }
    let (subject, claim) = require_form(fact, split_subject(fact))?;
    if let Some(pieces) = trace.end.zones.get(subject) {
        return ZoneFact { fact, key: subject, pieces }.judge(claim, trace, program);
    }
    let counters = trace.end.players.get(subject);
    let counters = counters.ok_or_else(|| unknown_subject(subject, trace))?;
    judge_counter(fact, claim, counters)
}

fn judge_counter(fact: &str, claim: &str, counters: &BTreeMap<String, i64>) -> Judged {
    let (amount, counter) = require_form(fact, parse_amount(claim))?;
    let found = counters.get(counter).copied().unwrap_or(0);
    let subject = fact.strip_suffix(claim).unwrap_or_default().trim();
    fact_holds(fact, amount.holds(found), || format!("{subject} has {found} {counter}"))
}

fn unknown_subject(subject: &str, trace: &Trace) -> FactFailure {
    let names = trace.end.zones.keys().chain(trace.end.players.keys()).map(String::as_str);
    FactFailure {
        message: format!("`{}` is neither a zone nor a player", short_quote(subject)),
        hint: did_you_mean(subject, names),
    }
}

/// A part of a fact, which only a fact of a known form has.
fn require_form<T>(fact: &str, part: Option<T>) -> Result<T, FactFailure> {
    part.ok_or_else(|| FactFailure::unknown(fact))
}

fn fact_holds(fact: &str, holds: bool, found: impl FnOnce() -> String) -> Judged {
    if holds { Ok(()) } else { Err(FactFailure::not_so(fact, &found())) }
}

/// The subject and what is said of it, beginning with the verb.
fn split_subject(fact: &str) -> Option<(&str, &str)> {
    let verbs = [" has ", " holds ", " is "];
    let at = verbs.iter().filter_map(|verb| fact.find(verb)).min()?;
    Some((&fact[..at], &fact[at + 1..]))
}

/// Judges `CARD in ZONE is ...`; none when the fact is not of that form.
fn judge_card(fact: &str, trace: &Trace) -> Option<Judged> {
    fact.match_indices(" in ").find_map(|(at, between)| {
        let (key, claim) = fact[at + between.len()..].split_once(' ')?;
        let pieces = trace.end.zones.get(key)?;
        let zone = ZoneFact { fact, key, pieces };
        Some(match &fact[..at] {
            "every card" => zone.judge_every(claim, true),
            "no card" => zone.judge_every(claim, false),
            card => zone.judge_card(card, claim),
        })
    })
}

/// `has 3 energy` or `has no energy`.
fn parse_amount(claim: &str) -> Option<(Amount, &str)> {
    Amount::split(claim.strip_prefix("has ")?).filter(|(_, counter)| !counter.is_empty())
}

/// What is said of the stack.
fn judge_stack(fact: &str, claim: &str, trace: &Trace) -> Judged {
    let names: Vec<&str> = trace.end.stack.iter().map(NamedPending::name).collect();
    let holds = require_form(fact, stack_holds(claim, &names))?;
    fact_holds(fact, holds, || stack_in_words(&names))
}

fn stack_in_words(names: &[&str]) -> String {
    match names {
        [] => "it is empty".to_owned(),
        names => format!("it is {}", names.join(", ")),
    }
}

/// Whether a stack of these names is as claimed; none when the claim is of no known form.
fn stack_holds(claim: &str, names: &[&str]) -> Option<bool> {
    Some(if let Some(name) = claim.strip_prefix("has no ") {
        !names.contains(&name)
    } else if let Some(name) = claim.strip_prefix("has ") {
        names.contains(&name)
    } else if let Some(count) = claim.strip_prefix("holds ") {
        Amount::parse(count)?.holds_count(names.len())
    } else if claim == "is empty" {
        names.is_empty()
    } else {
        names.join(", ") == claim.strip_prefix("is ")?
    })
}

fn judge_citation(fact: &str, claim: &str, trace: &Trace, program: &Program) -> Judged {
    let (wanted, written) = require_form(fact, split_citation(claim))?;
    let place =
        places::find_place(program, written).ok_or_else(|| unknown_place_fact(program, written))?;
    let found = is_cited(trace, place);
    let words = if found { "it is cited" } else { "it is never cited" };
    fact_holds(fact, found == wanted, || words.to_owned())
}

/// `cites #anchor` or `does not cite #anchor`: whether it should be, and the place.
fn split_citation(claim: &str) -> Option<(bool, &str)> {
    let cited = claim.strip_prefix("cites ").map(|place| (true, place));
    cited.or_else(|| claim.strip_prefix("does not cite ").map(|place| (false, place)))
}

fn unknown_place_fact(program: &Program, written: &str) -> FactFailure {
    FactFailure {
        message: format!("unknown place `{}`", short_quote(written)),
        hint: places::place_meant(program, written, |_| true),
    }
}

/// Whether a record cites a place.
pub fn is_cited(trace: &Trace, place: u32) -> bool {
    trace.records.iter().any(|record| record.place == Some(place))
}

/// A fact about a zone.
struct ZoneFact<'a> {
    fact: &'a str,
    key: &'a str,
    pieces: &'a [PieceState],
}

impl ZoneFact<'_> {
    /// Judges what is said of a card in the zone.
    fn judge_card(&self, card: &str, claim: &str) -> Judged {
        let named: Vec<&PieceState> =
            self.pieces.iter().filter(|piece| piece.name == card).collect();
        if named.is_empty() {
            return self.zone_holds(false);
        }
        if let Some((amount, counter)) = parse_amount(claim) {
            return self.judge_amount(&named, amount, counter);
        }
        let state = require_form(self.fact, claim.strip_prefix("is "))?;
        let holds = match state.strip_prefix("not ") {
            Some(state) => any_is_not(&named, state),
            None => named.iter().any(|piece| is_in_state(piece, state)),
        };
        fact_holds(self.fact, holds, || pieces_in_words(&named))
    }

    /// Judges `every card in ZONE is rested`, or that none is.
    fn judge_every(&self, claim: &str, wanted: bool) -> Judged {
        let state = require_form(self.fact, claim.strip_prefix("is "))?;
        let holds = self.pieces.iter().all(|piece| is_in_state(piece, state) == wanted);
        let other = self.pieces.iter().filter(|piece| is_in_state(piece, state) != wanted);
        let names: Vec<&str> = other.map(|piece| piece.name.as_str()).collect();
        let not = if wanted { "not " } else { "" };
        fact_holds(self.fact, holds, || {
            format!("{} is {not}{state}", first_names(&names, MOST_SHOWN))
        })
    }

    fn judge_amount(&self, named: &[&PieceState], amount: Amount, counter: &str) -> Judged {
        let count = |piece: &&PieceState| piece.counters.get(counter).copied().unwrap_or(0);
        let amounts: Vec<i64> = named.iter().map(count).collect();
        let holds = amounts.iter().any(|found| amount.holds(*found));
        fact_holds(self.fact, holds, || amounts_in_words(&amounts, counter))
    }

    /// Judges what is said of the zone itself.
    fn judge(&self, claim: &str, trace: &Trace, program: &Program) -> Judged {
        if claim == "is empty" {
            return self.zone_holds(self.pieces.is_empty());
        }
        if let Some(count) = claim.strip_prefix("holds ") {
            return self.judge_count(count);
        }
        if let Some(cards) = claim.strip_prefix("is ") {
            return self.zone_holds(self.is_listed(cards));
        }
        let cards = require_form(self.fact, claim.strip_prefix("has "))?;
        if let Some(only) = cards.strip_prefix("only ") {
            let allowed: Vec<&str> = only.split(", ").collect();
            return self.zone_holds(self.card_names().iter().all(|name| allowed.contains(name)));
        }
        self.judge_cards(cards, trace, program)
    }

    fn judge_count(&self, count: &str) -> Judged {
        let count = require_form(self.fact, Amount::parse(count))?;
        let found = self.pieces.len();
        fact_holds(self.fact, count.holds_count(found), || format!("{} holds {found}", self.key))
    }

    /// Judges `Weaponsmith`, `2 Weaponsmith` or `no Weaponsmith`.
    fn judge_cards(&self, cards: &str, trace: &Trace, program: &Program) -> Judged {
        let is_known = |name| is_known_card(name, trace, program);
        let (count, name) = if is_known(cards) { (None, cards) } else { parse_card_count(cards) };
        if !is_known(name) && !program.data.is_empty() {
            return Err(unknown_card_fact(name, program));
        }
        let found = self.pieces.iter().filter(|piece| piece.name == name).count();
        self.zone_holds(count.map_or(found > 0, |count| count.holds_count(found)))
    }

    /// Whether these are the cards, in order or, where the list says so, in any.
    fn is_listed(&self, cards: &str) -> bool {
        let mut names = self.card_names();
        match cards.strip_suffix(" in any order") {
            None => names.join(", ") == cards,
            Some(cards) => {
                let mut listed: Vec<&str> = cards.split(", ").collect();
                names.sort_unstable();
                listed.sort_unstable();
                names == listed
            }
        }
    }

    fn zone_holds(&self, holds: bool) -> Judged {
        fact_holds(self.fact, holds, || self.zone_in_words())
    }

    /// `automa.field is Dream Fairy, Spirit of Wind`
    fn zone_in_words(&self) -> String {
        if self.pieces.is_empty() {
            return format!("{} is empty", self.key);
        }
        format!("{} is {}", self.key, first_names(&self.card_names(), MOST_SHOWN))
    }

    fn card_names(&self) -> Vec<&str> {
        self.pieces.iter().map(|piece| piece.name.as_str()).collect()
    }
}

/// Whether a card is in the card data or lies somewhere at the end.
fn is_known_card(name: &str, trace: &Trace, program: &Program) -> bool {
    let mut pieces = trace.end.zones.values().flatten();
    places::card_names(program).any(|card| card == name) || pieces.any(|piece| piece.name == name)
}

fn unknown_card_fact(name: &str, program: &Program) -> FactFailure {
    FactFailure {
        message: format!("unknown card `{}`", short_quote(name)),
        hint: did_you_mean(name, places::card_names(program)),
    }
}

/// "it has 2 and 3 damage"
fn amounts_in_words(amounts: &[i64], counter: &str) -> String {
    let shown: Vec<String> = amounts.iter().map(i64::to_string).collect();
    format!("it has {} {counter}", shown.join(" and "))
}

/// Whether one of the pieces is not in a state.
fn any_is_not(pieces: &[&PieceState], state: &str) -> bool {
    let mut is_in = pieces.iter().map(|piece| is_in_state(piece, state));
    // A piece that stands nowhere does not stand there either: none of several may.
    if state.starts_with("at ") { !is_in.any(|is| is) } else { is_in.any(|is| !is) }
}

/// `face up` or `face down`, or a mark.
fn is_in_state(piece: &PieceState, state: &str) -> bool {
    match state {
        "face up" | "face-up" => piece.face_up,
        "face down" | "face-down" => !piece.face_up,
        mark => has_mark(piece, mark),
    }
}

/// `at Ice 9-14`, or a flag.
fn has_mark(piece: &PieceState, mark: &str) -> bool {
    match mark.strip_prefix("at ") {
        Some(space) => piece.space.as_deref() == Some(space),
        None => piece.flags.iter().any(|flag| flag == mark),
    }
}

/// "it is face up, rested, at Ice 9-14": the first of the pieces, and where all of them stand.
fn pieces_in_words(pieces: &[&PieceState]) -> String {
    let first = pieces.first().expect("there is a piece of that name");
    let side = if first.face_up { "face up" } else { "face down" };
    let flags = first.flags.iter().map(String::as_str);
    let states = [side].into_iter().chain(flags).collect::<Vec<_>>().join(", ");
    let spaces: Vec<&str> = pieces.iter().filter_map(|piece| piece.space.as_deref()).collect();
    match spaces.as_slice() {
        [] => format!("it is {states}"),
        _ => format!("it is {states}, at {}", spaces.join(" and ")),
    }
}

/// `no Weaponsmith`, `2 Weaponsmith`: how many, and the card.
fn parse_card_count(cards: &str) -> (Option<Amount>, &str) {
    match Amount::split(cards) {
        Some((amount, name)) if !name.is_empty() => (Some(amount), name),
        _ => (None, cards),
    }
}
