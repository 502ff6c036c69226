//! Facts: sentences an author states about the end of a play. In: `automa.field has Weaponsmith` and a trace.
//! Out: nothing, or why it does not hold.
//!
//! Forms of facts (N is a whole number, `at least` one or `at most` one):
//!
//! ```text
//! ZONE has CARD            ZONE has N CARD         ZONE has no CARD
//! ZONE holds N             ZONE is empty           ZONE is CARD, CARD, ...     in order, left or top first
//! ZONE is CARD, CARD, ... in any order             ZONE has only CARD, CARD, ...
//! every card in ZONE is FLAG                       no card in ZONE is FLAG
//! CARD in ZONE is FLAG     CARD in ZONE is not FLAG        FLAG may be `face up` or `face down`
//! CARD in ZONE is at SPACE        CARD in ZONE is not at SPACE
//! CARD in ZONE is attached to CARD                 CARD in ZONE is rotated DEGREES
//! CARD in ZONE has N COUNTER      CARD in ZONE has no COUNTER
//! PLAYER has N COUNTER     PLAYER has no COUNTER
//! PLAYER wins              PLAYER loses            PLAYER does not win            nobody wins
//! the game is over         the game goes on        the turn is N                  the phase is NAME
//! the stack has NAME       the stack holds N       the stack is empty
//! the stack is NAME, NAME, ...     the top first
//! the example cites #PLACE        the example does not cite #PLACE
//! ```

mod amount;
mod ending;
mod names;
mod state;

use std::collections::BTreeMap;

use amount::Amount;
use names::{require_card, require_counter, unknown_subject};
use state::{CardState, any_is_not, pieces_in_words};

use super::fields::first_names;
use super::places;
use base::diagnostic::{Diagnostic, code, short_quote};
use base::source::Span;
use rules::Program;
use rules::engine::trace::{Act, NamedPending, PieceState, Trace, TraceRecord};

/// The most cards of a zone that a message shows.
const MOST_SHOWN: usize = 12;

/// Reason why a fact does not hold or cannot be understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactFailure {
    /// The message; lower case, names in backticks.
    pub message: String,
    /// A hint that says what to write instead, if the fact cannot be understood.
    pub hint: Option<String>,
}

impl FactFailure {
    /// Makes a finding at the fact.
    pub(crate) fn finding(self, span: Span) -> Diagnostic {
        let mut finding = Diagnostic::at(code::UNMET_EXPECTATION, span, self.message);
        finding.hints.extend(self.hint);
        finding
    }

    /// Refuses a fact whose form is unknown.
    fn unknown(fact: &str) -> Self {
        let hint = "write a fact such as `automa.field has Weaponsmith`, `automa.hand holds 3`, \
                    `automa.hand is empty`, `Weaponsmith in automa.field is rested`, \
                    `Automa has at least 3 energy`, `Automa wins`, `the example cites #anchor`";
        let message = format!("`{}` cannot be understood", short_quote(fact));
        Self { message, hint: Some(hint.to_owned()) }
    }
}

type Judged = Result<(), FactFailure>;

/// Judges whether `fact` holds at the end of `trace`.
///
/// # Errors
/// The reason why it does not, or why it cannot be understood.
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
    let verbs = [" has ", " holds ", " is "];
    let verb = verbs.iter().filter_map(|verb| fact.find(verb)).min();
    let (subject, claim) = require_form(fact, verb.map(|at| (&fact[..at], &fact[at + 1..])))?;
    if let Some(pieces) = trace.end.zones.get(subject) {
        return ZoneFact { fact, key: subject, pieces }.judge(claim, trace);
    }
    let counters = trace.end.players.get(subject);
    let counters = counters.ok_or_else(|| unknown_subject(subject, trace))?;
    judge_counter(fact, claim, counters, trace)
}

fn judge_counter(
    fact: &str,
    claim: &str,
    counters: &BTreeMap<String, i64>,
    trace: &Trace,
) -> Judged {
    let (amount, counter) = require_form(fact, parse_amount(claim))?;
    require_counter(counter, trace)?;
    let found = counters.get(counter).copied().unwrap_or(0);
    let subject = fact.strip_suffix(claim).unwrap_or_default().trim();
    fact_holds(fact, amount.holds(found), || format!("{subject} has {found} {counter}"))
}

