//! Finds the entry of a scenario that is at fault: the one that the fault names itself, or else the one that
//! its message names.

use crate::fields::Located;
use crate::scenario::Scenario;
use base::diagnostic::{Diagnostic, code};
use base::source::Span;
use rules::engine::trace::{Fault, PlacedCard, PlacedPlayer, SeatChoice, StartEntry};

/// Makes a finding at the entry of the scenario that is at fault, if the fault names it.
pub fn entry_finding(scenario: &Scenario, entry: &StartEntry, fault: &Fault) -> Option<Diagnostic> {
    let (code, span) = match entry {
        StartEntry::Argument(name) => {
            (code::SCENARIO, key_span(scenario.with.iter().map(|(key, _)| key), name))
        }
        StartEntry::Chance(name) => {
            (code::SCENARIO, key_span(scenario.chance.iter().map(|(key, _)| key), name))
        }
        StartEntry::Team(name) => {
            (code::SCENARIO_POSITION, key_span(scenario.teams.iter().map(|(key, _)| key), name))
        }
        StartEntry::Player => {
            (code::SCENARIO_POSITION, scenario.player.as_ref().map(|player| player.span))
        }
        StartEntry::SeatCount => {
            (code::SCENARIO_POSITION, scenario.players.as_ref().map(|players| players.span))
        }
    };
    let mut finding = Diagnostic::at(code, span?, &fault.message);
    finding.hints.extend(fault.hint.clone());
    Some(finding)
}

/// Returns the span of a key of a table.
fn key_span<'s>(mut keys: impl Iterator<Item = &'s Located<String>>, name: &str) -> Option<Span> {
    keys.find(|key| key.value == name).map(|key| key.span)
}

/// Returns the span of the entry that a message about the position names in backticks.
pub fn entry_named_in(scenario: &Scenario, message: &str) -> Span {
    let mut names = message.split('`').skip(1).step_by(2);
    names
        .find_map(|name| placed_card(scenario, name).or_else(|| zone_or_own_card(scenario, name)))
        .unwrap_or(scenario.play.span)
}

fn placed_card(scenario: &Scenario, name: &str) -> Option<Span> {
    let cards = || scenario.position.zones.iter().flat_map(|zone| &zone.cards);
    let card = cards().rfind(|card| card.value.name == name);
    let marked = || cards().find(|card| is_marked(&card.value, name));
    card.or_else(marked).map(|card| card.span)
}

fn zone_or_own_card(scenario: &Scenario, name: &str) -> Option<Span> {
    let zones = scenario.position.zones.iter().map(|zone| &zone.key);
    let mut keys = zones.chain(scenario.cards.iter().map(|row| &row.name));
    let key = keys.find(|key| key.value == name).map(|key| key.span);
    let edge = || scenario.position.edges.iter().find(|edge| edge.value == name);
    key.or_else(|| edge().map(|edge| edge.span))
        .or_else(|| player_of_position(scenario, name))
        .or_else(|| seat_named(scenario, name))
}

/// Returns the span of a player in the position, by name or by one of the player's counters.
fn player_of_position(scenario: &Scenario, name: &str) -> Option<Span> {
    let has = |player: &&Located<PlacedPlayer>| {
        let PlacedPlayer { name: own, counters, .. } = &player.value;
        own == name || counters.iter().any(|counter| counter.name == name)
    };
    scenario.position.players.iter().rfind(has).map(|player| player.span)
}

/// Returns the span of a player in a team, or of the list of players if it has the name or is `players`
/// itself.
fn seat_named(scenario: &Scenario, name: &str) -> Option<Span> {
    let seats = scenario.players.as_ref();
    let seated = seats.filter(|seats| match &seats.value {
        SeatChoice::Named(names) => name == "players" || names.iter().any(|own| own == name),
        SeatChoice::Count(_) | SeatChoice::Usual => name == "players",
    });
    let mut members = scenario.teams.iter().flat_map(|(_, members)| members);
    let member = members.rfind(|member| member.value == name).map(|member| member.span);
    member.or(seated.map(|seats| seats.span))
}

/// Returns whether a card has a flag, a counter or a host of this name, or is on a space of this name.
fn is_marked(card: &PlacedCard, name: &str) -> bool {
    card.counters.iter().any(|counter| counter.name == name)
        || card.flags.iter().any(|flag| flag.name == name)
        || card.host.as_deref() == Some(name)
        || card.space.as_deref() == Some(name)
}
