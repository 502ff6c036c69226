//! Rules run in a child of the same binary, under a limit of memory and with a deadline: whatever
//! they do, this process lives on. In: a program and what is to be played. Out: a trace of each
//! play, or why its child died.

mod serve;
mod wire;

use std::collections::BTreeSet;
use std::io::{BufReader, Read};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::Context;

use super::codes;
use super::program::Program;
use crate::diagnostic::Diagnostic;
use crate::engine::trace::{Fault, Start, Trace};

pub use serve::serve_plays;
use wire::{PlayMessage, PlayRequest};

/// How the child is started, and what it may use.
#[derive(Debug, Clone)]
pub struct ChildProcess {
    /// The binary, most often this one.
    pub binary: PathBuf,
    /// The hidden subcommand that serves the games.
    pub arguments: Vec<String>,
    /// The most bytes of memory.
    pub memory: u64,
    /// How long nothing may come from it.
    pub patience: Duration,
}

/// Why a child died.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Death {
    /// It asked for more memory than it may use.
    Memory,
    /// It called itself too often.
    Stack,
    /// It was silent for too long.
    Time,
    /// Anything else; the last words.
    Crash(String),
}

/// What came of the plays.
#[derive(Debug, Clone, PartialEq)]
pub enum ChildPlays {
    /// The rules can not be run; nothing was played.
    Faults(Vec<Fault>),
    /// The child died before anything was played.
    Died(Death),
    /// Every play was made or died.
    All,
}

impl ChildProcess {
    /// This binary with a hidden subcommand, 2 GiB and half a minute.
    pub fn of_this_binary(subcommand: &str) -> anyhow::Result<Self> {
        let binary = std::env::current_exe().context("can not find the path of this program")?;
        let (memory, patience) = (2 << 30, Duration::from_secs(30));
        Ok(Self { binary, arguments: vec![subcommand.to_owned()], memory, patience })
    }

    /// What to say of a death; `example` is the file of the scenario, or what else was played.
    pub fn finding(&self, death: &Death, book: &str, example: &str) -> Diagnostic {
        let (message, hint) = match death {
            Death::Memory => {
                let message = format!(
                    "the rules of `{book}` use more than {} MiB of memory",
                    self.memory >> 20
                );
                (message, "look for a list or a text that grows without end")
            }
            Death::Stack => (
                format!("the rules of `{book}` call each other too deep"),
                "look for a function that calls itself",
            ),
            Death::Time => {
                let message = format!(
                    "the rules of `{book}` were not done after {} seconds",
                    self.patience.as_secs()
                );
                (message, "look for a loop that does not end")
            }
            Death::Crash(words) => (
                format!("playing the rules of `{book}` broke down: {words}"),
                "this is a fault of the program; report it",
            ),
        };
        Diagnostic::file(codes::RULES_LIMIT, example, message).hint(hint)
    }
}

/// Loads and checks the rules, even if nothing is to be played; plays every one of `jobs` and hands
/// over what came of it, in their order, with its number.
pub fn play_in_child(
    child: &ChildProcess,
    program: &Program,
    jobs: &[Start],
    hand_over: &mut dyn FnMut(usize, Result<Trace, Death>),
) -> anyhow::Result<ChildPlays> {
    let mut plays = OrderedPlays { done: vec![None; jobs.len()], next: 0, hand_over };
    let (mut loaded, mut alone) = (false, false);
    loop {
        let waiting: Vec<usize> = plays.waiting().collect();
        if loaded && waiting.is_empty() {
            return Ok(ChildPlays::All);
        }
        let request = PlayRequest {
            program: program.clone(),
            jobs: waiting.iter().map(|at| (*at, jobs[*at].clone())).collect(),
            memory: child.memory,
            alone,
        };
        match talk_to_child(child, &request, &mut plays)? {
            TalkEnd::Faults(faults) => return Ok(ChildPlays::Faults(faults)),
            TalkEnd::Died { loading: true, death } => return Ok(ChildPlays::Died(death)),
            TalkEnd::Done => loaded = true,
            // Of several that were played at once any may have done it; one at a time it is the
            // first not done.
            TalkEnd::Died { death, .. } => {
                let guilty = plays.waiting().next().filter(|_| alone || waiting.len() == 1);
                alone = guilty.is_none();
                if let Some(guilty) = guilty {
                    plays.take(guilty, Err(death));
                }
            }
        }
    }
}

