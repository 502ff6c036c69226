//! Every function that stands for a rule or a card is carried out in some game or example, or is listed here.

use std::collections::BTreeSet;

use rulepress::engine::trace::Start;
use rulepress::rules::Role;

use super::{GAMES, all, begin, played};

/// Turns of the games that are only looked at: the last champion comes late.
const LONG: u32 = 20;

/// Functions that no game and no example reaches, with the reason.
const UNREACHED: &[(&str, &str)] = &[];

#[test]
fn every_rule_is_reached() {
    let program = &played().game.program;
    let mut reached: BTreeSet<u32> = all().flat_map(|(_, trace)| trace.reached.iter().copied()).collect();
    for seed in 0..GAMES {
        let start = Start { repeat: LONG, ..begin(&played().game, seed) };
        reached.extend(played().machine.glance(&start).reached);
    }
    let mut missing = Vec::new();
    for (at, function) in program.functions.iter().enumerate() {
        // What makes the pieces is done before a play begins.
        let bound = function.role != Some(Role::Make) && (!function.places.is_empty() || function.role.is_some());
        if !bound || reached.contains(&(at as u32)) {
            assert!(!listed(&function.name), "`{}` is reached or no rule; take it from the list", function.name);
        } else if !listed(&function.name) {
            let module = &program.modules[function.module as usize].path;
            missing.push(format!("{module}:{} {}", function.line, function.name));
        }
    }
    assert_eq!(missing, Vec::<String>::new(), "nothing reaches these");
    for (name, reason) in UNREACHED {
        assert!(program.functions.iter().any(|function| function.name == *name), "there is no `{name}`");
        assert!(!reason.is_empty(), "`{name}` needs a reason");
    }
}

fn listed(name: &str) -> bool {
    UNREACHED.iter().any(|(unreached, _)| *unreached == name)
}
