//! Cards on sheets, measured from the drawing of the PDF: their size, their marks, and fronts over
//! backs for both flips.

use std::sync::atomic::{AtomicUsize, Ordering};

use rulepress::book::Output;
use rulepress::press::outputs::cards::CardRequest;
use rulepress::press::profile::FlipEdge;

use super::files;
use super::steps::{Drawn, Shape, pages};
use crate::common::{Folder, read_book, root};

/// Greatest rounding error in a PDF, in millimetres.
const NEAR: f64 = 0.02;

/// The grounds of the cards of a page, which are as large as the trim with its bleed.
pub(super) fn grounds(page: &Drawn, card: (f64, f64), bleed: f64) -> Vec<Shape> {
    let like = |shape: &&Shape| {
        let (wide, high) = shape.size();
        (wide - card.0 - 2.0 * bleed).abs() < 0.1 && (high - card.1 - 2.0 * bleed).abs() < 0.1
    };
    page.shapes.iter().filter(like).copied().collect()
}

/// Returns the beginnings and ends of the trims of cards, across or down, each once.
fn edges(grounds: &[Shape], bleed: f64, across: bool) -> Vec<f64> {
    let sides = |shape: &Shape| match across {
        true => [shape.left + bleed, shape.right - bleed],
        false => [shape.top + bleed, shape.bottom - bleed],
    };
    once(grounds.iter().flat_map(sides).collect())
}

fn once(mut all: Vec<f64>) -> Vec<f64> {
    all.sort_by(f64::total_cmp);
    all.dedup_by(|a, b| (*a - *b).abs() < NEAR);
    all
}

/// Returns the places of cut marks, across or down: lines that end outside the block of cards.
fn marks(page: &Drawn, block: &Shape, across: bool) -> Vec<f64> {
    let outside = |(x, y): (f64, f64)| match across {
        true => y < block.top || y > block.bottom,
        false => x < block.left || x > block.right,
    };
    let lines = page.lines.iter().filter(|(from, to)| outside(*from) && outside(*to));
    let straight = lines.filter(|(from, to)| {
        if across { (from.0 - to.0).abs() < NEAR } else { (from.1 - to.1).abs() < NEAR }
    });
    once(
        straight
            .filter(|(from, to)| (from.0 - to.0).hypot(from.1 - to.1) > 2.45)
            .map(|(from, _)| if across { from.0 } else { from.1 })
            .collect(),
    )
}

fn block(grounds: &[Shape]) -> Shape {
    let fold = |f: fn(f64, f64) -> f64, pick: fn(&Shape) -> f64| {
        grounds.iter().map(pick).reduce(f).expect("there are cards")
    };
    Shape {
        left: fold(f64::min, |shape| shape.left),
        top: fold(f64::min, |shape| shape.top),
        right: fold(f64::max, |shape| shape.right),
        bottom: fold(f64::max, |shape| shape.bottom),
    }
}

fn same(a: &[f64], b: &[f64], what: &str) {
    let equal = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < NEAR);
    assert!(equal, "{what}: {a:?} and {b:?}");
}

/// A deck of nine cards that fill a sheet, on paper by this profile.
fn sheet(profile: &str, size: &str, choice: CardRequest) -> Vec<Drawn> {
    // Several tests ask for the same sheet at the same time.
    static ASKED: AtomicUsize = AtomicUsize::new(0);
    let nth = ASKED.fetch_add(1, Ordering::SeqCst);
    let folder = Folder::new(&format!("prints-{profile}-{size}-{nth}"));
    folder.write(
        "book/book.toml",
        format!("title = 'Nine'\ndata = ['cards.csv']\n[deck.nine]\ndata = 'cards.csv'\nsize = '{size}'\n"),
    );
    folder.write("book/cards.csv", "Card,Count,Text\nOne,4,Draw.\nTwo,5,Play.\n");
    folder.write("book/rules.md", "# Turn {#turn}\n\nDraw a card.\n");
    let read = folder.book("book");
    let (files, findings) =
        files(&read, Output::Deck, profile, CardRequest { deck: Some(0), ..choice });
    assert!(findings.0.is_empty(), "{findings:?}");
    pages(&files[0].bytes)
}

