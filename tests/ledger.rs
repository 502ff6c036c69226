//! The word ledger: the words that it calls visible, and its findings when a node or a run of text
//! is taken away. No word of the books, the documents and the cases is lost.

mod panels;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rulepress::book::LONG_FROM;
use rulepress::diagnostic::Findings;
use rulepress::document::{self, Block, BlockKind, Document, InlineKind, walk};
use rulepress::ledger::lex::{SourcePart, each_part};
use rulepress::ledger::{self, Exception, LostWords, WrittenText, each_word};
use rulepress::press::look::PageLook;
use rulepress::press::outputs::rulebook::typeset_rulebook;
use rulepress::press::word_check::words_off_pages;
use rulepress::read_book;
use rulepress::source::Sources;

use self::panels::{cards_of, sheet_of};
use crate::common::{Folder, SEEDS, books, root, seeds};

/// The words that the ledger sees in a Markdown text, and those that it leaves out.
fn sorted_words(text: &str) -> (Vec<String>, Vec<Exception>) {
    let (mut visible, mut left) = (Vec::new(), Vec::new());
    each_part(text, false, &mut |part| match part {
        SourcePart::Visible(place) => {
            each_word(&text[place], &mut |word, _| visible.push(word.to_owned()));
        }
        SourcePart::Left(place, why) if text[place.clone()].contains(char::is_alphanumeric) => {
            left.push(why);
        }
        SourcePart::Left(..) => {}
    });
    (visible, left)
}

#[test]
fn each_exception_is_left_out_and_the_words_beside_it_are_not() {
    let cases = [
        (Exception::Address, "a [b](http://x \"y\") c <https://z.org> d", "a b c d"),
        (Exception::Address, "[![a b](http://x.y/z.svg?q=w)](http://x.y) c", "a b c"),
        (Exception::Comment, "a <!-- x\n\ny --> b", "a b"),
        (Exception::Tag, "a <b class=\"x > y\">c</b> d", "a c d"),
        (Exception::Script, "a\n\n<script>x < y</script>\n\nb", "a b"),
        (Exception::Definition, "a [b][x] c\n\n[x]: http://y 'z'\n\nd", "a b c d"),
        (Exception::Attributes, "a [b]{=x} c {.y z=1}\nd", "a b c d"),
        (Exception::FenceInfo, "a\n\n```rust x\nlet b = c;\n```\n\nd", "a let b c d"),
        (Exception::FootnoteLabel, "a[^x] b\n\n[^x]: c", "a b c"),
        (Exception::CalloutWord, "> [!NOTE]\n> a", "a"),
        (Exception::Address, "[!a](http://x.y) b", "a b"),
        (Exception::Number, "## 3.1 A\n\n1. b\n2. c", "a b c"),
        (Exception::Number, "0.3.1 (b)\n=====\n\nc 2 d", "b c 2 d"),
        (Exception::Number, "# 1\\. A", "a"),
        (Exception::Number, "1\\.2\\) A\n===", "a"),
        (Exception::Number, "## **3.** A 4", "a 4"),
        (Exception::Number, "# [1.2 A](#x)", "a"),
        (Exception::Number, "# 1&#46; A", "a"),
        (Exception::Number, "# 2.4[^1] A", "a"),
        (Exception::Number, "<h2><b>1.1</b> A</h2>", "a"),
        (Exception::Task, "- [x] a\n- b", "a b"),
        (Exception::Icon, "a :sword: b :nothing: c", "a b nothing c"),
        (Exception::Pull, "a\n\n![[#x|full]]\n\nb", "a b"),
        (Exception::FrontMatter, "---\ntitle: x\n---\n\na", "a"),
        (Exception::Entity, "a caf&eacute;s b&nbsp;c", "a b c"),
    ];
    for (why, text, words) in cases {
        let (visible, left) = sorted_words(text);
        assert_eq!(visible.join(" "), words, "{text}");
        assert!(left.contains(&why), "{text}: {left:?}");
    }
}

#[test]
fn the_guide_tells_each_exception() {
    let guide = std::fs::read_to_string(root().join("docs/writing.md")).expect("it is there");
    for exception in Exception::ALL {
        let (what, why) = exception.reason();
        assert!(guide.contains(&format!("| {what} | {why} |")), "docs/writing.md lacks: {what}");
    }
}

