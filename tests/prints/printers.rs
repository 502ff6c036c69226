//! Sheets for a printer that was measured: its errors are applied to the drawn pages, and fronts
//! and backs are compared at their places on the paper.

use lopdf::content::Content;
use lopdf::{Document, Object};
use rulepress::book::Output;
use rulepress::press::outputs::cards::CardRequest;
use rulepress::press::pdf::home::HomeRequest;
use rulepress::press::pdf::home::printer::Printer;
use rulepress::press::profile::FlipEdge;

use super::places::grounds;
use super::steps::{Drawn, Shape, pages};
use super::{deck_of, home_files};
use crate::common::Folder;

/// Greatest distance between fronts and backs after a calibration, in millimetres.
const NEAR: f64 = 0.1;
/// A poker card.
const CARD: (f64, f64) = (63.0, 88.0);

/// A printer that is off in every way.
fn bad_printer() -> Printer {
    Printer {
        name: "bad".to_owned(),
        shift: (1.7, -0.9),
        scale: (99.4, 99.1),
        back_scale: (99.2, 99.5),
    }
}

/// A shape from the middle of the page outwards, as `place` moves its corners.
fn moved(shape: &Shape, place: impl Fn((f64, f64)) -> (f64, f64)) -> Shape {
    let (left, top) = place((shape.left, shape.top));
    let (right, bottom) = place((shape.right, shape.bottom));
    Shape {
        left: left.min(right),
        right: left.max(right),
        top: top.min(bottom),
        bottom: top.max(bottom),
    }
}

/// Returns the printed place of a front on the upright sheet, seen from its front.
fn printed_front(page: &Drawn, shape: &Shape, printer: &Printer) -> Shape {
    let middle = (page.width / 2.0, page.height / 2.0);
    let scale = printer.scale;
    moved(shape, |(x, y)| {
        (middle.0 + (x - middle.0) * scale.0 / 100.0, middle.1 + (y - middle.1) * scale.1 / 100.0)
    })
}

/// Returns the printed place of a back, seen through the sheet from its front: the printer shifts
/// it by the same way on the paper, at whichever edge the sheet was turned over.
fn printed_back(page: &Drawn, shape: &Shape, printer: &Printer, flip: FlipEdge) -> Shape {
    let middle = (page.width / 2.0, page.height / 2.0);
    let scale = printer.back_scale;
    moved(shape, |(x, y)| {
        let scaled = (
            middle.0 + (x - middle.0) * scale.0 / 100.0,
            middle.1 + (y - middle.1) * scale.1 / 100.0,
        );
        let (x, y) = match flip {
            FlipEdge::Long => (page.width - scaled.0, scaled.1),
            FlipEdge::Short => (scaled.0, page.height - scaled.1),
        };
        (x + printer.shift.0, y + printer.shift.1)
    })
}

/// The largest distance between an edge of a front and that of the nearest back, and between the size of a front and that of
/// its trim with bleed.
fn errors(drawn: &[Drawn], bleed: f64, flip: FlipEdge, printer: &Printer) -> (f64, f64) {
    let [front, back, ..] = drawn else { panic!("a sheet has two sides") };
    assert!(front.height > front.width, "sheets for a printer are upright");
    let sized = |page: &Drawn| {
        // A corrected page is drawn larger; its cards lie either way on the upright sheet.
        let mut all = grounds_near(page, CARD, bleed);
        all.extend(grounds_near(page, (CARD.1, CARD.0), bleed));
        all
    };
    let fronts: Vec<Shape> =
        sized(front).iter().map(|shape| printed_front(front, shape, printer)).collect();
    let backs: Vec<Shape> =
        sized(back).iter().map(|shape| printed_back(back, shape, printer, flip)).collect();
    assert!(fronts.len() >= 8, "{} fronts", fronts.len());
    let apart = |a: &Shape, b: &Shape| {
        let sides = [a.left - b.left, a.top - b.top, a.right - b.right, a.bottom - b.bottom];
        sides.map(f64::abs).into_iter().fold(0.0, f64::max)
    };
    let off = fronts
        .iter()
        .map(|front| backs.iter().map(|back| apart(front, back)).fold(f64::INFINITY, f64::min));
    let wrong = fronts.iter().map(|front| {
        let (wide, high) = front.size();
        let (short, long) = (wide.min(high), wide.max(high));
        let wanted = (CARD.0 + 2.0 * bleed, CARD.1 + 2.0 * bleed);
        (short - wanted.0).abs().max((long - wanted.1).abs())
    });
    (off.fold(0.0, f64::max), wrong.fold(0.0, f64::max))
}

