//! Examples in the books: they are played again on every build, and those that no longer agree are
//! reported.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::common::{Folder, Ran, root, rulepress, seed};

/// The books and their examples, as a project of its own.
fn project(name: &str) -> Folder {
    Folder::project(
        name,
        &["content/grand-archive", "content/wind-lorraine", "examples/wind-lorraine"],
    )
}

fn change(folder: &Folder, file: &str, from: &str, to: &str) {
    let path = folder.path().join(file);
    let text = std::fs::read_to_string(&path).expect("it is there");
    assert!(text.contains(from), "{file} has no `{from}`");
    std::fs::write(path, text.replacen(from, to, 1)).expect("it can be written");
}

fn build(folder: &Folder, arguments: &[&str]) -> Ran {
    folder.run(
        &[&["build", "content/wind-lorraine", "--profile", "home-a5", "-v"], arguments].concat(),
    )
}

/// The examples that a run says are stale.
fn stale(ran: &Ran) -> BTreeSet<String> {
    let marks = ran
        .stderr
        .lines()
        .filter_map(|line| line.strip_prefix("warning[stale-example]: the example `"));
    marks.filter_map(|line| line.split('`').next().map(str::to_owned)).collect()
}

/// Every accepted trace with its text.
fn traces(folder: &Path) -> Vec<(String, String)> {
    let files = std::fs::read_dir(folder.join("examples/wind-lorraine"))
        .expect("there are examples")
        .flatten();
    let mut traces: Vec<(String, String)> = files
        .map(|file| file.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "trace"))
        .map(|path| {
            let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("it can be read"))
        })
        .collect();
    traces.sort();
    traces
}

#[test]
fn the_books_agree_with_their_examples() {
    let folder = project("plays-agree");
    let ran = build(&folder, &["--locked"]).ended(0);
    let told: Vec<&str> = ran.stderr.lines().filter(|line| !line.contains(" sheets of ")).collect();
    assert_eq!(told, ["content/wind-lorraine: 1 file, no findings"]);
    assert!(traces(folder.path()).len() >= 8);
}

/// A changed sentence whose function did not change is reported, and `--locked` stops.
#[test]
fn a_changed_sentence_is_unconfirmed() {
    let folder = project("plays-sentence");
    change(
        &folder,
        "content/wind-lorraine/05-turn.md",
        "Turn the card face-up and read its reserve cost.",
        "Turn the card face-up and read its name.",
    );
    let ran = build(&folder, &[]).ended(0).says("warning[unconfirmed-rule]");
    assert!(
        ran.stderr.contains("#activate-reveal") || ran.stderr.contains("reveal"),
        "{}",
        ran.stderr
    );
    let ran = build(&folder, &["--locked"]).ended(3);
    assert_eq!(ran.stdout, "", "nothing is printed");
    folder.run(&["accept", "content/wind-lorraine", "--all"]).ended(0);
    assert_eq!(build(&folder, &["--locked"]).code, Some(0));
}

/// One play says in a line how many rules of its book wait to be confirmed; `-v` shows each.
#[test]
fn a_play_sums_up_unconfirmed_rules() {
    let folder = project("plays-unconfirmed");
    folder.write("content/wind-lorraine/rules.lock", "# Nothing was confirmed.\n");
    let told = |arguments: &[&str]| {
        let play = ["play", "examples/wind-lorraine/new-main-deck.toml"];
        let ran = folder.run(&[&play[..], arguments].concat()).ended(0);
        let lines = ran.stderr.lines().filter(|line| line.contains("[unconfirmed-rule]"));
        (lines.count(), ran.stderr)
    };
    let (lines, said) = told(&[]);
    assert!(
        lines == 1 && said.contains(" was never confirmed for ") && said.contains(" more"),
        "{said}"
    );
    assert!(!said.contains("-->"), "no other finding comes with a place: {said}");
    assert!(told(&["-v"]).0 > 50);
    assert_eq!(told(&["--format", "json"]).0, 1);
    assert_eq!(told(&["-q"]), (0, String::new()));
}

