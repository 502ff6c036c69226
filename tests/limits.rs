//! The work on a book under limits. A book that needs too much, takes too long, ends the program or
//! is interrupted does no harm to other books, is reported, and leaves nothing half made.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use image::{ImageFormat, RgbaImage};
use rulepress::diagnostic::code;
use rulepress::example::game::BookLocation;
use rulepress::pipeline;
use rulepress::rules::executor::InProcess;

use crate::common::{Folder, has_all, signal, temporaries};

const PROGRAM: &str = env!("CARGO_BIN_EXE_rulepress");

/// Two books: the first takes seconds and half a gigabyte, the second nothing.
fn two_books(folder: &Folder) {
    let chapter = |n| format!("## Part {n}\n\n{}\n\n", "Draw a card from your deck. ".repeat(90));
    folder.write("books/a/book.toml", "title = 'A'");
    folder.write("books/a/rules.md", (0..900).map(chapter).collect::<String>());
    folder.write("books/b/book.toml", "title = 'B'");
    folder.write("books/b/rules.md", "# Rules\n\nDraw.\n");
}

/// A picture that takes 256 MB once it is decoded.
fn large_picture() -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    let picture = RgbaImage::new(8_000, 8_000);
    picture.write_to(&mut file, ImageFormat::Png).expect("it can be written");
    file.into_inner()
}

#[test]
fn memory() {
    let folder = Folder::new("limits-memory");
    two_books(&folder);
    folder.write("books/a/rules.md", "# Rules\n\n![a board](board.png)\n");
    folder.write("books/a/board.png", large_picture());
    if cfg!(target_os = "linux") {
        let ran = folder.run(&["build", "books", "--limit-memory", "256MiB"]).ended(5);
        let words = "error[book-limit]: the book `books/a` needs more than 256 MiB";
        has_all(&ran.stderr, &[words, "--limit-memory 512MiB"]);
        assert!(
            ran.stderr.ends_with("books/a: 1 error\nbooks/b: 1 file, no findings\n"),
            "{}",
            ran.stderr
        );
        assert_eq!(ran.stdout, "output/b/rulebook.pdf\n");
        let json = ["check", "books", "--limit-memory", "256MiB", "--format", "json"];
        let ran = folder.run(&json);
        assert!(serde_json::from_str::<serde_json::Value>(&ran.stdout).is_ok(), "{}", ran.stdout);
    }
    for wrong in ["0", "4", "100MiB", "lots"] {
        folder.run(&["build", "books", "--limit-memory", wrong]).ended(2);
    }
}

/// The expected memory of a rulebook is known before it is set; `--limit-memory` lowers and raises
/// the limit.
#[test]
fn expected_memory() {
    let folder = Folder::new("limits-expected");
    two_books(&folder);
    let ran = folder.run(&["build", "books/a", "--limit-memory", "256MiB"]).ended(5);
    let words = "the book is too large: it is likely to need more than 128 MiB of memory";
    assert!(ran.stderr.contains(words) && ran.stderr.contains("512MiB"), "{}", ran.stderr);
    let book = BookLocation::of(&folder.path().join("books/a"));
    let reaches = |memory: u64| {
        let played = pipeline::load(&book).expect("it can be read").play(&InProcess);
        played.join_within(memory).findings.has(code::TOO_LARGE)
    };
    assert!(reaches(500 << 20) && !reaches(1 << 30));
}

#[test]
fn time() {
    let folder = Folder::new("limits-time");
    two_books(&folder);
    let begin = Instant::now();
    let ran = folder
        .run(&["build", "books", "--limit-seconds", "2"])
        .ended(5)
        .says("the book `books/a` takes longer than 2 seconds");
    assert_eq!(ran.stdout, "output/b/rulebook.pdf\n");
    assert!(begin.elapsed() < Duration::from_secs(30));
    for wrong in ["0", "0.5", "-1", "soon"] {
        let limit = format!("--limit-seconds={wrong}");
        let ran = folder.run(&["build", "books", &limit]);
        assert_eq!(ran.code, Some(2), "{wrong}: {}", ran.stderr);
        assert!(ran.stderr.contains("write whole seconds, at least 1"), "{wrong}: {}", ran.stderr);
    }
}

/// Starts a build of two books. A shell that runs tests in the background lets its children ignore
/// Ctrl-C until they listen for it; this one does not inherit that.
fn start_build(folder: &Folder) -> Child {
    let mut command = Command::new("env");
    if cfg!(target_os = "linux") {
        command.arg("--default-signal=INT");
    }
    command.current_dir(folder.path()).args([PROGRAM, "build", "books"]);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts")
}

