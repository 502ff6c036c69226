//! Figures: the table after a play, with the numbers that the text gives its steps.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use rulepress::document::{Block, BlockKind, ExamplePart, PlayedExample, plain_text, walk};
use rulepress::picture::{PartContent, Picture, PicturePart};
use rulepress::pipeline::PrintableBook;

use crate::common::{Folder, root};

const RULES: &str = "\
you = player(\"You\")
deck = zone(\"deck\", \"Deck\", owner = you, order = \"pile\", face = \"down\")
hand = zone(\"hand\", \"Hand\", owner = you, order = \"row\", face = \"up\")
field = zone(\"field\", \"Field\", owner = you, order = \"row\", face = \"up\")
gold = counter(\"gold\")
ready_flag = flag(\"ready\")
rows = cards(\"cards.csv\")

#@ make
def unpack():
    for row in rows:
        make(row, deck, owner = you)

#@ #set-up
def set_up():
    shuffle()
    take()
    lay()
    lay_more()
    pay()
    fetch()

#@ #shuffle
def shuffle():
    deck.shuffle()

#@ #take
def take():
    for _ in range(2):
        deck.first().move(hand)

#@ #lay
def lay():
    deck.first().move(field)

#@ #lay-more
def lay_more():
    deck.first().move(field)
    field.cards()[0].set(ready_flag)

#@ #pay
def pay():
    you.add(gold, 3)

#@ #fetch
def fetch():
    card = deck.first()
    card.move(field)
    card.move(deck)
";

/// Steps of a list, one of which links to a section with steps of its own.
const LIST: &str = "\
# Set-up {#set-up}

1. Shuffle the deck. {#shuffle}
2. Look at the rules.
3. Take two cards. {#take}
4. Lay out [the field](#field).
5. Take three gold and one card more. {#pay}
   - Lay it down and take it back. {#fetch}

# The field {#field}

1. Lay a card. {#lay}
2. Lay another one, and make the first ready. {#lay-more}
";

/// Sections in place of steps.
const SECTIONS: &str = "\
# Set-up {#set-up}

## Deck {#deck}

Shuffle the deck. {#shuffle}

## Hand {#hand}

Take two cards. {#take}

## Field {#field}

Lay a card. {#lay}

Lay another one. {#lay-more}

## Rest {#rest}

Take gold. {#pay}

Lay a card and take it back. {#fetch}
";

/// A book whose only example is a figure, for which the scenario says `lesson`.
fn book(text: &str, lesson: &str) -> PrintableBook {
    static BOOKS: AtomicUsize = AtomicUsize::new(0);
    let number = BOOKS.fetch_add(1, Ordering::Relaxed);
    let folder = Folder::new(&format!("pictures-figure-{number}"));
    let book = "title = \"Cards\"\nsources = [\"rules.md\"]\ndata = [\"cards.csv\"]\n";
    folder.write("content/own/book.toml", book);
    folder.write("content/own/rules.md", text);
    folder.write("content/own/cards.csv", "Card\nKnight\nWitch\nKing\nAce\nQueen\n");
    folder.write("content/own/rules/set-up.star", RULES);
    let scenario = format!(
        "title = \"Ready\"\nafter = \"#set-up\"\nplay = \"#set-up\"\nfigure = \"#set-up\"\n{lesson}"
    );
    folder.write("examples/own/table.toml", &scenario);
    folder.book("content/own")
}

/// The examples of a book as they are printed.
fn printed(read: &PrintableBook) -> Vec<PlayedExample> {
    let mut found = Vec::new();
    walk::each_block(&read.book.blocks, &mut |block| {
        if let BlockKind::Example(played) = &block.kind {
            found.push((**played).clone());
        }
    });
    found
}

/// The picture and the caption of an example that is a figure.
fn figure_of(played: &PlayedExample) -> Option<(&Picture, String)> {
    match played.entries.as_slice() {
        [ExamplePart::Board { picture, caption }] if picture.packed => {
            Some((picture, plain_text(caption)))
        }
        _ => None,
    }
}

fn only_figure(text: &str, lesson: &str) -> (Picture, String) {
    let all = printed(&book(text, lesson));
    let (picture, caption) = figure_of(&all[0]).expect("it is printed as one picture");
    (picture.clone(), caption)
}

/// The discs of a part and of the cards, amounts and spaces in it, each with its name.
fn discs(part: &PicturePart) -> Vec<(String, Vec<String>)> {
    let mut all = vec![(part.title.clone(), part.discs.clone())];
    match &part.kind {
        PartContent::Cards(own) => {
            all.extend(own.cards.iter().map(|card| (String::new(), card.discs.clone())));
        }
        PartContent::Tally(own) => {
            all.extend(own.iter().map(|amount| (amount.name.clone(), amount.discs.clone())));
        }
        PartContent::Map(map) => {
            all.extend(map.hexes.iter().map(|hex| (String::new(), hex.discs.clone())));
        }
        PartContent::Dice(_) => {}
    }
    all.retain(|(_, discs)| !discs.is_empty());
    all
}

fn all_discs(picture: &Picture) -> Vec<(String, Vec<String>)> {
    picture.parts.iter().flat_map(discs).collect()
}

fn named(discs: &[(&str, &[&str])]) -> Vec<(String, Vec<String>)> {
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    discs.iter().map(|(name, discs)| ((*name).to_owned(), owned(discs))).collect()
}

/// A zone bears the number of the step that filled it, a card in it that of a step of its own. A rule
/// in a section to which a step links bears that step's number, and what was undone bears none.
#[test]
fn discs_are_the_numbers_of_the_steps() {
    let (picture, caption) = only_figure(LIST, "");
    let wanted = named(&[("Deck", &["1"]), ("Hand", &["3"]), ("Field", &["4"]), ("You", &["5"])]);
    assert_eq!(all_discs(&picture), wanted);
    assert_eq!(caption, "The table after set-up; the numbers are those of the steps in 1.");

    let (picture, caption) = only_figure(SECTIONS, "caption = \"As {section} says.\"");
    let wanted = named(&[("Deck", &["1"]), ("Hand", &["2"]), ("Field", &["3"]), ("You", &["4"])]);
    assert_eq!(all_discs(&picture), wanted);
    assert_eq!(caption, "As 1 says.");
}

/// Discs that not all cards of a zone have are on the cards.
#[test]
fn cards_bear_the_discs_that_their_zone_does_not() {
    let text =
        LIST.replace("[the field](#field)", "the field").replace("5. Take", "5. [Then](#x) take");
    let text = text.replace("# The field {#field}\n\n1. Lay a card. {#lay}\n2. Lay another one, and make the first ready. {#lay-more}", "6. Lay one. {#lay}\n7. Lay one more. {#lay-more}");
    let (picture, _) = only_figure(&text, "");
    let field: Vec<(String, Vec<String>)> =
        picture.parts.iter().filter(|part| part.title == "Field").flat_map(discs).collect();
    assert_eq!(field, named(&[("", &["7"]), ("", &["6"])]));
}

#[test]
fn zones_are_hidden_and_shown_and_told_in_words() {
    let (picture, _) = only_figure(LIST, "hide = [\"hand\"]");
    assert!(all_discs(&picture).iter().all(|(_, discs)| discs != &["3"]), "the hand is hidden");

    let (picture, _) = only_figure(LIST, "");
    let told = "1: Deck (1): a face-down card. 3: Hand (2):";
    assert!(picture.alt.starts_with(told), "{}", picture.alt);
    for words in ["4: Field (2): ", "5: You: 3 gold."] {
        assert!(picture.alt.contains(words), "{words}: {}", picture.alt);
    }
    assert!(!picture.alt.contains("2:"), "no step without a number is told: {}", picture.alt);
}

/// The numbers of the steps of the section with an anchor, as they are printed, with their words.
fn numbered_steps(blocks: &[Block], anchor: &str) -> Vec<(String, String)> {
    let is_section = |block: &&Block| matches!(&block.kind, BlockKind::Heading(heading) if heading.anchor.0 == anchor);
    let section = blocks.iter().skip_while(|block| !is_section(block)).skip(1);
    let own = section.take_while(|block| !matches!(block.kind, BlockKind::Heading(_)));
    let lists = own.filter_map(|block| match &block.kind {
        BlockKind::List(list) => Some(list),
        _ => None,
    });
    let list = { lists }.next().expect("the section has steps");
    let words = |blocks: &[Block]| {
        let runs = blocks.iter().flat_map(|block| walk::inline_runs(&block.kind));
        runs.map(|run| plain_text(run)).collect::<String>()
    };
    list.items.iter().map(|item| (item.marker.clone(), words(&item.blocks))).collect()
}

/// A space with pieces that a step put on it has the number of the step.
#[test]
fn spaces_bear_the_numbers_of_what_stands_there() {
    let read = rulepress::read_book(&root().join("content/gaia-project")).expect("it is there");
    let all = printed(&read);
    let (picture, _) = all.iter().find_map(figure_of).expect("the book has a figure");
    let maps = picture.parts.iter().filter_map(|part| match &part.kind {
        PartContent::Map(map) => Some(map),
        _ => None,
    });
    let hexes: Vec<_> = maps.flat_map(|map| &map.hexes).collect();
    let mines = hexes.iter().filter(|hex| !hex.pieces.is_empty());
    let places: Vec<(i32, i32, &[String])> =
        mines.map(|hex| (hex.row, hex.column, hex.discs.as_slice())).collect();
    let four = ["4".to_owned()];
    assert_eq!(places, [(5, 14, &four[..]), (7, 18, &four[..])]);
    let numbered = hexes.iter().filter(|hex| !hex.discs.is_empty());
    assert_eq!(numbered.count(), 2, "no other space has a number");
}

/// A figure of one of our books: the section whose steps it shows, and parts of the picture by their
/// titles, each with words of a step that speaks of it.
struct BookFigure {
    book: &'static str,
    section: &'static str,
    about: &'static [(&'static str, &'static str)],
}

const FIGURES: [BookFigure; 5] = [
    BookFigure {
        book: "gazer",
        section: "setup-steps",
        about: &[
            ("Rift deck", "rift deck"),
            ("Bot pile", "base piles"),
            ("Draft row", "draft row"),
            ("Ada: Deck", "starting deck"),
            ("Ada: Life and energy", "life"),
            ("Ada: Life and energy", "first player"),
        ],
    },
    BookFigure {
        book: "gaia-project",
        section: "setup",
        about: &[
            ("Deck", "deck"),
            ("Automa: VP track", "VP"),
            ("Automa: Round booster", "booster"),
        ],
    },
    BookFigure {
        book: "wind-lorraine",
        section: "setup",
        about: &[
            ("Automa: Material Deck", "Material Deck"),
            ("Automa: Reaction Deck", "Reaction Deck"),
            ("Automa: Main Deck", "Main Deck"),
            ("Automa Hand", "Automa Hand"),
            ("Automa: Field", "Spirit of Wind"),
        ],
    },
    BookFigure {
        book: "imperial-assault",
        section: "setup",
        about: &[
            ("AE deck", "AE deck"),
            ("Agenda deck", "agenda deck"),
            ("Rebel figures", "colour"),
            ("Class deck", "class deck"),
        ],
    },
    BookFigure {
        book: "grand-archive",
        section: "setup",
        about: &[
            ("Player B: Main deck", "main deck in their zones"),
            ("Player B: Main deck", "Shuffle"),
            ("Player B", "first player"),
            ("Player B: Field", "starting champions"),
            ("Player B: Hand", "starting hand"),
        ],
    },
];

/// In the figures of our books every disc is the number of a step about the thing below it.
#[test]
fn figures_of_our_books_agree_with_their_text() {
    for BookFigure { book, section, about } in FIGURES {
        let read = rulepress::read_book(&root().join("content").join(book)).expect("it is there");
        let all = printed(&read);
        let figures: Vec<&Picture> =
            all.iter().filter_map(figure_of).map(|(picture, _)| picture).collect();
        let [picture] = figures.as_slice() else { panic!("{book}: {} figures", figures.len()) };
        let steps = numbered_steps(&read.book.blocks, section);
        let shown: BTreeSet<String> =
            all_discs(picture).into_iter().flat_map(|(_, discs)| discs).collect();
        assert!(shown.len() >= 3, "{book}: {shown:?}");
        for disc in &shown {
            assert!(steps.iter().any(|(number, _)| number == disc), "{book}: {disc} of {steps:?}");
        }
        for (title, words) in about {
            let (number, _) = steps.iter().find(|(_, step)| step.contains(words)).expect(words);
            let part = picture.parts.iter().find(|part| part.title == *title).expect(title);
            assert!(part.discs.contains(number), "{book}: {title} has {:?}", part.discs);
        }
    }
}
