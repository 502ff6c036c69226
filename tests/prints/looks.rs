//! The looks of cards of decks: sizes, layouts, one size of type, pictures and motifs, counts; read
//! from the frames of the laid-out pages themselves.

use std::collections::BTreeSet;

use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::pipeline::PrintableBook;
use rulepress::press::PrintRequest;
use rulepress::press::inspect::text_runs;
use rulepress::press::preview::{lay_out, page_fingerprint};
use rulepress::press::profile::find_profile;
use typst::layout::{Frame, FrameItem};
use typst_layout::PagedDocument;

use crate::common::Folder;

const HEAD: &str = "title = 'Deck'\ndata = ['cards.csv']\n";

fn book(name: &str, toml: &str, csv: &str) -> (Folder, PrintableBook) {
    let folder = Folder::with(&format!("looks-{name}"), "book/book.toml", format!("{HEAD}{toml}"));
    folder.write("book/cards.csv", csv);
    folder.write("book/rules.md", "# Turn {#turn}\n\nDraw a card.\n");
    let read = folder.book("book");
    (folder, read)
}

/// Returns the decks as laid out for a profile, and the findings on the way.
fn laid(book: &PrintableBook, profile: &str) -> (Vec<PagedDocument>, Findings) {
    let profile = find_profile(profile).expect("the profile is bundled");
    let mut findings = Findings::default();
    let request = PrintRequest::usual(&profile);
    let laid = lay_out(&book.book, Output::Deck, &request, &book.sources, &mut findings);
    (laid.into_iter().map(|pages| pages.document).collect(), findings)
}

fn codes(book: &PrintableBook) -> Vec<&'static str> {
    book.findings.0.iter().map(|finding| finding.code.name).collect()
}

/// The fronts of a deck on a screen: every other page.
fn fronts(document: &PagedDocument) -> Vec<u128> {
    document.pages().iter().step_by(2).map(page_fingerprint).collect()
}

/// Calls `f` on every item of a frame.
fn each_item(frame: &Frame, f: &mut dyn FnMut(&FrameItem)) {
    for (_, item) in frame.items() {
        f(item);
        if let FrameItem::Group(group) = item {
            each_item(&group.frame, f);
        }
    }
}

/// Returns the number of shapes and of pictures of a page.
fn drawn(document: &PagedDocument, page: usize) -> (usize, usize) {
    let (mut shapes, mut images) = (0, 0);
    each_item(&document.pages()[page].frame, &mut |item| match item {
        FrameItem::Shape(..) => shapes += 1,
        FrameItem::Image(..) => images += 1,
        _ => {}
    });
    (shapes, images)
}

const PLAIN: &str = "Card,Type,Text\nElf,Unit,Draw a card.\nOrc,Unit,Draw a card.\nOak,Place,\n";

#[test]
fn sizes_have_their_trims() {
    let sizes = [
        ("poker", 63.0, 88.0),
        ("mini", 44.0, 68.0),
        ("tarot", 70.0, 120.0),
        ("square", 70.0, 70.0),
        ("domino", 44.45, 88.9),
        ("hex", 95.25, 82.55),
        ("80 x 120 mm", 80.0, 120.0),
        ("2,5 x 3.5 in", 63.5, 88.9),
    ];
    for (size, width, height) in sizes {
        for side in ["", "landscape = true\n"] {
            let toml = format!("[deck.main]\ndata = 'cards.csv'\nsize = '{size}'\n{side}");
            let (_folder, book) = book("sizes", &toml, PLAIN);
            let (decks, findings) = laid(&book, "screen");
            assert!(findings.0.is_empty(), "{size}: {findings:?}");
            let own = decks[0].pages()[0].frame.size();
            let (wide, high) = if side.is_empty() { (width, height) } else { (height, width) };
            let near = |points: f64, mm: f64| (points / 72.0 * 25.4 - mm).abs() < 0.01;
            assert!(near(own.x.to_pt(), wide) && near(own.y.to_pt(), high), "{size}: {own:?}");
            let words: String = text_runs(&decks[0]).iter().map(|run| run.text.clone()).collect();
            assert!(words.contains("Elf") && words.contains("Draw a card."), "{size}: {words}");
            for profile in ["home-a4", "generic-3mm"] {
                let (pages, findings) = laid(&book, profile);
                assert!(findings.0.is_empty(), "{size}, {profile}: {findings:?}");
                assert!(!pages[0].pages().is_empty(), "{size}, {profile}");
            }
        }
    }
    let toml = "[deck.main]\ndata = 'cards.csv'\nsize = '5 x 900 mm'\n";
    let (_folder, book) = book("sizes-none", toml, PLAIN);
    let (decks, findings) = laid(&book, "screen");
    assert!(decks.is_empty());
    assert!(findings.0[0].message.contains("unknown card size `5 x 900 mm`"), "{findings:?}");
    assert!(findings.0[0].hints[0].contains("`63 x 88 mm`"), "{findings:?}");
}

