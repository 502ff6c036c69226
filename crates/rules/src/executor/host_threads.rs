//! Counts games on threads that the host of a module runs, each with an instance of this program: a module
//! starts no process. In: a folder that module and host share, and the number of threads. Out: the result of
//! each game, in the order of the seeds.

use std::cell::OnceCell;
use std::fs::File;
use std::io::{self, Read};
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::wire::{self, ChildRequest, GameMessage, GamesRequest};
use super::{CountedGame, Executor, GamesToCount, InProcess, fault_outcomes};
use crate::Program;
use crate::engine::trace::{Outcome, Start, Trace};
use crate::host::LoadedRules;

/// Variables with the folder and with the number of threads.
const FOLDER: &str = "RULEPRESS_JOBS";
const THREADS: &str = "RULEPRESS_CORES";

/// Fewest games that are dealt to threads, which must load the rules first; fewer are played here.
const FEWEST: u64 = 64;
/// The most games that are dealt to a thread at once.
const CHUNK: u64 = 32;
/// Number of chunks that each thread gets, if there are enough games.
const DEALS: u64 = 8;
/// The most games of one round for each thread; their results stay in the folder until the round ends.
const ROUND: u64 = 4096;
/// Time between two looks for messages of a thread.
const GLANCE: Duration = Duration::from_millis(2);

/// Functions that write and remove files of the folder; only the command line writes.
#[derive(Debug, Clone, Copy)]
pub struct JobFiles {
    /// Makes the folder if it is missing.
    pub make_folder: fn(&Path) -> io::Result<()>,
    /// Writes a file, which gets this name only when it is whole.
    pub write: fn(&Path, &[u8]) -> io::Result<()>,
    /// Removes a file.
    pub remove: fn(&Path) -> io::Result<()>,
}

/// Plays in this process, and counts many games on the threads of its host.
///
/// Seeds for a thread are written to the file `NUMBER.in` of a folder, which gets its name when it is whole.
/// The host then runs `rulepress play-rules` with that file as its standard input and `NUMBER.out` as its
/// standard output. When that has ended, however it ended, the host removes `NUMBER.in`. Games that it did
/// not play are played here. The module makes the folder if it is missing, and removes the files that it has
/// read; the host removes the folder.
#[derive(Debug)]
pub struct HostThreads {
    folder: PathBuf,
    threads: usize,
    files: JobFiles,
    /// Number of files made so far.
    made: AtomicUsize,
}

impl HostThreads {
    /// Uses threads that play the files of this folder.
    pub fn new(folder: PathBuf, threads: usize, files: JobFiles) -> Self {
        Self { folder, threads, files, made: AtomicUsize::new(0) }
    }

    /// Uses the threads that `RULEPRESS_JOBS` and `RULEPRESS_CORES` name; no threads without these variables.
    pub fn of_environment(files: JobFiles) -> Self {
        let threads = std::env::var(THREADS).ok().and_then(|count| count.parse().ok());
        match (std::env::var_os(FOLDER), threads) {
            (Some(folder), Some(threads)) => Self::new(folder.into(), threads, files),
            _ => Self::new(PathBuf::new(), 0, files),
        }
    }

    /// Number of games played at once, at least 1.
    pub fn threads(&self) -> usize {
        self.threads.max(1)
    }

    /// Passes a file with a request and seeds to the host.
    fn deal(&self, request: &[u8], ranges: &[Range<u64>]) -> anyhow::Result<Share> {
        let mut asked = request.to_vec();
        for range in ranges {
            asked.extend(wire::encode_message(range)?);
        }
        let number = self.made.fetch_add(1, Ordering::Relaxed);
        let path = self.folder.join(number.to_string());
        (self.files.write)(&path.with_extension("in"), &asked)?;
        Ok(Share {
            remove: self.files.remove,
            path,
            answers: None,
            read: Vec::new(),
            understood: 0,
            has_ended: false,
        })
    }
}

impl Executor for HostThreads {
    fn play(&self, program: &Program, starts: &[Start]) -> Result<Vec<Trace>, Vec<Outcome>> {
        InProcess.play(program, starts)
    }

