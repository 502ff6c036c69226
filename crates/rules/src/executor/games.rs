//! Games that are only counted. In: rules, a start and seeds. Out: the result of each game in the order of
//! the seeds, however many games are played at once.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::child_process::ChildProcess;
use super::counting_child::{ChunkEnd, CountingChild};
use super::fault_outcomes;
use super::wire::{self, ChildRequest, GamesRequest};
use crate::engine::MetricValue;
use crate::engine::trace::{Act, Outcome, Start, Trace};
use crate::program::Program;

/// Number of games that a child plays before it answers.
const CHUNK: u64 = 32;
/// Number of chunks of each child that may wait for an earlier chunk.
const CHUNKS_AHEAD: usize = 8;
/// Time between two looks whether to stop.
const GLANCE: Duration = Duration::from_millis(100);

/// Result of one game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CountedGame {
    /// Seed of the game.
    pub seed: u64,
    /// Outcome of the game.
    pub outcome: Outcome,
    /// Number of events.
    pub events: u32,
    /// Number of turns begun.
    pub turns: u32,
    /// Number of rounds begun.
    pub rounds: u32,
    /// Metrics that the rules recorded, by name.
    pub metrics: Vec<(String, MetricValue)>,
}

impl CountedGame {
    /// Counts the game of a trace, without the metrics that the rules recorded.
    pub fn of_trace(seed: u64, trace: Trace) -> Self {
        let is_round = |act: &Act| matches!(act, Act::Round { .. });
        Self {
            seed,
            events: trace.records.len() as u32,
            turns: trace.end.turn,
            rounds: trace.records.iter().filter(|record| is_round(&record.act)).count() as u32,
            outcome: trace.outcome,
            metrics: Vec::new(),
        }
    }

    /// Returns a game that was not finished.
    fn ended(seed: u64, outcome: Outcome) -> Self {
        Self { seed, outcome, events: 0, turns: 0, rounds: 0, metrics: Vec::new() }
    }
}

/// Games to be counted.
#[derive(Clone, Copy)]
pub struct GamesToCount<'a> {
    /// Start of each game, apart from its seed.
    pub start: &'a Start,
    /// The first seed.
    pub first: u64,
    /// The seed after the last one.
    pub end: u64,
    /// Number of games played at once, at least 1.
    pub jobs: usize,
    /// Returns true to stop before the end; asked now and then.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl std::fmt::Debug for GamesToCount<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "games {}..{} by {}", self.first, self.end, self.jobs)
    }
}

impl GamesToCount<'_> {
    /// Returns the start of the game with this seed.
    pub fn start_of(&self, seed: u64) -> Start {
        Start { seed, ..self.start.clone() }
    }

    /// Returns the seeds of a chunk; `None` after the last game.
    fn chunk(&self, number: usize) -> Option<Range<u64>> {
        let first = self.first.checked_add((number as u64).checked_mul(CHUNK)?)?;
        (first < self.end).then(|| first..self.end.min(first.saturating_add(CHUNK)))
    }
}

impl ChildProcess {
    /// Counts games in as many children as there are jobs.
    pub fn count_in_children(
        &self,
        program: &Program,
        games: &GamesToCount<'_>,
        each: &mut dyn FnMut(CountedGame) -> ControlFlow<()>,
    ) -> Result<(), Vec<Outcome>> {
        let request = ChildRequest::Count(Box::new(GamesRequest {
            program: program.without_entries(),
            start: games.start.clone(),
            memory: self.memory,
        }));
        let request = wire::encode_message(&request).map_err(machine_failure)?;
        let chunks = ChunkQueue::new(games.jobs.max(1) * CHUNKS_AHEAD);
        let (sender, played) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..games.jobs.max(1) {
                let worker = ChunkWorker { child: self, request: &request, games, chunks: &chunks };
                let sender = sender.clone();
                scope.spawn(move || worker.work(&sender));
            }
            drop(sender);
            let result = receive_in_order(&played, &chunks, games, each);
            chunks.stop();
            result
        })
    }
}

fn machine_failure(error: anyhow::Error) -> Vec<Outcome> {
    vec![Outcome::Limit { what: format!("{error:#}") }]
}

/// Games of a chunk, or the reasons why none can be played.
type PlayedChunk = (usize, Result<Vec<CountedGame>, Vec<Outcome>>);

