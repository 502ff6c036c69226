//! Pictures of examples: they show the table as it was played, name nothing hidden, and stay within
//! their bounds.

mod brief;
mod copies;
mod data;
mod drawn;
mod figure;
mod mats;
mod pages;
mod shown;
mod walks;

use std::sync::OnceLock;

use rulepress::example::game::BookLocation;
use rulepress::pipeline::PrintableBook;
use rulepress::rules::ForeignRules;
use rulepress::rules::executor::InProcess;

use crate::common::{books, root, seed};

/// Every book with examples, and the document that must stay unchanged.
fn played() -> &'static [PrintableBook] {
    static PLAYED: OnceLock<Vec<PrintableBook>> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let own = books().into_iter().map(|path| BookLocation::of(&path));
        let places = own.chain(FOREIGN.into_iter().filter_map(foreign));
        let read = |place: BookLocation| {
            rulepress::read_book_with(&place, &InProcess).expect("the book is there")
        };
        let all: Vec<PrintableBook> =
            places.map(read).filter(|read| !read.examples.is_empty()).collect();
        assert!(all.len() >= 2, "two texts at least have examples");
        all
    })
}

/// The unchanged documents, each with the book that plays it.
const FOREIGN: [(&str, &str); 3] = [
    ("wind-lorraine-automa", "wind-lorraine"),
    ("gaia-project-automa", "gaia-project"),
    ("grand-archive-flowcharts", "grand-archive"),
];

/// An unchanged document, played by the rules of a book.
fn foreign((document, book): (&str, &str)) -> Option<BookLocation> {
    let path = seed(&format!("{document}.md"))?;
    let rules = root().join("content").join(book);
    let bindings = Some(rules.join(format!("bindings/{document}.toml")));
    let foreign = Some(ForeignRules { rules, bindings });
    Some(BookLocation { path, foreign, ..BookLocation::default() })
}
