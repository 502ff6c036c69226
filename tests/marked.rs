//! Marked editions: bars are beside changes and nowhere else, no mark moves or covers a word, and a
//! page after the text lists what is new.

mod errata;

use std::ops::Range;
use std::path::Path;

use rulepress::book::ChangeMarks;
use rulepress::diagnostic::Findings;
use rulepress::edition::print::what_is_new;
use rulepress::edition::{NamedEdition, compare_editions, report_lost_notes};
use rulepress::example::game::BookLocation;
use rulepress::pipeline::{self, PlayedBook};
use rulepress::press::inspect::{TextRun, text_runs};
use rulepress::press::look::PageLook;
use rulepress::press::outputs::rulebook::typeset_rulebook;
use rulepress::rules::executor::InProcess;
use typst::layout::FrameItem;
use typst_layout::PagedDocument;

use crate::common::{Folder, sampled_books};

const BOOK: &str = "title = 'Hand'\nedition = 'First edition'\nsources = ['rules.md']\n";
const RULES: &str = include_str!("cases/marked/old.md");
const CHANGED: &str = include_str!("cases/marked/new.md");

/// A mark: a rectangle on a page, in points.
#[derive(Debug, Clone, Copy)]
struct Mark {
    page: usize,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// Pages without and with marks.
struct Pages {
    plain: PagedDocument,
    marked: PagedDocument,
}

fn play(path: &Path) -> PlayedBook {
    pipeline::load(&BookLocation::of(path)).expect("it can be read").play(&InProcess)
}

fn pages(old: &Path, new: &Path, paper: &str, theme: &str) -> Pages {
    let (mut old, new) = (play(old), play(new));
    // Without the earlier rules no example is played again to find what makes it differ.
    old.rules = None;
    let diff = compare_editions(
        NamedEdition { name: "old", book: &old },
        NamedEdition { name: "", book: &new },
        &InProcess,
    );
    let news = what_is_new(&diff, &new.manuscript);
    let mut read = new.join();
    let look = PageLook { theme: theme.to_owned(), ..PageLook::default() };
    let mut set = |marks: Option<ChangeMarks>| {
        if let Some(marks) = marks {
            read.book.mark_changes(marks);
        }
        let mut findings = Findings::default();
        let pages = typeset_rulebook(&read.book, paper, &look, &read.sources, &mut findings);
        pages.unwrap_or_else(|| panic!("it cannot be set: {findings:?}"))
    };
    let plain = set(None);
    Pages { plain, marked: set(Some(ChangeMarks { news, ..diff.marks })) }
}

impl Pages {
    /// Returns the pages of the marked book that list what is new.
    fn news(&self) -> Range<usize> {
        let all = text_runs(&self.marked);
        let is_title = |run: &&TextRun| run.heading.is_some() && run.text.contains("What is new");
        let first = all.iter().find(is_title).expect("a page tells what is new").page;
        first..first + self.marked.pages().len() - self.plain.pages().len()
    }

    /// Returns the marks that the marked pages have more than the others.
    fn marks(&self) -> Vec<Mark> {
        let news = self.news();
        let own = self.marked.pages().iter().enumerate().filter(|(nth, _)| !news.contains(nth));
        let more = self.plain.pages().iter().zip(own).flat_map(|(plain, (page, marked))| {
            let behind = marked.frame.items().skip(plain.frame.items().len());
            behind.map(move |(at, item)| {
                let FrameItem::Shape(shape, _) = item else { panic!("page {page}: no shape") };
                let size = shape.geometry.bbox(None).size();
                let (left, top) = (at.x.to_pt(), at.y.to_pt());
                let (right, bottom) = (left + size.x.to_pt(), top + size.y.to_pt());
                Mark { page, left, right, top, bottom }
            })
        });
        more.collect()
    }

    fn bars(&self) -> Vec<Mark> {
        self.marks().into_iter().filter(Mark::is_bar).collect()
    }

    /// The runs of the marked pages that the others have, too.
    fn runs(&self) -> Vec<TextRun> {
        let news = self.news();
        let mut runs = text_runs(&self.marked);
        runs.retain(|run| !news.contains(&run.page));
        runs
    }

    /// The first run that holds these words.
    fn run(&self, words: &str) -> TextRun {
        let found = self.runs().into_iter().find(|run| run.text.contains(words));
        found.unwrap_or_else(|| panic!("`{words}` is not printed"))
    }

