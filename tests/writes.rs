//! Written files: whatever ends the program, the old file is there or the new one; a file that
//! cannot be written is reported; nothing is written elsewhere.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::{Folder, has_all, is_night, temporaries};

const PROGRAM: &str = env!("CARGO_BIN_EXE_rulepress");
/// Number of times that the program is killed at each kind of write.
fn kills() -> usize {
    if is_night() { 200 } else { 40 }
}

/// A small game with one question and one answer too few.
const GAME: [(&str, &str); 4] = [
    ("book.toml", "title = 'Game'\nsources = ['rules.md']"),
    ("rules.md", "# Turn {#turn}\n\n1. Draw a card. {#draw}\n2. Play it. {#play}\n"),
    (
        "rules/turn.star",
        "players = [player(\"Anna\")]\n\n#@ #turn\ndef turn():\n    ask(\"how many\", [1, 2, 3])\n",
    ),
    ("examples/turn.toml", "title = \"A turn\"\nafter = \"#turn\"\nplay = \"#turn\"\n"),
];

/// Returns a text with something to fix in each of many charts.
fn mendable() -> String {
    let chart = |n| {
        format!("## Chart {n}\n\n```mermaid\ngraph TD\nA{n}[Draw (a card)] --> B{n}[End]\n```\n\n")
    };
    format!("# Charts\n\n{}", (0..20).map(chart).collect::<String>())
}

/// A command that writes `target`, and its standard input.
struct Writing<'a> {
    folder: &'a Folder,
    arguments: &'a [&'a str],
    input: &'a str,
    target: &'a str,
}

impl Writing<'_> {
    fn target(&self) -> PathBuf {
        self.folder.path().join(self.target)
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        std::fs::read(self.target()).ok()
    }

    /// Runs the command, or another one that runs it.
    fn run(&self, before: &[&str]) -> Output {
        let words: Vec<&str> =
            before.iter().chain(&[PROGRAM]).chain(self.arguments).copied().collect();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).current_dir(self.folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the command starts");
        let mut stdin = child.stdin.take().expect("it is piped");
        // A command that is killed early does not read it.
        let _ = stdin.write_all(self.input.as_bytes());
        drop(stdin);
        child.wait_with_output().expect("it ends")
    }

    /// Puts the old file back.
    fn reset(&self, old: Option<&[u8]>) {
        match old {
            Some(old) => std::fs::write(self.target(), old).expect("it can be written"),
            None => drop(std::fs::remove_file(self.target())),
        }
    }

    /// Kills the program after each of many counts of bytes of the new file.
    fn kill_at_every_byte(&self) {
        let old = self.bytes();
        assert!(self.run(&[]).status.success() || self.target.ends_with("toml"));
        let new = self.bytes().expect("it was written");
        assert_ne!(old.as_ref(), Some(&new), "{}: nothing to write", self.target);
        for nth in 0..kills() {
            self.reset(old.as_deref());
            let most = new.len() * nth / kills();
            let ran = self.run(&["prlimit", &format!("--fsize={most}"), "--"]);
            assert!(!ran.status.success(), "{}: {most} bytes are enough", self.target);
            assert!(self.bytes() == old, "{}: killed at byte {most}", self.target);
        }
        self.reset(old.as_deref());
        // A limit of exactly the length of the file stops nothing.
        self.run(&["prlimit", &format!("--fsize={}", new.len()), "--"]);
        assert!(self.bytes().as_ref() == Some(&new), "{}", self.target);
    }
}

fn game(folder: &Folder) {
    GAME.iter().for_each(|(file, text)| folder.write(&format!("game/{file}"), text));
}

#[test]
fn killed_while_it_mends() {
    let folder = Folder::with("writes-mend", "charts.md", mendable());
    let arguments = ["check", "--fix", "charts.md"];
    let writing =
        Writing { folder: &folder, arguments: &arguments, input: "", target: "charts.md" };
    if cfg!(target_os = "linux") {
        writing.kill_at_every_byte();
        assert_eq!(temporaries(folder.path()), [""; 0], "the parent tidies up");
    }
}

