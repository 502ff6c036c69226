//! Sheets, cards, decks, booklets: measured and read from the finished PDFs themselves.

mod booklets;
mod boxes;
mod changed;
mod decks;
mod ink;
mod mats;
mod places;
mod steps;
mod text;
mod themes;

use std::path::Path;

use rulepress::diagnostic::Findings;
use rulepress::pipeline::PrintableBook;
use rulepress::press::PageFormat;
use rulepress::press::cards::CardRequest;
use rulepress::press::outputs::{self, OutputFile, PrintRequest};
use rulepress::press::profile::{self, Output};

use crate::common::books;

/// What a print shop gets.
const PRINTS: [Output; 5] =
    [Output::Rulebook, Output::Sheet, Output::Cards, Output::Deck, Output::Playmat];

/// What lies at `path`, read.
fn read(path: &Path) -> PrintableBook {
    rulepress::read_book(path).unwrap_or_else(|error| panic!("{}: {error:#}", path.display()))
}

/// The files of one output by the profile of this name, and what was found on the way.
fn files(
    read: &PrintableBook,
    output: Output,
    name: &str,
    choice: CardRequest,
) -> (Vec<OutputFile>, Findings) {
    let profile = profile::find_profile(name).expect("the profile is bundled");
    let request = PrintRequest {
        profile: &profile,
        theme: "standard",
        format: PageFormat::Pdf,
        cards: choice,
        since: None,
    };
    let mut findings = Findings::default();
    let files = outputs::make_files(&read.book, output, &request, &read.sources, &mut findings);
    (files, findings)
}

/// Every book as its folder's name and what it holds.
fn library() -> Vec<(String, PrintableBook)> {
    let name = |path: &Path| {
        path.file_name().expect("a book lies in a folder").to_string_lossy().into_owned()
    };
    books().iter().map(|path| (name(path), read(path))).collect()
}
