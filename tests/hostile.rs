//! Hostile input: each case ends in findings or in a PDF, in bounded time and memory.

use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use rulepress::book::{Book, Output};
use rulepress::diagnostic::Severity;
use rulepress::pipeline::PrintableBook;
use rulepress::press::profile::{self, Profile};
use rulepress::press::{self, PrintRequest};

use crate::common::{Folder, is_night, rulepress_limited};

/// A case that takes longer hangs.
const GUARD: Duration = Duration::from_secs(180);
/// Stack size, the same as in `cli::main`.
const STACK: usize = 512 << 20;
/// The most memory the command may ask for, in KiB: 6 GB.
const MEMORY: u64 = 6_000_000;

/// The kinds of finding, in order and once each, and the PDF.
struct Ended {
    codes: Vec<&'static str>,
    pdf: Option<Vec<u8>>,
    book: Book,
}

/// The rulebook on A5, as the command makes it.
fn printed(read: &mut PrintableBook) -> Option<Vec<u8>> {
    let screen = profile::find_profile("screen").expect("it is bundled");
    let a5 = Profile { paper: Some("a5".to_owned()), ..screen };
    let PrintableBook { book, sources, findings, .. } = read;
    let request = PrintRequest::usual(&a5);
    let files = press::make(book, Output::Rulebook, &request, sources, findings);
    files.into_iter().next().map(|file| file.bytes)
}

/// Reads and prints the file or folder at `path`, as the command does.
fn ended(path: &Path) -> Ended {
    let (send, receive) = mpsc::channel();
    let (path, name) = (path.to_owned(), path.display().to_string());
    let work = move || {
        let mut read = rulepress::read_book(&path)
            .unwrap_or_else(|error| panic!("{}: {error:#}", path.display()));
        let nothing = read.findings.count(Severity::Error) > 0 && read.book.blocks.is_empty();
        let pdf = if nothing { None } else { printed(&mut read) };
        // The text of findings is made too: it must not fail on any place.
        let text = rulepress::diagnostic::findings_text(&read.findings, &read.sources, false);
        assert!(text.len() < 10 << 20, "{}: {} bytes of findings", path.display(), text.len());
        let mut codes: Vec<&str> =
            read.findings.0.iter().map(|finding| finding.code.name).collect();
        codes.sort_unstable();
        codes.dedup();
        let _ = send.send(Ended { codes, pdf, book: read.book });
    };
    let thread =
        std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread starts");
    match receive.recv_timeout(GUARD) {
        Ok(ended) => ended,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("{name} takes too long"),
        Err(mpsc::RecvTimeoutError::Disconnected) => std::panic::resume_unwind(
            thread.join().err().unwrap_or_else(|| Box::new(format!("{name} ended early"))),
        ),
    }
}

/// The findings to expect, and whether there is a PDF.
enum Ends<'a> {
    /// A PDF, with at least these findings.
    Pdf(&'a [&'a str]),
    /// A PDF, and exactly these findings.
    Exactly(&'a [&'a str]),
    /// No PDF, with at least these findings.
    Nothing(&'a [&'a str]),
}

use Ends::{Exactly, Nothing, Pdf};

fn expect(name: &str, ended: &Ended, ends: &Ends<'_>) {
    let (Pdf(wanted) | Exactly(wanted) | Nothing(wanted)) = ends;
    for code in *wanted {
        assert!(ended.codes.contains(code), "{name}: `{code}` is not among {:?}", ended.codes);
    }
    match ends {
        Exactly(wanted) => assert_eq!(ended.codes, *wanted, "{name}"),
        Pdf(_) | Nothing(_) => {
            assert!(!ended.codes.contains(&"typesetting"), "{name}: {:?}", ended.codes)
        }
    }
    match (ends, &ended.pdf) {
        (Nothing(_), None) => {}
        (Nothing(_), Some(_)) => panic!("{name}: there should be no PDF"),
        (_, None) => panic!("{name}: there is no PDF, but {:?}", ended.codes),
        (_, Some(pdf)) => {
            assert!(
                pdf.starts_with(b"%PDF") && pdf.trim_ascii_end().ends_with(b"%%EOF"),
                "{name}: the PDF is not whole"
            );
        }
    }
}

