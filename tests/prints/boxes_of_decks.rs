//! Tuck boxes: nets that fold together, and the print on them.

use kurbo::{Point, Rect};
use lopdf::Document;
use lopdf::content::Content;
use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect::text_runs;
use rulepress::press::outputs::tuckbox::net::{NetEdge, NetPoint, TuckBox};
use rulepress::press::preview::lay_out;
use rulepress::press::profile::{CutLinePlace, Profile, find_profile};
use rulepress::press::{PrintRequest, make};
use rulepress::size::Size;
use typst_layout::PagedDocument;

use super::files;
use crate::common::{Folder, has_all, read_book, root};

/// Points in a millimetre.
const MM: f64 = 72.0 / 25.4;
const CARDS: [Size; 4] =
    [Size::new(63.0, 88.0), Size::new(44.0, 68.0), Size::new(70.0, 120.0), Size::new(50.8, 50.8)];

fn length((from, to): NetEdge) -> f64 {
    (from.0 - to.0).hypot(from.1 - to.1)
}

/// True if two pieces of straight lines cross other than at their ends.
fn cross((a, b): NetEdge, (c, d): NetEdge) -> bool {
    let side = |p: NetPoint, q: NetPoint, r: NetPoint| {
        (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)
    };
    side(a, b, c) * side(a, b, d) < -1e-6 && side(c, d, a) * side(c, d, b) < -1e-6
}

#[test]
fn what_meets_when_a_box_is_folded_is_of_one_length() {
    for card in CARDS {
        for thickness in [3.0, 12.0, 25.0, 60.0] {
            let net = TuckBox::of(card, thickness);
            let pairs = net.meeting_edges();
            assert_eq!(pairs.len(), 7, "the glue, and three edges of each end");
            for (one, other) in pairs {
                assert!((length(one) - length(other)).abs() < 1e-9, "{card:?}: {one:?} {other:?}");
            }
            // The deck fits in, with some air.
            assert!(net.width > card.width && net.height > card.height && net.depth > thickness);
            assert!(net.width < card.width + 3.0 && net.depth < thickness + 3.0);
        }
    }
}

#[test]
fn outlines_are_closed_and_cross_nothing() {
    for card in CARDS {
        for thickness in [3.0, 12.0, 25.0, 60.0] {
            let net = TuckBox::of(card, thickness);
            let (wide, high) = (net.net().width, net.net().height);
            let outline = net.outline();
            assert!(
                outline.iter().all(|(x, y)| (0.0..=wide).contains(x) && (0.0..=high).contains(y))
            );
            let next = outline.iter().cycle().skip(1);
            let edges: Vec<NetEdge> = outline.iter().copied().zip(next.copied()).collect();
            for (nth, edge) in edges.iter().enumerate() {
                let crossed = edges[nth + 1..].iter().any(|other| cross(*edge, *other));
                assert!(!crossed, "{card:?} {thickness}: {edge:?}");
            }
            // No fold leaves the net: it crosses no cut, and its middle is in the net.
            for fold in net.folds() {
                assert!(!edges.iter().any(|edge| cross(fold, *edge)), "{card:?}: {fold:?}");
                let middle = ((fold.0.0 + fold.1.0) / 2.0, (fold.0.1 + fold.1.1) / 2.0 + 0.01);
                let out = (middle, (wide + 50.0, middle.1 + 0.003));
                let crossed = edges.iter().filter(|edge| cross(out, **edge)).count();
                let right = (middle.0 + 0.02, middle.1 - 0.02);
                let again = (right, (wide + 50.0, right.1 - 0.003));
                let other = edges.iter().filter(|edge| cross(again, **edge)).count();
                assert!(crossed % 2 == 1 || other % 2 == 1, "{card:?}: {fold:?}");
            }
        }
    }
}

fn laid(book: &PrintableBook, profile: &str) -> PagedDocument {
    let profile = find_profile(profile).expect("it is bundled");
    let mut findings = Findings::default();
    let request = PrintRequest::usual(&profile);
    let mut pages = lay_out(&book.book, Output::Tuckbox, &request, &book.sources, &mut findings);
    assert!(pages.len() == 1 && findings.0.is_empty(), "{:?}", findings.0);
    pages.remove(0).document
}

#[test]
fn decks_are_shared_out_among_boxes_that_fit_the_paper() {
    let gazer = read_book(&root().join("content/gazer"));
    // On a page of its own size there is one box for all 236 cards.
    assert_eq!(laid(&gazer, "screen").pages().len(), 1);
    let home = laid(&gazer, "home-a4");
    assert_eq!(home.pages().len(), 2);
    let said: Vec<String> = text_runs(&home).into_iter().map(|run| run.text).collect();
    assert!(said.concat().contains("Box 2 of 2"), "{said:?}");
    // For a print shop the lines are separate from the print.
    let shop = laid(&gazer, "generic-3mm");
    assert_eq!(shop.pages().len(), 2);
    assert!(text_runs(&shop).iter().all(|run| run.page == 0));
    let (files, findings) = files(&gazer, Output::Tuckbox, "generic-3mm", Default::default());
    assert!(files.len() == 1 && findings.0.is_empty(), "{:?}", findings.0);
}

