//! Makes the start of a play from a scenario. In: a scenario and the program of its book. Out: a start, or
//! findings.

use super::fields::{Located, backticked_names, did_you_mean};
use super::places;
use super::position::{NOTHING_ELSE, PositionZone};
use super::scenario::Scenario;
use base::diagnostic::{Diagnostic, Findings, code, short_quote};
use rules::engine::trace::{PlacedCard, Start};
use rules::{Program, Role};

const WHAT_IS_A_PLACE: &str =
    "write the anchor of a heading, a step or an item: `#anchor`, or `#anchor 2.1`";

/// Returns the start of a scenario; `None` if a finding says why it cannot be played.
pub fn scenario_start(
    scenario: &Scenario,
    program: &Program,
    findings: &mut Findings,
) -> Option<Start> {
    let before = findings.0.len();
    let play = played_function(program, &scenario.play, findings);
    let until = scenario.until.as_ref().and_then(|until| stop_place(program, until, findings));
    check_scenario_cards(scenario, program, findings);
    check_position_cards(scenario, program, findings);
    check_doubled_zones(scenario, findings);
    check_doubled_player(scenario, findings);
    let play = play.filter(|_| findings.0.len() == before)?;
    let seats = scenario.players.as_ref().map(|players| players.value.clone());
    Some(Start {
        seed: scenario.seed,
        // The function that prepares the table for a position.
        ready: match scenario.position.is_empty() {
            true => None,
            false => places::function_with_role(program, &Role::Ready),
        },
        play,
        players: seats.unwrap_or_default(),
        teams: scenario
            .teams
            .iter()
            .map(|(team, players)| {
                (team.value.clone(), players.iter().map(|player| player.value.clone()).collect())
            })
            .collect(),
        player: scenario.player.as_ref().map(|player| player.value.clone()),
        until,
        position: scenario.position.zones.iter().map(PositionZone::put).collect(),
        edges: scenario.position.edges.iter().map(|edge| edge.value.clone()).collect(),
        amounts: scenario.position.players.iter().map(|player| player.value.clone()).collect(),
        cards: scenario.cards.iter().map(|row| row.cells.clone()).collect(),
        answers: scenario
            .answers
            .iter()
            .map(|(question, answer)| (question.value.clone(), answer.value.clone()))
            .collect(),
        chance: scenario
            .chance
            .iter()
            .map(|(name, entries)| (name.value.clone(), entries.clone()))
            .collect(),
        arguments: scenario
            .with
            .iter()
            .map(|(name, argument)| (name.value.clone(), argument.clone()))
            .collect(),
        legal: places::function_with_role(program, &Role::Legal),
        at_table: scenario.companion,
        repeat: scenario.turns,
        ..game_start(program)
    })
}

/// Returns a start with only the functions that make and set up the game.
pub fn game_start(program: &Program) -> Start {
    Start {
        setup: places::function_with_role(program, &Role::Setup)
            .or_else(|| places::find_function(program, "#setup")),
        make: places::function_with_role(program, &Role::Make),
        repeat: 1,
        ..Start::default()
    }
}

fn played_function(
    program: &Program,
    written: &Located<String>,
    findings: &mut Findings,
) -> Option<u32> {
    let function = places::find_function(program, &written.value);
    if function.is_none() {
        findings.push(no_bound_rule(program, written, "nothing can be played"));
    }
    function
}

fn stop_place(
    program: &Program,
    written: &Located<String>,
    findings: &mut Findings,
) -> Option<u32> {
    let place = places::find_place(program, &written.value);
    let bound = place.filter(|place| places::can_stop_at(program, *place));
    if bound.is_none() {
        findings.push(no_bound_rule(program, written, "no play can stop"));
    }
    bound
}

/// Reports a place that does not exist, or that no rule is bound to.
fn no_bound_rule(program: &Program, written: &Located<String>, but: &str) -> Diagnostic {
    if places::find_place(program, &written.value).is_none() {
        return no_place(program, written, |place| places::is_bound(program, place));
    }
    let name = short_quote(&written.value);
    let message = format!("{but} at `{name}`: no rule is bound to it");
    Diagnostic::at(code::SCENARIO_PLACE, written.span, message)
        .hint(format!("bind a function to the rule: write `#@ {name}` above its `def`"))
}

