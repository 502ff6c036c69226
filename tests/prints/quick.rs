//! The last pages of rulebooks and their columns: how many pages, how large, how wide.

use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect::{self, TextRun};
use rulepress::press::look::{MODIFIERS, PageLook};
use rulepress::press::outputs::rulebook::typeset_rulebook;
use rulepress::press::{self, PrintRequest, profile};

use super::boxes::sides;
use super::library;
use crate::common::Folder;

fn runs(read: &PrintableBook, paper: &str, theme: &str) -> Vec<TextRun> {
    let look = PageLook { theme: theme.to_owned(), ..PageLook::default() };
    let mut findings = Findings::default();
    let pages = typeset_rulebook(&read.book, paper, &look, &read.sources, &mut findings);
    inspect::text_runs(&pages.unwrap_or_else(|| panic!("{findings:?}")))
}

#[test]
fn the_quick_reference_takes_two_pages() {
    for (name, read) in library() {
        let runs = runs(&read, "a5", MODIFIERS[0]);
        let title = |run: &&TextRun| run.text == "Quick reference" && run.size > 15.0;
        let first = runs.iter().filter(title).map(|run| run.page).max().expect("there is one");
        let last = runs.iter().map(|run| run.page).max().expect("there are pages");
        assert!(last - first < 2, "{name}: pages {first} to {last}");
        let words = |page: usize| runs.iter().filter(move |run| run.page == page && run.size > 7.9);
        assert!(words(last).count() > 20, "{name}: nothing but the notice on the last page");
        // Numbers of chips and all words but the notice and the number of the page.
        let small = words(last).find(|run| run.size < 7.99);
        assert!(small.is_none(), "{name}: {small:?}");
    }
}

/// Paper and file of the rulebook in a theme.
fn rulebook(read: &PrintableBook, theme: &str, name: &str) -> (String, f64) {
    let profile = profile::find_profile(name).expect("it is bundled");
    let request = PrintRequest { theme, ..PrintRequest::usual(&profile) };
    let mut findings = Findings::default();
    let files = press::make(&read.book, Output::Rulebook, &request, &read.sources, &mut findings);
    assert_eq!(files.len(), 1, "{findings:?}");
    let document = lopdf::Document::load_mem(&files[0].bytes).expect("it is a PDF");
    let page = *document.get_pages().values().next().expect("it has a page");
    let size = sides(document.get_dictionary(page).expect("it is a page"), b"MediaBox");
    (files[0].name.clone(), ((size[2] - size[0]) / 72.0 * 25.4).round())
}

#[test]
fn large_print_goes_to_the_next_paper() {
    let folder = Folder::new("quick-paper");
    let set = |paper: &str, theme: &str, profile: &str| {
        let head = format!(
            "title = 'Large'\nsources = ['rules.md']\n[output.rulebook]\npaper = {paper}\n"
        );
        folder.write("book/book.toml", head);
        folder.write("book/rules.md", "# Rules\n\nDraw.\n");
        rulebook(&folder.book("book"), theme, profile)
    };
    assert_eq!(set("'a5'", "standard", "screen"), ("rulebook.pdf".to_owned(), 148.0));
    assert_eq!(set("'a5'", "low-ink", "screen"), ("rulebook-low-ink.pdf".to_owned(), 148.0));
    let large = "rulebook-large-print.pdf".to_owned();
    assert_eq!(set("'a5'", "large-print", "screen"), (large.clone(), 210.0));
    assert_eq!(set("'half-letter'", "large-print", "screen"), (large.clone(), 216.0));
    assert_eq!(set("'a4'", "large-print", "screen"), (large.clone(), 210.0));
    assert_eq!(set("['a5', 'a4']", "large-print", "screen"), (large, 210.0));
    assert_eq!(set("'a4'", "large-print", "home-a5").1, 148.0);
}

#[test]
fn columns_of_large_print_hold_enough_letters() {
    for (name, read) in library() {
        let mut lines: Vec<usize> = Vec::new();
        let body = runs(&read, "a4", "large-print");
        for line in body.chunk_by(|a, b| {
            a.paragraph == b.paragraph && a.page == b.page && (a.baseline - b.baseline).abs() < 0.1
        }) {
            if line[0].paragraph.is_some() && (line[0].size - 12.0).abs() < 0.1 {
                lines.push(line.iter().map(|run| run.text.chars().count()).sum());
            }
        }
        lines.sort_unstable();
        let full = lines[lines.len() * 3 / 4];
        assert!(full >= 35, "{name}: a full line holds {full} letters");
    }
}
