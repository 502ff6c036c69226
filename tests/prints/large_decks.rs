//! Large decks, which are set in parts: the same cards are at the same places as if they were set
//! at once, and memory does not grow with the deck.

use std::fmt::Write;

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};
use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::pipeline::PrintableBook;
use rulepress::press::look::{MODIFIERS, PageLook};
use rulepress::press::outputs::cards::{CardRequest, CardSetting, typeset_cards};
use rulepress::press::pdf::export::{PageSelection, export_pdf};
use rulepress::press::profile::{Profile, find_profile};
use rulepress::press::{self, PrintRequest};

use crate::common::Folder;

/// Writes a book whose deck has `cards` rows: each tenth card is there three times, each ninth text
/// is long, and groups and types come late.
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
    folder.book("book")
}

/// Returns the drawing of each page: operators and figures, without the names of fonts and pictures
/// and without letters, whose numbers differ between sets of fonts.
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
    let setting = CardSetting { book: read, request: &cards, profile, look: &look, sources };
    let pages = typeset_cards(setting, &mut findings);
    let pages = pages.expect("they can be set");
    let flip = (!cards.fold && !cards.fronts_only).then_some(profile.flip);
    let whole = PageSelection { flip, ..PageSelection::all(&pages) };
    let whole = export_pdf(&whole, read, profile, &mut findings);
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
        ("screen", CardRequest::default()),
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

/// A deck whose template draws a small table on each card; its cells name their heads.
fn deck_of_tables(folder: &Folder, cards: usize) -> PrintableBook {
    let mut rows = "Name,Text\n".to_owned();
    for nth in 0..cards {
        writeln!(rows, "Card {nth},Look here.").expect("memory is there");
    }
    folder.write("book/cards.csv", rows);
    folder.write("book/theme.toml", "[templates]\ncard-face = \"faces.typ\"\n");
    let table = "table(columns: 2, table.header([Die], [Hit]), [1], [2])";
    let face =
        format!("it.default; place(top + left, dx: 20mm, dy: 30mm, box(fill: white, {table}))");
    folder.write("book/faces.typ", format!("#let card-face(it) = {{ {face} }}\n"));
    folder.write("book/rules.md", "# Turn {#turn}\n\nDraw a card.\n");
    let book = "title = 'Deck'\ndata = ['cards.csv']\n[deck.main]\ndata = 'cards.csv'\n";
    folder.write("book/book.toml", book);
    folder.book("book")
}

fn entry<'d>(document: &'d Document, fields: &'d Dictionary, key: &[u8]) -> Option<&'d Object> {
    Some(document.dereference(fields.get(key).ok()?).ok()?.1)
}

/// The names of all elements below one, each behind that above it; every element names the one above it.
fn tagged_names(document: &Document, id: ObjectId, depth: usize, names: &mut Vec<String>) {
    let element = document.get_dictionary(id).expect("it is there");
    let name = element.get(b"S").and_then(Object::as_name).unwrap_or_default();
    names.push(format!("{depth} {}", String::from_utf8_lossy(name)));
    let kids = match entry(document, element, b"K") {
        Some(Object::Array(kids)) => kids.clone(),
        _ => Vec::new(),
    };
    for kid in kids.iter().filter_map(|kid| kid.as_reference().ok()) {
        let above = document.get_dictionary(kid).and_then(|kid| kid.get(b"P"));
        let above = above.and_then(Object::as_reference).ok();
        assert_eq!(above, Some(id), "an element has another parent");
        tagged_names(document, kid, depth + 1, names);
    }
}

/// The root of the tags with the names of all elements.
fn tags(document: &Document) -> (&Dictionary, Vec<String>) {
    let root = document.catalog().expect("it has one").get(b"StructTreeRoot");
    let root = root.and_then(Object::as_reference).expect("it has tags");
    let fields = document.get_dictionary(root).expect("it has tags");
    let top = fields.get(b"K").expect("it has tags");
    let top = top.as_reference().or_else(|_| top.as_array()?[0].as_reference());
    let mut names = Vec::new();
    tagged_names(document, top.expect("it has a document"), 0, &mut names);
    (fields, names)
}

