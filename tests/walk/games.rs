//! Games from many seeds: the functions they reach, their length, and their ends.

use rulepress::engine::trace::Outcome;
use rulepress::example::command::{
    CommandReport, Coverage, Reached, SeededGames, find_seeds, report_simulation,
};
use rulepress::rules::Program;
use rulepress::rules::executor::InProcess;
use rulepress::source::Sources;

use super::book::{book, load, play};
use crate::common::Folder;

const TEXT: &str = r##"# Turn {#turn}

```mermaid {#chart-luck}
graph TD
Roll{"Which face?"} -- "One (a hit)" --> Hit(["A hit"])
Roll -- Two --> Miss(["A miss"])
Roll -- Three --> Never(["Never"])
```

## Set-up {#set-up}

Somebody begins.

## Hits {#hits}

A hit ends the game.

## Nothing {#nothing}

This never happens.
"##;

const CHART: &str = r##"#@ chart #chart-luck
load("turn.star", "coin", "hits")

def Roll():
    return roll(coin)[0]

def Hit():
    hits()
"##;

const TURN: &str = r##"you = player("You")
coin = die("coin", ["One", "Two", "Two"])

#@ setup
#@ #set-up
def begins():
    note("begin", you)

#@ #turn
def turn():
    begin_turn(you)
    walk("#chart-luck")

#@ #hits
def hits():
    game_over(winner = you)

#@ #nothing
def nothing():
    pass
"##;

const GAMES: SeededGames<'_> =
    SeededGames { play: "#turn", turns: 4, players: None, seed: 1, games: 40 };

fn program(folder: &Folder) -> Program {
    book(folder, TEXT, &[("chart", CHART), ("turn", TURN)]);
    let (program, found) = load(folder);
    assert_eq!(found, "");
    program
}

fn sought(program: &Program, what: &str) -> CommandReport {
    find_seeds(what, &GAMES, program, &InProcess)
}

#[test]
fn boxes_and_exits_are_found() {
    let folder = Folder::new("games-find");
    let program = program(&folder);
    let reached = |what: &str| sought(&program, what).json["reached"].as_u64().unwrap_or_default();
    let (hits, misses) = (reached("#chart-luck Roll \"One\""), reached("#chart-luck Roll \"two\""));
    assert!(hits > 0 && hits < 40 && misses > 0 && misses < 40, "{hits} {misses}");
    assert_eq!(reached("#chart-luck Hit"), hits);
    assert_eq!(reached("#chart-luck Roll \"One (a hit)\""), hits);
    assert_eq!(reached("#hits"), hits);
    assert_eq!(reached("#chart-luck Roll \"Three\""), 0);
    assert_eq!((reached("#chart-luck"), reached("#chart-luck Roll")), (40, 40));
    let report = sought(&program, "#chart-luck Roll \"One\"");
    assert!(report.text.starts_with("1 box 1 \"One (a hit)\" is reached in "), "{}", report.text);
    assert!(report.text.contains(": 4 events, event 3, over\n"), "{}", report.text);
    assert_eq!(report.json["exit"], "One (a hit)");
}

#[test]
fn what_can_not_be_found_says_what_is_meant() {
    let folder = Folder::new("games-find-wrong");
    let program = program(&folder);
    for (what, message, hint) in [
        ("#chart-luck Roll \"Tow\"", "the box `Roll` has no exit \"Tow\"", "did you mean \"Two\"?"),
        ("#chart-luck Hit \"Yes\"", "the box `Hit` has no exit \"Yes\"", "it has no exits"),
        ("#chart-luck Rol", "unknown place `#chart-luck Rol`", "did you mean `#chart-luck Roll`?"),
        (
            "#hits \"Yes\"",
            "`#hits` is not a box of a chart that rules walk through",
            "write the chart, the box and its exit: `#chart Box \"Yes\"`",
        ),
    ] {
        let findings = sought(&program, what).findings;
        assert_eq!(
            (findings.0[0].message.as_str(), findings.0[0].hints[0].as_str()),
            (message, hint)
        );
    }
}

