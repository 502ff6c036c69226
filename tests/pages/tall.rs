//! Content that has to stay on one page and is higher than a page: every word of it is printed
//! once, and on the paper.

use std::fmt::Write;

use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::press::inspect;
use rulepress::press::look::PageLook;
use rulepress::press::outputs::rulebook::typeset_rulebook;
use rulepress::press::{self, PrintRequest, profile};

use crate::common::Folder;

/// Number of distinct words.
const COUNT: usize = 400;

#[test]
fn what_is_higher_than_a_page_breaks() {
    let lines = |before: &str, after: &str| {
        let mut out = String::new();
        for nth in 0..COUNT {
            let (open, close) = if nth % 8 == 0 { (before, "") } else { ("", "") };
            write!(out, "{open}w{nth:03}{close} ").expect("it is written");
            if nth % 8 == 7 {
                out.push_str(after);
            }
        }
        out
    };
    let texts = [
        ("a callout", lines("> ", "\n>\n")),
        ("a list in a callout", lines("> - ", "\n")),
        ("a code", format!("```text\n{}```\n", lines("", "\n"))),
        ("a code of one line", format!("```text\n{}\n```\n", lines("", ""))),
        ("a code in a callout", format!("> ```text\n{}> ```\n", lines("> ", "\n"))),
    ];
    for (what, text) in texts {
        let mark = if text.starts_with("> ") { "> [!EXAMPLE]\n" } else { "" };
        let folder = Folder::new("tall");
        folder.write("book/book.toml", "title = 'Tall'\nsources = ['rules.md']\n");
        let rules = format!("# Rules\n\nBefore it.\n\n{mark}{text}\n\nBehind it.\n");
        folder.write("book/rules.md", rules);
        let read = folder.book("book");
        for theme in ["standard", "large-print"] {
            let look = PageLook { theme: theme.to_owned(), ..PageLook::default() };
            let mut findings = Findings::default();
            let pages = typeset_rulebook(&read.book, "a5", &look, &read.sources, &mut findings);
            let pages = pages.unwrap_or_else(|| panic!("{findings:?}"));
            let foot = pages.pages()[0].frame.height().to_pt();
            let runs = inspect::text_runs(&pages);
            for nth in 0..COUNT {
                let word = format!("w{nth:03}");
                let own = runs.iter().filter(|run| run.text.contains(&word));
                let on_paper = own.filter(|run| run.baseline < foot).count();
                assert_eq!(on_paper, 1, "{what}, {theme}: {word}");
            }
        }
    }
}

/// A callout that fits a page without the notes below it, and none with them.
#[test]
fn what_is_as_high_as_a_page_with_a_note_is_printed() {
    let folder = Folder::new("tall-note");
    let head = "title = 'Tall'\nsources = ['rules.md']\n[output.rulebook]\npaper = 'letter'\n";
    folder.write("book/book.toml", head);
    let profile = profile::find_profile("screen").expect("it is bundled");
    let request = PrintRequest { theme: "standard", ..PrintRequest::usual(&profile) };
    for count in 34..38 {
        let line = ">     of the code that is so long that it takes two lines of a column\n";
        let code = line.repeat(count);
        let rules = format!(
            "# Rules\n\n## Part\n\n> [!NOTE]\n> One.\n>\n> Two.\n>\n{code}\nBehind[^a] it.\n\n[^a]: A note.\n"
        );
        folder.write("book/rules.md", rules);
        let read = folder.book("book");
        let mut findings = Findings::default();
        let files =
            press::make(&read.book, Output::Rulebook, &request, &read.sources, &mut findings);
        assert_eq!(files.len(), 1, "{count} lines: {findings:?}");
    }
}