/// Presses each text as a file of its own.
fn check(topic: &str, cases: &[(&str, &[u8], Ends<'_>)]) {
    let folder = Folder::new(&format!("hostile-{topic}"));
    for (name, content, ends) in cases {
        folder.write(name, content);
        expect(name, &ended(&folder.path().join(name)), ends);
    }
}

/// Repeats `text` `count` times.
fn times(text: &str, count: usize) -> Vec<u8> {
    text.repeat(count).into_bytes()
}

/// Joins `part` of each number below `count`.
fn each(count: usize, part: impl Fn(usize) -> String) -> Vec<u8> {
    (0..count).map(part).collect::<String>().into_bytes()
}

/// Nests `inside` in `count` pairs of `open` and `close`.
fn round(open: &str, inside: &str, close: &str, count: usize) -> Vec<u8> {
    format!("{}{inside}{}", open.repeat(count), close.repeat(count)).into_bytes()
}

#[test]
fn encodings() {
    let wide = |text: &str, unit: fn(u16) -> [u8; 2]| {
        text.encode_utf16().flat_map(unit).collect::<Vec<u8>>()
    };
    check(
        "encodings",
        &[
            ("empty.md", b"", Pdf(&["empty-document"])),
            ("empty.html", b"", Pdf(&["empty-document"])),
            ("blank.md", b" \n\t\n \r\n\n", Pdf(&["empty-document"])),
            (
                "binary.md",
                &(0..=255).cycle().take(10_000).collect::<Vec<u8>>(),
                Nothing(&["not-text"]),
            ),
            ("nul-byte.md", b"# a\0b\n", Nothing(&["not-text"])),
            ("no-utf-8.md", b"# a\xff word word word\n\n\xc3(\n", Pdf(&["bad-encoding"])),
            ("half-letter.md", b"word word word word \xf0\x9f", Pdf(&["bad-encoding"])),
            (
                "utf-16-little.md",
                &wide("\u{feff}# a\n\nb\n", u16::to_le_bytes),
                Exactly(&["bad-encoding"]),
            ),
            (
                "utf-16-big.md",
                &wide("\u{feff}# a\n\nb\n", u16::to_be_bytes),
                Exactly(&["bad-encoding"]),
            ),
            ("utf-16-odd.md", b"\xff\xfea\0b", Exactly(&["bad-encoding"])),
            ("utf-16-lone-surrogate.md", b"\xff\xfe\0\xd8a\0", Pdf(&["bad-encoding"])),
            ("mark.md", "\u{feff}# a\n\nb\n".as_bytes(), Exactly(&["byte-order-mark"])),
            ("mark-alone.md", "\u{feff}".as_bytes(), Pdf(&["empty-document"])),
            ("mark-twice.md", "\u{feff}\u{feff}# a\n\nb\n".as_bytes(), Pdf(&["byte-order-mark"])),
            ("windows.md", b"# a\r\n\r\n- b\r\n- c\r\n", Exactly(&["line-ends"])),
            ("returns.md", b"# a\r\rb\r\r- c\r- d\r", Exactly(&["line-ends"])),
            ("mixed-ends.md", b"# a\r\n\r\rb\n\r\nc\r", Pdf(&["line-ends"])),
            ("controls.md", b"# a\x01\x1b[31m\n\n\x0b\x0c\x7f\x08 x\n", Pdf(&["missing-glyph"])),
        ],
    );
}

#[test]
fn nesting() {
    check(
        "nesting",
        &[
            ("lists.md", &each(1_400, |n| format!("{}- x\n", "  ".repeat(n))), Pdf(&["nested-too-deep"])),
            ("lists-in-a-line.md", &round("- ", "x\n", "", 5_000), Pdf(&["nested-too-deep"])),
            ("steps.md", &round("1. ", "x\n", "", 5_000), Pdf(&["nested-too-deep"])),
            ("quotes.md", &round("> ", "x\n", "", 5_000), Pdf(&["nested-too-deep"])),
            ("quotes-a-million.md", &round(">", "x\n", "", 1_000_000), Pdf(&["nested-too-deep"])),
            ("callouts.md", &each(20, |n| format!("{}[!NOTE]\n", "> ".repeat(n + 1))), Pdf(&["nested-too-deep"])),
            ("callouts-and-lists.md", format!("{0}[!NOTE]\n{0}> [!NOTE]\n{0}> > [!NOTE]\n{0}> > > - - > *a **b** `c` [d](#x)[^1]*\n\n[^1]: - - - - - - - - x\n", "> ".repeat(3)).as_bytes(), Pdf(&[])),
            ("brackets.md", &round("[", "x", "]", 5_000), Pdf(&[])),
            ("brackets-open.md", &times("[", 100_000), Pdf(&[])),
            ("links.md", &round("[", "x", "](u)", 5_000), Pdf(&["broken-link"])),
            ("images.md", &round("![", "x", "](u)", 5_000), Pdf(&["lost-image"])),
            ("emphasis.md", &round("*", "x", "*", 5_000), Pdf(&["nested-too-deep"])),
            ("emphasis-mixed.md", &round("*a __b ", "x", " c__ d*", 2_000), Pdf(&[])),
            ("emphasis-open.md", &times("*a **b _c ", 5_000), Pdf(&[])),
            ("braces.md", &times("{", 200_000), Pdf(&[])),
            ("ticks.md", &each(1_000, |n| format!("{} ", "`".repeat(n + 1))), Pdf(&[])),
            ("divs.html", &round("<div>", "x", "</div>", 5_000), Pdf(&["nested-too-deep"])),
            ("divs.md", &round("<div>", "\n\nx\n\n", "</div>", 5_000), Pdf(&["nested-too-deep"])),
            ("bold.html", &round("<b>", "x", "", 5_000), Pdf(&["nested-too-deep"])),
            ("lists.html", &round("<ul><li>", "x", "", 5_000), Pdf(&["nested-too-deep"])),
            ("quotes.html", &round("<blockquote>", "x", "", 5_000), Pdf(&["nested-too-deep"])),
            ("terms.html", &round("<dl><dd>", "x", "", 3_000), Pdf(&["nested-too-deep"])),
            ("tables.html", &round("<table><tr><td>", "x", "", 5_000), Pdf(&["nested-too-deep"])),
            ("tables-with-words.html", &round("<table><tr><td>word", "x", "", 100), Pdf(&["nested-too-deep"])),
            ("links.html", &round("<a href='#x'>", "x", "", 5_000), Pdf(&["unclosed-html"])),
            ("all-kinds.html", &round("<ul><li><blockquote><table><tr><td><dl><dd><b><i><code>", "x", "", 50), Pdf(&[])),
        ],
    );
}

#[test]
fn tables() {
    let wide =
        format!("|{}\n|{}\n|{}\n", "a|".repeat(2_000), "-|".repeat(2_000), "b|".repeat(2_000));
    let named = format!(
        "|{}\n|{}\n|[x]{{#x}}[^n]|\n\n[l](#x)\n\n[^n]: note\n",
        "aaaaaaaaaaaaaaaa|".repeat(40),
        "-|".repeat(40)
    );
    let header = format!("|[x]{{#x}}[^n]|\n|-|\n{}\n[l](#x)\n\n[^n]: note\n", "|y|\n".repeat(200));
    check(
        "tables",
        &[
            ("columns.md", wide.as_bytes(), Pdf(&["wide-table"])),
            (
                "columns.html",
                format!("<table>{}</table>", format!("<tr>{}", "<td>a".repeat(2_000)).repeat(3)).as_bytes(),
                Pdf(&["wide-table"]),
            ),
            ("spans.html", b"<table><tr><td colspan=1000000 rowspan=1000000>a<td>b<tr><td>c</table>", Pdf(&[])),
            (
                "spans-many.html",
                format!(
                    "<table><tr>{}{}</table>",
                    "<td rowspan=65534 colspan=9>a".repeat(1_000),
                    "<tr><td>c".repeat(100)
                )
                .as_bytes(),
                Pdf(&[]),
            ),
            (
                "spans-none.html",
                b"<table><tr><td colspan=0 rowspan=0>a<td colspan=-1>b<td colspan=x>c</table>",
                Pdf(&[]),
            ),
            (
                "empty.html",
                b"<table></table><table><tr></table><table><tr><td></table><table><caption>c</caption></table>",
                Pdf(&[]),
            ),
            ("empty.md", b"||\n|-|\n\n| |\n|-|\n", Pdf(&[])),
            ("many.md", &times("|a|\n|-|\n|b|\n\nx\n\n", 1_000), Pdf(&[])),
            (
                "wide-many.md",
                format!("|{}\n|{}\n\n", "aaaaaaaaaaaa|".repeat(20), "-|".repeat(20)).repeat(100).as_bytes(),
                Pdf(&["wide-table"]),
            ),
            ("name-in-parts.md", named.as_bytes(), Pdf(&["wide-table"])),
            ("name-in-header.md", header.as_bytes(), Exactly(&[])),
            (
                "link-in-header.md",
                format!("|[x](https://x.org)|\n|-|\n{}", "|y|\n".repeat(200)).as_bytes(),
                Exactly(&[]),
            ),
            ("long-cell.html", format!("<table><tr><td>{}<td>x</table>", "word ".repeat(20_000)).as_bytes(), Pdf(&[])),
            ("long-word.md", format!("|a|b|\n|-|-|\n|{}|x|\n", "w".repeat(50_000)).as_bytes(), Pdf(&[])),
            (
                "in-a-list.md",
                format!("- a\n\n  |a|b|\n  |-|-|\n  |{}|{}|\n", "w".repeat(300), "x y ".repeat(300)).as_bytes(),
                Pdf(&[]),
            ),
            ("paragraphs.html", format!("<table><tr><td>{}</table>", "<p>x".repeat(5_000)).as_bytes(), Pdf(&[])),
        ],
    );
}

#[test]
fn letters() {
    let odd = ('\u{e000}'..'\u{e100}').chain([
        '\u{378}',
        '\u{fdd0}',
        '\u{ffff}',
        '\u{10ffff}',
        '\u{e0001}',
        '\u{e0041}',
    ]);
    let plane: String = (32..0xffff).filter_map(char::from_u32).collect();
    check(
        "letters",
        &[
            (
                "right-to-left.md",
                "# שלום\n\nمرحبا **نص** (abc) 123.\n\n- א\n- \u{202e}x\u{202c} \u{2066}y\u{2069}\n"
                    .as_bytes(),
                Pdf(&[]),
            ),
            (
                "right-to-left-only.md",
                "---\nlang: ar\n---\n# قواعد\n\nنص\n\n1. واحد\n".as_bytes(),
                Exactly(&["front-matter"]),
            ),
            (
                "chinese.md",
                format!("# 规则书\n\n{}\n\nひらがな 한국어\n", "每个玩家抽四张牌。".repeat(500))
                    .as_bytes(),
                Pdf(&[]),
            ),
            (
                "emoji.md",
                format!("# 👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 🇫🇷\n\n{} 1️⃣\n", "👨‍👩‍👧".repeat(500)).as_bytes(),
                Pdf(&[]),
            ),
            (
                "combining.md",
                format!("# a{}\n\n{}\n", "\u{301}".repeat(5_000), "\u{300}".repeat(5_000))
                    .as_bytes(),
                Pdf(&[]),
            ),
            ("private.md", odd.collect::<String>().as_bytes(), Pdf(&["missing-glyph"])),
            ("whole-plane.md", plane.as_bytes(), Pdf(&["missing-glyph"])),
            ("joiners.md", &times("\u{200d}", 10_000), Pdf(&[])),
            ("soft-hyphens.md", &times("a\u{ad}", 10_000), Pdf(&[])),
            ("no-break.md", &times("a\u{a0}", 20_000), Pdf(&[])),
            (
                "title.md",
                format!("# {}\n\nx\n\n## b\n\ny\n", "word ".repeat(1_000)).as_bytes(),
                Exactly(&[]),
            ),
            (
                "title-one-word.md",
                format!("# {}\n\nx\n\n## b\n\ny\n", "w".repeat(5_000)).as_bytes(),
                Exactly(&[]),
            ),
            (
                "titles-one-word.md",
                &times(&format!("# {}\n\nx\n\n", "w".repeat(5_000)), 5),
                Pdf(&["doubled-slug"]),
            ),
            (
                "title-no-letters.md",
                "# \u{200b}\n\nx\n\n# !!!\n\n# ???\n\ny\n".as_bytes(),
                Pdf(&[]),
            ),
            ("word.md", format!("# a\n\n{}\n", "w".repeat(100_000)).as_bytes(), Exactly(&[])),
            (
                "word-in-code.md",
                format!("```\n{}\n```\n\n`{}`\n", "w".repeat(50_000), "w".repeat(50_000))
                    .as_bytes(),
                Exactly(&[]),
            ),
            (
                "word-in-alternative.md",
                format!("![{}](x.png)\n", "a".repeat(50_000)).as_bytes(),
                Exactly(&["lost-image"]),
            ),
            (
                "word-in-callout.md",
                format!("> [!NOTE]\n> {}\n", "x".repeat(50_000)).as_bytes(),
                Exactly(&[]),
            ),
            (
                "word-as-term.md",
                format!("{}\n: {}\n", "w".repeat(10_000), "x".repeat(10_000)).as_bytes(),
                Exactly(&[]),
            ),
            (
                "word-as-language.md",
                format!("```{}\nx\n```\n", "a".repeat(50_000)).as_bytes(),
                Exactly(&[]),
            ),
            (
                "word-as-anchor.md",
                format!("# a {{#{0}}}\n\n[b](#{0})\n\n# c\n\nd\n", "x".repeat(50_000)).as_bytes(),
                Exactly(&[]),
            ),
            (
                "word-as-address.md",
                format!("[a](https://x.org/{0}) <https://x.org/{0}>\n", "u".repeat(10_000))
                    .as_bytes(),
                Exactly(&["broken-link"]),
            ),
            (
                "word-as-value.md",
                format!("[a]{{={0}}} {{={0}}}\n", "v".repeat(400)).as_bytes(),
                Exactly(&[]),
            ),
            ("tabs.md", format!("{}x\n", "\t".repeat(50_000)).as_bytes(), Pdf(&[])),
            ("entities.md", &times("&amp;&#0;&#xD800;&#99999999;", 2_000), Pdf(&[])),
        ],
    );
}

#[test]
fn notes_and_links() {
    check(
        "notes",
        &[
            ("notes.md", &each(5_000, |n| format!("a[^{n}]\n\n[^{n}]: note {n}\n\n")), Exactly(&[])),
            ("note-itself.md", b"a[^1]\n\n[^1]: b[^1]\n", Exactly(&[])),
            ("note-each-other.md", b"a[^1]\n\n[^1]: b[^2]\n\n[^2]: c[^1]\n", Exactly(&[])),
            ("note-chain.md", &each(3_000, |n| format!("[^{n}]: b[^{}]\n\n", n + 1)), Pdf(&["unknown-footnote"])),
            ("note-chain-used.md", format!("{}\n\n{}", "x[^1] [^2] [^3] ", String::from_utf8_lossy(&each(500, |n| format!("[^{n}]: b[^{}]\n\n", n + 1)))).as_bytes(), Pdf(&["unknown-footnote"])),
            ("notes-unused.md", &each(1_000, |n| format!("[^{n}]: b\n\n")), Pdf(&["unknown-footnote"])),
            ("notes-undefined.md", &each(1_000, |n| format!("b[^{n}]\n\n")), Exactly(&["unknown-footnote"])),
            ("note-in-note.md", b"[^1]: a\n\n    [^2]: b\n\n        [^3]: c\n\nx[^1][^2][^3]\n", Pdf(&[])),
            ("note-everywhere.md", b"# a[^1]\n\nx\n\n|a[^2]|\n|-|\n|b[^1]|\n\n[^1]: n\n\n    |t|\n    |-|\n    |u[^2]|\n\n[^2]: m\n", Exactly(&[])),
            ("note-label.md", "a[^\u{202e}]\n\n[^\u{202e}]: b\n".as_bytes(), Pdf(&[])),
            ("links-inside.md", format!("# a\n\n{}", "[x](#a) ".repeat(5_000)).as_bytes(), Exactly(&[])),
            ("links-broken.md", &each(2_000, |n| format!("# title {n}\n\n[x](#tittle-{n})\n\n")), Exactly(&["broken-link"])),
            ("links-by-reference.md", format!("[a]: /u\n\n{}", "[a] ".repeat(20_000)).as_bytes(), Exactly(&["broken-link"])),
            ("links-odd.md", b"[a](<>) [b](#) [c](#%ff) [d](%) [e](?q) [f](//x) [g](C:\\x) [h](a:b) [i](http://) [j](mailto:)\n", Pdf(&["broken-link"])),
            ("anchors.md", &times("# a {#x}\n\nt\n\n", 1_000), Exactly(&["doubled-anchor"])),
            ("slugs.md", &times("## Head\n\nx\n\n", 2_000), Exactly(&["doubled-slug"])),
            ("slugs-numbered.md", &each(300, |n| format!("# a-{n}\n\nx\n\n# a\n\ny\n\n")), Pdf(&["doubled-slug"])),
            ("numbers.md", b"# 4294967295. a\n\nx\n\n# 0. b {.unnumbered}\n\ny\n\n# 999999999999. c\n\nz\n\n# d\n\n999999999. e\n1. f\n", Pdf(&[])),
            ("brief-first.md", b"> [!BRIEF]\n> x\n", Exactly(&[])),
            ("values-doubling.md", &each(40, |n| format!("[{{=v{n}}} {{=v{n}}}]{{=v{}}}\n\n", n + 1)), Pdf(&["too-large"])),
            ("values-in-a-ring.md", &each(40, |n| format!("[a {{=v{}}}]{{=v{n}}}\n\n", (n + 1) % 40)), Pdf(&["unknown-value"])),
            ("pull-itself.md", b"# a {#a}\n\n![[#a|full]]\n\n# b\n\nx\n", Pdf(&["cyclic-pull"])),
            ("pull-missing.md", &each(2_000, |n| format!("![[#a{n}]]\n\n")), Pdf(&["missing-pull"])),
            ("pulls-doubling.md", &each(40, |n| format!("# {n} {{#p{n}}}\n\nx\n\n![[#p{0}|full]]\n\n![[#p{0}|full]]\n\n", n + 1)), Pdf(&["too-large"])),
        ],
    );
}

#[test]
fn marks() {
    check(
        "marks",
        &[
            ("fence.md", b"```\nx", Exactly(&["unclosed-fence"])),
            ("fences.md", &times("```a\nx\n\n", 1_000), Pdf(&["unclosed-fence"])),
            ("fences-mixed.md", &times("~~~\n\n```\n\n````\n", 1_000), Pdf(&[])),
            ("fences-stray.md", &times("```\n\n```mermaid\ngraph TD\n```\n\n", 300), Pdf(&["stray-fence"])),
            ("callouts.md", &each(500, |n| format!("> [!W{}]\n> x\n\n", ["A", "B-", "C D", "É"][n % 4])), Exactly(&["unknown-callout"])),
            ("attributes.md", "# a {#é .b c=\"d e=f}\n\nx {=} {#} {.} {a=} {{#x}} [y]{#x #y .z} [a]{=b {=c}\n\n[b]{=\u{202e}} {#a b}\n".as_bytes(), Pdf(&["unknown-attribute"])),
            ("attributes-alone.md", b"{#a}\n\n{#b}\n\n- {#c}\n\n> {#d}\n\n{.x}\n", Pdf(&[])),
            ("front-matter-open.md", b"---\ntitle: x\n# a\n", Pdf(&[])),
            ("front-matter-long.md", format!("---\ntitle: {}\nlang: \u{1b}[0m\n---\na\n", "x".repeat(50_000)).as_bytes(), Pdf(&["broken-front-matter"])),
            ("front-matter-alone.md", b"---\ntitle: x\n---\n", Pdf(&["empty-document"])),
            ("rules.md", &times("---\n\n", 2_000), Pdf(&[])),
            ("breaks.md", &times("a  \n", 20_000), Exactly(&[])),
            ("todos.md", &times("TODO\n\n", 500), Exactly(&["open-todo"])),
            ("tasks.md", &times("- [x] a\n", 2_000), Exactly(&[])),
            ("terms.md", &each(1_000, |n| format!("T{n}\n: d\n\n")), Exactly(&[])),
            ("quotes.md", &times("\"a' ", 20_000), Exactly(&[])),
            ("images.md", &times("![a](x.png)\n\n", 2_000), Exactly(&["lost-image"])),
            ("charts.md", &times("```mermaid\nsequenceDiagram\n```\n\n", 300), Exactly(&["chart-kind"])),
        ],
    );
}

#[test]
fn html() {
    check(
        "html",
        &[
            (
                "unprintable.html",
                b"<script>x</script><style>y</style><iframe src=a>z</iframe><object>o</object><embed src=x>\
                  <a href='javascript:alert(1)'>j</a><img src='data:image/png;base64,xx' onerror=x><form><input value=v>\
                  <select><option>o</select><textarea>t</textarea></form><svg><text>t</text></svg><math><mi>x</mi></math>\
                  <marquee>m</marquee><video src=x></video><noscript>n</noscript><template>t</template><base href='http://x'>",
                Pdf(&["script", "remote"]),
            ),
            ("mixed.md", b"# a\n\n<script>x</script>\n\n<svg><g>\n\ntext <math>x</math> <form>\n\n- a <b>\n", Pdf(&["script", "unclosed-html"])),
            ("frames.html", b"<frameset><frame src=x><noframes>n</noframes></frameset>", Pdf(&["script"])),
            ("comment.html", b"<p>a<!-- b", Exactly(&["unclosed-html"])),
            ("comment.md", b"a <!-- b\n\nc --> d\n\n<!--\n\ne\n", Pdf(&[])),
            ("cdata.html", b"<p><![CDATA[x]]> <?php echo 1 ?> <!ELEMENT x> </>", Pdf(&[])),
            ("plain-text.html", b"<p>a<plaintext><b>x</b>", Pdf(&[])),
            ("quote-open.html", b"<p>a<b title=\"x>y</b> z", Pdf(&["unclosed-html"])),
            ("tag-open.html", b"<p>a<b title='x", Pdf(&[])),
            ("doctypes.html", &times("<!doctype html><html><body>", 1_000), Pdf(&["empty-document"])),
            ("attributes.html", format!("<p {}>x", (0..5_000).map(|n| format!("a{n}=b ")).collect::<String>()).as_bytes(), Pdf(&[])),
            ("markdown-inside.html", b"# a\n\n- b\n", Exactly(&[])),
            ("html-inside.md", b"<!DOCTYPE html><p>x", Exactly(&[])),
            ("capitals.HTM", b"<P>x<BR>y", Exactly(&[])),
            ("no-extension", b"# a\n\nb\n", Exactly(&[])),
            ("entities.html", "&lt;&bogus;&#0;&#x110000;&copy".repeat(1_000).as_bytes(), Pdf(&[])),
        ],
    );
}

/// A PNG of this size; `whole` when its pixels are there.
fn png(width: u32, height: u32, whole: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let mut pixels =
        image::GrayImage::new(if whole { width } else { 1 }, if whole { height } else { 1 });
    pixels.fill(128);
    let encoded = pixels.write_to(&mut std::io::Cursor::new(&mut out), image::ImageFormat::Png);
    encoded.expect("a grey picture can be encoded");
    if !whole {
        out[16..20].copy_from_slice(&width.to_be_bytes());
        out[20..24].copy_from_slice(&height.to_be_bytes());
        let sum = crc(&out[12..29]);
        out[29..33].copy_from_slice(&sum.to_be_bytes());
    }
    out
}

/// The check sum of a part of a PNG.
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 }
        })
    })
}

