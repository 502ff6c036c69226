//! Parent and child: whatever a play does, the others are played and the parent lives on.

use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use rulepress::engine::trace::{Fault, Outcome, Snapshot, Start, Trace};
use rulepress::example::player::{ended_trace, play_here};
use rulepress::rules::Program;
use rulepress::rules::child::{ChildPlays, ChildProcess, Death, play_in_child, serve_plays};

use super::book::small;

fn start(seed: u64) -> Start {
    Start { seed, repeat: 1, ..Start::default() }
}

/// This binary with [`stand_in`], whose answers are kept apart from what the test harness prints.
fn child() -> ChildProcess {
    let script = format!(
        "{CHILD}=1 exec \"$0\" --ignored --exact rules::child::stand_in --nocapture 3>&1 >/dev/null"
    );
    let own = std::env::current_exe().expect("this program lies somewhere");
    let own = own.to_str().expect("its path is text").to_owned();
    let arguments = vec!["-c".to_owned(), script, own];
    ChildProcess {
        binary: PathBuf::from("/bin/sh"),
        arguments,
        memory: 1 << 30,
        patience: Duration::from_secs(2),
    }
}

/// Set in a child.
const CHILD: &str = "RULEPRESS_TEST_CHILD";

#[test]
#[ignore = "it is the child of the other tests"]
fn stand_in() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    let answers = File::options().append(true).open("/dev/fd/3").expect("the shell opened it");
    serve_plays(std::io::stdin().lock(), answers, load, stand_in_play)
        .expect("it can read and answer");
}

fn load(program: &Program) -> Result<String, Vec<Fault>> {
    match program.book.as_str() {
        "faulty" => Err(vec![Fault { message: "wrong".to_owned(), ..Fault::default() }]),
        "greedy" => Ok(String::from_utf8(vec![b'a'; 1 << 40]).unwrap_or_default()),
        book => Ok(book.to_owned()),
    }
}

/// The seed says what happens.
fn stand_in_play(_: &String, start: &Start) -> Trace {
    match start.seed {
        1001 => {
            let mut all: Vec<Vec<u64>> = Vec::new();
            loop {
                all.push(vec![1; 1 << 20]);
            }
        }
        1002 => loop {
            std::thread::sleep(Duration::from_millis(10));
        },
        1003 => std::process::abort(),
        1004 => panic!("a card is lost"),
        1005 => println!("{}", deep(start.seed)),
        _ => {}
    }
    let end = Snapshot { digest: start.seed.to_string(), ..Snapshot::default() };
    Trace { end, ..ended_trace(Outcome::Finished) }
}

#[allow(unconditional_recursion, reason = "it is to overflow the stack")]
fn deep(n: u64) -> u64 {
    let held = [n; 64];
    deep(n + 1) + std::hint::black_box(held)[(n % 64) as usize]
}

/// What came of plays with these seeds: the digest, or the death.
fn played(book: &str, seeds: &[u64]) -> (ChildPlays, Vec<Result<String, Death>>) {
    let program = Program { book: book.to_owned(), ..Program::default() };
    let jobs: Vec<Start> = seeds.iter().map(|seed| start(*seed)).collect();
    let mut all = Vec::new();
    let played = play_in_child(&child(), &program, &jobs, &mut |at, trace| {
        assert_eq!(at, all.len());
        all.push(trace.map(|trace| trace.end.digest));
    });
    (played.expect("a child can be started"), all)
}

fn check(seeds: &[u64], death: Death) {
    let (played, all) = played("good", seeds);
    assert_eq!(played, ChildPlays::All);
    for (seed, what) in seeds.iter().zip(all) {
        assert_eq!(what, if *seed > 1000 { Err(death.clone()) } else { Ok(seed.to_string()) });
    }
}

#[test]
fn all_is_well() {
    let seeds: Vec<u64> = (0..500).collect();
    check(&seeds, Death::Time);
    check(&[], Death::Time);
}

#[test]
fn memory_without_end() {
    check(&[1, 2, 1001, 3, 4], Death::Memory);
}

#[test]
fn time_without_end() {
    check(&[1, 1002, 2], Death::Time);
}

#[test]
fn calls_without_end() {
    check(&[1005, 1, 2], Death::Stack);
}

#[test]
fn a_panic_is_told() {
    check(&[1, 2, 1004, 3], Death::Crash("a card is lost".to_owned()));
}

#[test]
fn an_abort_is_told_twice() {
    let (_, all) = played("good", &[1003, 1, 1003, 2]);
    assert!(
        matches!(&all[0], Err(Death::Crash(words)) if words.contains("signal")),
        "{:?}",
        all[0]
    );
    assert!(matches!(&all[2], Err(Death::Crash(_))));
    assert_eq!((&all[1], &all[3]), (&Ok("1".to_owned()), &Ok("2".to_owned())));
}

#[test]
fn rules_that_can_not_run() {
    assert!(
        matches!(played("faulty", &[1, 2]), (ChildPlays::Faults(faults), all) if faults.len() == 1 && all.is_empty())
    );
    assert!(matches!(played("greedy", &[1]), (ChildPlays::Died(Death::Memory), _)));
    let nothing = ChildProcess { binary: PathBuf::from("/no/such/program"), ..child() };
    assert!(play_in_child(&nothing, &Program::default(), &[start(1)], &mut |_, _| {}).is_err());
}

#[test]
fn a_finding_names_book_and_example() {
    let finding = child().finding(&Death::Memory, "Small", "examples/small/loop.toml");
    assert_eq!(
        (finding.code.name, finding.file.as_deref()),
        ("rules-limit", Some("examples/small/loop.toml"))
    );
    assert_eq!(finding.message, "the rules of `Small` use more than 1024 MiB of memory");
}

/// The program's own child, which plays real rules.
fn of_the_program() -> ChildProcess {
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_rulepress"));
    ChildProcess { binary, arguments: vec!["play-rules".to_owned()], ..child() }
}

#[test]
fn the_program_is_its_own_child() {
    let module = "\
#@ #turn
def go():
    note(\"go\", 7)

#@ #other
def greedy(n = 1500000000):
    x = \"a\" * n
";
    let (_folder, read) = small(module);
    let mut program = read.program.expect("it is whole");
    let jobs: Vec<Start> =
        [0, 1, 0].map(|play| Start { play, repeat: 1, ..Start::default() }).to_vec();
    let mut all = Vec::new();
    let played = play_in_child(&of_the_program(), &program, &jobs, &mut |_, trace| all.push(trace));
    assert_eq!(played.expect("a child can be started"), ChildPlays::All);
    let here = play_here(&program, &jobs[..1]).expect("the rules can be run");
    assert_eq!((&all[0], &all[2]), (&Ok(here[0].clone()), &Ok(here[0].clone())));
    assert_eq!(all[1], Err(Death::Memory));
    program.modules[0].text = "go = zone(\n".to_owned();
    let played = play_in_child(&of_the_program(), &program, &jobs, &mut |_, _| {});
    assert!(
        matches!(played.expect("a child can be started"), ChildPlays::Faults(faults) if faults.len() == 1)
    );
}
