//! Parent and child: whatever a play does, the others are played and the parent lives on.

use std::fs::File;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use rulepress::engine::trace::{Fault, Outcome, Snapshot, Start, Trace};
use rulepress::rules::Program;
use rulepress::rules::executor::{
    ChildProcess, Death, Executor, IdleChild, InProcess, serve_plays,
};

use super::book::small;

fn start(seed: u64) -> Start {
    Start { seed, repeat: 1, ..Start::default() }
}

/// This binary with [`stand_in`], whose answers are separate from the output of the test harness.
fn stand_in_child() -> ChildProcess {
    let script = format!(
        "{CHILD}=1 exec \"$0\" --ignored --exact rules::executor::stand_in --nocapture 3>&1 >/dev/null"
    );
    let own = std::env::current_exe().expect("this program lies somewhere");
    let own = own.to_str().expect("its path is text").to_owned();
    let arguments = vec!["-c".to_owned(), script, own];
    ChildProcess {
        binary: PathBuf::from("/bin/sh"),
        arguments,
        memory: 1 << 30,
        patience: Duration::from_secs(5),
        idle: IdleChild::default(),
    }
}

/// The seed of a play whose digest is the number of its process.
const TELLS_PROCESS: u64 = 900;
/// The seed of a play that dies where another one was played before.
const DIES_LATER: u64 = 901;

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

/// Number of plays that this process has begun.
static BEGUN: AtomicUsize = AtomicUsize::new(0);

/// Plays in place of the rules; the seed decides the result.
fn stand_in_play(_: &String, start: &Start) -> Trace {
    let before = BEGUN.fetch_add(1, Ordering::Relaxed);
    let mut digest = start.seed.to_string();
    match start.seed {
        TELLS_PROCESS => digest = std::process::id().to_string(),
        DIES_LATER if before > 0 => std::process::abort(),
        1001 => {
            let mut all: Vec<Vec<u64>> = Vec::new();
            loop {
                // Memory that is reserved but never touched: it reaches the limit at once, even on a busy
                // machine.
                all.push(std::hint::black_box(Vec::with_capacity(1 << 20)));
            }
        }
        1002 => loop {
            std::thread::sleep(Duration::from_millis(10));
        },
        1003 => std::process::abort(),
        1004 => lose_card(),
        1005 => println!("{}", deep(start.seed)),
        _ => {}
    }
    let end = Snapshot { digest, ..Snapshot::default() };
    Trace { end, ..Trace::ended(Outcome::Finished) }
}

fn lose_card() -> ! {
    panic!("a card is lost")
}

/// The line of the panic in `lose_card`.
const PANIC_LINE: u32 = line!() - 4;

#[allow(unconditional_recursion, reason = "it is to overflow the stack")]
fn deep(n: u64) -> u64 {
    let held = [n; 64];
    deep(n + 1) + std::hint::black_box(held)[(n % 64) as usize]
}

/// Returns the results of plays with these seeds in a fresh child: the digest, or the outcome that
/// the trace records for the death of the child.
fn digests(book: &str, seeds: &[u64]) -> Vec<Result<String, Outcome>> {
    digests_of(&stand_in_child(), book, seeds)
}

fn digests_of(child: &ChildProcess, book: &str, seeds: &[u64]) -> Vec<Result<String, Outcome>> {
    let program = Program { book: book.to_owned(), ..Program::default() };
    let starts: Vec<Start> = seeds.iter().map(|seed| start(*seed)).collect();
    let traces = child.play(&program, &starts).expect("the rules can be run");
    let digest = |trace: Trace| match trace.outcome {
        Outcome::Finished => Ok(trace.end.digest),
        other => Err(other),
    };
    traces.into_iter().map(digest).collect()
}

/// Plays with seeds up to 1000 are played, the others die as said.
fn check_death(seeds: &[u64], death: &Death) {
    for (seed, what) in seeds.iter().zip(digests("good", seeds)) {
        let dies = *seed > 1000;
        assert_eq!(what, if dies { Err(death.outcome()) } else { Ok(seed.to_string()) });
    }
}

#[test]
fn all_is_well() {
    let seeds: Vec<u64> = (0..500).collect();
    check_death(&seeds, &Death::Time);
    check_death(&[], &Death::Time);
}

