//! Games on the threads of a host: the same as in this process, whatever the host does.

use std::cell::Cell;
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use rulepress::engine::trace::{Outcome, Start};
use rulepress::rules::Program;
use rulepress::rules::executor::{
    CountedGame, Executor, GamesToCount, HostThreads, InProcess, JobFiles,
};

use super::book::small;
use crate::common::Folder;

const RULES: &str = "\
d6 = die(\"d6\", [1, 2, 3, 4, 5, 6])

#@ #turn
def go():
    record(\"sum\", sum(roll(d6, n = 5)))
";

const FILES: JobFiles = JobFiles {
    make_folder: |folder| fs::create_dir(folder),
    write: |path, bytes| {
        fs::write(path.with_extension("part"), bytes)?;
        fs::rename(path.with_extension("part"), path)
    },
    remove: |path| fs::remove_file(path),
};

/// Plays what is put into a folder as the hosts of the module do; of what a player says `told` bytes come through, and
/// none is heard of before its file has an end.
struct Host {
    folder: PathBuf,
    told: u64,
    begun: AtomicUsize,
    is_over: AtomicBool,
}

impl Host {
    fn serve(&self) {
        while !self.is_over.load(Ordering::Relaxed) {
            let names = fs::read_dir(&self.folder).into_iter().flatten().flatten();
            for entry in
                names.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "in"))
            {
                let path = entry.path();
                if !path.with_extension("out").exists() {
                    self.begun.fetch_add(1, Ordering::Relaxed);
                    self.play(&path);
                }
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn play(&self, path: &Path) {
        // The file may be gone already.
        let (Ok(input), Ok(output)) = (File::open(path), File::create(path.with_extension("out")))
        else {
            return;
        };
        let mut player = Command::new(env!("CARGO_BIN_EXE_rulepress"));
        player.arg("play-rules").stdin(input).stderr(Stdio::null());
        let mut player = player.stdout(Stdio::piped()).spawn().expect("it starts");
        let said = player.stdout.take().expect("it is a pipe");
        let _ = std::io::copy(&mut std::io::Read::take(said, self.told), &mut { output });
        let _ = player.kill();
        player.wait().expect("it ends");
        let _ = fs::remove_file(path);
    }
}

fn program() -> Program {
    let (_folder, read) = small(RULES);
    read.program.expect("it is whole")
}

/// Returns the games of 200 seeds on two threads, the number of players that were begun, and the
/// files left in the folder.
fn on_threads(
    name: &str,
    program: &Program,
    told: u64,
    wanted: u64,
) -> (Result<Vec<CountedGame>, Vec<Outcome>>, usize, Vec<String>) {
    let folder = Folder::new(&format!("host-threads-{name}"));
    let jobs = folder.path().join("jobs");
    let (begun, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let host = Host { folder: jobs.clone(), told, begun, is_over };
    let counted = thread::scope(|scope| {
        scope.spawn(|| host.serve());
        let counted = count(&HostThreads::new(jobs.clone(), 2, FILES), program, wanted);
        host.is_over.store(true, Ordering::Relaxed);
        counted
    });
    let left = fs::read_dir(jobs).into_iter().flatten().flatten();
    let left = left.map(|entry| entry.file_name().to_string_lossy().into_owned());
    (counted, host.begun.into_inner(), left.collect())
}

/// The first `wanted` games of 200 seeds.
fn count(
    executor: &dyn Executor,
    program: &Program,
    wanted: u64,
) -> Result<Vec<CountedGame>, Vec<Outcome>> {
    let start = Start { repeat: 1, ..Start::default() };
    let stop = &|| false;
    let games = GamesToCount { start: &start, first: 7, end: 207, jobs: 2, stop };
    let mut counted = Vec::new();
    executor.count_games(program, &games, &mut |game| {
        counted.push(game);
        if counted.len() as u64 == wanted {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    Ok(counted)
}

#[test]
fn games_on_threads_of_a_host_are_the_same() {
    let program = program();
    let here = count(&InProcess, &program, u64::MAX).expect("the rules can be run");
    let sums: Vec<_> = here.iter().map(|game| &game.metrics).collect();
    assert!(
        here.len() == 200 && sums.iter().any(|sum| *sum != sums[0]),
        "the seeds make a difference"
    );
    let (there, begun, left) = on_threads("all", &program, u64::MAX, u64::MAX);
    assert_eq!(there.expect("the rules can be run"), here);
    assert_eq!((begun, left.as_slice()), (2, &[][..]));
    let (some, _, _) = on_threads("some", &program, u64::MAX, 9);
    assert_eq!(some.expect("the rules can be run"), here[..9]);
}

#[test]
fn what_a_thread_leaves_is_played_here() {
    let program = program();
    let here = count(&InProcess, &program, u64::MAX).expect("the rules can be run");
    for told in [0, 3, 1000] {
        let (there, begun, _) = on_threads(&told.to_string(), &program, told, u64::MAX);
        assert_eq!(there.expect("the rules can be run"), here, "after {told} bytes");
        assert_eq!(begun, 2);
    }
    // A cleaner takes the folder away before anybody plays.
    let folder = Folder::new("host-threads-cleaned");
    let jobs = folder.path().join("jobs");
    let counted = thread::scope(|scope| {
        scope.spawn(|| {
            while !jobs.join("1.in").exists() {
                thread::sleep(Duration::from_millis(1));
            }
            fs::remove_dir_all(&jobs).expect("it can be removed");
        });
        count(&HostThreads::new(jobs.clone(), 2, FILES), &program, u64::MAX)
    });
    assert_eq!(counted.expect("the rules can be run"), here);
    // Nothing can be put below a file.
    let folder = Folder::new("host-threads-none");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("it can be written");
    let nowhere = HostThreads::new(file.join("jobs"), 2, FILES);
    assert_eq!(count(&nowhere, &program, u64::MAX).expect("the rules can be run"), here);
}

#[test]
fn rules_that_cannot_be_run_and_games_that_nobody_wants() {
    let mut program = program();
    let is_asked = Cell::new(false);
    let start = Start { repeat: 1, ..Start::default() };
    let stop = || true;
    let games = GamesToCount { start: &start, first: 0, end: 200, jobs: 2, stop: &stop };
    let folder = Folder::new("host-threads-stopped");
    // Nobody plays there.
    let alone = HostThreads::new(folder.path().join("jobs"), 2, FILES);
    let counted = alone.count_games(&program, &games, &mut |_| {
        is_asked.set(true);
        ControlFlow::Continue(())
    });
    assert!(counted.is_ok() && !is_asked.get());
    program.modules[0].text = "go = zone(\n".to_owned();
    let (counted, begun, _) = on_threads("faults", &program, u64::MAX, u64::MAX);
    let reasons = counted.expect_err("the rules cannot be run");
    assert!(matches!(&reasons[..], [Outcome::Fault(_)]), "{reasons:?}");
    assert!(begun > 0);
}
