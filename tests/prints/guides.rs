//! The page with instructions to print, cut and fold a file: its words, and rulers of the right
//! length.

use rulepress::book::Output;
use rulepress::press::outputs::cards::CardRequest;
use rulepress::press::pdf::home::HomeRequest;
use rulepress::press::pdf::home::passes::{Facing, Passes};
use rulepress::press::pdf::home::printer::Printer;
use rulepress::press::profile::find_profile;
use rulepress::press::{self, PrintRequest};

use super::steps::{Drawn, pages};
use super::{deck_of, home_files};
use crate::common::{Folder, has_all};

fn guide(home: HomeRequest) -> HomeRequest {
    HomeRequest { guide: true, ..home }
}

/// The words of a PDF without line breaks.
fn words(bytes: &[u8]) -> String {
    let document = lopdf::Document::load_mem(bytes).expect("it is a PDF");
    let text = document.extract_text(&[1]).unwrap_or_default();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn has_line(page: &Drawn, length: f64) -> bool {
    let long = |line: &((f64, f64), (f64, f64))| (line.0.0 - line.1.0).hypot(line.0.1 - line.1.1);
    page.lines.iter().any(|line| (long(line) - length).abs() < 0.01)
}

#[test]
fn each_kind_has_its_page() {
    let folder = Folder::new("guides-kinds");
    let read = deck_of(&folder, 30);
    let fold = CardRequest { fold: true, ..CardRequest::default() };
    for profile in ["home-a4", "home-letter"] {
        for (output, cards) in [
            (Output::Deck, CardRequest::default()),
            (Output::Deck, fold.clone()),
            (Output::Cards, CardRequest::default()),
            (Output::Sheet, CardRequest::default()),
            (Output::Booklet, CardRequest::default()),
            (Output::Tuckbox, CardRequest::default()),
        ] {
            let files = home_files(&read, output, profile, (cards, guide(HomeRequest::default())));
            let [_, guide] = files.as_slice() else { panic!("{output:?}: {} files", files.len()) };
            assert!(guide.name.ends_with("-how-to-print.pdf"), "{}", guide.name);
            let drawn = pages(&guide.bytes);
            assert_eq!(drawn.len(), 1, "{}", guide.name);
            assert!(has_line(&drawn[0], 100.0), "{}: the rule of 100 mm", guide.name);
            assert!(has_line(&drawn[0], 101.6), "{}: the rule of 4 inches", guide.name);
        }
    }
}

/// Tokens are cut along their lines, printed on both sides, folded, or glued on cardboard.
#[test]
fn tokens_have_their_page() {
    let folder = Folder::new("guides-tokens");
    folder.write(
        "book/book.toml",
        "title = 'Game'\nsources = ['a.md']\n[tokens]\ndata = 'tokens.csv'\n",
    );
    folder.write("book/a.md", "# Turn\n\nDraw.\n");
    folder.write(
        "book/tokens.csv",
        "Token,Count,Shape,Size,Face\nlife,12,round,18,1\ncoin,8,square,15,2\nhero,2,shield,28 x 34,3\n",
    );
    let read = folder.book("book");
    let fold = CardRequest { fold: true, ..CardRequest::default() };
    let fronts = CardRequest { fronts_only: true, ..CardRequest::default() };
    let ways: [(CardRequest, &[&str]); 3] = [
        (CardRequest::default(), &["1 sheet;", "flip on long edge", "Rows of straight ones"]),
        (fold, &["spread glue thinly on one blank half", "the printed sides outside"]),
        (fronts, &["cardboard of 1 to 2 mm", "One side"]),
    ];
    for profile in ["home-a4", "home-letter"] {
        for (cards, wanted) in &ways {
            let how = (cards.clone(), guide(HomeRequest::default()));
            let files = home_files(&read, Output::Tokens, profile, how);
            let [_, guide] = files.as_slice() else { panic!("{} files", files.len()) };
            assert_eq!(guide.name, format!("tokens-{profile}-how-to-print.pdf"));
            let drawn = pages(&guide.bytes);
            assert_eq!(drawn.len(), 1, "{}", guide.name);
            assert!(has_line(&drawn[0], 100.0), "{}: the rule of 100 mm", guide.name);
            let said = words(&guide.bytes);
            for wanted in wanted.iter().chain(&["Round ones of 18 mm", "Cut along the line"]) {
                assert!(said.contains(wanted), "{wanted}: {said}");
            }
        }
    }
}

/// The largest type and the most steps fit the smaller of the papers.
#[test]
fn it_is_one_page_in_every_theme() {
    let folder = Folder::new("guides-themes");
    let read = deck_of(&folder, 30);
    let passes = Some(Passes { out: Facing::FaceDown, tray: Facing::FaceDown });
    for theme in ["large-print", "codex,large-print", "low-ink"] {
        for profile in ["home-a4", "home-letter"] {
            for output in [Output::Deck, Output::Booklet, Output::Tuckbox] {
                let home = guide(HomeRequest { passes, ..HomeRequest::default() });
                let profile = find_profile(profile).expect("it is bundled");
                let request = PrintRequest { home, theme, ..PrintRequest::usual(&profile) };
                let (book, sources) = (&read.book, &read.sources);
                let files = press::make(book, output, &request, sources, &mut Default::default());
                let last = files.last().expect("there are files");
                assert!(last.name.ends_with("-how-to-print.pdf"), "{}", last.name);
                assert_eq!(pages(&last.bytes).len(), 1, "{} in {theme}", last.name);
            }
        }
    }
}

/// The guide is a file of its own: the sheets beside it are the same with it and without it.
#[test]
fn it_changes_no_sheet() {
    let folder = Folder::new("guides-same");
    let read = deck_of(&folder, 10);
    let plain = home_files(&read, Output::Deck, "home-a4", Default::default());
    let with = home_files(
        &read,
        Output::Deck,
        "home-a4",
        (CardRequest::default(), guide(HomeRequest::default())),
    );
    assert_eq!((plain.len(), with.len()), (1, 2));
    assert_eq!(plain[0].bytes, with[0].bytes);
}

/// The rules of the guide of a printer that scales are as long as they say once it has printed them.
#[test]
fn its_rules_are_right_on_the_printer() {
    let folder = Folder::new("guides-rules");
    let read = deck_of(&folder, 1);
    let printer = Printer {
        name: "short".to_owned(),
        shift: (0.0, 0.0),
        scale: (98.0, 99.0),
        back_scale: (98.0, 99.0),
    };
    let home = guide(HomeRequest { printer: Some(printer), ..HomeRequest::default() });
    let files = home_files(&read, Output::Deck, "home-a4", (CardRequest::default(), home));
    assert!(has_line(&pages(&files[1].bytes)[0], 100.0 / 0.98));
}

#[test]
fn it_says_what_holds_for_its_file() {
    let folder = Folder::new("guides-words");
    let read = deck_of(&folder, 30);
    let said = |cards: CardRequest, home: HomeRequest| {
        let files = home_files(&read, Output::Deck, "home-a4", (cards, guide(home)));
        words(&files.last().expect("it is the last").bytes)
    };
    if said(CardRequest::default(), HomeRequest::default()).is_empty() {
        panic!("the words of the page cannot be read");
    }
    let plain = said(CardRequest::default(), HomeRequest::default());
    has_all(&plain, &["deck-home-a4.pdf", "4 sheets", "long edge", "Nothing is corrected"]);
    let passes = Some(Passes { out: Facing::FaceDown, tray: Facing::FaceUp });
    let two = said(CardRequest::default(), HomeRequest { passes, ..HomeRequest::default() });
    for wanted in [
        "deck-home-a4-1-fronts.pdf",
        "Leave the stack as it lies",
        "blank side up",
        "last sheet first",
    ] {
        assert!(two.contains(wanted), "{wanted}: {two}");
    }
    let passes = Some(Passes { out: Facing::FaceUp, tray: Facing::FaceUp });
    let two = said(CardRequest::default(), HomeRequest { passes, ..HomeRequest::default() });
    has_all(&two, &["Turn the whole stack over", "first sheet first"]);
}
