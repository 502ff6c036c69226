//! Reference sheets as pages that are held in the hand: full sides, no number alone on its line.

use rulepress::diagnostic::Findings;
use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect::{self, TextRun};
use rulepress::press::look::{MODIFIERS, PageLook};
use rulepress::press::outputs::sheet::typeset_sheet;

use super::library;
use crate::common::Folder;

/// The sides of the sheet of a book: the runs of each.
fn sides(read: &PrintableBook, paper: &str, theme: &str) -> Vec<Vec<TextRun>> {
    let look = PageLook { theme: theme.to_owned(), ..PageLook::default() };
    let mut findings = Findings::default();
    let pages = typeset_sheet(&read.book, paper, &look, &read.sources, &mut findings);
    let pages = pages.unwrap_or_else(|| panic!("{findings:?}"));
    let mut sides = vec![Vec::new(); pages.pages().len()];
    inspect::text_runs(&pages).into_iter().for_each(|run| sides[run.page].push(run));
    sides
}

/// Returns the part of the height of a page that each of its three columns fills below the title.
fn filled(side: &[TextRun], (width, height): (f64, f64)) -> Vec<f64> {
    let column = |nth: usize| {
        let (left, right) = (width * nth as f64 / 3.0, width * (nth + 1) as f64 / 3.0);
        let own = side.iter().filter(|run| run.left >= left && run.left < right);
        own.map(|run| run.baseline).fold(0.0, f64::max)
    };
    (0..3).map(|nth| (column(nth) - 90.0) / (height - 90.0 - 34.0)).collect()
}

#[test]
fn sides_are_full() {
    for (name, read) in library() {
        for (paper, size) in [("a4", (595.0, 842.0)), ("letter", (612.0, 792.0))] {
            for theme in MODIFIERS {
                let sides = sides(&read, paper, theme);
                for (nth, side) in sides.iter().enumerate() {
                    let filled = filled(side, size);
                    let mean = filled.iter().sum::<f64>() / 3.0;
                    assert!(mean > 0.66, "{name}, {paper}, {theme}, side {}: {filled:?}", nth + 1);
                    assert!(filled[0] > 0.6, "{name}, {paper}, {theme}: {filled:?}");
                }
            }
        }
    }
}

#[test]
fn no_number_stands_alone_under_a_heading() {
    for (name, read) in library() {
        let parts = read.book.sheet.iter().flat_map(|panel| &panel.parts);
        let addresses: Vec<&str> = parts.map(|part| part.address.0.as_str()).collect();
        for side in sides(&read, "a4", MODIFIERS[0]) {
            for run in side.iter().filter(|run| {
                addresses.contains(&run.text.as_str()) && (run.size - 8.0).abs() < 0.05
            }) {
                let middle = (run.top + run.baseline) / 2.0;
                let beside = |other: &&TextRun| {
                    other.right <= run.left
                        && other.left > run.left - 400.0
                        && other.top - 3.0 <= middle
                        && middle <= other.baseline + 3.0
                };
                assert!(side.iter().any(|other| beside(&other)), "{name}: {} alone", run.text);
            }
        }
    }
}

#[test]
fn little_text_has_one_side() {
    let folder = Folder::new("sheets-one");
    let set = |count: usize| {
        let mut rules = String::new();
        let mut pulls = String::new();
        for nth in 0..count {
            rules += &format!(
                "# Rule {nth} {{#rule-{nth}}}\n\n> [!BRIEF]\n> {}\n\nAll.\n\n",
                "A sentence of this rule. ".repeat(5)
            );
            pulls += &format!("# Part {nth}\n\n![[#rule-{nth}]]\n\n");
        }
        folder.write("book/book.toml", "title = 'Sheet'\nsources = ['rules.md']\n");
        folder.write("book/rules.md", rules);
        folder.write("book/sheet.md", pulls);
        sides(&folder.book("book"), "a4", MODIFIERS[0])
    };
    let body = |side: &[TextRun]| {
        side.iter()
            .filter(|run| run.text.starts_with("A sentence"))
            .map(|run| run.size)
            .fold(99.0, f64::min)
    };
    assert_eq!(set(6).len(), 1);
    let most = set(16);
    assert_eq!(most.len(), 1, "type of {} pt", body(&most[0]));
    assert!(body(&most[0]) >= 9.0);
    assert_eq!(set(60).len(), 2);
}

#[test]
fn steps_that_a_page_writes_itself_keep_their_numbers() {
    let folder = Folder::new("sheets-steps");
    folder.write("book/book.toml", "title = \"Book\"\nsources = [\"rules.md\"]\n");
    folder.write("book/rules.md", "# Rule {#rule}\n\n> [!BRIEF]\n> Short.\n\nAll.\n");
    let steps = "3. **Lead** by [the rule](#rule).\n4. **Follow** [it](#rule).\n    1. **Within** [it](#rule).\n";
    folder.write("book/sheet.md", format!("# Turn {{.turn}}\n\n{steps}\n# More\n\n{steps}"));
    folder.write("book/cards.md", format!("# More\n\n{steps}"));
    let read = folder.book("book");
    let words = |runs: &[TextRun]| runs.iter().map(|run| run.text.clone()).collect::<Vec<_>>();
    let sides = sides(&read, "a4", MODIFIERS[0]);
    let on_sheet = words(&sides.concat());
    for number in ["3.", "4.", "4.1"] {
        let count = on_sheet.iter().filter(|run| run.trim() == number).count();
        assert_eq!(count, 2, "{number}: {on_sheet:?}");
    }
}
