//! From a scenario to what the engine plays. In: a scenario and the program of its book. Out: a
//! start, or findings.

use std::collections::BTreeMap;

use super::codes;
use super::fields::{Located, backticked_names, shortened};
use super::places;
use super::position::NOTHING_ELSE;
use super::scenario::Scenario;
use crate::diagnostic::{Diagnostic, Findings};
use crate::document::nearest_name;
use crate::engine::trace::Start;
use crate::rules::{Program, Role};

/// The start of a scenario; `None` when a finding says why it can not be played.
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
    let play = play.filter(|_| findings.0.len() == before)?;
    let ready =
        places::function_with_role(program, &Role::Ready).filter(|_| !scenario.position.is_empty());
    Some(Start {
        seed: scenario.seed,
        ready,
        play,
        player: scenario.player.as_ref().map(|player| player.value.clone()),
        until,
        position: scenario.position.iter().map(super::position::PositionZone::put).collect(),
        cards: scenario.cards.iter().map(|row| row.cells.clone()).collect(),
        answers: scenario
            .answers
            .iter()
            .map(|(q, a)| (q.value.clone(), a.value.clone()))
            .collect::<BTreeMap<_, _>>(),
        repeat: scenario.turns,
        ..game_start(program)
    })
}

/// A start with the functions that make and set up the game, and nothing else.
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
        findings.push(no_bound_rule(program, written, "no play stops"));
    }
    bound
}

/// A finding: the place does not exist, or no rule is bound to it.
fn no_bound_rule(program: &Program, written: &Located<String>, but: &str) -> Diagnostic {
    if places::find_place(program, &written.value).is_none() {
        return no_place(program, written, |place| {
            places::bound_to(program, place).next().is_some()
        });
    }
    let name = shortened(&written.value);
    let message = format!("{but} at `{name}`: no rule is bound to it");
    let finding = Diagnostic::at(codes::SCENARIO_PLACE, written.span, message);
    finding.hint(format!("bind a function to it: `#@ {name}` above its `def`"))
}

/// A finding: there is no such place; those that `fit` may be meant.
pub(super) fn no_place(
    program: &Program,
    written: &Located<String>,
    fits: impl Fn(u32) -> bool,
) -> Diagnostic {
    let message = format!("there is no place `{}`", shortened(&written.value));
    let finding = Diagnostic::at(codes::SCENARIO_PLACE, written.span, message);
    match places::nearest_place(program, &written.value, fits) {
        Some(meant) => finding.hint(format!("did you mean `{}`?", shortened(&meant))),
        None => finding.hint(
            "a place is the anchor of a heading, a step or an item: `#anchor`, or `#anchor 2.1`",
        ),
    }
}

/// Inline cards must not be called as one of the data, and must have its columns.
fn check_scenario_cards(scenario: &Scenario, program: &Program, findings: &mut Findings) {
    for row in &scenario.cards {
        if places::card_names(program).any(|name| name == row.name.value) {
            let message =
                format!("the card data has a card `{}` already", shortened(&row.name.value));
            let finding = Diagnostic::at(codes::SCENARIO, row.name.span, message);
            findings.push(finding.hint("give the card of the scenario another name"));
        }
        let columns = || program.data.iter().flat_map(|data| &data.columns).map(String::as_str);
        for column in
            row.cells.keys().filter(|column| !columns().any(|known| known == column.as_str()))
        {
            if program.data.is_empty() {
                break;
            }
            let message = format!("the card data has no column `{}`", shortened(column));
            let hint = match nearest_name(column, columns()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("its columns are {}", backticked_names(columns())),
            };
            findings.push(Diagnostic::at(codes::SCENARIO, row.name.span, message).hint(hint));
        }
    }
}

/// Every card of the position must be a card of the data or of the scenario.
fn check_position_cards(scenario: &Scenario, program: &Program, findings: &mut Findings) {
    if program.data.is_empty() {
        return;
    }
    let own = || scenario.cards.iter().map(|row| row.name.value.as_str());
    let known = || places::card_names(program).chain(own()).chain([NOTHING_ELSE]);
    for card in scenario.position.iter().flat_map(|zone| &zone.cards) {
        let name = card.value.name.as_str();
        if known().any(|known| known == name) {
            continue;
        }
        let finding = Diagnostic::at(
            codes::SCENARIO_POSITION,
            card.span,
            format!("no card is called `{}`", shortened(name)),
        );
        findings.push(match nearest_name(name, known()) {
            Some(meant) => finding.hint(format!("did you mean `{}`?", shortened(meant))),
            None => finding.hint(
                "cards are named as in the card data; a card of its own is written as `[[card]]`",
            ),
        });
    }
}

fn check_doubled_zones(scenario: &Scenario, findings: &mut Findings) {
    for (at, zone) in scenario.position.iter().enumerate() {
        if let Some(first) =
            scenario.position[..at].iter().find(|other| other.key.value == zone.key.value)
        {
            let message = format!("the zone `{}` is laid out twice", shortened(&zone.key.value));
            let finding = Diagnostic::at(codes::SCENARIO_POSITION, zone.key.span, message);
            findings.push(finding.related(first.key.span, "first here"));
        }
    }
}
