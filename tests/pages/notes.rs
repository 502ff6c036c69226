//! Notes at the feet of pages: each is on the page of its mark, below all text, in the order of the marks, once; and no
//! page is set again because of the notes of those before it.

use rulepress::book::FrontPage;

use super::*;
use crate::common::rulebook_pages;

/// Notes with their marks: after the word `mark7` comes the mark of the note `note7`.
struct Noted {
    laid: Laid,
    count: usize,
}

impl Noted {
    /// Lays out a book whose sections each have a note.
    fn of(name: &str, paper: &str, sections: &[String], notes: &[String]) -> Self {
        let folder = Folder::with(name, "book.toml", "title = 'Notes'\nsources = ['a.md']\n");
        let defined = notes.iter().enumerate().map(|(n, note)| format!("[^{n}]: {note}\n\n"));
        let text = format!("# Rules\n\n{}\n{}", sections.join("\n\n"), defined.collect::<String>());
        folder.write("a.md", text);
        let mut read = rulepress::read_book(folder.path()).expect("it can be read");
        // The contents print the words of titles too.
        read.book.contents = FrontPage::Never;
        let pages = rulebook_pages(&read, paper);
        let runs = rulepress::press::inspect::text_runs(&pages);
        Self { laid: Laid { read, pages, runs }, count: notes.len() }
    }

    fn place(&self, word: &str) -> (usize, f64) {
        let is_here = |run: &&TextRun| run.text.split_whitespace().any(|own| own == word);
        let found: Vec<_> = self.laid.runs.iter().filter(is_here).collect();
        assert_eq!(found.len(), 1, "`{word}` is printed {} times", found.len());
        (found[0].page, found[0].baseline)
    }

    /// Checks that each note begins on the page of its mark, below all text, and after the notes
    /// before it.
    fn check(&self, what: &str) {
        let mut wrong = Vec::new();
        inside_the_page(&self.laid, &mut wrong);
        not_over_each_other(&self.laid, &mut wrong);
        assert!(wrong.is_empty(), "{what}: {}", wrong.join("\n"));
        let mut before = (0, 0.0);
        for nth in 0..self.count {
            let mark = self.place(&format!("mark{nth}"));
            let note = self.place(&format!("note{nth}"));
            assert_eq!(mark.0, note.0, "{what}: note {nth} is on another page than its mark");
            assert!(note > before, "{what}: note {nth} is above another");
            before = note;
            let text = self.laid.runs.iter().filter(|run| {
                run.page == note.0 && run.text.split_whitespace().any(|word| word == "text")
            });
            let low = text.map(|run| run.baseline).fold(0.0, f64::max);
            assert!(low < note.1, "{what}: text is below note {nth}");
        }
    }
}

fn text(words: usize) -> String {
    "some text ".repeat(words / 2)
}

/// A section of each kind of block that a note is marked in.
fn section(nth: usize) -> String {
    let (marked, text) = (format!("mark{nth} [^{nth}]"), text(30 + nth * 7 % 60));
    match nth % 6 {
        0 => format!("## Part\n\n{text}{marked} {text}"),
        1 => format!("## Part\n\n{text}\n\n- {text}\n- {text}{marked}\n- {text}"),
        2 => format!(
            "## Part\n\n{text}\n\n| A | B |\n|---|---|\n| one | {marked} |\n| two | three |"
        ),
        3 => format!("## Part {marked}\n\n{text}\n\n{text}"),
        4 => format!("{text}\n\n> [!NOTE]\n> {text}{marked} {text}"),
        _ => {
            format!("## Part\n\n{text}\n\n1. {text}\n   - {text} {marked}\n   - {text}\n2. {text}")
        }
    }
}

#[test]
fn notes_are_on_the_pages_of_their_marks() {
    let sections: Vec<String> = (0..60).map(section).collect();
    let length = |nth: usize| if nth % 7 == 3 { 60 } else { 8 };
    let notes: Vec<String> =
        (0..60).map(|nth| format!("note{nth} {}", "in a note ".repeat(length(nth)))).collect();
    for paper in ["a5", "a4", "letter"] {
        Noted::of("notes-marks", paper, &sections, &notes).check(paper);
    }
    let wide: Vec<String> = std::iter::once("# Wide {.wide}".to_owned()).chain(sections).collect();
    Noted::of("notes-marks-wide", "a5", &wide, &notes).check("one column");
}