fn svg(inside: &str) -> Vec<u8> {
    let space = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'";
    format!("<svg {space} width='10' height='10'>{inside}</svg>").into_bytes()
}

#[test]
fn pictures() {
    let folder = Folder::new("hostile-pictures");
    let mut jpeg = Vec::new();
    let grey = image::GrayImage::new(64, 64);
    grey.write_to(&mut std::io::Cursor::new(&mut jpeg), image::ImageFormat::Jpeg)
        .expect("a grey picture can be encoded");
    let bomb = "<!DOCTYPE svg [<!ENTITY a0 'ha'>".to_owned()
        + &(0..30).map(|n| format!("<!ENTITY a{} '&a{n};&a{n};'>", n + 1)).collect::<String>()
        + "]><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>&a30;</text></svg>";
    let elements = "<!DOCTYPE svg [<!ENTITY a '<g><g><g/></g></g>'>]><svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>&a;</svg>";
    let uses = (0..30)
        .map(|n| format!("<g id='u{}'><use href='#u{n}'/><use xlink:href='#u{n}'/></g>", n + 1));
    let uses = format!("<g id='u0'><rect width='1' height='1'/></g>{}", uses.collect::<String>());
    let far = "<image href='http://127.0.0.1:9/x.png' width='5' height='5'/><image href='/etc/passwd' width='5' height='5'/>\
               <image xlink:href='file:///etc/passwd' width='5' height='5'/><style>@import url(http://127.0.0.1:9/x.css);</style>\
               <rect width='5' height='5' fill='url(http://127.0.0.1:9/#x)'/>";
    let shown: [(&str, Vec<u8>); 8] = [
        ("good.png", png(8, 8, true)),
        ("good.svg", svg("<rect width='5' height='5'/>")),
        ("itself.svg", svg("<g id='a'><use href='#a'/></g>")),
        (
            "comments.svg",
            svg(&format!("<!--{}--><![CDATA[{}]]>", "<g>".repeat(999), "<g>".repeat(999))),
        ),
        ("thin.png", png(20_000, 1, true)),
        ("png-as.jpg", png(8, 8, true)),
        ("svg-as.png", svg("<rect width='5' height='5'/>")),
        ("no-extension", png(8, 8, true)),
    ];
    let lost: [(&str, Vec<u8>); 21] = [
        ("enormous.png", png(60_000, 60_000, false)),
        ("cut.png", png(64, 64, true)[..60].to_vec()),
        ("no-pixels.png", png(64, 64, false)),
        ("zero.png", png(0, 8, false)),
        ("cut.jpg", jpeg[..jpeg.len() / 3].to_vec()),
        ("header.jpg", b"\xff\xd8\xff".to_vec()),
        ("empty.png", Vec::new()),
        ("text.png", b"no picture".to_vec()),
        ("cut.gif", b"GIF89a\x01\x00\x01\x00".to_vec()),
        ("cut.webp", b"RIFF\x24\x00\x00\x00WEBPVP8 ".to_vec()),
        ("picture.bmp", b"BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00".to_vec()),
        ("far.svg", svg(far)),
        (
            "picture-inside.svg",
            svg("<image href='data:image/png;base64,iVBORw0KGgo=' width='5' height='5'/>"),
        ),
        (
            "drawing-inside.svg",
            svg("<image href='data:image/svg+xml;base64,PHN2Zy8+' width='5' height='5'/>"),
        ),
        ("deep.svg", svg(&"<g>".repeat(10_000))),
        (
            "deep-quotes.svg",
            svg(&format!("{}{}", "<g a='/>'>".repeat(50_000), "</g>".repeat(50_000))),
        ),
        ("entities.svg", bomb.into_bytes()),
        ("entity-elements.svg", elements.as_bytes().to_vec()),
        ("uses.svg", svg(&uses)),
        ("no-size.svg", b"<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>".to_vec()),
        (
            "broken.svg",
            b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><g>".to_vec(),
        ),
    ];
    for (name, bytes) in shown.iter().chain(&lost) {
        folder.write(name, bytes);
        let text = format!("{}.md", name.replace('.', "-"));
        folder.write(&text, format!("# a\n\n![a picture]({name})\n\nb ![another]({name}) c\n"));
        let codes: &[&str] =
            if shown.iter().any(|(shown, _)| shown == name) { &[] } else { &["lost-image"] };
        expect(name, &ended(&folder.path().join(&text)), &Exactly(codes));
    }
    let grown: String = (0..40).map(|n| format!("![a](big-{n}.png)\n\n")).collect();
    for n in 0..40 {
        let mut big = png(8_000, 8_000, true);
        big.push(n);
        folder.write(&format!("big-{n}.png"), big);
    }
    folder.write("big.md", grown);
    let ran = limited(folder.path(), &["check", "big.md"]);
    assert!(ran.1.contains("larger than a book may hold"), "{}", ran.1);
}