/// A hexagon is cut along its edges: no straight marks at the edge of the paper, two at each corner.
#[test]
fn hexagons_are_marked_at_their_corners() {
    let deck = |size: &str| {
        let toml = format!("[deck.main]\ndata = 'cards.csv'\nsize = '{size}'\nart = false\n");
        let (_folder, book) = book("hexagons", &toml, PLAIN);
        laid(&book, "home-a4").0.remove(0)
    };
    let lines = |document: &PagedDocument| {
        let mut slanted = 0;
        each_item(&document.pages()[0].frame, &mut |item| {
            if let FrameItem::Shape(shape, _) = item
                && let typst::visualize::Geometry::Line(to) = shape.geometry
                && to.x.abs().to_pt() > 1.0
                && to.y.abs().to_pt() > 1.0
            {
                slanted += 1;
            }
        });
        slanted
    };
    // Of the two marks at each of six corners, those at the left and right corners are slanted both,
    // and one at each other corner.
    assert_eq!(lines(&deck("hex")), 3 * 8);
    assert_eq!(lines(&deck("square")), 0);
}

/// A deck has one size of type; a single card that needs it is set smaller, and says so.
#[test]
fn one_size_of_type() {
    let long = "Every word of this text is needed. ".repeat(30);
    let rows: String = (0..30).map(|nth| format!("Card {nth},Draw {nth} cards now.\n")).collect();
    let toml = "[deck.main]\ndata = 'cards.csv'\n";
    let sizes = |document: &PagedDocument, says: &str| {
        let runs = text_runs(document);
        let sizes = runs.iter().filter(|run| run.text.contains(says));
        sizes.map(|run| (run.size * 10.0).round() as i64).collect::<BTreeSet<_>>()
    };
    let (_folder, short) = book("one-size", toml, &format!("Card,Text\n{rows}"));
    let (decks, findings) = laid(&short, "screen");
    assert!(findings.0.is_empty(), "{findings:?}");
    let usual = sizes(&decks[0], "cards now");
    assert_eq!(usual.len(), 1, "{usual:?}");
    assert!(usual.iter().all(|size| *size >= 80), "{usual:?}");

    let all_long: String =
        (0..30).map(|nth| format!("Card {nth},{}\n", "It is long. ".repeat(62))).collect();
    let (_folder, smaller) = book("one-size-long", toml, &format!("Card,Text\n{all_long}"));
    let (decks, findings) = laid(&smaller, "screen");
    assert!(findings.0.is_empty(), "{findings:?}");
    let lower = sizes(&decks[0], "It is long");
    assert_eq!(lower.len(), 1, "{lower:?}");
    assert!(lower.first() < usual.first(), "{lower:?} {usual:?}");

    let odd = format!("Card,Text\n{rows}Odd,{long}\n");
    let (_folder, odd) = book("one-size-odd", toml, &odd);
    let (decks, findings) = laid(&odd, "screen");
    assert_eq!(sizes(&decks[0], "cards now"), usual);
    let told: Vec<&str> = findings.0.iter().map(|finding| finding.code.name).collect();
    assert_eq!(told, ["small-card"]);
    assert!(findings.0[0].message.contains("the card `Odd`"), "{findings:?}");
    let least = sizes(&decks[0], "Every word");
    assert!(least.iter().all(|size| *size >= 70), "{least:?}");
}

