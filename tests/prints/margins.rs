//! The margin at the binding by the thickness of a book, and the pages of a booklet by the thickness of its paper.

use lopdf::content::Content;
use lopdf::{Document, Object};
use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::press::PrintRequest;
use rulepress::press::inspect::text_runs;
use rulepress::press::outputs::cards::CardRequest;
use rulepress::press::pdf::home::HomeRequest;
use rulepress::press::preview::lay_out;
use rulepress::press::profile::{Binding, InnerMargin, Profile, find_profile};

use super::home_files;
use crate::common::Folder;

const MM: f64 = 72.0 / 25.4;

fn long(folder: &Folder, chapters: usize) -> rulepress::pipeline::PrintableBook {
    let lines = "Draw a card, look at it, and lay it before you. Nobody else may see it.\n\n";
    let text: String =
        (0..chapters).map(|nth| format!("# Part {nth}\n\n{}", lines.repeat(40))).collect();
    folder.write("book/book.toml", "title = 'Thick'\n");
    folder.write("book/rules.md", text);
    folder.book("book")
}

/// The number of pages, and the left edge of the text on right pages and on left ones, in millimetres.
fn edges(read: &rulepress::pipeline::PrintableBook, profile: &Profile) -> (usize, f64, f64) {
    let request = PrintRequest::usual(profile);
    let mut findings = Findings::default();
    let laid = lay_out(&read.book, Output::Rulebook, &request, &read.sources, &mut findings);
    let document = &laid[0].document;
    let runs = text_runs(document);
    let left = |side: usize| {
        let own =
            runs.iter().filter(|run| run.page % 2 == side && run.text.contains("Draw a card"));
        own.map(|run| run.left / MM).fold(f64::INFINITY, f64::min)
    };
    (document.pages().len(), left(0), left(1))
}

#[test]
fn a_thicker_book_has_a_wider_inner_margin() {
    let shop = find_profile("lulu").expect("it is bundled");
    let steps = [(1, 20.0), (9, 24.5), (40, 30.0)];
    let inside = steps.map(|(pages, margin)| InnerMargin { pages, margin }).to_vec();
    let own = Profile { binding: Some(Binding::Perfect), least_pages: None, inside, ..shop };
    let folder = Folder::new("margins");
    for (chapters, least, most, margin) in [(2, 1, 8, 20.0), (12, 9, 39, 24.5), (60, 40, 999, 30.0)]
    {
        let (pages, right, left) = edges(&long(&folder, chapters), &own);
        assert!((least..=most).contains(&pages), "{chapters} chapters: {pages} pages");
        assert!((right - margin).abs() < 0.05, "{pages} pages: the text begins at {right} mm");
        assert!(left < right - 3.0, "left pages begin at their outer margin, {left} mm");
    }
    // The margin that the book has anyway is never made narrower.
    let narrow = Profile { inside: vec![InnerMargin { pages: 1, margin: 2.0 }], ..own.clone() };
    let none = Profile { inside: Vec::new(), ..own };
    assert_eq!(edges(&long(&folder, 2), &narrow), edges(&long(&folder, 2), &none));
}

#[test]
fn a_service_that_glues_has_its_margin() {
    let lulu = find_profile("lulu").expect("it is bundled");
    assert_eq!((lulu.inner_margin(32), lulu.inner_margin(151)), (17.78, 20.32));
    let folder = Folder::new("margins-lulu");
    let (_, right, _) = edges(&long(&folder, 8), &lulu);
    assert!((right - 17.78).abs() < 0.05, "{right}");
}

/// Returns the distance to the right by which each page of a booklet is moved on its side, in
/// millimetres, side by side.
fn moves(bytes: &[u8]) -> Vec<Vec<f64>> {
    let document = Document::load_mem(bytes).expect("it is a PDF");
    let side = |id| {
        let content = Content::decode(&document.get_page_content(id)).expect("it can be read");
        let mut at = 0.0;
        let mut found = Vec::new();
        let mut stack = Vec::new();
        for operation in content.operations {
            match operation.operator.as_str() {
                "q" => stack.push(at),
                "Q" => at = stack.pop().unwrap_or_default(),
                "cm" => {
                    at += match operation.operands[4] {
                        Object::Real(value) => f64::from(value),
                        Object::Integer(value) => value as f64,
                        _ => 0.0,
                    }
                }
                "Do" => found.push(at / MM),
                _ => {}
            }
        }
        found
    };
    document.get_pages().into_values().map(side).collect()
}

#[test]
fn inner_sheets_of_a_booklet_move_to_the_fold_by_the_thickness_of_the_paper() {
    let folder = Folder::new("margins-creep");
    let read = long(&folder, 22);
    for (asked, thickness) in [(None, 0.1), (Some(0.25), 0.25), (Some(0.0), 0.0)] {
        let home = HomeRequest { thickness: asked, ..HomeRequest::default() };
        let files = home_files(&read, Output::Booklet, "home-a4", (CardRequest::default(), home));
        let sides = moves(&files[0].bytes);
        let sheets = sides.len() / 2;
        assert!((4..=12).contains(&sheets), "{sheets} sheets in one part");
        for (nth, side) in sides.iter().enumerate() {
            let inwards = thickness * (nth / 2) as f64;
            let [left, right] = side[..] else { panic!("side {nth} has {} pages", side.len()) };
            assert!((left - inwards).abs() < 0.02, "side {nth}: {left} for {inwards}");
            assert!((right - (148.5 - inwards)).abs() < 0.02, "side {nth}: {right} for {inwards}");
        }
    }
}
