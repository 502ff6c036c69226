//! Booklets of any length: four pages on each sheet, all pages of the rulebook on them, and useful
//! ones beside them.

use rulepress::book::Output;
use rulepress::press::outputs::booklet::imposition::{page_order, split_signatures};
use rulepress::press::outputs::cards::CardRequest;

use super::steps::pages;
use super::{files, library};
use crate::common::{Folder, rulebook_pages};

/// Writes a book of about `count` pages.
fn long(folder: &Folder, count: usize) -> rulepress::pipeline::PrintableBook {
    let lines = "Draw a card, look at it, and lay it before you. Nobody else may see it.\n\n";
    let chapters: String =
        (0..count).map(|nth| format!("# Part {nth}\n\n{}", lines.repeat(44))).collect();
    folder.write("book/book.toml", "title = 'Long'\n");
    folder.write("book/rules.md", chapters);
    folder.book("book")
}

#[test]
fn every_length_is_filled_up_with_useful_pages() {
    let folder = Folder::new("prints-booklets");
    let mut rests = Vec::new();
    for count in 1..=12 {
        let read = long(&folder, count);
        for (profile, paper) in [("home-a4", "a5"), ("home-letter", "half-letter")] {
            let before = rulebook_pages(&read, paper).pages().len();
            rests.push((profile, before % 4));
            let (files, findings) = files(&read, Output::Booklet, profile, CardRequest::default());
            let wrong = findings.0.iter().find(|finding| finding.code.name != "thick-booklet");
            assert!(wrong.is_none(), "{profile}, {before} pages: {wrong:?}");
            let sides = pages(&files[0].bytes);
            assert_eq!(sides.len(), 2 * before.div_ceil(4), "{profile}, {before} pages");
            let empty = sides.iter().filter(|side| side.text.is_empty()).count();
            assert_eq!(empty, 0, "{profile}, {before} pages: a side is empty");
        }
    }
    for profile in ["home-a4", "home-letter"] {
        let met = (0..4).filter(|rest| rests.contains(&(profile, *rest))).count();
        assert_eq!(met, 4, "{profile}: books of every length are tried: {rests:?}");
    }
}

#[test]
fn every_book_is_a_booklet() {
    for (name, read) in library() {
        for profile in ["home-a4", "home-letter"] {
            let (files, findings) = files(&read, Output::Booklet, profile, CardRequest::default());
            assert!(
                findings.0.iter().all(|finding| finding.code.name != "typesetting"),
                "{name}: {findings:?}"
            );
            assert_eq!(files.len(), 1, "{name} by {profile}");
        }
    }
}

/// A book too thick for a staple comes in parts, each a booklet of its own.
#[test]
fn thick_books_come_in_parts() {
    for (sheets, most, ends) in [
        (12, 12, vec![12]),
        (13, 12, vec![6, 13]),
        (31, 12, vec![10, 20, 31]),
        (5, usize::MAX, vec![5]),
    ] {
        let parts = split_signatures(sheets, most);
        assert_eq!(
            parts.iter().map(|part| part.end).collect::<Vec<_>>(),
            ends,
            "{sheets} of {most}"
        );
        assert!(
            parts[0].start == 0 && parts.windows(2).all(|pair| pair[0].end == pair[1].start),
            "{parts:?}"
        );
    }
    let folder = Folder::new("prints-thick");
    let read = long(&folder, 40);
    let (_, findings) = files(&read, Output::Booklet, "home-a4", CardRequest::default());
    let said = &findings.0[0].message;
    assert!(
        said.contains(
            "more than the 12 that can be folded well; it is printed in parts: sheets 1 to"
        ),
        "{said}"
    );
}

#[test]
fn pages_follow_each_other_when_the_sheets_are_folded() {
    for pages in [4, 8, 36, 124] {
        let sides = page_order(pages);
        let mut all: Vec<usize> = sides.iter().flatten().copied().collect();
        all.sort_unstable();
        assert_eq!(all, (0..pages).collect::<Vec<_>>());
        for (nth, side) in sides.iter().enumerate() {
            assert_eq!(side[0] + side[1], pages - 1, "side {nth} of {pages} pages");
        }
    }
}
