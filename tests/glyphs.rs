//! Characters that no bundled font has: a sample of all of Unicode is in every printed place, and
//! each page is made as PDF/UA.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use rulepress::book::Output;
use rulepress::diagnostic::Findings;
use rulepress::font::{self, TextRole};
use rulepress::pipeline::PrintableBook;
use rulepress::press::look::PageLook;
use rulepress::press::pdf::export::{PageSelection, export_pdf};
use rulepress::press::world::PressWorld;
use rulepress::press::{self, PrintRequest, profile};
use rulepress::theme::BookTheme;
use typst_layout::PagedDocument;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::common::Folder;

/// Codes that may appear on no page and in no report.
const FAULTS: [&str; 5] = ["lost-words", "typesetting", "accessibility", "panic", "overflow"];

/// Of each 256 codes the first character of each kind; of the large blocks of one kind a few.
fn sample() -> Vec<char> {
    let rows = (0x20u32..0x11_0000).step_by(0x100).map(|row| row & !0xff);
    let rows = rows.filter(|row| {
        *row < 0x3400
            || row % 0x1000 == 0
            || (0xa000..0xac00).contains(row)
            || (0xd700..0x13000).contains(row)
            || (0x16000..0x20000).contains(row)
    });
    rows.flat_map(first_of_kinds).filter(|c| !c.is_control()).collect()
}

fn first_of_kinds(row: u32) -> Vec<char> {
    let mut kinds = BTreeSet::new();
    let all = (row..row + 0x100).filter_map(char::from_u32);
    all.filter(|c| kinds.insert(kind(*c))).collect()
}

fn kind(c: char) -> u8 {
    match c.general_category_group() {
        GeneralCategoryGroup::Letter => 0,
        GeneralCategoryGroup::Mark => 1,
        GeneralCategoryGroup::Number => 2,
        GeneralCategoryGroup::Punctuation => 3,
        GeneralCategoryGroup::Symbol => 4,
        GeneralCategoryGroup::Separator => 5,
        GeneralCategoryGroup::Other => 6,
    }
}

/// The codes of the findings of all outputs of a book, with the faults in words.
fn faults(path: &Path, outputs: &[Output]) -> Vec<String> {
    let mut read: PrintableBook =
        rulepress::read_book(path).unwrap_or_else(|error| panic!("{}: {error:#}", path.display()));
    let screen = profile::find_profile("screen").expect("it is bundled");
    for output in outputs {
        let PrintableBook { book, sources, findings, .. } = &mut read;
        let files = press::make(book, *output, &PrintRequest::usual(&screen), sources, findings);
        assert!(!files.is_empty(), "{}: {output:?}: {:?}", path.display(), read.findings);
    }
    let bad = read.findings.0.iter().filter(|finding| FAULTS.contains(&finding.code.name));
    bad.map(|finding| finding.message.clone()).collect()
}

/// A place of a text in which characters are printed.
type TextPlace = fn(char) -> String;

const PLACES: [(&str, TextPlace); 13] = [
    ("text", |c| format!("word a{c}b word")),
    ("alone", |c| format!("x *{c}* y")),
    ("marked", |c| format!("e{c} **o{c}** *a{c}* ***u{c}***")),
    ("title", |c| format!("## T{c}x\n\nword")),
    ("chapter", |c| format!("# T{c}x\n\nword")),
    ("link", |c| format!("[a{c}b](https://example.org/{c}) <https://example.org/{c}>")),
    ("code", |c| format!("`e{c}`")),
    ("block", |c| format!("```\ne{c}b\n```")),
    ("table", |c| format!("| h{c} |\n|---|\n| a{c}b |")),
    ("list", |c| format!("- a{c}b\n- {c}\n\n> q{c}")),
    ("note", |c| format!("a[^n{c}]\n\n[^n{c}]: n{c}")),
    ("terms", |c| format!("t{c}\n: d{c}")),
    ("picture", |c| format!("![a{c}b](no.png)")),
];

#[test]
fn every_place_of_a_text() {
    let folder = Folder::new("glyphs-text");
    let all = sample();
    assert!(all.len() > 700, "only {} characters", all.len());
    for (name, place) in PLACES {
        let shown = all.iter().step_by(if name == "chapter" { 8 } else { 1 });
        let text: Vec<String> = shown.map(|c| place(*c)).collect();
        folder.write(&format!("{name}.md"), format!("# Doc\n\n{}\n", text.join("\n\n")));
        let faults = faults(&folder.path().join(format!("{name}.md")), &[Output::Rulebook]);
        assert!(faults.is_empty(), "{name}: {faults:?}");
    }
}