    fn count_games(
        &self,
        program: &Program,
        games: &GamesToCount<'_>,
        each: &mut dyn FnMut(CountedGame) -> ControlFlow<()>,
    ) -> Result<(), Vec<Outcome>> {
        let threads = games.jobs.min(self.threads);
        if threads < 2 || games.end.saturating_sub(games.first) < FEWEST {
            return InProcess.count_games(program, games, each);
        }
        let program = program.without_entries();
        let request = ChildRequest::Count(Box::new(GamesRequest {
            program: program.clone(),
            start: games.start.clone(),
            memory: u64::MAX,
        }));
        // The folder may exist already; if none can be made, the games are played here.
        let _ = (self.files.make_folder)(&self.folder);
        let request = wire::encode_message(&request).unwrap_or_default();
        let here = OnceCell::new();
        let per_round = ROUND.saturating_mul(threads as u64);
        let mut first = games.first;
        while first < games.end {
            let round = first..games.end.min(first.saturating_add(per_round));
            first = round.end;
            let mut round = Round::deal(self, &request, round, threads);
            for seed in round.seeds.clone() {
                let game = match round.game(seed, games.stop) {
                    Answer::Game(game) => *game,
                    Answer::Faults(faults) => return Err(faults),
                    Answer::Stopped => return Ok(()),
                    Answer::Nothing => {
                        let rules = here.get_or_init(|| LoadedRules::load(&program));
                        let rules =
                            rules.as_ref().map_err(|faults| fault_outcomes(faults.clone()))?;
                        rules.count_game(&games.start_of(seed))
                    }
                };
                if each(game).is_break() || (games.stop)() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Games that are dealt to threads in turns.
struct Round {
    seeds: Range<u64>,
    chunk: u64,
    /// Share of each thread; `None` if the folder cannot be written.
    shares: Vec<Option<Share>>,
}

impl Round {
    fn deal(host: &HostThreads, request: &[u8], seeds: Range<u64>, threads: usize) -> Self {
        let count = seeds.end - seeds.start;
        let chunk = count.div_ceil(threads as u64 * DEALS).min(CHUNK);
        let range = |number: u64| {
            let first = seeds.start + number * chunk;
            first..seeds.end.min(first.saturating_add(chunk))
        };
        let chunks = count.div_ceil(chunk);
        let shares = (0..threads as u64)
            .map(|thread| (thread..chunks).step_by(threads).map(range).collect::<Vec<_>>())
            .map(|ranges| host.deal(request, &ranges).ok())
            .collect();
        Self { seeds, chunk, shares }
    }

    /// Returns the result of a game; games are asked for in the order of their seeds.
    fn game(&mut self, seed: u64, stop: &dyn Fn() -> bool) -> Answer {
        let number = (seed - self.seeds.start) / self.chunk;
        let thread = (number % self.shares.len() as u64) as usize;
        match self.shares.get_mut(thread) {
            Some(Some(share)) => share.game(seed, stop),
            _ => Answer::Nothing,
        }
    }
}

/// Answer of a thread to a question for a game.
enum Answer {
    Game(Box<CountedGame>),
    /// The rules cannot be run.
    Faults(Vec<Outcome>),
    /// The result is no longer wanted.
    Stopped,
    /// The thread did not play the game.
    Nothing,
}

/// Games of one thread. Its files are removed when it is dropped.
struct Share {
    remove: fn(&Path) -> io::Result<()>,
    /// Path of the files, without their extensions.
    path: PathBuf,
    answers: Option<File>,
    /// Bytes read, and the number of them that were understood.
    read: Vec<u8>,
    understood: usize,
    has_ended: bool,
}

impl Share {
    fn game(&mut self, seed: u64, stop: &dyn Fn() -> bool) -> Answer {
        loop {
            match self.next_message() {
                Ok(Some(GameMessage::Loaded(faults))) if faults.is_empty() => {}
                Ok(Some(GameMessage::Loaded(faults))) => {
                    return Answer::Faults(fault_outcomes(faults));
                }
                Ok(Some(GameMessage::Played(game))) if game.seed == seed => {
                    return Answer::Game(game);
                }
                Ok(None) if self.has_ended => return Answer::Nothing,
                Ok(None) if stop() => return Answer::Stopped,
                Ok(None) => thread::sleep(GLANCE),
                Ok(Some(GameMessage::Played(_))) | Err(_) => {
                    self.has_ended = true;
                    return Answer::Nothing;
                }
            }
        }
    }

    /// Returns the next whole message; `None` if there is none yet, or never will be.
    fn next_message(&mut self) -> anyhow::Result<Option<GameMessage>> {
        if let Some(message) = self.understand()? {
            return Ok(Some(message));
        }
        // Look for the end before reading: whatever the thread wrote last is then read.
        self.has_ended = self.has_ended || !self.path.with_extension("in").exists();
        self.read_more()?;
        self.understand()
    }

    fn understand(&mut self) -> anyhow::Result<Option<GameMessage>> {
        let Some((message, length)) = wire::first_message(&self.read[self.understood..])? else {
            return Ok(None);
        };
        self.understood += length;
        Ok(Some(message))
    }

    fn read_more(&mut self) -> io::Result<()> {
        if self.answers.is_none() {
            self.answers = match File::open(self.path.with_extension("out")) {
                Ok(file) => Some(file),
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                Err(error) => return Err(error),
            };
        }
        if let Some(answers) = &mut self.answers {
            self.read.drain(..self.understood);
            self.understood = 0;
            answers.read_to_end(&mut self.read)?;
        }
        Ok(())
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.answers = None;
        for ending in ["in", "out"] {
            // A file that the host still writes is removed later by the host.
            let _ = (self.remove)(&self.path.with_extension(ending));
        }
    }
}