/// Without the preference for Floating Memory every example in which it pays a reserve cost is
/// stale, and no other.
#[test]
fn a_changed_function_makes_the_right_examples_stale() {
    let folder = project("plays-function");
    let before = traces(folder.path());
    let two = "due = pay_with_floating_memory(play[\"player\"], play[\"cost\"])\n    pay_from_hand(play[\"player\"], due)\n";
    let swapped = "due = pay_from_hand(play[\"player\"], play[\"cost\"])\n    pay_with_floating_memory(play[\"player\"], due)\n";
    change(&folder, "content/wind-lorraine/rules/paying.star", two, swapped);
    let ran = build(&folder, &[]).ended(3);
    let pays = |text: &str| {
        text.lines().any(|line| {
            line.contains("  pay  ")
                && line.contains("automa.graveyard >")
                && line.contains("@activate-pays")
        })
    };
    let expected: BTreeSet<String> =
        before.iter().filter(|(_, text)| pays(text)).map(|(name, _)| name.clone()).collect();
    assert!(!expected.is_empty() && expected.len() < before.len());
    assert_eq!(stale(&ran), expected, "{}", ran.stderr);
    assert!(ran.stderr.contains("instead of"), "the difference says what changed: {}", ran.stderr);
    folder.run(&["accept", "content/wind-lorraine", "--all"]);
    for ((name, old), (_, new)) in before.iter().zip(&traces(folder.path())) {
        assert!(expected.contains(name) || old == new, "{name} changed");
    }
}

/// A named value is written once: text, brief, rules and examples follow.
#[test]
fn a_changed_value_is_followed() {
    let folder = project("plays-value");
    change(
        &folder,
        "content/wind-lorraine/05-turn.md",
        "The Automa draws [1]{=draw} card.",
        "The Automa draws [2]{=draw} card.",
    );
    let ran = folder.run(&["play", "examples/wind-lorraine/new-main-deck.toml"]);
    assert_eq!(ran.stdout.matches("The Automa draws").count(), 2, "{}", ran.stdout);
    let ran = folder.run(&["dump", "pages", "content/wind-lorraine"]);
    assert!(ran.stdout.contains("The Automa draws 2 card."), "the text follows");
    assert!(ran.stdout.contains("Draw 2, unseen, to the left end"), "the brief follows");
    assert!(!ran.stderr.contains("unconfirmed-rule"), "a value is no sentence: {}", ran.stderr);
}

/// Returns the words on the pages of an unchanged document that is played by the rules of one of
/// our books, and the findings.
fn another_text(document: &str, book: &str) -> Option<(String, String)> {
    let seed = seed(&format!("{document}.md"))?;
    let book = root().join("content").join(book);
    let bindings = book.join(format!("bindings/{document}.toml"));
    let folder = Folder::new(&format!("plays-{document}"));
    let text = |path: &PathBuf| path.to_string_lossy().into_owned();
    let arguments =
        ["dump", "pages", &text(&seed), "--rules", &text(&book), "--bindings", &text(&bindings)];
    let ran = folder.run(&arguments).ended(0);
    Some((ran.stdout.split_whitespace().collect::<Vec<_>>().join(" "), ran.stderr))
}

/// The document of flowcharts is walked box by box by the rules of the book that is based on it,
/// unchanged.
#[test]
fn charts_of_another_text_are_walked_by_these_rules() {
    let Some((words, findings)) = another_text("grand-archive-flowcharts", "grand-archive") else {
        return;
    };
    for wanted in [
        "The first turn of the game",
        "Is this the First Player's turn?",
        "An attack and its retaliation",
        "(10 box 19)",
        "One activation that goes back, one that does not",
        "Activation Illegal: Revert game state. (11 box 4)",
        "Materializing the next champion",
        "(12 box 10)",
    ] {
        assert!(words.contains(wanted), "`{wanted}` is not printed: {words}");
    }
    assert!(!findings.contains("unmapped"), "every place and box is mapped: {findings}");
}

/// The document that the book is based on is played by its rules, unchanged, and cites its own
/// headings and steps.
#[test]
fn another_text_is_played_by_these_rules() {
    let Some((words, findings)) = another_text("wind-lorraine-automa", "wind-lorraine") else {
        return;
    };
    for wanted in [
        "A hand of five cards",
        "An ability that is of benefit, and one that is not",
        "(4.5.1 step 2.1)",
        "(4.5.1 step 2.2)",
        "(4.5.2 step 1.3)",
    ] {
        assert!(words.contains(wanted), "`{wanted}` is not printed");
    }
    let open = findings.matches("warning[open-todo]").count();
    assert_eq!(open, 2, "of five open places two are filled and one is drawn: {findings}");
    assert!(findings.contains("note[drawn-area]"), "{findings}");
    let sentences: Vec<&str> =
        words.match_indices("The Automa ").map(|(at, _)| &words[at..]).collect();
    assert!(sentences.len() > 10);
}

