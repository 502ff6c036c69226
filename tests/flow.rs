//! Pages with text in columns and pieces over all of them: all content is printed once and in
//! order, columns are equally high, and a piece that has no room leaves no page half empty.

use std::collections::BTreeSet;

use rulepress::press::inspect::TextRun;
use rulepress::press::inspect::economy::paper_use;
use rulepress::press::paper::Paper;

use crate::common::{Folder, Laid, books, laid_book, lay, root};
use crate::layout::random::Dice;

/// Greatest difference between columns, in lines of the text.
const UNEQUAL: f64 = 2.5;

/// Writes blocks whose words are numbered in their order.
#[derive(Default)]
struct Writer {
    text: String,
    words: usize,
    /// Those that may be printed more than once: of titles, and heads of tables.
    again: BTreeSet<usize>,
}

impl Writer {
    fn words(&mut self, count: usize) -> String {
        let first = self.words;
        self.words += count;
        (first..self.words).map(|nth| format!("word{nth:04}")).collect::<Vec<_>>().join(" ")
    }

    fn paragraphs(&mut self, count: usize) -> &mut Self {
        for _ in 0..count {
            let words = self.words(35);
            self.text += &format!("{words}.\n\n");
        }
        self
    }

    fn title(&mut self, level: usize) -> &mut Self {
        self.again.extend(self.words..self.words + 2);
        let words = self.words(2);
        self.text += &format!("{} {words}\n\n", "#".repeat(level));
        self
    }

    /// A table that has no room in a column.
    fn table(&mut self, rows: usize) -> &mut Self {
        const COLUMNS: usize = 7;
        self.again.extend(self.words..self.words + COLUMNS);
        for row in 0..=rows {
            let cells: Vec<String> = (0..COLUMNS).map(|_| self.words(1)).collect();
            self.text += &format!("| {} |\n", cells.join(" | "));
            if row == 0 {
                self.text += &format!("{}|\n", "|---".repeat(COLUMNS));
            }
        }
        self.text.push('\n');
        self
    }

    /// Adds a chart over all columns, `rows` boxes high.
    fn chart(&mut self, rows: usize) -> &mut Self {
        self.text += "```mermaid\ngraph TD\n";
        for row in 0..rows {
            for side in ["a", "b", "c", "d"] {
                let next = row + 1;
                self.text += &format!("{side}{row}[A box with words] --> {side}{next}[A box]\n");
            }
        }
        self.text += "s[Start] --> a0\ns --> b0\ns --> c0\ns --> d0\n```\n\n";
        self
    }

    fn laid(&self, name: &str, paper: &str) -> Laid {
        self.laid_with(name, paper, "index = false")
    }

    /// Lays the text out with options of the book.
    fn laid_with(&self, name: &str, paper: &str, options: &str) -> Laid {
        let folder = Folder::new(&format!("flow-{name}"));
        folder.write(
            "book.toml",
            format!("title = \"Flow\"\nsources = [\"a.md\"]\n[options]\n{options}\n"),
        );
        folder.write("a.md", &self.text);
        lay(folder.path(), paper)
    }
}

/// The numbered words of the text, in the order in which a reader comes to them: page by page, and in
/// the order of the layout on each.
fn numbered(laid: &Laid) -> Vec<(usize, &TextRun)> {
    let mut found = Vec::new();
    for run in laid.runs.iter().filter(|run| run.top > 30.0) {
        for part in run.text.split("word").skip(1) {
            let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
            if let Ok(number) = digits.parse() {
                found.push((number, run));
            }
        }
    }
    found
}

fn run_of(laid: &Laid, word: usize) -> &TextRun {
    let found = numbered(laid).into_iter().find(|(number, _)| *number == word);
    found.unwrap_or_else(|| panic!("word{word:04} is not printed")).1
}

/// Returns the pages from that of the first word on, each with the part of it that is filled.
fn filled(laid: &Laid, paper: &str) -> Vec<f64> {
    let used = paper_use(&laid.pages, &Paper::find(paper).expect("it is known"));
    used.pages.iter().skip(run_of(laid, 0).page).map(|page| page.filled).collect()
}