#[test]
fn killed_while_it_accepts() {
    let folder = Folder::new("writes-accept");
    game(&folder);
    folder.write(
        "game/examples/turn.toml",
        format!("{}[answers]\n\"how many\" = \"2\"\n", GAME[3].1),
    );
    let targets = ["game/rules.lock", "game/examples/turn.trace"];
    for target in targets {
        for target in targets {
            let _ = std::fs::remove_file(folder.path().join(target));
        }
        let arguments = ["accept", "game"];
        let writing = Writing { folder: &folder, arguments: &arguments, input: "", target };
        if cfg!(target_os = "linux") {
            writing.kill_at_every_byte();
            assert_eq!(temporaries(folder.path()), [""; 0], "the parent tidies up");
        }
    }
}

#[test]
fn killed_while_it_records() {
    let folder = Folder::new("writes-record");
    game(&folder);
    let target = "game/examples/turn.toml";
    let arguments = ["play", "--record", target];
    let writing = Writing { folder: &folder, arguments: &arguments, input: "2\n", target };
    if cfg!(target_os = "linux") {
        writing.kill_at_every_byte();
        // Killed programs leave temporary files. A later write removes them, but only old ones, which are not
        // in use.
        let left = temporaries(folder.path());
        assert!(left.len() > kills() / 2, "{} temporary files", left.len());
        assert!(!folder.run(&["check", "game"]).stderr.contains(".tmp"));
        age(folder.path(), &left);
        writing.reset(Some(GAME[3].1.as_bytes()));
        writing.run(&[]);
        assert_eq!(temporaries(folder.path()), [""; 0]);
    }
}

/// Makes files two minutes older.
fn age(folder: &Path, files: &[String]) {
    let before = std::time::SystemTime::now() - std::time::Duration::from_secs(120);
    for file in files {
        let file = std::fs::File::options().append(true).open(folder.join(file));
        file.and_then(|file| file.set_modified(before)).expect("it can be made older");
    }
}

#[test]
fn killed_while_it_builds() {
    let folder = Folder::with("writes-build", "rules.md", "# Rules\n\nDraw a card.\n");
    assert_eq!(folder.run(&["build", "rules.md"]).code, Some(0));
    folder.write("rules.md", "# Rules\n\nDraw two cards.\n");
    let target = "output/rules/rulebook.pdf";
    let arguments = ["build", "rules.md"];
    let writing = Writing { folder: &folder, arguments: &arguments, input: "", target };
    if cfg!(target_os = "linux") {
        writing.kill_at_every_byte();
        assert_eq!(temporaries(folder.path()), [""; 0], "the parent tidies up");
    }
}

/// A disk that is full is an error of each output, and no other book is stopped.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk() {
    let folder = Folder::with("writes-full", "books/a/book.toml", "title = 'A'");
    folder.write("books/a/rules.md", format!("# Rules\n\n{}", "Draw a card. ".repeat(2_000)));
    folder.write("books/b/book.toml", "title = 'B'");
    folder.write("books/b/rules.md", "# Rules\n\nDraw.\n");
    let script = "trap '' XFSZ; exec prlimit --fsize=20000 -- \"$0\" build books";
    let ran = Command::new("sh").args(["-c", script, PROGRAM]).current_dir(folder.path()).output();
    let ran = ran.expect("the command starts");
    let words = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1), "{words}");
    has_all(
        &words,
        &["error[unwritten]: the file is not written: it is larger than", "output/a/rulebook.pdf"],
    );
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "output/b/rulebook.pdf\n");
    assert_eq!(temporaries(folder.path()), [""; 0]);
    // A real disk without room, where this machine lets a test have one.
    std::fs::create_dir_all(folder.path().join("disk")).expect("a folder can be made");
    let script = "mount -t tmpfs -o size=16k none disk && \"$0\" build books/a -o disk; echo $?; ls -A disk/a";
    let mut command = Command::new("unshare");
    command.args(["-m", "sh", "-c", script, PROGRAM]).current_dir(folder.path());
    let Some(ran) = command.output().ok().filter(|ran| !ran.stdout.is_empty()) else { return };
    let words = String::from_utf8_lossy(&ran.stderr);
    if !words.contains("mount") && !words.contains("unshare") {
        assert!(words.contains("the disk is full"), "{words}");
        assert_eq!(String::from_utf8_lossy(&ran.stdout), "1\n", "no half file");
    }
}

