//! Compares rulepress with Typst alone: one generated rulebook, once as Markdown through the whole
//! pipeline and once as the Typst that a person would write for the same pages.
//!
//! `cargo bench -- press [pages...]`; without numbers 1, 10, 33, 100 and 330 pages, with `smoke` 1,
//! 10 and 100 once. Each measurement is a separate process, the two kinds take turns, and the
//! medians of eleven rounds count; the ratio is the median of the ratios of the rounds. Needs
//! Linux: CPU time and peak memory come from `/proc/self`. Before anything is timed the words of
//! both PDFs are compared.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use rulepress::book::Book;
use rulepress::diagnostic::Findings;
use rulepress::pipeline::PrintableBook;
use rulepress::press::look::PageLook;
use rulepress::press::outputs::rulebook::typeset_rulebook;
use rulepress::press::pdf::export::{PageSelection, export_pdf};
use rulepress::press::word_check::words_off_pages;
use rulepress::press::world::PressWorld;
use rulepress::press::{inspect, profile};
use rulepress::theme::BookTheme;
use typst_layout::PagedDocument;

use crate::common::{Arguments, measure_child, peak_memory, process_time};

const PAPER: &str = "a5";
const PAGES: [usize; 5] = [1, 10, 33, 100, 330];
const KINDS: [&str; 2] = ["rulepress", "typst"];
/// Number of rounds, in each of which both kinds run once.
const ROUNDS: usize = 11;

pub(crate) fn bench(arguments: Arguments) {
    if let [flag, kind, rest @ .., folder] = arguments.words.as_slice()
        && flag == "--child"
    {
        return child(kind, Path::new(folder), !rest.is_empty());
    }
    compare(&arguments.sizes(&[1, 10, 100], &PAGES), if arguments.smoke { 1 } else { ROUNDS });
}

