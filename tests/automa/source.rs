//! The document that the book is based on is played by the book's rules, unchanged, and cites its
//! own headings and steps.

use crate::common::{Ran, root, rulepress, run_by_rules};

fn run(command: &[&str]) -> Option<Ran> {
    run_by_rules(command, "gaia-project-automa.md", "gaia-project")
}

#[test]
fn examples_stand_behind_its_headings_and_cite_them() {
    let Some(ran) = run(&["dump", "pages"]) else { return };
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(!ran.stderr.contains("error") && !ran.stderr.contains("warning"), "{}", ran.stderr);
    let words: String = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let after = |heading: &str, title: &str| {
        let heading = words.find(heading).unwrap_or_else(|| panic!("no heading `{heading}`"));
        assert!(words[heading..].contains(title), "`{title}` does not stand behind its heading");
    };
    after("Action: Build a Mine", "Two lines decide where a mine goes");
    after("Action: Upgrade", "An upgrade on the first turn");
    after("Automa Passing Procedure", "A random card joins the deck.");
    after("Action: Faction Action", "Firaks, as this document has them");
    for cited in ["(5.1.2)", "(5.1.1)", "(4 step 2)", "(6.2 step 1)", "(6.2 step 4)", "(6.3)"] {
        assert!(words.contains(cited), "{cited} is cited nowhere");
    }
    assert!(
        words.contains("Closest to Automa’s planets: Volcanic 5-14"),
        "its own line decides: {words}"
    );
    let quoted = "Fewest terraforming steps (Gaia = 1, Transdim = 2): Volcanic 5-14 (1)";
    assert!(words.contains(quoted), "the sentence that decides is quoted: {words}");
}

#[test]
fn what_it_leaves_open_is_listed() {
    for (play, questions) in [
        (
            "#rounds",
            &[
                "which hex the satellite goes to",
                "what the Automa does when all spaces are covered",
                "what the Automa does when nothing can be upgraded",
            ][..],
        ),
        (
            "#setup",
            &[
                "what the line about final scoring prefers",
                "which round booster the Automa begins with",
                "who begins the first round",
            ][..],
        ),
    ] {
        let Some(ran) = run(&["gaps", "--games", "60", "--play", play]) else { break };
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        for question in questions {
            assert!(ran.stdout.contains(question), "{question}: {}", ran.stdout);
        }
        assert_eq!(
            ran.stdout.matches("the book does not say").count(),
            questions.len(),
            "{}",
            ran.stdout
        );
    }
    let own =
        rulepress(root(), &["gaps", "content/gaia-project", "--games", "20", "--play", "#rounds"]);
    assert!(own.stdout.starts_with("0 gaps"), "the edition leaves nothing open: {}", own.stdout);
}
