//! The stack, and the opportunity to respond.

use rulepress::engine::trace::{NamedPending, Outcome, Start, Trace};
use rulepress::example::{facts::judge_fact, places};
use rulepress::rules::{Program, host::LoadedRules};

use super::book::{book, lines, load, play, told};
use crate::common::Folder;

const TEXT: &str = r##"# Turn {#turn}

```mermaid {#chart-phase}
graph TD
Start["The phase begins"] --> Closed{"Stack empty and everyone passed?"}
Closed -- Yes --> Next(["The next phase"])
Closed -- No --> Start
%% wait: Closed
```

## Responding {#responding}

A player may respond.

## Checks {#checks}

Who has no life left has lost.
"##;

const TABLE: &str = r##"you = player("You")
rival = player("Rival")
life = counter("life")
shields = counter("shields")
"##;

const CHART: &str = r##"#@ chart #chart-phase

def Closed():
    return "No" if stack() else "Yes"
"##;

const RULES: &str = r##"load("table.star", "life", "rival", "shields", "you")

#@ #turn
def turn():
    begin_turn(you)
    stack_push("Bolt", bolt, rival, 2)
    walk("#chart-phase")

def bolt(target, damage):
    target.add(life, -damage if target.count(shields) == 0 else 0)

def shield(target):
    target.add(shields, 1)

#@ when opportunity
#@ #responding
def respond(player):
    if player == rival and len(stack()) == 1 and rival.count(shields) == 0:
        stack_push("Shield", shield, rival)
        return True
    return False

#@ after state-check
#@ #checks
def lost(_):
    if rival.count(life) < 0:
        game_over(loser = rival, reason = "no life is left")
"##;

fn played(name: &str, rules: &str) -> (Folder, Program, Trace) {
    let folder = Folder::new(name);
    book(
        &folder,
        TEXT,
        &[
            ("chart", CHART),
            ("table", &TABLE.replace("\"life\"", "\"life\", least = -9")),
            ("turn", rules),
        ],
    );
    let (program, found) = load(&folder);
    assert_eq!(found, "");
    let trace = play(&program, "#turn", None);
    (folder, program, trace)
}

#[test]
fn what_came_last_resolves_first() {
    let (_folder, program, trace) = played("stack-order", RULES);
    assert_eq!(trace.outcome, Outcome::Finished);
    let stack = |line: &String| !line.starts_with("turn") && !line.starts_with("count");
    let lines: Vec<String> = lines(&program, &trace).into_iter().filter(stack).collect();
    assert!(lines.contains(&"resolve \"Shield\"  @chart-phase/Closed".to_owned()), "{lines:#?}");
    let short: Vec<&str> =
        lines.iter().map(|line| line.split(" @").next().unwrap_or_default().trim()).collect();
    assert_eq!(
        short,
        [
            "push \"Bolt\"",
            "box Start",
            "pass You",
            "push \"Shield\"",
            "pass Rival",
            "pass You",
            "resolve \"Shield\"",
            "pass You",
            "pass Rival",
            "resolve \"Bolt\"",
            "pass You",
            "pass Rival",
            "box Closed Yes",
            "box Next",
        ]
    );
    assert_eq!(
        told(&program, &trace)[1..4],
        [
            "1: Bolt goes on the stack.",
            "1 box 1: The phase begins.",
            "1.1: Shield goes on the stack."
        ]
    );
}

#[test]
fn checks_come_before_an_opportunity() {
    let (_folder, _, trace) = played(
        "stack-checks",
        &RULES.replace("player == rival and", "False and player == rival and"),
    );
    let loser = Some("Rival".to_owned());
    assert_eq!(
        trace.outcome,
        Outcome::Over { winner: None, loser, reason: "no life is left".to_owned() }
    );
    let last = &trace.records[trace.records.len() - 2];
    assert_eq!(last.verb, "count", "nobody passes between the damage and the loss");
}

#[test]
fn an_attempt_takes_the_stack_back() {
    let rules = RULES.replace("    walk(\"#chart-phase\")\n", "    attempt(tries)\n    note(\"skip\", len(stack()))\n\ndef tries():\n    stack_push(\"Spark\", shield, you)\n    opportunity([rival, you], first = rival)\n    stack_push(\"Spark\", shield, you)\n    return False\n");
    let (_folder, program, trace) = played("stack-attempt", &rules);
    assert_eq!(trace.outcome, Outcome::Finished);
    let lines = lines(&program, &trace);
    assert!(lines.last().is_some_and(|line| line.starts_with("skip  1 ")), "{lines:#?}");
}

