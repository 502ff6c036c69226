//! The bundled profiles of print shops: each makes files as that shop takes them.

use std::collections::BTreeSet;

use lopdf::Document;
use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::preflight::{FaultKind, preflight};
use rulepress::press::profile::{find_profile, profile_names};
use rulepress::press::{self, PrintRequest};

use super::files;
use crate::common::{Folder, books, read_book, root, sampled_books};
use crate::promises::is_test;

/// A deck of three cards, seven copies, one back; long enough rules.
fn game(name: &str) -> (Folder, rulepress::pipeline::PrintableBook) {
    let folder = Folder::new(&format!("services-{name}"));
    let toml = "title = 'Deck'\nsources = ['a.md']\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\ncount = 'Copies'\n";
    folder.write("book/book.toml", toml);
    folder
        .write("book/cards.csv", "Name,Copies,Text\nFox,2,Run.\nOwl: wise,4,Look.\nElk,1,Stand.\n");
    let chapters =
        (1..30).map(|nth| format!("## Part {nth}\n\n{}\n\n", "Words of a rule. ".repeat(40)));
    folder.write("book/a.md", format!("# Turn\n\n{}", chapters.collect::<String>()));
    let book = folder.book("book");
    (folder, book)
}

fn pixels(bytes: &[u8]) -> (u32, u32) {
    let picture = image::load_from_memory(bytes).expect("it is a picture");
    (picture.width(), picture.height())
}

#[test]
fn every_profile_says_where_its_figures_come_from() {
    assert!(profile_names().count() >= 13);
    for name in profile_names() {
        let profile = find_profile(name).expect("it is well formed");
        assert!(!profile.about.is_empty() && !profile.source.is_empty(), "{name}");
        assert!(profile.checked.date.is_some_and(|date| date.year >= 2026), "{name}");
    }
}

/// Pictures of 2.75 x 3.75 inches at 300 dots per inch, bleed included.
#[test]
fn the_game_crafter_gets_a_picture_of_each_card_and_page() {
    let (_folder, book) = game("tgc");
    let (cards, findings) = files(&book, Output::Deck, "tgc", Default::default());
    assert!(findings.0.is_empty(), "{:?}", findings.0);
    let names: Vec<&str> = cards.iter().map(|file| file.name.as_str()).collect();
    let wanted = [
        "deck-tgc/001 Fox x2.png",
        "deck-tgc/back.png",
        "deck-tgc/002 Owl- wise x4.png",
        "deck-tgc/003 Elk x1.png",
    ];
    assert_eq!(names, wanted);
    assert!(cards.iter().all(|card| pixels(&card.bytes) == (825, 1125)));
    // A Large Booklet: 5 x 8 inches and the bleed, pages by fours.
    let (pages, findings) = files(&book, Output::Rulebook, "tgc", Default::default());
    assert!(findings.0.is_empty(), "{:?}", findings.0);
    assert!(pages.len() % 4 == 0 && pages.len() <= 40, "{}", pages.len());
    assert_eq!(pixels(&pages[0].bytes), (1575, 2475));
}

/// Pictures of 2.48 x 3.46 inches, and the bleed.
#[test]
fn makeplayingcards_gets_pictures() {
    let (_folder, book) = game("mpc");
    let (cards, _) = files(&book, Output::Deck, "makeplayingcards", Default::default());
    let (wide, high) = pixels(&cards[0].bytes);
    assert!(wide.abs_diff(816) <= 1 && high.abs_diff(1111) <= 1, "{wide} {high}");
}

/// The width of each page in inches, bleed included, and how many there are.
fn page_sizes(bytes: &[u8]) -> Vec<(f64, f64)> {
    let document = Document::load_mem(bytes).expect("it is a PDF");
    let size = |page| {
        let fields = document.get_dictionary(page).expect("it is a page");
        let sides = fields.get(b"MediaBox").and_then(lopdf::Object::as_array).expect("it has one");
        let side = |nth: usize| f64::from(sides[nth].as_float().expect("it is a number")) / 72.0;
        ((side(2) - side(0)) * 1000.0).round() / 1000.0
    };
    let high = |page| {
        let fields = document.get_dictionary(page).expect("it is a page");
        let sides = fields.get(b"MediaBox").and_then(lopdf::Object::as_array).expect("it has one");
        let side = |nth: usize| f64::from(sides[nth].as_float().expect("it is a number")) / 72.0;
        ((side(3) - side(1)) * 1000.0).round() / 1000.0
    };
    document.get_pages().into_values().map(|page| (size(page), high(page))).collect()
}

