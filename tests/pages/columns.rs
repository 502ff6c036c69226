//! Columns of text alone: each is full, its lines are in reading order, and no line is alone.

use std::collections::BTreeMap;

use rulepress::diagnostic::Findings;
use rulepress::press::inspect::{self, TextRun};
use rulepress::press::look::PageLook;
use rulepress::press::outputs::rulebook::typeset_rulebook;

use crate::common::Folder;

const PARAGRAPHS: usize = 260;
/// Greatest empty height above the foot of a column, in points: two lines that stay together and
/// the space above them.
const MOST_EMPTY: f64 = 40.0;

/// A column by its page and whether it is the second one.
type Place = (usize, bool);

#[test]
fn columns_are_full_and_no_line_stands_alone() {
    let folder = Folder::new("columns");
    folder.write("book/book.toml", "title = 'Columns'\nsources = ['rules.md']\n");
    let mut rules = "# Rules\n\n".to_owned();
    for nth in 0..PARAGRAPHS {
        // From one line to twenty.
        rules += &format!("first{nth} {}last{nth}\n\n", "of some words ".repeat(1 + nth * 7 % 53));
    }
    folder.write("book/rules.md", rules);
    let read = folder.book("book");
    for paper in ["a5", "a4", "letter"] {
        let (look, mut findings) = (PageLook::default(), Findings::default());
        let pages = typeset_rulebook(&read.book, paper, &look, &read.sources, &mut findings);
        let pages = pages.unwrap_or_else(|| panic!("{findings:?}"));
        let middle = pages.pages()[0].frame.width().to_pt() / 2.0;
        let runs = inspect::text_runs(&pages);
        let text: Vec<&TextRun> = runs.iter().filter(|run| is_of_text(run)).collect();
        let mut lines: BTreeMap<Place, Vec<(f64, usize)>> = BTreeMap::new();
        for run in &text {
            let own = lines.entry((run.page, run.left > middle)).or_default();
            let line = (run.baseline, run.paragraph.expect("it has one"));
            if own.last() != Some(&line) {
                own.push(line);
            }
        }
        assert!(lines.len() > 4, "{paper}: {} columns", lines.len());
        // Each line is below the one before.
        for (place, own) in &lines {
            assert!(own.windows(2).all(|two| two[0].0 < two[1].0), "{paper}: {place:?} {own:?}");
        }
        full_but_the_last_page(&lines, paper);
        broken_by_two_lines(&lines, paper);
        let read_words: String = text.iter().map(|run| run.text.as_str()).collect();
        for nth in 0..PARAGRAPHS {
            for word in [format!("first{nth} "), format!("last{nth}")] {
                assert!(read_words.contains(&word), "{paper}: {word} is lost");
            }
        }
    }
}

/// True if a run is neither a head line nor a page number.
fn is_of_text(run: &TextRun) -> bool {
    let is_own = |word: &str| {
        let usual = ["of", "some", "words"].contains(&word);
        usual || word.starts_with("first") || word.starts_with("last")
    };
    run.paragraph.is_some() && run.text.split_whitespace().all(is_own)
}

/// All columns but those of the last page reach down to its foot.
fn full_but_the_last_page(lines: &BTreeMap<Place, Vec<(f64, usize)>>, paper: &str) {
    let last = lines.keys().map(|place| place.0).max().expect("there is text");
    let foot = |own: &Vec<(f64, usize)>| own.last().map_or(0.0, |line| line.0);
    let lowest = lines.values().map(foot).fold(0.0, f64::max);
    for (place, own) in lines.iter().filter(|(place, _)| place.0 < last) {
        assert!(foot(own) > lowest - MOST_EMPTY, "{paper}: {place:?} ends at {}", foot(own));
    }
}

/// A paragraph that continues in another column has two lines in both.
fn broken_by_two_lines(lines: &BTreeMap<Place, Vec<(f64, usize)>>, paper: &str) {
    let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for own in lines.values() {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for (_, paragraph) in own {
            *counts.entry(*paragraph).or_default() += 1;
        }
        for (paragraph, count) in counts {
            parts.entry(paragraph).or_default().push(count);
        }
    }
    let broken = parts.values().filter(|parts| parts.len() > 1);
    assert!(broken.clone().count() > 2, "{paper}: paragraphs go on in other columns");
    for counts in broken {
        assert!(counts.iter().all(|count| *count >= 2), "{paper}: {counts:?}");
    }
}

#[test]
fn contents_of_chapters_alone_fill_all_columns() {
    let folder = Folder::new("contents-alone");
    folder.write("book/book.toml", "title = 'Contents'\nsources = ['rules.md']\n");
    let mut rules = String::new();
    for nth in 0..300 {
        rules += &format!("# Part{nth}\n\nWords.\n\n");
    }
    folder.write("book/rules.md", rules);
    let read = folder.book("book");
    let (look, mut findings) = (PageLook::default(), Findings::default());
    let pages = typeset_rulebook(&read.book, "a5", &look, &read.sources, &mut findings);
    let pages = pages.unwrap_or_else(|| panic!("{findings:?}"));
    let middle = pages.pages()[0].frame.width().to_pt() / 2.0;
    let runs = inspect::text_runs(&pages);
    let parts: Vec<&TextRun> = runs.iter().filter(|run| run.text.starts_with("Part")).collect();
    let sides = |page: usize| {
        let on_page = parts.iter().filter(move |run| run.page == page);
        let right = on_page.clone().filter(|run| run.left > middle).count();
        (on_page.count() - right, right)
    };
    let last = parts.iter().map(|run| run.page).max().expect("there are parts");
    let with_right: Vec<usize> = (0..=last).filter(|page| sides(*page).1 > 0).collect();
    assert!(with_right.len() > 1, "the contents have columns on several pages");
    for page in with_right {
        let (left, right) = sides(page);
        assert!(left > 0, "page {}: {right} entries stand right, and none left", page + 1);
    }
}
