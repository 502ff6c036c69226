//! Tools for writers of tutorials: scenarios that are found, games and pictures of a book, answers
//! that are recorded, and pages for a frame.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::{Folder, Ran, has_all, has_none};

/// A new book, with other rules where they are given: each pair is replaced by its second.
fn moon_garden(name: &str, changes: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(name);
    folder.run(&["new", "moon"]).ended(0);
    let path = folder.path().join("moon/rules/turn.star");
    let mut rules = std::fs::read_to_string(&path).expect("it is there");
    for (old, new) in changes {
        assert!(rules.contains(old), "{old}");
        rules = rules.replace(old, new);
    }
    folder.write("moon/rules/turn.star", rules);
    folder
}

/// Writes the garden without the policy that answers its question.
fn open_garden(name: &str) -> Folder {
    moon_garden(name, &[("#@ answer next\n", "")])
}

fn run(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.run(arguments)
}

/// A scenario that is found begins just before its rule, has every answer, is accepted and printed;
/// no file is overwritten.
#[test]
fn a_scenario_is_found_and_written() {
    let folder = open_garden("tutorials-find");
    let find = ["find", "#turn-owl", "moon#turns", "--games", "20", "--write", "the-owl"];
    run(&folder, &find).ended(0).says("moon/examples/the-owl.toml: from just before");
    let text = folder.text("moon/examples/the-owl.toml");
    for part in [
        "title = \"The owl\"",
        "after = \"#turn\"",
        "teaches = [\"#turn-owl\"]",
        "play = \"#turn\"",
        "[position]",
        "ben.jar = [\"Glimmer\"",
        "[answers]",
        "cites = [\"#turn-owl\"]",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    run(&folder, &["play", "moon/examples/the-owl.toml"]).ended(0).never_says("error");
    run(&folder, &["accept", "moon/examples/the-owl.toml"]).ended(0);
    let pages = run(&folder, &["dump", "pages", "moon"]).stdout;
    assert!(pages.contains("The owl"), "{pages}");
    run(&folder, &find).ended(2).says("exists already");
    assert_eq!(folder.text("moon/examples/the-owl.toml"), text);
}

/// Values of players are laid out too, whatever their names.
#[test]
fn a_position_that_is_found_holds_players() {
    let changes = [
        ("#@ answer next\n", ""),
        ("load(\"table.star\", ", "load(\"table.star\", \"gold\", "),
        ("    begin_turn(player)\n", "    begin_turn(player)\n    player.add(gold, 2)\n"),
    ];
    let folder = moon_garden("tutorials-players", &changes);
    let table = folder.text("moon/rules/table.star");
    let table = table.replace("player(\"Ann\")", "player(\"Ann Lee\")");
    folder.write("moon/rules/table.star", format!("{table}\ngold = counter(\"gold\")\n"));
    let find = ["find", "#jar", "moon#turns", "--games", "20", "--write", "fill"];
    run(&folder, &find).says("moon/examples/fill.toml: from just before");
    let text = folder.text("moon/examples/fill.toml");
    assert!(text.contains("[position.players]\n\"Ann Lee\" = [\"gold 4\"]"), "{text}");
    run(&folder, &["play", "moon/examples/fill.toml"]).ended(0);
}

/// If nothing leads to a rule, nothing is written; a name stays in its folder.
#[test]
fn no_scenario_is_written_without_a_game() {
    let folder = open_garden("tutorials-none");
    let ran = run(&folder, &["find", "#winner", "moon", "--games", "3", "--write", "win"]).ended(1);
    let said =
        "error[unwritten-scenario]: no scenario was written: none of 3 games reaches `#winner`";
    assert!(ran.stderr.contains(said), "{}", ran.stderr);
    for name in ["../win", "con", ""] {
        run(&folder, &["find", "#jar", "moon", "--games", "3", "--write", name]).ended(2);
    }
    assert!(!folder.path().join("moon/win.toml").exists());
}

/// A rule that ends the game only at its very end is played whole, with the answer to each
/// question.
#[test]
fn a_rule_with_things_to_call_it_with_is_reached_from_outside() {
    let folder = open_garden("tutorials-outside");
    run(&folder, &["find", "#end", "moon#turns", "--games", "5", "--write", "the-end"]).ended(0);
    run(&folder, &["play", "moon/examples/the-end.toml"]).ended(0).prints("the deck is empty");
}

/// A book is played whole from a seed, open choices too; one of its rules by its anchor.
#[test]
fn a_book_is_played() {
    let folder = open_garden("tutorials-book");
    let ran = run(&folder, &["play", "moon", "--seed", "4"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    has_all(&ran.stdout, &["seed 4: #turns", "the deck is empty"]);
    has_none(&ran.stdout, &["accepted"]);
    assert_eq!(run(&folder, &["play", "moon/", "--seed", "4"]).stdout, ran.stdout);
    assert_ne!(run(&folder, &["play", "moon", "--seed", "5"]).stdout, ran.stdout);
    let turn = run(&folder, &["play", "moon#turn"]);
    assert!(turn.stdout.contains("seed 1: #turn\n"), "{}{}", turn.stdout, turn.stderr);
    let refused = |arguments: &[&str], words: &str| {
        run(&folder, arguments).ended(2).says(words).never_says("//");
    };
    refused(&["play", "moon#tur"], "did you mean `#turn`?");
    refused(&["play", "moon", "--as", "Ada"], "rulepress play BOOK --record --as NAME");
    refused(&["play", "moon/examples/"], "`moon/examples/NAME.toml`");
}

/// A step that ends a game is no whole game where a section plays one.
#[test]
fn a_step_is_no_whole_game() {
    let folder = moon_garden("tutorials-whole", &[("#@ #end\n", "#@ #end\n#@ #stop-step\n")]);
    let text = folder.text("moon/02-turn.md");
    folder.write("moon/02-turn.md", format!("{text}\n1. Stop here. {{#stop-step}}\n"));
    let ran = run(&folder, &["simulate", "moon", "--games", "3"]);
    assert!(ran.stdout.contains("\"#turns\""), "{}", ran.stdout);
    assert!(!ran.stdout.contains("stop-step"), "{}", ran.stdout);
}

/// The picture of a step and the whole example are drawn, as large as they are.
#[test]
fn examples_are_drawn() {
    let folder = moon_garden("tutorials-pictures", &[]);
    let draw = |more: &[&str]| run(&folder, &[&["play", "moon/examples/owl.toml"], more].concat());
    let size = |path: &str| {
        let bytes = folder.bytes(path);
        assert!(bytes.starts_with(b"\x89PNG"), "{path}");
        [16, 20]
            .map(|at| u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]))
    };
    for more in [
        ["--format", "svg", "-o", "whole.svg"].as_slice(),
        &["--format", "png", "-o", "whole.png"],
        &["--format", "svg", "--step", "1", "-o", "step.svg"],
        &["--format", "png", "--step", "1", "-o", "step.png"],
    ] {
        let ran = draw(more);
        assert_eq!(ran.code, Some(0), "{more:?}: {}", ran.stderr);
        assert_eq!(ran.stdout.trim_end(), more[more.len() - 1]);
    }
    assert!(folder.text("whole.svg").starts_with("<svg"));
    assert!(folder.text("step.svg").starts_with("<svg"));
    let ([whole_width, whole], [step_width, step]) = (size("whole.png"), size("step.png"));
    assert!(whole > step && whole_width > 400 && step_width > 200, "{whole} {step}");
    let ran = draw(&["--step", "99", "--format", "svg"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("error[unknown-step]: the example has no step 99: it has "));
    assert!(ran.stderr.contains("help: steps with a picture: 1"), "{}", ran.stderr);
    for wrong in [
        ["--step", "1"].as_slice(),
        &["--format", "png"],
        &["--format", "svg", "-o", "moon/examples/owl.toml"],
    ] {
        assert_eq!(draw(wrong).code, Some(2), "{wrong:?}");
    }
}

/// A step at which nothing changes on the table says that it has no picture.
#[test]
fn a_step_without_a_picture_says_so() {
    let folder = moon_garden("tutorials-undrawn", &[]);
    let scenario = folder.text("moon/examples/owl.toml");
    folder
        .write("moon/examples/owl.toml", scenario.replace("seed =", "detail = \"events\"\nseed ="));
    let steps = run(&folder, &["play", "moon/examples/owl.toml", "--format", "json"]).stdout;
    let data: serde_json::Value = serde_json::from_str(&steps).expect("it is data");
    let entries = data["entries"].as_array().expect("a list").iter();
    let bare = entries.filter(|entry| entry["step"].is_u64() && entry["picture"].is_null());
    let bare = bare.map(|entry| entry["step"].to_string()).next().expect("a question has none");
    let draw = ["play", "moon/examples/owl.toml", "--format", "svg", "--step", &bare];
    run(&folder, &draw).ended(1).says(&format!("step {bare} has no picture"));
}

/// Returns the output while answers are recorded.
fn record(folder: &Folder, answers: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulepress"));
    command.current_dir(folder.path()).args(["play", "--record", "moon/examples/two.toml"]);
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut input = child.stdin.take().expect("it is piped");
    input.write_all(answers.as_bytes()).expect("it reads");
    drop(input);
    let ended = child.wait_with_output().expect("it ends");
    String::from_utf8(ended.stderr).expect("it is text")
}

/// The table and the answers of a policy are printed before each question; `back` takes an answer
/// back.
#[test]
fn recording_shows_the_table_and_goes_back() {
    let ask = "ask(\"next\", [\"go on\", \"stop\"], by = player)";
    let named = "ask(\"next\", [\"go on\", \"stop\"], by = player, about = card)";
    let policy = (
        "    return \"stop\" if total",
        "    return None if player.name == \"Ann\" else \"stop\" if total",
    );
    let folder = moon_garden("tutorials-record", &[(ask, named), policy]);
    let scenario = "title = \"Two\"\nplay = \"#turns\"\nseed = 3\n";
    folder.write("moon/examples/two.toml", scenario);
    let said = record(&folder, "stop\nback\nstop\n");
    let questions: Vec<&str> = said.lines().filter(|line| line.starts_with("next: ")).collect();
    assert!(questions.len() >= 3, "{said}");
    assert_eq!(questions[0], questions[2], "the first question comes again: {said}");
    assert_ne!(questions[0], questions[1], "{said}");
    has_all(&said, &["  meadow: ", "face-down cards", "a policy answered `next: "]);
    assert_eq!(folder.text("moon/examples/two.toml").matches(" = \"stop\"").count(), 1, "{said}");
}

/// A page for a frame holds the example alone and reaches nothing outside.
#[test]
fn a_page_for_a_frame() {
    let folder = moon_garden("tutorials-frame", &[]);
    let page = run(&folder, &["play", "moon/examples/owl.toml", "--format", "embed"]).stdout;
    assert!(page.contains("<body class=\"play frame\">"), "{page}");
    for absent in ["<header", "<h1", "href=\"..", "postMessage", "parent", "http-equiv=\"refresh\""]
    {
        assert!(!page.contains(absent), "{absent}");
    }
    assert!(page.contains("default-src 'none'"));
    run(&folder, &["build", "moon", "--only", "web"]).ended(0);
    assert_eq!(folder.text("output/moon/web/embed/owl.html"), page);
}