#[cfg(unix)]
fn link_file(folder: &Folder, from: &str, to: &str) {
    let from = folder.path().join(from);
    std::os::unix::fs::symlink(to, &from)
        .unwrap_or_else(|error| panic!("{}: {error}", from.display()));
}

#[test]
fn paths() {
    let folder = Folder::with("hostile-paths", "secret.txt", "secret");
    folder.write("secret.svg", svg(""));
    folder.write("secret.md", "# secret\n");
    // Reading ends at the border of a repository.
    folder.write("one/.git/HEAD", "");
    let case = |name: &str, text: &str, codes: &[&str]| {
        let file = format!("one/{name}.md");
        folder.write(&file, text);
        let ended = ended(&folder.path().join(&file));
        expect(name, &ended, &Exactly(codes));
        assert!(ended.book.pictures.is_empty(), "{name}: nothing outside is read");
    };
    case("above", "![a](../secret.svg) [b](../secret.md)\n", &["broken-link", "outside-root"]);
    case(
        "passwd",
        "![a](../../../../../../etc/passwd) [b](../../../../../../etc/passwd)\n",
        &["broken-link", "outside-root"],
    );
    case("absolute", "![a](/etc/passwd)\n", &["lost-image"]);
    case("encoded", "![a](%2e%2e/secret.svg) ![b](..%2fsecret.svg)\n", &["lost-image"]);
    case("backslash", "![a](..\\secret.svg)\n", &["outside-root"]);
    case("scheme", "![a](file:///etc/passwd) [b](file:///etc/passwd)\n", &["remote", "script"]);
    #[cfg(unix)]
    {
        link_file(&folder, "one/out.svg", "../secret.svg");
        link_file(&folder, "one/loop.svg", "loop.svg");
        link_file(&folder, "one/folder", "..");
        case("link", "![a](out.svg) ![b](folder/secret.svg)\n", &["outside-root"]);
        case("link-in-a-ring", "![a](loop.svg)\n", &["lost-image"]);
    }
    std::fs::create_dir(folder.path().join("one/picture.png")).expect("a folder can be made");
    case(
        "folder-as-picture",
        "![a](picture.png) ![b](.) ![c](./) ![d](..)\n",
        &["lost-image", "outside-root"],
    );
    case("long-name", &format!("![a]({}.png)\n", "x".repeat(5_000)), &["lost-image"]);
    case("device", "![a](/dev/zero) ![b](../../../../dev/zero)\n", &["lost-image", "outside-root"]);

    let book = |name: &str, toml: &str, ends: Ends<'_>| {
        folder.write(&format!("{name}/book.toml"), toml);
        folder.write(&format!("{name}/rules.md"), "# Rules\n\nDraw.\n");
        expect(name, &ended(&folder.path().join(name)), &ends);
    };
    #[cfg(unix)]
    {
        std::fs::create_dir_all(folder.path().join("links")).expect("a folder can be made");
        link_file(&folder, "links/out.md", "/etc/hostname");
        link_file(&folder, "links/out.csv", "/etc/hostname");
        book(
            "links",
            "sources = ['rules.md', 'out.md']\ndata = ['out.csv']",
            Pdf(&["outside-root"]),
        );
    }
    book(
        "passwd",
        "sources = ['../../../../../../../../etc/passwd', 'rules.md']",
        Pdf(&["outside-root"]),
    );
    book(
        "passwd-data",
        "sources = ['rules.md']\ndata = ['../../../../../../../../etc/passwd']",
        Pdf(&["outside-root"]),
    );
    book(
        "passwd-uses",
        "sources = ['rules.md']\nuses = ['../../../../../../../../etc']",
        Pdf(&["outside-root"]),
    );
    book("absolute", "sources = ['/etc/passwd', 'rules.md']", Pdf(&["outside-root"]));
    book("folder-as-chapter", "sources = ['.', '..', 'rules.md']", Pdf(&["unreadable"]));
}