#[test]
fn columns_above_a_piece_are_equally_high() {
    let mut writer = Writer::default();
    writer.title(1).paragraphs(5);
    let last = writer.words - 1;
    writer.table(4);
    let first_cell = last + 1;
    writer.paragraphs(3);
    let laid = writer.laid("balanced", "a4");
    let (table, page) = (run_of(&laid, first_cell).top, run_of(&laid, first_cell).page);
    let above: Vec<(usize, &TextRun)> = numbered(&laid)
        .into_iter()
        .filter(|(number, run)| *number <= last && run.page == page)
        .collect();
    let size = laid.pages.pages()[page].frame.size();
    let middle = size.x.to_pt() / 2.0;
    let lowest = |left: bool| {
        let own = above.iter().filter(|(_, run)| (run.left < middle) == left);
        own.map(|(_, run)| run.baseline).fold(0.0, f64::max)
    };
    let line = run_of(&laid, last).size * 1.4;
    assert!(lowest(true) < table && lowest(false) < table, "text stands above the table");
    assert!(
        (lowest(true) - lowest(false)).abs() < UNEQUAL * line,
        "{} {}",
        lowest(true),
        lowest(false)
    );
    assert!(table - lowest(true).max(lowest(false)) < 4.0 * line, "the table follows the text");
    let behind = run_of(&laid, writer.words - 1);
    assert!(behind.page == page && behind.top > table, "text goes on below the table");
}

/// A chart that has no room is moved to the next page, and the text after it fills its place.
#[test]
fn text_fills_the_page_where_a_chart_has_no_room() {
    for paragraphs in 5..14 {
        let mut writer = Writer::default();
        writer.title(1).paragraphs(paragraphs).chart(4);
        let behind = writer.words;
        writer.paragraphs(30);
        let laid = writer.laid(&format!("chart-{paragraphs}"), "a5");
        let pages = filled(&laid, "a5");
        let (_, full) = pages.split_last().expect("there are pages");
        assert!(full.iter().all(|filled| *filled > 0.8), "{paragraphs}: {pages:?}");
        let chart = laid.runs.iter().find(|run| run.text.contains("Start")).expect("it is drawn");
        let near = run_of(&laid, behind).page;
        assert!(chart.page.abs_diff(near) <= 1, "{paragraphs}: chart {} text {near}", chart.page);
    }
}

/// A chapter begins below the one before, or on a page of its own where the book says so.
#[test]
fn chapters_run_on_or_begin_pages() {
    let mut writer = Writer::default();
    writer.title(1).paragraphs(3);
    let second = writer.words;
    writer.title(1).paragraphs(3);
    let page = |options: &str| {
        let laid = writer.laid_with("chapters", "a5", options);
        (run_of(&laid, 0).page, run_of(&laid, second).page)
    };
    let (first, next) = page("chapters = \"run-on\"");
    assert_eq!(first, next);
    assert_eq!(page("index = false"), (first, next), "they run on unless the book says otherwise");
    let (first, next) = page("chapters = \"new-page\"");
    assert_eq!(next, first + 1);
}

/// The index begins below the last chapter.
#[test]
fn the_index_runs_on() {
    let mut writer = Writer::default();
    writer.title(1).paragraphs(2);
    let laid = writer.laid_with("index", "a5", "index = true");
    let index = laid.runs.iter().find(|run| run.text == "Index" && run.heading == Some(1));
    assert_eq!(index.expect("it is printed").page, run_of(&laid, 2).page);
}

/// A play area that would fill a column is printed over all of them if it is lower there.
#[test]
fn high_play_areas_stand_over_all_columns() {
    let chapter = root().join("content/wind-lorraine/04-setup.md");
    let chapter = std::fs::read_to_string(chapter).expect("it is there");
    let area = chapter.split("{.play-area}").nth(1).and_then(|text| text.split("</table>").next());
    let area = format!("{{.play-area}}{}</table>", area.expect("the chapter has a play area"));
    let paragraph = "Some words of the rules that take a line or two. ".repeat(3);
    let text = format!("{paragraph}\n\n").repeat(4);
    let folder = Folder::new("flow-play-area");
    folder.write("a.md", format!("# Play area\n\n{text}{area}\n\n{text}"));
    let laid = lay(&folder.path().join("a.md"), "a5");
    let caption = laid.runs.iter().find(|run| run.text.starts_with("The play area as you see it"));
    let caption = caption.expect("it is printed");
    let beside = laid.runs.iter().filter(|run| run.page == caption.page);
    assert!(beside.filter(|run| run.paragraph.is_some()).count() > 6, "text shares its page");
}

/// A title of a chapter has text below it on its page, whatever follows.
#[test]
fn titles_have_something_below_them() {
    for paragraphs in 1..16 {
        for piece in 0..3 {
            let mut writer = Writer::default();
            writer.title(1).paragraphs(paragraphs);
            let title = writer.words;
            writer.title(1);
            match piece {
                0 => writer.paragraphs(2),
                1 => writer.table(12),
                _ => writer.chart(4),
            };
            let laid = writer.laid(&format!("title-{paragraphs}-{piece}"), "a5");
            let title = run_of(&laid, title);
            let below = laid.runs.iter().any(|run| {
                run.page == title.page && run.top > title.baseline + 2.0 && run.text.len() > 3
            });
            assert!(below, "{paragraphs} paragraphs before, piece {piece}");
        }
    }
}