    fn has_bar(&self, words: &str) -> bool {
        let run = self.run(words);
        let middle = run.baseline - run.size * 0.3;
        let width = self.marked.pages()[run.page].frame.width().to_pt();
        // In two columns the bar is at the outer side of its column.
        let is_beside = |bar: &Mark| (bar.left < width / 2.0) == (run.left < width / 2.0 - 5.0);
        let mut bars = self.bars().into_iter().filter(is_beside);
        bars.any(|bar| bar.page == run.page && bar.top < middle && middle < bar.bottom)
    }

    /// True if there is a line below these words from their first letter to their last.
    fn is_underlined(&self, words: &str) -> bool {
        let run = self.run(words);
        let mut lines = self.marks().into_iter().filter(|mark| !mark.is_bar());
        lines.any(|line| {
            let below = line.top - run.baseline;
            line.page == run.page
                && (0.0..run.size * 0.3).contains(&below)
                && line.left < run.right
                && line.right > run.left
        })
    }
}

impl Mark {
    fn is_bar(&self) -> bool {
        self.bottom - self.top > self.right - self.left
    }
}

fn hand(folder: &Folder, at: &str, rules: &str) {
    folder.write(&format!("{at}/hand/book.toml"), BOOK);
    folder.write(&format!("{at}/hand/rules.md"), rules);
}

fn changed_pages(name: &str, paper: &str, theme: &str) -> Pages {
    let folder = Folder::new(name);
    hand(&folder, "old", RULES);
    hand(&folder, "new", CHANGED);
    pages(&folder.path().join("old/hand"), &folder.path().join("new/hand"), paper, theme)
}

const STAYED: [&str; 6] = [
    "Sit down around",
    "Fetch the box",
    "A note that stays",
    "stays as it was",
    "Gold",
    "The game ends",
];
const BARRED: [&str; 11] = [
    "Shuffle the deck",
    "Deal",
    "Cut the deck",
    "A note that is new",
    "Silver",
    "Trading",
    "Give a card away",
    "Meeple",
    "came from the end",
    "Hand full?",
    "Score",
];
const UNDERLINED: [&str; 5] = ["twice", "6", "Cut the deck", "2 points", "Trading"];
const NOT_UNDERLINED: [&str; 4] = ["Give a card away", "came from the end", "Sit down", "Gold"];

#[test]
fn bars_stand_beside_what_changed_alone() {
    for (paper, theme) in [("a5", "standard"), ("a4", "codex"), ("a5", "dark")] {
        let name = format!("marked-{paper}-{theme}");
        let pages = changed_pages(&name, paper, theme);
        let bare: Vec<&str> = BARRED.into_iter().filter(|words| !pages.has_bar(words)).collect();
        assert!(bare.is_empty(), "{name}: no bar beside {bare:?}");
        let barred: Vec<&str> = STAYED.into_iter().filter(|words| pages.has_bar(words)).collect();
        assert!(barred.is_empty(), "{name}: a bar beside {barred:?}");
        for words in UNDERLINED {
            assert!(pages.is_underlined(words), "{name}: no line below `{words}`");
        }
        for words in NOT_UNDERLINED {
            assert!(!pages.is_underlined(words), "{name}: a line below `{words}`");
        }
    }
}

#[test]
fn charts_and_short_rules_have_bars() {
    let pages = changed_pages("marked-chart", "a5", "standard");
    let (first, last) = (pages.run("Hand full?"), pages.run("Stop"));
    let bars = pages.bars();
    let spans = |bar: &&Mark| {
        bar.page == first.page && bar.top < first.baseline && bar.bottom > last.baseline
    };
    assert!(bars.iter().any(|bar| spans(&bar)), "the chart has one bar from its top to its foot");
    let quick = pages.runs().into_iter().rfind(|run| run.text.contains("Deal"));
    let quick = quick.expect("the short rule is printed");
    let beside = bars.iter().find(|bar| {
        bar.page == quick.page && bar.top < quick.baseline && quick.baseline < bar.bottom + 3.0
    });
    let beside = beside.expect("the short rule has a bar");
    assert!(quick.left - beside.right < 6.0 && beside.right < quick.left, "{beside:?} {quick:?}");
}

/// With one paragraph for an earlier edition, everything is marked.
#[test]
fn marks_move_and_cover_no_word() {
    let folder = Folder::with("marked-all", "old/book.toml", BOOK);
    folder.write("old/rules.md", "# Hand {#hand}\n\nNothing.\n");
    let old = folder.path().join("old");
    let looks = [("a5", "standard"), ("a4", "codex"), ("letter", "breeze")];
    for (book, (paper, theme)) in sampled_books().into_iter().zip(looks.into_iter().cycle()) {
        let what = format!("{} on {paper} in {theme}", book.display());
        let pages = pages(&old, &book, paper, theme);
        let (news, bars, runs) = (pages.news(), pages.bars(), pages.runs());
        assert!(bars.len() > news.start / 2, "{what}: {} bars", bars.len());
        // The quick reference has a page number more in the contents.
        let is_text = |run: &&TextRun| {
            run.page < news.start && run.text.contains(|c: char| !c.is_ascii_digit())
        };
        let text =
            |runs: &[TextRun]| -> Vec<TextRun> { runs.iter().filter(is_text).cloned().collect() };
        assert_eq!(text(&runs), text(&text_runs(&pages.plain)), "{what}: a word moved");
        for run in runs {
            let over = bars.iter().find(|bar| {
                bar.page == run.page
                    && bar.left < run.right
                    && bar.right > run.left
                    && bar.top < run.baseline
                    && bar.bottom > run.top
                    && !run.text.trim().is_empty()
            });
            assert!(over.is_none(), "{what}: {over:?} stands on {run:?}");
        }
    }
}

/// Readers get old and new numbers, the words, and the reason.
#[test]
fn a_page_tells_what_is_new() {
    let pages = changed_pages("marked-news", "a5", "standard");
    let (all, news) = (text_runs(&pages.marked), pages.news());
    let told: String = all
        .iter()
        .filter(|run| news.contains(&run.page))
        .map(|run| run.text.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in
        ["Since First edition", "Hand size", "6 instead of 4", "is new.", "before 1.2", "Meeple"]
    {
        assert!(told.contains(words), "`{words}` is told: {told}");
    }
    let titles = all.iter().filter(|run| run.text.contains("What is new"));
    assert!(titles.clone().all(|run| news.contains(&run.page)), "the contents have no line for it");
}

/// CHANGES.md is no chapter; its words are beside the change, and those without a change are
/// reported.
#[test]
fn authors_say_why() {
    let folder = Folder::new("marked-why");
    hand(&folder, "old", RULES);
    hand(&folder, "new", CHANGED);
    folder.write("new/hand/book.toml", BOOK.replace("sources = ['rules.md']", ""));
    folder.write("old/hand/book.toml", BOOK.replace("sources = ['rules.md']", ""));
    let notes = "# Changes\n\n- [Hand](rules.md#hand-size): games were too short.\n\n## #trading\n\nPlayers asked\nfor it.\n\n## {#gone} Gone\n\n- [Lost](#no-place): never.\n";
    folder.write("new/hand/CHANGES.md", notes);
    let (old, new) = (play(&folder.path().join("old/hand")), play(&folder.path().join("new/hand")));
    let diff = compare_editions(
        NamedEdition { name: "old", book: &old },
        NamedEdition { name: "", book: &new },
        &InProcess,
    );
    let why = |name: &str| {
        let change = diff.changes.iter().find(|change| change.name == name);
        change.unwrap_or_else(|| panic!("{name}: {diff:?}")).why.as_deref()
    };
    assert_eq!(why("hand-size"), Some("games were too short."));
    assert_eq!(why("Trading"), Some("Players asked for it."));
    let lost = report_lost_notes(&diff, &new.manuscript);
    let said: Vec<&str> = lost.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(said, ["nothing changed at `#no-place` since `old`"]);
    assert!(lost[0].hints[0].contains("#trading"), "{:?}", lost[0].hints);
    // Changes of an earlier edition are under its title.
    folder.write("new/hand/CHANGES.md", "# First edition\n\n- [Trading](#trading): asked for.\n\n# Zeroth\n\n- [Lost](#no-place): never.\n");
    let new = play(&folder.path().join("new/hand"));
    let diff = compare_editions(
        NamedEdition { name: "old", book: &old },
        NamedEdition { name: "", book: &new },
        &InProcess,
    );
    assert!(report_lost_notes(&diff, &new.manuscript).is_empty());
}

#[test]
fn the_command_writes_a_file_of_its_own() {
    let folder = Folder::new("marked-command");
    hand(&folder, "old", RULES);
    hand(&folder, "new", CHANGED);
    folder.write("new/hand/CHANGES.md", "- [Lost](#no-place): never.\n");
    let ran = folder.run(&["build", "new/hand", "--marked-since", "old"]).ended(0);
    assert_eq!(ran.stdout, "output/hand/rulebook-marked.pdf\n");
    folder.run(&["build", "new/hand", "--marked-since", "old", "-v"]).says("warning[lost-note]");
    folder.run(&["build", "new/hand", "--marked-since", "nowhere"]).ended(2);
    let two =
        ["build", "new/hand", "--marked-since", "old", "--profile", "home-a4", "--only", "booklet"];
    folder.run(&two).prints("output/hand/booklet-marked-home-a4.pdf");
}
