//! Columns of tables: as wide as their words need, and no cell of two words divided while another column has air.

use rulepress::diagnostic::Findings;
use rulepress::press::inspect::{self, TextRun};
use rulepress::press::look::PageLook;
use rulepress::press::outputs::cards::{self, CardRequest, CardSetting};
use rulepress::press::outputs::rulebook::typeset_rulebook;
use rulepress::press::outputs::sheet::typeset_sheet;
use rulepress::press::profile;

use crate::common::Folder;

const KINDS: [&str; 4] = ["Heavy Weapon", "Force User", "Small Shield", "Old Blaster"];

/// A table of two words and a sentence in each row.
fn table() -> String {
    let rows = KINDS.map(|kind| {
        format!("| {kind} | the figure attacks once more, and then it moves away as far as it can go |\n")
    });
    format!("| Kind | What it does |\n|---|---|\n{}", rows.concat())
}

fn book(folder: &Folder, rules: &str) -> rulepress::pipeline::PrintableBook {
    folder.write("book/book.toml", "title = 'Tables'\nsources = ['rules.md']\n");
    folder.write("book/rules.md", rules);
    folder.write("book/sheet.md", "# Kinds\n\n![[#kinds|table]]\n");
    folder.write("book/cards.md", "# Kinds\n\n![[#kinds|table]]\n");
    folder.book("book")
}

#[test]
fn cells_of_two_words_stay_whole() {
    let folder = Folder::new("cells-whole");
    let read = book(&folder, &format!("# Kinds {{#kinds}}\n\nAll of them.\n\n{}", table()));
    let (look, mut findings) = (PageLook::default(), Findings::default());
    let screen = profile::find_profile("screen").expect("it is bundled");
    let request = CardRequest::default();
    let setting = CardSetting {
        book: &read.book,
        request: &request,
        profile: &screen,
        look: &look,
        sources: &read.sources,
    };
    let made = [
        typeset_rulebook(&read.book, "a5", &look, &read.sources, &mut findings),
        typeset_rulebook(&read.book, "a4", &look, &read.sources, &mut findings),
        typeset_sheet(&read.book, "a4", &look, &read.sources, &mut findings),
        typeset_sheet(&read.book, "letter", &look, &read.sources, &mut findings),
        cards::typeset_cards(setting, &mut findings),
    ];
    for (nth, pages) in made.into_iter().enumerate() {
        let runs = inspect::text_runs(&pages.unwrap_or_else(|| panic!("{findings:?}")));
        for kind in KINDS {
            let whole = |run: &TextRun| run.text.contains(kind);
            assert!(runs.iter().any(whole), "output {nth} divides `{kind}`");
        }
    }
}

#[test]
fn tables_are_no_wider_than_their_words_need() {
    let folder = Folder::new("cells-narrow");
    let rows = "| Red | 1 |\n".repeat(6);
    let read =
        book(&folder, &format!("# Kinds {{#kinds}}\n\nAll.\n\n| Kind | Cost |\n|---|--:|\n{rows}"));
    let mut findings = Findings::default();
    let look = PageLook::default();
    let pages = typeset_rulebook(&read.book, "a4", &look, &read.sources, &mut findings);
    let runs = inspect::text_runs(&pages.expect("it is set"));
    let place = |text: &str| runs.iter().find(|run| run.text == text).expect("it is printed");
    let (kind, cost) = (place("Kind"), place("Cost"));
    assert!(cost.right - kind.left < 75.0, "{} to {}", kind.left, cost.right);
}
