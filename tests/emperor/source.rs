//! The page that the book is based on is played by the book's rules, unchanged, and cites its own
//! headings, steps and bullets.

use crate::common::{Ran, run_by_rules};

fn run(command: &[&str]) -> Option<Ran> {
    run_by_rules(command, "automated-emperor.html", "imperial-assault")
}

#[test]
fn whole_missions_are_played_by_it() {
    let Some(ran) = run(&["simulate", "--play", "#setup 6.*2", "--games", "40"]) else { return };
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("all terminals are destroyed"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("Did not end"), "{}", ran.stdout);
}

#[test]
fn what_it_leaves_open_is_listed() {
    let Some(ran) = run(&["gaps", "--play", "#setup 6.*2", "--seed", "1100", "--games", "100"])
    else {
        return;
    };
    for line in [
        "4: the book does not say: what a figure does when nothing on the list can be done",
        "6 bullet 5: the book does not say: what is done when no group lacks figures",
    ] {
        assert!(ran.stdout.contains(line), "{line}\n{}", ran.stdout);
    }
}

#[test]
fn examples_print_in_it_and_cite_its_bullets() {
    let Some(ran) = run(&["dump", "pages"]) else { return };
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    let words: String = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    for title in ["The first colour that is in range", "A Blitz card"] {
        assert!(words.contains(title), "`{title}` is not printed");
    }
    for cited in ["(2 step 1 bullet 1)", "(4 bullet 3", "(2 step 2"] {
        assert!(words.contains(cited), "{cited} is cited nowhere");
    }
}
