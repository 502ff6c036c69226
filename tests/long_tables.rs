//! Tables that continue in the next column: their head keeps three rows, or all if there are fewer,
//! and two rows are at their end. Every word in them is printed once and on its page.

use std::collections::BTreeSet;

use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect::{TextRun, text_runs};
use rulepress::press::look::PageLook;
use rulepress::press::outputs::sheet::typeset_sheet;

use crate::common::{Folder, Laid, lay};

/// Returns a table of `rows` rows, each of `words` words, without counting its head.
fn table(rows: usize, words: usize) -> String {
    let text = vec!["word"; words].join(" ");
    let row = |nth: usize| format!("| cell{nth:03} | {text} |\n");
    format!("| Head | Words |\n|---|---|\n{}", (0..rows).map(row).collect::<String>())
}

fn indented(text: &str, first: &str, rest: &str) -> String {
    let line =
        |(nth, line): (usize, &str)| format!("{}{line}\n", if nth == 0 { first } else { rest });
    text.lines().enumerate().map(line).collect()
}

/// Lays out the table below a number of paragraphs of two lines, on A5.
fn laid_below(name: &str, paragraphs: usize, table: &str) -> Laid {
    let folder = Folder::new(&format!("long-tables-{name}-{paragraphs}"));
    let above = "A paragraph of some words that take two lines of a column.\n\n".repeat(paragraphs);
    folder.write("book.toml", "title = \"Tables\"\nsources = [\"a.md\"]\n");
    folder.write("a.md", format!("# Tables\n\n{above}{table}\nWords behind it.\n"));
    lay(folder.path(), "a5")
}

/// Returns the numbers of the rows in each column of the table, by the cells of its first column.
fn parts(laid: &Laid) -> Vec<Vec<usize>> {
    let mut parts: Vec<((usize, bool), Vec<usize>)> = Vec::new();
    for run in &laid.runs {
        let Some(nth) = run.text.strip_prefix("cell").and_then(|nth| nth.parse().ok()) else {
            continue;
        };
        let place = (run.page, run.left > middle(laid, run));
        match parts.last_mut() {
            Some((last, rows)) if *last == place => rows.push(nth),
            _ => parts.push((place, vec![nth])),
        }
    }
    parts.into_iter().map(|(_, rows)| rows).collect()
}

fn middle(laid: &Laid, run: &TextRun) -> f64 {
    laid.pages.pages()[run.page].frame.size().x.to_pt() / 2.0
}

/// Columns of pages that bear the head of the table.
fn heads(laid: &Laid) -> usize {
    let heads = laid.runs.iter().filter(|run| run.text == "Head");
    heads.map(|run| (run.page, run.left > middle(laid, run))).collect::<BTreeSet<_>>().len()
}

/// Lays the table below more and more paragraphs; it keeps `first` rows below its head and `last` at its end wherever it
/// is torn. How often it was torn.
fn check(name: &str, rows: usize, text: &str, (first, last): (usize, usize)) -> usize {
    let mut torn = 0;
    for paragraphs in (0..36).step_by(3) {
        let laid = laid_below(name, paragraphs, text);
        let parts = parts(&laid);
        let all: Vec<usize> = parts.iter().flatten().copied().collect();
        assert_eq!(all, (0..rows).collect::<Vec<_>>(), "{name} {paragraphs}: each row once");
        assert_eq!(heads(&laid), parts.len(), "{name} {paragraphs}: a head on each part");
        for run in &laid.runs {
            let height = laid.pages.pages()[run.page].frame.size().y.to_pt();
            assert!(
                run.baseline < height - 15.0,
                "{name} {paragraphs}: {} leaves its page",
                run.text
            );
        }
        if parts.len() > 1 {
            let ends = (parts[0].len(), parts[parts.len() - 1].len());
            assert!(ends.0 >= first && ends.1 >= last, "{name} {paragraphs}: {parts:?}");
            torn += 1;
        }
    }
    torn
}

#[test]
fn short_tables_stay_whole() {
    for rows in 1..=4 {
        assert_eq!(check(&format!("rows-{rows}"), rows, &table(rows, 3), (rows, rows)), 0);
    }
}

#[test]
fn long_tables_keep_rows_at_both_ends() {
    assert!(check("many", 45, &table(45, 1), (3, 2)) > 0);
    assert!(check("lines", 30, &table(30, 12), (3, 2)) > 0);
}

/// Two rows are higher than the room kept free for three.
#[test]
fn high_rows_keep_what_has_room() {
    assert!(check("high", 12, &table(12, 60), (1, 2)) > 0);
}

/// A row that is higher than a page is torn; nothing of it is lost.
#[test]
fn rows_higher_than_a_page_are_torn() {
    let laid = laid_below("giant", 5, &table(2, 900));
    let words: usize = laid
        .runs
        .iter()
        .map(|run| run.text.split(' ').filter(|word| *word == "word").count())
        .sum();
    assert_eq!(words, 1800);
}

#[test]
fn tables_inside_other_blocks_keep_their_rows() {
    let long = table(40, 1);
    let callout = indented(&format!("[!NOTE]\n{long}"), "> ", "> ");
    let item = indented(&format!("Item.\n\n{long}"), "- ", "  ");
    let inner = indented(&format!("Item.\n\n{item}"), "- ", "  ");
    for (name, text) in [("callout", callout), ("item", item), ("items", inner)] {
        assert!(check(name, 40, &text, (3, 2)) > 0, "{name}");
    }
}

/// A sheet has each row once, whatever columns its panels are in.
#[test]
fn tables_of_a_sheet_have_all_their_rows() {
    let folder = Folder::new("long-tables-sheet");
    folder.write("book.toml", "title = \"Tables\"\nsources = [\"a.md\"]\n");
    folder.write("a.md", "# Tables\n\nWords.\n");
    folder.write("sheet.md", format!("# Sheet\n\n{}", table(40, 1)));
    let PrintableBook { book, sources, mut findings, .. } =
        rulepress::read_book(folder.path()).expect("it can be read");
    let pages = typeset_sheet(&book, "a4", &PageLook::default(), &sources, &mut findings);
    let runs = text_runs(&pages.expect("it can be set"));
    let rows: Vec<&str> =
        runs.iter().map(|run| run.text.as_str()).filter(|text| text.starts_with("cell")).collect();
    assert_eq!(rows, (0..40).map(|nth| format!("cell{nth:03}")).collect::<Vec<_>>());
}

/// A table over both columns.
#[test]
fn wide_tables_keep_their_rows() {
    let heads = "| Head | Another of the heads | A third head | Heads of a table | Words of it |\n|---|---|---|---|---|\n";
    let row = |nth: usize| {
        format!("| cell{nth:03} | some words here | other words | more words | words |\n")
    };
    let rows: String = (0..40).map(row).collect();
    assert!(check("wide", 40, &format!("{heads}{rows}"), (3, 2)) > 0);
}
