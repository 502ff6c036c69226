//! The measures of pages in every theme: a book may be set in any of them, not only in its own.

use rulepress::diagnostic::{Findings, Severity};
use rulepress::press::inspect;
use rulepress::press::look::PageLook;
use rulepress::press::outputs::rulebook::typeset_rulebook;
use rulepress::press::paper::Paper;
use rulepress::press::word_check::words_off_pages;
use rulepress::theme;

use super::check;
use crate::common::{Laid, books, lay_with, root, sampled_books};
use crate::example_pages::economy_faults;

/// Paper of every theme.
const PAPER: &str = "a5";
/// Our books, each with a test of its own, as they run side by side.
const BOOKS: [&str; 5] =
    ["gaia-project", "gazer", "grand-archive", "imperial-assault", "wind-lorraine"];

/// Large print sets books of A5 on A4.
#[test]
fn books_in_every_modifier() {
    for book in sampled_books() {
        for (theme, name) in [("large-print", "a4"), ("low-ink", "a5")] {
            let laid = lay_with(&book, name, &look(theme));
            check(&format!("{} in {theme} on {name}", book.display()), &laid, name);
        }
    }
    let book = root().join("content/wind-lorraine");
    check("wind-lorraine in dark", &lay_with(&book, PAPER, &look("dark")), PAPER);
}

#[test]
#[ignore = "the night sets every book"]
fn gaia_project_in_every_theme() {
    in_every_theme(BOOKS[0]);
}

#[test]
#[ignore = "the night sets every book"]
fn gazer_in_every_theme() {
    in_every_theme(BOOKS[1]);
}

#[test]
#[ignore = "the night sets every book"]
fn grand_archive_in_every_theme() {
    in_every_theme(BOOKS[2]);
}

#[test]
fn imperial_assault_in_every_theme() {
    in_every_theme(BOOKS[3]);
}

#[test]
fn wind_lorraine_in_every_theme() {
    in_every_theme(BOOKS[4]);
}

#[test]
fn every_book_is_set_in_every_theme() {
    let measured = BOOKS.map(|name| root().join("content").join(name));
    assert_eq!(books(), measured);
}

fn look(theme: &str) -> PageLook {
    PageLook { theme: theme.to_owned(), ..PageLook::default() }
}

/// Sets a book in all bundled themes: no word is lost, there are no findings, the pages have no
/// visible fault, and the paper is used as well as in the book's own theme.
fn in_every_theme(name: &str) {
    let path = root().join("content").join(name);
    let mut read = rulepress::read_book(&path).expect("it can be read");
    let mut wrong = Vec::new();
    for theme in theme::bundled_names() {
        let what = format!("{name} in {theme}");
        let mut findings = Findings::default();
        let pages = typeset_rulebook(&read.book, PAPER, &look(theme), &read.sources, &mut findings);
        let pages = pages.unwrap_or_else(|| panic!("{what} cannot be set: {findings:?}"));
        let told = findings.count(Severity::Error) + findings.count(Severity::Warning);
        assert_eq!(told, 0, "{what}: {findings:?}");
        let lost = words_off_pages(&read.book, &pages);
        assert!(lost.is_empty(), "{what}: {lost:?} are lost");
        let paper = Paper::find(PAPER).expect("it is known");
        let used = inspect::economy::paper_use(&pages, &paper);
        wrong.extend(economy_faults(&what, &used));
        let runs = inspect::text_runs(&pages);
        let laid = Laid { read, pages, runs };
        check(&what, &laid, PAPER);
        read = laid.read;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