/// Grounds of cards that are up to a fiftieth larger or smaller.
fn grounds_near(page: &Drawn, card: (f64, f64), bleed: f64) -> Vec<Shape> {
    let exact = grounds(page, card, bleed);
    if !exact.is_empty() {
        return exact;
    }
    let wanted = (card.0 + 2.0 * bleed, card.1 + 2.0 * bleed);
    let like = |shape: &&Shape| {
        let (wide, high) = shape.size();
        (wide / wanted.0 - 1.0).abs() < 0.02 && (high / wanted.1 - 1.0).abs() < 0.02
    };
    page.shapes.iter().filter(like).copied().collect()
}

fn sheet(profile: &str, bleed: f64, flip: FlipEdge, printer: Option<Printer>) -> Vec<Drawn> {
    let folder = Folder::new(&format!("printers-{profile}-{bleed}-{flip:?}-{}", printer.is_some()));
    let cards = CardRequest { bleed: Some(bleed), flip: Some(flip), ..CardRequest::default() };
    let home = HomeRequest { printer, ..HomeRequest::default() };
    let files = home_files(&deck_of(&folder, 9), Output::Deck, profile, (cards, home));
    pages(&files[0].bytes)
}

#[test]
fn a_measured_printer_prints_backs_behind_their_fronts() {
    let printer = bad_printer();
    for flip in [FlipEdge::Long, FlipEdge::Short] {
        // The last sheet is a wide one of four by two cards.
        for (profile, bleed) in [("home-a4", 1.5), ("home-letter", 0.0), ("home-letter", 2.0)] {
            let corrected = sheet(profile, bleed, flip, Some(printer.clone()));
            let (off, wrong) = errors(&corrected, bleed, flip, &printer);
            assert!(off < NEAR, "{profile}, {flip:?}: a back lies {off} mm off");
            assert!(wrong < NEAR, "{profile}, {flip:?}: a card is {wrong} mm too large or small");
        }
        let plain = sheet("home-a4", 1.5, flip, None);
        let (off, wrong) = errors(&plain, 1.5, flip, &printer);
        assert!(off > 1.0 && wrong > 0.3, "without it the printer is off: {off}, {wrong}");
    }
}

/// The middle cross of the calibration page is where the printer puts it, and at zero after it was
/// saved.
#[test]
fn the_calibration_page_shows_what_is_saved() {
    let folder = Folder::new("printers-calibration");
    let read = deck_of(&folder, 1);
    for flip in [FlipEdge::Long, FlipEdge::Short] {
        let page = |printer: Option<Printer>| {
            let cards = CardRequest { flip: Some(flip), ..CardRequest::default() };
            let home = HomeRequest { printer, ..HomeRequest::default() };
            pages(&home_files(&read, Output::Calibration, "home-a4", (cards, home))[0].bytes)
        };
        let cross = |drawn: &[Drawn]| {
            let back = &drawn[1];
            let long = |line: &&((f64, f64), (f64, f64)), across: bool| {
                let (from, to) = **line;
                let (long, high) = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
                let (long, high) = if across { (long, high) } else { (high, long) };
                (27.0..29.0).contains(&long) && high < 0.01
            };
            let near = |value: f64, middle: f64| (value - middle).abs() < 15.0;
            let level = back.lines.iter().find(|line| {
                long(line, true)
                    && near(line.0.1, back.height / 2.0)
                    && near(line.0.0 + 14.0, back.width / 2.0)
            });
            let upright = back.lines.iter().find(|line| {
                long(line, false)
                    && near(line.0.0, back.width / 2.0)
                    && near(line.0.1 + 14.0, back.height / 2.0)
            });
            let (x, y) = (upright.expect("it stands").0.0, level.expect("it lies").0.1);
            let shape = Shape { left: x, right: x, top: y, bottom: y };
            let seen = printed_back(back, &shape, &bad_printer(), flip);
            (seen.left - back.width / 2.0, seen.top - back.height / 2.0)
        };
        let (right, down) = cross(&page(None));
        let shift = bad_printer().shift;
        assert!((right - shift.0).abs() < 0.02 && (down - shift.1).abs() < 0.02, "{right} {down}");
        let (right, down) = cross(&page(Some(bad_printer())));
        assert!(right.abs() < 0.02 && down.abs() < 0.02, "{flip:?}: {right} {down}");
    }
}

#[test]
fn without_a_printer_nothing_changes() {
    let folder = Folder::new("printers-none");
    let read = deck_of(&folder, 3);
    for output in [Output::Deck, Output::Booklet, Output::Calibration] {
        let made = |printer| {
            let home = HomeRequest { printer, ..HomeRequest::default() };
            home_files(&read, output, "home-a4", (CardRequest::default(), home))[0].bytes.clone()
        };
        let right = Printer {
            name: "right".to_owned(),
            shift: (0.0, 0.0),
            scale: (100.0, 100.0),
            back_scale: (100.0, 100.0),
        };
        assert_eq!(made(None), made(None));
        if output == Output::Deck {
            let sides = (pages(&made(None)), pages(&made(Some(right))));
            for (plain, corrected) in sides.0.iter().zip(&sides.1) {
                assert_eq!(plain.shapes, corrected.shapes);
            }
        }
    }
}