/// Returns the rectangle around everything in an ink on a page, in millimetres from the upper left
/// corner of its trim, and the number of lines.
fn drawn_in(document: &Document, page: u32, ink: &[u8]) -> Option<(Rect, usize)> {
    let id = document.get_pages()[&page];
    let number = |object: &lopdf::Object| f64::from(object.as_float().expect("it is a number"));
    let trim = document.get_dictionary(id).and_then(|page| page.get(b"TrimBox"));
    let trim = trim.and_then(lopdf::Object::as_array).expect("it has a trim");
    let (left, top) = (number(&trim[0]), number(&trim[3]));
    let content = Content::decode(&document.get_page_content(id)).expect("it can be read");
    let (mut is_drawn, mut area, mut lines) = (false, None, 0);
    for operation in &content.operations {
        match operation.operator.as_str() {
            "CS" => is_drawn = operation.operands[0].as_name().is_ok_and(|name| name == ink),
            "Q" => is_drawn = false,
            "m" | "l" if is_drawn => {
                let (x, y) = (number(&operation.operands[0]), number(&operation.operands[1]));
                let at = Point::new((x - left) / MM, (top - y) / MM);
                let whole: Rect = area.unwrap_or(Rect::from_points(at, at));
                area = Some(whole.union_pt(at));
                lines += usize::from(operation.operator == "l");
            }
            _ => {}
        }
    }
    area.map(|area| (area, lines))
}

/// A print shop gets the lines of a box in inks of their own: on the box itself, or apart from it.
#[test]
fn lines_of_boxes_are_inks_of_their_own() {
    let folder = Folder::new("tuck-inks");
    let deck =
        "title = 'Deck'\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\nthickness = 20\n";
    folder.write("book/book.toml", deck);
    folder.write("book/cards.csv", "Name,Text\nFox,Run.\nOwl,Look.\n");
    folder.write("book/a.md", "# Turn\n\nDraw.\n");
    let book = folder.book("book");
    let net = TuckBox::of(CARDS[0], 20.0);
    let shop = find_profile("generic-3mm").expect("it is bundled");
    for (cut_line, pages, with_lines) in [
        (CutLinePlace::Spot, [1, 0], (0, 1)),
        (CutLinePlace::Page, [2, 0], (0, 2)),
        (CutLinePlace::File, [1, 1], (1, 1)),
    ] {
        let profile = Profile { cut_line, fold_ink: "Fold here".to_owned(), ..shop.clone() };
        let request = PrintRequest::usual(&profile);
        let mut findings = Findings::default();
        let files = make(&book.book, Output::Tuckbox, &request, &book.sources, &mut findings);
        assert!(findings.0.is_empty(), "{:?}", findings.0);
        let read: Vec<Document> =
            files.iter().map(|file| Document::load_mem(&file.bytes).expect("a PDF")).collect();
        let counts: Vec<usize> = read.iter().map(|file| file.get_pages().len()).collect();
        assert_eq!(counts, pages.into_iter().filter(|pages| *pages > 0).collect::<Vec<_>>());
        for (file, document) in read.iter().enumerate() {
            for page in 1..=counts[file] as u32 {
                let [cut, fold] =
                    [b"RPcut".as_slice(), b"RPfold"].map(|ink| drawn_in(document, page, ink));
                if (file, page) != with_lines {
                    assert!(cut.is_none() && fold.is_none(), "page {page} of file {file}");
                    continue;
                }
                let ((cut, edges), (_, folds)) =
                    (cut.expect("it is cut"), fold.expect("it is folded"));
                let (wide, high) = (net.net().width, net.net().height);
                assert!(
                    (cut.width() - wide).abs() < 0.02 && (cut.height() - high).abs() < 0.02,
                    "{cut:?}"
                );
                assert!((cut.x0 - 10.0).abs() < 0.02 && (cut.y0 - 10.0).abs() < 0.02, "{cut:?}");
                assert_eq!((edges + 1, folds), (net.outline().len(), net.folds().len()));
                let text = format!("{:?}", document.objects);
                has_all(&text, &["CutContour", "Fold here", "/OP true"]);
            }
        }
    }
}

#[test]
fn measured_decks_have_boxes_that_are_as_deep() {
    let folder = Folder::new("tuck-boxes");
    let write = |thickness: &str| {
        let deck = "title = 'Deck'\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\n";
        folder.write("book/book.toml", format!("{deck}{thickness}"));
    };
    folder.write("book/cards.csv", "Name,Text\nFox,Run.\nOwl,Look.\n");
    folder.write("book/a.md", "# Turn\n\nDraw.\n");
    let width = |thickness: &str| {
        write(thickness);
        let pages = laid(&folder.book("book"), "screen");
        pages.pages()[0].frame.width().to_pt() / 72.0 * 25.4
    };
    let grown = width("thickness = 30\n") - width("thickness = 20\n");
    assert!((grown - 20.0).abs() < 0.01, "both sides are deeper: {grown}");
    write("thickness = -1\n");
    folder.run(&["check", "book", "-v"]).says("a deck cannot be -1 mm thick");
    folder.write("none/book.toml", "title = 'A'\nsources = ['a.md']\n");
    folder.write("none/a.md", "# A\n\nText.\n");
    folder.run(&["build", "none", "--only", "tuckbox"]).says("the book has no deck");
}