/// Cards without pictures have a motif: another for each card, the same each time, none where the deck wants none.
#[test]
fn motifs_differ_by_card_and_stay_the_same() {
    let rows: String =
        (0..60).map(|nth| format!("C{nth:02},T{},G{},Draw.\n", nth % 4, nth % 5)).collect();
    let csv = format!("Card,Type,Element,Text\n{rows}");
    let deck = |more: &str| {
        let toml = format!("[deck.main]\ndata = 'cards.csv'\ngroup = 'Element'\n{more}");
        let (_folder, book) = book("motifs", &toml, &csv);
        let (mut decks, findings) = laid(&book, "screen");
        assert!(findings.0.is_empty(), "{findings:?}");
        decks.remove(0)
    };
    let (one, again, none) = (deck(""), deck(""), deck("art = false\n"));
    assert_eq!(fronts(&one), fronts(&again));
    assert_eq!(deck("layout = 'text'\n").pages().len(), 120);
    // All names have three letters; apart from the names, pages differ in their drawings.
    let shapes = |document: &PagedDocument| {
        let page_shapes = |page: usize| {
            let mut shapes = Vec::new();
            each_item(&document.pages()[page].frame, &mut |item| {
                if let FrameItem::Shape(shape, _) = item {
                    shapes.push(format!("{:?}", shape.geometry));
                }
            });
            shapes.concat()
        };
        (0..60).map(|nth| page_shapes(2 * nth)).collect::<BTreeSet<_>>().len()
    };
    assert_eq!(shapes(&one), 60);
    assert!(shapes(&none) < 20, "cards without motifs differ in nothing but their plates");
    assert!(drawn(&one, 0).0 > drawn(&none, 0).0 + 10);
}

/// Groups have scenes of their own, which differ in more than colour.
#[test]
fn groups_differ_in_grey() {
    let csv = "Card,Element,Text\nOne,A,x\n";
    let motifs = ["waves", "rays", "hills", "rings", "facets", "blades", "weave", "stars"];
    let count = |motif: &str| {
        let rule =
            format!("[deck.main.by.Element]\nA = {{ motif = '{motif}', colour = 'leaf' }}\n");
        let toml = format!("[deck.main]\ndata = 'cards.csv'\ngroup = 'Element'\n{rule}");
        let (_folder, book) = book("scenes", &toml, csv);
        assert!(codes(&book).is_empty(), "{:?}", book.findings);
        page_fingerprint(&laid(&book, "screen").0[0].pages()[0])
    };
    let scenes: BTreeSet<u128> = motifs.into_iter().map(count).collect();
    assert_eq!(scenes.len(), motifs.len());
}

/// A pixel of PNG.
fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(width, height, image::Rgb([200, 40, 40]));
    picture.write_to(&mut bytes, image::ImageFormat::Png).expect("memory takes it");
    bytes.into_inner()
}

#[test]
fn pictures_stand_on_their_cards() {
    let folder = Folder::new("looks-pictures");
    let toml = "[deck.main]\ndata = 'cards.csv'\nback = 'back.png'\n";
    folder.write("book/book.toml", format!("{HEAD}{toml}"));
    folder.write("book/rules.md", "# Turn\n\nDraw a card.\n");
    folder.write("book/back.png", png(60, 90));
    folder.write("book/my art.png", png(300, 100));
    folder.write(
        "book/plain.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='30'><rect width='20' height='30'/></svg>",
    );
    let csv = "Card,Picture,Text\nOne,my art.png 10% 90%,x\nTwo,plain.svg,x\nThree,,x\n";
    folder.write("book/cards.csv", csv);
    let book = folder.book("book");
    assert!(codes(&book).is_empty(), "{:?}", book.findings);
    let (decks, findings) = laid(&book, "screen");
    assert!(findings.0.is_empty(), "{findings:?}");
    let images: Vec<usize> = (0..6).map(|page| drawn(&decks[0], page).1).collect();
    assert_eq!(images, [1, 1, 1, 1, 0, 1], "fronts with pictures, and all backs");
    let art = book.book.decks[0].cards[0].style.art.as_ref().expect("it was found");
    assert_eq!((art.focus, art.ratio), ((0.1, 0.9), 3.0));
    // The picture fills its box and is cropped, so it is wider than the card.
    let mut wide = 0.0;
    each_item(&decks[0].pages()[0].frame, &mut |item| {
        if let FrameItem::Image(_, size, _) = item {
            wide = size.x.to_pt();
        }
    });
    assert!(wide > 63.0 / 25.4 * 72.0, "{wide}");
}

