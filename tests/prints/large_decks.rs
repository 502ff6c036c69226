//! Large decks, which are set in parts: the same cards stand at the same places as if they were set at once, and memory
//! does not grow with the deck.

use std::fmt::Write;

use lopdf::Document;
use lopdf::content::Content;
use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::pipeline::PrintableBook;
use rulepress::press::cards::{CardRequest, typeset_cards};
use rulepress::press::export::{PageSelection, export_pdf};
use rulepress::press::look::{MODIFIERS, PageLook};
use rulepress::press::profile::{Profile, find_profile};
use rulepress::press::{self, PrintRequest};

use super::read;
use crate::common::{Folder, rulepress};

/// A book whose deck has so many rows: each tenth card is there three times, each ninth text is long, and groups and types
/// come late.
fn deck(folder: &Folder, cards: usize, (art, own_backs): (&str, bool)) -> PrintableBook {
    let mut rows = "Name,Type,Group,Text,Count,Back\n".to_owned();
    for nth in 0..cards {
        let kind = ["Ally", "Action", "Attack"][(nth / 40) % 3];
        let group = ["air", "fire", "earth", "water"][(nth / 70) % 4];
        let text = "Choose a unit and deal damage to it. ".repeat(if nth % 9 == 4 { 9 } else { 1 });
        let count = if nth % 10 == 0 { 3 } else { 1 };
        let back = if own_backs && nth % 50 == 7 { "Odd" } else { "" };
        writeln!(rows, "Card {nth},{kind},{group},{text},{count},{back}").expect("memory is there");
    }
    folder.write("book/cards.csv", rows);
    folder.write("book/rules.md", "# Turn {#turn}\n\nDraw a card.\n");
    let book =
        "title = 'Deck'\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\ngroup = 'Group'\n";
    folder.write("book/book.toml", format!("{book}{art}"));
    read(&folder.path().join("book"))
}

/// What each page draws: operators and figures, without the names of fonts and pictures and without letters, whose numbers
/// differ from one set of fonts to another.
fn drawings(bytes: &[u8]) -> Vec<Vec<String>> {
    let document = Document::load_mem(bytes).expect("it is a PDF");
    let page = |id| {
        let content = Content::decode(&document.get_page_content(id)).expect("it can be read");
        let written = content.operations.iter().map(|operation| {
            let figures = operation.operands.iter().filter_map(|operand| operand.as_float().ok());
            let figures: Vec<String> = figures.map(|figure| format!("{figure:.2}")).collect();
            format!("{} {}", figures.join(" "), operation.operator)
        });
        written.collect()
    };
    document.get_pages().into_values().map(page).collect()
}

fn words(bytes: &[u8]) -> Vec<String> {
    let document = Document::load_mem(bytes).expect("it is a PDF");
    document
        .get_pages()
        .keys()
        .map(|page| document.extract_text(&[*page]).expect("it has text"))
        .collect()
}

/// The deck as it is made, and as it would be made at once.
fn both(book: &PrintableBook, profile: &Profile, cards: CardRequest) -> [Vec<u8>; 2] {
    let mut findings = Findings::default();
    let cards = CardRequest { deck: Some(0), ..cards };
    let request = PrintRequest { cards: cards.clone(), ..PrintRequest::usual(profile) };
    let (read, sources) = (&book.book, &book.sources);
    let files = press::make(read, Output::Deck, &request, sources, &mut findings);
    assert_eq!(files.len(), 1, "{findings:?}");
    let look = PageLook::of(profile, MODIFIERS[0]);
    let pages = typeset_cards(read, &cards, (profile, &look), sources, &mut findings);
    let pages = pages.expect("they can be set");
    let flip = (!cards.fold && !cards.fronts_only).then_some(profile.flip);
    let how = (profile, flip);
    let whole = export_pdf(&PageSelection::all(&pages), read, how, &mut findings);
    [files[0].bytes.clone(), whole.expect("it can be written")]
}

#[test]
fn parts_print_the_same_as_the_whole() {
    let folder = Folder::new("large-decks-same");
    let book = deck(&folder, 165, ("back = 'Back'\n", true));
    let fold = CardRequest { fold: true, ..CardRequest::default() };
    let fronts = CardRequest { fronts_only: true, ..CardRequest::default() };
    for (profile, cards) in [
        ("home-a4", CardRequest::default()),
        ("home-a4", fold),
        ("generic-3mm", fronts),
        ("longpack", CardRequest::default()),
    ] {
        let shop = find_profile(profile).expect("it is bundled");
        let [parts, whole] = both(&book, &shop, cards);
        let [drawn, wanted] = [&parts, &whole].map(|bytes| drawings(bytes));
        assert_eq!(drawn.len(), wanted.len(), "{profile}: pages");
        for (nth, (drawn, wanted)) in drawn.iter().zip(&wanted).enumerate() {
            let other = drawn.iter().zip(wanted).find(|(drawn, wanted)| drawn != wanted);
            assert!(
                drawn.len() == wanted.len() && other.is_none(),
                "{profile}: page {} is drawn otherwise: {other:?}",
                nth + 1
            );
        }
        assert_eq!(words(&parts), words(&whole), "{profile}");
        let (parts, whole) = (parts.len() as f64, whole.len() as f64);
        assert!(parts < 1.15 * whole, "{profile}: {parts} bytes instead of {whole}");
    }
}

/// What is asked of a print shop's file stays so, and what belongs to it comes once.
#[test]
fn parts_are_one_file() {
    let folder = Folder::new("large-decks-one");
    let book = deck(&folder, 165, ("art = false\n", false));
    for profile in ["home-a4", "longpack"] {
        let shop = find_profile(profile).expect("it is bundled");
        let [parts, whole] = both(&book, &shop, CardRequest::default());
        assert_eq!(drawings(&parts).len(), drawings(&whole).len(), "{profile}");
        assert!(both(&book, &shop, CardRequest::default())[0] == parts, "the same bytes each time");
        let [parts, whole] = [parts, whole].map(|bytes| Document::load_mem(&bytes).expect("a PDF"));
        for key in [b"OutputIntents".as_slice(), b"ViewerPreferences", b"Metadata", b"Lang"] {
            let has = |document: &Document| document.catalog().expect("it has one").has(key);
            assert_eq!(has(&parts), has(&whole), "{profile}: {}", String::from_utf8_lossy(key));
        }
        assert_eq!(parts.version, whole.version, "{profile}");
        let of_type = |document: &Document, name: &[u8]| {
            document
                .objects
                .values()
                .filter(|object| object.type_name().is_ok_and(|own| own == name))
                .count()
        };
        for name in [b"Pages".as_slice(), b"Catalog", b"Page", b"OutputIntent"] {
            assert_eq!(of_type(&parts, name), of_type(&whole, name), "{profile}: {name:?}");
        }
    }
}

/// A deck that took more than 500 MiB when it was set at once is made in less.
#[test]
fn memory_is_that_of_a_part() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let folder = Folder::new("large-decks-memory");
    deck(&folder, 620, ("", false));
    let args =
        ["build", "book", "--only", "deck", "--profile", "home-a4", "--limit-memory", "400MiB"];
    let ran = rulepress(folder.path(), &args);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(ran.stdout.contains("deck-home-a4.pdf"), "{}", ran.stdout);
}