/// Plays that are done and not yet handed over, because one before them is not.
struct OrderedPlays<'a> {
    done: Vec<Option<Result<Trace, Death>>>,
    next: usize,
    hand_over: &'a mut dyn FnMut(usize, Result<Trace, Death>),
}

impl OrderedPlays<'_> {
    fn waiting(&self) -> impl Iterator<Item = usize> {
        (self.next..self.done.len()).filter(|at| self.done[*at].is_none())
    }

    fn take(&mut self, at: usize, what: Result<Trace, Death>) {
        if at < self.next || at >= self.done.len() {
            return;
        }
        self.done[at] = Some(what);
        while let Some(what) = self.done.get_mut(self.next).and_then(Option::take) {
            (self.hand_over)(self.next, what);
            self.next += 1;
        }
    }
}

/// How the talk with one child ended.
enum TalkEnd {
    Done,
    Faults(Vec<Fault>),
    Died { loading: bool, death: Death },
}

/// Starts one child, and listens to it until it is done or dead.
fn talk_to_child(
    child: &ChildProcess,
    request: &PlayRequest,
    plays: &mut OrderedPlays<'_>,
) -> anyhow::Result<TalkEnd> {
    let mut command = Command::new(&child.binary);
    command
        .args(&child.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process =
        command.spawn().with_context(|| format!("can not start `{}`", child.binary.display()))?;
    let (stdin, stdout, stderr) =
        (process.stdin.take(), process.stdout.take(), process.stderr.take());
    let said = thread::spawn(move || last_words(stderr));
    let (sender, messages) = mpsc::channel();
    let listener = thread::spawn(move || {
        let Some(stdout) = stdout else { return };
        let mut stdout = BufReader::new(stdout);
        while let Ok(Some(message)) = wire::receive_message::<PlayMessage>(&mut stdout) {
            if sender.send(message).is_err() {
                return;
            }
        }
    });
    // A child that died before it read everything is found by its silence.
    let bytes = wire::encode_message(request)?;
    let writer =
        thread::spawn(move || stdin.map(|mut stdin| wire::send_message(&mut stdin, &bytes)));
    let mut left: BTreeSet<usize> = request.jobs.iter().map(|(at, _)| *at).collect();
    let (mut loading, mut late, mut faults) = (true, false, Vec::new());
    while loading || !left.is_empty() {
        match messages.recv_timeout(child.patience) {
            Ok(PlayMessage::Loaded(found)) => {
                (loading, faults) = (false, found);
                if !faults.is_empty() {
                    break;
                }
            }
            Ok(PlayMessage::Played(at, trace)) => {
                left.remove(&at);
                plays.take(at, Ok(*trace));
            }
            Ok(PlayMessage::Panicked(at, words)) => {
                left.remove(&at);
                plays.take(at, Err(cause_of_death(&words)));
            }
            Err(RecvTimeoutError::Timeout) => {
                late = true;
                break;
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    // It may be dead already, and then there is nothing to kill.
    let _ = process.kill();
    let status = process.wait().context("can not wait for a child process")?;
    let words = said.join().unwrap_or_default();
    let _ = (listener.join(), writer.join());
    Ok(match (faults.is_empty(), !loading && left.is_empty()) {
        (false, _) => TalkEnd::Faults(faults),
        (true, true) => TalkEnd::Done,
        (true, false) if late => TalkEnd::Died { loading, death: Death::Time },
        (true, false) if words.trim().is_empty() => {
            TalkEnd::Died { loading, death: Death::Crash(status.to_string()) }
        }
        (true, false) => TalkEnd::Died { loading, death: cause_of_death(&words) },
    })
}

/// The last 4 KiB that a child wrote to its standard error.
fn last_words(stderr: Option<impl Read>) -> String {
    const KEPT: usize = 4 << 10;
    let Some(mut stderr) = stderr else { return String::new() };
    let (mut kept, mut buffer) = (Vec::new(), [0; 1024]);
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        kept.extend_from_slice(&buffer[..count]);
        kept.drain(..kept.len().saturating_sub(KEPT));
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// What a runtime's last words mean.
fn cause_of_death(words: &str) -> Death {
    let lower = words.to_lowercase();
    let has = |signs: &[&str]| signs.iter().any(|sign| lower.contains(sign));
    if has(&["memory allocation of", "out of memory", "capacity overflow", "cannot allocate"]) {
        Death::Memory
    } else if has(&["overflowed its stack", "stack overflow"]) {
        Death::Stack
    } else {
        let line = words.trim().lines().last().unwrap_or_default();
        Death::Crash(line.chars().take(300).collect())
    }
}