/// Pictures that are broken, missing, remote, outside or too large are findings, and the card is made without.
#[test]
fn hostile_pictures_cost_no_card() {
    let folder = Folder::new("looks-hostile");
    let deck = "[deck.main]\ndata = 'cards.csv'\nart = 'Picture'\n";
    folder.write("book/book.toml", format!("{HEAD}{deck}"));
    folder.write("book/rules.md", "# Turn\n\nDraw a card.\n");
    folder.write("book/broken.png", &png(40, 40)[..60]);
    let mut bomb = png(1, 1);
    bomb[16..24].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
    folder.write("book/bomb.png", bomb);
    folder.write("book/words.png", "no picture");
    let large = std::fs::File::create(folder.path().join("book/large.png")).expect("it is new");
    large.set_len(100 << 20).expect("a sparse file takes no room");
    let entities: String =
        (1..9).map(|nth| format!("<!ENTITY a{nth} '&a{};&a{};'>", nth - 1, nth - 1)).collect();
    let svg = format!(
        "<!DOCTYPE svg [<!ENTITY a0 'ha'>{entities}]><svg xmlns='http://www.w3.org/2000/svg'><text>&a8;</text></svg>"
    );
    folder.write("book/laughs.svg", svg);
    let names = [
        "broken.png",
        "bomb.png",
        "words.png",
        "large.png",
        "gone.png",
        "../../../outside.png",
        "https://x.org/a.png",
        "/etc/passwd.png",
    ];
    let rows: String =
        names.iter().enumerate().map(|(nth, name)| format!("C{nth},{name},x\n")).collect();
    folder.write(
        "book/cards.csv",
        format!("Card,Picture,Text\n{rows}Again,gone.png,x\nL,laughs.svg,x\n"),
    );
    let book = folder.book("book");
    let told: Vec<String> = book.findings.0.iter().map(|finding| finding.message.clone()).collect();
    for name in names {
        let about =
            told.iter().filter(|told| told.contains(&format!("`{name}` cannot be put on a card")));
        assert_eq!(about.count(), 1, "{name}: {told:?}");
    }
    let places = book.findings.0.iter().filter(|finding| finding.span.is_some());
    assert_eq!(places.count(), told.len());
    assert_eq!(book.book.decks[0].cards.len(), 10);
    let (decks, _) = laid(&book, "screen");
    assert_eq!(decks[0].pages().len(), 20);
}

/// A misspelt word in book.toml or in the data is a finding there, with a hint.
#[test]
fn misspelt_looks_are_findings() {
    let csv =
        "Card,Type,Tint,Sign,Edge\nOne,Unit,leef,swrod,dubble\nTwo,Unit,#12345,sword,double\n";
    let columns = "colour = 'Tint'\nicon = 'Sign'\nframe = 'Edge'\n";
    let toml = format!("[deck.main]\ndata = 'cards.csv'\n{columns}");
    let (_folder, book_of_rows) = book("misspelt", &toml, csv);
    let told: Vec<&str> = book_of_rows.findings.0.iter().map(|f| f.message.as_str()).collect();
    assert_eq!(
        told,
        [
            "row 2, column `Tint`: `leef` is not a colour",
            "row 2, column `Sign`: there is no icon `swrod`",
            "row 2, column `Edge`: there is no frame `dubble`",
            "row 3, column `Tint`: `#12345` is not a colour",
        ]
    );
    let hints: Vec<&str> = book_of_rows.findings.0.iter().map(|f| f.hints[0].as_str()).collect();
    assert!(hints[0].starts_with("did you mean `leaf`?"), "{hints:?}");
    assert_eq!(hints[1], "did you mean `sword`?");
    let rules = "[deck.main.by.Type]\nUnit = { colour = 'rde', icon = 'bolts' }\nUnti = { icon = 'sword' }\n\
                 [deck.main.by.Kind]\nX = { icon = 'sword' }\n";
    let toml = format!("[deck.main]\ndata = 'cards.csv'\n{rules}");
    let (_folder, book) = book("misspelt-rules", &toml, csv);
    let told: Vec<&str> = book.findings.0.iter().map(|f| f.message.as_str()).collect();
    assert!(told.contains(&"`rde` is not a colour"), "{told:?}");
    assert!(told.contains(&"there is no icon `bolts`"), "{told:?}");
    assert!(told.iter().any(|told| told.starts_with("unknown column `Kind` in `by`")), "{told:?}");
    let toml = "[deck.main]\ndata = 'cards.csv'\n[deck.main.by.Type]\nUnti = { icon = 'sword' }\n";
    let (_folder, book) = self::book("misspelt-value", toml, csv);
    assert_eq!(book.findings.0[0].message, "no card has `Unti` in the column `Type`");
    assert_eq!(book.findings.0[0].hints, ["did you mean `Unit`?"]);
}