#[test]
fn books() {
    let folder = Folder::new("hostile-books");
    let case = |name: &str, toml: &[u8], ends: Ends<'_>| {
        folder.write(&format!("{name}/book.toml"), toml);
        folder.write(&format!("{name}/rules.md"), "# Rules\n\nDraw.\n");
        expect(name, &ended(&folder.path().join(name)), &ends);
    };
    case("empty", b"", Pdf(&[]));
    case("binary", &[0, 159, 146, 150], Pdf(&["not-text"]));
    case("not-toml", b"title", Pdf(&["book-file"]));
    case("wrong-types", b"title = 3\nsources = 'rules.md'", Pdf(&["book-file"]));
    case("unknown-key", b"titel = 'x'", Pdf(&["book-file"]));
    case("unknown-option", b"[options]\nreading = 'none'\nother = 1", Pdf(&["book-file"]));
    case("unknown-reading", b"[options]\nreading = 'none'", Exactly(&[]));
    case("missing-chapter", b"sources = ['gone.md', 'rules.md']", Pdf(&["unreadable"]));
    case("only-missing", b"sources = ['gone.md']", Nothing(&["unreadable"]));
    case("twice", b"sources = ['rules.md', 'rules.md']", Exactly(&["doubled-slug"]));
    case(
        "thousands",
        format!("sources = [{}]", "'rules.md',".repeat(70_000)).as_bytes(),
        Pdf(&["too-large"]),
    );
    case("language", b"language = 'klingon'", Pdf(&["book-file"]));
    case("language-empty", b"language = ''", Pdf(&["book-file"]));
    case("date", b"date = 2026-02-30", Pdf(&["book-file"]));
    case("date-time-only", b"date = 07:32:00", Exactly(&[]));
    case("date-old", b"date = 0000-01-01", Exactly(&[]));
    case("title-empty", b"title = ''", Exactly(&[]));
    case(
        "title-long",
        format!("title = '{}'\nsubtitle = '{}'", "x".repeat(5_000), "y ".repeat(5_000)).as_bytes(),
        Exactly(&[]),
    );
    case(
        "notice-long",
        format!("notice = '{}'\nedition = '{}'", "x y ".repeat(5_000), "y".repeat(2_000))
            .as_bytes(),
        Exactly(&[]),
    );
    case(
        "authors-many",
        format!("authors = [{}]", "'A. U. Thor',".repeat(1_000)).as_bytes(),
        Exactly(&[]),
    );
    case("deep", format!("a = {}", "[".repeat(50_000)).as_bytes(), Pdf(&["book-file"]));
    case("uses-nothing", b"uses = ['../nowhere']", Pdf(&["unreadable"]));
    case("uses-itself", b"uses = ['.', '../uses-itself']", Exactly(&["book-file"]));
    case("uses-each-other-1", b"uses = ['../uses-each-other-2']", Pdf(&["unreadable"]));
    case("uses-each-other-2", b"uses = ['../uses-each-other-1']", Exactly(&[]));
    case("uses-a-file", b"uses = ['rules.md']", Pdf(&["unreadable"]));
    case("data-missing", b"data = ['gone.csv']", Pdf(&["unreadable"]));
    folder.write("toml-is-a-folder/book.toml/x", "");
    folder.write("toml-is-a-folder/rules.md", "# Rules\n\nDraw.\n");
    expect(
        "toml-is-a-folder",
        &ended(&folder.path().join("toml-is-a-folder")),
        &Pdf(&["unreadable"]),
    );
    folder.write("nothing/notes.txt", "x");
    expect("nothing", &ended(&folder.path().join("nothing")), &Nothing(&["empty-document"]));
}