/// Runs a command on a document that is played by the rules of one of our books, unchanged.
fn by_our_rules(folder: &Folder, document: &str, book: &str, command: &[&str]) -> Option<Ran> {
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    let seed = text(seed(&format!("{document}.md"))?);
    let book = root().join("content").join(book);
    let bindings = text(book.join(format!("bindings/{document}.toml")));
    let rules = ["--rules", &text(book), "--bindings", &bindings];
    let named: Vec<&str> =
        command.iter().map(|word| if *word == "DOCUMENT" { &*seed } else { word }).collect();
    Some(folder.run(&[&named[..], &rules[..]].concat()))
}

/// Under its own reading a document stops or asks wherever it is silent; our editions never do.
#[test]
fn what_documents_leave_open_is_listed() {
    let folder = Folder::new("plays-open");
    for (document, book, whole, questions) in [
        (
            "wind-lorraine-automa",
            "wind-lorraine",
            "#turns-alternate",
            &[
                "at which side of the Memory a card joins it",
                "at which side of the Automa Hand a card joins it",
                "whether the Automa activates a card whose element is not enabled",
                "which weapon of memory cost 0 the Automa materializes",
                "at which end of the Material Deck a regalia returns",
                "whether the Automa's units retaliate",
            ][..],
        ),
        (
            "grand-archive-flowcharts",
            "grand-archive",
            "#starting-the-game",
            &["whether the other players get Opportunity where the chart gives it to"][..],
        ),
    ] {
        let command = ["gaps", "DOCUMENT", "--games", "200", "--play", whole];
        let Some(ran) = by_our_rules(&folder, document, book, &command) else { return };
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        for question in questions {
            assert!(ran.stdout.contains(question), "{question}: {}", ran.stdout);
        }
        let own = format!("content/{book}");
        let ran = rulepress(root(), &["gaps", &own, "--games", "50", "--play", whole]);
        assert!(ran.stdout.starts_with("0 gaps"), "{}", ran.stdout);
    }
}

/// The document says neither what happens when the Reaction Deck is empty nor whom it serves first.
#[test]
fn silent_reaction_deck_stops_the_play() {
    let folder = Folder::new("plays-silent");
    let champion = "\"Lorraine, Wandering Warrior\"";
    let hurt = "\"Honorable Vanguard | damage 2\"";
    for (question, allies, deck) in [
        ("what happens when the Reaction Deck is empty", hurt.to_owned(), "\"nothing else\""),
        (
            "which of several allies in danger the Reaction Deck serves first",
            format!("{hurt}, {hurt}"),
            "\"Favorable Winds\"",
        ),
    ] {
        let scenario = format!(
            "title = \"Silent\"\nplay = \"#the-automa-reaction-deck\"\n[position.automa]\n\
             field = [{allies}, {champion}]\nlineage = [\"Spirit of Wind\"]\nreaction = [{deck}]\n\
             [expect]\noutcome = \"gap\"\n"
        );
        folder.write("silent.toml", &scenario);
        let command = ["play", "silent.toml", "--book", "DOCUMENT", "--root", "/"];
        let ran = by_our_rules(&folder, "wind-lorraine-automa", "wind-lorraine", &command);
        let Some(ran) = ran else { return };
        assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains(question), "{question}: {}", ran.stdout);
    }
}

/// Many games: no fault, no gap, nothing hangs.
#[test]
fn many_games() {
    let ran = rulepress(
        root(),
        &[
            "simulate",
            "content/wind-lorraine",
            "--games",
            "300",
            "--turns",
            "3",
            "--format",
            "json",
        ],
    );
    assert_eq!(ran.code, Some(0), "{}{}", ran.stdout, ran.stderr);
    let again = rulepress(
        root(),
        &[
            "simulate",
            "content/wind-lorraine",
            "--games",
            "300",
            "--turns",
            "3",
            "--format",
            "json",
        ],
    );
    assert_eq!(ran.stdout, again.stdout);
    assert!(!ran.stdout.contains("fault") && !ran.stdout.contains("gap"), "{}", ran.stdout);
}
