//! Printing one side at a time. A printer and a person are played: sheets go through a tray, come out on a stack, are laid
//! back as the page with them says, and each back must end up behind its own front, upright.

use lopdf::{Document, Object};
use rulepress::book::Output;
use rulepress::press::outputs::cards::CardRequest;
use rulepress::press::pdf::home::HomeRequest;
use rulepress::press::pdf::home::passes::{Facing, Passes};
use rulepress::press::profile::FlipEdge;

use super::{deck_of, home_files};
use crate::common::Folder;

/// A sheet of paper: the pages printed on its two sides, one of which is up.
#[derive(Debug, Clone, Default)]
struct PaperSheet {
    up: Option<usize>,
    down: Option<usize>,
}

impl PaperSheet {
    fn turned(self) -> Self {
        Self { up: self.down, down: self.up }
    }
}

/// Prints one page on each sheet of a tray, whose first sheet is on top; the last one that comes
/// out is on top.
fn print(tray: Vec<PaperSheet>, pages: &[usize], passes: Passes) -> Vec<PaperSheet> {
    let mut out = Vec::new();
    assert_eq!(tray.len(), pages.len(), "as many sheets as pages");
    for (mut sheet, page) in tray.into_iter().zip(pages) {
        let side = match passes.tray {
            Facing::FaceUp => &mut sheet.up,
            Facing::FaceDown => &mut sheet.down,
        };
        assert_eq!(*side, None, "page {page} is printed on a printed side");
        *side = Some(*page);
        let printed_up = passes.tray == Facing::FaceUp;
        let comes_up = passes.out == Facing::FaceUp;
        let sheet = if printed_up == comes_up { sheet } else { sheet.turned() };
        out.insert(0, sheet);
    }
    out
}

const ALL: [Passes; 4] = [
    Passes { out: Facing::FaceUp, tray: Facing::FaceUp },
    Passes { out: Facing::FaceUp, tray: Facing::FaceDown },
    Passes { out: Facing::FaceDown, tray: Facing::FaceUp },
    Passes { out: Facing::FaceDown, tray: Facing::FaceDown },
];

/// Returns the drawing of each page of a PDF, which distinguishes the pages.
fn drawings(bytes: &[u8]) -> Vec<Vec<u8>> {
    let document = Document::load_mem(bytes).expect("it is a PDF");
    let pages = document.get_pages();
    pages.values().map(|page| document.get_page_content(*page)).collect()
}

#[test]
fn every_back_ends_up_behind_its_front() {
    let folder = Folder::new("passes-order");
    let read = deck_of(&folder, 30);
    let whole = home_files(&read, Output::Deck, "home-a4", Default::default());
    let whole = drawings(&whole[0].bytes);
    assert_eq!(whole.len(), 8, "four sheets");
    for passes in ALL {
        let home = HomeRequest { passes: Some(passes), ..HomeRequest::default() };
        let files = home_files(&read, Output::Deck, "home-a4", (CardRequest::default(), home));
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["deck-home-a4-1-fronts.pdf", "deck-home-a4-2-backs.pdf"]);
        let number =
            |page: &Vec<u8>| whole.iter().position(|own| own == page).expect("it is a page");
        let [fronts, backs] = [0, 1].map(|nth: usize| -> Vec<usize> {
            drawings(&files[nth].bytes).iter().map(number).collect()
        });
        let stack = print(vec![PaperSheet::default(); fronts.len()], &fronts, passes);
        let tray = match passes.turns_stack() {
            true => stack.into_iter().rev().map(PaperSheet::turned).collect(),
            false => stack,
        };
        let done = print(tray, &backs, passes);
        for sheet in &done {
            let (a, b) = (sheet.up.expect("printed"), sheet.down.expect("printed"));
            let (front, back) = (a.min(b), a.max(b));
            assert_eq!((front % 2, back), (0, front + 1), "{passes:?}: {done:?}");
        }
        assert_eq!(done.len(), 4);
    }
}

/// A stack is only right with the order that belongs to it.
#[test]
fn the_other_order_is_wrong() {
    for passes in ALL {
        let order = passes.back_order(3);
        let turned = passes.turns_stack();
        assert_eq!(order, if turned { vec![0, 1, 2] } else { vec![2, 1, 0] }, "{passes:?}");
    }
}

/// Returns the wish for two-sided print in a PDF.
fn duplex(bytes: &[u8]) -> Vec<u8> {
    let document = Document::load_mem(bytes).expect("it is a PDF");
    let catalog = document.catalog().expect("it has a catalogue");
    let wishes =
        catalog.get(b"ViewerPreferences").and_then(Object::as_dict).expect("it has wishes");
    wishes.get(b"Duplex").and_then(Object::as_name).expect("it says how").to_vec()
}

#[test]
fn sheets_booklets_and_rulebooks_come_in_two_files() {
    let folder = Folder::new("passes-outputs");
    let read = deck_of(&folder, 3);
    let passes = Some(ALL[3]);
    for output in [Output::Cards, Output::Booklet, Output::Rulebook] {
        let plain = home_files(&read, output, "home-a4", Default::default());
        let count = drawings(&plain[0].bytes).len();
        let home = HomeRequest { passes, ..HomeRequest::default() };
        let files = home_files(&read, output, "home-a4", (CardRequest::default(), home));
        if count < 2 {
            continue;
        }
        assert_eq!(files.len(), 2, "{output:?}");
        for file in &files {
            assert_eq!(drawings(&file.bytes).len(), count.div_ceil(2), "{}", file.name);
            assert_eq!(duplex(&file.bytes), b"Simplex", "{}", file.name);
        }
    }
    // One side has no backs, and stays one file.
    for cards in [
        CardRequest { fronts_only: true, ..CardRequest::default() },
        CardRequest { fold: true, ..CardRequest::default() },
    ] {
        let home = HomeRequest { passes, ..HomeRequest::default() };
        let files = home_files(&read, Output::Deck, "home-a4", (cards, home));
        assert_eq!(files.len(), 1, "{:?}", files.iter().map(|file| &file.name).collect::<Vec<_>>());
    }
}

/// `--flip` turns the backs of booklets, which are laid for the other edge.
#[test]
fn backs_of_booklets_follow_the_edge() {
    let folder = Folder::new("passes-flip");
    let read = deck_of(&folder, 1);
    let made = |flip| {
        let cards = CardRequest { flip, ..CardRequest::default() };
        home_files(&read, Output::Booklet, "home-a4", (cards, HomeRequest::default()))
    };
    let (usual, long) = (made(None), made(Some(FlipEdge::Long)));
    assert_eq!(duplex(&usual[0].bytes), b"DuplexFlipShortEdge");
    assert_eq!(duplex(&long[0].bytes), b"DuplexFlipLongEdge");
    let begins = |bytes: &[u8], page: u32| {
        let document = Document::load_mem(bytes).expect("it is a PDF");
        let id = document.get_pages()[&page];
        String::from_utf8_lossy(&document.get_page_content(id)).trim_start().starts_with("q -1")
    };
    assert!(!begins(&long[0].bytes, 1), "the front stays");
    assert!(begins(&long[0].bytes, 2), "the back stands on its head");
    assert!(!begins(&usual[0].bytes, 2));
}
