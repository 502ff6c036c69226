//! Inputs found by fuzzers, and mutants of our own cases: each is read, printed or played like in
//! the fuzz targets of `fuzz/`, without a panic and in time.

#[allow(unreachable_pub, reason = "the fuzz targets use it from outside")]
#[path = "../fuzz/src/lib.rs"]
mod inputs;
mod mutants;

use std::path::Path;
use std::sync::mpsc;
use std::time::Duration;

use self::inputs::{TARGETS, Target};
use crate::common::root;

/// An input that takes longer hangs.
const GUARD: Duration = Duration::from_secs(120);
/// Stack size, the same as in `cli::main`.
const STACK: usize = 512 << 20;

/// An input, and its name in findings of the test.
type Input = (String, Vec<u8>);

/// Runs every input, one after the other in a thread of their own.
fn run_inputs(target: Target, inputs: impl Iterator<Item = Input> + Send + 'static) {
    let (sender, receiver) = mpsc::channel();
    let work = move || {
        for (name, input) in inputs {
            let _ = sender.send(name);
            (target.run)(&input);
        }
    };
    let thread =
        std::thread::Builder::new().stack_size(STACK).spawn(work).expect("a thread starts");
    let mut at = "nothing".to_owned();
    loop {
        match receiver.recv_timeout(GUARD) {
            Ok(name) => at = name,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("{}: {at} takes too long", target.name),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    assert!(thread.join().is_ok(), "{}: {at} breaks it", target.name);
}

/// The files of a folder, by name.
fn files_of(folder: &Path) -> Vec<Input> {
    let files = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().flatten();
    let files = files.filter(|entry| entry.file_type().is_file());
    let input = |path: &Path| {
        let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        (path.display().to_string(), bytes)
    };
    files.map(|entry| input(entry.path())).collect()
}

#[test]
fn found_cases() {
    let folder = root().join("tests/cases/fuzz");
    for entry in std::fs::read_dir(&folder).expect("the folder is there") {
        let name = entry.expect("it can be listed").file_name();
        let known = TARGETS.iter().any(|target| *target.name == name);
        assert!(known, "tests/cases/fuzz/{} belongs to no target", name.display());
    }
    for target in TARGETS {
        run_inputs(target, files_of(&folder.join(target.name)).into_iter());
    }
}

/// Each target has its file, its entry in fuzz/Cargo.toml, its corpus in .ci/fuzz.
#[test]
fn targets_are_complete() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).expect("it is there");
    let (manifest, script) = (read("fuzz/Cargo.toml"), read(".ci/fuzz"));
    for Target { name, .. } in TARGETS {
        let file = format!("fuzz_targets/{name}.rs");
        assert!(root().join("fuzz").join(&file).is_file(), "fuzz/{file} is absent");
        assert!(manifest.contains(&format!("path = \"{file}\"")), "no entry for {name}");
        assert!(script.contains(&format!("seed {name} ")) || script.contains(name), "{name}");
    }
    assert_eq!(manifest.matches("[[bin]]").count(), TARGETS.len());
}
