//! Games from the same seeds with other numbers for a named value.

use crate::common::{Folder, Ran, has_all};

const TEXT: &str = "# Coins {#coins}\n\nThrow until you hit.\n\n## Turn {#turn}\n\n\
    Throw a die. You win with at least [6]{=least-hit}, and lose with [1]{=worst}.\n";

/// A game of some turns that reads one number of its text, and no word of it.
const RULES: &str = r##"you = player("You")
foe = player("Foe")
d6 = die("d6", [1, 2, 3, 4, 5, 6])

#@ #turn
def turn(player):
    for _ in repeat():
        begin_turn(player)
        face = roll(d6)[0]
        if face >= LEAST_HIT:
            game_over(winner = you, reason = "a hit")
        if face == WORST:
            game_over(winner = foe, reason = "a one")
"##;

fn coins(name: &str) -> Folder {
    let folder = Folder::with(name, "book/book.toml", "title = \"Coins\"\n");
    folder.write("book/rules.md", TEXT);
    folder.write("book/rules/turn.star", RULES);
    folder
}

fn sweep(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.run(&[&["simulate", "book", "--games", "300"], arguments].concat())
}

/// Returns the result of each setting: the share that You win.
fn shares(told: &serde_json::Value) -> Vec<f64> {
    let settings = told["settings"].as_array().expect("there are settings");
    let won = settings.iter().map(|own| {
        let measures = own["measures"].as_array().expect("it is measured");
        measures.iter().find(|own| own["name"] == "won by You").expect("somebody wins")
    });
    won.map(|own| own["value"].as_f64().expect("it is a number")).collect()
}

/// Each number gives the share that it must give; that of the book is marked.
#[test]
fn each_number_is_played() {
    let folder = coins("sweep-numbers");
    let ran = sweep(&folder, &["--set", "least-hit=2..6:2", "--format", "json"]).ended(0);
    let told = ran.json();
    // 5 of 6, 3 of 4 and 1 of 2 throws that decide.
    let wanted = [5.0 / 6.0, 3.0 / 4.0, 1.0 / 2.0];
    let found = shares(&told);
    assert_eq!(found.len(), 3);
    assert!(found.iter().zip(wanted).all(|(own, wanted)| (own - wanted).abs() < 0.09), "{found:?}");
    let marked = told["settings"].as_array().unwrap().iter().map(|own| own["as_in_book"] == true);
    assert_eq!(marked.collect::<Vec<_>>(), [false, false, true]);
    let text = sweep(&folder, &["--set", "least-hit=5,6"]).stdout;
    has_all(&text, &["300 games for each of 2 settings", "least-hit 6 *", "* as in the book"]);
}

/// The value of the book gives the games that are played without `--set`; two values are tried in
/// every combination.
#[test]
fn the_number_of_the_book_changes_nothing() {
    let folder = coins("sweep-same");
    let plain = sweep(&folder, &["--format", "json"]).stdout;
    let plain: serde_json::Value = serde_json::from_str(&plain).expect("it is data");
    let winners = plain["winners"].as_array().unwrap();
    let games = winners.iter().find(|own| own["name"] == "You").unwrap()["games"].as_f64().unwrap();
    let both = ["--set", "least-hit=5..6", "--set", "worst=1,2", "--format", "json"];
    let told = sweep(&folder, &both).stdout;
    let told: serde_json::Value = serde_json::from_str(&told).expect("it is data");
    let found = shares(&told);
    assert_eq!(found.len(), 4);
    assert!((found[2] - games / 300.0).abs() < 1e-4, "{found:?} {games}");
}

/// The curve is drawn; a value that cannot be set, drawn or combined is reported with a hint.
#[test]
fn curves_and_wrong_settings() {
    let folder = coins("sweep-wrong");
    sweep(&folder, &["--set", "least-hit=4..6", "--curve", "curve.svg"]).ended(0);
    let svg = folder.text("curve.svg");
    assert!(svg.contains("who wins by least-hit") && svg.contains("won by You"), "{svg}");
    let wrong = |arguments: &[&str], said: &str| {
        let ran = sweep(&folder, arguments);
        assert_ne!(ran.code, Some(0), "{arguments:?}");
        assert!(ran.stderr.contains(said), "{arguments:?}: {}", ran.stderr);
    };
    wrong(&["--set", "least-hits=3"], "did you mean `least-hit`?");
    wrong(&["--set", "least-hit=6..4"], "is not of the form");
    wrong(&["--set", "least-hit=many"], "is not of the form");
    wrong(&["--set", "least-hit=1", "--set", "least-hit=2"], "set twice");
    wrong(&["--set", "least-hit=1..1000000000000"], "more than 100 settings");
    wrong(&["--set", "least-hit=6", "--curve", "one.svg"], "several numbers");
    wrong(&["--set", "least-hit=4..6", "--curve", "none.svg", "--metric", "gold"], "gold");
    wrong(&["--set", "least-hit=4..6", "--metric", "gold"], "gold");
    wrong(&["--set", "least-hit=4..6", "--curve", "curve.png"], ".svg");
    wrong(&["--curve", "curve.svg"], "--set");
}