/// Returns a part of a fact; an error if it is missing, because the form is unknown.
fn require_form<T>(fact: &str, part: Option<T>) -> Result<T, FactFailure> {
    part.ok_or_else(|| FactFailure::unknown(fact))
}

fn fact_holds(fact: &str, holds: bool, found: impl FnOnce() -> String) -> Judged {
    if holds {
        return Ok(());
    }
    let message = format!("`{}` is not true: {}", short_quote(fact), found());
    Err(FactFailure { message, hint: None })
}

/// Judges `CARD in ZONE is ...`; none if the fact has another form.
fn judge_card(fact: &str, trace: &Trace) -> Option<Judged> {
    fact.match_indices(" in ").find_map(|(at, between)| {
        let (key, claim) = fact[at + between.len()..].split_once(' ')?;
        let pieces = trace.end.zones.get(key)?;
        let zone = ZoneFact { fact, key, pieces };
        Some(match &fact[..at] {
            "every card" => zone.judge_every(claim, true, trace),
            "no card" => zone.judge_every(claim, false, trace),
            card => zone.judge_card(card, claim, trace),
        })
    })
}

/// Parses `has 3 energy` or `has no energy`.
fn parse_amount(claim: &str) -> Option<(Amount, &str)> {
    Amount::split(claim.strip_prefix("has ")?).filter(|(_, counter)| !counter.is_empty())
}

/// Judges a fact about the stack.
fn judge_stack(fact: &str, claim: &str, trace: &Trace) -> Judged {
    let names: Vec<&str> = trace.end.stack.iter().map(NamedPending::name).collect();
    let holds = require_form(fact, stack_holds(claim, &names))?;
    fact_holds(fact, holds, || match names.as_slice() {
        [] => "it is empty".to_owned(),
        names => format!("it is {}", names.join(", ")),
    })
}

/// Returns whether a claim about a stack of these names holds; none if the form of the claim is unknown.
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
    let wanted = claim.starts_with("cites ");
    let written = claim.strip_prefix("cites ").or_else(|| claim.strip_prefix("does not cite "));
    let written = require_form(fact, written)?;
    let place = places::find_place(program, written).ok_or_else(|| FactFailure {
        message: format!("unknown place `{}`", short_quote(written)),
        hint: places::place_meant(program, written, |_| true),
    })?;
    let found = is_cited(trace, program, place);
    let words = if found { "it is cited" } else { "it is never cited" };
    fact_holds(fact, found == wanted, || words.to_owned())
}

/// Returns whether a record cites a place.
pub(crate) fn is_cited(trace: &Trace, program: &Program, place: u32) -> bool {
    trace.records.iter().any(|record| cited_places(record, program).any(|own| own == place))
}

/// Returns the places that a record cites: its own, the rulings on which that rests, and the places of its
/// lines.
pub(crate) fn cited_places<'t>(
    record: &'t TraceRecord,
    program: &'t Program,
) -> impl Iterator<Item = u32> + 't {
    let rulings = record.place.into_iter().flat_map(|own| places::rulings_of(program, own));
    record.place.into_iter().chain(rulings).chain(cited_by_line(&record.act, program))
}

/// Returns the places that the lines of a choice cite, in addition to that of the list.
fn cited_by_line<'t>(act: &'t Act, program: &'t Program) -> impl Iterator<Item = u32> + 't {
    let (list, lines) = match act {
        Act::Pick { place, lines, .. } => (*place, lines.as_slice()),
        _ => (0, &[][..]),
    };
    (0..lines.len()).flat_map(move |nth| places::grounds_of_line(program, list, lines, nth))
}

/// A fact about a zone.
struct ZoneFact<'a> {
    fact: &'a str,
    key: &'a str,
    pieces: &'a [PieceState],
}

