//! The other commands on hostile books: their output and exit code.

use super::{Case, book, limited, rules, turn};

/// A command, its exit code, and words that it must print.
type Wanted<'a> = (&'a [&'a str], i32, &'a [&'a str]);

fn run(case: &Case, wanted: &[Wanted<'_>]) {
    let folder = book("commands", case);
    for (arguments, code, words) in wanted {
        let ran = limited(folder.path(), arguments);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.code, Some(*code), "{}: {arguments:?}: {said}", case.name);
        for word in *words {
            assert!(
                said.contains(word),
                "{}: {arguments:?} does not say `{word}`: {said}",
                case.name
            );
        }
        assert!(!said.contains("crashed"), "{}: {arguments:?}: {said}", case.name);
    }
    assert!(
        !folder.path().join("output").exists(),
        "{}: a book with errors is not printed",
        case.name
    );
}

const PLAY: &[&str] = &["play", "book/examples/y.toml"];
const BUILD: &[&str] = &["build", "book"];
const SIMULATE: &[&str] = &["simulate", "book", "--games", "3"];
const GAPS: &[&str] = &["gaps", "book", "--games", "3"];
const FIND: &[&str] = &["find", "#draw", "book", "--games", "3"];

#[test]
fn endless_rules() {
    let case = turn("endless", "for _ in repeat():\n    pass", 5, &[]);
    run(
        &case,
        &[
            (PLAY, 5, &["[rules-limit]", "10000"]),
            (BUILD, 5, &["[rules-limit]"]),
            (SIMULATE, 5, &["10000"]),
        ],
    );
}

#[test]
fn open_choices() {
    let case = turn("choice", "ask(\"which\", [\"left\", \"right\"])", 1, &[]);
    run(
        &case,
        &[
            (PLAY, 1, &["[unanswered-choice]", "`left`, `right`"]),
            (BUILD, 1, &["[unanswered-choice]"]),
        ],
    );
}

/// Each command reports the faults of rules that cannot be run, and none takes them for a game
/// without events.
#[test]
fn misspelt_rules() {
    let said: &[&str] = &["[rule-fault]", "dekc", "`deck`"];
    let case = turn("misspelt", "if False:\n    dekc.shuffle()", 1, &[]);
    run(
        &case,
        &[(PLAY, 1, said), (BUILD, 1, said), (SIMULATE, 1, said), (GAPS, 1, said), (FIND, 1, said)],
    );
}

#[test]
fn rules_that_can_not_be_read() {
    let case = rules("unreadable", "(".repeat(20_000), 1, &[]);
    let said: &[&str] = &["[rule-syntax]", "[rule-nesting]"];
    run(
        &case,
        &[(PLAY, 2, said), (BUILD, 1, said), (SIMULATE, 2, said), (GAPS, 2, said), (FIND, 2, said)],
    );
}
