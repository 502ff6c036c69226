//! The fuzzed functions: one for each kind of input. Each reads any bytes at all and checks what
//! must be true of every input. The fuzz targets call them, and `tests/fuzz.rs` runs them on the
//! cases that were found.

use std::cell::RefCell;
use std::path::Path;

use rulepress::book::{Book, MOST_EXPECTED, Output};
use rulepress::diagnostic::{self, Diagnostic, Findings, code};
use rulepress::document::{Document, join_manuscript, parse_text, print_tree};
use rulepress::drawing::render_svg;
use rulepress::engine::trace::{Fault, Outcome, Start, Trace};
use rulepress::example::game::BookLocation;
use rulepress::example::scenario::read_scenario;
use rulepress::example::trace_file::parse_trace_file;
use rulepress::flowchart::layout::{SheetRoom, lay_out_chart};
use rulepress::flowchart::{
    Chart, ChartFinding, ChartMarks, ChartSheet, apply_fixes, describe_chart, draw_sheet,
    lint_chart, parse_chart, print_chart,
};
use rulepress::font::{self, Face};
use rulepress::pipeline::PrintableBook;
use rulepress::press::profile::{self, Profile};
use rulepress::press::{self, PrintRequest};
use rulepress::rules::Program;
use rulepress::rules::executor::Executor;
use rulepress::rules::host::LoadedRules;
use rulepress::source::manifest::{DeckFields, Manifest, parse_manifest};
use rulepress::source::{BookFiles, SourceId, Sources, Span};
use tempfile::TempDir;

/// A kind of input.
#[derive(Clone, Copy)]
pub struct Target {
    /// Name of the fuzz target, of its dictionary and of the folder of its cases.
    pub name: &'static str,
    /// Reads an input; panics when something does not hold.
    pub run: fn(&[u8]),
}

/// All kinds of input.
pub const TARGETS: [Target; 13] = [
    Target { name: "markdown", run: read_markdown },
    Target { name: "html", run: read_html },
    Target { name: "chart", run: read_chart },
    Target { name: "layout", run: lay_out },
    Target { name: "manifest", run: read_manifest },
    Target { name: "csv", run: read_csv },
    Target { name: "scenario", run: read_one_scenario },
    Target { name: "trace", run: read_trace },
    Target { name: "manuscript", run: join_texts },
    Target { name: "rules", run: run_rules },
    Target { name: "picture", run: print_picture },
    Target { name: "profile", run: print_by_profile },
    Target { name: "press", run: print_book },
];

/// The room of a chart: a column of an A4 page, in points.
const ROOM: SheetRoom = SheetRoom { width: 240.0, height: 700.0, least: 7.8, most: 9.0 };

/// The text of a book that every case of rules, pictures and profiles is about.
const PROSE: &str = "\
# Game

## Turn {#turn}

Take the [best]{=best} card.

## Best card {#best .tiebreakers}

