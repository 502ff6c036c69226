//! Contents above words that come before the first title: neither is printed over the other, however long they are.

use std::fmt::Write;

use rulepress::press::look::PageLook;
use rulepress::theme;

use super::not_over_each_other;
use crate::common::{Folder, lay_with};

/// Texts before the first title of a book.
const PREFACES: [(&str, &str); 5] = [
    ("a paragraph", "Before all rules a paragraph says why, quietly.\n"),
    (
        "paragraphs",
        "Before all rules.\n\nAnother one says why, quietly and at length, for readers who like to know that.\n\nA third.\n",
    ),
    ("a list", "- Before\n- all\n- rules\n"),
    ("a table", "| Before | all |\n|---|---|\n| rules | a table |\n| says | why |\n"),
    ("a callout", "> [!NOTE]\n> Before all rules a callout says why.\n\nThen comes a paragraph.\n"),
];

/// Writes a folder with a preface and `chapters` chapters, the last one with a number of sections.
fn book(name: &str, preface: &str, chapters: usize, sections: usize) -> Folder {
    let folder = Folder::with(&format!("front-{name}"), "README.md", preface);
    for nth in 1..=chapters {
        let mut text = format!("# Playing many jumpy goblins {nth}\n\nText of it.\n\n");
        let count = if nth == chapters { sections } else { 1 };
        for section in 1..=count {
            write!(text, "## Grouping gypsy joys {section}\n\nText of it.\n\n")
                .expect("it is written");
        }
        folder.write(&format!("{nth:03}-chapter.md"), text);
    }
    folder
}

fn check(folder: &Folder, theme: &str, paper: &str, wrong: &mut Vec<String>) {
    let look = PageLook { theme: theme.to_owned(), ..PageLook::default() };
    let laid = lay_with(folder.path(), paper, &look);
    let mut own = Vec::new();
    not_over_each_other(&laid, &mut own);
    let name = folder.path().file_name().expect("it has a name").to_string_lossy().into_owned();
    wrong.extend(own.into_iter().map(|fault| format!("{name}, {theme}, {paper}: {fault}")));
    let before = laid.runs.iter().any(|run| run.text.contains("Before"));
    assert!(before, "{name}, {theme}, {paper}: what comes first is printed");
}

#[test]
fn no_contents_are_printed_over_what_comes_before_the_first_title() {
    let mut wrong = Vec::new();
    for (what, preface) in PREFACES {
        let folder = book(what, preface, 6, 12);
        check(&folder, "standard", "a5", &mut wrong);
        check(&folder, "large-print", "a4", &mut wrong);
    }
    let folder = book("themes", PREFACES[0].1, 6, 12);
    for theme in theme::bundled_names() {
        check(&folder, theme, "a5", &mut wrong);
    }
    for (chapters, sections) in [(1, 0), (3, 2), (9, 1), (20, 30), (60, 1), (90, 320)] {
        let folder = book(&format!("{chapters}-{sections}"), PREFACES[1].1, chapters, sections);
        let papers = ["a4", "a5", "letter", "half-letter"];
        // Long contents take long to set.
        let papers = if sections < 100 { &papers[..] } else { &papers[1..2] };
        for paper in papers {
            check(&folder, "standard", paper, &mut wrong);
        }
    }
    assert!(wrong.is_empty(), "{} faults\n{}", wrong.len(), wrong.join("\n"));
}