/// The child that works on `book`, as soon as it runs.
#[cfg(target_os = "linux")]
fn child_that_makes(parent: u32, book: &str) -> u32 {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(20) {
        let children = std::fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten();
        for task in children.flatten() {
            let ids = std::fs::read_to_string(task.path().join("children")).unwrap_or_default();
            for id in ids.split_whitespace() {
                let line = std::fs::read_to_string(format!("/proc/{id}/cmdline"));
                let named = format!("--path={book}");
                if line.is_ok_and(|line| line.split('\0').any(|word| word == named)) {
                    return id.parse().expect("it is a number");
                }
            }
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("nobody works on {book}");
}

#[cfg(target_os = "linux")]
#[test]
fn crash() {
    let folder = Folder::new("limits-crash");
    two_books(&folder);
    let build = start_build(&folder);
    signal(child_that_makes(build.id(), "books/a"), "-ABRT");
    let ran = build.wait_with_output().expect("it ends");
    let words = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(5), "{words}");
    let told = "error[book-limit]: the book `books/a` ended the program: signal: 6";
    assert!(words.contains(told), "{words}");
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "output/b/rulebook.pdf\n");
}

/// A child ends when its parent is killed.
#[cfg(target_os = "linux")]
#[test]
fn orphans() {
    let folder = Folder::new("limits-orphans");
    two_books(&folder);
    let mut build = start_build(&folder);
    let child = child_that_makes(build.id(), "books/a");
    signal(build.id(), "-KILL");
    build.wait().expect("it ends");
    let begin = Instant::now();
    let works = |stat: String| !stat.contains(") Z ");
    while std::fs::read_to_string(format!("/proc/{child}/stat")).is_ok_and(works) {
        assert!(begin.elapsed() < Duration::from_millis(1_500), "the child works for nobody");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Interrupted at any moment, the program leaves whole files and no child.
#[cfg(target_os = "linux")]
#[test]
fn interrupt() {
    let folder = Folder::new("limits-interrupt");
    two_books(&folder);
    folder.write("books/a/rules.md", "# Rules\n\nDraw.\n\n".repeat(300));
    for (nth, wait) in [1, 15, 30, 60, 100, 150, 200, 300, 450, 600].into_iter().enumerate() {
        let mut build = start_build(&folder);
        std::thread::sleep(Duration::from_millis(wait));
        if build.try_wait().expect("it can be asked").is_some() {
            break;
        }
        signal(build.id(), if nth % 2 == 0 { "-INT" } else { "-TERM" });
        let parent = build.id();
        let ran = build.wait_with_output().expect("it ends");
        let words = String::from_utf8_lossy(&ran.stderr);
        // The system ends a program that does not listen for signals yet.
        let is_ended = ran.status.code().is_none() && wait < 200;
        let end = if nth % 2 == 0 { 130 } else { 143 };
        assert!(ran.status.code() == Some(end) || is_ended, "{wait} ms: {} {words}", ran.status);
        assert!(!words.contains("error"), "{wait} ms: {words}");
        assert_eq!(temporaries(folder.path()), [""; 0], "{wait} ms");
        for pdf in pdfs(folder.path()) {
            let bytes = std::fs::read(&pdf).expect("it can be read");
            let is_whole = bytes.starts_with(b"%PDF") && bytes.trim_ascii_end().ends_with(b"%%EOF");
            assert!(is_whole, "{wait} ms: {}", pdf.display());
        }
        assert!(!Path::new(&format!("/proc/{parent}")).exists());
    }
}

/// A child that waits for a text is ended by the system, and the output does not mention it.
#[cfg(target_os = "linux")]
#[test]
fn a_child_that_is_ended() {
    let folder = Folder::new("limits-ended");
    let pipe = folder.path().join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts");
    assert!(made.success());
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder.path()).args(["build", "pipe"]);
    let build = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    signal(child_that_makes(build.id(), "pipe"), "-TERM");
    let ran = build.wait_with_output().expect("it ends");
    assert_eq!(ran.status.code(), Some(143), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(String::from_utf8_lossy(&ran.stderr), "");
}

fn pdfs(folder: &Path) -> Vec<PathBuf> {
    let files = walkdir::WalkDir::new(folder.join("output")).into_iter().flatten();
    let files = files.map(walkdir::DirEntry::into_path);
    files.filter(|path| path.extension().is_some_and(|end| end == "pdf")).collect()
}

/// The output about books is in their order, whichever is done first.
#[test]
fn the_order_of_books() {
    let folder = Folder::new("limits-order");
    two_books(&folder);
    folder.write("books/a/rules.md", "## Draw\n\nDraw.\n\n[x](#lost)\n\n".repeat(100));
    folder.write("books/b/rules.md", "# Rules\n\nDraw. [x](#lost)\n");
    let first = folder.run(&["build", "books", "-v"]);
    assert_eq!(first.stdout, "output/a/rulebook.pdf\noutput/b/rulebook.pdf\n");
    let places: Vec<&str> = first.stderr.lines().filter(|line| line.contains("-->")).collect();
    let of_first = places.iter().take_while(|place| place.contains("books/a/")).count();
    assert!(of_first > 100 && of_first + 1 == places.len(), "{}", first.stderr);
    assert!(places[of_first].contains("books/b/"));
    for _ in 0..5 {
        assert_eq!(folder.run(&["build", "books", "-v"]).stderr, first.stderr);
    }
}