/// Words on a ground of any colour can be read: black on light ones, white on dark ones.
#[test]
fn words_on_colours_can_be_read() {
    let csv =
        "Card,Type,Tint\nOne,Unit,#101040\nTwo,Unit,#f0f080\nThree,Unit,#7f7f7f\nFour,Unit,navy\n";
    let toml = "[deck.main]\ndata = 'cards.csv'\ncolour = 'Tint'\n";
    let (_folder, book) = book("contrast", toml, csv);
    let (decks, findings) = laid(&book, "screen");
    assert!(findings.0.is_empty(), "{findings:?}");
    let fill = |page: usize| {
        let mut fill = None;
        each_item(&decks[0].pages()[page].frame, &mut |item| {
            if let FrameItem::Text(text) = item
                && text.text == "Unit"
                && let typst::visualize::Paint::Solid(colour) = &text.fill
            {
                fill = Some(colour.to_hex().to_string());
            }
        });
        fill.expect("the type is printed")
    };
    assert_eq!([fill(0), fill(2), fill(4), fill(6)], ["#ffffff", "#000000", "#000000", "#ffffff"]);
    let (_, findings) = laid(&book, "generic-3mm");
    assert!(findings.0.is_empty(), "{findings:?}");
}

/// Keywords are bold, reminders are in italics, marked words have their mark; no word is lost.
#[test]
fn words_are_set_apart_by_rule() {
    let csv = "Card,Keywords,Text\nOne,\"Flying, Reach\",Flying units and Reserves (which :coin: pays for) Reach far. Reserve 2 Red\n";
    let toml = "[deck.main]\ndata = 'cards.csv'\ntext = 'Text'\nkeywords = 'Keywords'\nbold = 'Reserve'\nreminders = true\n\
                [deck.main.words]\nRed = { colour = 'red', shape = 'triangle' }\n";
    let (_folder, book) = book("set-apart", toml, csv);
    let (decks, findings) = laid(&book, "screen");
    assert!(findings.0.is_empty(), "{findings:?}");
    let mut styles = Vec::new();
    each_item(&decks[0].pages()[0].frame, &mut |item| {
        if let FrameItem::Text(text) = item {
            let variant = text.font.info().variant;
            styles.push((
                text.text.to_string(),
                variant.weight.to_number() > 500,
                format!("{:?}", variant.style),
            ));
        }
    });
    let of = |words: &str| styles.iter().find(|(text, ..)| text.trim() == words).cloned();
    for word in ["Flying", "Reach", "Reserve"] {
        assert!(of(word).is_some_and(|(_, bold, _)| bold), "{word}: {styles:?}");
    }
    assert!(styles.iter().any(|(text, bold, _)| text.contains("Reserves") && !bold), "{styles:?}");
    let slanted = styles.iter().filter(|(_, _, style)| style == "Italic");
    let slanted: String = slanted.map(|(text, ..)| text.as_str()).collect();
    assert!(slanted.contains("(which") && slanted.contains("pays for)"), "{styles:?}");
    let marked = drawn(&decks[0], 0).0;
    let (_folder, plain) =
        self::book("set-apart-not", "[deck.main]\ndata = 'cards.csv'\ntext = 'Text'\n", csv);
    assert_eq!(
        drawn(&laid(&plain, "screen").0[0], 0).0 + 1,
        marked,
        "a triangle stands before `Red`"
    );
}