/// The pages of a file for screens lead to their tags, and the outline to each card, as if all were set at once.
#[test]
fn parts_have_one_tree_of_tags() {
    let folder = Folder::new("large-decks-tags");
    let book = deck_of_tables(&folder, 200);
    let screen = find_profile("screen").expect("it is bundled");
    let [parts, whole] = both(&book, &screen, CardRequest::default());
    assert_ne!(parts, whole, "it is set in parts");
    let [parts, whole] = [parts, whole].map(|bytes| Document::load_mem(&bytes).expect("a PDF"));
    let ((root, names), (_, wanted)) = (tags(&parts), tags(&whole));
    assert!(names.iter().any(|name| name.ends_with(" TH")), "the cards have no tables");
    assert_eq!(names, wanted);
    let tree = entry(&parts, root, b"ParentTree").and_then(|tree| tree.as_dict().ok());
    let pairs = tree.and_then(|tree| tree.get(b"Nums").ok()?.as_array().ok()).expect("keys");
    let keys: Vec<i64> = pairs.iter().step_by(2).map(|key| key.as_i64().expect("a key")).collect();
    assert!(keys.is_sorted() && keys.windows(2).all(|two| two[0] < two[1]), "{keys:?}");
    for page in parts.get_pages().into_values() {
        let key = parts.get_dictionary(page).and_then(|page| page.get(b"StructParents"));
        let key = key.and_then(Object::as_i64).expect("a page has a key");
        let at = keys.iter().position(|other| *other == key).expect("the key is in the tree");
        let found = parts.dereference(&pairs[2 * at + 1]).expect("elements").1;
        for element in
            found.as_array().expect("elements").iter().filter_map(|one| one.as_reference().ok())
        {
            let own = parts.get_dictionary(element).and_then(|element| element.get(b"Pg"));
            let own = own.and_then(Object::as_reference).ok();
            assert_eq!(own, Some(page), "a tag of another page");
        }
    }
    let names = |document: &Document, root: &Dictionary| {
        let tree = entry(document, root, b"IDTree").and_then(|tree| tree.as_dict().ok())?;
        Some(tree.get(b"Names").ok()?.as_array().ok()?.len())
    };
    assert!(names(&parts, root).is_some(), "no head of a table has a name");
    assert_eq!(names(&parts, root), names(&whole, tags(&whole).0), "names of heads of tables");
    let outline = |document: &Document| {
        let catalog = document.catalog().expect("it has one");
        let root = entry(document, catalog, b"Outlines").expect("it has an outline");
        let root = root.as_dict().expect("it has an outline");
        let (mut titles, mut next) = (Vec::new(), entry(document, root, b"First"));
        while let Some(Object::Dictionary(item)) = next {
            titles.push(item.get(b"Title").and_then(Object::as_str).expect("a title").to_vec());
            next = entry(document, item, b"Next");
        }
        let count = root.get(b"Count").and_then(Object::as_i64).ok();
        assert_eq!(count, Some(titles.len() as i64));
        titles
    };
    assert_eq!(outline(&parts), outline(&whole));
    let record = |document: &Document| {
        let catalog = document.catalog().expect("it has one");
        let record = entry(document, catalog, b"Metadata").expect("it has one");
        let record = record.as_stream().expect("it is one").content.clone();
        String::from_utf8(record).expect("it is text")
    };
    let pages = format!("<xmpTPg:NPages>{}</xmpTPg:NPages>", parts.get_pages().len());
    for said in ["<pdfuaid:part>1</pdfuaid:part>", &pages] {
        assert!(record(&parts).contains(said) && record(&whole).contains(said), "{said}");
    }
}

/// The demands on a print shop's file are kept, and its common parts are in it once.
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
    folder.run(&args).ended(0).prints("deck-home-a4.pdf");
}
