//! The web edition: names of places, the index, fonts, colours and the files of its folder, over
//! all books and the real documents. `tests/browser/reading.mjs` tests it in a browser.

mod files;
mod fonts;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use rulepress::book::Book;
use rulepress::document::{BlockKind, ListItem, plain_text, walk};
use rulepress::pipeline::PrintableBook;
use rulepress::web::{self, SiteFile};

use crate::common::{Folder, SEEDS, books, seed};

/// A site, and the book that it was made of.
struct Site {
    read: PrintableBook,
    files: Vec<SiteFile>,
}

impl Site {
    fn of(path: &std::path::Path) -> Self {
        let read = rulepress::read_book(path).unwrap_or_else(|error| panic!("{error:#}"));
        let context = read.rules.as_ref().map(|rules| rules.context(&read.sources));
        let files = web::book_site(&read.book, &read.examples, context.as_ref(), false);
        let files = files.expect("the pages are filled");
        Self { files, read }
    }

    fn file(&self, path: &str) -> &str {
        let file = self.files.iter().find(|file| file.path == path);
        &file.unwrap_or_else(|| panic!("no file `{path}`")).text
    }

    fn index(&self) -> &str {
        self.file("index.html")
    }

    fn book(&self) -> &Book {
        &self.read.book
    }
}

/// Our books, then the real documents; they are made once.
fn sites() -> &'static [Site] {
    static SITES: OnceLock<Vec<Site>> = OnceLock::new();
    SITES.get_or_init(|| {
        let documents = SEEDS.iter().filter_map(|name| seed(name));
        books().into_iter().chain(documents).map(|path| Site::of(&path)).collect()
    })
}

/// A book of one text.
fn site_of(name: &str, manifest: &str, text: &str) -> Site {
    let folder = Folder::new(name);
    folder.write("book/book.toml", format!("title = 'Small Game'\nsources = ['a.md']\n{manifest}"));
    folder.write("book/a.md", text);
    Site::of(&folder.path().join("book"))
}

/// Every `name="value"` of the elements of a page.
fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let mark = format!(" {name}=\"");
    page.match_indices(&mark)
        .filter_map(|(at, _)| page[at + mark.len()..].split('"').next())
        .collect()
}

/// The elements of a page, without its scripts.
fn elements(page: &str) -> &str {
    page.split("<script type=\"application/json\"").next().unwrap_or_default()
}

/// An entry of the index.
struct Entry {
    id: String,
    number: String,
    title: String,
    kind: String,
    text: String,
}

fn entries(page: &str) -> Vec<Entry> {
    let data = page.split("class=\"index\">").nth(1).expect("there is an index");
    let data = data.split("</script>").next().unwrap_or_default();
    let data: Vec<[String; 5]> = serde_json::from_str(data).expect("it is JSON");
    let entry =
        |[id, number, title, kind, text]: [String; 5]| Entry { id, number, title, kind, text };
    data.into_iter().map(entry).collect()
}

#[test]
fn no_name_stands_twice_and_every_link_leads_somewhere() {
    for site in sites() {
        let page = elements(site.index());
        let ids = attributes(page, "id");
        let names: BTreeSet<&str> = ids.iter().copied().collect();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        ids.iter().for_each(|id| *counts.entry(id).or_default() += 1);
        let twice: Vec<_> = counts.iter().filter(|(_, count)| **count > 1).collect();
        assert!(twice.is_empty(), "{}: {twice:?}", site.book().name);
        for href in attributes(page, "href").into_iter().filter_map(|href| href.strip_prefix('#')) {
            assert!(names.contains(href), "{}: #{href} leads nowhere", site.book().name);
        }
        for anchor in site.book().addresses.keys().filter(|anchor| !anchor.contains('\'')) {
            assert!(names.contains(anchor.as_str()), "{}: #{anchor} is lost", site.book().name);
        }
        for (path, file) in site.files.iter().map(|file| (&file.path, &file.text)) {
            let named = file.match_indices("href=\\\"#").map(|(at, mark)| &file[at + mark.len()..]);
            for anchor in named.filter_map(|rest| rest.split('\\').next()) {
                assert!(names.contains(anchor), "{path}: #{anchor} leads nowhere");
            }
        }
    }
}