#[test]
fn games_reach_what_no_example_does() {
    let folder = Folder::new("games-coverage");
    let program = program(&folder);
    let mut coverage = Coverage::of(&program, &Reached::default());
    coverage.seek(&GAMES, &InProcess);
    let report = coverage.report();
    let reaches = |seed: &u64| {
        let games = SeededGames { seed: *seed, games: 1, ..GAMES };
        find_seeds("#chart-luck Hit", &games, &program, &InProcess).json["reached"] == 1
    };
    let first = (1..).find(reaches).expect("a game reaches it");
    let line = |what: &str| {
        report.text.lines().find(|line| line.contains(what)).unwrap_or_default().to_owned()
    };
    for what in ["#hits ", "A hit ", "One (a hit)"] {
        assert!(
            line(what).ends_with(&format!("  seed {first}")),
            "{what} {first}\n{}",
            report.text
        );
    }
    assert!(line("\"Three\"").ends_with("in none of 40 games"), "{}", report.text);
    assert!(line("#nothing ").ends_with("in none of 40 games"), "{}", report.text);
    assert!(line("#set-up ").ends_with("seed 1"), "{}", report.text);
    let exits =
        report.json["exits of charts"]["missing"].as_array().expect("three exits are missing");
    assert_eq!((exits.len(), &exits[2]["seed"]), (3, &serde_json::Value::Null));
    assert_eq!(report.json["rules"]["missing"][0]["seed"], 1);
}

#[test]
fn turns_and_shares_are_told() {
    let folder = Folder::new("games-simulate");
    let program = program(&folder);
    let sources = Sources::new(folder.path()).expect("the folder is there");
    let report = report_simulation(&GAMES, &program, &sources, None, &InProcess);
    let (turns, outcomes) = (&report.json["turns"], &report.json["outcomes"]);
    assert_eq!((turns["least"].as_u64(), turns["most"].as_u64()), (Some(1), Some(4)));
    let won = outcomes[0]["games"].as_u64().expect("they are counted");
    let share = format!("{}.{} %", won * 1_000 / 40 / 10, won * 1_000 / 40 % 10);
    assert_eq!(outcomes[0]["share"], share);
    assert!(
        report.text.starts_with("40 games, ") && report.text.contains(" turns each (1 to 4), "),
        "{}",
        report.text
    );
    assert!(report.text.contains(&format!("{won}  {share:>7}  ")), "{}", report.text);
}

/// A chart of forty boxes for each turn, whose end leads on to the next turn.
#[test]
fn a_walk_goes_through_three_hundred_turns() {
    let steps: String = (0..40)
        .map(|n| format!("B{n}[\"Step {n}\"] --> B{}[\"Step {}\"]\n", n + 1, n + 1))
        .collect();
    let text = format!(
        "# Game {{#game}}\n\nTurns.\n\n## Turns {{#turns}}\n\n```mermaid {{#chart-turn}}\ngraph TD\n{steps}B40 --> Over([\"The game is over\"])\nB40 --> Next([\"The next turn\"])\n%% link: Next -> #chart-turn\n```\n"
    )
    .replace("B40 --> Over", "B40 -- Over --> Over")
    .replace("B40 --> Next", "B40 -- Next --> Next");
    let chart = "#@ chart #chart-turn\n\ndef B0():\n    begin_turn(players()[turn_number() % 2])\n\ndef B40():\n    return \"Over\" if turn_number() == 300 else \"Next\"\n";
    let game =
        "player(\"You\")\nplayer(\"Rival\")\n\n#@ #game\ndef game():\n    walk(\"#chart-turn\")\n";
    let folder = Folder::new("games-long");
    book(&folder, &text, &[("chart", chart), ("game", game)]);
    let (program, found) = load(&folder);
    assert!(!found.contains("error"), "{found}");
    let trace = play(&program, "#game", None);
    assert_eq!((trace.outcome, trace.end.turn), (Outcome::Finished, 300));
}