#[test]
fn charts() {
    let folder = Folder::new("glyphs-charts");
    let mut text = "# Charts\n\n".to_owned();
    for few in sample().chunks(9).step_by(3) {
        text.push_str("```mermaid\nflowchart TD\nsubgraph s[\"S ");
        text.extend(few.iter().filter(|c| is_plain(**c)));
        text.push_str("\"]\nZ[\"start\"]\nend\n");
        for (nth, c) in few.iter().enumerate().filter(|(_, c)| is_plain(**c)) {
            let _ = writeln!(text, "Z -->|\"x{c}\"| A{nth}[\"a{c}b\"]");
        }
        text.push_str("```\n\nword\n\n");
    }
    folder.write("charts.md", text);
    let path = folder.path().join("charts.md");
    assert_eq!(faults(&path, &[Output::Rulebook, Output::Flowcharts]), [""; 0]);
    folder.write(
        "sets.md",
        "# Sets\n\n```mermaid\nflowchart TD\nA[x ∈ ℝ] --> B[ℕ ↦ ⌊ 한국 ꙮ]\n```\n",
    );
    let path = folder.path().join("sets.md");
    let read = rulepress::read_book(&path).expect("it can be read");
    assert_eq!(faults(&path, &[Output::Rulebook]), [""; 0]);
    let codes: Vec<&str> = read.findings.0.iter().map(|finding| finding.code.name).collect();
    assert!(codes.contains(&"missing-glyph"), "{codes:?}");
    assert!(!codes.contains(&"chart-syntax"), "{codes:?}");
}

/// True if a character has no special meaning in a label of Mermaid.
fn is_plain(c: char) -> bool {
    !c.is_ascii_punctuation() && !c.is_whitespace()
}

#[test]
fn every_place_of_a_book() {
    let folder = Folder::new("glyphs-book");
    let some: String = sample().into_iter().filter(|c| is_plain(*c)).step_by(23).collect();
    let few: String = some.chars().filter(|c| !c.is_ascii()).step_by(4).take(3).collect();
    folder.write(
        "book/book.toml",
        format!("title = 'T {few}'\nsubtitle = '{few}'\nauthors = ['{few}']\nedition = '{few}'\nnotice = '{some}'\ndata = ['c.csv']\n[deck.main]\ndata = 'c.csv'\n"),
    );
    folder.write(
        "book/01-a.md",
        format!("# Turn {few} {{#turn}}\n\n> [!NOTE]\n> b {few}\n\nDraw {some}.\n"),
    );
    folder.write("book/sheet.md", format!("# P {few} {{rule=\"#turn\"}}\n\nText {few}.\n"));
    folder.write("book/cards.md", format!("# C {few} {{rule=\"#turn\"}}\n\nText {few}.\n"));
    folder.write("book/c.csv", format!("Card,Kind,Cost,Text\nA {few},K {few},{few},Text {few}\n"));
    let outputs = [Output::Rulebook, Output::Sheet, Output::Cards, Output::Deck];
    assert_eq!(faults(&folder.path().join("book"), &outputs), [""; 0]);
}

/// A whole text in a script without a font is a PDF of codes and one warning for each script.
#[test]
fn korean() {
    let folder = Folder::new("glyphs-korean");
    let text = "한국어 문서는 글꼴이 없습니다. 그래서 부호가 인쇄됩니다. ".repeat(40);
    folder.write("k.md", format!("# 한국어 안내\n\n{text}\n\n- [링크](https://ko.wikipedia.org/wiki/한국)\n\n| 가 | 나 |\n|---|---|\n| 다라 | `마바` |\n"));
    let ran = folder.run(&["build", "k.md", "--output", "out"]);
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("[missing-glyph]").count(), 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("characters of the script Hangul"), "{}", ran.stderr);
}

/// Marks that a font can place stay. A mark that none can place is reported, and so is one that
/// comes after two dozen others.
#[test]
fn marks() {
    for (text, role, lost) in [
        ("e\u{301} o\u{308} u\u{328}", TextRole::Prose, 0),
        ("שָׁלוֹם مُحَمَّد", TextRole::Prose, 0),
        ("e\u{336}", TextRole::Prose, 1),
        ("e\u{336}", TextRole::Code, 1),
        ("e\u{336}x", TextRole::Title, 1),
        ("❤\u{fe0f} 👨\u{200d}👩", TextRole::Prose, 0),
        ("a\u{ad}b\u{200b}c\u{2067}d\u{2069}", TextRole::Prose, 0),
        ("\u{e000}\u{f0000}\u{fffe}\u{feff}", TextRole::Prose, 4),
        ("🏴\u{e0067}\u{e007f} 🇬🇧", TextRole::Prose, 0),
    ] {
        assert_eq!(font::lost_characters(text, role).len(), lost, "{text:?}");
    }
    let many = format!("e{}", "\u{301}".repeat(40));
    assert_eq!(font::lost_characters(&many, TextRole::Prose).len(), 16);
    assert_eq!(font::printable_text("e\u{336}", TextRole::Prose), "e[U+0336]");
}

/// A detail that breaks PDF/UA costs the claim and not the file.
#[test]
fn a_pdf_without_the_claim() {
    let folder = Folder::with("glyphs-claim", "a.md", "# A\n\nb\n");
    let read = folder.book("a.md");
    let mut world = PressWorld::new("/bad.typ", &PageLook::default(), &BookTheme::default());
    world.add_source(
        "/bad.typ",
        "#set document(title: \"t\")\n#set text(font: \"Source Sans 3\")\na\u{1b80}",
    );
    let pages: PagedDocument = typst::compile(&world).output.expect("it can be set");
    let screen = profile::find_profile("screen").expect("it is bundled");
    let mut findings = Findings::default();
    let pdf = export_pdf(&PageSelection::all(&pages), &read.book, &screen, &mut findings);
    assert!(pdf.is_some_and(|bytes| bytes.starts_with(b"%PDF")));
    let codes: Vec<&str> = findings.0.iter().map(|finding| finding.code.name).collect();
    assert_eq!(codes, ["accessibility"]);
}