#[test]
fn decks_of_print_shops() {
    let (_folder, book) = game("decks");
    // A back and a front for each of seven cards, 2.75 x 3.75 inches each.
    let (decks, findings) = files(&book, Output::Deck, "drivethrucards", Default::default());
    assert!(findings.0.is_empty(), "{:?}", findings.0);
    let sizes = page_sizes(&decks[0].bytes);
    assert_eq!((decks.len(), sizes.len()), (1, 14));
    assert!(sizes.iter().all(|size| *size == (2.75, 3.75)), "{sizes:?}");
    let words = |bytes: &[u8]| Document::load_mem(bytes).expect("it is a PDF").version;
    assert_eq!(words(&decks[0].bytes), "1.4");
    // Seven fronts, then the back once.
    for shop in ["printninja", "longpack"] {
        let (decks, findings) = files(&book, Output::Deck, shop, Default::default());
        assert!(findings.0.is_empty(), "{shop}: {:?}", findings.0);
        assert_eq!(page_sizes(&decks[0].bytes).len(), 8, "{shop}");
    }
    let (decks, findings) = files(&book, Output::Deck, "mbprint", Default::default());
    assert!(findings.0.is_empty(), "{:?}", findings.0);
    let document = Document::load_mem(&decks[0].bytes).expect("it is a PDF");
    assert!(!format!("{:?}", document.objects).contains("FontFile"), "letters are shapes");
}

#[test]
fn books_of_print_shops() {
    let (_folder, book) = game("books");
    for (shop, inside) in [("drivethrurpg", false), ("lulu", true)] {
        let (pages, findings) = files(&book, Output::Rulebook, shop, Default::default());
        // Only the number of pages is reported.
        assert!(
            findings.0.iter().all(|one| one.message.contains(" pages; `")),
            "{shop}: {findings:?}"
        );
        let sizes = page_sizes(&pages[0].bytes);
        assert_eq!(sizes.len() % 4, 0, "{shop}");
        // DriveThruRPG wants the last page blank, and has it behind the one with the notice.
        let document = Document::load_mem(&pages[0].bytes).expect("it is a PDF");
        let last = document.get_pages().into_values().next_back().expect("there is one");
        let content = document.get_page_content(last);
        let content = lopdf::content::Content::decode(&content).expect("it can be read");
        let paints = content.operations.iter().any(|operation| {
            matches!(
                operation.operator.as_str(),
                "Tj" | "TJ" | "S" | "f" | "f*" | "B" | "Do" | "sh"
            )
        });
        assert_eq!(paints, inside, "{shop}: the last page");
        // A4 and an eighth of an inch at each edge that is cut.
        let wide = 210.0 / 25.4 + if inside { 0.25 } else { 0.125 };
        assert!(sizes.iter().all(|(one, _)| (one - wide).abs() < 0.002), "{shop}: {sizes:?}");
        let (cover, _) = files(&book, Output::Cover, shop, Default::default());
        // Numbers of pages are those of what is bound.
        let demands = find_profile(shop).expect("it is bundled").demands(true);
        let report = preflight(&cover[0].bytes, &demands).expect("it is a PDF");
        assert!(report.faults.iter().all(|fault| fault.kind != FaultKind::PageCount), "{shop}");
        let (one, _) = page_sizes(&cover[0].bytes)[0];
        assert!(one > 2.0 * 210.0 / 25.4 + 0.25, "{shop}: there is a spine: {one}");
    }
}