#[test]
fn the_parts_of_a_text_are_the_whole_of_it() {
    for entry in walkdir::WalkDir::new(root().join("tests/cases")).sort_by_file_name() {
        let path = entry.expect("it can be listed").into_path();
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for html in [false, true] {
            let mut at = 0;
            each_part(&text, html, &mut |part| {
                let (SourcePart::Visible(place) | SourcePart::Left(place, _)) = part;
                assert_eq!(place.start, at, "{}", path.display());
                at = place.end;
            });
            assert_eq!(at, text.len(), "{}", path.display());
        }
    }
}

/// A text with each kind of block and inline that holds words.
const ALL_KINDS: &str = "\
# Heading here

Running *stressed* **strong** ~~struck~~ `coded` [linked](https://example.org) ![pictured](x.png) words.

- bullet
- [ ] task

1. ordered

> quoted

> [!NOTE]
> called

| head | other |
|---|---|
| cell | last |

Term
: meaning

```text
fenced
```

    indented

Noted[^1] and <b>bold</b> <sub>low</sub>[marked]{.term}[7]{=value}.

<p>paragraph</p>

[^1]: Some remark.
";

/// The words of `document` that the source has lost.
fn lost_of(sources: &Sources, document: &Document) -> LostWords {
    let (id, _) = sources.iter().next().expect("there is a text");
    let text = WrittenText { id, left_out: Vec::new() };
    let lost = ledger::lost_in_sources(sources, &[text], document, &Findings::default());
    lost.into_iter().next().expect("there is a text")
}

fn parsed(text: &str) -> (Sources, Document) {
    let mut sources = Sources::new(root()).expect("the root is a folder");
    let id = sources.add("text.md", text);
    let document = document::parse_text(&sources, id, &mut Findings::default());
    (sources, document)
}

/// The text of the nth inline that holds one, taken away.
fn take_text(document: &mut Document, nth: usize) -> Option<String> {
    let mut taken = None;
    let mut count = 0;
    for blocks in document.bodies_mut() {
        walk::each_inline_mut(blocks, &mut |inline| {
            let (InlineKind::Text(text) | InlineKind::Code(text)) = &mut inline.kind else {
                return;
            };
            if !text.contains(char::is_alphanumeric) {
                return;
            }
            if count == nth {
                taken = Some(std::mem::take(text));
            }
            count += 1;
        });
    }
    taken
}

#[test]
fn each_text_that_is_taken_from_the_tree_is_missed() {
    let (sources, whole) = parsed(ALL_KINDS);
    assert_eq!(lost_of(&sources, &whole), LostWords::new());
    let mut taken_away = 0;
    for nth in 0.. {
        let mut document = whole.clone();
        let Some(taken) = take_text(&mut document, nth) else { break };
        let mut words = Vec::new();
        each_word(&taken, &mut |word, _| words.push(word.to_owned()));
        let lost = lost_of(&sources, &document);
        let missed: usize = lost.values().sum();
        assert_eq!(missed, words.len(), "{taken}: {lost:?}");
        assert!(words.iter().all(|word| lost.contains_key(word)), "{taken}: {lost:?}");
        taken_away += 1;
    }
    assert!(taken_away > 20, "only {taken_away} texts were taken away");
}

#[test]
fn each_block_that_is_taken_from_the_tree_is_missed() {
    let (sources, whole) = parsed(ALL_KINDS);
    for nth in 0..whole.blocks.len() {
        let mut document = whole.clone();
        let block = document.blocks.remove(nth);
        assert!(!lost_of(&sources, &document).is_empty(), "{:?}", block.kind);
    }
    let mut document = whole.clone();
    document.footnotes.clear();
    assert!(lost_of(&sources, &document).contains_key("remark"));
    let mut document = whole;
    walk::each_inline_mut(&mut document.blocks, &mut |inline| {
        if let InlineKind::Image(image) = &mut inline.kind {
            image.alt.clear();
        }
    });
    assert!(lost_of(&sources, &document).contains_key("pictured"));
}

#[test]
fn each_block_that_is_not_on_the_pages_is_missed() {
    let folder = Folder::with("ledger-pages", "rules.md", ALL_KINDS);
    let mut read = read_book(&folder.path().join("rules.md")).expect("it can be read");
    let whole = read.book.clone();
    for nth in 0..whole.blocks.len() {
        let removed = read.book.blocks.remove(nth);
        let mut findings = Findings::default();
        let look = PageLook::default();
        let pages = typeset_rulebook(&read.book, "a5", &look, &read.sources, &mut findings)
            .expect("it can be set");
        assert_eq!(words_off_pages(&read.book, &pages), LostWords::new());
        let lost = words_off_pages(&whole, &pages);
        assert!(!lost.is_empty() || is_drawn(&removed), "{:?}", removed.kind);
        let (framed, findings) = ledger::frame_lost_blocks(&whole, lost.clone(), &read.sources);
        assert_eq!(findings.is_empty(), lost.is_empty());
        assert_eq!(framed.blocks.len() == whole.blocks.len(), lost.is_empty());
        read.book = whole.clone();
    }
}

/// A block whose words are printed by other blocks as well, or not at all.
fn is_drawn(block: &Block) -> bool {
    matches!(&block.kind, BlockKind::Rule | BlockKind::Figure(_))
}

#[test]
fn a_word_in_pieces_is_no_lost_word() {
    let mut count = ledger::WordCount::default();
    count.expect_text("hyphenation unbold aaaa lost");
    count.find_text("hyphen- ation un bold aa aa los");
    assert_eq!(count.lost().into_iter().collect::<Vec<_>>(), [("lost".to_owned(), 1)]);
    let mut count = ledger::WordCount::default();
    count.expect_text("abab");
    count.find_text("ab");
    assert_eq!(count.lost().len(), 1, "a piece is used once");
    let mut count = ledger::WordCount::default();
    count.expect_text(&"x".repeat(5_000));
    count.find_text(&format!("{} {}", "x".repeat(20), format!("{} ", "x".repeat(30)).repeat(166)));
    count.find_text(&format!("{} ", "x".repeat(72)).repeat(9));
    assert_eq!(count.lost(), LostWords::new(), "as many lines as it needs");
}

#[test]
fn what_the_tree_has_lost_is_printed_as_its_source() {
    let folder = Folder::with("ledger-frame", "rules.md", ALL_KINDS);
    let mut findings = Findings::default();
    let (read, mut manuscript) =
        document::load(&folder.path().join("rules.md"), &mut findings).expect("it can be read");
    manuscript.document.blocks.retain(|block| !matches!(block.kind, BlockKind::Table(_)));
    findings.0.clear();
    ledger::settle_sources(&read, &mut manuscript, &mut findings);
    let codes: Vec<&str> = findings.0.iter().map(|finding| finding.code.name).collect();
    assert_eq!(codes, ["lost-words"]);
    assert!(findings.0[0].message.contains("`cell`"), "{}", findings.0[0].message);
    let frame = manuscript.document.blocks.iter().find_map(|block| match &block.kind {
        BlockKind::Code(code) if code.text.starts_with("| head") => Some(&code.text),
        _ => None,
    });
    assert_eq!(frame.map(|text| text.lines().count()), Some(3));
}

/// Returns the words of a book or a document that are lost between its source and its pages.
fn lost_words(path: &Path) -> Vec<String> {
    let mut read = read_book(path).unwrap_or_else(|error| panic!("{}: {error:#}", path.display()));
    let mut lost: Vec<String> = read
        .findings
        .0
        .iter()
        .filter(|finding| finding.code.name == "lost-words")
        .map(|finding| format!("{}: tree: {}", path.display(), finding.message))
        .collect();
    let look = PageLook::default();
    let pages = typeset_rulebook(&read.book, "a5", &look, &read.sources, &mut read.findings);
    let off = pages.map(|pages| {
        let is_short = read.book.may_be_short() && pages.pages().len() < LONG_FROM;
        let short = is_short.then(|| read.book.without_front_pages());
        words_off_pages(short.as_ref().unwrap_or(&read.book), &pages)
    });
    let off = off.unwrap_or_default();
    if !off.is_empty() {
        lost.push(format!("{}: pages: {off:?}", path.display()));
    }
    let decks = (0..read.book.decks.len()).map(Some);
    let cards = std::iter::once(None).chain(decks).map(|deck| cards_of(&read, deck).1);
    let sheet = (!read.book.sheet.is_empty()).then(|| sheet_of(&read).1);
    let others = cards.chain(sheet).flat_map(|findings| findings.0);
    let others = others.filter(|finding| finding.code.name == "lost-words");
    lost.extend(others.map(|finding| format!("{}: {}", path.display(), finding.message)));
    lost
}

#[test]
fn no_word_of_books_and_documents_is_lost() {
    let documents = seeds().map(|folder| SEEDS.map(|name| folder.join(name)));
    let paths = books().into_iter().chain(documents.into_iter().flatten());
    let lost: Vec<String> = paths.flat_map(|path| lost_words(&path)).collect();
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn no_word_of_the_cases_is_lost() {
    let mut lost = Vec::new();
    for folder in ["document", "findings"] {
        for case in crate::common::cases(folder) {
            if case.is_file() && document_size(&case) < 100_000 {
                lost.extend(lost_words(&case));
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

fn document_size(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |meta| meta.len())
}

/// Builds every Markdown file below the folder that `RULEPRESS_STRANGE` names, each in a process of
/// its own: none may lose a word, panic, or take longer than a minute. Prints the slowest.
#[test]
#[ignore = "needs a folder of strange files"]
fn no_word_of_strange_files_is_lost() {
    let folder = std::env::var_os("RULEPRESS_STRANGE").expect("RULEPRESS_STRANGE names a folder");
    let files: Vec<PathBuf> = walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_map(|entry| Some(entry.ok()?.into_path()))
        .filter(|path| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("md")))
        .collect();
    assert!(!files.is_empty(), "there is no Markdown file in the folder");
    let mut wrong = Vec::new();
    let mut times: Vec<(Duration, &PathBuf)> = Vec::new();
    for file in &files {
        let out = Folder::new("ledger-strange");
        let began = Instant::now();
        let name = file.to_string_lossy();
        let ran = out.run(&["build", &name, "--only", "rulebook", "-o", "out"]);
        times.push((began.elapsed(), file));
        let lost = ["[lost-words]", "[panic]"].iter().any(|code| ran.stderr.contains(code));
        if lost || ran.code.is_none() || began.elapsed() > Duration::from_secs(60) {
            wrong.push(format!("{name}: exit {:?}\n{}", ran.code, ran.stderr));
        }
    }
    times.sort();
    for (time, file) in times.iter().rev().take(10) {
        eprintln!("{:.1} s  {}", time.as_secs_f64(), file.display());
    }
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), files.len(), wrong.join("\n"));
}

/// Prints the cost of the ledger for each book, compared with reading and setting it, in
/// milliseconds.
#[test]
#[ignore = "prints times"]
fn what_the_ledger_costs() {
    let millis = |began: Instant| began.elapsed().as_secs_f64() * 1_000.0;
    for path in books() {
        let began = Instant::now();
        let mut read = read_book(&path).expect("it can be read");
        let reading = millis(began);
        let (sources, manuscript) =
            document::load(&path, &mut Findings::default()).expect("it can be read");
        let began = Instant::now();
        let texts = manuscript.chapters.iter();
        let texts: Vec<_> = texts.map(|id| WrittenText { id: *id, left_out: Vec::new() }).collect();
        ledger::lost_in_sources(&sources, &texts, &manuscript.document, &Findings::default());
        let tree = millis(began);
        let look = PageLook::default();
        let began = Instant::now();
        let pages = typeset_rulebook(&read.book, "a5", &look, &read.sources, &mut read.findings)
            .expect("it can be set");
        let setting = millis(began);
        let began = Instant::now();
        assert!(words_off_pages(&read.book, &pages).is_empty());
        eprintln!(
            "{}: {} pages, reading {reading:.0} ms, setting {setting:.0} ms, ledger {tree:.1} + {:.1} ms",
            path.display(),
            pages.pages().len(),
            millis(began)
        );
    }
}
