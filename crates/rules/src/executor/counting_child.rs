//! A child process that plays games one after the other, as they are asked for, and reports the result of
//! each.

use std::ops::Range;
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::Context;

use super::child_process::ChildProcess;
use super::death::{Death, LastSign};
use super::games::CountedGame;
use super::running_child::{last_words, start_process};
use super::wire::{self, GameMessage};
use crate::engine::trace::Fault;

/// Time between two looks whether to stop.
const GLANCE: Duration = Duration::from_millis(100);

/// End of a chunk of games.
pub enum ChunkEnd {
    /// All were played.
    Done,
    /// The games are no longer wanted.
    Stopped,
    /// The rules cannot be run.
    Faults(Vec<Fault>),
    /// The child ended, or was silent for too long.
    Died,
}

/// A child process that plays games.
pub struct CountingChild {
    process: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<GameMessage>,
    words: Option<JoinHandle<String>>,
    listener: Option<JoinHandle<()>>,
    loading: bool,
    silent: bool,
    /// Number of games that the child finished.
    finished: u64,
}

impl CountingChild {
    /// Starts a child with an encoded request.
    pub fn spawn(child: &ChildProcess, request: &[u8]) -> anyhow::Result<Self> {
        let mut process = start_process(child, true)?;
        let (mut stdin, stdout, stderr) =
            (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (sender, messages) = mpsc::channel();
        let words = thread::spawn(move || last_words(stderr));
        let listener = thread::spawn(move || wire::forward_messages(stdout, &sender));
        if let Some(stdin) = &mut stdin {
            // A child that ended before it read everything is noticed because it sends nothing.
            let _ = wire::send_message(stdin, request);
        }
        let (words, listener) = (Some(words), Some(listener));
        let (loading, silent, finished) = (true, false, 0);
        Ok(Self { process, stdin, messages, words, listener, loading, silent, finished })
    }

    /// True if the child has finished no game yet.
    pub fn is_fresh(&self) -> bool {
        self.finished == 0
    }

    /// Plays the games of these seeds, until one of them ends the child.
    pub fn play(
        &mut self,
        seeds: Range<u64>,
        patience: Duration,
        stopped: &dyn Fn() -> bool,
        played: &mut Vec<CountedGame>,
    ) -> ChunkEnd {
        let last = seeds.end - 1;
        if let (Some(stdin), Ok(asked)) = (&mut self.stdin, wire::encode_message(&seeds)) {
            let _ = wire::send_message(stdin, &asked);
        }
        let mut heard = Instant::now();
        loop {
            let message = self.messages.recv_timeout(GLANCE);
            if message.is_ok() {
                heard = Instant::now();
            }
            match message {
                Ok(GameMessage::Loaded(faults)) if faults.is_empty() => self.loading = false,
                Ok(GameMessage::Loaded(faults)) => return ChunkEnd::Faults(faults),
                Ok(GameMessage::Played(game)) => {
                    let done = game.seed == last;
                    self.finished += 1;
                    played.push(*game);
                    if done {
                        return ChunkEnd::Done;
                    }
                }
                Err(RecvTimeoutError::Timeout) if stopped() => return ChunkEnd::Stopped,
                Err(RecvTimeoutError::Timeout) if heard.elapsed() < patience => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.silent = true;
                    return ChunkEnd::Died;
                }
                Err(RecvTimeoutError::Disconnected) => return ChunkEnd::Died,
            }
        }
    }

    /// Returns the cause of the child's end, and true if the child was still loading the rules.
    pub fn death(mut self) -> anyhow::Result<(bool, Death)> {
        let _ = self.process.kill();
        let status = self.process.wait().context("cannot wait for a child process")?;
        let words = self.words.take().and_then(|words| words.join().ok()).unwrap_or_default();
        let sign = match (self.silent, words.trim().is_empty()) {
            (true, _) => LastSign::Silence,
            (false, true) => LastSign::Exit(status),
            (false, false) => LastSign::Words(&words),
        };
        Ok((self.loading, Death::of(sign)))
    }
}

impl Drop for CountingChild {
    fn drop(&mut self) {
        self.stdin = None;
        // If it is dead already, there is nothing to kill.
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = self.words.take().map(JoinHandle::join);
        let _ = self.listener.take().map(JoinHandle::join);
    }
}
