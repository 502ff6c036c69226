//! The ledger of sheets, cards and decks: each word of sheet.md and cards.md is printed or
//! reported, and a part or a cell that is taken away is missed.

use rulepress::diagnostic::{Findings, Severity};
use rulepress::document::panels::Panel;
use rulepress::document::{self, BlockKind};
use rulepress::ledger::{self, LostWords};
use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect::text_runs;
use rulepress::press::look::PageLook;
use rulepress::press::outputs::cards::{CardRequest, CardSetting, typeset_cards};
use rulepress::press::outputs::sheet::typeset_sheet;
use rulepress::press::profile::find_profile;
use rulepress::press::word_check::{words_off_cards, words_off_sheet};
use rulepress::read_book;
use typst_layout::PagedDocument;

use crate::common::{Folder, has_all};

/// A book with briefs and a chart.
const PAGE_RULES: &str = "\
# Turn {#turn}

> [!BRIEF]
> Draw one card.

Draw a card from your deck.

# Play {#play}

> [!BRIEF]
> Play one card.

## Flow {#flow}

```mermaid
graph TD
A[Draw] --> B[Play]
```
";

/// A sheet with words in each place that holds some.
const SHEET: &str = "\
# Quick aid

## Course {.turn}

![[#turn]]

## Reminders

- Shuffle [first](#turn).[^n]
- Then [`deal`](#play).

## Drawn {rule=\"#play\"}

```mermaid
graph TD
C[Wait] --> D[Listen]
```

### Deeper

> [!NOTE]
> Called as in [play](#play).

---

| head | [other](#play) |
|---|---|
| cell | last |

[^n]: Remarked.
";

/// A folder with a sheet, cards and, with a book.toml, a deck.
fn page_book(name: &str, toml: Option<&str>) -> (Folder, PrintableBook) {
    let folder = Folder::with(name, "game/rules.md", PAGE_RULES);
    folder.write("game/sheet.md", SHEET);
    let charts = "# Drawn twice\n\n![[#flow|chart]]\n![[#flow|full]]\n";
    folder.write("game/cards.md", format!("Before [all](#turn).\n\n{SHEET}\n{charts}"));
    folder.write("game/cards.csv", "Card,Cost,Copies,Text,Power\nAce,7,2,Old words,3\nKing,,1,,\n");
    if let Some(toml) = toml {
        folder.write("game/book.toml", toml);
    }
    let read = read_book(&folder.path().join("game")).expect("it can be read");
    (folder, read)
}

const DECK_BOOK: &str = "title = 'Game'\nsources = ['rules.md']\ndata = ['cards.csv']\n\n[deck.main]\ndata = 'cards.csv'\nstats = 'Power'\n";

/// Returns the sheet of a book, and the findings on the way.
pub(super) fn sheet_of(read: &PrintableBook) -> (Option<PagedDocument>, Findings) {
    let (look, mut findings) = (PageLook::default(), Findings::default());
    let pages = typeset_sheet(&read.book, "a4", &look, &read.sources, &mut findings);
    (pages, findings)
}

/// Returns the cards of a request on a screen, and the findings on the way.
pub(super) fn cards_of(
    read: &PrintableBook,
    deck: Option<usize>,
) -> (Option<PagedDocument>, Findings) {
    let (look, mut findings) = (PageLook::default(), Findings::default());
    let request = CardRequest { deck, ..CardRequest::default() };
    let screen = find_profile("screen").expect("it is bundled");
    let (book, profile, sources) = (&read.book, &screen, &read.sources);
    let setting = CardSetting { book, request: &request, profile, look: &look, sources };
    let pages = typeset_cards(setting, &mut findings);
    (pages, findings)
}

fn words_on(pages: &PagedDocument) -> String {
    let runs = text_runs(pages);
    runs.iter().map(|run| run.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn each_word_of_sheet_and_cards_is_printed() {
    let (_folder, read) = page_book("ledger-sheet", None);
    let codes: Vec<&str> = read.findings.0.iter().map(|finding| finding.code.name).collect();
    assert!(!codes.contains(&"lost-words"), "{:?}", read.findings);
    assert!(codes.contains(&"empty-section"), "the title of the cards is told: {codes:?}");
    let (sheet, findings) = sheet_of(&read);
    assert_eq!(findings, Findings::default());
    let sheet = words_on(&sheet.expect("it fits"));
    for word in ["Quick aid", "Reminders", "Shuffle", "Remarked", "deal", "Drawn", "Wait", "Listen"]
    {
        assert!(sheet.contains(word), "{word}: {sheet}");
    }
    let (cards, findings) = cards_of(&read, None);
    assert_eq!(findings, Findings::default());
    let cards = words_on(&cards.expect("they fit"));
    has_all(&cards, &["Before", "Course", "Deeper", "Called", "Listen", "cell", "last"]);
}

/// A sheet without a course of the turn has its title as well.
#[test]
fn a_sheet_without_a_turn_bears_its_title() {
    let folder = Folder::new("ledger-sheet-title");
    folder.write("game/book.toml", "title = 'Some Game'\nsources = ['rules.md']\n");
    folder.write("game/rules.md", PAGE_RULES);
    folder.write("game/sheet.md", "---\ntitle: Aid\n---\n\n# Reminders\n\n![[#turn]]\n");
    let read = read_book(&folder.path().join("game")).expect("it can be read");
    let words = words_on(&sheet_of(&read).0.expect("it fits"));
    assert!(words.contains("Some Game") && words.contains("Aid"), "{words}");
}

#[test]
fn each_part_that_is_not_on_the_sheet_or_the_cards_is_missed() {
    let (_folder, mut read) = page_book("ledger-sheet-parts", None);
    let whole = read.book.clone();
    let places = |panels: &[Panel]| -> Vec<(usize, usize)> {
        let parts = |(nth, panel): (usize, &Panel)| (0..panel.parts.len()).map(move |at| (nth, at));
        panels.iter().enumerate().flat_map(parts).collect()
    };
    for (panel, part) in places(&whole.sheet) {
        read.book.sheet[panel].parts[part].blocks.clear();
        let (pages, findings) = sheet_of(&read);
        assert_eq!(findings, Findings::default());
        let lost = words_off_sheet(&whole, &pages.expect("it fits"));
        assert!(!lost.is_empty(), "{:?}", whole.sheet[panel].parts[part]);
        read.book = whole.clone();
    }
    for (panel, part) in places(&whole.cards) {
        read.book.cards[panel].parts[part].blocks.clear();
        let (pages, findings) = cards_of(&read, None);
        assert_eq!(findings, Findings::default());
        let (request, pages) = (CardRequest::default(), pages.expect("they fit"));
        let lost = words_off_cards(&whole, &request, false, &pages);
        assert!(!lost.is_empty(), "{:?}", whole.cards[panel].parts[part]);
        read.book = whole.clone();
    }
    read.book.sheet_title.clear();
    let lost = words_off_sheet(&whole, &sheet_of(&read).0.expect("it fits"));
    assert_eq!(lost.keys().collect::<Vec<_>>(), ["aid", "quick"]);
}

/// The title of a section is not printed below that of its card, also where that has an icon.
#[test]
fn a_title_beside_an_icon_is_printed_once() {
    let (folder, _) = page_book("ledger-card-icon", Some(DECK_BOOK));
    folder.write("game/cards.md", "# Turn :sword:\n\n![[#turn]]\n");
    let read = read_book(&folder.path().join("game")).expect("it can be read");
    let (look, mut findings) = (PageLook::default(), Findings::default());
    let request = CardRequest { fronts_only: true, ..CardRequest::default() };
    let screen = find_profile("screen").expect("it is bundled");
    let (book, profile, sources) = (&read.book, &screen, &read.sources);
    let setting = CardSetting { book, request: &request, profile, look: &look, sources };
    let pages = typeset_cards(setting, &mut findings);
    assert_eq!(findings, Findings::default());
    assert_eq!(words_on(&pages.expect("it fits")).matches("Turn").count(), 1);
}

#[test]
fn each_cell_that_is_on_no_card_is_missed() {
    let (_folder, mut read) = page_book("ledger-deck", Some(DECK_BOOK));
    let whole = read.book.clone();
    let request = CardRequest { deck: Some(0), ..CardRequest::default() };
    let lost_without = |read: &PrintableBook| {
        let (pages, findings) = cards_of(read, Some(0));
        assert_eq!(findings, Findings::default());
        words_off_cards(&whole, &request, false, &pages.expect("they fit"))
    };
    assert_eq!(lost_without(&read), LostWords::new());
    let card = &mut read.book.decks[0].cards[0];
    (card.cost, card.stats) = (String::new(), Vec::new());
    card.text.clear();
    let lost: Vec<String> = lost_without(&read).into_keys().collect();
    assert_eq!(lost, ["3", "7", "old", "power", "words"]);
    let found = ledger::lost_deck_words(&whole.decks[0], LostWords::from([("old".to_owned(), 1)]));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].span, Some(whole.decks[0].cards[0].span));
    let (pages, _) = cards_of(&read, Some(0));
    let copies = words_off_cards(&whole, &request, true, &pages.expect("they fit"));
    assert_eq!(copies.get("ace"), Some(&1), "the second copy of the card is on no face");
}

/// Words lost from the tree of a sheet are in a frame on it, or an error in a book.
#[test]
fn what_a_sheet_has_lost_is_printed_as_its_source() {
    for toml in [None, Some(DECK_BOOK)] {
        let (folder, _) = page_book("ledger-sheet-frame", toml);
        let mut findings = Findings::default();
        let (read, mut manuscript) =
            document::load(&folder.path().join("game"), &mut findings).expect("it can be read");
        let reminders = manuscript.sheet.panels.remove(1);
        assert!(format!("{:?}", reminders.title).contains("Reminders"));
        findings.0.clear();
        ledger::settle_sources(&read, &mut manuscript, &mut findings);
        let lost = findings.0.iter().filter(|finding| finding.code.name == "lost-words");
        let severities: Vec<Severity> = lost.map(|finding| finding.code.severity).collect();
        let severity = if toml.is_some() { Severity::Error } else { Severity::Warning };
        assert!(!severities.is_empty() && severities.iter().all(|own| *own == severity));
        let parts = manuscript.sheet.panels.iter().flat_map(|panel| &panel.parts);
        let frames = parts.flat_map(|part| &part.blocks).filter(
            |block| matches!(&block.kind, BlockKind::Code(code) if code.text.contains("Shuffle")),
        );
        assert_eq!(frames.count(), 1);
    }
}
