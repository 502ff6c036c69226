//! Questions, and the policies that answer them.

use rulepress::engine::trace::{Act, Answerer, Outcome, Start, Trace};
use rulepress::example::places;
use rulepress::rules::{Program, host::LoadedRules};

use super::book::{book, lines, load, play, told};
use crate::common::{Folder, has_all};
use crate::host::book::answers;

const TEXT: &str = r##"# Turn {#turn}

The turn.

## Rival {#rival}

The rival attacks whenever it can, and takes the best card.

## Main phase {#main}

Nobody waits.
"##;

const TABLE: &str = r##"you = player("You")
rival = player("Rival")
hand = zone("rival.hand", "Hand", owner = rival, face = "down", seen = "owner")
field = zone("rival.field", "Field", owner = rival)
wins = counter("wins")

#@ make
def build():
    for row in cards("cards.csv"):
        make(row, hand)
"##;

const RULES: &str = r##"load("table.star", "field", "hand", "rival", "wins", "you")

#@ #turn
def turn():
    begin_turn(you)
    if ask("attack", ["yes", "no"], by = rival, about = "the gate") == "yes":
        rival.add(wins, 1)
    ask("best card", hand.cards(), by = rival, about = hand.first()).move(field)
    ask("main phase", ["wait", "go on"])

#@ answer attack
#@ #rival "attacks whenever it can"
def attacks(player, options, about):
    check("can attack", player == rival and about == "the gate")
    return options[0]

#@ answer "best card"
#@ #rival "takes the best card"
def best(player, options, about):
    return options[1] if about == options[0] else None

#@ answer "main phase"
#@ #main
def goes_on(player, options, about):
    return None if player == None else "go on"
"##;

fn folder(name: &str, rules: &str) -> Folder {
    let folder = Folder::new(name);
    book(
        &folder,
        TEXT,
        &[("table", &TABLE.replace("cards(\"cards.csv\")", "CARDS")), ("turn", rules)],
    );
    folder.write(
        "own/book.toml",
        "title = \"Cards\"\nsources = [\"rules.md\"]\ndata = [\"cards.csv\"]\n",
    );
    folder.write("own/cards.csv", "Card,Power\nFairy,1\nGiant,5\n");
    let table = TABLE.replace("#@ make", "CARDS = cards(\"cards.csv\")\n\n#@ make");
    folder.write("own/rules/table.star", table.replace("in cards(\"cards.csv\")", "in CARDS"));
    folder
}

fn loaded(name: &str, rules: &str) -> (Folder, Program) {
    let folder = folder(name, rules);
    let (program, found) = load(&folder);
    assert_eq!(found, "");
    (folder, program)
}

fn answered(program: &Program, pairs: &[(&str, &str)], seeded: bool) -> Trace {
    let machine = LoadedRules::load(program).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let play = places::find_function(program, "#turn").expect("a rule is bound there");
    machine.play(&Start { play, answers: answers(pairs), seeded, ..Start::default() })
}

#[test]
fn a_policy_answers_and_is_cited() {
    let (_folder, program) = loaded("answers-policy", RULES);
    let trace = answered(&program, &[("main phase", "wait")], false);
    assert_eq!(trace.outcome, Outcome::Finished);
    assert_eq!(
        lines(&program, &trace)[1..],
        [
            "check can attack yes @rival",
            "ask attack: the gate yes of yes, no; asked Rival; by policy @rival",
            "count Rival wins 0 > 1 @turn",
            "ask best card: (Fairy) (Giant) of (Fairy), (Giant); asked Rival; by policy @rival",
            "move Giant rival.hand 2 > rival.field @turn",
            "ask main phase wait of wait, go on @turn",
        ]
    );
    let told = told(&program, &trace);
    assert_eq!(told[1], "1.1: Rival is asked: attack: the gate? The answer is yes.");
    assert_eq!(
        told[3],
        "1.1: Rival is asked: best card: a face-down card? The answer is a face-down card."
    );
    let Act::Ask { by, from, about, among, .. } = &trace.records[4].act else {
        panic!("{:?}", trace.records[4])
    };
    assert_eq!((by.as_deref(), *from, among.len()), (Some("Rival"), Answerer::Policy, 2));
    assert!(about.as_ref().is_some_and(|thing| thing.name == "Fairy" && !thing.seen));
}

#[test]
fn the_scenario_comes_before_the_policy_and_chance_after_it() {
    let (_folder, program) = loaded("answers-order", RULES);
    let trace =
        answered(&program, &[("attack: the gate", "no"), ("best card: Fairy (1)", "Fairy")], true);
    let from: Vec<Answerer> = trace
        .records
        .iter()
        .filter_map(|record| match &record.act {
            Act::Ask { from, .. } => Some(*from),
            _ => None,
        })
        .collect();
    assert_eq!(from, [Answerer::Scenario, Answerer::Scenario, Answerer::Chance]);
    assert!(
        !lines(&program, &trace).iter().any(|line| line.starts_with("check")),
        "the policy is not called"
    );
    let open = answered(&program, &[], false);
    let Outcome::Unanswered { question, options, .. } = open.outcome else {
        panic!("the policy does not say")
    };
    assert_eq!((question.as_str(), options.join(", ")), ("main phase", "wait, go on".to_owned()));
}

#[test]
fn a_policy_answers_with_one_of_the_options() {
    let (_folder, program) =
        loaded("answers-wrong", &RULES.replace("return options[0]", "return \"perhaps\""));
    let Outcome::Fault(fault) = play(&program, "#turn", None).outcome else {
        panic!("it is no option")
    };
    assert_eq!(
        fault.message,
        "the policy for `attack` answers `perhaps`, which is not one of `yes`, `no`"
    );
    let (_folder, program) =
        loaded("answers-about", &RULES.replace("about = \"the gate\"", "about = 7"));
    let Outcome::Fault(fault) = play(&program, "#turn", None).outcome else {
        panic!("it is about nothing")
    };
    assert_eq!(fault.message, "a question is about a piece or words, not a `int`");
}

#[test]
fn wrong_policies_are_found() {
    let found = |name: &str, rules: &str| load(&folder(name, rules)).1;
    let doubled = RULES.replace("#@ answer \"best card\"", "#@ answer attack");
    assert!(
        found("answers-doubled", &doubled).contains("two functions are bound to `answer attack`")
    );
    let none = found("answers-placeless", &RULES.replace("#@ #main\n", ""));
    assert!(none.contains("error[bad-binding]: the function is bound to no place"), "{none}");
    let empty = found("answers-wordless", &RULES.replace("#@ answer attack", "#@ answer"));
    assert!(
        empty.contains("error[bad-binding]: `answer` needs the words of one question"),
        "{empty}"
    );
    let stray = found("answers-stray", &RULES.replace("#@ answer attack", "#@ answer atack"));
    has_all(&stray, &["error[dangling-binding]: no rule asks `atack`", "did you mean \"attack\"?"]);
    let computed = RULES
        .replace("#@ answer attack", "#@ answer atack")
        .replace("ask(\"attack\"", "ask(\"at\" + \"tack\"");
    assert_eq!(found("answers-computed", &computed), "");
}