/// Passes games on in the order of their seeds.
fn receive_in_order(
    played: &Receiver<PlayedChunk>,
    chunks: &ChunkQueue,
    games: &GamesToCount<'_>,
    each: &mut dyn FnMut(CountedGame) -> ControlFlow<()>,
) -> Result<(), Vec<Outcome>> {
    let (mut early, mut next) = (BTreeMap::new(), 0);
    while games.chunk(next).is_some() {
        match played.recv_timeout(GLANCE) {
            Ok((number, chunk)) => drop(early.insert(number, chunk?)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        while let Some(chunk) = early.remove(&next) {
            if chunk.into_iter().try_for_each(&mut *each).is_break() {
                return Ok(());
            }
            next += 1;
            chunks.finish(next);
        }
        if (games.stop)() {
            return Ok(());
        }
    }
    Ok(())
}

/// Deals chunks to children. No chunk is far ahead of the first unfinished one, so that few have to wait.
struct ChunkQueue {
    state: Mutex<QueueState>,
    changed: Condvar,
    most_ahead: usize,
}

#[derive(Default)]
struct QueueState {
    next: usize,
    finished: usize,
    stopped: bool,
}

impl ChunkQueue {
    fn new(most_ahead: usize) -> Self {
        Self { state: Mutex::default(), changed: Condvar::new(), most_ahead }
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the number of the next chunk; waits until it is not too far ahead.
    fn take(&self) -> Option<usize> {
        let too_early = |state: &mut QueueState| {
            !state.stopped && state.next >= state.finished + self.most_ahead
        };
        let waited = self.changed.wait_while(self.state(), too_early);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.next += 1;
        (!state.stopped).then(|| state.next - 1)
    }

    /// Sets the number of finished chunks, counted from the first.
    fn finish(&self, count: usize) {
        self.state().finished = count;
        self.changed.notify_all();
    }

    fn stop(&self) {
        self.state().stopped = true;
        self.changed.notify_all();
    }

    fn is_stopped(&self) -> bool {
        self.state().stopped
    }
}

/// Plays chunks in one child after the other.
#[derive(Clone, Copy)]
struct ChunkWorker<'a> {
    child: &'a ChildProcess,
    /// Encoded request.
    request: &'a [u8],
    games: &'a GamesToCount<'a>,
    chunks: &'a ChunkQueue,
}

impl ChunkWorker<'_> {
    fn work(&self, sender: &Sender<PlayedChunk>) {
        let mut running = None;
        while let Some(number) = self.chunks.take() {
            let Some(seeds) = self.games.chunk(number) else { return };
            let chunk = self.play_chunk(seeds, &mut running);
            let failed = chunk.is_err();
            if sender.send((number, chunk)).is_err() || failed {
                return;
            }
        }
    }

    /// Plays games one after the other. A game that ends a fresh child is at fault; a game that ends a used
    /// child is tried again in a fresh one.
    fn play_chunk(
        &self,
        seeds: Range<u64>,
        running: &mut Option<CountingChild>,
    ) -> Result<Vec<CountedGame>, Vec<Outcome>> {
        let mut played: Vec<CountedGame> = Vec::new();
        while let Some(first) = seeds.clone().nth(played.len()) {
            if self.chunks.is_stopped() {
                break;
            }
            let child = match running.take() {
                Some(child) => running.insert(child),
                None => running.insert(
                    CountingChild::spawn(self.child, self.request).map_err(machine_failure)?,
                ),
            };
            let stopped = || self.chunks.is_stopped();
            let end = child.play(first..seeds.end, self.child.patience, &stopped, &mut played);
            let (fresh, ended) = match end {
                ChunkEnd::Done => continue,
                ChunkEnd::Stopped => break,
                ChunkEnd::Faults(faults) => return Err(fault_outcomes(faults)),
                ChunkEnd::Died => (child.is_fresh(), running.take()),
            };
            let Some(death) = ended.map(CountingChild::death) else { continue };
            match death {
                Ok((true, death)) => return Err(vec![death.outcome()]),
                Ok((false, death)) if fresh => {
                    let seed = seeds.start + played.len() as u64;
                    played.push(CountedGame::ended(seed, death.outcome()));
                }
                Ok((false, _)) => {}
                Err(error) => return Err(machine_failure(error)),
            }
        }
        Ok(played)
    }
}
