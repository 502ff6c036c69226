//! The report: the cause first, then each item; as text and as data, and nothing is written.

use std::process::Command;

use serde_json::Value;

use super::{change, change_number, change_words, files, garden, run};
use crate::common::{Folder, git, has_all, root};
use crate::diff::copy;
use crate::references::schemas::violations;

const WIND_LORRAINE: &str = "content/wind-lorraine";

/// A hand of seven becomes a hand of six: the cause comes first, in at most ten lines before the
/// first item, with the same words as in `diff`; with a repository and without one.
#[test]
fn a_hand_of_six() {
    let folder = Folder::new("review-hand");
    for part in [WIND_LORRAINE, "content/grand-archive", "examples/wind-lorraine"] {
        copy(&folder, part);
    }
    let chapter = format!("{WIND_LORRAINE}/04-setup.md");
    let review = || folder.run(&["review", WIND_LORRAINE]);
    assert_eq!(review().code, Some(0), "{}", review().stdout);
    let seven = folder.text(&chapter);
    folder.write(&chapter, seven.replace("[7]{=first-hand}", "[6]{=first-hand}"));
    let cause = "value first-hand 7 -> 6, 04-setup.md:12\n  shown in brief of 4, 4 step 5, brief of 7.1, 7.1 c, sheet Set-up, card Set-up\n  changes 2 examples: first-two-turns, set-up\n";
    let check = |since: &str| {
        let ran = review();
        assert_eq!(ran.code, Some(3), "{}", ran.stderr);
        let (before, items) = ran.stdout.split_once("\nexample ").expect("there is an example");
        assert!(before.lines().count() <= 10, "{before}");
        let head = format!("Wind Lorraine Automa{since}: 2 examples wait, 1 cause\n\n");
        assert!(before.starts_with(&(head + cause)), "{before}");
        assert!(items.contains("=> 16. The Automa draws a face-down card |\n"), "{items}");
        assert!(items.contains("cannot be accepted: no step of the example follows"), "{items}");
    };
    // Without a repository, rules.lock gives the cause.
    check("");
    folder.write(&chapter, &seven);
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "First"]);
    folder.write(&chapter, seven.replace("[7]{=first-hand}", "[6]{=first-hand}"));
    let mut log = Command::new("git");
    log.current_dir(folder.path()).args(["log", "-1", "--format=%h"]);
    let logged = log.output().expect("git starts").stdout;
    let commit = String::from_utf8_lossy(&logged).trim().to_owned();
    check(&format!(", {commit} to now"));
    // A change that was committed and not accepted still has its cause.
    git(folder.path(), &["commit", "-q", "-a", "-m", "Second"]);
    check(&format!(", {commit} to now"));
}

/// Steps and words are side by side, as wide as the terminal, and no word is lost.
#[test]
fn old_and_new_stand_side_by_side() {
    let folder = garden("review-sides");
    change_number(&folder);
    change_words(&folder);
    let before = files(&folder);
    let ran = run(&folder, &["review", "moon"]).ended(3);
    assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80), "{}", ran.stdout);
    for lines in [
        "Moon: 2 examples and 2 rules wait, 2 causes\n\nvalue enough 6 -> 8, 02-turn.md:43\n",
        "   accepted                              | now\n   ... 7 steps are the same\n",
        "=>                                       | 9. Ann chooses to go on.\n *                                       | 10. Ann turns up Spark.\n",
        " * 10. Comet and Lantern go into the     | 12. Comet, Lantern and Spark go into\n       jar.                              |     the jar.\n",
        "rule 2 Your turn reworded, 02-turn.md:14\n",
        "rule #jar, 2 Your turn: the words changed, the function did not\n  moon/02-turn.md:14\n",
        "   [put] the fireflies of the meadow     | [lay] the fireflies of the meadow\n",
        "   carried out by rules/turn.star:fill_jar, moon/rules/turn.star:51\n     def fill_jar(player):\n",
    ] {
        assert!(ran.stdout.contains(lines), "{lines}\n{}", ran.stdout);
    }
    assert_eq!(files(&folder), before, "nothing is written");
}

/// A change of a function and one of a scenario are causes too; new things are at the end.
#[test]
fn every_kind_of_cause() {
    let folder = garden("review-kinds");
    change(
        &folder,
        "moon/rules/turn.star",
        "card.move(discards, at = \"top\", verb = \"fly away\")",
        "card.move(discards, at = \"bottom\", verb = \"fly away\")",
    );
    folder.write("moon/examples/third.toml", "title = \"Third\"\nplay = \"#turn\"\nseed = 6\n");
    let ran = run(&folder, &["review", "moon"]);
    let causes: Vec<&str> = ran
        .stdout
        .lines()
        .filter(|line| {
            ["module", "new:", "examples that"].iter().any(|begins| line.starts_with(begins))
        })
        .collect();
    assert_eq!(
        causes,
        ["module rules/turn.star changed, rules/turn.star:45", "new: never accepted"],
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .contains("rule #turn-away, 2 b Your turn: the function changed, the words did not"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("example third, Third: it was never accepted"), "{}", ran.stdout);
}

/// The data fits its schema, and holds everything that a program needs to decide.
#[test]
fn the_review_as_data() {
    let folder = garden("review-data");
    change_number(&folder);
    change_words(&folder);
    let ran = run(&folder, &["review", "moon", "--format", "json"]).ended(3);
    let data = ran.json();
    let schema = std::fs::read_to_string(root().join("docs/schemas/review.schema.json"));
    let schema = serde_json::from_str(&schema.expect("there is a schema")).expect("it is JSON");
    assert_eq!(violations(&schema, &data, ""), Vec::<String>::new());
    assert_eq!(data["groups"][0]["cause"]["change"]["parts"][0]["new"], "8", "{data:#}");
    let item = &data["groups"][0]["items"][0];
    assert_eq!(item["id"], "example/owl");
    let rows = item["body"]["example"]["steps"].as_array().expect("there are steps");
    let first: Vec<&Value> = rows.iter().filter(|row| row["first"] == true).collect();
    assert_eq!(first.len(), 1);
    assert_eq!(first[0]["new"]["text"], "Ann chooses to go on.");
    let rule = &data["groups"][1]["items"][0];
    assert_eq!(rule["body"]["rule"]["key"], "#jar", "{rule:#}");
    let words = rule["body"]["rule"]["words"].to_string();
    assert!(words.contains(r#"{"mark":"old","text":" put"}"#), "{words}");
}

/// Words that a lock of an earlier version lacks are taken from nowhere else: rules still wait, and
/// the words are the present ones.
#[test]
fn a_lock_without_words() {
    let folder = garden("review-old-lock");
    let lock = folder.text("moon/rules.lock");
    let short: String = lock
        .lines()
        .filter(|line| !line.starts_with([' ', '=']))
        .map(|line| format!("{line}\n"))
        .collect();
    folder.write("moon/rules.lock", short);
    assert_eq!(run(&folder, &["review", "moon"]).code, Some(0));
    change_number(&folder);
    change_words(&folder);
    let ran = run(&folder, &["review", "moon"]);
    assert!(ran.stdout.contains("rule #jar, 2 Your turn: the words changed"), "{}", ran.stdout);
    has_all(&ran.stdout, &["lay the fireflies", "example owl, Ann and the owl"]);
    assert!(!ran.stderr.contains("lock-file"), "{}", ran.stderr);
}
