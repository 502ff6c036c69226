//! Sheets, cards, decks, booklets: measured and read from the finished PDFs themselves.

mod archives;
mod booklets;
mod boxes;
mod boxes_of_decks;
mod cells;
mod changed;
mod covers;
mod decks;
mod folds;
mod guides;
mod ink_use;
mod margins;
mod passes;
mod printers;
mod ink;
mod large_decks;
mod lengths;
mod links;
mod looks;
mod mats;
mod measures;
mod places;
mod quick;
mod services;
mod sets;
mod sheets;
mod standards;
mod steps;
mod tabletop;
mod text;
mod themes;
mod tokens;

use std::path::Path;

use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::pipeline::PrintableBook;
use rulepress::press::outputs::cards::CardRequest;
use rulepress::press::pdf::home::HomeRequest;
use rulepress::press::profile;
use rulepress::press::{self, OutputFile, PrintRequest};

use crate::common::{Folder, read_book, sampled_books};

/// Outputs for a print shop.
const PRINTS: [Output; 5] =
    [Output::Rulebook, Output::Sheet, Output::Cards, Output::Deck, Output::Playmat];

/// Returns the files of one output for the profile of this name, and the findings on the way.
fn files(
    read: &PrintableBook,
    output: Output,
    name: &str,
    choice: CardRequest,
) -> (Vec<OutputFile>, Findings) {
    let profile = profile::find_profile(name).expect("the profile is bundled");
    let request = PrintRequest { cards: choice, ..PrintRequest::usual(&profile) };
    let mut findings = Findings::default();
    let files = press::make(&read.book, output, &request, &read.sources, &mut findings);
    (files, findings)
}

/// The files of one output on the paper of a printer at home.
fn home_files(
    read: &PrintableBook,
    output: Output,
    profile: &str,
    (cards, home): (CardRequest, HomeRequest),
) -> Vec<OutputFile> {
    let profile = profile::find_profile(profile).expect("the profile is bundled");
    let request = PrintRequest { cards, home, ..PrintRequest::usual(&profile) };
    let mut findings = Findings::default();
    let files = press::make(&read.book, output, &request, &read.sources, &mut findings);
    assert!(findings.0.iter().all(|one| one.code.name == "thick-booklet"), "{findings:?}");
    files
}

/// Writes a book with a deck of `cards` cards with their own names; nine fit on a sheet of A4.
fn deck_of(folder: &Folder, cards: usize) -> PrintableBook {
    folder.write(
        "book/book.toml",
        "title = 'Deck'\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\nback = 'Back'\n",
    );
    let rows: String = (1..=cards).map(|nth| format!("Card{nth},Text{nth}.,Back{nth}\n")).collect();
    folder.write("book/cards.csv", format!("Name,Text,Back\n{rows}"));
    folder.write("book/rules.md", "# Turn {#turn}\n\n> [!BRIEF]\n> Draw.\n\nDraw a card.\n");
    folder.book("book")
}

/// Returns the sampled books, each with the name of its folder.
fn library() -> Vec<(String, PrintableBook)> {
    let name = |path: &Path| {
        path.file_name().expect("a book lies in a folder").to_string_lossy().into_owned()
    };
    sampled_books().iter().map(|path| (name(path), read_book(path))).collect()
}

/// A profile names papers that are known, and two pages of a booklet fit on one.
#[test]
fn papers_of_profiles() {
    let folder = Folder::new("profile-papers");
    let fault = |paper: &str, half: &str| {
        let head = "about = \"x\"\nfamily = \"home\"\nmakes = [\"booklet\"]\nedge = 5\n";
        let rest = "source = \"x\"\nchecked = 2026-11-20\n";
        let text = format!("{head}paper = \"{paper}\"\nhalf = \"{half}\"\n{rest}");
        folder.write("own.toml", text);
        let path = folder.path().join("own.toml");
        profile::find_profile(&path.to_string_lossy()).err().unwrap_or_default()
    };
    assert_eq!(fault("a4", "a5"), "");
    assert_eq!(fault("a3", "a4"), "");
    let unknown = fault("a6", "a5");
    assert!(unknown.contains("`paper` is `a6`; write one of ") && unknown.contains("half-letter"));
    assert!(fault("a4", "a66").contains("`half` is `a66`; write one of "));
    assert!(fault("a5", "a4").contains("two pages of `half` do not fit side by side on `paper`"));
}