/// Front and back of each sheet on the same cut lines, seen through the paper; sizes and marks
/// where they should be.
fn check(profile: &str, size: (&str, f64, f64), paper: (f64, f64), bleed: f64, flip: FlipEdge) {
    let what = format!("{} by {profile}, {flip:?} edge", size.0);
    let drawn = sheet(
        profile,
        size.0,
        CardRequest { flip: Some(flip), bleed: Some(bleed), ..CardRequest::default() },
    );
    let [front, back, ..] = drawn.as_slice() else { panic!("{what}: a sheet has two sides") };
    let upright = front.height > front.width;
    let sides = if upright { (front.width, front.height) } else { (front.height, front.width) };
    assert!(
        (sides.0 - paper.0).abs() < 0.1 && (sides.1 - paper.1).abs() < 0.1,
        "{what}: {sides:?}"
    );
    let (fronts, backs) =
        (grounds(front, (size.1, size.2), bleed), grounds(back, (size.1, size.2), bleed));
    assert!(
        !fronts.is_empty() && fronts.len() == backs.len(),
        "{what}: {} and {}",
        fronts.len(),
        backs.len()
    );
    let through = |shape: &Shape| match upright == (flip == FlipEdge::Long) {
        true => Shape { left: back.width - shape.right, right: back.width - shape.left, ..*shape },
        false => {
            Shape { top: back.height - shape.bottom, bottom: back.height - shape.top, ..*shape }
        }
    };
    let seen: Vec<Shape> = backs.iter().map(through).collect();
    for across in [true, false] {
        let own = edges(&fronts, bleed, across);
        same(&own, &edges(&seen, bleed, across), &format!("{what}: front and back"));
        same(&own, &marks(front, &block(&fronts), across), &format!("{what}: cards and marks"));
    }
    for (a, b) in fronts.iter().zip(&seen) {
        let off = (a.left - b.left).abs().max((a.top - b.top).abs());
        assert!(off < NEAR, "{what}: the back of a card lies {off} mm off");
    }
    let bare = |page: &Drawn, grounds: &[Shape]| marks(page, &block(grounds), true).is_empty();
    assert!(bare(back, &backs), "{what}: marks on the back");
}

const POKER: (&str, f64, f64) = ("poker", 63.0, 88.0);
const A4: (f64, f64) = (210.0, 297.0);
const LETTER: (f64, f64) = (215.9, 279.4);

#[test]
fn fronts_and_backs_lie_on_the_same_cut_lines() {
    for flip in [FlipEdge::Long, FlipEdge::Short] {
        check("home-a4", POKER, A4, 1.5, flip);
        check("home-letter", POKER, LETTER, 0.0, flip);
        check("home-letter", POKER, LETTER, 2.0, flip);
        check("home-a4", ("us-poker", 63.5, 88.9), A4, 1.5, flip);
        check("home-letter", ("bridge", 57.15, 88.9), LETTER, 0.0, flip);
        check("home-a4", ("a6", 105.0, 148.0), A4, 0.0, flip);
    }
}

#[test]
fn as_many_cards_as_the_paper_holds() {
    let count = |profile: &str, bleed: f64, card: (f64, f64)| {
        let drawn =
            sheet(profile, "poker", CardRequest { bleed: Some(bleed), ..CardRequest::default() });
        grounds(&drawn[0], card, bleed).len()
    };
    assert_eq!(count("home-a4", 1.5, (63.0, 88.0)), 9);
    assert_eq!(count("home-letter", 0.0, (63.0, 88.0)), 9);
    assert_eq!(count("home-letter", 2.0, (63.0, 88.0)), 8, "four by two on a turned sheet");
}

#[test]
fn an_offset_moves_backs_and_nothing_else() {
    let still = sheet("home-a4", "poker", CardRequest::default());
    let moved =
        sheet("home-a4", "poker", CardRequest { offset: (1.0, -0.5), ..CardRequest::default() });
    let at = |page: &Drawn| block(&grounds(page, (63.0, 88.0), 1.5));
    assert_eq!(at(&still[0]), at(&moved[0]));
    let (before, after) = (at(&still[1]), at(&moved[1]));
    let shift = (after.left - before.left, after.top - before.top);
    assert!((shift.0 - 1.0).abs() < NEAR && (shift.1 + 0.5).abs() < NEAR, "{shift:?}");
}

#[test]
fn a_rule_of_fifty_millimetres_on_every_sheet() {
    for profile in ["home-a4", "home-letter"] {
        for (nth, page) in sheet(profile, "poker", CardRequest::default()).iter().enumerate() {
            let long =
                |line: &((f64, f64), (f64, f64))| (line.0.0 - line.1.0).hypot(line.0.1 - line.1.1);
            assert!(
                page.lines.iter().any(|line| (long(line) - 50.0).abs() < 0.01),
                "{profile}, page {}",
                nth + 1
            );
        }
    }
}

#[test]
fn printers_are_told_not_to_scale() {
    let read = read_book(&root().join("content/gazer"));
    for output in [Output::Cards, Output::Deck, Output::Sheet, Output::Booklet, Output::Calibration]
    {
        let (files, _) = files(&read, output, "home-a4", CardRequest::default());
        let document = lopdf::Document::load_mem(&files[0].bytes).expect("it is a PDF");
        let catalog = document.catalog().expect("it has a catalogue");
        let wishes = catalog
            .get(b"ViewerPreferences")
            .and_then(lopdf::Object::as_dict)
            .expect("it has wishes");
        let wish = |key: &[u8]| {
            wishes.get(key).and_then(lopdf::Object::as_name).expect("it is a name").to_vec()
        };
        assert_eq!(wish(b"PrintScaling"), b"None");
        let edge: &[u8] =
            if output == Output::Booklet { b"DuplexFlipShortEdge" } else { b"DuplexFlipLongEdge" };
        assert_eq!(wish(b"Duplex"), edge, "{output:?}");
    }
}
