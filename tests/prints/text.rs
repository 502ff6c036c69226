//! The words of sheets and cards: every number is a named value or a field of a card, every block
//! has a rule number that exists, nothing is too small, and one changed value changes everywhere.

use std::collections::BTreeSet;

use rulepress::document::panels::Panel;
use rulepress::document::{Block, BlockKind, InlineKind, walk};
use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect::{self, TextRun};
use rulepress::press::look::PageLook;
use rulepress::press::outputs::cards::{self, CardRequest, CardSetting};
use rulepress::press::outputs::sheet;
use rulepress::press::profile;

use super::library;
use crate::common::{Folder, books, read_book, root, rulebook_pages, sampled_books};

/// The runs of text of the sheet and of the cards of a book.
fn set(read: &PrintableBook) -> Vec<(&'static str, Vec<TextRun>)> {
    let mut out = Vec::new();
    let mut findings = read.findings.clone();
    let look = PageLook::default();
    for paper in ["a4", "letter"] {
        let pages = sheet::typeset_sheet(&read.book, paper, &look, &read.sources, &mut findings)
            .expect("it fits");
        out.push((
            if paper == "a4" { "sheet a4" } else { "sheet letter" },
            inspect::text_runs(&pages),
        ));
    }
    let decks = (0..read.book.decks.len()).map(Some);
    for deck in std::iter::once(None).chain(decks) {
        for name in ["screen", "home-a4", "home-letter", "generic-3mm"] {
            let profile = profile::find_profile(name).expect("it is bundled");
            let look = PageLook::of(&profile, "standard");
            let choice = CardRequest { deck, ..CardRequest::default() };
            let setting = CardSetting {
                book: &read.book,
                request: &choice,
                profile: &profile,
                look: &look,
                sources: &read.sources,
            };
            let pages = cards::typeset_cards(setting, &mut findings);
            out.push((
                if deck.is_some() { "deck" } else { "cards" },
                inspect::text_runs(&pages.expect("they fit")),
            ));
        }
    }
    out
}

#[test]
fn nothing_is_set_below_seven_points() {
    for (name, read) in library() {
        for (what, runs) in set(&read) {
            let small: Vec<&TextRun> = runs.iter().filter(|run| run.size < 6.99).collect();
            assert!(small.is_empty(), "{name}, {what}: {:?}", small.first());
            assert!(runs.len() > 20, "{name}, {what}: there is little on it");
        }
    }
}

fn panels(read: &PrintableBook) -> impl Iterator<Item = &Panel> {
    read.book.sheet.iter().chain(&read.book.cards)
}

/// The numbers of a text that are no named values, no fields of a data file and no numbers of
/// rules.
fn bare(blocks: &[Block], read: &PrintableBook) -> Vec<String> {
    fn within(
        inlines: &[rulepress::document::Inline],
        read: &PrintableBook,
        out: &mut Vec<String>,
    ) {
        for inline in inlines {
            match &inline.kind {
                InlineKind::Value(_) => {}
                InlineKind::Span(_, attributes) if attributes.has_class("rule") => {}
                InlineKind::Text(_)
                    if read.sources.get(inline.span.source).path.ends_with(".csv") => {}
                InlineKind::Text(text) if text.chars().any(|c| c.is_ascii_digit()) => {
                    out.push(text.clone())
                }
                kind => {
                    walk::child_inlines(kind).into_iter().for_each(|inner| within(inner, read, out))
                }
            }
        }
    }
    let mut out = Vec::new();
    walk::each_block(blocks, &mut |block| {
        walk::inline_runs(&block.kind).into_iter().for_each(|text| within(text, read, &mut out));
    });
    out
}

#[test]
fn every_number_is_a_named_value() {
    for (name, read) in library() {
        for part in panels(&read).flat_map(|panel| &panel.parts) {
            let found = bare(&part.blocks, &read);
            assert!(found.is_empty(), "{name}, {}: {found:?}", part.anchor);
        }
    }
}

#[test]
fn every_block_has_a_rule_number_of_this_edition() {
    for (name, read) in library() {
        let known: BTreeSet<&String> = read.book.addresses.values().collect();
        let mut count = 0;
        for panel in panels(&read) {
            for part in &panel.parts {
                count += 1;
                assert!(
                    known.contains(&part.address.0),
                    "{name}: `{}` at {}",
                    part.address,
                    part.anchor
                );
            }
        }
        assert!(count > 20, "{name}: only {count} blocks");
    }
}

/// The printed numbers are beside their blocks, on the pages themselves.
#[test]
fn the_rule_numbers_are_printed() {
    for (name, read) in library() {
        for (what, runs) in set(&read).into_iter().filter(|(what, _)| *what != "deck") {
            let all: String =
                runs.iter().map(|run| format!("{} ", run.text.replace('\u{a0}', " "))).collect();
            let panels = if what == "cards" { &read.book.cards } else { &read.book.sheet };
            for part in panels.iter().flat_map(|panel| &panel.parts) {
                assert!(
                    all.contains(&part.address.0),
                    "{name}, {what}: {} is not printed",
                    part.address
                );
            }
        }
    }
}