/// Every item that can be cited, of all lists of a book.
fn cited_items(book: &Book) -> Vec<&ListItem> {
    let mut items = Vec::new();
    walk::each_block(&book.blocks, &mut |block| {
        if let BlockKind::List(list) = &block.kind {
            items.extend(list.items.iter().filter(|item| !item.marker.is_empty()));
        }
    });
    items
}

#[test]
fn every_section_rule_term_card_chart_and_example_can_be_found() {
    for site in sites() {
        let (book, page) = (site.book(), site.index());
        let found = entries(page);
        let names: BTreeSet<&str> = attributes(elements(page), "id").into_iter().collect();
        for entry in &found {
            assert!(names.contains(entry.id.as_str()), "{}: {} is nowhere", book.name, entry.id);
            assert!(
                !entry.title.is_empty() || !entry.text.is_empty(),
                "{}: {}",
                book.name,
                entry.id
            );
        }
        let of_kind = |kind: &str| found.iter().filter(|entry| entry.kind == kind).count();
        let numbers: BTreeSet<&str> = found.iter().map(|entry| entry.number.as_str()).collect();
        for item in cited_items(book).iter().filter(|item| !item.address.0.is_empty()) {
            assert!(numbers.contains(item.address.0.as_str()), "{}: {}", book.name, item.address);
        }
        let (mut headings, mut terms, mut charts) = (Vec::new(), 0, 0);
        walk::each_block(&book.blocks, &mut |block| match &block.kind {
            BlockKind::Heading(heading) => headings.push(plain_text(&heading.content)),
            BlockKind::Definitions(list) => terms += list.len(),
            BlockKind::Code(code) => charts += usize::from(code.is_chart()),
            _ => {}
        });
        let titles: BTreeSet<&str> = found.iter().map(|entry| entry.title.as_str()).collect();
        for heading in &headings {
            assert!(titles.contains(heading.as_str()), "{}: {heading}", book.name);
        }
        assert_eq!(of_kind("Term"), terms, "{}", book.name);
        assert!(of_kind("Chart") >= charts, "{}: {charts} charts", book.name);
        for card in book.decks.iter().flat_map(|deck| &deck.cards) {
            let name = plain_text(&card.name);
            let card = found.iter().any(|entry| entry.kind == "Card" && entry.title == name);
            assert!(card, "{}: {name}", book.name);
        }
    }
}

#[test]
fn the_index_says_what_stands_where() {
    let text = "# Game {#game}\n\nSit down.\n\n## Draw {#draw .rules}\n\nEverybody draws.\n\n- Take a meeple.\n- Pass. {#passing}\n\n1. One.\n   1. Deep.\n\nA [named](#draw) paragraph. {#named}\n\n## Rulings {#rulings}\n\n- May I stop? No. {#ruling-stop}\n\n## Glossary {#glossary}\n\nMeeple\n: A small piece of wood.\n";
    let site = site_of("reading-index", "", text);
    let found = entries(site.index());
    let told: Vec<String> = found
        .iter()
        .map(|entry| format!("{} {} {} | {}", entry.kind, entry.number, entry.id, entry.text))
        .collect();
    assert_eq!(
        told,
        [
            "Section 1 game | Sit down.",
            "Section 1.1 draw | Everybody draws.",
            "Rule 1.1 a draw/a | Take a meeple.",
            "Rule 1.1 b passing | Pass.",
            "Rule 1.1 step 1 draw/1 | One.",
            "Rule 1.1 step 1.1 draw/1.1 | Deep.",
            "Rule 1.1 named | A named paragraph.",
            "Ruling 1.2 rulings | ",
            "Ruling 1.2 a ruling-stop | May I stop? No.",
            "Section 1.3 glossary | ",
            "Term 1.3 term/meeple | A small piece of wood.",
        ]
    );
    let page = site.index();
    assert!(
        page.contains("<li id=\"draw/1.1\" class=\"cited\"><a class=\"number\" href=\"#draw/1.1\"")
    );
    assert!(page.contains("Take a <a class=\"term\" href=\"#term/meeple\">meeple</a>."), "{page}");
}