#[test]
fn who_always_acts_is_stopped() {
    let (_folder, _, trace) =
        played("stack-endless", &RULES.replace("    return False\n", "    return True\n"));
    let what = "an opportunity that repeats more than 10000 times".to_owned();
    assert_eq!(trace.outcome, Outcome::Limit { what });
}

#[test]
fn only_a_piece_or_words_wait() {
    let (_folder, _, trace) =
        played("stack-wrong", &RULES.replace("stack_push(\"Bolt\",", "stack_push(7,"));
    let Outcome::Fault(fault) = trace.outcome else { panic!("a number does not wait") };
    assert_eq!(fault.message, "a piece or words wait on the stack, not a `int`");
}

/// Returns the words of each line, without citations.
fn short(program: &Program, trace: &Trace, verbs: &[&str]) -> Vec<String> {
    let lines = lines(program, trace)
        .into_iter()
        .filter(|line| verbs.iter().any(|verb| line.starts_with(verb)));
    lines.map(|line| line.split(" @").next().unwrap_or_default().trim().to_owned()).collect()
}

/// Three abilities trigger in the turn of the rival; those of the rival are put on the stack first.
const TRIGGERS: &str = r##"load("table.star", "life", "rival", "you")

#@ #turn
def turn():
    begin_turn(rival)
    trigger("Thorns", gain, you, 1, by = you)
    trigger("First", gain, rival, 2, by = rival)
    trigger("Second", gain, rival, 3)
    attempt(tries)
    check("wait", triggered() == ["Thorns", "First", "Second"] and not stack())
    note("stacked", stack_triggered())
    check("stacked", stack() == ["Thorns", "Second", "First"] and not triggered())
    opportunity()
    note("none", stack_triggered())

def tries():
    trigger("Never", gain, you, 9)
    stack_triggered()
    return False

def gain(player, amount):
    player.add(life, amount)
"##;

#[test]
fn what_triggered_is_put_on_the_stack_player_by_player() {
    let (_folder, program, trace) = played("stack-triggers", TRIGGERS);
    assert_eq!(trace.outcome, Outcome::Finished);
    assert_eq!(
        short(&program, &trace, &["trigger", "push", "resolve", "check", "stacked", "none"]),
        [
            "trigger \"Thorns\" You",
            "trigger \"First\" Rival",
            "trigger \"Second\" Rival",
            "check wait yes",
            "push \"First\"",
            "push \"Second\"",
            "push \"Thorns\"",
            "stacked  3",
            "check stacked yes",
            "resolve \"Thorns\"",
            "resolve \"Second\"",
            "resolve \"First\"",
            "none  0",
        ]
    );
    assert_eq!(told(&program, &trace)[1], "1: Thorns triggers.");
    assert_eq!(trace.end.players["Rival"]["life"], 5);
}

/// The loop of `opportunity()`, which runs once for each thing that resolves.
const ONCE: &str = r##"load("table.star", "life", "rival", "you")

#@ #turn
def turn():
    begin_turn(you)
    check("nobody has passed", not all_passed())
    stack_push("One", gain, 1)
    stack_push("Two", gain, 2)
    for _ in repeat():
        if opportunity(once = True):
            break
        check("something resolved", not all_passed())
    check("all have passed", all_passed())
    stack_push("Three", gain, 3)
    check("something is on the stack", not all_passed())

def gain(amount):
    you.add(life, amount)
"##;

#[test]
fn an_opportunity_ends_when_one_thing_resolved() {
    let (_folder, program, trace) = played("stack-once", ONCE);
    assert_eq!(trace.outcome, Outcome::Finished);
    let short = short(&program, &trace, &["pass", "resolve", "check"]);
    let pass = ["pass You", "pass Rival"];
    let resolves =
        |what: &'static str| [&pass[..], &[what, "check something resolved yes"]].concat();
    let ends =
        [&pass[..], &["check all have passed yes", "check something is on the stack yes"]].concat();
    let all = [
        vec!["check nobody has passed yes"],
        resolves("resolve \"Two\""),
        resolves("resolve \"One\""),
        ends,
    ];
    assert_eq!(short, all.concat());
}