/// Titles in a row with nothing below them are close together and on one page, at every place.
#[test]
fn titles_without_text_stand_together() {
    for paragraphs in 1..10 {
        let mut writer = Writer::default();
        writer.title(1).paragraphs(paragraphs);
        let first = writer.words;
        writer.title(2).title(2).title(2);
        let apart = writer.words;
        writer.title(1).paragraphs(1).title(2).paragraphs(1);
        let laid = writer.laid(&format!("listed-{paragraphs}"), "a5");
        let titles = [0, 2, 4].map(|nth| run_of(&laid, first + nth));
        for pair in titles.windows(2) {
            let step = pair[1].baseline - pair[0].baseline;
            assert_eq!((pair[0].page, pair[0].left), (pair[1].page, pair[1].left));
            assert!(step > 0.0 && step < 1.7 * pair[0].size, "{paragraphs}: {step} points");
        }
        let below = run_of(&laid, apart + 2).top - run_of(&laid, apart).baseline;
        assert!(below > 0.0, "a chapter with text is no row");
    }
}

/// A table of many columns has tight cells before it divides a term of two words.
#[test]
fn many_columns_divide_no_term() {
    let heads = ["Group", "Cost", "Reinforcing", "Size", "Health", "Speed", "Traits", "Copies"];
    let text = format!("# Groups {{.wide}}\n\n| {} |\n{}|\n", heads.join(" | "), "|---".repeat(8));
    let mut writer = Writer { text, ..Writer::default() };
    for (group, traits) in [
        ("elite Imperial Officer", "Leader"),
        ("elite Stormtrooper", "Trooper"),
        ("Royal Guard", "Brawler, Guardian"),
        ("E-Web Engineer", "Heavy Weapon, Trooper"),
        ("AT-ST", "Heavy Weapon, Vehicle"),
        ("General Weiss", "Heavy Weapon, Leader, Vehicle"),
        ("Nexu", "Brawler, Creature"),
        ("Trandoshan Hunter", "Brawler, Hunter"),
    ] {
        writer.text += &format!("| {group} | 10 | 5 | 2 | 8 | 4 | {traits} | 1 |\n");
    }
    let laid = writer.laid("columns", "a5");
    let heavy: Vec<&TextRun> = laid.runs.iter().filter(|run| run.text.contains("Heavy")).collect();
    assert_eq!(heavy.len(), 3);
    for run in heavy {
        let weapon = laid.runs.iter().find(|other| {
            other.text.contains("Weapon") && (other.baseline - run.baseline).abs() < 1.0
        });
        assert!(weapon.is_some(), "Heavy and Weapon stand on two lines");
    }
}

/// Whatever follows whatever: each word is printed once, in its order, and within the page.
#[test]
fn nothing_is_lost_and_nothing_printed_twice() {
    for seed in 0..24 {
        let mut dice = Dice::new(seed);
        let mut writer = Writer::default();
        writer.paragraphs(1);
        for _ in 0..14 {
            match dice.roll(8) {
                0 => writer.title(1),
                1 => writer.title(2),
                2 => writer.table(3),
                3 => writer.table(30),
                4 => writer.chart(4),
                _ => writer.paragraphs(2),
            };
        }
        let laid = writer.laid(&format!("random-{seed}"), "a5");
        let mut count = vec![0; writer.words];
        for (number, run) in numbered(&laid) {
            let height = laid.pages.pages()[run.page].frame.size().y.to_pt();
            assert!(run.baseline < height - 15.0, "{seed}: `{}` leaves its page", run.text);
            count[number] += 1;
        }
        let wrong =
            |word: &usize| count[*word] == 0 || count[*word] > 1 && !writer.again.contains(word);
        let wrong: Vec<usize> = (0..writer.words).filter(wrong).collect();
        assert!(wrong.is_empty(), "{seed}: {wrong:?} are lost or printed twice");
    }
}

/// A pointer to an example on another page is on a page before it.
#[test]
fn pointers_stand_before_their_examples() {
    let mut pointers = 0;
    for book in books() {
        for name in ["a5", "a4"] {
            let laid = laid_book(&book, name);
            for (nth, run) in laid.runs.iter().enumerate() {
                if run.text.trim() != "Example on" {
                    continue;
                }
                let target = laid.runs[nth + 1].text.trim();
                let number =
                    target.strip_prefix("page\u{a0}").and_then(|number| number.parse().ok());
                let number: usize = number.unwrap_or_else(|| panic!("`{target}` is a page"));
                let book = book.display();
                assert_eq!(number, run.page + 2, "{book} on {name}, page {}", run.page + 1);
                pointers += 1;
            }
        }
    }
    assert!(pointers > 20, "{pointers} examples stand on the page behind their pointer");
}
