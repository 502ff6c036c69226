//! Facts about the end of a play.

use rulepress::engine::trace::Trace;
use rulepress::example::facts::judge_fact;

use super::fixture::{program, sample};

fn play() -> Trace {
    let mut trace = sample();
    let field = trace.end.zones.get_mut("automa.field").expect("the zone is there");
    field[0].flags = vec!["rested".to_owned()];
    field[1].counters.insert("durability".to_owned(), 2);
    field[1].face_up = false;
    field[1].host = Some(field[0].id);
    field[1].rotation = 90;
    trace
}

#[test]
fn facts_that_hold() {
    let (trace, program) = (play(), program());
    for fact in [
        "automa.field has Dream Fairy",
        "automa.field has 1 Dream Fairy",
        "automa.field has no Weaponsmith",
        "automa.field has 0 Weaponsmith",
        "automa.field holds 2",
        "automa.memory is empty",
        "automa.memory holds 0",
        "automa.field is Dream Fairy, Warrior's Longsword",
        "Dream Fairy in automa.field is rested",
        "Dream Fairy in automa.field is face up",
        "Dream Fairy in automa.field is not face down",
        "Warrior's Longsword in automa.field is not rested",
        "Warrior's Longsword in automa.field is face down",
        "Warrior's Longsword in automa.field has 2 durability",
        "Dream Fairy in automa.field has no durability",
        "Warrior's Longsword in automa.field is attached to Dream Fairy",
        "Dream Fairy in automa.field is not attached to Warrior's Longsword",
        "Warrior's Longsword in automa.field is rotated 90",
        "Dream Fairy in automa.field is not rotated 90",
        "no card in automa.field is attached to Warrior's Longsword",
        "Automa has 3 energy",
        "You has no energy",
        "automa.field has at least 1 Dream Fairy",
        "automa.field has at most 1 Dream Fairy",
        "automa.field holds at least 2",
        "automa.field is Warrior's Longsword, Dream Fairy in any order",
        "automa.field has only Warrior's Longsword, Dream Fairy, Weaponsmith",
        "no card in automa.field is marked",
        "every card in automa.memory is rested",
        "Automa has at least 2 energy",
        "Automa has at most 3 energy",
        "the game goes on",
        "nobody wins",
        "Automa does not win",
        "the turn is 1",
        "the phase is Main phase",
        "the stack has Bolt",
        "the stack has no Weaponsmith",
        "the stack holds 2",
        "the stack is Bolt, Dream Fairy",
        "the example cites #activate-reveal",
        "the example cites #activate-cards 2.2",
        "the example does not cite #unbound",
    ] {
        assert_eq!(judge_fact(fact, &trace, &program), Ok(()), "{fact}");
    }
}

#[test]
fn facts_that_do_not_hold_say_what_is_so() {
    let (trace, program) = (play(), program());
    for (fact, found) in [
        ("automa.field has Weaponsmith", "automa.field is Dream Fairy, Warrior's Longsword"),
        ("automa.field has 2 Dream Fairy", "automa.field is Dream Fairy, Warrior's Longsword"),
        ("automa.field has no Dream Fairy", "automa.field is Dream Fairy, Warrior's Longsword"),
        ("automa.memory has Dream Fairy", "automa.memory is empty"),
        ("automa.field holds 3", "automa.field holds 2"),
        ("automa.hand is empty", "automa.hand is Savage Slash"),
        (
            "automa.field is Warrior's Longsword, Dream Fairy",
            "automa.field is Dream Fairy, Warrior's Longsword",
        ),
        ("Dream Fairy in automa.field is not rested", "it is face up, rested"),
        ("Dream Fairy in automa.hand is rested", "automa.hand is Savage Slash"),
        (
            "Warrior's Longsword in automa.field is attached to Weaponsmith",
            "it is face down, rotated 90, attached to Dream Fairy",
        ),
        (
            "Warrior's Longsword in automa.field is rotated 180",
            "it is face down, rotated 90, attached to Dream Fairy",
        ),
        ("Warrior's Longsword in automa.field has 1 durability", "it has 2 durability"),
        (
            "automa.field has at least 2 Dream Fairy",
            "automa.field is Dream Fairy, Warrior's Longsword",
        ),
        (
            "automa.field is Dream Fairy, Dream Fairy in any order",
            "automa.field is Dream Fairy, Warrior's Longsword",
        ),
        ("automa.field has only Dream Fairy", "automa.field is Dream Fairy, Warrior's Longsword"),
        ("every card in automa.field is rested", "Warrior's Longsword is not rested"),
        ("no card in automa.field is rested", "Dream Fairy is rested"),
        ("Automa has at most 2 energy", "Automa has 3 energy"),
        ("the game is over", "the game goes on"),
        ("Automa wins", "the game goes on"),
        ("the turn is 2", "it is turn 1"),
        ("the phase is Draw phase", "it is Main phase"),
        ("the stack is empty", "it is Bolt, Dream Fairy"),
        ("the stack has Weaponsmith", "it is Bolt, Dream Fairy"),
        ("the stack holds 3", "it is Bolt, Dream Fairy"),
        ("Automa has 4 energy", "Automa has 3 energy"),
        ("the example cites #unbound", "it is never cited"),
        ("the example does not cite #activate-reveal", "it is cited"),
    ] {
        let failure = judge_fact(fact, &trace, &program).expect_err(fact);
        assert_eq!(failure.message, format!("`{fact}` is not true: {found}"));
        assert_eq!(failure.hint, None);
    }
}