/// The words of a page, without the numbers of rules.
fn words(runs: &[TextRun]) -> String {
    runs.iter()
        .map(|run| format!("{} ", run.text))
        .collect::<String>()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

const RULES: &str = "# The turn {#turn}\n\n## Draw {#draw}\n\n> [!BRIEF]\n> Draw {=draw} cards.\n\nDraw [4]{=draw} cards.\n\n## Play {#play}\n\n> [!BRIEF]\n> Play a card.\n\nPlay a card.\n";

fn book(folder: &Folder, rules: &str) -> PrintableBook {
    folder.write("book/book.toml", "title = 'Small'\n");
    folder.write("book/rules.md", rules);
    folder.write("book/sheet.md", "# Turn {.turn}\n\n![[#draw]]\n![[#play]]\n");
    folder.write("book/cards.md", "# Turn\n\n![[#draw]]\n![[#play]]\n");
    folder.book("book")
}

#[test]
fn one_value_changes_book_sheet_and_cards() {
    let folder = Folder::new("prints-value");
    let pages = |read: &PrintableBook| {
        let mut findings = read.findings.clone();
        let look = PageLook::default();
        let screen = profile::find_profile("screen").expect("it is bundled");
        let sheet = sheet::typeset_sheet(&read.book, "a4", &look, &read.sources, &mut findings)
            .expect("it fits");
        let setting = CardSetting {
            book: &read.book,
            request: &CardRequest::default(),
            profile: &screen,
            look: &look,
            sources: &read.sources,
        };
        let cards = cards::typeset_cards(setting, &mut findings);
        let rulebook = rulebook_pages(read, "a5");
        [rulebook, sheet, cards.expect("they fit")].map(|pages| words(&inspect::text_runs(&pages)))
    };
    let before = pages(&book(&folder, RULES));
    let after = pages(&book(&folder, &RULES.replace("[4]{=draw}", "[5]{=draw}")));
    for (before, after) in before.iter().zip(&after) {
        assert!(before.contains("Draw 4 cards."), "{before}");
        assert!(after.contains("Draw 5 cards.") && !after.contains("Draw 4"), "{after}");
        assert_eq!(before.replace("Draw 4", "Draw 5"), *after, "nothing else changes");
    }
}

/// A named value of a book: its place, its text there, and the words of the outputs before and
/// after.
struct Change {
    book: &'static str,
    file: &'static str,
    from: &'static str,
    to: &'static str,
    before: &'static str,
    after: &'static str,
}

const CHANGES: [Change; 5] = [
    Change {
        book: "wind-lorraine",
        file: "05-turn.md",
        from: "[1]{=draw}",
        to: "[2]{=draw}",
        before: "Draw 1 , unseen",
        after: "Draw 2 , unseen",
    },
    Change {
        book: "grand-archive",
        file: "03-turn.md",
        from: "[1]{=draw}",
        to: "[2]{=draw}",
        before: "Draw 1 .",
        after: "Draw 2 .",
    },
    Change {
        book: "gaia-project",
        file: "07-scoring.md",
        from: "[18]{=first-prize}",
        to: "[20]{=first-prize}",
        before: "gains 18 VP",
        after: "gains 20 VP",
    },
    Change {
        book: "imperial-assault",
        file: "06-actions.md",
        from: "[4]{=ranged}",
        to: "[5]{=ranged}",
        before: "Ranged up to 4 spaces",
        after: "Ranged up to 5 spaces",
    },
    Change {
        book: "gazer",
        file: "04-turn.md",
        from: "[4]{=draw}",
        to: "[5]{=draw}",
        before: "Draw 4 .",
        after: "Draw 5 .",
    },
];

/// A copy of a book, with the one it uses, in which a text is another.
fn copy(folder: &Folder, book: &str, file: &str, (from, to): (&str, &str)) -> PrintableBook {
    for below in
        [format!("content/{book}"), format!("examples/{book}"), "content/grand-archive".to_owned()]
    {
        folder.copy(&root().join(&below), &below);
    }
    let path = folder.path().join(format!("content/{book}/{file}"));
    let text = std::fs::read_to_string(&path).expect("it is there");
    assert!(text.contains(from), "{book}/{file} has no {from}");
    std::fs::write(&path, text.replacen(from, to, 1)).expect("it can be written");
    read_book(&folder.path().join("content").join(book))
}

/// The words of all played examples of a book.
fn examples(read: &PrintableBook) -> String {
    let mut out = String::new();
    walk::each_block(&read.book.blocks, &mut |block| {
        if !matches!(block.kind, BlockKind::Example(_)) {
            return;
        }
        for blocks in walk::child_blocks(&block.kind) {
            walk::each_inline(blocks, &mut |inline| {
                if let InlineKind::Text(text) = &inline.kind {
                    out.push_str(text);
                }
            });
        }
    });
    out
}

#[test]
fn one_value_changes_all_outputs_of_every_book() {
    assert_eq!(CHANGES.len(), books().len(), "every book has a value here");
    let is_sampled =
        |change: &Change| sampled_books().iter().any(|path| path.ends_with(change.book));
    for change in CHANGES.into_iter().filter(is_sampled) {
        let name = change.book;
        let folder = Folder::new(&format!("prints-example-{name}"));
        let said = |read: &PrintableBook| {
            let pages = rulebook_pages(read, "a5");
            let mut all = set(read);
            all.push(("rulebook", inspect::text_runs(&pages)));
            all.retain(|(what, _)| *what != "deck");
            all.into_iter().map(|(what, runs)| (what, words(&runs))).collect::<Vec<_>>()
        };
        let before = copy(&folder, name, change.file, (change.from, change.from));
        let after = copy(&folder, name, change.file, (change.from, change.to));
        assert_ne!(examples(&before), examples(&after), "{name}: examples");
        for ((what, before), (_, after)) in said(&before).iter().zip(&said(&after)) {
            assert!(
                before.contains(change.before),
                "{name}, {what}: `{}` is not said: {before}",
                change.before
            );
            assert!(
                after.contains(change.after),
                "{name}, {what}: `{}` is not said: {after}",
                change.after
            );
            assert!(
                !after.contains(change.before),
                "{name}, {what}: `{}` is still said",
                change.before
            );
        }
    }
}

/// The first pull of the sheet and the cards of each book, with the place that it names.
const PULLED: [(&str, &str, &str); 4] = [
    ("wind-lorraine", "05-turn.md", "{#draw-phase}"),
    ("grand-archive", "03-turn.md", "{#draw-phase}"),
    ("gaia-project", "05-actions.md", "{.tiebreakers #upgrade-order}"),
    ("gazer", "04-turn.md", "{#draft-phase}"),
];

#[test]
fn an_anchor_that_is_lost_is_an_error_in_every_book() {
    for (name, file, anchor) in PULLED {
        let folder = Folder::new(&format!("prints-lost-{name}"));
        let other = anchor.replace('#', "#no-");
        let read = copy(&folder, name, file, (anchor, &other));
        let found: Vec<_> =
            read.findings.0.iter().filter(|finding| finding.code.name == "missing-pull").collect();
        let said: Vec<String> = found
            .iter()
            .filter_map(|finding| {
                let at = read.sources.get(finding.span?.source).path.rsplit('/').next()?.to_owned();
                let (place, _) = finding.related.as_ref()?;
                Some(format!("{at} > {}", read.sources.get(place.source).path.rsplit('/').next()?))
            })
            .collect();
        assert_eq!(said, [format!("sheet.md > {file}"), format!("cards.md > {file}")], "{name}");
    }
}

#[test]
fn a_lost_anchor_names_both_places() {
    let folder = Folder::new("prints-anchor");
    let read = book(&folder, &RULES.replace("## Draw {#draw}", "## Drawing cards {#drawing}"));
    let found: Vec<_> =
        read.findings.0.iter().filter(|finding| finding.code.name == "missing-pull").collect();
    let places: Vec<&str> = found
        .iter()
        .filter_map(|finding| read.sources.get(finding.span?.source).path.rsplit('/').next())
        .collect();
    assert_eq!(places, ["sheet.md", "cards.md"]);
    for finding in found {
        let (place, _) = finding.related.as_ref().expect("the place in the rules is shown too");
        assert_eq!(read.sources.excerpt(*place).trim(), "## Drawing cards {#drawing}");
    }
}

#[test]
fn a_long_text_goes_on_and_what_can_not_is_an_error() {
    let folder = Folder::new("prints-long");
    let paragraphs = "> A sentence that takes a line or two on any card.\n>\n".repeat(40);
    let rules = RULES.replace("> Play a card.\n", &paragraphs);
    let read = book(&folder, &rules);
    let screen = profile::find_profile("screen").expect("it is bundled");
    let set = |read: &PrintableBook| {
        let mut findings = rulepress::diagnostic::Findings::default();
        let look = PageLook::default();
        let setting = CardSetting {
            book: &read.book,
            request: &CardRequest::default(),
            profile: &screen,
            look: &look,
            sources: &read.sources,
        };
        let pages = cards::typeset_cards(setting, &mut findings);
        (pages, findings)
    };
    let (pages, findings) = set(&read);
    assert!(findings.0.is_empty(), "{findings:?}");
    let pages = pages.expect("it goes on");
    let runs = inspect::text_runs(&pages);
    let said = words(&runs).matches("A sentence that takes").count();
    assert_eq!(said, 40, "every sentence is printed once");
    let size = pages.pages()[0].frame.size();
    assert!(
        runs.iter().all(|run| run.right <= size.x.to_pt() && run.baseline <= size.y.to_pt()),
        "nothing is cut off"
    );
    assert!(words(&runs).contains("1/"), "its cards are numbered");
    let rules = RULES
        .replace("> Play a card.\n", &format!("> {}\n", "One sentence without end, ".repeat(120)));
    let (pages, findings) = set(&book(&folder, &rules));
    assert!(pages.is_none());
    assert_eq!(findings.0[0].code.name, "overflow");
    assert!(findings.0[0].message.contains(" mm too high"), "{}", findings.0[0].message);
}