/// Copies are added over several columns and checked against the components that name the deck.
#[test]
fn copies_are_counted_against_the_components() {
    let csv = "Card,Copies,Start\nOne,3,2\nTwo,4,\n";
    let deck = "[deck.main]\ndata = 'cards.csv'\ncount = ['Copies', 'Start']\n";
    let folder = Folder::new("looks-counts");
    folder.write("book/rules.md", "# Parts {#parts}\n\n![[parts.csv]]{.components}\n");
    folder.write("book/cards.csv", csv);
    let told = |parts: &str| {
        folder.write(
            "book/book.toml",
            format!("title = 'D'\ndata = ['cards.csv', 'parts.csv']\n{deck}"),
        );
        folder.write("book/parts.csv", format!("Component,Count,Deck\n{parts}"));
        let book = folder.book("book");
        let copies: usize = book.book.decks[0].cards.iter().map(|card| card.count).sum();
        assert_eq!(copies, 9);
        book.findings.0.iter().map(|found| found.message.clone()).collect::<Vec<_>>()
    };
    assert!(told("cards,7,main\nstarting cards,2,main\ndice,5,\n").is_empty());
    assert_eq!(
        told("cards,7,main\n"),
        ["the deck `main` prints 9 cards, but its components are 7"]
    );
    assert_eq!(told("cards,9,mian\n"), ["`mian` is not a deck of this book"]);
    assert_eq!(
        told("cards,some,main\n"),
        ["`some` cards cannot be counted against the deck `main`"]
    );
}

/// A double-ended card has every word twice, once upright and once upside down.
#[test]
fn double_ended_cards_say_all_twice() {
    let toml = "[deck.main]\ndata = 'cards.csv'\nlayout = 'double-ended'\n";
    let (_folder, book) = book("double", toml, PLAIN);
    let (decks, findings) = laid(&book, "screen");
    assert!(findings.0.is_empty(), "{findings:?}");
    let runs = text_runs(&decks[0]);
    let names: Vec<_> = runs.iter().filter(|run| run.page == 0 && run.text == "Elf").collect();
    assert_eq!(names.len(), 2, "{runs:?}");
    let high = decks[0].pages()[0].frame.size().y.to_pt();
    assert!(names[0].baseline < high / 4.0 && names[1].baseline > high * 0.75, "{names:?}");
}