/// Prints the table of `rounds` rounds.
fn compare(wanted: &[usize], rounds: usize) {
    println!("               CPU ms                  peak MiB            MiB/page");
    println!("pages  rulepress   typst  ratio  rulepress   typst  rulepress   typst");
    let mut rows: Vec<(usize, f64)> = Vec::new();
    for &wanted in wanted {
        let folder = std::env::temp_dir().join(format!("rulepress-bench-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("there is room for a folder");
        let pages = prepare(wanted, folder.as_path());
        let row = measure(folder.as_path(), rounds);
        print_row(pages, &row);
        rows.push((pages, row.cpu[0] / pages as f64));
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }
    if let (Some((few, small)), Some((many, large))) =
        (rows.iter().find(|(pages, _)| *pages > 20), rows.last())
    {
        println!("CPU per page at {many} pages / at {few} pages: {:.3}", large / small);
    }
}

fn print_row(pages: usize, row: &Comparison) {
    let Comparison { cpu: [ours, theirs], mib: [our_mib, their_mib], ratio } = row;
    let (our_page, their_page) = (our_mib / pages as f64, their_mib / pages as f64);
    println!(
        "{pages:5}  {ours:9.1} {theirs:7.1}  {ratio:5.3}  {our_mib:9.1} {their_mib:7.1}  {our_page:9.2} {their_page:7.2}",
    );
}

/// Writes a book of about `wanted` pages in both forms and compares the two; gives the number of
/// its pages.
fn prepare(wanted: usize, folder: &Path) -> usize {
    let mut units = (wanted as f64 * 2.5) as usize + 1;
    let mut pages = 0;
    for _ in 0..4 {
        generate(units, wanted == 1).write(folder);
        pages = run("rulepress", folder, true).pages;
        if pages == wanted || pages.abs_diff(wanted) * 50 < wanted {
            break;
        }
        units = ((units * wanted) as f64 / pages as f64).round() as usize;
    }
    let theirs = run("typst", folder, true).pages;
    assert!(is_near(pages, theirs), "{pages} pages from Markdown, {theirs} from Typst");
    same_words(folder);
    pages
}

/// True for two numbers of pages that differ by a page, or by one in fifty: pages end at other
/// lines, because rulepress keeps lines together that Typst separates.
fn is_near(ours: usize, theirs: usize) -> bool {
    ours.abs_diff(theirs) <= (ours / 50).max(1)
}

/// Checks that both PDFs have the same words, except those that depend on the end of a page:
/// running heads, and heads of tables that continue.
fn same_words(folder: &Path) {
    let [ours, theirs] = KINDS.map(|kind| words(&folder.join(kind)));
    let all: usize = ours.values().sum();
    let known = ours.keys().chain(theirs.keys()).collect::<BTreeSet<_>>();
    let count = |words: &BTreeMap<String, usize>, word: &String| {
        words.get(word).copied().unwrap_or_default()
    };
    let differing = known.into_iter().filter(|word| count(&ours, word) != count(&theirs, word));
    let differing: Vec<_> =
        differing.map(|word| (word, count(&ours, word), count(&theirs, word))).collect();
    let difference: usize = differing.iter().map(|(_, ours, theirs)| ours.abs_diff(*theirs)).sum();
    assert!(difference * 200 <= all, "of {all} words {difference} differ: {differing:?}");
}

/// Counts each word of a PDF; page numbers are left out.
fn words(file: &Path) -> BTreeMap<String, usize> {
    let text = fs::read_to_string(file).expect("the child wrote it");
    let mut words = BTreeMap::new();
    for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        *words.entry(word.to_owned()).or_default() += 1;
    }
    words
}

/// The measurement of one process.
struct Measure {
    pages: usize,
    /// Milliseconds of all threads.
    cpu: f64,
    /// The most memory it had.
    mib: f64,
}

/// The measurements of both kinds: the medians of some rounds.
struct Comparison {
    cpu: [f64; 2],
    mib: [f64; 2],
    /// Ratio of the CPU times: the median of the ratios of the rounds.
    ratio: f64,
}

/// Runs both kinds in turn for `rounds` rounds.
fn measure(folder: &Path, rounds: usize) -> Comparison {
    let turns = |_| KINDS.map(|kind| run(kind, folder, false));
    let rounds: Vec<[Measure; 2]> = (0..rounds).map(turns).collect();
    let of = |field: fn(&[Measure; 2]) -> f64| median(rounds.iter().map(field).collect());
    Comparison {
        cpu: [of(|[ours, _]| ours.cpu), of(|[_, theirs]| theirs.cpu)],
        mib: [of(|[ours, _]| ours.mib), of(|[_, theirs]| theirs.mib)],
        ratio: of(|[ours, theirs]| ours.cpu / theirs.cpu),
    }
}

/// The one in the middle.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn run(kind: &str, folder: &Path, words: bool) -> Measure {
    let arguments = if words { &[kind, "words"][..] } else { &[kind] };
    let [pages, cpu, mib] = measure_child("press", arguments, folder);
    Measure { pages: pages as usize, cpu, mib }
}

/// One measured process: makes the PDF and prints pages, CPU milliseconds and MiB.
fn child(kind: &str, folder: &Path, words: bool) {
    let (document, pdf) = if kind == "typst" { by_hand(folder) } else { by_rulepress(folder) };
    println!("{} {} {}", document.pages().len(), process_time(), peak_memory());
    if words {
        fs::write(folder.join(kind), inspect::page_text(&document))
            .expect("the folder can be written to");
        fs::write(folder.join(kind).with_extension("pdf"), pdf)
            .expect("the folder can be written to");
    }
    // Freeing the memory is no part of the work; the program leaves it to the system as well.
    std::process::exit(0);
}

fn by_rulepress(folder: &Path) -> (PagedDocument, Vec<u8>) {
    let single = folder.join("book.md");
    let mut read = rulepress::read_book(if single.exists() { &single } else { folder })
        .expect("the book is there");
    let PrintableBook { book, sources, findings, .. } = &mut read;
    let document = typeset_rulebook(book, PAPER, &PageLook::default(), sources, findings)
        .expect("the pages can be set");
    assert!(words_off_pages(book, &document).is_empty(), "no word is lost");
    let pdf = screen_pdf(&document, book, findings);
    (document, pdf)
}