/// If a check puts something on the stack after all have passed, all have to pass again.
#[test]
fn what_a_check_puts_on_the_stack_can_be_responded_to() {
    let rules = r##"load("table.star", "life", "rival", "you")

#@ #turn
def turn():
    begin_turn(you)
    opportunity()

#@ when opportunity
def pays(player):
    if player == rival and rival.count(life) == 0:
        trigger("Thorns", gain)
        rival.add(life, 1)
    return False

def gain():
    you.add(life, 1)

#@ after state-check
#@ #checks
def stacks(_):
    if len(triggered()) > 0 and rival.count(life) == 1:
        stack_triggered()
"##;
    let (_folder, program, trace) = played("stack-check-pushes", rules);
    let short = short(&program, &trace, &["pass", "push", "resolve", "trigger"]);
    assert_eq!(
        short,
        [
            "pass You",
            "trigger \"Thorns\" You",
            "pass Rival",
            "push \"Thorns\"",
            "pass You",
            "pass Rival",
            "resolve \"Thorns\"",
            "pass You",
            "pass Rival",
        ]
    );
}

/// A card that is seen and one that is not, on the stack.
const PIECES: &str = r##"load("table.star", "field", "hand", "you")

#@ #turn
def turn():
    begin_turn(you)
    stack_push(field.first(), lands, field.first())
    stack_push(hand.first(), lands, hand.first())
    attempt(tries)
    check("both wait", stack() == [hand.first(), field.first()])
    opportunity(once = True)

def tries():
    stack_push(field.first(), lands, field.first())
    opportunity()
    return False

def lands(card):
    card.move(field, verb = "enter")
"##;

#[test]
fn a_piece_waits_on_the_stack() {
    let folder = Folder::new("stack-pieces");
    let table = format!(
        "{TABLE}field = zone(\"you.field\", \"Field\", owner = you)\nhand = zone(\"you.hand\", \"Hand\", owner = you, face = \"down\", seen = \"owner\")\nCARDS = cards(\"cards.csv\")\n\n#@ make\ndef build():\n    make(CARDS[0], field)\n    make(CARDS[1], hand)\n"
    );
    book(&folder, TEXT, &[("chart", CHART), ("table", &table), ("turn", PIECES)]);
    folder.write(
        "own/book.toml",
        "title = \"Cards\"\nsources = [\"rules.md\"]\ndata = [\"cards.csv\"]\n",
    );
    folder.write("own/cards.csv", "Card,Power\nFairy,1\nGiant,5\n");
    let (program, found) = load(&folder);
    assert_eq!(found, "");
    let trace = play(&program, "#turn", None);
    assert_eq!(trace.outcome, Outcome::Finished);
    assert_eq!(
        short(&program, &trace, &["push", "attempt", "check", "resolve", "enter"]),
        [
            "push Fairy",
            "push (Giant)",
            "attempt",
            "check both wait yes",
            "resolve (Giant)",
            "enter Giant you.hand > you.field",
        ]
    );
    let said = told(&program, &trace);
    assert_eq!(
        said[1..3],
        ["1: *Fairy* goes on the stack.", "1: A face-down card goes on the stack."]
    );
    assert!(said.contains(&"1: A face-down card resolves.".to_owned()), "{said:#?}");
    assert_eq!(trace.end.stack.iter().map(NamedPending::name).collect::<Vec<_>>(), ["Fairy"]);
    assert_eq!(judge_fact("the stack is Fairy", &trace, &program), Ok(()));
}

#[test]
fn what_waits_at_the_end_of_a_turn_resolves_in_the_next() {
    let rules = r##"load("table.star", "life", "you")

#@ #turn
def turn():
    begin_turn(you)
    opportunity()
    if turn_number() == 2:
        stack_push("Bolt", gain, 1)
    if turn_number() == 4:
        trigger("Thorns", gain, 10)
    if turn_number() == 5:
        stack_triggered()

def gain(amount):
    you.add(life, amount)
"##;
    let (_folder, program, _) = played("stack-turns", rules);
    let machine = LoadedRules::load(&program).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let turn = places::find_function(&program, "#turn").expect("a rule is bound there");
    let trace = machine.play(&Start { play: turn, repeat: 7, ..Start::default() });
    assert_eq!((trace.outcome, trace.end.players["You"]["life"]), (Outcome::Finished, 11));
}
