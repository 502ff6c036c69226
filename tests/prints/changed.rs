//! Only changes are printed: cards and sides whose drawing differs from an earlier state.

use super::steps::pages;
use crate::common::{Folder, Ran, git};

const BOOK: &str = "title = 'Deck'\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\n";
const RULES: &str = "# The turn {#turn}\n\n## Draw {#draw}\n\n> [!BRIEF]\n> Draw {=draw}.\n\nDraw [4]{=draw} cards.\n\n# The end {#end}\n\n> [!BRIEF]\n> No cards left.\n\nWhen no cards are left the game ends.\n";
const CARDS: &str = "Card,Text\nOne,Draw.\nTwo,Play.\nThree,Wait.\n";

fn book(folder: &Folder, at: &str, rules: &str, cards: &str) {
    folder.write(&format!("{at}/game/book.toml"), BOOK);
    folder.write(&format!("{at}/game/rules.md"), rules);
    folder.write(&format!("{at}/game/cards.csv"), cards);
}

fn build(folder: &Folder, since: &str) -> Ran {
    let _ = std::fs::remove_dir_all(folder.path().join("output"));
    folder.run(&["build", "new/game", "--changed-since", since]).ended(0)
}

fn count(folder: &Folder, file: &str) -> usize {
    let path = folder.path().join("output/game").join(file);
    std::fs::read(path).map_or(0, |bytes| pages(&bytes).len())
}

#[test]
fn one_row_is_one_card() {
    let folder = Folder::new("prints-since-row");
    book(&folder, "old", RULES, CARDS);
    book(&folder, "new", RULES, &CARDS.replace("Play.", "Play twice."));
    let ran = build(&folder, "old");
    assert_eq!(ran.stdout, "output/game/deck.pdf\n");
    assert_eq!(count(&folder, "deck.pdf"), 2, "front and back of one card");
}

#[test]
fn one_value_is_one_card_and_the_sheet() {
    let folder = Folder::new("prints-since-value");
    book(&folder, "old", RULES, CARDS);
    book(&folder, "new", &RULES.replace("[4]", "[5]"), CARDS);
    let ran = build(&folder, "old");
    assert_eq!(ran.stdout, "output/game/sheet.pdf\noutput/game/cards.pdf\n");
    assert_eq!(count(&folder, "cards.pdf"), 2, "the card of the turn, not that of the end");
}

#[test]
fn nothing_changed_is_nothing_printed() {
    let folder = Folder::new("prints-since-nothing");
    book(&folder, "old", RULES, CARDS);
    book(
        &folder,
        "new",
        &RULES.replace("When no cards are left", "When there are no more cards"),
        CARDS,
    );
    assert_eq!(build(&folder, "old").stdout, "");
}

#[test]
fn an_earlier_commit() {
    let folder = Folder::new("prints-since-commit");
    book(&folder, "new", RULES, CARDS);
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "First"]);
    book(&folder, "new", RULES, &CARDS.replace("Wait.", "Wait a turn."));
    assert_eq!(build(&folder, "HEAD").stdout, "output/game/deck.pdf\n");
    assert_eq!(count(&folder, "deck.pdf"), 2);
    let ran = folder.run(&["build", "new/game", "--changed-since", "nowhere"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    assert!(ran.stderr.contains("neither a folder nor a commit"), "{}", ran.stderr);
}

/// Pages for a browser are written whole, last and once, whatever the print profiles are.
#[test]
fn web_pages_are_written_once_and_last() {
    let folder = Folder::new("prints-since-web");
    book(&folder, "old", RULES, CARDS);
    book(&folder, "new", RULES, &CARDS.replace("Play.", "Play twice."));
    let profiles = ["--profile", "screen,home-a4", "--changed-since", "old"];
    let outputs = ["build", "new/game", "--only", "web,deck,web"];
    let ran = folder.run(&[&outputs[..], &profiles].concat()).ended(0);
    let written: Vec<&str> = ran.stdout.lines().collect();
    let first = written.iter().position(|path| path.contains("/web/")).expect("there is a page");
    assert_eq!(written[..first].len(), 3, "{}", ran.stdout);
    assert!(written[first..].iter().all(|path| path.contains("/web/")), "{}", ran.stdout);
    let pages: std::collections::BTreeSet<_> = written[first..].iter().collect();
    assert_eq!(pages.len(), written.len() - first, "{}", ran.stdout);
}
