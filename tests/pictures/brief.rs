//! Steps that teach nothing are told together, in order and without pictures.

use rulepress::document::{Block, BlockKind, ExamplePart, plain_text, walk};

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

fn words(blocks: &[Block]) -> String {
    let mut text = String::new();
    walk::each_block(blocks, &mut |block| {
        let runs = walk::inline_runs(&block.kind);
        text += &runs.into_iter().map(|run| plain_text(run)).collect::<String>();
    });
    text
}

/// The steps of the example: first and last number, words, and whether there is a picture.
fn steps(teaches: &str) -> Vec<(u32, u32, String, bool)> {
    let folder = Folder::new("pictures-brief");
    let book = "title = \"Cards\"\nsources = [\"rules.md\"]\ndata = [\"cards.csv\"]\n";
    folder.write("content/own/book.toml", book);
    folder.write("content/own/rules.md", TEXT);
    folder.write("content/own/cards.csv", "Card\nKnight\nWitch\nKing\nAce\n");
    folder.write("content/own/rules/turn.star", RULES);
    let scenario = format!(
        "title = \"A card\"\nfills = \"#example\"\nplay = \"#turn\"\n{teaches}\n[position]\ndeck = [\"Knight\", \"Witch\", \"King\", \"Ace\"]\n"
    );
    folder.write("examples/own/card.toml", &scenario);
    let read = rulepress::read_book(&folder.path().join("content/own")).expect("the book is there");
    let mut steps = Vec::new();
    walk::each_block(&read.book.blocks, &mut |block| {
        let BlockKind::Example(played) = &block.kind else { return };
        steps.extend(played.entries.iter().filter_map(|entry| match entry {
            ExamplePart::Step { number, last, blocks, picture } => {
                Some((*number, *last, words(blocks), picture.is_some()))
            }
            _ => None,
        }));
    });
    steps
}

#[test]
fn what_teaches_nothing_is_told_together() {
    let all = steps("");
    let numbers: Vec<(u32, u32, bool)> =
        all.iter().map(|(first, last, _, drawn)| (*first, *last, *drawn)).collect();
    assert_eq!(numbers, [(1, 1, true), (2, 2, true), (3, 3, true), (4, 4, true)]);

    let taught = steps("teaches = [\"#play\"]");
    let numbers: Vec<(u32, u32, bool)> =
        taught.iter().map(|(first, last, _, drawn)| (*first, *last, *drawn)).collect();
    assert_eq!(numbers, [(1, 2, false), (3, 3, true), (4, 4, false)]);
    assert_eq!(taught[1], all[2], "what is taught is told as before");
    assert!(!taught[0].2.contains('('), "no rule is cited: {}", taught[0].2);
    let told = ["Knight", "Witch"].map(|card| taught[0].2.matches(card).count());
    assert_eq!(told, [1, 1], "both steps are told: {}", taught[0].2);

    let whole = steps("teaches = [\"#turn\"]");
    assert_eq!(whole, all, "a section stands for the rules in it");
}