#[test]
fn facts_that_cannot_be_understood() {
    let (trace, program) = (play(), program());
    for (fact, message, hint) in [
        ("", "`` cannot be understood", "write a fact such as"),
        ("automa.field", "`automa.field` cannot be understood", "write a fact such as"),
        (
            "automa.feild holds 3",
            "`automa.feild` is neither a zone nor a player",
            "did you mean `automa.field`?",
        ),
        (
            "Automaa has 3 energy",
            "`Automaa` is neither a zone nor a player",
            "did you mean `Automa`?",
        ),
        (
            "automa.field holds many",
            "`automa.field holds many` cannot be understood",
            "write a fact such as",
        ),
        (
            "automa.field has Weaponsmiht",
            "unknown card `Weaponsmiht`",
            "did you mean `Weaponsmith`?",
        ),
        (
            "automa.field has no Weaponsmiht",
            "unknown card `Weaponsmiht`",
            "did you mean `Weaponsmith`?",
        ),
        ("Automa has no enrgy", "unknown counter `enrgy`", "did you mean `energy`?"),
        (
            "Automa has at most 3 zzzzz",
            "unknown counter `zzzzz`",
            "this game has `durability`, `energy`",
        ),
        (
            "Dream Fairy in automa.field has no durabilty",
            "unknown counter `durabilty`",
            "did you mean `durability`?",
        ),
        ("no card in automa.field is restd", "unknown flag `restd`", "did you mean `rested`?"),
        ("every card in automa.memory is restd", "unknown flag `restd`", "did you mean `rested`?"),
        (
            "Dream Fairy in automa.field is not restd",
            "unknown flag `restd`",
            "did you mean `rested`?",
        ),
        (
            "Dream Fairy in automa.field is not at Nroth",
            "unknown space `Nroth`",
            "did you mean `North`?",
        ),
        (
            "Dram Fairy in automa.field is rested",
            "unknown card `Dram Fairy`",
            "did you mean `Dream Fairy`?",
        ),
        (
            "automa.field has only Dram Fairy, Warrior's Longsword",
            "unknown card `Dram Fairy`",
            "did you mean `Dream Fairy`?",
        ),
        (
            "automa.field is Warrior's Longsword, Dram Fairy in any order",
            "unknown card `Dram Fairy`",
            "did you mean `Dream Fairy`?",
        ),
        ("no card in automa.feild is rested", "unknown zone `automa.feild`", "did you mean"),
        ("Autma does not win", "unknown player `Autma`", "did you mean `Automa`?"),
        ("Zoe Miller wins", "unknown player `Zoe Miller`", "this game has `Automa`, `You`"),
        (
            "the example cites #actvate-cards",
            "unknown place `#actvate-cards`",
            "did you mean `#activate-cards`?",
        ),
        (
            "the example is short",
            "`the example is short` cannot be understood",
            "write a fact such as",
        ),
        ("Automa has energy", "`Automa has energy` cannot be understood", "write a fact such as"),
    ] {
        let failure = judge_fact(fact, &trace, &program).expect_err(fact);
        assert_eq!(failure.message, message);
        assert!(
            failure.hint.as_deref().is_some_and(|own| own.starts_with(hint)),
            "{fact}: {failure:?}"
        );
    }
}