/// Each line of a page may have its note.
#[test]
fn many_notes_have_room_on_a_page() {
    let sections: Vec<String> =
        (0..90).map(|nth| format!("{} mark{nth} [^{nth}] {}", text(8), text(8))).collect();
    let notes: Vec<String> =
        (0..90).map(|nth| format!("note{nth} {}", "in a note ".repeat(3))).collect();
    for paper in ["a5", "a4"] {
        Noted::of("notes-many", paper, &sections, &notes).check(paper);
    }
}

/// A note that is higher than the rest of its page continues at the foot of the next one, and no
/// word of it is lost.
#[test]
fn a_long_note_goes_on_at_the_foot_of_the_next_page() {
    let long: String = (0..900).map(|nth| format!("long{nth} ")).collect();
    let sections: Vec<String> =
        (0..12).map(|nth| format!("{}mark{nth} [^{nth}] {}", text(200), text(200))).collect();
    let notes: Vec<String> = (0..12)
        .map(|nth| format!("note{nth} {}", if nth == 4 { long.as_str() } else { "short" }))
        .collect();
    for paper in ["a5", "a4"] {
        let noted = Noted::of("notes-long", paper, &sections, &notes);
        noted.check(paper);
        let pages: BTreeSet<usize> =
            (0..900).map(|nth| noted.place(&format!("long{nth}")).0).collect();
        assert!(pages.len() > 1, "{paper}: the long note is on {pages:?}");
        let first = pages.first().expect("it is somewhere");
        assert!(pages.iter().eq((*first..).take(pages.len()).collect::<Vec<_>>().iter()));
    }
}

/// A note that is marked again has its number there, and is printed once.
#[test]
fn a_note_that_is_marked_again_is_printed_once() {
    let mut sections: Vec<String> = (0..8).map(section).collect();
    sections.push(format!("{} again [^2] and [^5].", text(400)));
    let notes: Vec<String> = (0..8).map(|nth| format!("note{nth} here")).collect();
    Noted::of("notes-again", "a5", &sections, &notes).check("marked again");
}

/// Pages that were set again for each earlier note needed more memory than this for fewer notes.
#[test]
fn notes_take_no_more_memory_than_their_pages() {
    let folder = Folder::new("notes-memory");
    let sections: String = (0..120)
        .map(|nth| format!("## Part {nth}\n\n{}[^{nth}] {}\n\n", text(120), text(40)))
        .collect();
    let notes: String = (0..120).map(|nth| format!("[^{nth}]: A note.\n\n")).collect();
    folder.write("book/book.toml", "title = 'Notes'\n[output.rulebook]\npaper = 'a5'\n");
    folder.write("book/a.md", format!("# Rules\n\n{sections}{notes}"));
    let build = ["build", "book", "--only", "rulebook", "--limit-memory", "512MiB"];
    folder.run(&build).ended(0);
    assert!(folder.path().join("output/book/rulebook.pdf").exists());
}

/// A note on a title is on the page of the title and not on that of the contents, and is counted there.
#[test]
fn notes_on_titles_are_not_on_the_contents() {
    let part = |nth: usize| format!("## Part mark{nth}[^{nth}]\n\n{}\n\n", text(80));
    let note = |nth: usize| format!("[^{nth}]: note{nth} of a title\n\n");
    let parts: String = (0..12).map(part).chain((0..12).map(note)).collect();
    let folder = Folder::new("notes-on-titles");
    folder.write("book.toml", "title = 'Notes'\nsources = ['a.md']\n");
    folder.write("a.md", format!("# Rules\n\n{parts}"));
    let mut read = rulepress::read_book(folder.path()).expect("it can be read");
    read.book.contents = FrontPage::Always;
    let runs = rulepress::press::inspect::text_runs(&rulebook_pages(&read, "a5"));
    let pages_of = |word: &str| -> Vec<usize> {
        let is_here = |run: &&TextRun| run.text.split_whitespace().any(|own| own == word);
        runs.iter().filter(is_here).map(|run| run.page).collect()
    };
    for nth in 0..12 {
        let (titles, notes) = (pages_of(&format!("mark{nth}")), pages_of(&format!("note{nth}")));
        assert_eq!(titles.len(), 2, "title {nth} is in the contents and at its place");
        assert_eq!(notes, [titles[1]], "note {nth} is below its title");
    }
    let marks = runs.iter().filter(|run| run.text.trim() == "12").count();
    assert_eq!(marks, 2, "the last mark and its note have the number 12");
}
