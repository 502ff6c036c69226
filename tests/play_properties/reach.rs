//! Every function that stands for a rule, a card or a box of a chart, and every way out of a box, is taken in some game, example
//! or position of one of the books, or is listed here.

use std::collections::{BTreeMap, BTreeSet};

use rulepress::engine::trace::Start;
use rulepress::example::start;
use rulepress::rules::{Program, Role};

use super::{Played, played};

/// What nothing reaches, with the reason: functions as `book/module name`, ways as `book/chart box: exit`.
const UNREACHED: &[(&str, &str)] = &[];

/// What plays of a book reach: its functions and the ways of its charts.
fn reached(played: &Played) -> (BTreeSet<u32>, BTreeSet<u32>) {
    let looks = || played.games.iter().chain(&played.examples);
    let mut functions: BTreeSet<u32> = looks().flat_map(|look| look.reached.iter().copied()).collect();
    let mut ways: BTreeSet<u32> = looks().flat_map(|look| look.walked.iter().copied()).collect();
    // What sets a game up is done before a play of it begins.
    let opening = start::opening(&played.book.game.program);
    if let Some(play) = opening.setup {
        let trace = played.book.machine.play(&Start { play, ..opening });
        functions.extend(trace.reached);
        ways.extend(trace.walked);
    }
    (functions, ways)
}

/// What must be reached, and whether this book reaches it.
fn all(played: &Played) -> Vec<(String, bool)> {
    let program = &played.book.game.program;
    let (functions, ways) = reached(played);
    let boxes: BTreeSet<u32> =
        program.charts.iter().flat_map(|chart| &chart.boxes).filter_map(|own| own.function).collect();
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
    bound.chain(exits(played.book.name, program).map(|(name, way)| (name, ways.contains(&way)))).collect()
}

/// The ways out of the boxes, by name; charts of another book are those of the used one.
fn exits<'p>(book: &'p str, program: &'p Program) -> impl Iterator<Item = (String, u32)> + 'p {
    program.charts.iter().flat_map(move |chart| {
        let foreign = program.places[chart.place as usize].book.is_some();
        let book = if foreign { "grand-archive" } else { book };
        chart.boxes.iter().flat_map(move |own| {
            let name = format!("{book}/{} {}", chart.anchor, own.name);
            (0..own.ways()).map(move |way| match own.exits.get(way as usize) {
                Some(exit) if own.exits.len() > 1 => (format!("{name}: {}", exit.label), own.way + way),
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