1. the dearest {#dear}
2. the left-most {#left}

## Draw {#draw}

1. Draw a card.
2. Play it.
";
/// Blocks that pull from a data file.
const PULLS: &str = "\
# Cards

![[cards.csv]]

![[cards.csv]]{columns=\"Card,Cost\" where=\"Cost=2\" sum=\"Cost\" group=\"Kind\"}
";
const CARDS: &str = "Card,Cost,Kind\nAce,1,high\nKing,2,high\nTwo,2,low\n";
const SCENARIO: &str = "title = \"One\"\nplay = \"#turn\"\nafter = \"#draw\"\n";
const BOOK: &str = "title = \"Game\"\nsources = [\"game.md\"]\ndata = [\"cards.csv\"]\n";
/// Files that an input of the target `press` may hold; everything before the first name is the
/// text.
const FILES: [&str; 9] = [
    "game.md",
    "more.md",
    "sheet.md",
    "cards.md",
    "book.toml",
    "cards.csv",
    "rules/x.star",
    "rules/words.toml",
    "examples/y.toml",
];

thread_local! {
    /// A folder of this thread's own.
    static SCRATCH: RefCell<Option<TempDir>> = const { RefCell::new(None) };
}

/// Plays in this thread, whose stack is as large as that of the command line.
struct InThisThread;

impl Executor for InThisThread {
    fn play(&self, program: &Program, starts: &[Start]) -> Result<Vec<Trace>, Vec<Outcome>> {
        let outcomes =
            |faults: Vec<Fault>| faults.into_iter().map(Outcome::Fault).collect::<Vec<_>>();
        let rules = LoadedRules::load(program).map_err(outcomes)?;
        Ok(starts.iter().map(|start| rules.play(start)).collect())
    }
}

/// Calls `with` with an empty folder, which is emptied again at the next call.
fn with_folder<R>(with: impl FnOnce(&Path) -> R) -> R {
    SCRATCH.with_borrow_mut(|scratch| {
        let folder = scratch.get_or_insert_with(|| TempDir::new().expect("a folder can be made"));
        with(folder.path())
    })
}

/// Texts in memory; files beside them are those of the folder of this thread.
fn texts_of<const N: usize>(texts: [(&str, &str); N]) -> (Sources, [SourceId; N]) {
    let mut sources = with_folder(|folder| Sources::new(folder).expect("the folder is there"));
    let ids = texts.map(|(path, text)| sources.add(path, text));
    (sources, ids)
}

/// Bytes as the text that a file of them would be.
fn text_of(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input).replace('\0', " ");
    let lines: Vec<String> = text.split("\r\n").map(|part| part.replace('\r', "\n")).collect();
    lines.join("\r\n")
}

/// Checks that every place of a finding is inside its text, between characters, and that all
/// findings can be printed.
fn check_findings(findings: &Findings, sources: &Sources) {
    findings.0.iter().for_each(|finding| check_finding(finding, sources));
    let text = diagnostic::findings_text(findings, sources, false);
    assert!(text.len() < 10 << 20, "{} bytes of findings", text.len());
    let _ = diagnostic::finding_records(findings, sources);
}

fn check_finding(finding: &Diagnostic, sources: &Sources) {
    let broke = ["the rules broke down", "the rules break down", "the type checker breaks down"];
    let is_of_program = [code::PANIC, code::RULE_FAULT, code::RULES_LIMIT].contains(&finding.code);
    let is_broken = is_of_program && broke.iter().any(|sign| finding.message.contains(sign));
    assert!(!is_broken && finding.code != code::PANIC, "a panic was caught: {finding:?}");
    assert!(finding.code != code::TYPESETTING, "the press cannot set it: {finding:?}");
    let places = finding.span.into_iter();
    let places = places.chain(finding.related.as_ref().map(|(place, _)| *place));
    for place in places.chain(finding.fix.as_ref().map(|(place, _)| *place)) {
        assert!(is_place(place, sources), "no place of a text: {finding:?}");
    }
}

fn is_place(place: Span, sources: &Sources) -> bool {
    sources.get(place.source).text.get(place.range()).is_some()
}

/// Markdown as a tree.
pub fn read_markdown(input: &[u8]) {
    read_document("fuzz.md", input);
}

/// HTML as a tree.
pub fn read_html(input: &[u8]) {
    read_document("fuzz.html", input);
}

fn read_document(name: &str, input: &[u8]) {
    let (sources, [id]) = texts_of([(name, &text_of(input))]);
    let mut findings = Findings::default();
    let document = parse_text(&sources, id, &mut findings);
    let _ = print_tree(&document);
    check_findings(&findings, &sources);
}

/// Reads a chart as a graph, and checks that the fixed text has the same graph.
pub fn read_chart(input: &[u8]) {
    let text = text_of(input);
    let (chart, findings) = parse_chart(&text);
    check_chart_places(&text, &findings);
    let fixed = apply_fixes(&text, &findings);
    let (again, left) = parse_chart(&fixed);
    check_chart_places(&fixed, &left);
    let Some(chart) = chart else { return };
    let printed = print_chart(&chart);
    let again =
        again.unwrap_or_else(|| panic!("mended to what cannot be read:\n{fixed}\n{left:?}"));
    assert_eq!(printed, print_chart(&again), "mended to:\n{fixed}");
    let _ = (lint_chart(&chart), describe_chart(&chart, None));
}

fn check_chart_places(text: &str, findings: &[ChartFinding]) {
    for finding in findings {
        let fix = finding.fix.as_ref().map(|fix| &fix.place);
        let is_place = |place: &std::ops::Range<usize>| text.get(place.clone()).is_some();
        assert!(is_place(&finding.place) && fix.is_none_or(is_place), "{finding:?}");
    }
}

/// A chart on paper.
pub fn lay_out(input: &[u8]) {
    let Some(chart) = parse_chart(&text_of(input)).0 else { return };
    let measure = |text: &str, size: f64| font::text_width(text, Face::Body) * size;
    if let Ok(plan) = lay_out_chart(&chart, &ROOM, &measure) {
        plan.sheets.iter().for_each(|sheet| draw(&chart, sheet, plan.size));
    }
}

fn draw(chart: &Chart, sheet: &ChartSheet, size: f64) {
    let marks = ChartMarks {
        path: (0..chart.nodes.len()).map(|node| (node, None)).collect(),
        steps: Vec::new(),
        numbers: &|node| (node + 1).to_string(),
        targets: &str::to_owned,
        style: rulepress::theme::file::ChartStyle::Solid,
    };
    let drawing = draw_sheet(chart, sheet, size, &marks);
    let _ = render_svg(&drawing, &str::to_owned);
    let _ = describe_chart(chart, Some(sheet));
}

/// A book.toml, and the book that it makes of a text and its data.
pub fn read_manifest(input: &[u8]) {
    let text = text_of(input);
    let texts =
        [("fuzz/book.toml", text.as_str()), ("fuzz/game.md", PROSE), ("fuzz/cards.csv", CARDS)];
    let (sources, [id, chapter, data]) = texts_of(texts);
    let mut findings = Findings::default();
    let manifest = parse_manifest(id, &text, &mut findings);
    let files = BookFiles {
        manifest,
        name: "fuzz".into(),
        chapters: vec![chapter],
        data: vec![data],
        ..BookFiles::default()
    };
    join(files, &sources, findings);
}

/// A data file, with pulls from it and a deck made of it.
pub fn read_csv(input: &[u8]) {
    let text = text_of(input);
    let (sources, [chapter, data]) = texts_of([("fuzz/game.md", PULLS), ("fuzz/cards.csv", &text)]);
    let manifest =
        Manifest { deck: [("main".to_owned(), deck_fields())].into(), ..Manifest::default() };
    let files = BookFiles {
        manifest,
        name: "fuzz".into(),
        chapters: vec![chapter],
        data: vec![data],
        ..BookFiles::default()
    };
    join(files, &sources, Findings::default());
}

fn deck_fields() -> DeckFields {
    let fields = "data = \"cards.csv\"\nname = \"Card\"\ncost = \"Cost\"\ntype = \"Kind\"\ngroup = \"Kind\"\n";
    toml::from_str(fields).expect("these are fields of a deck")
}

/// Joins a book, checks its findings, and returns the book to print.
fn join(files: BookFiles, sources: &Sources, mut findings: Findings) -> Book {
    let manuscript = join_manuscript(files, sources, &mut findings);
    rulepress::check::check_manuscript(&manuscript, sources, &mut findings);
    let book = rulepress::book::join(manuscript, sources, MOST_EXPECTED, &mut findings);
    check_findings(&findings, sources);
    book
}

/// A scenario.
pub fn read_one_scenario(input: &[u8]) {
    let text = text_of(input);
    let (sources, [id]) = texts_of([("y.toml", &text)]);
    let mut findings = Findings::default();
    let _ = read_scenario("y", id, &text, &mut findings);
    check_findings(&findings, &sources);
}

/// Reads an accepted trace, and checks that printing it and reading it again changes nothing.
pub fn read_trace(input: &[u8]) {
    if let Ok(trace) = parse_trace_file(&text_of(input)) {
        assert_eq!(parse_trace_file(&trace.to_string()).as_ref(), Ok(&trace));
    }
}

/// Markdown as a whole manuscript: pulls, values, icons, addresses, links.
pub fn join_texts(input: &[u8]) {
    let (sources, [id]) = texts_of([("fuzz.md", &text_of(input))]);
    let name = "fuzz".to_owned();
    let files = BookFiles { name, single: true, chapters: vec![id], ..BookFiles::default() };
    let blocks = join(files, &sources, Findings::default()).blocks;
    let _ = print_tree(&Document { blocks, ..Document::default() });
}

/// A module of rules: it is read, checked, run and played. Only the process that plays is kept from
/// eating memory, so nothing is played here that names a number of more than five digits.
pub fn run_rules(input: &[u8]) {
    if input.split(|byte| !byte.is_ascii_digit()).any(|digits| digits.len() > 5) {
        return;
    }
    let files = [
        ("book.toml", BOOK),
        ("game.md", PROSE),
        ("cards.csv", CARDS),
        ("examples/y.toml", SCENARIO),
    ];
    with_book(&files, ("rules/x.star", input), |_| ());
}

/// A picture in a book, as it is printed.
pub fn print_picture(input: &[u8]) {
    with_book(&[("game.md", "![a picture](picture)\n")], ("picture", input), |read| {
        print(read, Output::Rulebook)
    });
}

/// Reads a print profile, and makes outputs of a small book with it.
pub fn print_by_profile(input: &[u8]) {
    with_book(
        &[("game.md", PROSE), ("cards.md", "![[#draw|full]]\n")],
        ("profile.toml", input),
        |read| {
            let path = read.sources.root().join("book/profile.toml");
            let Ok(profile) = profile::find_profile(&path.to_string_lossy()) else { return };
            for output in [Output::Rulebook, Output::Cards, Output::Booklet] {
                make(read, output, &profile);
            }
        },
    );
}

/// A whole book: lines `=== FILE` begin the files of it, and every output is made.
pub fn print_book(input: &[u8]) {
    let text = text_of(input);
    let mut files = vec![("game.md", String::new())];
    for line in text.split_inclusive('\n') {
        let name = line.strip_prefix("=== ").map(str::trim);
        match name.and_then(|name| FILES.iter().find(|known| **known == name)) {
            Some(name) => files.push((name, String::new())),
            None => files.last_mut().expect("there is a first file").1.push_str(line),
        }
    }
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    with_book(&files, ("notes.txt", b""), |read| {
        for output in [
            Output::Rulebook,
            Output::Flowcharts,
            Output::Sheet,
            Output::Cards,
            Output::Deck,
            Output::Playmat,
        ] {
            print(read, output);
        }
    });
}

/// Reads a book of these files, and passes it to `with`.
fn with_book(
    files: &[(&str, &str)],
    (name, content): (&str, &[u8]),
    with: impl FnOnce(&mut PrintableBook),
) {
    with_folder(|folder| {
        let book = folder.join("book");
        let _ = std::fs::remove_dir_all(&book);
        files.iter().for_each(|(name, text)| write_file(&book.join(name), text.as_bytes()));
        write_file(&book.join(name), content);
        let location = BookLocation::of(&book);
        let mut read =
            rulepress::read_book_with(&location, &InThisThread).expect("the folder is there");
        check_findings(&read.findings, &read.sources);
        with(&mut read);
        check_findings(&read.findings, &read.sources);
    });
}

fn write_file(path: &Path, content: &[u8]) {
    std::fs::create_dir_all(path.parent().expect("it is in a folder"))
        .expect("a folder can be made");
    std::fs::write(path, content).expect("a file can be written");
}

/// Makes one output for a screen.
fn print(read: &mut PrintableBook, output: Output) {
    make(read, output, &profile::find_profile("screen").expect("it is bundled"));
}

fn make(read: &mut PrintableBook, output: Output, profile: &Profile) {
    if read.is_printable(output) {
        let PrintableBook { book, sources, findings, .. } = read;
        let _ = press::make(book, output, &PrintRequest::usual(profile), sources, findings);
    }
}
