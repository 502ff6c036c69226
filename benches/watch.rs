//! Measures a writer's wait: from saving a file of a book of 60 pages to the bytes of the new page
//! in the browser, compared with a full build of the same book in the same run.
//!
//! `cargo bench -- watch`; the median of eleven edits of each kind counts; with `smoke` a small
//! book is edited once in each way. The book has charts, and examples that are played.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use crate::common::Arguments;
use serde_json::Value;

/// Chapters of the usual book, which has about 60 pages.
const CHAPTERS: usize = 14;
const ROUNDS: usize = 11;
/// Milliseconds that a writer may wait.
const MOST: f64 = 250.0;
const PROGRAM: &str = env!("CARGO_BIN_EXE_rulepress");

pub(crate) fn bench(arguments: Arguments) {
    let smoke = arguments.smoke;
    let (chapters, rounds) = if smoke { (2, 1) } else { (CHAPTERS, ROUNDS) };
    let folder = std::env::temp_dir().join(format!("rulepress-watch-{}", std::process::id()));
    let book = BenchBook { folder: folder.join("book"), chapters };
    book.write_all();
    let build = median((0..rounds.min(3)).map(|_| full_build(&folder)).collect());
    let mut watch = Watch::start(&folder);
    let pages = watch.look(0);
    let middle = pages.len() / 2;
    println!("{} pages; a full build takes {build:.0} ms", pages.len());
    let edits: [(&str, &dyn Fn(usize)); 3] = [
        ("a word on one page", &|nth| book.write_chapter(chapters / 2, nth, 3)),
        ("a value on many pages", &|nth| book.write_chapter(0, 0, 3 + nth)),
        ("a heading that moves all pages", &|nth| book.write_front(nth)),
    ];
    for (what, edit) in edits {
        let times = (1..=rounds).map(|nth| watch.time_edit(middle, || edit(nth)));
        let time = median(times.collect());
        let verdict = if time <= MOST { "" } else { ", too much" };
        println!("{what}: {time:.0} ms to the new page, ratio {:.3}{verdict}", time / build);
    }
    drop(watch);
    fs::remove_dir_all(&folder).expect("the folder is ours");
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Milliseconds of a build of the whole book.
fn full_build(folder: &Path) -> f64 {
    let begin = Instant::now();
    let build = Command::new(PROGRAM).args(["build", "book"]).current_dir(folder).output();
    let build = build.expect("rulepress runs");
    assert!(build.status.success(), "{}", String::from_utf8_lossy(&build.stderr));
    begin.elapsed().as_secs_f64() * 1_000.0
}

/// The generated book.
struct BenchBook {
    folder: PathBuf,
    chapters: usize,
}

impl BenchBook {
    fn write_all(&self) {
        fs::create_dir_all(self.folder.join("rules")).expect("a folder can be made");
        fs::create_dir_all(self.folder.join("examples")).expect("a folder can be made");
        self.write_file("book.toml", "title = \"Bench\"\n[output.rulebook]\npaper = \"a5\"\n");
        self.write_front(0);
        let mut rules = String::new();
        for nth in 0..self.chapters {
            self.write_chapter(nth, 0, 3);
            let _ = write!(
                rules,
                "#@ #turn-{nth}\ndef turn_{nth}():\n    check(\"Is the deck empty?\", False)\n\n"
            );
            let example = format!(
                "title = \"Turn {nth}\"\nplay = \"#turn-{nth}\"\nafter = \"#turn-{nth}\"\nseed = {nth}\n"
            );
            self.write_file(&format!("examples/turn-{nth}.toml"), &example);
        }
        self.write_file("rules/turns.star", &rules);
    }

    /// The first chapter, which moves all others when its words become more.
    fn write_front(&self, edit: usize) {
        let mut text = "# Overview {#overview}\n\nThis is what the game is about.\n\n".to_owned();
        for nth in 0..edit {
            let _ =
                write!(text, "## Another section {nth} {{#more-{nth}}}\n\n{}\n\n", PROSE.repeat(3));
        }
        self.write_file("00-overview.md", &text);
    }

    /// A chapter; the first one defines a value that all others print.
    fn write_chapter(&self, nth: usize, edit: usize, value: usize) {
        let mut text = format!("# Chapter {nth} {{#chapter-{nth}}}\n\n");
        let cards = if nth == 0 { format!("[{value}]{{=hand}}") } else { "{=hand}".to_owned() };
        let _ = write!(text, "Draw {cards} cards, edition {edit}.\n\n");
        for section in 0..6 {
            let _ = write!(
                text,
                "## Section {section} {{#section-{nth}-{section}}}\n\n{}\n\n",
                PROSE.repeat(4)
            );
            text.push_str(
                "1. Draw {=hand} cards.\n2. Play one of them.\n3. Discard the others.\n\n",
            );
            text.push_str("| Card | Cost |\n|---|---|\n| Ace | 1 |\n| King | 4 |\n\n");
        }
        let _ = write!(
            text,
            "## Turn {{#turn-{nth}}}\n\nGo left or right.\n\n```mermaid\ngraph TD\nA{{Left?}} -- Yes --> B[Go {nth}]\nA -- No --> C[Stay]\nB --> D[Draw]\nC --> D\n```\n\n"
        );
        self.write_file(&format!("{:02}-chapter.md", nth + 1), &text);
    }

    fn write_file(&self, name: &str, text: &str) {
        fs::write(self.folder.join(name), text).expect("the folder can be written to");
    }
}

const PROSE: &str = "Each player draws cards until the hand is full, looks at them and keeps what is worth keeping; \
    the others go face down on the discard pile, which is shuffled when the deck is empty. ";

/// A running preview and the connection of its browser.
struct Watch {
    child: Child,
    stream: TcpStream,
    host: String,
    version: u64,
}

impl Watch {
    fn start(folder: &Path) -> Self {
        let mut command = Command::new(PROGRAM);
        command.args(["watch", "book", "--no-write"]).current_dir(folder);
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it starts");
        let mut url = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut url).expect("it says its address");
        let host = url.trim().trim_start_matches("http://").trim_end_matches('/').to_owned();
        let stream = TcpStream::connect(&host).expect("it listens");
        Self { child, stream, host, version: 0 }
    }

    /// The body of an answer.
    fn get(&mut self, path: &str) -> Vec<u8> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host);
        self.stream.write_all(request.as_bytes()).expect("it reads");
        let (mut bytes, mut buffer) = (Vec::new(), [0; 65_536]);
        loop {
            if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
                let length = head.split("content-length: ").nth(1).expect("it says its length");
                let length: usize =
                    length.lines().next().unwrap_or_default().trim().parse().expect("a number");
                if bytes.len() >= end + 4 + length {
                    return bytes.split_off(end + 4);
                }
            }
            let count = self.stream.read(&mut buffer).expect("it answers");
            assert!(count > 0, "it closed the connection");
            bytes.extend_from_slice(&buffer[..count]);
        }
    }

    /// Waits for the next report with pages, and returns their names.
    fn look(&mut self, page: usize) -> Vec<String> {
        loop {
            let path = format!("/state?after={}&view=rulebook&page={page}", self.version);
            let told: Value = serde_json::from_slice(&self.get(&path)).expect("it is data");
            self.version = told["version"].as_u64().expect("it is a number");
            let pages = told["pages"].as_array().into_iter().flatten();
            let names: Vec<String> =
                pages.filter_map(|page| page["name"].as_str().map(str::to_owned)).collect();
            if !names.is_empty() {
                return names;
            }
        }
    }

    /// Returns the milliseconds from an edit until the bytes of the changed page nearest to the
    /// visible one are here.
    fn time_edit(&mut self, seen: usize, edit: impl FnOnce()) -> f64 {
        self.version = 0;
        let before = self.look(seen);
        let drawn = format!("/page/{}.svg", before[seen.min(before.len() - 1)]);
        self.get(&drawn);
        let begin = Instant::now();
        edit();
        loop {
            let now = self.look(seen);
            let new = now.iter().enumerate().filter(|(_, name)| !before.contains(name));
            if let Some((_, name)) = new.min_by_key(|(nth, _)| nth.abs_diff(seen)) {
                let page = self.get(&format!("/page/{name}.svg"));
                assert!(page.starts_with(b"<svg"), "it is a page");
                return begin.elapsed().as_secs_f64() * 1_000.0;
            }
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
