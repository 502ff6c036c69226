//! Every function that stands for a rule or a card is carried out in some game or example, or is listed here.

use std::collections::BTreeSet;

use rulepress::engine::trace::Start;
use rulepress::rules::Role;

use super::{GAMES, all, begin, played};

/// Turns of the games that are only looked at: the last champion comes late.
const LONG: u32 = 20;

/// Functions that no game and no example reaches, with the reason.
const UNREACHED: &[(&str, &str)] = &[
    ("cost_of_your_ally", "no example has two allies of yours with the same power and life"),
    ("place_of_your_ally", "no example has two allies of yours with the same power, life and cost"),
    ("disorienting_winds", "it needs an ally of yours, and in a game from the start you have none"),
    ("infusion_target", INFUSION),
    ("infusion", INFUSION),
    ("blessing_cost", BLESSING),
    ("spirits_blessing", BLESSING),
    ("is_bauble", BLESSING),
    ("is_amulet", BLESSING),
    ("is_weakest_weapon", BLESSING),
    ("place_in_material", "the weapons of the Material Deck all differ in power or durability when one is spared"),
    ("clarent", "its ability is never of benefit in the Automa's own main phase"),
    ("damage_unit", EDGE),
    ("damage_champion", EDGE),
    ("exhausted", "no example empties the Reaction Deck"),
];
const INFUSION: &str =
    "all copies of Spirit Blade: Infusion lie in the Reaction Deck, which only attacks of yours open";
const BLESSING: &str = "all copies of Spirit's Blessing lie in the Reaction Deck, which only attacks of yours open";
const EDGE: &str =
    "Prismatic Edge deals damage when a fire card lies in a Memory, and in a game from the start none does";

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