/// The files for Tabletop Simulator: sheets of at most 70 cards and 4096 pixels, a saved object
/// that holds each card as often as it is printed, a picture for each card with its number of
/// copies, and one of all.
#[test]
fn decks_for_tabletop_simulator() {
    let rows: String = (0..72).map(|nth| format!("C{nth},{},Draw.\n", 1 + nth % 3)).collect();
    let own_back = "Odd: one/two,1,Draw.,Other back\n";
    let toml = "[deck.main]\ndata = 'cards.csv'\ntitle = 'My deck'\nart = false\nsize = 'mini'\n";
    let (_folder, book) = book(
        "tabletop",
        toml,
        &format!("Card,Copies,Text,Back\n{rows}{own_back}").replace("Draw.\n", "Draw.,\n"),
    );
    assert!(codes(&book).is_empty(), "{:?}", book.findings);
    let (files, findings) = super::files(&book, Output::Tabletop, "screen", Default::default());
    assert!(findings.0.is_empty(), "{findings:?}");
    let file = |name: &str| {
        let found = files.iter().find(|file| file.name == format!("tabletop/{name}"));
        &found.unwrap_or_else(|| panic!("{name} is not made")).bytes
    };
    let size = |name: &str| {
        let picture = image::load_from_memory(file(name)).expect("it is a picture");
        (picture.width(), picture.height())
    };
    assert_eq!(size("sheet-1.png"), size("sheet-1-backs.png"));
    let (wide, high) = size("sheet-1.png");
    assert!(wide <= 4096 && high <= 4096 && wide.max(high) > 3900, "{wide} x {high}");
    assert_eq!(size("sheet-2.png").1, high / 7 * 2, "the fewest rows are two");
    let cards: Vec<&str> =
        files.iter().filter_map(|file| file.name.strip_prefix("tabletop/cards/")).collect();
    assert_eq!(cards.len(), 73);
    assert_eq!((cards[2], cards[72]), ("003 C2 x3.png", "073 Odd- one-two x1.png"));
    let (wide, high) = size("cards/003 C2 x3.png");
    assert_eq!((wide, high), (520, 803), "300 dots per inch");
    assert!(size("contact-sheet.png").0 <= 2500);
    let saved: serde_json::Value =
        serde_json::from_slice(file("saved-object.json")).expect("it is JSON");
    let deck = &saved["ObjectStates"][0];
    assert_eq!((&deck["Name"], &deck["Nickname"]), (&"DeckCustom".into(), &"My deck".into()));
    let ids = deck["DeckIDs"].as_array().expect("it is a list");
    let copies: usize = book.book.decks[0].cards.iter().map(|card| card.count).sum();
    assert_eq!(
        (ids.len(), deck["ContainedObjects"].as_array().map(Vec::len)),
        (copies, Some(copies))
    );
    assert_eq!((ids.first(), ids.last()), (Some(&100.into()), Some(&202.into())));
    let sheets = &deck["CustomDeck"];
    assert_eq!((&sheets["1"]["NumWidth"], &sheets["1"]["NumHeight"]), (&10.into(), &7.into()));
    assert_eq!(sheets["2"]["NumHeight"], 2);
    assert_eq!(sheets["1"]["UniqueBack"], true);
    for key in ["FaceURL", "BackURL"] {
        for sheet in ["1", "2"] {
            file(sheets[sheet][key].as_str().expect("it is a name"));
        }
    }
    assert!(String::from_utf8_lossy(file("READ-ME.txt")).contains("FaceURL"));
    let again = super::files(&book, Output::Tabletop, "screen", Default::default()).0;
    assert_eq!(files, again);
}

/// Cards with a picture: an icon is on it, values are on plates of the card's frame, and on a
/// landscape card the words are beside the picture.
#[test]
fn cards_with_pictures_show_icon_and_frame_and_lie_on_their_side() {
    let deck = |name: &str, more: &str, row: &str| {
        let folder = Folder::new(&format!("looks-art-{name}"));
        let columns = "art = 'Picture'\nstats = ['Power', 'Life']\n";
        let toml = format!("{HEAD}[deck.main]\ndata = 'cards.csv'\n{columns}{more}");
        folder.write("book/book.toml", toml);
        folder.write("book/rules.md", "# Turn\n\nDraw a card.\n");
        folder.write("book/a.png", png(400, 300));
        let head = "Card,Picture,Icon,Frame,Power,Life,Text";
        folder.write("book/cards.csv", format!("{head}\nFox,a.png,{row},Draw a card.\n"));
        let book = folder.book("book");
        let (mut decks, findings) = laid(&book, "screen");
        assert!(findings.0.is_empty(), "{findings:?}");
        decks.remove(0)
    };
    for layout in ["art", "tile"] {
        let more = format!("layout = '{layout}'\n");
        let [with, without] =
            ["flame,plain,2,3", ",plain,2,3"].map(|row| drawn(&deck("icon", &more, row), 0).0);
        assert!(with > without + 1, "{layout}: {with} {without}");
    }
    // Two more values, each on a plate with an inner line.
    let shapes = |frame: &str, values: &str| {
        drawn(&deck("frame", "", &format!(",{frame},{values}")), 0).0 as i64
    };
    let more = |frame: &str| shapes(frame, "2,3") - shapes(frame, ",");
    assert_eq!(more("double"), more("plain") + 2);
    let upright = deck("upright", "", "flame,plain,2,3");
    assert_eq!(drawn(&upright, 0).1, 1);
    let wide = deck("wide", "landscape = true\n", "flame,plain,2,3");
    let left = |pages: &PagedDocument| {
        let runs = text_runs(pages);
        let words = runs.iter().find(|run| run.text.contains("Draw")).expect("it is printed");
        words.left / pages.pages()[0].frame.size().x.to_pt()
    };
    assert!(left(&upright) < 0.2 && left(&wide) > 0.4, "{} {}", left(&upright), left(&wide));
    // Words that need the whole width have it.
    let long = format!("flame,plain,2,3,{}\nOwl,,,,,", "It is long. ".repeat(46));
    let long = deck("long", "landscape = true\n", &long);
    let runs = text_runs(&long);
    let first = runs.iter().find(|run| run.text.contains("It is long")).expect("it is printed");
    assert!(first.left < 0.2 * long.pages()[0].frame.size().x.to_pt(), "{}", first.left);
}

