//! `watch`: a book is shown again after each change, survives faults, and only this machine sees
//! it. The tests wait for reports of the preview, never for a time.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rulepress::engine::trace::{Outcome, Start, Trace};
use rulepress::example::game::BookLocation;
use rulepress::pipeline;
use rulepress::rules::Program;
use rulepress::rules::executor::{Executor, InProcess, Remembered};
use serde_json::Value;

use crate::common::{Folder, signal, temporaries};

/// Nothing that a test waits for takes so long.
const PATIENCE: Duration = Duration::from_secs(90);

/// A program that watches, which ends with the test.
struct Watch {
    child: Child,
    port: u16,
    version: u64,
}

/// An answer of the preview.
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Watch {
    /// Watches `book` below a folder.
    fn start(folder: &Folder, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rulepress"));
        command.current_dir(folder.path()).args(["watch", "book"]).args(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the command starts");
        let mut url = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut url).expect("it says where the preview is");
        let port = url.trim().trim_end_matches('/').rsplit(':').next().and_then(|n| n.parse().ok());
        Self { child, port: port.unwrap_or_else(|| panic!("no address: {url}")), version: 0 }
    }

    /// Sends a literal request with its head fields.
    fn send(&self, first: &str, fields: &[&str]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time can be set");
        let fields: String = fields.iter().map(|field| format!("{field}\r\n")).collect();
        let request = format!("{first} HTTP/1.1\r\n{fields}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("it answers");
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("there is a head");
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        Answer { status: status.expect("there is a status"), head, body: bytes[end + 4..].to_vec() }
    }

    fn get(&self, path: &str) -> Answer {
        self.send(&format!("GET {path}"), &[&format!("Host: 127.0.0.1:{}", self.port)])
    }

    /// Waits until the report on a view fulfils `holds`.
    fn until(&mut self, view: &str, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let begin = Instant::now();
        loop {
            let answer = self.get(&format!("/state?after={}&view={view}", self.version));
            let told: Value = serde_json::from_slice(&answer.body).expect("it is data");
            if holds(&told) {
                return told;
            }
            assert!(begin.elapsed() < PATIENCE, "{what}: {told:#}");
            self.version = told["version"].as_u64().expect("it is a number");
        }
    }

    fn ready(&mut self) -> Value {
        self.until("rulebook", "it is ready", |told| {
            told["phase"] == "ready" && !names(told).is_empty()
        })
    }

    /// Returns the drawing of the nth page of a report.
    fn page(&self, told: &Value, nth: usize) -> Vec<u8> {
        let answer = self.get(&format!("/page/{}.svg", names(told)[nth]));
        assert_eq!(answer.status, 200, "{}", answer.head);
        answer.body
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn names(told: &Value) -> Vec<&str> {
    let pages = told["pages"].as_array().into_iter().flatten();
    pages.filter_map(|page| page["name"].as_str()).collect()
}

fn has_finding(told: &Value, code: &str) -> bool {
    let findings = told["findings"].as_array().into_iter().flatten();
    findings.into_iter().any(|card| card["finding"]["code"] == code)
}

const PROSE: &str = "# Draw {#draw}\n\nDraw [2]{=cards} cards.\n\n![[cards.csv]]\n\n# Turn {#turn}\n\n> [!BRIEF]\n> Draw.\n\n\
    Play one card.\n\n```mermaid\ngraph TD\nA[Draw] --> B[Play]\n```\n";
const MANIFEST: &str =
    "title = \"Small\"\nsources = [\"a.md\", \"b.md\"]\ndata = [\"cards.csv\"]\n";

/// A book with a chart, data, rules and an example.
fn small_book(folder: &Folder) {
    folder.write("book/book.toml", MANIFEST);
    folder.write("book/a.md", PROSE);
    folder.write("book/b.md", "# End {#end}\n\nThe game ends.\n");
    folder.write("book/cards.csv", "Card,Cost\nAce,1\n");
    folder.write("book/rules/x.star", "#@ #turn\ndef turn():\n    pass\n");
    folder.write("book/examples/y.toml", "title = \"One\"\nplay = \"#turn\"\nafter = \"#turn\"\n");
}

/// Saves a file as editors do: beside its place, which it takes at once.
fn save(folder: &Folder, file: &str, text: &str) {
    let passing = format!("{file}.tmp");
    folder.write(&passing, text);
    std::fs::rename(folder.path().join(&passing), folder.path().join(file))
        .expect("it takes its place");
}

#[test]
fn changes_are_shown() {
    let folder = Folder::new("watch-changes");
    small_book(&folder);
    let mut watch = Watch::start(&folder, &["--no-write"]);
    let told = watch.ready();
    assert!(!names(&told).is_empty(), "{told:#}");
    assert!(watch.page(&told, 0).starts_with(b"<svg"));
    let before: Vec<String> = names(&told).into_iter().map(str::to_owned).collect();
    save(&folder, "book/a.md", &PROSE.replace("Play one card", "Play any card"));
    let told = watch.until("rulebook", "a page is new", |told| {
        names(told).iter().any(|name| !before.iter().any(|known| known == name))
    });
    let pages = told["pages"].as_array().expect("there are pages");
    let marked =
        pages.iter().filter(|page| page["changed"].as_array().is_some_and(|c| !c.is_empty()));
    assert_eq!(marked.count(), 1, "one page has new words: {told:#}");
    assert!(watch.page(&told, names(&told).len() - 1).starts_with(b"<svg"));
    let known: Vec<String> = names(&told).into_iter().map(str::to_owned).collect();
    folder.write("book/cards.csv", "Card,Cost\nQueen of Cups,1\n");
    watch.until("rulebook", "the table follows its data", |told| names(told) != known);
}

#[test]
fn templates_are_followed() {
    let folder = Folder::new("watch-templates");
    small_book(&folder);
    folder.write("book/theme.toml", "[templates]\nchapter = \"own/chapter.typ\"\n");
    folder
        .write("book/own/chapter.typ", "#import \"part.typ\": part\n#let chapter(it) = part(it)\n");
    folder.write("book/own/part.typ", "#let part(it) = it.default\n");
    let mut watch = Watch::start(&folder, &["--no-write"]);
    let before: Vec<String> = names(&watch.ready()).into_iter().map(str::to_owned).collect();
    folder.write("book/own/part.typ", "#let part(it) = upper(it.default)\n");
    watch.until("rulebook", "pages follow what a template imports", |told| {
        !names(told).is_empty() && names(told) != before
    });
    folder.write("book/own/part.typ", "#let part(it) = it.nothing\n");
    watch.until("rulebook", "the template is broken", |told| has_finding(told, "template"));
    folder.write("book/own/part.typ", "#let part(it) = it.default\n");
    watch.until("rulebook", "the template is mended", |told| {
        !has_finding(told, "template") && names(told) == before
    });
}

#[test]
fn broken_states_are_told_and_mended() {
    let folder = Folder::new("watch-broken");
    small_book(&folder);
    let mut watch = Watch::start(&folder, &["--no-write"]);
    let pages = names(&watch.ready()).len();
    folder.write("book/book.toml", "title = [broken\n");
    let told =
        watch.until("rulebook", "book.toml is broken", |told| has_finding(told, "book-file"));
    assert!(told["problem"].is_string() && names(&told).len() == pages, "{told:#}");
    folder.write("book/book.toml", MANIFEST);
    watch.until("rulebook", "book.toml is mended", |told| {
        told["problem"].is_null() && !has_finding(told, "book-file")
    });
    save(&folder, "book/a.md", &PROSE.replace("[Draw](", "[").replace("B[Play]", "B[Play"));
    let is_chart = |told: &Value| told["findings"].to_string().contains("\"chart-");
    watch.until("rulebook", "the chart is broken", is_chart);
    save(&folder, "book/a.md", PROSE);
    watch.until("rulebook", "the chart is mended", |told| !is_chart(told));
    std::fs::remove_file(folder.path().join("book/b.md")).expect("it is there");
    watch.until("rulebook", "a file is gone", |told| has_finding(told, "unreadable"));
    folder.write("book/b.md", "# End {#end}\n\nThe game ends.\n");
    watch.until("rulebook", "it is back", |told| !has_finding(told, "unreadable"));
}

/// The folder of a book disappears and comes back, as a renamed or newly unpacked one does; then
/// another change of it is seen as well.
#[test]
fn a_folder_that_comes_back_is_watched() {
    let folder = Folder::new("watch-back");
    small_book(&folder);
    let (here, away) = (folder.path().join("book"), folder.path().join("away"));
    let mut watch = Watch::start(&folder, &["--no-write"]);
    watch.ready();
    std::fs::rename(&here, &away).expect("it can be moved");
    let told = watch.until("rulebook", "it is gone", |told| told["problem"].is_string());
    let problem = told["problem"].as_str().unwrap_or_default();
    assert!(problem.contains("no such file") && !problem.contains("os error"), "{problem}");
    std::fs::rename(&away, &here).expect("it can be moved");
    watch.until("rulebook", "it is back", |told| told["problem"].is_null());
    save(&folder, "book/a.md", "# Draw\n\nOther words.\n");
    watch.until("rulebook", "it is read again", |told| has_finding(told, "dangling-binding"));
    std::fs::remove_dir_all(&here).expect("it can be removed");
    watch.until("rulebook", "it is gone again", |told| told["problem"].is_string());
    small_book(&folder);
    let mended = |told: &Value| told["problem"].is_null() && !has_finding(told, "dangling-binding");
    watch.until("rulebook", "it is new", mended);
}

#[test]
fn findings_lead_to_their_page() {
    let folder = Folder::new("watch-places");
    small_book(&folder);
    folder.write("book/b.md", "# End {#end}\n\nThe game ends, see [there](#lost).\n");
    let mut watch = Watch::start(&folder, &["--no-write"]);
    let told = watch.until("rulebook", "there is a finding", |told| {
        told["phase"] == "ready" && has_finding(told, "broken-link")
    });
    let findings = told["findings"].as_array().expect("there are findings");
    let nth = findings.iter().position(|card| card["finding"]["code"] == "broken-link");
    let card = &findings[nth.expect("it is there")];
    assert_eq!(card["marked"], serde_json::json!([19, 33]), "{card:#}");
    let answer = watch.get(&format!("/place?finding={}", nth.unwrap_or_default()));
    let place: Value = serde_json::from_slice(&answer.body).expect("it is data");
    assert_eq!(place["view"], "rulebook");
    let page = place["page"].as_u64().expect("it is on a page") as usize;
    assert!(page < names(&told).len() && !place["boxes"].as_array().expect("boxes").is_empty());
    let answer = watch.get("/place?finding=99999");
    assert_eq!(answer.body, b"null");
}

#[test]
fn views_are_made_when_they_are_looked_at() {
    let folder = Folder::new("watch-views");
    small_book(&folder);
    let mut watch = Watch::start(&folder, &["--no-write"]);
    let told = watch.ready();
    let views: Vec<&str> = told["views"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|view| view["key"].as_str())
        .collect();
    assert_eq!(views, ["rulebook", "sheet", "cards", "flowcharts", "example/y"]);
    for view in ["sheet", "cards", "flowcharts", "example/y"] {
        watch.version = 0;
        let told = watch.until(view, view, |told| told["view"] == view && !names(told).is_empty());
        let ending = if view.starts_with("example") { "html" } else { "svg" };
        let answer = watch.get(&format!("/page/{}.{ending}", names(&told)[0]));
        assert_eq!(answer.status, 200, "{view}");
        if ending == "html" {
            assert!(String::from_utf8_lossy(&answer.body).contains("<main id=\"steps\""));
        }
    }
    let known = watch.until("example/y", "an example", |_| true);
    folder.write("book/examples/y.toml", "title = \"Two\"\nplay = \"#turn\"\nafter = \"#turn\"\n");
    watch.until("example/y", "the example follows", |told| names(told) != names(&known));
}

#[test]
fn only_this_machine() {
    let folder = Folder::new("watch-loop-back");
    small_book(&folder);
    let watch = Watch::start(&folder, &["--no-write"]);
    let table = std::fs::read_to_string("/proc/net/tcp").unwrap_or_default();
    let port = format!(":{:04X}", watch.port);
    for line in table.lines().filter(|line| line.split_whitespace().nth(3) == Some("0A")) {
        let address = line.split_whitespace().nth(1).unwrap_or_default();
        assert!(!address.ends_with(&port) || address.starts_with("0100007F"), "{line}");
    }
    let six = std::fs::read_to_string("/proc/net/tcp6").unwrap_or_default();
    let listens = |line: &&str| line.split_whitespace().nth(3) == Some("0A");
    assert!(!six.lines().filter(listens).any(|line| line.contains(&port)));
    for host in ["evil.example", "evil.example:4650", "127.0.0.1", "", "127.0.0.1:1"] {
        let answer = watch.send("GET /state", &[&format!("Host: {host}")]);
        assert_eq!(answer.status, 421, "{host}");
    }
    assert_eq!(watch.send("GET /", &[]).status, 421);
    assert_eq!(watch.send("GET /", &[&format!("Host: LOCALHOST:{}", watch.port)]).status, 200);
}

#[test]
fn only_its_own_page() {
    let folder = Folder::new("watch-own-page");
    small_book(&folder);
    let watch = Watch::start(&folder, &["--no-write"]);
    let host = format!("Host: 127.0.0.1:{}", watch.port);
    for site in ["cross-site", "same-site"] {
        let answer = watch.send("GET /state", &[&host, &format!("Sec-Fetch-Site: {site}")]);
        assert_eq!(answer.status, 403, "{site}");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "HEAD"] {
        assert_eq!(watch.send(&format!("{method} /state"), &[&host]).status, 405, "{method}");
    }
    let page = watch.send("GET /", &[&host, "Origin: http://evil.example"]);
    assert!(!page.head.to_lowercase().contains("access-control"), "{}", page.head);
    for guard in ["Cross-Origin-Resource-Policy: same-origin", "nosniff", "default-src 'none'"] {
        assert!(page.head.contains(guard), "{guard}: {}", page.head);
    }
}

/// Waiting changes are accepted only by the page of the preview, in the state in which they were
/// seen; with `--no-write` nothing is offered.
#[test]
fn only_its_own_page_decides() {
    let folder = Folder::new("watch-review");
    small_book(&folder);
    let mut watch = Watch::start(&folder, &[]);
    let told = watch.ready();
    assert_eq!(told["waiting"], 2, "an example and a rule wait: {told:#}");
    let review: Value =
        serde_json::from_slice(&watch.get("/review").body).expect("the review is data");
    let items = &review["groups"][0]["group"]["items"];
    let item = items.as_array().into_iter().flatten().find(|item| item["id"] == "example/y");
    let item = item.unwrap_or_else(|| panic!("the example waits: {review:#}"));
    let trace = folder.path().join("book/examples/y.trace");
    let body = |state: &Value| {
        serde_json::json!({ "decision": "accept", "id": "example/y", "state": state }).to_string()
    };
    let post = |watch: &Watch, fields: &[&str], body: &str| {
        let host = format!("Host: 127.0.0.1:{}", watch.port);
        let length = format!("Content-Length: {}", body.len());
        let mut stream = TcpStream::connect(("127.0.0.1", watch.port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time can be set");
        let all = [&[host.as_str(), &length][..], fields].concat().join("\r\n");
        let request = format!("POST /review HTTP/1.1\r\n{all}\r\nConnection: close\r\n\r\n{body}");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        let status: u16 = answer.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
        (status, answer)
    };
    let own = format!("Origin: http://127.0.0.1:{}", watch.port);
    let json = "Content-Type: application/json";
    // A client that stops in the middle of a decision holds up no other.
    let mut half = TcpStream::connect(("127.0.0.1", watch.port)).expect("it listens");
    let head = format!("Host: 127.0.0.1:{}\r\n{own}\r\n{json}\r\nContent-Length: 400", watch.port);
    half.write_all(format!("POST /review HTTP/1.1\r\n{head}\r\n\r\n{{").as_bytes())
        .expect("it reads");
    let right = body(&item["state"]);
    for fields in [
        &[json][..],
        &["Origin: http://evil.example", json],
        &["Origin: null", json],
        &[own.as_str()],
        &[own.as_str(), "Content-Type: text/plain"],
        &[own.as_str(), json, "Sec-Fetch-Site: cross-site"],
    ] {
        assert_eq!(post(&watch, fields, &right).0, 403, "{fields:?}");
    }
    assert_eq!(post(&watch, &[&own, json], "{}").0, 400);
    assert_eq!(post(&watch, &[&own, json], &"x".repeat(9_000)).0, 400);
    let (status, answer) = post(&watch, &[&own, json], &body(&Value::from("another")));
    assert!(status == 200 && answer.contains("\"accepted\":false"), "{answer}");
    assert!(!trace.exists(), "nothing was accepted");
    let (status, answer) = post(&watch, &[&own, json], &right);
    assert!(status == 200 && answer.contains("\"accepted\":true"), "{answer}");
    assert!(trace.exists(), "it is written before it is told");
    let told = watch.until("rulebook", "one is left", |told| told["waiting"] == 1);
    assert!(!has_finding(&told, "unaccepted-example"), "{told:#}");
    assert!(!folder.path().join("book/rules.lock").exists(), "nobody confirmed the rule");
    let mut silent = Watch::start(&folder, &["--no-write"]);
    assert!(silent.ready()["waiting"].is_null());
    assert_eq!(silent.get("/review").status, 403);
    drop(half);
    let own = format!("Origin: http://127.0.0.1:{}", silent.port);
    assert_eq!(post(&silent, &[&own, json], &right).0, 403);
}

#[test]
fn only_the_book() {
    let folder = Folder::new("watch-only-the-book");
    small_book(&folder);
    folder.write("secret.txt", "a secret");
    let watch = Watch::start(&folder, &["--no-write"]);
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/page/../../secret.txt",
        "/page/..%2f..%2fsecret.svg",
        "/secret.txt",
        "/book/a.md",
        "//etc/passwd",
        "/page/00000000000000000000000000000000",
        "/page/.svg",
        "/place",
        "/place?finding=x",
    ] {
        let answer = watch.get(path);
        assert_eq!(answer.status, 404, "{path}");
        assert!(!String::from_utf8_lossy(&answer.body).contains("secret"), "{path}");
    }
    assert_eq!(watch.get("/page/00000000000000000000000000000000.svg").status, 404);
}

#[test]
fn writes_when_it_is_quiet() {
    let folder = Folder::new("watch-writes");
    small_book(&folder);
    let mut watch = Watch::start(&folder, &[]);
    let written = |told: &Value| told["written"].to_string().contains("book/rulebook.pdf");
    watch.until("rulebook", "files are written", written);
    let pdf = folder.path().join("output/book/rulebook.pdf");
    let first = std::fs::read(&pdf).expect("it is there");
    folder.write("book/b.md", "# End {#end}\n\nEverybody goes home.\n");
    let begin = Instant::now();
    while std::fs::read(&pdf).expect("it is always there") == first {
        assert!(begin.elapsed() < PATIENCE, "the PDF does not follow");
        watch.until("rulebook", "it goes on", |_| true);
    }
    // The other files of the book are still being written when the PDF is there.
    while !temporaries(folder.path()).is_empty() {
        assert!(begin.elapsed() < PATIENCE, "{:?} stay", temporaries(folder.path()));
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn without_writing() {
    let folder = Folder::new("watch-no-write");
    small_book(&folder);
    let mut watch = Watch::start(&folder, &["--no-write"]);
    watch.ready();
    folder.write("book/b.md", "# End {#end}\n\nEverybody goes home.\n");
    watch.until("rulebook", "it follows", |told| {
        told["pages"].to_string().contains("\"changed\":[[")
    });
    assert!(!folder.path().join("output").exists());
}

#[cfg(target_os = "linux")]
fn child_of(parent: u32) -> Option<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{parent}/task")).ok()?.flatten();
    let ids = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    ids.collect::<String>().split_whitespace().next()?.parse().ok()
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_child_is_replaced() {
    let folder = Folder::new("watch-killed");
    small_book(&folder);
    let mut watch = Watch::start(&folder, &["--no-write"]);
    let pages = names(&watch.ready()).len();
    signal(child_of(watch.child.id()).expect("a child works"), "-KILL");
    let told = watch.until("rulebook", "its end is told", |told| told["phase"] == "ended");
    assert!(told["death"].as_str().is_some_and(|death| death.contains("ended the program")));
    assert_eq!(names(&told).len(), pages, "the pages stay");
    folder.write("book/b.md", "# End {#end}\n\nIt goes on.\n");
    let told = watch.until("rulebook", "another goes on", |told| told["phase"] == "ready");
    assert!(told["death"].is_null());
    assert!(watch.page(&told, 0).starts_with(b"<svg"));
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_it() {
    let folder = Folder::new("watch-interrupt");
    small_book(&folder);
    let mut watch = Watch::start(&folder, &[]);
    watch.ready();
    let child = child_of(watch.child.id()).expect("a child works");
    signal(watch.child.id(), "-INT");
    let begin = Instant::now();
    let status = watch.child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    assert!(begin.elapsed() < Duration::from_secs(5), "it ends at once");
    assert!(!Path::new(&format!("/proc/{child}")).exists(), "the child has ended");
    assert_eq!(temporaries(folder.path()), [""; 0]);
}

/// Counts the plays that really happen.
struct Counting<'c>(&'c AtomicUsize);

impl Executor for Counting<'_> {
    fn play(&self, program: &Program, starts: &[Start]) -> Result<Vec<Trace>, Vec<Outcome>> {
        self.0.fetch_add(starts.len(), Ordering::SeqCst);
        InProcess.play(program, starts)
    }
}

/// Examples are played again when their input has changed, and only then.
#[test]
fn plays_are_remembered() {
    let folder = Folder::new("watch-plays");
    small_book(&folder);
    let count = AtomicUsize::new(0);
    let executor = Remembered::new(Counting(&count));
    let book = BookLocation::of(&folder.path().join("book"));
    let play = |file: &str, text: &str| {
        folder.write(file, text);
        let before = count.load(Ordering::SeqCst);
        let fresh = pipeline::load(&book).expect("it can be read").play(&InProcess);
        let played = pipeline::load(&book).expect("it can be read").play(&executor);
        assert_eq!(played.examples, fresh.examples, "{file}: what is remembered is what is played");
        count.load(Ordering::SeqCst) - before
    };
    assert_eq!(play("book/a.md", PROSE), 1);
    assert_eq!(
        play("book/a.md", &PROSE.replace("Play one", "Play some")),
        0,
        "prose is not played"
    );
    assert_eq!(play("book/rules/x.star", "#@ #turn\ndef turn():\n    fail(\"no\")\n"), 1, "a rule");
    assert_eq!(play("book/a.md", &PROSE.replace("[2]", "[3]")), 1, "a value");
    assert_eq!(
        play(
            "book/examples/y.toml",
            "title = \"One\"\nplay = \"#turn\"\nseed = 5\nafter = \"#turn\"\n"
        ),
        1,
        "a scenario"
    );
    assert_eq!(play("book/b.md", "# The end {#end}\n\nOver.\n"), 0, "another chapter");
}

/// A book that cannot be watched is reported before anything is served.
#[test]
fn what_cannot_be_watched() {
    let folder = Folder::new("watch-refused");
    small_book(&folder);
    folder.write("two/a/book.toml", "title = 'A'");
    folder.write("two/b/book.toml", "title = 'B'");
    for (path, words) in [
        ("two", "there are 2 books here"),
        ("nowhere", "does not exist"),
        ("-", "cannot be watched"),
    ] {
        let ran = folder.run(&["watch", path]);
        assert!(ran.code == Some(2) && ran.stderr.contains(words), "{path}: {}", ran.stderr);
    }
}
