//! Sheets and ink of files for a printer at home.

use rulepress::book::Output;
use rulepress::press::outputs::cards::CardRequest;
use rulepress::press::pdf::home::HomeRequest;
use rulepress::press::pdf::home::ink::InkUse;

use super::{deck_of, home_files};
use crate::common::Folder;

fn near(found: InkUse, wanted: [f64; 4], by: f64) {
    let InkUse { cyan, magenta, yellow, black } = found;
    for (found, wanted) in [cyan, magenta, yellow, black].into_iter().zip(wanted) {
        assert!((found - wanted).abs() < by, "{found} and {wanted}");
    }
}

#[test]
fn colours_as_inks() {
    near(InkUse::of_colour(255, 255, 255), [0.0; 4], 1e-9);
    near(InkUse::of_colour(0, 0, 0), [0.0, 0.0, 0.0, 1.0], 1e-9);
    near(InkUse::of_colour(255, 0, 0), [0.0, 1.0, 1.0, 0.0], 1e-9);
    near(InkUse::of_colour(0, 0, 255), [1.0, 1.0, 0.0, 0.0], 1e-9);
    near(InkUse::of_colour(128, 128, 128), [0.0, 0.0, 0.0, 0.498], 1e-3);
}

/// A card whose picture is one colour takes as much of its inks as it is large.
#[test]
fn a_picture_takes_the_ink_of_its_colour() {
    let folder = Folder::new("ink-picture");
    folder.write(
        "book/book.toml",
        "title = 'Ink'\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\nart = 'Art'\n",
    );
    folder.write("book/red.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'><rect width='100' height='100' fill='#ff0000'/></svg>");
    folder.write("book/cards.csv", "Name,Art\nOne,red.svg\n");
    folder.write("book/rules.md", "# Turn\n\nDraw.\n");
    let red = folder.book("book");
    let ink = |read| {
        let cards = CardRequest { fronts_only: true, ..CardRequest::default() };
        let home = HomeRequest { ink: true, ..HomeRequest::default() };
        let files = home_files(read, Output::Deck, "home-a4", (cards, home));
        files[0].paper.as_ref().and_then(|paper| paper.ink).expect("it was measured")
    };
    let with = ink(&red);
    folder.write("book/red.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'><rect width='100' height='100' fill='#ffffff'/></svg>");
    let without = ink(&folder.book("book"));
    // The picture is most of a card of 63 x 88 mm on A4.
    let card = 63.0 * 88.0 / (210.0 * 297.0);
    let more = with.magenta - without.magenta;
    assert!(more > 0.3 * card && more < card, "{more} of {card}");
    assert!((more - (with.yellow - without.yellow)).abs() < 1e-3);
    assert!((with.black - without.black).abs() < 1e-3 && (with.cyan - without.cyan).abs() < 1e-3);
}

#[test]
fn sheets_are_counted() {
    let folder = Folder::new("ink-sheets");
    let read = deck_of(&folder, 30);
    for (output, cards, sheets, both) in [
        (Output::Deck, CardRequest::default(), 4, true),
        (Output::Deck, CardRequest { fronts_only: true, ..CardRequest::default() }, 4, false),
        (Output::Deck, CardRequest { fold: true, ..CardRequest::default() }, 8, false),
        (Output::Booklet, CardRequest::default(), 1, true),
    ] {
        let files = home_files(&read, output, "home-a4", (cards, HomeRequest::default()));
        let paper = files[0].paper.as_ref().expect("it is for paper");
        assert_eq!((paper.sheets, paper.both_sides), (sheets, both), "{paper:?}");
        assert_eq!((paper.paper.as_str(), paper.ink), ("a4", None));
    }
}
