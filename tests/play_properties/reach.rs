//! Every function for a rule, a card or a box of a chart, and every way out of a box, is taken in
//! some game, example or position of one of the books, or is listed here.

use std::collections::{BTreeMap, BTreeSet};

use rulepress::engine::trace::Start;
use rulepress::example::start;
use rulepress::rules::{Program, Role};

use super::{Played, played};

/// It is asked of positions only.
const LEGAL: &str = "it says why no game can look like a position";

/// Unreached functions and ways, with the reason: functions as `book/module name`, ways as
/// `book/chart box: exit`.
const UNREACHED: &[(&str, &str)] = &[
    ("grand-archive/legal.star wrong_table", LEGAL),
    ("wind-lorraine/legal.star wrong_table", LEGAL),
    ("grand-archive/main.star resolve_next", "a position shows it: something waits on the stack"),
    ("grand-archive/activation.star Again", MODES),
    ("grand-archive/chart-card-activation Again", MODES),
    ("grand-archive/chart-card-activation Changed: Yes", MODES),
    ("grand-archive/chart-combat DamageClosed: No", EARLIER),
    ("grand-archive/chart-draw Closed: No", TRIGGERS),
    ("grand-archive/chart-draw Closed: Yes", TRIGGERS),
    ("grand-archive/chart-draw Opportunity", TRIGGERS),
    ("grand-archive/chart-draw Stack", TRIGGERS),
    ("grand-archive/chart-draw Triggers: Yes", TRIGGERS),
    ("grand-archive/chart-main Empty: No", PASSED),
    ("grand-archive/chart-materialize Closed: No", TRIGGERS),
    ("grand-archive/chart-materialize Closed: Yes", TRIGGERS),
    ("grand-archive/chart-materialize Opportunity", TRIGGERS),
    ("grand-archive/chart-materialize Stack", TRIGGERS),
    ("grand-archive/chart-materialize Triggers: Yes", TRIGGERS),
    ("grand-archive/chart-turn-order Choice: To attack", COMBAT),
    ("grand-archive/chart-turn-order Combat", COMBAT),
    ("grand-archive/chart-wake-up Closed: No", TRIGGERS),
    ("grand-archive/chart-wake-up Closed: Yes", TRIGGERS),
    ("grand-archive/chart-wake-up Opportunity", TRIGGERS),
    ("grand-archive/chart-wake-up Stack", TRIGGERS),
    ("grand-archive/chart-wake-up Triggers: Yes", TRIGGERS),
    ("grand-archive/damage.star lose_without_champion", CHAMPION),
    ("grand-archive/draw.star Closed", TRIGGERS),
    ("grand-archive/draw.star Opportunity", TRIGGERS),
    ("grand-archive/draw.star Stack", TRIGGERS),
    ("grand-archive/materialize.star Closed", TRIGGERS),
    ("grand-archive/materialize.star Opportunity", TRIGGERS),
    ("grand-archive/materialize.star Stack", TRIGGERS),
    ("grand-archive/wake-up.star Closed", TRIGGERS),
    ("grand-archive/wake-up.star Opportunity", TRIGGERS),
    ("grand-archive/wake-up.star Stack", TRIGGERS),
    ("wind-lorraine/companion.star your_main", AT_TABLE),
    ("wind-lorraine/companion.star before_the_end", AT_TABLE),
    ("wind-lorraine/companion.star attack", AT_TABLE),
    ("wind-lorraine/companion.star deal_to_several", AT_TABLE),
    ("wind-lorraine/companion.star use_before_damage", AT_TABLE),
    ("wind-lorraine/companion.star card_leaves", AT_TABLE),
    ("wind-lorraine/companion.star cards_lost", AT_TABLE),
    ("wind-lorraine/companion.star discard_from_hand", AT_TABLE),
    ("wind-lorraine/companion.star ends_otherwise", AT_TABLE),
    ("wind-lorraine/effects.star you_are_fire", AT_TABLE),
    ("wind-lorraine/effects.star elements_of_yours", AT_TABLE),
];
const AT_TABLE: &str = "only at a real table, which tests/companion.rs plays";
const MODES: &str = "no card of the two decks changes its modes or targets while it is paid";
const TRIGGERS: &str = "no card of the two decks waits for a draw, for something to wake, or for the beginning of the materialize phase";
const EARLIER: &str = "by the plan, who can act does so at the first Opportunity, in the main phase or before retaliation";
const PASSED: &str =
    "nothing lies on the stack when all have passed: the box before would not have been reached";