/// A path that cannot be written is an error with the path, the reason and a hint.
#[test]
fn places_where_nothing_can_be_written() {
    let folder = Folder::with("writes-places", "rules.md", "# Rules\n\nDraw.\n");
    let expect = |words: &str| {
        let ran = folder.run(&["build", "rules.md"]);
        assert_eq!(ran.code, Some(1), "{words}: {}", ran.stderr);
        assert!(ran.stderr.contains("error[unwritten]: the file is not written"), "{}", ran.stderr);
        assert!(ran.stderr.contains("output/rules/rulebook.pdf"), "{}", ran.stderr);
        assert!(ran.stderr.contains(words) && ran.stdout.is_empty(), "{}", ran.stderr);
    };
    folder.write("output", "a file");
    expect("a file is where a folder is needed");
    std::fs::remove_file(folder.path().join("output")).expect("it is there");
    std::fs::create_dir_all(folder.path().join("output/rules/rulebook.pdf")).expect("it is free");
    expect("a folder has this name");
    std::fs::remove_dir(folder.path().join("output/rules/rulebook.pdf")).expect("it is there");
    folder.write("output/rules/rulebook.pdf", "old");
    read_only(&folder.path().join("output/rules/rulebook.pdf"), true);
    expect("you may only read the file or its folder");
    let old = std::fs::read(folder.path().join("output/rules/rulebook.pdf"));
    assert_eq!(old.expect("it is there"), b"old");
    read_only(&folder.path().join("output/rules/rulebook.pdf"), false);
}

fn read_only(path: &Path, is_read_only: bool) {
    let mut rights = std::fs::metadata(path).expect("it is there").permissions();
    rights.set_readonly(is_read_only);
    std::fs::set_permissions(path, rights).expect("they can be set");
}

/// A file keeps its rights, a link stays a link, and new files have the usual rights.
#[cfg(unix)]
#[test]
fn rights_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::new("writes-rights");
    let mode = |file: &str| {
        let meta = std::fs::metadata(folder.path().join(file)).expect("it is there");
        meta.permissions().mode() & 0o7777
    };
    folder.write("real/charts.md", mendable());
    let rights = std::fs::Permissions::from_mode(0o640);
    std::fs::set_permissions(folder.path().join("real/charts.md"), rights).expect("it is there");
    symlink("real/charts.md", folder.path().join("charts.md")).expect("a link can be made");
    // Below the folder of the link: a link out of it is not followed when it is read.
    folder.run(&["check", "--fix", "charts.md"]).ended(0);
    let link = std::fs::symlink_metadata(folder.path().join("charts.md")).expect("it is there");
    assert!(link.file_type().is_symlink());
    let mended = std::fs::read_to_string(folder.path().join("real/charts.md"));
    assert!(mended.expect("it is there").contains("[\"Draw (a card)\"]"));
    assert_eq!(mode("real/charts.md"), 0o640);
    folder.write("rules.md", "# Rules\n\nDraw.\n");
    let command = "umask 027 && exec \"$0\" build rules.md";
    let ran = Command::new("sh").args(["-c", command, PROGRAM]).current_dir(folder.path()).output();
    assert!(ran.expect("the command starts").status.success());
    assert_eq!(mode("output/rules/rulebook.pdf"), 0o640);
}

/// A link that a book brings along does not lead outputs to another place.
#[cfg(unix)]
#[test]
fn links_out_of_the_outputs() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with("writes-links", "rules.md", "# Rules\n\nDraw.\n");
    folder.write("elsewhere.pdf", "precious");
    folder.write("other/note.txt", "precious");
    let refused = |link: &str, to: &str| {
        let link = folder.path().join(link);
        std::fs::create_dir_all(link.parent().expect("it has a folder")).expect("it can be made");
        symlink(to, &link).expect("it is free");
        folder.run(&["build", "rules.md"]).ended(1).says("leads from there to another folder");
        std::fs::remove_file(&link).expect("the link is still there");
    };
    refused("output/rules/rulebook.pdf", "../../elsewhere.pdf");
    refused("output/rules/rulebook.pdf", "../../new.pdf");
    std::fs::remove_dir_all(folder.path().join("output")).expect("it is there");
    refused("output/rules", "../other");
    std::fs::remove_dir_all(folder.path().join("output")).expect("it is there");
    let outside = Folder::new("writes-links-outside");
    refused("output", outside.path().to_str().expect("it is text"));
    assert_eq!(folder.bytes("elsewhere.pdf"), b"precious");
    assert!(!folder.path().join("new.pdf").exists());
    assert_eq!(std::fs::read_dir(folder.path().join("other")).expect("it is there").count(), 1);
    assert_eq!(std::fs::read_dir(outside.path()).expect("it is there").count(), 0);
    let named = ["build", "rules.md", "-o", "linked"];
    symlink(outside.path(), folder.path().join("linked")).expect("it is free");
    assert_eq!(folder.run(&named).code, Some(0));
}

