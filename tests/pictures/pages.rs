//! Pages for a browser: whole, without any request, and nothing that an author wrote is more than
//! text.

use rulepress::document::{BlockKind, walk};
use rulepress::example::story::StoryEntry;
use rulepress::web;

use super::played;
use super::shown::{hidden, names};
use crate::common::{Folder, has_none, read_book, root};

/// Every `name="value"` of a page.
fn attributes<'p>(page: &'p str, name: &str) -> Vec<&'p str> {
    let mark = format!("{name}=\"");
    page.match_indices(&mark)
        .filter_map(|(at, _)| page[at + mark.len()..].split('"').next())
        .collect()
}

/// One script and one style, and nothing that a browser would fetch.
fn alone(page: &str) {
    assert_eq!(page.matches("<script").count(), 1, "one script of our own");
    assert_eq!(page.matches("<style").count(), 1);
    assert!(page.contains("default-src 'none'; script-src 'sha256-"));
    has_none(page, &["<img", "<iframe", "<object", "<embed", "@import", "url("]);
    assert!(attributes(page, "src").is_empty());
    for href in attributes(page, "href") {
        let own = href == "data:," || href.starts_with('#') || href.starts_with("../index.html");
        assert!(own, "{href}");
    }
}

#[test]
fn a_page_holds_every_step() {
    for read in played() {
        let book = read.rules.as_ref().expect("it can be played").context(&read.sources);
        for example in &read.examples {
            let page = web::play_page(example, &book).expect("the page is filled");
            alone(&page);
            for entry in &example.story.entries {
                let StoryEntry::Step(step) = entry else { continue };
                assert!(
                    page.contains(&format!("id=\"step-{}\"", step.number)),
                    "{}",
                    example.scenario.name
                );
            }
            let pictures =
                example.story.entries.iter().filter(
                    |entry| matches!(entry, StoryEntry::Step(step) if step.picture.is_some()),
                );
            let all = pictures.count() + usize::from(example.story.position.is_some());
            assert_eq!(page.matches("<svg").count(), all, "{}", example.scenario.name);
        }
    }
}