/// Every profile makes its outputs of our own books, without a finding about the file.
#[test]
fn our_books_go_to_every_print_shop() {
    let book = read_book(&books()[0]);
    for name in profile_names() {
        let profile = find_profile(name).expect("it is well formed");
        for output in profile.makes {
            let (_, findings) = files(&book, output, name, Default::default());
            let told =
                |finding: &rulepress::diagnostic::Diagnostic| finding.code.name == "print-file";
            let wrong: Vec<_> = findings.0.iter().filter(|finding| told(finding)).collect();
            let known = |words: &str| words.contains(" pages; `");
            assert!(wrong.iter().all(|one| known(&one.message)), "{name}: {wrong:?}");
        }
    }
}

/// Words and frames of covers stay as far from the edge as a service asks, in every layout of a cover.
#[test]
fn covers_keep_the_safe_zone() {
    let own = sampled_books().into_iter().map(|path| (path, "standard"));
    let themes = ["oracle", "codex", "briefing", "orbit", "breeze"];
    let themes = themes.into_iter().map(|theme| (root().join("content/gaia-project"), theme));
    for (path, theme) in own.chain(themes) {
        let book = read_book(&path);
        let profile = find_profile("lulu").expect("it is bundled");
        assert_eq!(profile.safe, find_profile("drivethrurpg").expect("it is bundled").safe);
        let request = PrintRequest { theme, ..PrintRequest::usual(&profile) };
        let mut findings = Findings::default();
        let made = press::make(&book.book, Output::Cover, &request, &book.sources, &mut findings);
        let report = preflight(&made[0].bytes, &profile.demands(false)).expect("it is a PDF");
        let near = report.faults.iter().filter(|fault| {
            matches!(fault.kind, FaultKind::TextNearEdge | FaultKind::LineNearEdge)
        });
        let near: Vec<&str> = near.map(|fault| fault.message.as_str()).collect();
        assert!(near.is_empty(), "{} {theme}: {near:?}", path.display());
    }
}

/// docs/print-shops.md has a section for each print shop, with the day of its profile, all that is unknown, and tests that exist.
#[test]
fn what_shops_ask_is_told() {
    let page = std::fs::read_to_string(root().join("docs/print-shops.md")).expect("it is there");
    let shops = profile_names().filter(|name| !["screen", "generic-3mm"].contains(name));
    for name in shops.filter(|name| !name.starts_with("home")) {
        let profile = find_profile(name).expect("it is bundled");
        let title = format!(": `{name}`\n");
        let section = page.split("\n## ").find(|section| section.contains(&title));
        let section = section.unwrap_or_else(|| panic!("no section is about {name}"));
        assert!(
            section.replace('\n', " ").contains(&format!("looked at {}.", profile.checked)),
            "{name}"
        );
        assert!(section.contains("unknown") || profile.unknown.is_empty(), "{name}");
        let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| ")).collect();
        assert!(rows.len() > 4 && rows[0] == "| demand | how it is met | shown by |", "{name}");
        for row in &rows[1..] {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let [_, _, met, shown, _] = cells[..] else { panic!("{name}: {row}") };
            let is_open =
                ["not met", "unknown", "not looked at"].iter().any(|word| met.contains(word));
            assert!(shown != "none" || is_open, "{name}: nothing shows {row}");
        }
    }
    let tests = page.split('`').skip(1).step_by(2).filter(|name| name.contains("::"));
    let lost: Vec<&str> = tests.filter(|name| !is_test(name)).collect();
    assert!(lost.is_empty(), "docs/print-shops.md names tests that do not exist: {lost:?}");
}

/// Every file has an identifier of its own in its metadata.
#[test]
fn files_have_numbers_of_their_own() {
    let book = read_book(&root().join("content/wind-lorraine"));
    let mut numbers = BTreeSet::new();
    let mut count = 0;
    for shop in ["mbprint", "longpack", "printninja"] {
        let (decks, _) = files(&book, Output::Deck, shop, Default::default());
        for deck in decks {
            let text = String::from_utf8_lossy(&deck.bytes).into_owned();
            let number = text.split("<xmpMM:DocumentID>").nth(1).expect("it has one");
            numbers.insert(number.split('<').next().expect("it ends").to_owned());
            count += 1;
        }
    }
    assert_eq!((numbers.len(), count), (6, 6), "{numbers:?}");
}
