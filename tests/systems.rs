//! Differences between systems, as far as every system can show them: the limit of memory that one
//! refuses, paths of Windows, ends of lines, names that one disk takes for the same.

use std::cell::Cell;
use std::ffi::OsStr;
use std::io::{Error, ErrorKind};
use std::path::Path;

use rulepress::engine::trace::{Outcome, Start};
use rulepress::rules::executor::{ChildProcess, Executor, lower_limit, started_program};
use rulepress::text::with_slashes;

use crate::common::Folder;
use crate::rules::book::small;

const PROGRAM: &str = env!("CARGO_BIN_EXE_rulepress");

/// macOS refuses to limit addresses; a limit above the hard one is lowered to that.
#[test]
fn a_limit_that_cannot_be_set_is_no_error() {
    let set = Cell::new(None);
    let keep = |soft, hard| {
        set.set(Some((soft, hard)));
        Ok(())
    };
    let refuse = |_, _| Err(Error::from(ErrorKind::InvalidInput));
    assert!(lower_limit(Ok(9), keep, 7));
    assert_eq!(set.get(), Some((7, 9)));
    assert!(lower_limit(Ok(9), keep, 12));
    assert_eq!(set.get(), Some((9, 9)));
    assert!(!lower_limit(Ok(9), refuse, 7));
    assert!(!lower_limit(Err(Error::from(ErrorKind::Unsupported)), keep, 7));
}

/// On a system without a limit of memory, the heap of the rules has its limit, and its turns have
/// theirs.
#[test]
fn rules_have_limits_without_those_of_the_system() {
    let module = "\
#@ #turn
def greedy():
    held = [\"a\"]
    for _ in range(40):
        held = held + held

#@ #other
def endless():
    for _ in range(1000000000):
        for _ in range(1000000000):
            pass
";
    let (_folder, read) = small(module);
    let program = read.program.expect("it is whole");
    let mut child = ChildProcess::of_this_binary("play-rules").expect("it lies somewhere");
    (child.binary, child.memory) = (PROGRAM.into(), u64::MAX);
    let starts = [0, 1].map(|play| Start { play, repeat: 1, ..Start::default() });
    let traces = child.play(&program, &starts).expect("the rules can be run");
    for trace in traces {
        assert!(matches!(trace.outcome, Outcome::Limit { .. }), "{:?}", trace.outcome);
    }
}

/// An empty root has no `/proc`: the program then finds itself as the shell did.
#[test]
fn the_program_is_found_as_it_was_started() {
    let program = Path::new(PROGRAM);
    let (folder, name) = (program.parent().expect("it lies in a folder"), program.file_name());
    let name = name.expect("it has a name");
    let nowhere = OsStr::new("/no/such/folder");
    let several =
        std::env::join_paths([Path::new("/no/such/folder"), folder]).expect("they can be");
    assert_eq!(started_program(program.as_os_str(), nowhere).as_deref(), Some(program));
    assert_eq!(started_program(name, &several).as_deref(), Some(program));
    assert_eq!(started_program(name, nowhere), None);
    assert_eq!(started_program(OsStr::new("/no/such/program"), &several), None);
}

#[test]
fn paths_of_windows_are_told_with_slashes() {
    let told = [
        (r"output\game\rulebook.pdf", "output/game/rulebook.pdf"),
        (r"\\?\C:\games\cards.csv", "C:/games/cards.csv"),
        (r"\\?\UNC\server\games\cards.csv", "//server/games/cards.csv"),
        (r"\\server\games", "//server/games"),
        ("content/gazer", "content/gazer"),
    ];
    for (path, words) in told {
        assert_eq!(with_slashes(path), words);
    }
}

/// An editor on Windows ends lines with two characters, in every file of a book.
#[test]
fn ends_of_lines_do_not_matter() {
    let folder = Folder::new("systems-ends");
    folder.run(&["new", "game"]).ended(0);
    let build = |output: &str| {
        let ran = folder.run(&["build", "game", "-o", output]).ended(0);
        let written = ran.stdout.lines().map(|path| path.trim_start_matches(output).to_owned());
        written.collect::<Vec<_>>()
    };
    let turn = folder.path().join("game/02-turn.md");
    let text = std::fs::read_to_string(&turn).expect("the new book has it");
    let more = "Write `rulepress play\nBOOK`.\n\n> `one  two\n> three\n> four` [a\n> link](#turn 'a\n> title').";
    std::fs::write(&turn, format!("{text}\n{more}\n")).expect("it can be written");
    let names = build("unix");
    for entry in walkdir::WalkDir::new(folder.path().join("game")) {
        let entry = entry.expect("it can be listed");
        if entry.file_type().is_file() {
            let text = std::fs::read_to_string(entry.path()).expect("it is text");
            std::fs::write(entry.path(), text.replace('\n', "\r\n")).expect("it can be written");
        }
    }
    assert_eq!(build("windows"), names);
    for name in &names {
        let bytes = |output: &str| {
            let path = folder.path().join(format!("{output}{name}"));
            std::fs::read(path).expect("it was written")
        };
        assert!(bytes("unix") == bytes("windows"), "{name} differs");
    }
}

/// Folders that differ only in case are one folder of outputs on Windows and macOS.
#[test]
fn books_that_differ_in_case_are_refused() {
    let folder = Folder::with("systems-case", "one/Game/book.toml", "title = 'One'");
    folder.write("one/Game/rules.md", "# One\n\nDraw.\n");
    folder.write("two/game/book.toml", "title = 'Two'");
    folder.write("two/game/rules.md", "# Two\n\nDraw.\n");
    folder.run(&["build", "."]).ended(2).says("two books would be written to `output/");
}
