//! What is higher than its page: each word of it is printed once and on the paper, or the output is not written and the
//! finding names what is lost.

use std::fmt::Write;

use rulepress::diagnostic::{Findings, code};
use rulepress::pipeline::PrintableBook;
use rulepress::press::inspect;
use rulepress::press::look::PageLook;
use rulepress::press::rulebook::typeset_rulebook;
use typst_layout::PagedDocument;

use crate::common::{Folder, rulepress};

/// Words that are told apart.
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
    let PrintableBook { book, sources, mut findings, .. } =
        rulepress::read_book(&folder.path().join("book")).expect("it can be read");
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
    let nested = each(150, |nth| format!("<tr><td>w{nth:04}</td></tr>"));
    let list = |count| format!("<ul>{}</ul>", each(count, item));
    let cases = [
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

#[test]
fn words_off_the_page_are_named() {
    let head = format!(
        "<table><thead><tr><th>A</th><th>{}</th></tr></thead><tbody><tr><td>x</td><td>y</td></tr></tbody></table>\n",
        words(1500)
    );
    let caption = |count| {
        format!(
            "<figure><img src=\"tower.svg\" alt=\"A tower\"><figcaption>{}</figcaption></figure>\n",
            words(count)
        )
    };
    for (what, paper, text, hint) in [
        ("head", "a4", &head, "below the table"),
        ("head-a5", "a5", &head, "below the table"),
        ("caption", "a4", &caption(900), "a short caption"),
        ("caption-a5", "a5", &caption(400), "a short caption"),
    ] {
        let (pages, findings) = laid(&folder(what, text), paper);
        assert!(pages.is_none(), "{what} is not printed");
        let [finding] = &findings.0[..] else { panic!("{what}: {findings:?}") };
        assert_eq!(finding.code, code::OFF_PAGE, "{what}");
        assert!(finding.message.contains("off the page: `w"), "{what}: {}", finding.message);
        assert!(finding.span.is_some(), "{what} has its place");
        assert!(finding.hints.iter().any(|own| own.contains(hint)), "{what}: {finding:?}");
    }
}

/// The file is not written, and the program ends as for other text that has no room.
#[test]
fn words_off_the_page_cost_their_output() {
    let mut text = String::from("<table><thead>");
    for nth in 0..120 {
        write!(text, "<tr><th>w{nth:04}</th></tr>").expect("it is written");
    }
    text.push_str("</thead><tbody><tr><td>y</td></tr></tbody></table>\n");
    let folder = folder("output", &text);
    let ran = rulepress(folder.path(), &["build", "book", "--only", "rulebook", "-o", "out"]);
    assert_eq!(ran.code, Some(4), "{}", ran.stderr);
    assert!(ran.stderr.contains("error[off-the-page]"), "{}", ran.stderr);
    assert!(ran.stderr.contains("rules.md:5"), "{}", ran.stderr);
    assert!(!folder.path().join("out/rulebook.pdf").exists());
}