/// A small deck has sheets as large as those of a large one, and a theme has a folder of its own.
#[test]
fn small_decks_have_large_sheets_for_tabletop_simulator() {
    let toml = "[deck.main]\ndata = 'cards.csv'\nart = false\n";
    for (cards, least) in [(1, 1400), (5, 1200), (11, 900), (36, 480), (70, 400)] {
        let rows: String = (0..cards).map(|nth| format!("C{nth},Draw.\n")).collect();
        let (_folder, book) = book("tabletop-small", toml, &format!("Card,Text\n{rows}"));
        let profile = find_profile("screen").expect("the profile is bundled");
        let request = PrintRequest { theme: "codex,large-print", ..PrintRequest::usual(&profile) };
        let mut findings = Findings::default();
        let output = Output::Tabletop;
        let files =
            rulepress::press::make(&book.book, output, &request, &book.sources, &mut findings);
        let file = |name: &str| {
            let name = format!("tabletop-codex-large-print/{name}");
            &files.iter().find(|file| file.name == name).expect("it is made").bytes
        };
        let sheet = image::load_from_memory(file("sheet-1.png")).expect("it is a picture");
        let saved: serde_json::Value =
            serde_json::from_slice(file("saved-object.json")).expect("it is JSON");
        let custom = &saved["ObjectStates"][0]["CustomDeck"]["1"];
        let [columns, rows] =
            ["NumWidth", "NumHeight"].map(|key| custom[key].as_u64().expect("it is one") as u32);
        assert!((2..=10).contains(&columns) && (2..=7).contains(&rows), "{columns} x {rows}");
        assert!(columns * rows >= cards, "{cards}: {columns} x {rows}");
        let (wide, high) = (sheet.width(), sheet.height());
        assert!(wide <= 4096 && high <= 4096, "{wide} x {high}");
        assert_eq!((wide % columns, high % rows), (0, 0), "places of one size");
        assert!(wide / columns >= least, "{cards}: {} pixels", wide / columns);
        let back = image::load_from_memory(file("back.png")).expect("it is a picture");
        assert_eq!(back.width(), wide / columns);
    }
}

/// Cards that save ink have no picture on either side.
#[test]
fn cards_that_save_ink_have_no_picture() {
    let folder = Folder::new("looks-low-ink");
    for layout in ["art", "tile", "double-ended"] {
        let deck = "data = 'cards.csv'\nart = 'Picture'\nback = 'a.png'\n";
        folder.write("book/book.toml", format!("{HEAD}[deck.main]\n{deck}layout = '{layout}'\n"));
        folder.write("book/rules.md", "# Turn\n\nDraw a card.\n");
        folder.write("book/a.png", png(400, 300));
        folder.write("book/cards.csv", "Card,Picture,Text\nFox,a.png,Draw a card.\n");
        let book = folder.book("book");
        let profile = find_profile("screen").expect("the profile is bundled");
        let pictures = |theme| {
            let request = PrintRequest { theme, ..PrintRequest::usual(&profile) };
            let mut findings = Findings::default();
            let laid = lay_out(&book.book, Output::Deck, &request, &book.sources, &mut findings);
            assert!(findings.0.is_empty(), "{findings:?}");
            drawn(&laid[0].document, 0).1 + drawn(&laid[0].document, 1).1
        };
        assert_eq!((pictures("standard"), pictures("low-ink")), (2, 0), "{layout}");
    }
}