const COMBAT: &str = "combats take place inside of the main phase, by its own chart";
const CHAMPION: &str = "a champion leaves the field only when it dies or under another one";

/// Returns the functions and the ways of charts that plays of a book reach.
fn reached(played: &Played) -> (BTreeSet<u32>, BTreeSet<u32>) {
    let looks = || played.games.iter().chain(&played.examples);
    let mut functions: BTreeSet<u32> =
        looks().flat_map(|look| look.reached.iter().copied()).collect();
    let mut ways: BTreeSet<u32> = looks().flat_map(|look| look.walked.iter().copied()).collect();
    // The set-up of a game is done before a play of it begins.
    let opening = start::game_start(&played.book.game.program);
    if let Some(play) = opening.setup {
        let trace = played.book.machine.play(&Start { play, ..opening });
        functions.extend(trace.reached);
        ways.extend(trace.walked);
    }
    (functions, ways)
}

/// Returns everything that must be reached, each with true if this book reaches it.
fn all(played: &Played) -> Vec<(String, bool)> {
    let program = &played.book.game.program;
    let (functions, ways) = reached(played);
    let boxes: BTreeSet<u32> = program
        .charts
        .iter()
        .flat_map(|chart| &chart.boxes)
        .filter_map(|own| own.function)
        .collect();
    let bound = (0u32..).zip(&program.functions).filter(|(at, function)| {
        let before = matches!(function.role, Some(Role::Make | Role::Ready));
        !before && (!function.places.is_empty() || function.role.is_some() || boxes.contains(at))
    });
    let bound = bound.map(|(at, function)| {
        let module = &program.modules[function.module as usize];
        let book = if module.book.is_empty() { played.book.name } else { &module.book };
        let file = module.path.rsplit('/').next().unwrap_or_default();
        (format!("{book}/{file} {}", function.name), functions.contains(&at))
    });
    bound
        .chain(exits(played.book.name, program).map(|(name, way)| (name, ways.contains(&way))))
        .collect()
}

/// The ways out of the boxes, by name; charts of another book are those of the used one.
fn exits<'p>(book: &'p str, program: &'p Program) -> impl Iterator<Item = (String, u32)> + 'p {
    program.charts.iter().flat_map(move |chart| {
        let foreign = program.places[chart.place as usize].book.is_some();
        let book = if foreign { "grand-archive" } else { book };
        chart.boxes.iter().flat_map(move |own| {
            let name = format!("{book}/{} {}", chart.anchor, own.name);
            (0..own.ways()).map(move |way| match own.exits.get(way as usize) {
                Some(exit) if own.exits.len() > 1 => {
                    (format!("{name}: {}", exit.label), own.way + way)
                }
                _ => (name.clone(), own.way + way),
            })
        })
    })
}

#[test]
fn every_rule_is_reached() {
    let mut reached: BTreeMap<String, bool> = BTreeMap::new();
    for (name, is_reached) in played().iter().flat_map(all) {
        *reached.entry(name).or_default() |= is_reached;
    }
    let listed: BTreeMap<&str, &str> = UNREACHED.iter().copied().collect();
    assert_eq!(listed.len(), UNREACHED.len(), "something is listed twice");
    let missing: Vec<&String> = reached
        .iter()
        .filter(|(name, reached)| !**reached && !listed.contains_key(name.as_str()))
        .map(|(name, _)| name)
        .collect();
    assert!(missing.is_empty(), "nothing reaches these: {missing:#?}");
    for (name, reason) in listed {
        assert_eq!(
            reached.get(name),
            Some(&false),
            "`{name}` is reached, or there is no such thing; take it from the list"
        );
        assert!(!reason.is_empty(), "`{name}` needs a reason");
    }
}
