//! Content that is higher than its page: each word of it is printed once and on the paper, or the
//! output is not written and the finding names the lost words.

use rulepress::diagnostic::{Diagnostic, Findings, code};
use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect;
use rulepress::press::look::PageLook;
use rulepress::press::outputs::rulebook::typeset_rulebook;
use typst_layout::PagedDocument;

use crate::common::{Folder, has_all};

/// Returns distinct words.
fn words(count: usize) -> String {
    each(count, |nth| format!("w{nth:04} "))
}

fn each(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

/// A table of two cells, `body` in the second.
fn in_cell(body: &str) -> String {
    format!("<table><tr><th>A</th><th>B</th></tr><tr><td>x</td><td>{body}</td></tr></table>\n")
}

fn item(nth: usize) -> String {
    format!("<li>w{nth:04}</li>")
}

/// A folder with a chapter that holds `text`, and a high picture.
fn folder(name: &str, text: &str) -> Folder {
    let folder = Folder::new(&format!("off-page-{name}"));
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300\" height=\"900\"><rect width=\"300\" height=\"900\"/></svg>";
    folder.write("book/tower.svg", picture);
    folder.write("book/book.toml", "title = 'Tall'\nsources = ['rules.md']\n");
    folder.write("book/rules.md", format!("# Rules\n\nBefore it.\n\n{text}\nBehind it.\n"));
    folder
}

/// The rulebook of a folder, with the findings.
fn laid(folder: &Folder, paper: &str) -> (Option<PagedDocument>, Findings) {
    let PrintableBook { book, sources, mut findings, .. } = folder.book("book");
    let pages = typeset_rulebook(&book, paper, &PageLook::default(), &sources, &mut findings);
    (pages, findings)
}

#[test]
fn what_is_higher_than_a_page_goes_on_behind_it() {
    let rows = |span: usize, rows: usize| {
        let beside = |nth: usize| {
            if nth == 0 { format!("<td rowspan={span}>left</td>") } else { String::new() }
        };
        let row = |nth: usize| {
            let beside = if nth < span { beside(nth) } else { "<td>left</td>".to_owned() };
            format!("<tr>{beside}<td>w{nth:04}</td></tr>")
        };
        format!("<table><tr><th>A</th><th>B</th></tr>{}</table>\n", each(rows, row))
    };
    let headless = |rows: usize| {
        let beside = |nth: usize| {
            if nth == 0 { format!("<td rowspan={rows}>left</td>") } else { String::new() }
        };
        format!(
            "<table>{}</table>\n",
            each(rows, |nth| format!("<tr>{}<td>w{nth:04}</td></tr>", beside(nth)))
        )
    };
    let zone = format!(
        "<table><tr><td colspan=2>top</td></tr><tr><td>{}</td><td>x</td></tr></table>\n",
        words(1500)
    );
    let nested = each(150, |nth| format!("<tr><td>w{nth:04}</td></tr>"));
    let list = |count| format!("<ul>{}</ul>", each(count, item));
    let head = |body: String| {
        format!(
            "<table><thead><tr><th>A</th><th>{body}</th></tr></thead><tbody><tr><td>x</td><td>y</td></tr></tbody></table>\n"
        )
    };
    let caption = |count| {
        let picture = "<img src=\"tower.svg\" alt=\"A tower\">";
        format!("<figure>{picture}<figcaption>{}</figcaption></figure>\n", words(count))
    };
    let cases = [
        ("caption", 100, caption(100)),
        ("long-caption", 400, caption(400)),
        ("head", 1500, head(words(1500))),
        ("list-in-a-head", 150, head(list(150))),
        ("list", 40, in_cell(&list(40))),
        ("long-list", 150, in_cell(&list(150))),
        ("breaks", 150, in_cell(&each(150, |nth| format!("w{nth:04}<br>")))),
        ("paragraphs", 150, in_cell(&each(150, |nth| format!("<p>w{nth:04}</p>")))),
        ("text", 1500, in_cell(&words(1500))),
        ("code", 150, in_cell(&format!("<pre>{}</pre>", each(150, |nth| format!("w{nth:04}\n"))))),
        ("callout", 1500, in_cell(&format!("\n\n> [!NOTE]\n> {}\n\n", words(1500)))),
        ("list-in-a-quote", 150, in_cell(&format!("<blockquote>{}</blockquote>", list(150)))),
        ("table", 150, in_cell(&format!("<table>{nested}</table>"))),
        ("rowspan", 150, rows(150, 150)),
        ("rowspan-before-rows", 160, rows(150, 160)),
        ("zones", 150, headless(150)),
        ("high-zone", 1500, zone),
    ];
    for (what, count, text) in cases {
        let folder = folder(what, &text);
        for paper in ["a4", "a5"] {
            let (pages, findings) = laid(&folder, paper);
            let pages = pages.unwrap_or_else(|| panic!("{what}, {paper}: {findings:?}"));
            let runs = inspect::text_runs(&pages);
            let said = runs.iter().map(|run| run.text.as_str()).collect::<Vec<_>>().join(" ");
            for nth in 0..count {
                let word = format!("w{nth:04}");
                assert_eq!(said.matches(&word).count(), 1, "{what}, {paper}: {word}");
            }
        }
    }
}

/// Returns a component with a note of this number of words, which is kept together whatever its
/// content.
fn component(words_of_note: usize) -> String {
    format!(
        "{{.components}}\n| Component | Count | Notes |\n|---|---|---|\n| Meeple | 5 | {} |\n",
        words(words_of_note)
    )
}

#[test]
fn words_off_the_page_are_named() {
    for (what, paper, text) in [("note", "a4", component(4000)), ("note-a5", "a5", component(1500))]
    {
        let (pages, findings) = laid(&folder(what, &text), paper);
        assert!(pages.is_none(), "{what} is not printed");
        let own = |finding: &&Diagnostic| finding.code == code::OFF_PAGE;
        let finding = findings.0.iter().find(own);
        let finding = finding.unwrap_or_else(|| panic!("{what}: {findings:?}"));
        let message = &finding.message;
        assert!(message.contains("words are off the page: `w"), "{what}: {message}");
        assert!(message.ends_with("of the rulebook)"), "{what}: {message}");
        assert!(finding.span.is_some(), "{what} has its place");
        assert_eq!(finding.hints, ["write it shorter, or in several parts"], "{what}");
    }
}

/// The file is not written, and the program ends as for other text that has no room.
#[test]
fn words_off_the_page_cost_their_output() {
    let folder = folder("output", &component(4000));
    let ran = folder.run(&["build", "book", "--only", "rulebook", "-o", "out"]);
    assert_eq!(ran.code, Some(4), "{}", ran.stderr);
    has_all(&ran.stderr, &["error[off-the-page]", "rules.md:8"]);
    assert!(!folder.path().join("out").exists(), "nothing is written");
}
