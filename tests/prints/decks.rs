//! Decks: how often cards are printed, and what broken data ends in: a finding with row and column.

use rulepress::book::Output;
use rulepress::press::cards::CardRequest;

use super::steps::pages;
use super::{files, library, read};
use crate::common::{Folder, rulepress};

const BOOK: &str = "title = 'Deck'\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\n";

fn written(name: &str, toml: &str, csv: impl AsRef<[u8]>) -> Folder {
    let folder = Folder::new(name);
    folder.write("book/book.toml", toml);
    folder.write("book/cards.csv", csv);
    folder.write("book/rules.md", "# Turn {#turn}\n\nDraw a card.\n");
    folder
}

/// What a broken deck must say: some of the code, the row and the column.
fn broken(name: &str, toml: &str, csv: impl AsRef<[u8]>, said: &[&str]) {
    let folder = written(&format!("decks-{name}"), toml, csv);
    let ran = rulepress(folder.path(), &["build", "book", "--only", "deck", "-v"]);
    for said in said {
        assert!(ran.stderr.contains(said), "{name}: `{said}` is not said\n{}", ran.stderr);
    }
    assert!(
        ran.code == Some(1) || ran.stderr.contains("warning["),
        "{name} ends with {:?}",
        ran.code
    );
}

#[test]
fn broken_decks_end_in_findings() {
    broken(
        "no-column",
        BOOK,
        "Title2,Cost\nOne,1\n",
        &["bad-data", "row 1", "`Card` or `Name`", "cards.csv:1"],
    );
    let cost = format!("{BOOK}cost = 'Price'\n");
    broken(
        "other-column",
        &cost,
        "Card,Cost\nOne,1\n",
        &["bad-data", "row 1", "unknown column `Price`", "book.toml"],
    );
    broken(
        "quotes",
        BOOK,
        "Card,Cost\n\"One,1\nTwo,2\n",
        &["bad-data", "quotation mark", "cards.csv:2"],
    );
    broken("encoding", BOOK, b"Card,Cost\nO\xf1e,1\nTwo,2\n", &["bad-encoding", "cards.csv:2"]);
    broken(
        "negative",
        BOOK,
        "Card,Count\nOne,-3\n",
        &["bad-data", "row 2, column `Count`", "cards.csv:2:5"],
    );
    broken(
        "huge",
        BOOK,
        "Card,Count\nOne,1\nTwo,99999999999999999999\n",
        &["bad-data", "row 3, column `Count`", "999"],
    );
    broken(
        "words",
        BOOK,
        "Card,Count\nOne,many\n",
        &["bad-data", "row 2, column `Count`", "`many`"],
    );
    broken("nameless", BOOK, "Card,Count\n,1\n", &["bad-data", "row 2, column `Card`", "no name"]);
    broken(
        "doubled",
        BOOK,
        "Card,Count\nOne,1\nTwo,1\nOne,1\n",
        &["doubled-card", "row 4 and row 2, column `Card`", "cards.csv:2"],
    );
    broken("short-row", BOOK, "Card,Count\nOne\n", &["bad-data", "cards.csv:2"]);
    broken("empty", BOOK, "Card,Count\n", &["empty-deck"]);
    broken(
        "lost-file",
        "[deck.main]\ndata = 'gone.csv'\n",
        "Card\nOne\n",
        &["unreadable", "gone.csv", "book.toml:2"],
    );
    let only = format!("{BOOK}where = 'Kind=Spell'\n");
    broken("where", &only, "Card,Count\nOne,1\n", &["bad-data", "unknown column `Kind`"]);
    broken(
        "size",
        &format!("{BOOK}size = 'huge'\n"),
        "Card\nOne\n",
        &["book-file", "`huge`", "poker"],
    );
}

#[test]
fn a_card_that_is_too_full_is_an_error_with_its_measure() {
    let text = "A very long text. ".repeat(120);
    let folder = written("decks-full", BOOK, format!("Card,Text\nOne,{text}\n"));
    let ran = rulepress(folder.path(), &["build", "book", "--only", "deck"]);
    assert_eq!(ran.code, Some(4), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("the card `One` is") && ran.stderr.contains("mm too high"),
        "{}",
        ran.stderr
    );
    assert!(!folder.path().join("output/book/deck.pdf").exists());
}

#[test]
fn proxies_are_as_many_as_the_deck_holds() {
    for (name, read) in library() {
        for (nth, deck) in read.book.decks.iter().enumerate() {
            let choice = CardRequest { deck: Some(nth), ..CardRequest::default() };
            let count: usize = deck.cards.iter().map(|card| card.count).sum();
            let (files, findings) = files(&read, Output::Deck, "home-a4", choice);
            assert!(findings.0.is_empty(), "{name}: {findings:?}");
            let sheets = pages(&files[nth].bytes).len();
            assert_eq!(sheets, 2 * count.div_ceil(9), "{name}, {}", deck.name);
        }
    }
}

#[test]
fn icons_stand_in_the_text_of_cards() {
    let folder =
        written("decks-icons", BOOK, "Card,Text\nOne,Pay 2 :coin: and :unicorn: nothing.\n");
    let read = read(&folder.path().join("book"));
    let said: Vec<_> = read.findings.0.iter().map(|finding| finding.code.name).collect();
    assert_eq!(said, ["unknown-icon"]);
    let text = rulepress::document::plain_text(&read.book.decks[0].cards[0].text[0]);
    assert_eq!(text, "Pay 2 coin and :unicorn: nothing.");
    for (name, icon) in rulepress::document::icons::all_icons() {
        assert!(!icon.says.is_empty() && !icon.paths.is_empty(), "{name}");
        assert!(icon.paths.iter().all(|path| kurbo::BezPath::from_svg(path).is_ok()), "{name}");
    }
}

/// Bounded in memory whatever the size: 10 000 cards are a PDF, more are a limit.
#[test]
fn a_deck_without_end_is_a_limit() {
    let rows: String = (0..100_000).map(|nth| format!("Card {nth},Draw a card.\n")).collect();
    let folder = written("decks-endless", BOOK, format!("Card,Text\n{rows}"));
    let ran = rulepress(folder.path(), &["build", "book", "--only", "deck"]);
    assert_eq!(ran.code, Some(5), "{}", ran.stderr);
    assert!(ran.stderr.contains("too-large") && ran.stderr.contains("row 10002"), "{}", ran.stderr);
}
