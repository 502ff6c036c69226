//! Printed parts of an example: steps in full on one picture, in a few words, in the author's
//! words, or left out.

use std::sync::atomic::{AtomicUsize, Ordering};

use rulepress::diagnostic::Severity;
use rulepress::document::{Block, BlockKind, ExamplePart, PlayedExample, plain_text, walk};
use rulepress::picture::{PartContent, Picture};
use rulepress::pipeline::PrintableBook;

use crate::common::Folder;

const TEXT: &str = "\
# Turn {#turn}

1. Draw a card. {#draw}
2. Show one. {#look}
3. Lose one. {#play}
4. Show one more. {#discard}

# Example {#example}

TODO
";

const RULES: &str = "\
you = player(\"You\")
deck = zone(\"deck\", \"Deck\", owner = you, order = \"pile\", face = \"down\")
hand = zone(\"hand\", \"Hand\", owner = you, order = \"row\", face = \"up\")
field = zone(\"field\", \"Field\", owner = you, order = \"row\", face = \"up\")
gone = zone(\"gone\", \"Gone\", owner = you, order = \"pile\", face = \"up\")
rows = cards(\"cards.csv\")

#@ make
def unpack():
    for row in rows:
        make(row, deck, owner = you)

#@ #turn
def turn():
    draw()
    look()
    play()
    throw()

#@ #draw
def draw():
    deck.first().move(hand)

#@ #look
def look():
    deck.first().move(field)

#@ #play
def play():
    deck.first().move(gone)

#@ #discard
def throw():
    deck.first().move(field)
";

pub(super) fn words(blocks: &[Block]) -> String {
    let mut text = String::new();
    walk::each_block(blocks, &mut |block| {
        let runs = walk::inline_runs(&block.kind);
        text += &runs.into_iter().map(|run| plain_text(run)).collect::<String>();
    });
    text
}

/// A book with one example, for which the scenario says `lesson`.
fn book(lesson: &str) -> PrintableBook {
    book_with(lesson, RULES, "\"Knight\", \"Witch\", \"King\", \"Ace\"")
}

/// Returns the book with every card twice, with these cards in the deck.
pub(super) fn doubled_book(lesson: &str, deck: &str) -> PrintableBook {
    let make = "        make(row, deck, owner = you)\n";
    book_with(lesson, &RULES.replace(make, &make.repeat(2)), deck)
}

fn book_with(lesson: &str, rules: &str, deck: &str) -> PrintableBook {
    static BOOKS: AtomicUsize = AtomicUsize::new(0);
    let number = BOOKS.fetch_add(1, Ordering::Relaxed);
    let folder = Folder::new(&format!("pictures-lesson-{number}"));
    let book = "title = \"Cards\"\nsources = [\"rules.md\"]\ndata = [\"cards.csv\"]\n";
    folder.write("content/own/book.toml", book);
    folder.write("content/own/rules.md", TEXT);
    folder.write("content/own/cards.csv", "Card\nKnight\nWitch\nKing\nAce\n");
    folder.write("content/own/rules/turn.star", rules);
    let scenario = format!(
        "title = \"A card\"\nfills = \"#example\"\nplay = \"#turn\"\n{lesson}\n[position]\ndeck = [{deck}]\n"
    );
    folder.write("examples/own/card.toml", &scenario);
    folder.book("content/own")
}

pub(super) fn played(read: &PrintableBook) -> PlayedExample {
    let mut found = None;
    walk::each_block(&read.book.blocks, &mut |block| {
        if let BlockKind::Example(played) = &block.kind {
            found = Some((**played).clone());
        }
    });
    found.expect("the example is printed")
}

/// The steps of the example: first and last number, words, and whether there is a picture.
fn steps(lesson: &str) -> Vec<(u32, u32, String, bool)> {
    let parts = played(&book(lesson)).entries.into_iter();
    let steps = parts.filter_map(|part| match part {
        ExamplePart::Step { number, last, blocks, picture } => {
            Some((number, last, words(&blocks), picture.is_some()))
        }
        _ => None,
    });
    steps.collect()
}

fn boards(lesson: &str) -> Vec<Picture> {
    let parts = played(&book(lesson)).entries.into_iter();
    let boards = parts.filter_map(|part| match part {
        ExamplePart::Board { picture, .. } => Some(picture),
        _ => None,
    });
    boards.collect()
}

/// Names or `-` of the cards that a picture shows one by one, with the numbers on them.
fn numbers(picture: &Picture) -> Vec<(String, Vec<String>)> {
    let cards = picture.parts.iter().flat_map(|part| match &part.kind {
        PartContent::Cards(zone) => zone.cards.as_slice(),
        _ => &[],
    });
    let name = |card: &rulepress::picture::PictureCard| match &card.face {
        rulepress::picture::CardFace::Up { name, .. } => name.clone(),
        _ => "-".to_owned(),
    };
    cards.map(|card| (name(card), card.discs.clone())).collect()
}

#[test]
fn what_teaches_nothing_is_told_together() {
    let all = steps("");
    let spans = |steps: &[(u32, u32, String, bool)]| -> Vec<(u32, u32)> {
        steps.iter().map(|(first, last, ..)| (*first, *last)).collect()
    };
    assert_eq!(spans(&all), [(1, 1), (2, 2), (3, 3), (4, 4)]);

    let taught = steps("teaches = [\"#play\"]");
    assert_eq!(spans(&taught), [(1, 2), (3, 3), (4, 4)]);
    assert_eq!(taught[1], all[2], "what is taught is told as before");
    assert!(!taught[0].2.contains('('), "no rule is cited: {}", taught[0].2);
    let told = ["Knight", "Witch"].map(|card| taught[0].2.matches(card).count());
    assert_eq!(told, [1, 1], "both steps are told: {}", taught[0].2);
    assert!(!played(&book("teaches = [\"#play\"]")).left.is_empty(), "it says where all is told");
    assert!(played(&book("")).left.is_empty(), "all is told here");

    assert_eq!(steps("teaches = [\"#turn\"]"), all, "a section stands for the rules in it");
}

/// All steps are on one picture: each card that comes has the numbers of its steps.
#[test]
fn one_picture_bears_the_numbers_of_all_steps() {
    assert!(steps("").iter().all(|(.., drawn)| !drawn), "no step has a picture of its own");
    let all = boards("");
    let [picture] = all.as_slice() else { panic!("{} pictures", all.len()) };
    let shown = numbers(picture);
    for (card, step) in [("Knight", 1), ("Witch", 2), ("King", 3), ("Ace", 4)] {
        assert!(shown.contains(&(card.to_owned(), vec![step.to_string()])), "{card}: {shown:?}");
    }
    assert!(!picture.motions.is_empty(), "arrows show where the cards go");

    // Steps in a few words or left out have no numbers, and earlier pieces are there.
    let taught = numbers(&boards("teaches = [\"#discard\"]")[0]);
    assert!(taught.contains(&("Ace".to_owned(), vec!["4".to_owned()])), "{taught:?}");
    assert!(taught.contains(&("Witch".to_owned(), vec![])), "{taught:?}");

    let alone = steps("picture = [\"#look\"]");
    let drawn: Vec<bool> = alone.iter().map(|(.., drawn)| *drawn).collect();
    assert_eq!(drawn, [false, true, false, false]);

    let hidden = boards("hide = [\"field\"]");
    assert!(numbers(&hidden[0]).iter().all(|(card, _)| card != "Ace"), "the field is hidden");
}

#[test]
fn steps_are_left_out_and_told_in_own_words() {
    let spans = |lesson: &str| -> Vec<u32> { steps(lesson).iter().map(|step| step.0).collect() };
    assert_eq!(spans("from = \"#look\""), [2, 3, 4]);
    assert_eq!(spans("skip = [\"#look\", \"#play\"]"), [1, 4]);
    assert_eq!(spans("skip = [\"#turn (2)\"]"), [1, 3, 4], "the second step that follows the turn");

    let own = steps("say = { \"#look\" = \"See the Witch lie open.\" }");
    assert!(own[1].2.contains("See the Witch"), "{}", own[1].2);
    let caption = played(&book("caption = \"Four cards.\"")).entries;
    let said = caption.iter().any(|part| {
        matches!(part, ExamplePart::Board { caption, .. } if plain_text(caption) == "Four cards.")
    });
    assert!(said, "{caption:?}");
}

/// Without a picture, words list the pieces in each zone at the start, but not those of hidden
/// zones.
#[test]
fn hidden_zones_are_not_told_at_the_start() {
    let brief = "teaches = [\"#draw\"]\nskip = [\"#draw (1)\"]\n";
    let opening = |hide: &str| words(&played(&book(&format!("{brief}{hide}"))).opening);
    assert!(opening("").contains("Deck"), "{}", opening(""));
    assert_eq!(opening("hide = [\"deck\"]"), "");
}

/// A name that fits no step is an error, and so are words that do not say what happened.
#[test]
fn wrong_names_and_words_are_errors() {
    for (lesson, told) in [
        ("teaches = [\"#nowhere\"]", "#nowhere"),
        ("skip = [\"#look (2)\"]", "1 step of the example follows `#look`"),
        ("from = \"#example\"", "no step of the example follows `#example`"),
        ("picture = [\"#look (0)\"]", "none with the number 0"),
        ("say = { \"#look\" = \"See the Knight.\" }", "these words say `Knight`"),
        ("say = { \"#look\" = \"See the Witch and 3 more.\" }", "these words say the number 3"),
        ("say = { \"#look\" = \"See the Witch and seven more.\" }", "the number 7"),
        ("hide = [\"cellar\"]", "unknown zone `cellar`"),
    ] {
        let read = book(lesson);
        let found = read.findings.0.iter().any(|finding| finding.message.contains(told));
        assert!(found, "{lesson}: {:?}", read.findings);
    }
    let read = book("say = { \"#look\" = \"See the Witch.\" }");
    assert_eq!(read.findings.count(Severity::Error), 0, "{:?}", read.findings);
}