#[test]
fn data() {
    let folder = Folder::new("hostile-data");
    let case = |name: &str, csv: &[u8], ends: Ends<'_>| {
        folder.write(&format!("{name}/book.toml"), "sources = ['rules.md']\ndata = ['cards.csv']");
        folder.write(&format!("{name}/rules.md"), "# Rules\n\nDraw.\n\n![[cards.csv]]\n");
        folder.write(&format!("{name}/cards.csv"), csv);
        expect(name, &ended(&folder.path().join(name)), &ends);
    };
    case("good", b"a,b\n1,2\n", Exactly(&[]));
    case("empty", b"", Pdf(&["bad-data"]));
    case("no-header", b",,\n1,2,3\n", Pdf(&["bad-data"]));
    case("header-alone", b"a,b\n", Exactly(&[]));
    case("ragged", b"a,b\n1\n1,2,3\n", Pdf(&["bad-data"]));
    case("quote-open", b"a,b\n\"1,2\n3,4\n", Pdf(&["bad-data"]));
    case("huge-cell", format!("a,b\n{},2\n", "x".repeat(200_000)).as_bytes(), Exactly(&[]));
    case("huge-header", format!("{}\n", "x,".repeat(3_000)).as_bytes(), Pdf(&["wide-table"]));
    case("binary", &(0..=255).collect::<Vec<u8>>(), Pdf(&["not-text", "missing-pull"]));
    case("latin", b"a,b\nK\xf6nig der grossen Berge,2\n", Pdf(&["bad-encoding"]));
    case("mark", "\u{feff}a,b\n1,2\n".as_bytes(), Exactly(&["byte-order-mark"]));
    case("returns", b"a,b\r1,2\r3,4\r", Exactly(&["line-ends"]));
    case("columns-alike", b"a,a\n1,2\n", Exactly(&[]));
    case("markup", b"a,b\n<b>*x*</b>,{=y}\n", Pdf(&[]));
    folder.write("many/book.toml", "sources = ['rules.md']\ndata = ['cards.csv']");
    folder.write("many/rules.md", format!("# Rules\n\n{}", "![[cards.csv]]\n\n".repeat(3_000)));
    folder.write("many/cards.csv", format!("a,b\n{}", "1,2\n".repeat(3_000)));
    expect("many", &ended(&folder.path().join("many")), &Nothing(&["too-large"]));
}