/// A page without the rules that it quotes, which may name any card.
fn without_rules(page: &str) -> String {
    let mut parts = page.split("<aside class=\"rules\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once("</aside>").map_or("", |(_, rest)| rest))
}

/// Until its last step, a page names no card that is still hidden.
#[test]
fn a_page_names_no_hidden_card() {
    let mut looked = 0;
    for read in played() {
        let book = read.rules.as_ref().expect("it can be played").context(&read.sources);
        for example in &read.examples {
            let page = without_rules(&web::play_page(example, &book).expect("the page is filled"));
            assert!(page.len() > 1_000, "{}: hardly anything is left", example.scenario.name);
            for name in hidden(&example.trace, example.trace.records.len(), example) {
                looked += 1;
                let named = names(&page, name) || names(&page, &html(name));
                assert!(!named, "{} names {name}", example.scenario.name);
            }
        }
    }
    assert!(looked > 100, "only {looked} cards stay hidden");
}

/// Returns a name as a page writes it.
fn html(name: &str) -> String {
    name.replace('&', "&amp;").replace('\'', "&#x27;")
}

/// Titles, names of cards and rules with marks of HTML are text in every page.
#[test]
fn hostile_words_stay_words() {
    let folder = Folder::new("pictures-hostile");
    let evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
    folder.write(
        "content/own/book.toml",
        format!("title = '''{evil}'''\nsources = [\"rules.md\"]\ndata = [\"cards.csv\"]\n"),
    );
    let text = "# Game {#game}\n\nPlay `</script><script>alert(3)</script>` & draw \\<b onclick=x\\>.\n\n[x](javascript:alert(4))\n\n## Example {#example}\n\nTODO\n";
    folder.write("content/own/rules.md", text);
    folder.write("content/own/cards.csv", format!("Card,Cost\n\"{evil}\",\"<b>\"\n"));
    let rules = "you = player(\"You<script>\")\ndeck = zone(\"deck\", \"<script>Deck\", owner = you, order = \"pile\", face = \"up\")\nhand = zone(\"hand\", \"Hand<img>\", owner = you, order = \"row\", face = \"up\")\nrows = cards(\"cards.csv\")\n\n#@ make\ndef unpack():\n    for row in rows:\n        make(row, deck, owner = you)\n\n#@ #game\ndef turn():\n    deck.first().move(hand, verb = \"draw\")\n";
    folder.write("content/own/rules/turn.star", rules);
    let scenario =
        format!("title = '''{evil}'''\nfills = \"#example\"\nplay = \"#game\"\nseed = 1\n");
    folder.write("examples/own/evil.toml", scenario);
    let ran = folder.run(&["build", "content/own", "--only", "web"]);
    let pages = ran.stdout.lines().filter(|path| path.ends_with(".html"));
    assert_eq!(pages.clone().count(), 3, "{}{}", ran.stdout, ran.stderr);
    let steps = ran.stdout.lines().find(|path| path.ends_with("evil.js"));
    let steps = folder.path().join(steps.expect("the steps are there"));
    let steps = std::fs::read_to_string(steps).expect("they can be read");
    assert!(steps.contains("alert(1)") && !steps.contains('<'), "{steps}");
    for path in pages {
        let page = folder.text(path);
        // The text has two scripts of ours, and the index as data.
        let scripts = if path.ends_with("index.html") { 3 } else { 1 };
        assert_eq!(page.matches("<script").count(), scripts, "{path}");
        assert!(
            !page.contains("<img") && !page.contains("<b>") && !page.contains("<b onclick"),
            "{path}"
        );
        assert!(!page.contains("href=\"javascript"), "{path}");
        assert!(page.contains("&lt;script&gt;alert(1)"), "{path}");
    }
}

/// The text of a book with its examples: every place that a rule cites is an anchor of the page.
#[test]
fn a_site_links_rules_by_their_numbers() {
    let folder = Folder::new("pictures-site");
    let book = root().join("content/wind-lorraine");
    folder.run(&["build", &book.to_string_lossy(), "--only", "web"]).ended(0);
    let out = folder.path().join("output/wind-lorraine/web");
    let index = std::fs::read_to_string(out.join("index.html")).expect("the text is there");
    let anchors: std::collections::BTreeSet<&str> = attributes(&index, "id").into_iter().collect();
    for href in attributes(&index, "href").into_iter().filter_map(|href| href.strip_prefix('#')) {
        assert!(anchors.contains(href), "#{href} leads nowhere");
    }
    let mut pages = 0;
    for entry in std::fs::read_dir(out.join("examples")).expect("there are examples").flatten() {
        if entry.path().extension().is_none_or(|kind| kind != "html") {
            continue;
        }
        let page = std::fs::read_to_string(entry.path()).expect("the page is there");
        alone(&page);
        pages += 1;
        for href in attributes(&page, "href")
            .into_iter()
            .filter_map(|href| href.strip_prefix("../index.html#"))
        {
            assert!(anchors.contains(href), "{}: #{href} leads nowhere", entry.path().display());
        }
    }
    assert!(pages >= 14, "{pages} pages");
    let words = |read: &rulepress::pipeline::PrintableBook| {
        let mut found = Vec::new();
        walk::each_block(&read.book.blocks, &mut |block| {
            if let BlockKind::Paragraph(text) = &block.kind {
                found.extend(
                    rulepress::document::plain_text(text).split_whitespace().map(str::to_owned),
                );
            }
        });
        found
    };
    // The drawings of a table of components are drawn; the rest of it is text.
    let mut read = read_book(&book);
    let mut components = Vec::new();
    for block in read.book.blocks.extract_if(.., |block| block.attributes.has_class("components")) {
        let BlockKind::Table(table) = &block.kind else { continue };
        for component in table.components(&block.attributes).expect("it names components") {
            components.push(component.count.clone());
            components.push(super::brief::words(component.name));
            components.extend(component.notes.iter().map(|note| super::brief::words(note)));
        }
    }
    assert!(components.len() > 6, "{components:?}");
    for said in components {
        assert!(index.contains(said.trim()), "`{said}` is lost");
    }
    for word in words(&read).iter().filter(|word| word.chars().all(char::is_alphabetic)) {
        assert!(index.contains(word.as_str()), "`{word}` is lost");
    }
}