/// A source that somebody changes while the program works is left alone.
#[test]
fn a_source_that_changed() {
    let folder = Folder::new("writes-changed");
    game(&folder);
    let scenario = folder.path().join("game/examples/turn.toml");
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder.path()).args(["play", "--record", "game/examples/turn.toml"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    // It asks, so it has read the scenario.
    let mut stderr = child.stderr.take().expect("it is piped");
    let mut byte = [0];
    std::io::Read::read_exact(&mut stderr, &mut byte).expect("it asks");
    std::fs::write(&scenario, "title = \"Mine\"\n").expect("it can be written");
    let mut stdin = child.stdin.take().expect("it is piped");
    stdin.write_all(b"2\n").expect("it reads");
    drop(stdin);
    let mut words = String::new();
    std::io::Read::read_to_string(&mut stderr, &mut words).expect("it is text");
    assert_eq!(child.wait().expect("it ends").code(), Some(1), "{words}");
    has_all(&words, &["somebody changed the file after it was read", "run the command again"]);
    assert_eq!(std::fs::read_to_string(&scenario).expect("it is there"), "title = \"Mine\"\n");
}

/// Names that would lead out of the folder of outputs are refused where they are read.
#[test]
fn names_that_lead_elsewhere() {
    let folder = Folder::with("writes-names", "in/book/rules.md", "# Rules\n\nDraw.\n");
    folder.write("in/book/cards.csv", "Card\nAce\n");
    for name in ["x/../../../../evil", "..", "a/b", "a\\\\b", "c:d", "con", "COM1.x", "end.", ""] {
        let deck =
            format!("[deck.\"{name}\"]\ndata = 'cards.csv'\n[deck.other]\ndata = 'cards.csv'\n");
        folder.write("in/book/book.toml", format!("data = ['cards.csv']\n{deck}"));
        let ran = folder.run(&["build", "in/book", "-o", "in/out"]);
        assert_eq!(ran.code, Some(1), "{name}: {}", ran.stderr);
        assert!(ran.stderr.contains("cannot name its files"), "{name}: {}", ran.stderr);
        assert!(ran.stderr.contains("book.toml:3:8"), "{name}: {}", ran.stderr);
        assert_eq!(ran.stdout, "in/out/book/rulebook.pdf\n", "{name}");
    }
    let pdfs = walkdir::WalkDir::new(folder.path()).into_iter().flatten();
    let pdfs = pdfs.filter(|entry| entry.path().extension() == Some(OsStr::new("pdf")));
    assert_eq!(pdfs.count(), 1, "the decks cost themselves, and nothing lies elsewhere");
    folder.write("in/book/book.toml", "title = 'x'");
    folder.write("in/cards:x.toml", "family = 'screen'");
    let ran = folder.run(&["build", "in/book", "--profile", "in/cards:x.toml"]);
    assert!(cfg!(windows) || ran.code == Some(2), "{}", ran.stderr);
    if cfg!(unix) {
        folder.write("con.md", "# Rules\n\nDraw.\n");
        folder.write("a: b?.md", "# Rules\n\nDraw.\n");
        for (file, output) in [("con.md", "con-book"), ("a: b?.md", "a- b-")] {
            let ran = folder.run(&["build", file]).says("note[file-name]");
            assert_eq!(ran.stdout, format!("output/{output}/rulebook.pdf\n"), "{}", ran.stderr);
        }
    }
}