/// The pages as the screen profile exports them.
fn screen_pdf(document: &PagedDocument, book: &Book, findings: &mut Findings) -> Vec<u8> {
    let screen = profile::find_profile("screen").expect("it is bundled");
    let pages = PageSelection::all(document);
    export_pdf(&pages, book, &screen, findings).expect("the PDF can be made")
}

fn by_hand(folder: &Path) -> (PagedDocument, Vec<u8>) {
    let mut world = PressWorld::new("/book.typ", &PageLook::default(), &BookTheme::default());
    world.add_source(
        "/book.typ",
        &fs::read_to_string(folder.join("book.typ")).expect("the book is there"),
    );
    let document = typst::compile::<PagedDocument>(&world).output.expect("the pages can be set");
    typst::comemo::evict(0);
    let book = Book { name: "book".to_owned(), ..Book::default() };
    let pdf = screen_pdf(&document, &book, &mut Findings::default());
    (document, pdf)
}

/// One book in two forms.
#[derive(Default)]
struct Pair {
    /// A file for each chapter.
    markdown: Vec<String>,
    notes: String,
    typst: String,
    /// The named values and the links, which Typst wants before the text.
    values: String,
    links: String,
    /// The units that the one at hand has referred to: a second reference prints no page.
    referred: Vec<usize>,
    small: bool,
    /// Headings of the contents.
    lines: usize,
    seed: u64,
}

/// The looks a person would define once; those that are more than a `set` rule come from the
/// templates.
const LOOKS: &str = r##"#import "/templates/rulebook.typ": hooks, rulebook
#import "/templates/tokens.typ": gap, ink, size
#let (heading: draw, callout, see, value, note-mark: mark) = hooks
#let title(level, number, anchor, body) = draw(level, number, anchor, none, body)
#let to(anchor, number, body) = [#link(label(anchor), body)#see(anchor, number)]
#let web(n, url, body) = [#link(url, body)#mark(n)]
#let numbered(..n) = text(weight: 700, fill: ink.navy, n.pos().map(str).join(".") + if n.pos().len() == 1 { "." })
#let lines(x, y) = if y == 0 { (bottom: 1pt + ink.navy) } else { (bottom: 0.4pt + ink.rule) }
#let ground(x, y) = if y == 0 { ink.tint } else if calc.even(y) { ink.faint }
#let rows(columns, head, ..cells) = block(above: 1em, below: 1.1em, {
  set text(size: size.table)
  set par(leading: 0.48em, spacing: 0.6em)
  show table.cell.where(y: 0): set text(weight: 700, fill: ink.navy)
  table(
    columns: columns, fill: ground, stroke: lines, align: start + top, inset: (x: 1.4mm, y: 1.05mm),
    table.header(repeat: true, ..head), ..cells,
  )
})
"##;

/// Their `set` rules, inside the pages so that those of the template do not come after them.
const RULES: &str = "#set enum(full: true, numbering: numbered, spacing: gap.tight)\n#set list(spacing: gap.tight)\n";

/// Generates `units` headings with text below them: chapters, sections and subsections.
fn generate(units: usize, small: bool) -> Pair {
    let mut pair = Pair { small, seed: 7, ..Pair::default() };
    for unit in 0..units {
        pair.unit(unit, units);
    }
    pair.close_chapter();
    pair
}

/// Returns the level and the number of a unit.
fn place(unit: usize, small: bool) -> (usize, String) {
    if small {
        return (1, format!("{}", unit + 1));
    }
    let chapter = unit / 6 + 1;
    match unit % 6 {
        0 => (1, format!("{chapter}")),
        3 => (3, format!("{chapter}.2.1")),
        nth => (2, format!("{chapter}.{}", if nth < 3 { nth } else { nth - 1 })),
    }
}

impl Pair {
    fn unit(&mut self, unit: usize, units: usize) {
        let (level, number) = place(unit, self.small);
        if level == 1 {
            self.close_chapter();
            self.markdown.push(String::new());
        }
        self.lines += usize::from(level <= 2);
        let title = capital(&format!("{} {}", self.word(), self.word()));
        self.both(
            &format!("{} {title} {{#s{unit}}}", "#".repeat(level)),
            &format!("#title({level}, \"{number}\", \"s{unit}\")[{title}]"),
        );
        self.end();
        self.referred = vec![unit];
        self.prose(unit, units);
        match unit % 6 {
            0 | 3 => self.table(),
            1 | 4 => self.steps(),
            _ => self.bullets(),
        }
        self.callout(["NOTE", "EXAMPLE", "WARNING", "RULING"][unit % 4]);
        self.prose(unit + 1, units);
    }

