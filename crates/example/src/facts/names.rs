//! Names in facts: checks that the game has them, and reports unknown ones.

use super::{FactFailure, Judged};
use crate::fields::{backticked_names, did_you_mean};
use base::diagnostic::short_quote;
use rules::engine::trace::Trace;

/// The most known names that are listed if none of them resembles the wrong one.
const MOST_LISTED: usize = 10;

/// Refuses a card that the game does not have, hidden or not.
pub fn require_card(name: &str, trace: &Trace) -> Judged {
    if is_card(name, trace) {
        return Ok(());
    }
    Err(unknown_name("card", name, || trace.names.cards.iter()))
}

/// Returns whether the game has a card of this name.
pub fn is_card(name: &str, trace: &Trace) -> bool {
    trace.names.cards.contains(name)
}

/// Refuses a counter that the rules do not declare.
pub fn require_counter(name: &str, trace: &Trace) -> Judged {
    require_name("counter", name, || trace.names.counters.iter())
}

/// Refuses a flag that the rules do not declare.
pub fn require_flag(name: &str, trace: &Trace) -> Judged {
    require_name("flag", name, || trace.names.flags.iter())
}

/// Refuses a space that is on no map.
pub fn require_space(name: &str, trace: &Trace) -> Judged {
    require_name("space", name, || trace.names.spaces.keys())
}

/// Refuses a name that is neither a player's nor a team's.
pub fn require_party(name: &str, trace: &Trace) -> Judged {
    let what = if trace.names.teams.is_empty() { "player" } else { "player or team" };
    require_name(what, name, || trace.names.players.iter().chain(&trace.names.teams))
}

/// Refuses a name that is not among the known ones.
fn require_name<'k, I: Iterator<Item = &'k String>>(
    what: &str,
    name: &str,
    known: impl Fn() -> I,
) -> Judged {
    let is_known = known().any(|own| own == name);
    if is_known { Ok(()) } else { Err(unknown_name(what, name, known)) }
}

/// Reports an unknown name, with a similar one or else a list of known ones.
fn unknown_name<'k, I: Iterator<Item = &'k String>>(
    what: &str,
    name: &str,
    known: impl Fn() -> I,
) -> FactFailure {
    let names = || known().map(String::as_str);
    let all = || match known().count() {
        0 => Some(format!("this game has no {what}")),
        1..=MOST_LISTED => Some(format!("this game has {}", backticked_names(names()))),
        _ => None,
    };
    FactFailure {
        message: format!("unknown {what} `{}`", short_quote(name)),
        hint: did_you_mean(name, names()).or_else(all),
    }
}

/// Splits a list at its commas; the names of cards may contain commas too.
///
/// # Errors
/// If one of them is no card of the game.
pub fn listed_cards<'l>(list: &'l str, trace: &Trace) -> Result<Vec<&'l str>, FactFailure> {
    let mut cards = Vec::new();
    let mut rest = Some(list);
    while let Some(left) = rest {
        let (card, behind) = first_card(left, trace);
        require_card(card, trace)?;
        cards.push(card);
        rest = behind;
    }
    Ok(cards)
}

/// Returns the first card of a list, the longest name if several fit, and the rest of the list.
fn first_card<'l>(list: &'l str, trace: &Trace) -> (&'l str, Option<&'l str>) {
    let commas = list.rmatch_indices(", ").map(|(at, _)| at);
    let mut ends = std::iter::once(list.len()).chain(commas);
    let end = ends.find(|end| is_card(&list[..*end], trace));
    let end = end.or_else(|| list.find(", ")).unwrap_or(list.len());
    (&list[..end], list[end..].strip_prefix(", "))
}

/// Reports the subject of a fact that is neither a zone nor a player.
pub fn unknown_subject(subject: &str, trace: &Trace) -> FactFailure {
    let zones = || trace.end.zones.keys().map(String::as_str);
    if let Some((_, zone)) = subject.rsplit_once(" in ") {
        let message = format!("unknown zone `{}`", short_quote(zone));
        return FactFailure { message, hint: did_you_mean(zone, zones()) };
    }
    if trace.names.players.contains(subject) {
        let hint = Some("list the players under `players`".to_owned());
        return FactFailure { message: format!("`{}` does not play", short_quote(subject)), hint };
    }
    let players = trace.end.players.keys().map(String::as_str);
    FactFailure {
        message: format!("`{}` is neither a zone nor a player", short_quote(subject)),
        hint: did_you_mean(subject, zones().chain(players)),
    }
}