/// Reports an unknown place, and suggests the most similar one that `fits`.
pub(crate) fn no_place(
    program: &Program,
    written: &Located<String>,
    fits: impl Fn(u32) -> bool,
) -> Diagnostic {
    let message = format!("unknown place `{}`", short_quote(&written.value));
    let meant = places::place_meant(program, &written.value, fits);
    Diagnostic::at(code::SCENARIO_PLACE, written.span, message)
        .hint(meant.unwrap_or_else(|| WHAT_IS_A_PLACE.to_owned()))
}

/// Checks that the cards of a scenario have names that the card data does not use, and only its columns.
fn check_scenario_cards(scenario: &Scenario, program: &Program, findings: &mut Findings) {
    for row in &scenario.cards {
        if places::card_names(program).any(|name| name == row.name.value) {
            let message =
                format!("the card data already has a card `{}`", short_quote(&row.name.value));
            findings.push(
                Diagnostic::at(code::SCENARIO, row.name.span, message)
                    .hint("give the card of the scenario another name"),
            );
        }
        if program.data.is_empty() {
            continue;
        }
        let columns = || program.data.iter().flat_map(|data| &data.columns).map(String::as_str);
        for column in row.cells.keys().filter(|column| !columns().any(|known| known == *column)) {
            let message = format!("the card data has no column `{}`", short_quote(column));
            let hint = did_you_mean(column, columns());
            let hint =
                hint.unwrap_or_else(|| format!("its columns are {}", backticked_names(columns())));
            findings.push(Diagnostic::at(code::SCENARIO, row.name.span, message).hint(hint));
        }
    }
}

/// Checks that every card of the position is in the data or in the scenario.
fn check_position_cards(scenario: &Scenario, program: &Program, findings: &mut Findings) {
    if program.data.is_empty() {
        return;
    }
    let own = || scenario.cards.iter().map(|row| row.name.value.as_str());
    let known = || places::card_names(program).chain(own()).chain([NOTHING_ELSE]);
    let cards = scenario.position.zones.iter().flat_map(|zone| &zone.cards);
    let unknown = cards.filter(|card| !known().any(|known| known == card.value.name));
    findings.0.extend(unknown.map(|card| unknown_card(card, known())));
}

fn unknown_card<'a>(
    card: &Located<PlacedCard>,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let name = &card.value.name;
    let message = format!("unknown card `{}`", short_quote(name));
    Diagnostic::at(code::SCENARIO_POSITION, card.span, message).hint(
        did_you_mean(name, known).unwrap_or_else(|| {
            "write a name from the card data, or define the card under `[[card]]`".to_owned()
        }),
    )
}

fn check_doubled_zones(scenario: &Scenario, findings: &mut Findings) {
    let zones = &scenario.position.zones;
    for (at, PositionZone { key, .. }) in zones.iter().enumerate() {
        if let Some(first) = zones[..at].iter().find(|other| other.key.value == key.value) {
            let message = format!("the zone `{}` is laid out twice", short_quote(&key.value));
            let finding = Diagnostic::at(code::SCENARIO_POSITION, key.span, message);
            findings.push(finding.related(first.key.span, "first here"));
        }
    }
}

/// Reports a turn player who is named twice.
fn check_doubled_player(scenario: &Scenario, findings: &mut Findings) {
    let argument = scenario.with.iter().find(|(key, _)| key.value == "player");
    if let (Some(own), Some((argument, _))) = (&scenario.player, argument) {
        let message = "`player` is given twice";
        let finding = Diagnostic::at(code::SCENARIO, argument.span, message)
            .related(own.span, "given here too")
            .hint(
                "keep `player` above; write only the other parameters of the rule under `[with]`",
            );
        findings.push(finding);
    }
}