    fn close_chapter(&mut self) {
        if let Some(chapter) = self.markdown.last_mut() {
            chapter.push_str(&std::mem::take(&mut self.notes));
        }
    }

    fn both(&mut self, markdown: &str, typst: &str) {
        self.markdown.last_mut().expect("a chapter is open").push_str(markdown);
        self.typst.push_str(typst);
    }

    fn same(&mut self, text: &str) {
        self.both(text, text);
    }

    fn end(&mut self) {
        self.same("\n\n");
    }

    fn number(&mut self, below: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.seed >> 33) as usize % below
    }

    fn word(&mut self) -> &'static str {
        WORDS[self.number(WORDS.len())]
    }

    fn phrase(&mut self, words: usize) -> String {
        (0..words).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }

    fn sentence(&mut self) {
        let words = 7 + self.number(9);
        let phrase = capital(&self.phrase(words));
        self.same(&format!("{phrase}. "));
    }

    /// A paragraph with emphasis, a reference, a value, an address of the web and a footnote.
    fn prose(&mut self, unit: usize, units: usize) {
        self.sentence();
        let (soft, strong) = (self.phrase(2), self.phrase(1));
        self.both(
            &format!("Take *{soft}* and **{strong}** "),
            &format!("Take _{soft}_ and *{strong}* "),
        );
        let (aim, words) = (self.number(units), self.phrase(2));
        let number = place(aim, self.small).1;
        let again = self.referred.contains(&aim);
        let by_hand = if again {
            format!("#link(<s{aim}>)[{words}]")
        } else {
            format!("#to(\"s{aim}\", \"{number}\")[{words}]")
        };
        self.referred.push(aim);
        self.both(&format!("from [{words}](#s{aim}). "), &format!("from {by_hand}. "));
        self.sentence();
        self.value(unit);
        self.web(unit);
        self.note(unit);
        self.sentence();
        self.end();
    }

    /// Every third unit defines a value; every one uses one.
    fn value(&mut self, unit: usize) {
        let name = format!("value{}", unit / 3 * 3);
        let defined = self.values.contains(&format!("{name} "));
        if !defined {
            let _ = writeln!(self.values, "#let {name} = value[{}]", unit % 9 + 2);
        }
        let markdown =
            if defined { format!("{{={name}}}") } else { format!("[{}]{{={name}}}", unit % 9 + 2) };
        self.both(&format!("Draw {markdown} cards. "), &format!("Draw #{name} cards. "));
    }

    fn web(&mut self, unit: usize) {
        if unit % 12 != 5 {
            return;
        }
        let url = format!("https://example.org/rules/{unit}");
        let words = self.phrase(2);
        let n = self.links.lines().count() + 1;
        let known = self.links.contains(&format!("\"{url}\""));
        let n = if known { n - 1 } else { n };
        if !known {
            let _ = writeln!(self.links, "  (n: {n}, url: \"{url}\"),");
        }
        self.both(
            &format!("See [{words}]({url}). "),
            &format!("See #web({n}, \"{url}\")[{words}]. "),
        );
    }

    fn note(&mut self, unit: usize) {
        if unit % 4 != 2 {
            return;
        }
        let text = capital(&self.phrase(9));
        let label = self.typst.len();
        let _ = write!(self.notes, "[^n{label}]: {text}.\n\n");
        self.both(
            &format!("Shuffle[^n{label}] again. "),
            &format!("Shuffle#footnote[{text}.] again. "),
        );
    }

    fn steps(&mut self) {
        for step in 0..4 {
            self.both(&format!("{}. ", step + 1), "+ ");
            self.sentence();
            self.same("\n");
            if step == 1 {
                self.inner_steps();
            }
        }
        self.end();
    }

    /// The blank line gives Typst the distance that rulepress keeps before inner steps.
    fn inner_steps(&mut self) {
        self.both("", "\n");
        for step in 0..3 {
            self.both(&format!("   {}. ", step + 1), "  + ");
            self.sentence();
            self.same("\n");
        }
        self.both("", "\n");
    }

    fn bullets(&mut self) {
        for _ in 0..4 {
            let (strong, rest) = (capital(&self.phrase(1)), self.phrase(8));
            self.both(&format!("- **{strong}.** {rest}\n"), &format!("- *{strong}.* {rest}\n"));
        }
        self.end();
    }

    fn callout(&mut self, word: &str) {
        self.both(&format!("> [!{word}]\n> "), &format!("#callout(\"{word}\", false)["));
        let (text, soft) = (capital(&self.phrase(16)), self.phrase(2));
        self.both(&format!("{text} *{soft}*.\n\n"), &format!("{text} _{soft}_.]\n\n"));
    }

    fn table(&mut self) {
        self.both(
            "| Card | Cost | Effect |\n|---|---|---|\n",
            "#rows((auto, auto, 1fr), ([Card], [Cost], [Effect]),\n",
        );
        for row in 0..6 {
            let (name, effect) = (capital(self.word()), self.phrase(3));
            self.both(
                &format!("| {name} | {} | *{effect}* |\n", row + 1),
                &format!("  [{name}], [{}], [_{effect}_],\n", row + 1),
            );
        }
        self.both("\n", ")\n\n");
    }

    fn write(&self, folder: &Path) {
        let title = "Book of trials";
        if self.small {
            fs::write(
                folder.join("book.md"),
                format!("---\ntitle: {title}\n---\n\n{}", self.markdown.concat()),
            )
            .expect("room");
        } else {
            for old in fs::read_dir(folder).expect("the folder is there").flatten() {
                fs::remove_file(old.path()).expect("the file is ours");
            }
            fs::write(folder.join("book.toml"), format!("title = \"{title}\"\n")).expect("room");
            for (nth, chapter) in self.markdown.iter().enumerate() {
                fs::write(folder.join(format!("{nth:04}.md")), chapter).expect("room");
            }
        }
        let (titled, cover, links) = (self.small, !self.small, &self.links);
        let contents = if cover { self.lines } else { 0 };
        let front = format!(
            "title: \"{title}\", titled: {titled}, untold: {titled}, subtitle: none, edition: none, facts: (), motif: \"hexes\", art: none, authors: (), notice: none, imprint: none, news: (), language: \"en\", date: none, \
             paper: \"{PAPER}\", cover: {cover}, contents: {contents}, index: false, fillers: 0, blank: false, quick: (), links: (\n{links}),",
        );
        let body = format!(
            "runs: ((turned: false, width: none, parts: ((text: [\n{RULES}\n{}\n], single: false),)),),",
            self.typst
        );
        let text = format!("{LOOKS}{}#rulebook((\n  {front}\n  {body}\n))\n", self.values);
        fs::write(folder.join("book.typ"), text).expect("room");
    }
}

fn capital(text: &str) -> String {
    text[..1].to_uppercase() + &text[1..]
}

const WORDS: [&str; 64] = [
    "card",
    "deck",
    "hand",
    "draw",
    "discard",
    "shuffle",
    "player",
    "turn",
    "phase",
    "action",
    "board",
    "token",
    "die",
    "roll",
    "score",
    "victory",
    "point",
    "resource",
    "wood",
    "stone",
    "gold",
    "worker",
    "place",
    "space",
    "adjacent",
    "move",
    "attack",
    "defend",
    "damage",
    "heal",
    "unit",
    "hex",
    "tile",
    "city",
    "road",
    "build",
    "cost",
    "pay",
    "gain",
    "trade",
    "auction",
    "bid",
    "pass",
    "round",
    "active",
    "opponent",
    "solo",
    "bot",
    "priority",
    "target",
    "row",
    "column",
    "market",
    "supply",
    "reveal",
    "exhaust",
    "ready",
    "ability",
    "effect",
    "trigger",
    "immediately",
    "instead",
    "unless",
    "whenever",
];
