//! The stack, and the opportunity to respond.

use rulepress::engine::trace::{Outcome, Trace};
use rulepress::rules::Program;

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
        &[("chart", CHART), ("table", &TABLE.replace("\"life\"", "\"life\", least = -9")), ("turn", rules)],
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
    let short: Vec<&str> = lines.iter().map(|line| line.split(" @").next().unwrap_or_default().trim()).collect();
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
        ["1: Bolt goes on the stack.", "1 box 1: The phase begins.", "1.1: Shield goes on the stack."]
    );
}

#[test]
fn checks_come_before_an_opportunity() {
    let (_folder, _, trace) =
        played("stack-checks", &RULES.replace("player == rival and", "False and player == rival and"));
    let loser = Some("Rival".to_owned());
    assert_eq!(trace.outcome, Outcome::Over { winner: None, loser, reason: "no life is left".to_owned() });
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
    let (_folder, _, trace) = played("stack-endless", &RULES.replace("    return False\n", "    return True\n"));
    let what = "an opportunity that goes round more than 10000 times".to_owned();
    assert_eq!(trace.outcome, Outcome::Limit { what });
}

#[test]
fn only_a_piece_or_words_wait() {
    let (_folder, _, trace) = played("stack-wrong", &RULES.replace("stack_push(\"Bolt\",", "stack_push(7,"));
    let Outcome::Fault(fault) = trace.outcome else { panic!("a number does not wait") };
    assert_eq!(fault.message, "a piece or words wait on the stack, not a `int`");
}