/// A term is explained once in a section, in plurals and other cases, and not in titles, links, its own meaning or
/// longer words.
#[test]
fn terms_are_explained_where_they_are_named() {
    let text = "# Meeple {#a}\n\nmeeples, Meeple and [a meeple](#b).\n\n# Second {#b}\n\nA meeplet and meeple-like things, then `meeple`, a Meeple.\n\n# Glossary {#c}\n\nMeeple, pawn\n: A meeple is small. A pawn too.\n\nBig meeple\n: Not a meeple. A big meeple.\n";
    let site = site_of("reading-terms", "", text);
    let page = elements(site.index());
    let linked: Vec<&str> = page
        .match_indices("<a class=\"term\" ")
        .filter_map(|(at, _)| page[at..].split("</a>").next()?.split('>').nth(1))
        .collect();
    assert_eq!(linked, ["meeples", "Meeple"], "{page}");
}

/// Anchors of authors keep their names, whatever names of our own would be the same.
#[test]
fn names_of_authors_come_first() {
    let text = "# Game {#game}\n\n1. One.\n2. Two.\n\nHere is {#game/1} nothing.\n\n# rp-text\n\n# term/meeple {#card/pawn}\n\n[Note](#note-1)[^1] and [a span]{#note-1}.\n\n[^1]: A note.\n\nMeeple\n: Wood. {#term/meeple}\n";
    let site = site_of("reading-names", "", text);
    let page = elements(site.index());
    let mut ids = attributes(page, "id");
    ids.sort_unstable();
    let all = ids.len();
    ids.dedup();
    assert_eq!(ids.len(), all, "{ids:?}");
    for anchor in site.book().addresses.keys() {
        assert!(ids.contains(&anchor.as_str()), "{anchor}: {ids:?}");
    }
}

/// Changes since an earlier edition are marked, listed before the text, and are beside the unmarked
/// pages.
#[test]
fn a_marked_edition_shows_what_is_new() {
    let folder = Folder::new("reading-marked");
    for (edition, text) in
        [("old", include_str!("cases/marked/old.md")), ("new", include_str!("cases/marked/new.md"))]
    {
        folder.write(
            &format!("{edition}/hand/book.toml"),
            format!("title = 'Hand'\nedition = '{edition} edition'\nsources = ['rules.md']\n"),
        );
        folder.write(&format!("{edition}/hand/rules.md"), text);
    }
    let build = ["build", "new/hand", "--marked-since", "old", "--only", "web"];
    let ran = folder.run(&build).ended(0);
    assert!(
        ran.stdout.lines().all(|path| path.starts_with("output/hand/web-marked/")),
        "{}",
        ran.stdout
    );
    let page = std::fs::read_to_string(folder.path().join("output/hand/web-marked/index.html"));
    let page = page.expect("the page is there");
    let page = elements(&page);
    for part in [
        "<section class=\"news\">",
        "class=\"tool marks\"",
        "<ins>A note that is new.</ins>",
        "class=\"chart changed\"",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let stayed = page.find("This paragraph stays as it was.").expect("it is there");
    assert!(!page[..stayed].ends_with("<ins>") && !page[..stayed].ends_with("changed\">"));
    let plain = site_of("reading-unmarked", "", include_str!("cases/marked/new.md"));
    assert!(!elements(plain.index()).contains("<ins>"));
    assert!(!elements(plain.index()).contains("tool marks"));
}