#[test]
fn rules_stay_loaded_for_more_plays() {
    let child = stand_in_child();
    let process = |book: &str| match &digests_of(&child, book, &[1, TELLS_PROCESS])[..] {
        [Ok(_), Ok(process)] => process.clone(),
        died => panic!("{died:?}"),
    };
    let first = process("good");
    assert_eq!(process("good"), first, "the same rules");
    assert_ne!(process("other"), first, "other rules");
    let second = process("good");
    assert!(digests_of(&child, "good", &[1003])[0].is_err());
    assert_ne!(process("good"), second, "that one broke down");
}

#[test]
fn no_play_is_blamed_for_those_before_it() {
    let child = stand_in_child();
    assert_eq!(digests_of(&child, "good", &[1]), [Ok("1".to_owned())]);
    assert_eq!(digests_of(&child, "good", &[DIES_LATER]), [Ok(DIES_LATER.to_string())]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_child_ends_with_what_started_it() {
    let child = stand_in_child();
    let told = digests_of(&child, "good", &[TELLS_PROCESS]);
    let [Ok(process)] = &told[..] else { panic!("{told:?}") };
    let lives = || std::path::Path::new("/proc").join(process).exists();
    assert!(lives(), "it waits for more");
    drop(child);
    assert!(!lives(), "nobody asks it for more");
}

#[test]
fn memory_without_end() {
    check_death(&[1, 2, 1001, 3, 4], &Death::Memory);
}

#[test]
fn time_without_end() {
    check_death(&[1, 1002, 2], &Death::Time);
}

#[test]
fn calls_without_end() {
    check_death(&[1005, 1, 2], &Death::Stack);
}

#[test]
fn a_panic_is_told_with_its_place() {
    let words = format!("a card is lost (at tests/rules/executor.rs:{PANIC_LINE})");
    check_death(&[1, 2, 1004, 3], &Death::Crash(words));
}

#[test]
fn an_abort_is_told_twice() {
    let all = digests("good", &[1003, 1, 1003, 2]);
    for died in [&all[0], &all[2]] {
        let Err(Outcome::Limit { what }) = died else { panic!("{died:?}") };
        assert!(what.contains("crashed") && what.contains("signal"), "{what}");
    }
    assert_eq!((&all[1], &all[3]), (&Ok("1".to_owned()), &Ok("2".to_owned())));
}

#[test]
fn rules_that_cannot_run() {
    let refused = |book: &str| {
        let program = Program { book: book.to_owned(), ..Program::default() };
        stand_in_child().play(&program, &[start(1), start(2)]).expect_err("nothing is played")
    };
    assert!(matches!(&refused("faulty")[..], [Outcome::Fault(fault)] if fault.message == "wrong"));
    assert_eq!(refused("greedy"), [Death::Memory.outcome()]);
}

#[test]
fn a_child_that_cannot_be_started() {
    let nothing = ChildProcess { binary: PathBuf::from("/no/such/program"), ..stand_in_child() };
    let traces =
        nothing.play(&Program::default(), &[start(1), start(2)]).expect("nothing is wrong");
    let what: Vec<_> = traces.into_iter().map(|trace| trace.outcome).collect();
    let [Outcome::Limit { what: first }, Outcome::Limit { what: second }] = &what[..] else {
        panic!("{what:?}")
    };
    assert!(first.starts_with("cannot start `/no/such/program`"), "{first}");
    assert_eq!(second, "the play was not finished");
}

/// The program's own child, which plays real rules.
fn child_of_the_program() -> ChildProcess {
    let binary = PathBuf::from(env!("CARGO_BIN_EXE_rulepress"));
    ChildProcess { binary, arguments: vec!["play-rules".to_owned()], ..stand_in_child() }
}

#[test]
fn both_executors_play_alike() {
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
    let starts: Vec<Start> =
        [0, 1, 0].map(|play| Start { play, repeat: 1, ..Start::default() }).to_vec();
    let child = child_of_the_program();
    let traces = child.play(&program, &starts).expect("the rules can be run");
    let here = InProcess.play(&program, &starts[..1]).expect("the rules can be run");
    assert_eq!((&traces[0], &traces[2]), (&here[0], &here[0]));
    assert_eq!(traces[1].outcome, Death::Memory.outcome());
    program.modules[0].text = "go = zone(\n".to_owned();
    let reasons = child.play(&program, &starts).expect_err("the rules cannot be run");
    assert!(matches!(&reasons[..], [Outcome::Fault(_)]));
}