impl ZoneFact<'_> {
    /// Judges a claim about a card in the zone.
    fn judge_card(&self, card: &str, claim: &str, trace: &Trace) -> Judged {
        require_card(card, trace)?;
        let named = || self.pieces.iter().filter(|piece| piece.name == card);
        let named: Vec<&PieceState> = named().collect();
        if let Some((amount, counter)) = parse_amount(claim) {
            require_counter(counter, trace)?;
            return self.judge_amount(&named, amount, counter);
        }
        let (state, wanted) = self.claimed_state(claim, trace)?;
        if named.is_empty() {
            return self.zone_holds(false);
        }
        let holds = match wanted {
            true => named.iter().any(|piece| state.is_of(piece)),
            false => any_is_not(&named, state),
        };
        fact_holds(self.fact, holds, || pieces_in_words(&named, trace))
    }

    /// Returns the state in `is rested` or `is not rested`, and false if it is negated.
    fn claimed_state<'c>(
        &self,
        claim: &'c str,
        trace: &'c Trace,
    ) -> Result<(CardState<'c>, bool), FactFailure> {
        let state = require_form(self.fact, claim.strip_prefix("is "))?;
        let (state, wanted) = match state.strip_prefix("not ") {
            Some(state) => (state, false),
            None => (state, true),
        };
        Ok((CardState::read(state, trace)?, wanted))
    }

    /// Judges `every card in ZONE is rested`, or `no card in ZONE is rested`.
    fn judge_every(&self, claim: &str, all: bool, trace: &Trace) -> Judged {
        let (state, is) = self.claimed_state(claim, trace)?;
        let wanted = all == is;
        let other = self.pieces.iter().filter(|piece| state.is_of(piece) != wanted);
        let names: Vec<&str> = other.map(|piece| piece.name.as_str()).collect();
        let not = if wanted { "not " } else { "" };
        fact_holds(self.fact, names.is_empty(), || {
            format!("{} is {not}{state}", first_names(&names, MOST_SHOWN))
        })
    }

    fn judge_amount(&self, named: &[&PieceState], amount: Amount, counter: &str) -> Judged {
        if named.is_empty() {
            return self.zone_holds(false);
        }
        let count = |piece: &&PieceState| piece.counters.get(counter).copied().unwrap_or(0);
        let amounts: Vec<i64> = named.iter().map(count).collect();
        let holds = amounts.iter().any(|found| amount.holds(*found));
        fact_holds(self.fact, holds, || {
            let shown: Vec<String> = amounts.iter().map(i64::to_string).collect();
            format!("it has {} {counter}", shown.join(" and "))
        })
    }

    /// Judges a claim about the zone itself.
    fn judge(&self, claim: &str, trace: &Trace) -> Judged {
        if claim == "is empty" {
            return self.zone_holds(self.pieces.is_empty());
        }
        if let Some(count) = claim.strip_prefix("holds ") {
            let count = require_form(self.fact, Amount::parse(count))?;
            let found = self.pieces.len();
            let holds = count.holds_count(found);
            return fact_holds(self.fact, holds, || format!("{} holds {found}", self.key));
        }
        if let Some(cards) = claim.strip_prefix("is ") {
            return self.judge_list(cards, trace);
        }
        let cards = require_form(self.fact, claim.strip_prefix("has "))?;
        if let Some(only) = cards.strip_prefix("only ") {
            let allowed = names::listed_cards(only, trace)?;
            return self.zone_holds(self.card_names().iter().all(|name| allowed.contains(name)));
        }
        self.judge_cards(cards, trace)
    }

    /// Judges `Weaponsmith`, `2 Weaponsmith` or `no Weaponsmith`.
    fn judge_cards(&self, cards: &str, trace: &Trace) -> Judged {
        let is_whole = names::is_card(cards, trace);
        let (count, name) = match Amount::split(cards) {
            Some((amount, name)) if !is_whole && !name.is_empty() => (Some(amount), name),
            _ => (None, cards),
        };
        require_card(name, trace)?;
        let found = self.pieces.iter().filter(|piece| piece.name == name).count();
        self.zone_holds(count.map_or(found > 0, |count| count.holds_count(found)))
    }

    /// Judges whether these are the cards, in order or, if the list says so, in any order.
    fn judge_list(&self, cards: &str, trace: &Trace) -> Judged {
        let (cards, any_order) = match cards.strip_suffix(" in any order") {
            Some(cards) => (cards, true),
            None => (cards, false),
        };
        let (mut lie, mut listed) = (self.card_names(), names::listed_cards(cards, trace)?);
        if any_order {
            lie.sort_unstable();
            listed.sort_unstable();
        }
        self.zone_holds(lie == listed)
    }

    fn zone_holds(&self, holds: bool) -> Judged {
        fact_holds(self.fact, holds, || match self.pieces {
            [] => format!("{} is empty", self.key),
            _ => format!("{} is {}", self.key, first_names(&self.card_names(), MOST_SHOWN)),
        })
    }

    fn card_names(&self) -> Vec<&str> {
        self.pieces.iter().map(|piece| piece.name.as_str()).collect()
    }
}
