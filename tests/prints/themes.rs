//! Themes: larger text that still fits its pages, and bars without ink.

use rulepress::diagnostic::Findings;
use rulepress::document::BlockKind;
use rulepress::press::inspect::{self, TextRun};
use rulepress::press::look::PageLook;
use rulepress::press::outputs::rulebook::typeset_rulebook;
use rulepress::press::outputs::{cards, sheet};
use rulepress::press::word_check::words_off_cards;
use rulepress::press::{self, profile};
use rulepress::theme;

use super::library;
use crate::common::{Folder, rulebook_pages};

fn look(theme: &str) -> PageLook {
    PageLook { theme: theme.to_owned(), ..PageLook::default() }
}

#[test]
fn large_print_is_large_and_stands_on_its_pages() {
    for (name, read) in library() {
        let mut findings = read.findings.clone();
        for paper in ["a5", "a4"] {
            let pages = typeset_rulebook(
                &read.book,
                paper,
                &look("large-print"),
                &read.sources,
                &mut findings,
            );
            let pages = pages.unwrap_or_else(|| panic!("{name} can not be set"));
            let runs = inspect::text_runs(&pages);
            let mut sizes: Vec<f64> = runs.iter().map(|run| run.size).collect();
            sizes.sort_by(f64::total_cmp);
            assert!(
                sizes[0] > 6.99 && sizes[sizes.len() / 2] > 10.9,
                "{name} on {paper}: {}",
                sizes[sizes.len() / 2]
            );
            for run in &runs {
                let size = pages.pages()[run.page].frame.size();
                let inside = run.left >= 0.0
                    && run.right <= size.x.to_pt()
                    && run.baseline <= size.y.to_pt();
                assert!(inside, "{name} on {paper}, page {}: `{}`", run.page + 1, run.text);
            }
            let over = collisions(&runs);
            assert!(over.is_empty(), "{name} on {paper}: {over:?}");
        }
    }
}

/// Returns pieces of text that overlap.
fn collisions(runs: &[TextRun]) -> Vec<(usize, String, String)> {
    let mut out = Vec::new();
    for (nth, a) in runs.iter().enumerate() {
        for b in runs[nth + 1..].iter().take_while(|b| b.page == a.page) {
            let wide = a.right.min(b.right) - a.left.max(b.left);
            let high = a.baseline.min(b.baseline) - a.top.max(b.top);
            if wide > 1.0 && high > 1.0 && !a.text.trim().is_empty() && !b.text.trim().is_empty() {
                out.push((a.page + 1, a.text.clone(), b.text.clone()));
            }
        }
    }
    out
}

#[test]
fn sheets_and_cards_have_nothing_over_each_other() {
    for (name, read) in library() {
        let mut findings = read.findings.clone();
        let screen = profile::find_profile("screen").expect("it is bundled");
        for theme in press::look::MODIFIERS {
            let look = look(theme);
            let decks = (0..read.book.decks.len()).map(Some);
            for deck in std::iter::once(None).chain(decks) {
                let choice = cards::CardRequest { deck, ..cards::CardRequest::default() };
                let setting = cards::CardSetting {
                    book: &read.book,
                    request: &choice,
                    profile: &screen,
                    look: &look,
                    sources: &read.sources,
                };
                let pages = cards::typeset_cards(setting, &mut findings);
                let over = collisions(&inspect::text_runs(&pages.expect("they fit")));
                assert!(over.is_empty(), "{name}, cards in {theme}: {over:?}");
            }
            for paper in ["a4", "letter"] {
                let pages =
                    sheet::typeset_sheet(&read.book, paper, &look, &read.sources, &mut findings)
                        .expect("it fits");
                let over = collisions(&inspect::text_runs(&pages));
                assert!(over.is_empty(), "{name}, sheet in {theme} on {paper}: {over:?}");
            }
        }
    }
}

/// Cards of our decks and reference cards in every bundled theme: they fit, there are no findings,
/// nothing is too small, no word is lost, and no words overlap.
#[test]
fn cards_fit_in_every_theme() {
    let screen = profile::find_profile("screen").expect("it is bundled");
    for (name, read) in library() {
        for theme in theme::bundled_names() {
            let decks = (0..read.book.decks.len()).map(Some);
            for deck in std::iter::once(None).chain(decks) {
                let what = format!("{name}, cards {deck:?} in {theme}");
                let choice = cards::CardRequest { deck, ..cards::CardRequest::default() };
                let mut findings = Findings::default();
                let setting = cards::CardSetting {
                    book: &read.book,
                    request: &choice,
                    profile: &screen,
                    look: &look(theme),
                    sources: &read.sources,
                };
                let pages = cards::typeset_cards(setting, &mut findings);
                let pages = pages.unwrap_or_else(|| panic!("{what} do not fit: {findings:?}"));
                assert!(findings.0.is_empty(), "{what}: {findings:?}");
                let runs = inspect::text_runs(&pages);
                let least = runs.iter().map(|run| run.size).fold(f64::MAX, f64::min);
                assert!(least > 6.99, "{what}: {least} pt");
                let over = collisions(&runs);
                assert!(over.is_empty(), "{what}: {over:?}");
                let lost = words_off_cards(&read.book, &choice, false, &pages);
                assert!(lost.is_empty(), "{what}: {lost:?}");
            }
        }
    }
}

/// Every word of the panels is on the sheet.
#[test]
fn no_word_of_a_sheet_is_lost() {
    for (name, read) in library() {
        let mut findings = read.findings.clone();
        for paper in ["a4", "letter"] {
            let pages = sheet::typeset_sheet(
                &read.book,
                paper,
                &PageLook::default(),
                &read.sources,
                &mut findings,
            )
            .expect("it fits");
            let said: String =
                inspect::text_runs(&pages).iter().map(|run| run.text.clone()).collect();
            let said: String = said.split_whitespace().collect();
            for block in
                read.book.sheet.iter().flat_map(|panel| &panel.parts).flat_map(|part| &part.blocks)
            {
                if let BlockKind::Paragraph(inlines) = &block.kind {
                    let words: String =
                        rulepress::document::plain_text(inlines).split_whitespace().collect();
                    assert!(said.contains(&words), "{name} on {paper}: {words}");
                }
            }
        }
    }
}

#[test]
fn the_index_names_titles_and_terms_with_their_pages() {
    let folder = Folder::new("prints-index");
    folder.write("book/book.toml", "title = 'Index'\n[options]\nindex = true\n");
    let rules = "# Turn {#turn}\n\nA [zeal]{.term} counts.\n\n# Actions {#actions}\n\n## Attack {#attack}\n\nWith zeal.\n";
    folder.write("book/rules.md", rules);
    let read = folder.book("book");
    let pages = rulebook_pages(&read, "a5");
    let text = inspect::page_text(&pages);
    let index = text.split("Index").last().expect("there is an index");
    for line in ["Actions 2", "Attack 2.1", "Turn 1", "zeal"] {
        assert!(index.replace('\u{a0}', " ").contains(line), "`{line}` is missing:\n{index}");
    }
}
