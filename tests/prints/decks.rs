//! Decks: the number of prints of each card, and broken data, which ends in a finding with row and
//! column.

use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::press::PrintRequest;
use rulepress::press::inspect::{TextRun, text_runs};
use rulepress::press::outputs::cards::CardRequest;
use rulepress::press::preview::lay_out;
use rulepress::press::profile::find_profile;

use super::steps::pages;
use super::{files, library};
use crate::common::{Folder, Ran, has_all};

const BOOK: &str = "title = 'Deck'\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\n";

fn written(name: &str, toml: &str, csv: impl AsRef<[u8]>) -> Folder {
    let folder = Folder::with(name, "book/book.toml", toml);
    folder.write("book/cards.csv", csv);
    folder.write("book/rules.md", "# Turn {#turn}\n\nDraw a card.\n");
    folder
}

/// Checks the findings of a broken deck: some of the code, the row and the column.
fn broken(name: &str, toml: &str, csv: impl AsRef<[u8]>, said: &[&str]) {
    let folder = written(&format!("decks-{name}"), toml, csv);
    let ran = folder.run(&["build", "book", "--only", "deck", "-v"]);
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
fn a_deck_without_columns_prints_what_the_command_prints() {
    let csv = "Name,Suit,Rank,Deck\nFox,Cups,7,Main\nOwl,Swords,3,Main\nElk,Swords,4,Side\n";
    let folder = written("decks-open", &format!("{BOOK}where = 'Deck=Main'\n"), csv);
    let read = folder.book("book");
    let card = &read.book.decks[0].cards[0];
    assert_eq!(read.book.decks[0].cards.len(), 2);
    assert_eq!(card.group, "Cups");
    assert_eq!(card.stats, [("Rank".to_owned(), "7".to_owned())]);
    let said = folder.run(&["deck", "book/cards.csv", "--where", "Deck=Main"]);
    has_all(&said.stderr, &["Suit  colour, type line", "Rank  a value below the text"]);
    // Columns for the looks of a card are not values on it.
    let csv = "Name,Frame,Icon,Back,Rank\nFox,round,flame,Red,7\nOwl,bold,wind,Blue,3\n";
    let folder = written("decks-open-looks", BOOK, csv);
    let read = folder.book("book");
    let card = &read.book.decks[0].cards[0];
    assert_eq!(card.stats, [("Rank".to_owned(), "7".to_owned())]);
    assert_eq!(card.style.frame.name(), "round");
    assert!(card.style.icon.is_some() && card.style.back.is_some());
    // A deck that names one column keeps the rest off its cards.
    let folder = written("decks-named", &format!("{BOOK}name = 'Name'\n"), csv);
    let read = folder.book("book");
    assert!(read.book.decks[0].cards[0].stats.is_empty());
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
    folder
        .run(&["build", "book", "--only", "deck"])
        .ended(4)
        .says("the card `One` is")
        .says("mm too high");
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
    let read = folder.book("book");
    let said: Vec<_> = read.findings.0.iter().map(|finding| finding.code.name).collect();
    assert_eq!(said, ["unknown-icon"]);
    let text = rulepress::document::plain_text(&read.book.decks[0].cards[0].text[0]);
    assert_eq!(text, "Pay 2 coin and :unicorn: nothing.");
    for (name, icon) in rulepress::document::icons::all_icons() {
        assert!(!icon.says.is_empty() && !icon.outline.is_empty(), "{name}");
        assert!(
            icon.outline.paths.iter().all(|path| kurbo::BezPath::from_svg(path).is_ok()),
            "{name}"
        );
    }
}

/// Bounded in memory whatever the size: 10 000 cards are a PDF, more are a limit.
#[test]
fn a_deck_without_end_is_a_limit() {
    let rows: String = (0..100_000).map(|nth| format!("Card {nth},Draw a card.\n")).collect();
    let folder = written("decks-endless", BOOK, format!("Card,Text\n{rows}"));
    folder.run(&["build", "book", "--only", "deck"]).ended(5).says("too-large").says("row 10002");
}

/// A deck of one card with these fields, built at the size of a poker card.
fn one_card(name: &str, head: &str, row: &str) -> Ran {
    let folder = Folder::new(&format!("decks-field-{name}"));
    folder.write("cards.csv", format!("{head}\n{row}\n"));
    folder.run(&["deck", "cards.csv"])
}

/// Content that does not fit into its field of a card is an error that names the field, unless it
/// can be set smaller or on two lines.
#[test]
fn fields_of_cards_that_overflow() {
    let long = "a name or a cost that goes on and on ".repeat(5);
    for (field, head) in [("name", "Name,Cost,Text"), ("cost", "Cost,Name,Text")] {
        let told = one_card(&format!("{field}-long"), head, &format!("{long},x,Text")).stderr;
        assert!(told.contains("error[overflow]"), "{field}: {told}");
        assert!(told.contains(&format!("shorten the {field} of this card")), "{field}: {told}");
        let told = one_card(&format!("{field}-two"), head, "twelve gold and three wood,x,Text");
        assert!(told.stderr.contains("no findings"), "{field}: {}", told.stderr);
    }
    let head = "Name,Type,Text";
    let told = one_card("type-long", head, &format!("x,{},Text", long.repeat(2))).stderr;
    assert!(told.contains("shorten the type line of this card"), "{told}");
    let word = "Donaudampfschifffahrtselektrizitaetenhauptbetriebswerk".repeat(6);
    let told = one_card("word-long", head, &format!("{word},x,Text")).stderr;
    assert!(told.contains(&format!("the card `{word}` is")), "{told}");
    assert!(!told.contains('\u{200b}'), "the name has places to break: {told}");
}

/// Values of a card keep apart: no two runs of its words share a place.
#[test]
fn values_of_cards_keep_apart() {
    let row = "Knight,3,Draw a card.,2d6+3,armoured,adjacent,12 hexes,steadfast,2 gold";
    let csv = format!("Card,Cost,Text,Attack,Armour,Range,Speed,Morale,Upkeep\n{row}\n");
    let stats = "stats = ['Attack', 'Armour', 'Range', 'Speed', 'Morale', 'Upkeep']\n";
    let folder = written("decks-values", &format!("{BOOK}cost = 'Cost'\n{stats}"), csv);
    let book = folder.book("book");
    let profile = find_profile("screen").expect("the profile is bundled");
    let mut findings = Findings::default();
    let request = PrintRequest::usual(&profile);
    let laid = lay_out(&book.book, Output::Deck, &request, &book.sources, &mut findings);
    assert!(findings.0.is_empty(), "{findings:?}");
    let runs = text_runs(&laid[0].document);
    for value in ["2d6+3", "armoured", "adjacent", "12 hexes", "steadfast", "2 gold"] {
        assert!(runs.iter().any(|run| run.text == value), "{value}: {runs:?}");
    }
    for (nth, one) in runs.iter().enumerate() {
        let apart = |other: &TextRun| {
            one.page != other.page
                || one.right <= other.left
                || other.right <= one.left
                || one.baseline <= other.top
                || other.baseline <= one.top
        };
        let met = runs[nth + 1..].iter().find(|other| !apart(other));
        assert!(met.is_none(), "{one:?} lies on {met:?}");
    }
}