/// Returns the places of the pages of a booklet on each side, in millimetres from its top left
/// corner.
fn placed_pages(bytes: &[u8], page: (f64, f64)) -> Vec<(Drawn, Vec<Shape>)> {
    let document = Document::load_mem(bytes).expect("it is a PDF");
    let ids = document.get_pages().into_values();
    let drawn = pages(bytes);
    let side = |(id, drawn): (lopdf::ObjectId, Drawn)| {
        let content = Content::decode(&document.get_page_content(id)).expect("it can be read");
        let (mut matrix, mut stack, mut found) = (ONE, Vec::new(), Vec::new());
        for operation in &content.operations {
            match operation.operator.as_str() {
                "q" => stack.push(matrix),
                "Q" => matrix = stack.pop().expect("states are balanced"),
                "cm" => matrix = times(numbers(&operation.operands), matrix),
                "Do" => found.push(matrix),
                _ => {}
            }
        }
        let (wide, high) = (page.0 * MM, page.1 * MM);
        let spot = |m: &[f64; 6], x: f64, y: f64| {
            let (x, y) = (m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]);
            (x / MM, drawn.height - y / MM)
        };
        let shape = |m: &[f64; 6]| {
            let (a, b) = (spot(m, 0.0, 0.0), spot(m, wide, high));
            let (left, right) = (a.0.min(b.0), a.0.max(b.0));
            Shape { left, right, top: a.1.min(b.1), bottom: a.1.max(b.1) }
        };
        let shapes = found.iter().map(shape).collect();
        (drawn, shapes)
    };
    ids.zip(drawn).map(side).collect()
}

const MM: f64 = 72.0 / 25.4;
const ONE: [f64; 6] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

fn numbers(values: &[Object]) -> [f64; 6] {
    let number = |value: &Object| match value {
        Object::Integer(whole) => *whole as f64,
        value => f64::from(value.as_float().expect("a number")),
    };
    let all: Vec<f64> = values.iter().map(number).collect();
    all.try_into().expect("a matrix has six numbers")
}

fn times(a: [f64; 6], b: [f64; 6]) -> [f64; 6] {
    [
        a[0] * b[0] + a[1] * b[2],
        a[0] * b[1] + a[1] * b[3],
        a[2] * b[0] + a[3] * b[2],
        a[2] * b[1] + a[3] * b[3],
        a[4] * b[0] + a[5] * b[2] + b[4],
        a[4] * b[1] + a[5] * b[3] + b[5],
    ]
}

/// Each page of a booklet is exactly behind another one, whichever edge the sheets are turned over.
#[test]
fn pages_of_booklets_lie_behind_each_other() {
    let folder = Folder::new("printers-booklet");
    let read = deck_of(&folder, 1);
    // A page of A5 fills half a sheet of A4.
    let printer = bad_printer();
    for flip in [FlipEdge::Short, FlipEdge::Long] {
        let cards = CardRequest { flip: Some(flip), ..CardRequest::default() };
        let home = HomeRequest { printer: Some(printer.clone()), ..HomeRequest::default() };
        let files = home_files(&read, Output::Booklet, "home-a4", (cards, home));
        let sides = placed_pages(&files[0].bytes, (148.0, 210.0));
        for sheet in sides.chunks(2) {
            let [(front, fronts), (back, backs)] = sheet else { panic!("a sheet has two sides") };
            assert!(front.height > front.width, "the sheets are upright");
            assert!(!fronts.is_empty() && fronts.len() == backs.len());
            for shape in fronts {
                let shape = printed_front(front, shape, &printer);
                let off = backs.iter().map(|back_shape| {
                    let behind = printed_back(back, back_shape, &printer, flip);
                    let sides = [
                        shape.left - behind.left,
                        shape.right - behind.right,
                        shape.top - behind.top,
                        shape.bottom - behind.bottom,
                    ];
                    sides.map(f64::abs).into_iter().fold(0.0, f64::max)
                });
                let off = off.fold(f64::INFINITY, f64::min);
                assert!(off < NEAR, "{flip:?}: a page lies {off} mm off the one behind it");
                let (wide, high) = shape.size();
                assert!((wide - 210.0).abs() < NEAR && (high - 148.5).abs() < NEAR, "{shape:?}");
            }
        }
    }
}