/// Runs the command under a limit of memory; returns its exit code, its error output, and the PDF.
fn limited(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, Option<Vec<u8>>) {
    let ran = rulepress_limited(folder, arguments, MEMORY, GUARD.as_secs());
    let pdf = ran.stdout.lines().next().and_then(|path| std::fs::read(folder.join(path)).ok());
    (ran.code, ran.stderr, pdf)
}

/// Builds each text with the command; gives a code other than 0 or no PDF a reason.
fn build(topic: &str, cases: &[(&str, &[u8], i32)]) {
    let folder = Folder::new(&format!("hostile-{topic}"));
    for (name, content, wanted) in cases {
        folder.write(name, content);
        let (code, text, pdf) = limited(folder.path(), &["build", name]);
        let text: String = text.chars().take(1_000).collect();
        assert_eq!(code, Some(*wanted), "{name}: {text}");
        assert_eq!(pdf.is_some_and(|pdf| pdf.starts_with(b"%PDF")), *wanted != 5, "{name}: {text}");
        assert_eq!(text.contains("[too-large]"), *wanted == 5, "{name}: {text}");
    }
}

#[test]
fn large() {
    let rows = |count| format!("|a|b|\n|-|-|\n{}", "|1|2|\n".repeat(count));
    let titles = each(10_000, |n| format!("## Head {n}\n\ntext\n\n"));
    // Each of these files is larger than the program prints.
    build(
        "large",
        &[
            ("20-megabytes.md", &times("word ", 4 << 20), 5),
            ("4-megabytes-of-lists.md", &times("- a\n", 1 << 20), 5),
            ("4-megabytes-of-emphasis.md", &times("*a* ", 1 << 20), 5),
            ("rows-100000.md", rows(100_000).as_bytes(), 5),
            (
                "rows-100000.html",
                format!("<table>{}</table>", "<tr><td>1<td>2".repeat(100_000)).as_bytes(),
                5,
            ),
            ("titles-10000.md", &titles, 5),
        ],
    );
    // These files are printed; by day, an eighth of each.
    let part = if is_night() { 1 } else { 8 };
    let links = each(10_000 / part, |n| format!("[a](https://x.org/{n}) "));
    build(
        "large-printed",
        &[
            ("words.md", &times("word ", 800_000 / part), 0),
            ("without-blanks.md", &times("w", (4 << 20) / part), 0),
            ("chinese.md", &times("每个玩家抽四张牌。", 150_000 / part), 0),
            ("brackets.md", &times("[", (4 << 20) / part), 0),
            ("braces.md", &times("{", (4 << 20) / part), 0),
            ("rows.md", rows(40_000 / part).as_bytes(), 0),
            ("titles.md", &titles[..titles.len() / 2 / part], 0),
            ("links.md", &links, 0),
        ],
    );
}
