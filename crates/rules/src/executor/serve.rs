//! The child's side: it limits itself, reads requests, plays and answers.

use std::borrow::Cow;
use std::io::{Read, Write};
use std::ops::Range;
use std::sync::Mutex;
use std::thread;

use anyhow::Context;
use rayon::ThreadPool;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;

#[cfg(unix)]
use super::memory_limit::limit_process;
use super::wire::{
    self, ChildRequest, GameMessage, GamesRequest, PlayJobs, PlayMessage, PlayRequest,
};
use crate::engine::trace::{Fault, Start, Trace};
use crate::host::LoadedRules;
use crate::program::Program;
pub use base::diagnostic::{catch_panic, remember_panic_places};

/// Stack of each thread that plays, in bytes: far more than 200 calls of rules need.
const STACK_BYTES: usize = 16 << 20;
/// Most threads: more would reserve more memory than they save time.
const MOST_THREADS: usize = 16;

/// Plays the requests of standard input, and answers on standard output.
pub fn serve_rules() -> anyhow::Result<()> {
    let (mut input, output) = (std::io::stdin().lock(), std::io::stdout());
    match wire::receive_message::<ChildRequest<'_>>(&mut input)? {
        Some(ChildRequest::Play(plays)) => {
            answer_plays(&plays, input, output, LoadedRules::load, LoadedRules::play)
        }
        Some(ChildRequest::Count(games)) => answer_games(&games, input, output),
        None => Ok(()),
    }
}

/// Plays the games of each range of seeds that follows, one after the other.
fn answer_games(
    games: &GamesRequest,
    mut input: impl Read,
    output: impl Write,
) -> anyhow::Result<()> {
    remember_panic_places();
    limit_process_memory(games.memory);
    let answers = Answers { output: Mutex::new(output) };
    let rules = match LoadedRules::load(&games.program) {
        Ok(rules) => rules,
        Err(faults) => return answers.send(&GameMessage::Loaded(faults)),
    };
    answers.send(&GameMessage::Loaded(Vec::new()))?;
    let mut start = games.start.clone();
    while let Some(seeds) = wire::receive_message::<Range<u64>>(&mut input)? {
        for seed in seeds {
            start.seed = seed;
            answers.send(&GameMessage::Played(Box::new(rules.count_game(&start))))?;
        }
    }
    Ok(())
}

/// Plays the requests of `input` until it ends, and writes an answer to `output` as soon as each play is
/// done. `load` makes rules ready to run, once; `play` plays them.
pub fn serve_plays<M: Send + Sync>(
    mut input: impl Read,
    output: impl Write + Send,
    load: impl Fn(&Program) -> Result<M, Vec<Fault>> + Send + Sync,
    play: impl Fn(&M, &Start) -> Trace + Send + Sync,
) -> anyhow::Result<()> {
    match wire::receive_message::<ChildRequest<'_>>(&mut input)? {
        Some(ChildRequest::Play(plays)) => answer_plays(&plays, input, output, load, play),
        Some(ChildRequest::Count(_)) => anyhow::bail!("games are counted by the program alone"),
        None => Ok(()),
    }
}

fn answer_plays<M: Send + Sync>(
    request: &PlayRequest<'_>,
    mut input: impl Read,
    output: impl Write + Send,
    load: impl Fn(&Program) -> Result<M, Vec<Fault>> + Send + Sync,
    play: impl Fn(&M, &Start) -> Trace + Send + Sync,
) -> anyhow::Result<()> {
    remember_panic_places();
    limit_process_memory(request.memory);
    let threads = thread_pool(request.one_by_one)?;
    let answers = Answers { output: Mutex::new(output) };
    let rules = match threads.install(|| load(&request.program)) {
        Ok(rules) => rules,
        Err(faults) => return answers.send(&PlayMessage::Loaded(faults)),
    };
    answers.send(&PlayMessage::Loaded(Vec::new()))?;
    let play_job = |(at, start): &(usize, Cow<'_, Start>)| {
        answers.send_play(*at, catch_panic(|| play(&rules, start)))
    };
    let play_all = |jobs: &PlayJobs<'_>| {
        threads.install(|| match request.one_by_one {
            true => jobs.iter().try_for_each(play_job),
            false => jobs.par_iter().try_for_each(play_job),
        })
    };
    play_all(&request.jobs)?;
    while let Some(jobs) = wire::receive_message(&mut input)? {
        play_all(&jobs)?;
    }
    Ok(())
}

fn thread_pool(one_by_one: bool) -> anyhow::Result<ThreadPool> {
    let most = if one_by_one { 1 } else { MOST_THREADS };
    let threads = thread::available_parallelism().map_or(1, |count| count.get().min(most));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_BYTES);
    pool.build().context("cannot start threads")
}

/// Output that several threads write answers to.
struct Answers<W> {
    output: Mutex<W>,
}

impl<W: Write> Answers<W> {
    fn send(&self, message: &impl Serialize) -> anyhow::Result<()> {
        self.send_bytes(&wire::encode_message(message)?)
    }

    /// Sends the trace or the panic of a play; a trace that cannot be sent counts as a panic.
    fn send_play(&self, at: usize, played: Result<Trace, String>) -> anyhow::Result<()> {
        let panicked = |words| wire::encode_message(&PlayMessage::Panicked(at, words));
        let bytes = match played {
            Ok(trace) => wire::encode_message(&PlayMessage::Played(at, Box::new(trace))),
            Err(words) => panicked(words),
        };
        self.send_bytes(&bytes.or_else(|error| panicked(error.to_string()))?)
    }

    fn send_bytes(&self, bytes: &[u8]) -> anyhow::Result<()> {
        let output = self.output.lock();
        let mut output = output.map_err(|_| anyhow::anyhow!("another thread crashed"))?;
        wire::send_message(&mut *output, bytes).context("cannot answer")
    }
}

/// Limits the address space of this process to `memory` bytes, if the system can.
#[cfg(unix)]
fn limit_process_memory(memory: u64) {
    limit_process(rlimit::Resource::AS, memory);
}

/// Does nothing: on other systems only the heap limit of the rules applies.
#[cfg(not(unix))]
fn limit_process_memory(_memory: u64) {}
